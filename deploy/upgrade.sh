#!/bin/bash
# Installs the website, upgrades it and rolls it back, without a refused request. As root:
#   upgrade.sh [REVISION]   builds a branch, tag or commit (default: the newest) beside the running release, switches to it
#   upgrade.sh --back       switches to the release before
# A release that cannot be fetched or built, or cannot use the configuration or the database, leaves the running one as it is.
set -eu -o pipefail
umask 022

root=${WEBSITE_ROOT:-/srv/website}
user=${WEBSITE_USER:-website}
units=${WEBSITE_UNITS:-/etc/systemd/system}
source=$root/source
building=$root/releases/.building
is_root=$([ "$(id -un)" = "$user" ] || echo yes) # empty in tests: everything runs as one user

# What is said if a command fails.
failure='Stopped.'
trap 'status=$?; [ "$status" = 0 ] || printf "%s\n" "$failure" >&2' EXIT
trap 'exit 1' HUP INT TERM

die() {
    failure=$*
    exit 1
}

# Runs a command without root's rights. It does not keep the lock.
as_user() {
    [ -z "$is_root" ] || set -- setpriv --reuid="$user" --regid="$user" --init-groups env HOME="$building/.home" "$@"
    "$@" 9>&-
}

own() {
    [ -z "$is_root" ] || chown -Rh "$@"
}

# The release that a link names; empty: none.
release_of() {
    basename "$(readlink "$root/$1" 2>/dev/null)"
}

prepare_folders() {
    [ -z "$is_root" ] || id "$user" >/dev/null 2>&1 ||
        useradd --system --user-group --home-dir "$root" --shell /usr/sbin/nologin "$user"
    mkdir -p "$root/releases" && chmod a+rx "$root" # git has made it with root's umask, and the user must get through
    for folder in data backups; do
        [ -d "$root/$folder" ] || install -d -m 700 "$root/$folder"
        [ -z "$is_root" ] || chown "$user:" "$root/$folder"
    done
}

# Writes the commit of a branch at the origin, a tag, or a commit. Not of the clone's own branches: they are never updated.
commit_of() {
    git -C "$source" rev-parse --verify --quiet "refs/remotes/origin/$1^{commit}" ||
        git -C "$source" rev-parse --verify --quiet "refs/tags/$1^{commit}" ||
        { [[ $1 =~ ^[0-9a-f]+$ ]] && git -C "$source" rev-parse --verify --quiet "$1^{commit}"; }
}

