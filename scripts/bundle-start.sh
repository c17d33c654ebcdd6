#!/bin/sh
# Starts the program of a bundle (scripts/bundle.sh), wherever the bundle lies.  A library in fallback/ is used only where the system
# has none, or one that is too old: drivers bring libraries of their own, which must be the system's.
here=$(dirname "$(readlink -f "$0")")
program=$here/bin/gaugegl
folders=
while :; do
    # The loader says what it does not find, and then what these need in turn.
    said=$(LD_LIBRARY_PATH=$folders${folders:+${LD_LIBRARY_PATH:+:}}$LD_LIBRARY_PATH LD_TRACE_LOADED_OBJECTS=1 LD_WARN=yes "$program" 2>&1)
    glibc=$(printf '%s\n' "$said" | sed -n "s/.*libc\.so\.6: version .\(GLIBC_[0-9.]*\)' not found.*/\1/p" | sort -V | tail -n 1)
    if [ -n "$glibc" ]; then
        echo "gaugegl: error: this system's C library is too old: the bundle needs $glibc (README.txt)" >&2
        exit 4
    fi
    found=
    for name in $(printf '%s\n' "$said" |
        sed -n "s/^[[:space:]]*\([^ ]*\) => not found.*/\1/p; s/.*\/\([^ /]*\): version .* not found.*/\1/p" | sort -u); do
        case ":$folders:" in *":$here/fallback/$name:"*) continue ;; esac
        if [ -d "$here/fallback/$name" ]; then
            folders=$here/fallback/$name${folders:+:$folders}
            found=yes
        fi
    done
    [ -n "$found" ] || break
done
if [ -n "$folders" ]; then
    LD_LIBRARY_PATH=$folders${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export LD_LIBRARY_PATH
fi
exec "$program" "$@"
