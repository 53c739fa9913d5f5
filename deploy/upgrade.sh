#!/bin/sh
# Installs the website, upgrades it and rolls it back, without a refused request. As root:
#   upgrade.sh [REVISION]   builds a branch, tag or commit (default: the newest) beside the running release, switches to it
#   upgrade.sh --back       switches to the release before
# A release that cannot be fetched, built or started leaves the running one as it is. Exit code 1: nothing has changed.
#
#   /srv/website/source     clone of the repository     /srv/website/current    link to the running release
#   /srv/website/releases   one folder for each         /srv/website/previous   link to the one before
#   /srv/website/.env       configuration               /srv/website/data       database and mails
#   /srv/website/backups    one for each weekday
set -eu
umask 022

root=${WEBSITE_ROOT:-/srv/website}
user=${WEBSITE_USER:-website}
units=${WEBSITE_UNITS:-/etc/systemd/system}
source=$root/source
building=$root/releases/.building
# Empty in tests: then everything runs as one user.
is_root=$([ "$(id -un)" = "$user" ] || echo yes)
lock=
trial=
failure='Stopped.'

say() {
    printf '%s\n' "$*"
}

die() {
    failure=$*
    exit 1
}

# Becomes a command without root's rights.
exec_as_user() {
    [ -z "$is_root" ] || set -- setpriv --reuid="$user" --regid="$user" --init-groups env HOME="$building/.home" "$@"
    exec "$@"
}

own() {
    [ -z "$is_root" ] || chown -Rh "$@"
}

# The release that a link names; empty: none.
release_of() {
    readlink "$root/$1" 2>/dev/null | sed 's|.*/||'
}

on_exit() {
    status=$?
    [ -z "$trial" ] || kill "$trial" 2>/dev/null || :
    [ -z "$lock" ] || rm -rf "$building" "$building.tar" "$root/.trial"
    [ "$status" = 0 ] || printf '%s\n' "$failure" >&2
}

prepare_folders() {
    for folder in data backups; do
        [ -d "$root/$folder" ] || install -d -m 700 "$root/$folder"
    done
    mkdir -p "$root/releases"
    [ -n "$is_root" ] || return 0
    id "$user" >/dev/null 2>&1 || useradd --system --user-group --home-dir "$root" --shell /usr/sbin/nologin "$user"
    chown "$user:" "$root/data" "$root/backups"
}

# Writes the commit of a branch at the origin, a tag, or a commit. Not of the clone's own branches: they are never updated.
commit_of() {
    for revision in "refs/remotes/origin/$1" "refs/tags/$1"; do
        git -C "$source" rev-parse --verify --quiet "$revision^{commit}" && return
    done
    case $1 in *[!0-9a-f]* | '') return 1 ;; esac
    git -C "$source" rev-parse --verify --quiet "$1^{commit}"
}

unpack() {
    git -C "$source" -c tar.umask=022 archive --output="$building.tar" "$@"
    tar -xf "$building.tar" -C "$building"
    rm "$building.tar"
}

build() {
    rm -rf "$building"
    mkdir "$building"
    unpack "$1"
    own "$user:" "$building"
    # The packages of the running release, as hard links, if they are the same.
    if cmp -s "$root/current/package-lock.json" "$building/package-lock.json" &&
        cmp -s "$root/current/package.json" "$building/package.json"; then
        cp -al "$root/current/node_modules" "$building/node_modules"
        mkdir -p "$building/node_modules/.cache"
        own "$user:" "$building/node_modules/.cache"
    fi
    (cd "$building" && exec_as_user node scripts/prepare.mjs build 9>&-)
    # The build may run strangers' code: root follows none of its links, and runs and reads only the repository's files.
    own root: "$building"
    for folder in node_modules dist dist/client dist/client/assets; do
        [ -d "$building/$folder" ] && [ ! -L "$building/$folder" ] ||
            die "The build has left no folder $folder: nothing has changed."
    done
    for name in node_modules/.cache .home .assets .env .env.example data deploy; do
        rm -rf "${building:?}/$name"
    done
    unpack "$1" .env.example deploy
    ls "$building/dist/client/assets" >"$building/.assets"
    ln -sfn ../../.env "$building/.env"
    ln -sfn ../../data "$building/data"
    mv -T "$building" "$root/releases/$2"
}

# Starts a release with the real configuration, but an empty SQLite store, on a free port, and without effects elsewhere.
try_release() {
    rm -rf "$root/.trial"
    mkdir -p "$root/.trial/data"
    own "$user:" "$root/.trial/data"
    (
        cd "$root/releases/$1"
        export DATA_DIR="$root/.trial/data" PORT=0 HOST=127.0.0.1 LOG_LEVEL=info
        export DATABASE_URL='' ALARM_URL='' HEARTBEAT_URL='' METRICS_PORT='' SENTRY_DSN=''
        exec_as_user deploy/start.sh 9>&-
    ) >"$root/.trial/log" 2>&1 &
    trial=$!
    port=
    tries=0
    while [ -z "$port" ] && kill -0 "$trial" 2>/dev/null && [ "$tries" -lt 300 ]; do
        sleep 0.2
        tries=$((tries + 1))
        # The event; a release that is older than events has it as its sentence.
        port=$(sed -n '/"listening"/s/.*"port":\([0-9]*\).*/\1/p' "$root/.trial/log" 2>/dev/null || :)
    done
    if [ -z "$port" ] || ! curl -fsS --max-time 10 -o /dev/null "http://127.0.0.1:$port/healthz"; then
        tail -n 20 "$root/.trial/log" >&2
        return 1
    fi
    kill "$trial"
    wait "$trial" || :
    trial=
}