unpack() {
    git -C "$source" -c tar.umask=022 archive "$@" | tar -x -C "$building"
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
        install -d "$building/node_modules/.cache"
        own "$user:" "$building/node_modules/.cache"
    fi
    (cd "$building" && as_user node scripts/prepare.mjs build)
    # The build may run strangers' code: root follows none of its links, and runs and reads only the repository's files.
    own root: "$building"
    for folder in node_modules dist dist/client dist/client/assets; do
        [ -d "$building/$folder" ] && [ ! -L "$building/$folder" ] || die "The build has left no folder $folder: nothing has changed."
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

# Open pages ask for the scripts of their release: for a week, the next ones have them too. A file is as old as the switch
# from its release.
keep_assets() {
    assets=$root/releases/$1/dist/client/assets
    (cd "$assets" && xargs -r -d '\n' touch -ch -- <"$root/releases/$1/.assets") &&
        find "$assets" -type f -mtime -7 -exec cp -np -t "$root/releases/$2/dist/client/assets" {} +
}

# Puts the units of a release in place, then the links; the second release is the one before. Each is made beside the old one and
# renamed: on a full disk the old one stays. Whatever interrupts, --back goes back.
place() {
    for unit in website.service website.socket website-backup.service website-backup.timer; do
        install -T -m 644 "$root/releases/$1/deploy/$unit" "$units/$unit.new" && mv -T "$units/$unit.new" "$units/$unit" || return
    done
    systemctl daemon-reload && systemctl --quiet enable website.service website.socket website-backup.timer || return
    ln -sfnT "releases/$1" "$root/.current" && mv -T "$root/.current" "$root/current" || return
    [ -z "$2" ] || { ln -sfnT "releases/$2" "$root/.previous" && mv -T "$root/.previous" "$root/previous"; }
}

# With the real configuration and database, which it only reads. A release from before this check would start its server.
check() {
    ! grep -qe --check "$root/releases/$1/dist/server/main.cjs" || (cd "$root/releases/$1" && as_user deploy/start.sh --check)
}

# The socket stays open while the service restarts: requests wait in it. Then the site has a minute to answer. While PostgreSQL is
# away no release can store anything, so it is enough that this one serves its pages.
restart() {
    systemctl --quiet is-active website.socket ||
        { systemctl stop website.service && systemctl start website.socket website-backup.timer; } || return
    systemctl restart website.service || return
    address=$(systemctl show --property=Listen --value website.socket | sed -n '1s/ (Stream).*//p')
    ask=(curl -fs --noproxy '*' --max-time 20 -o /dev/null) # past the proxy of root's shell
    end=$((SECONDS + 60))
    while [ "$SECONDS" -lt "$end" ] && systemctl --quiet is-active website.service; do
        ! "${ask[@]}" "http://$address/healthz" || return 0
        sleep 0.5
    done
    reason=$(check "$(release_of current)") && [[ $reason = *DATABASE_URL* ]] && "${ask[@]}" "http://$address/robots.txt" && echo "$reason"
}

switch() {
    running=$(release_of current)
    before=$(release_of previous)
    [ -z "$running" ] || [ "$running" = "$1" ] || keep_assets "$running" "$1" || echo 'Open pages may have to load anew.'
    place "$1" "$([ "$running" = "$1" ] && echo "$before" || echo "$running")" ||
        die "The units or links of $1 cannot be put in place: look at the disk, then run this again."
    restart && return
    echo "$1 does not answer. Its last lines:" >&2
    journalctl -u website -o cat -n 20 >&2 || :
    [ -n "$running" ] && [ "$running" != "$1" ] || exit 1
    place "$running" "$before" && restart || die "$running does not answer either."
    die "$running runs as before."
}

main() {
    [ -z "$is_root" ] || [ "$(id -u)" = 0 ] || die 'Run this as root.'
    exec 9>"$root/.lock"
    flock -n 9 || die 'Another upgrade is running.'
    prepare_folders
    if [ "${1:-}" = --back ]; then
        wanted=$(release_of previous)
        [ -n "$wanted" ] || die 'There is no release to go back to.'
    else
        failure='The repository cannot be fetched: nothing has changed.'
        git -C "$source" fetch --quiet --prune --force --tags origin # a tag may have moved
        git -C "$source" remote set-head origin --auto >/dev/null
        commit=$(commit_of "${1:-HEAD}") || die "The repository has no revision ${1:-HEAD}: nothing has changed."
        wanted=$(git -C "$source" rev-parse --short=12 "$commit")
        failure='The build failed: nothing has changed.'
        if [ ! -d "$root/releases/$wanted" ]; then
            echo "Building $wanted ..."
            build "$commit" "$wanted"
        fi
    fi
    if [ ! -e "$root/.env" ]; then
        install -m 640 "$root/releases/$wanted/.env.example" "$root/.env"
        printf '\nBACKUP_DIR=%s/backups\n' "$root" >>"$root/.env"
        own "root:$user" "$root/.env"
    fi
    check "$wanted" || die "$wanted cannot start: nothing has changed."
    echo "Switching to $wanted ..."
    failure='Stopped while switching: see systemctl status website. "upgrade.sh --back" switches back.'
    switch "$wanted"
    for release in "$root"/releases/*; do
        case ${release##*/} in "$(release_of current)" | "$(release_of previous)") ;; *) rm -rf "$release" ;; esac
    done
    echo "$wanted is running. Back to the release before: $root/current/deploy/upgrade.sh --back"
}

main "$@"
