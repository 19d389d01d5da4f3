#!/usr/bin/env bash
# Makes .venv with the locked packages; on Debian and Ubuntu also installs the few system libraries
# that Qt needs, when it may (root or sudo), and otherwise names the exact command.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}

# Shared library that must be there, and the Debian package that brings it.
libraries="
libEGL.so.1:libegl1
libGL.so.1:libgl1
libglib-2.0.so.0:libglib2.0-0
libxkbcommon.so.0:libxkbcommon0
libdbus-1.so.3:libdbus-1-3
libfontconfig.so.1:libfontconfig1
libxcb-cursor.so.0:libxcb-cursor0
libxcb-icccm.so.4:libxcb-icccm4
libxcb-keysyms.so.1:libxcb-keysyms1
libxkbcommon-x11.so.0:libxkbcommon-x11-0
libxcb-shape.so.0:libxcb-shape0
"

say() { printf '%s\n' "setup: $*" >&2; }

has_library() { # the linker's cache, read by the tool itself or from the usual folders
    { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null || true; } | grep -q "^[[:space:]]*$1 "
}

missing_packages() {
    "$python" -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
    for pair in $libraries; do
        has_library "${pair%%:*}" || echo "${pair##*:}"
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@" # may ask for the password
    else
        sudo -n "$@"
    fi
}

install_missing() {
    packages=$(missing_packages | tr '\n' ' ')
    [ -n "$packages" ] || return 0
    command="apt-get install -y --no-install-recommends $packages"
    if ! command -v apt-get >/dev/null; then
        say "this system has no apt-get; these Debian packages, or their like, are needed: $packages"
        return 0
    fi
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        say "system libraries are missing and this user may not install them. Please run as root:"
        say "    $command"
        exit 1
    fi
    say "installing $packages"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086 # a list of package names
    if ! { as_root apt-get update -q && as_root $command; } >&2; then
        say "that did not succeed. Please run as root:"
        say "    $command"
        exit 1
    fi
}

if ! command -v "$python" >/dev/null; then
    say "no $python here; please install Python 3.11 or newer"
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    say "$python is $("$python" -V); Python 3.11 or newer is needed (PYTHON=/path/to/python make setup)"
    exit 1
fi
case "$(uname -s)" in Linux) install_missing ;; esac

say "making .venv (some minutes the first time)"
rm -rf .venv
"$python" -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
    -r packaging/requirements-dev.lock
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
say "ready"