# Open pages ask for the scripts of their release: for a week, the next ones have them too. A file is as old as the switch
# from its release.
keep_assets() {
    assets=$root/releases/$1/dist/client/assets
    (cd "$assets" && xargs -r -d '\n' touch -ch -- <"$root/releases/$1/.assets") &&
        find "$assets" -type f -mtime -7 -exec cp -np -t "$root/releases/$2/dist/client/assets" {} +
}

# Puts the units of a release in place, then the links: the second release is the one before, empty where there is none. Each
# is made beside the old one and renamed: on a full disk the old one stays. Whatever interrupts, --back goes back.
place() {
    for unit in website.service website.socket website-backup.service website-backup.timer; do
        install -T -m 644 "$root/releases/$1/deploy/$unit" "$units/$unit.new" &&
            mv -T "$units/$unit.new" "$units/$unit" || return
    done
    systemctl daemon-reload && systemctl --quiet enable website.service website.socket website-backup.timer || return
    ln -sfnT "releases/$1" "$root/.current" && ln -sfnT "releases/$2" "$root/.previous" &&
        mv -T "$root/.current" "$root/current" || return
    if [ -n "$2" ]; then mv -T "$root/.previous" "$root/previous"; else rm -f "$root/.previous" "$root/previous"; fi
}

# The socket stays open while the service restarts: requests wait in it.
restart() {
    if ! systemctl --quiet is-active website.socket; then
        systemctl stop website.service && systemctl start website.socket website-backup.timer || return
    fi
    systemctl restart website.service
}

# Whether the site answers within a minute. A service that is not active has ended.
answers() {
    address=$(systemctl show --property=Listen --value website.socket | sed -n 's/^\([^ ]*\) (Stream).*/\1/p')
    end=$(($(date +%s) + 60))
    while [ "$(date +%s)" -lt "$end" ] && systemctl --quiet is-active website.service; do
        ! curl -fs --max-time 20 -o /dev/null "http://$address/healthz" || return 0
        sleep 0.5
    done
    return 1
}

prune() {
    for release in "$root"/releases/*; do
        case ${release##*/} in
            "$(release_of current)" | "$(release_of previous)") ;;
            *) rm -rf "$release" ;;
        esac
    done
}

main() {
    trap on_exit EXIT
    trap 'exit 1' HUP INT TERM
    [ -z "$is_root" ] || [ "$(id -u)" = 0 ] || die 'Run this as root.'
    exec 9>"$root/.lock"
    flock -n 9 || die 'Another upgrade is running.'
    lock=taken
    prepare_folders
    running=$(release_of current)
    before=$(release_of previous)
    earlier=$before

    if [ "${1:-}" = --back ]; then
        wanted=$before
        [ -n "$wanted" ] || die 'There is no release to go back to.'
    else
        failure='The repository cannot be fetched: nothing has changed.'
        git -C "$source" fetch --quiet --prune --tags origin
        git -C "$source" remote set-head origin --auto >/dev/null
        commit=$(commit_of "${1:-HEAD}") || die "The repository has no revision $1: nothing has changed."
        wanted=$(git -C "$source" rev-parse --short=12 "$commit")
        if [ ! -d "$root/releases/$wanted" ]; then
            say "Building $wanted ..."
            failure='The build failed: nothing has changed.'
            build "$commit" "$wanted"
        fi
    fi
    if [ ! -e "$root/.env" ]; then
        install -m 640 "$root/releases/$wanted/.env.example" "$root/.env"
        printf '\nBACKUP_DIR=%s/backups\n' "$root" >> "$root/.env"
        own "root:$user" "$root/.env"
    fi

    say "Trying $wanted ..."
    if ! try_release "$wanted"; then
        prune
        die "$wanted does not start: nothing has changed."
    fi

    say "Switching to $wanted ..."
    [ -z "$running" ] || [ "$running" = "$wanted" ] || keep_assets "$running" "$wanted" || say 'Open pages may have to load anew.'
    failure='Stopped while switching: see systemctl status website. "upgrade.sh --back" switches back.'
    [ "$running" = "$wanted" ] || earlier=$running
    if ! place "$wanted" "$earlier"; then
        prune
        die "The units or links of $wanted cannot be put in place.${running:+ $running runs as before.}"
    fi
    if ! { restart && answers; }; then
        if [ -z "$running" ] || [ "$running" = "$wanted" ]; then die "$wanted does not answer: see journalctl -u website."; fi
        say "$wanted does not answer: switching back to $running ..." >&2
        { place "$running" "$before" && restart && answers; } || die "$running does not answer either: see journalctl -u website."
        prune
        die "$running runs as before. Why $wanted did not: journalctl -u website."
    fi
    prune
    say "$wanted is running.${running:+ Back to the release before: $root/current/deploy/upgrade.sh --back}"
}

main "$@"
