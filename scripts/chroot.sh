# Sourced by the scripts that try packages in an empty Debian, after prepare.sh: how it is made, and how commands run in it.  Needs root.
# shellcheck shell=bash disable=SC2154

# need_chroot: says what is missing, and fails.
need_chroot()
{
    [[ $(id -u) == 0 ]] || die "this needs root, for debootstrap and chroot"
    need_packages "$chroot_packages"
    local command
    for command in debootstrap unshare chroot; do
        command -v "$command" >/dev/null || die "this needs $command, which is not installed"
    done
}

# make_system ROOT OPTION...: a minimal system of the release of this one, from where its packages come; with options of debootstrap.
make_system()
{
    local root=$1 mirror codename
    shift
    codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
    # shellcheck disable=SC2016 # apt-get's own words
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages' | sed -n "s/ $codename\$//p" | head -n 1)
    rm -rf "$root"
    mkdir -p "${root%/*}"
    stage "Making an empty system in ${root#"$PWD"/}" logged "$root.log" debootstrap --variant=minbase "$@" "$codename" "$root" "${mirror:-}" || {
        tail -n 20 "$root.log" >&2
        die "debootstrap failed"
    }
    echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io" # it does not live long enough to lose power
    touch "$root/made"
}

# inside ROOT COMMAND...: in that system, with its own mounts, which end with it; as_user ROOT COMMAND...: as one without rights.
inside()
{
    # shellcheck disable=SC2016 # for the inner shell
    unshare --mount bash -c 'mount -t proc proc "$0/proc" && mount --rbind /sys "$0/sys" && mount --rbind /dev "$0/dev" &&
        exec chroot "$0" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin "${@}"' "$@"
}
as_user() { inside "$1" setpriv --reuid=1000 --regid=1000 --clear-groups env HOME=/home/user PATH=/usr/bin:/bin "${@:2}"; }
