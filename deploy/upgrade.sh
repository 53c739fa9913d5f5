#!/bin/bash
# Installs the website, upgrades it and rolls it back, without a refused request. As root:
#   upgrade.sh [REVISION]   builds a branch, tag or commit (default: the newest) beside the running release, switches to it
#   upgrade.sh --back       switches to the release before
# Exit code 1: what ran before runs still, or again, and the screen says why.
#
#   /srv/website/source     clone of the repository     /srv/website/current    link to the running release
#   /srv/website/releases   one folder for each         /srv/website/previous   link to the one before
#   /srv/website/.env       configuration               /srv/website/data       database and mails
#   /srv/website/backups    one for each weekday
set -euo pipefail
umask 022

root=${WEBSITE_ROOT:-/srv/website}
user=${WEBSITE_USER:-website}
units=${WEBSITE_UNITS:-/etc/systemd/system}
building=$root/releases/.building
# What the screen says if a command fails.
failure='Run this as root.'
trap '[ $? = 0 ] || { printf "%s\n" "$failure" >&2; exit 1; }' EXIT

die() {
    failure=$*
    exit 1
}

as_user() { runuser -u "$user" -- env HOME="$building/.home" "$@"; }
in_source() { git -C "$root/source" "$@"; }

# The release that a link names; empty: none.
release_of() { basename "$(readlink "$root/$1")"; }

# Builds a commit as a release.
build() (
    rm -rf "$building"
    mkdir "$building"
    cd "$building"
    in_source -c tar.umask=022 archive "$1" | tar -x
    chown -Rh "$user:" .
    # The packages of the running release, as hard links, if they are the same.
    if cmp -s "$root/current/package-lock.json" package-lock.json && cmp -s "$root/current/package.json" package.json; then
        cp -al "$root/current/node_modules" .
        mkdir -p node_modules/.cache
        chown "$user:" node_modules/.cache
    fi
    as_user node scripts/prepare.mjs build
    chown -Rh root: .
    # The packages' own programs have run here. Root runs deploy/, so it comes from the repository again.
    rm -rf node_modules/.cache .home deploy
    in_source -c tar.umask=022 archive "$1" deploy | tar -x
    ls dist/client/assets >.assets
    ln -s ../../.env .env
    ln -s ../../data data
    mv -T "$building" "$root/releases/$2"
)

# Asks the release itself whether it can use the configuration and the database, which it only reads. An older release would start.
check() (
    cd "$root/releases/$1"
    ! grep -qe --check dist/server/main.cjs || as_user deploy/start.sh --check
)

# Open pages ask for the scripts of their release: for a week, the next ones have them too. A file is as old as the switch
# from its release.
keep_assets() (
    cd "$root/releases/$1/dist/client/assets" && xargs -r -d '\n' touch -c -- <../../../.assets &&
        find . -type f -mtime -7 -exec cp -np -t "$root/releases/$2/dist/client/assets" {} +
)

# Puts the units of a release in place, then the links. The second release is the one before.
place() {
    install -m 644 "$root/releases/$1"/deploy/website* "$units" && systemctl daemon-reload &&
        systemctl --quiet enable website.service website.socket website-backup.timer &&
        ln -sfnT "releases/$1" "$root/current" || return
    [ -z "$2" ] || ln -sfnT "releases/$2" "$root/previous"
}

# Restarts the site, and says whether it answers within a minute. The socket stays open meanwhile: requests wait in it.
restart() {
    systemctl start website-backup.timer && systemctl restart website.service || return
    address=$(systemctl show --property=Listen --value website.socket | sed -n 's/^\([^ ]*\) (Stream).*/\1/p')
    end=$((SECONDS + 60))
    # A service that is not active has ended.
    while [ "$SECONDS" -lt "$end" ] && systemctl --quiet is-active website.service; do
        ! curl -fs --max-time 20 -o /dev/null "http://$address/healthz" || return 0
        sleep 0.5
    done
    return 1
}

# Removes all releases but the running one, the one before, and the given one.
prune() {
    find "$root/releases" -mindepth 1 -maxdepth 1 ! -name "$(release_of current)" ! -name "$(release_of previous)" \
        ! -name "${1:-}" -exec rm -rf {} +
}

exec 9>"$root/.lock"
flock -n 9 || die 'Another upgrade is running.'
id "$user" >/dev/null 2>&1 || useradd --system --user-group --home-dir "$root" --shell /usr/sbin/nologin "$user"
mkdir -p "$root/releases"
install -d -m 700 -o "$user" "$root/data" "$root/backups"
running=$(release_of current)
before=$(release_of previous)

if [ "${1:-}" = --back ]; then
    wanted=$before
    [ -n "$wanted" ] && [ "$wanted" != "$running" ] || die 'There is no release to go back to.'
else
    failure='The repository cannot be fetched: nothing has changed.'
    in_source fetch --quiet --prune --tags origin
    in_source remote set-head origin --auto >/dev/null
    commit=$(in_source rev-parse --verify --quiet "origin/${1:-HEAD}^{commit}" || in_source rev-parse --verify --quiet "$1^{commit}") ||
        die "The repository has no revision $1: nothing has changed."
    wanted=$(in_source rev-parse --short=12 "$commit")
    prune "$wanted"
    failure="The build failed: nothing has changed. What it has made is in $building."
    if [ ! -d "$root/releases/$wanted" ]; then
        echo "Building $wanted ..."
        build "$commit" "$wanted"
    fi
fi

if [ ! -e "$root/.env" ]; then
    install -m 640 -g "$user" "$root/releases/$wanted/.env.example" "$root/.env"
    printf '\nBACKUP_DIR=%s/backups\n' "$root" >>"$root/.env"
fi
failure="$wanted cannot start: nothing has changed. The lines above say why."
check "$wanted"

echo "Switching to $wanted ..."
failure='Stopped while switching: see systemctl status website. "upgrade.sh --back" switches back.'
earlier=$before
if [ -n "$running" ] && [ "$running" != "$wanted" ]; then
    earlier=$running
    keep_assets "$running" "$wanted" || echo 'Open pages may have to load anew.'
fi
place "$wanted" "$earlier" || die "The units or links of $wanted cannot be put in place.${running:+ $running runs as before.}"
switched=$(date +%s)
if restart; then
    prune
    echo "$wanted is running.${running:+ Back to the release before: $root/current/deploy/upgrade.sh --back}"
    exit
fi
echo "$wanted does not answer. The last lines of its log:" >&2
journalctl --unit=website --output=cat --since="@$switched" --lines=20 >&2 || :
[ -n "$running" ] && [ "$running" != "$wanted" ] || die 'Nothing answers now: mend what the lines say, then try again.'
echo "Switching back to $running ..." >&2
place "$running" "$before" && restart || die "$running does not answer either: see journalctl -u website -o cat."
die "$running runs as before. The build of $wanted stays in $root/releases/$wanted."
