#!/usr/bin/env bash
# Runs a command on a bare Debian 12 as an unprivileged container would: as root with the
# capabilities that Docker leaves, which cannot mount, and in name spaces of its own, so that
# nothing is left mounted. Usage: bare_debian.sh ROOT COMMAND..., as root with debootstrap.
# ROOT is made where it is not there.
set -eu
[ $# -ge 2 ] && mkdir -p "$1" || exit 2
root=$(realpath "$1")
shift
if [ ! -e "$root/etc/debian_version" ]; then
    debootstrap --variant=minbase bookworm "$root" >"$root.log" 2>&1 || { cat "$root.log" >&2; exit 1; }
    chmod 700 "$root/root" # as the installer of Debian makes it
fi
# The way to the packages is that of this machine: name service, sources, certificates.
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
rm -rf "$root/etc/apt/sources.list" "$root/etc/apt/sources.list.d"
for sources in /etc/apt/sources.list /etc/apt/sources.list.d; do
    [ ! -e "$sources" ] || cp -rL "$sources" "$root/etc/apt/"
done
certificates=/etc/ssl/certs/ca-certificates.crt
[ ! -e $certificates ] || install -D -m 644 $certificates "$root/usr/local/share/packages.crt"
way=()
for name in $(compgen -e); do
    case $name in
        PIP_CERT | SSL_CERT_FILE | REQUESTS_CA_BUNDLE) way+=("$name=/usr/local/share/packages.crt") ;;
        PIP_DEFAULT_TIMEOUT | PIP_INDEX_URL | *_proxy | *_PROXY) way+=("$name=${!name}") ;;
    esac
done

# shellcheck disable=SC2016 # names of the inner shell
inner='
set -eu
root=$1
shift
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for node in null zero full random urandom tty; do
    : >"$root/dev/$node"
    mount --bind /dev/$node "$root/dev/$node"
done
mkdir -m 1777 "$root/dev/shm"
mount -t tmpfs tmpfs "$root/dev/shm"
mkdir "$root/dev/pts"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for number in 0:stdin 1:stdout 2:stderr; do
    ln -s "/proc/self/fd/${number%%:*}" "$root/dev/${number#*:}"
done
kept=chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,net_bind_service,net_raw,sys_chroot,mknod
kept=$kept,audit_write,setfcap
exec setpriv --bounding-set "-all,+$(echo $kept | sed s/,/,+/g)" chroot "$root" "$@"
'
exec unshare --mount --pid --ipc --uts --fork --kill-child bash -c "$inner" bare "$root" \
    env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${way[@]}" "$@"
