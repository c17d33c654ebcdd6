#!/usr/bin/env bash
# Puts a figure into docs/images/, reduced to 32 colours if pngquant is there.
#   scripts/picture.sh FIGURE.png NAME    docs/images/NAME.png
set -euo pipefail
[[ $# == 2 ]] || {
    sed -n '2,3s/^# //p' "${BASH_SOURCE[0]}" >&2
    exit 2
}
picture=$(dirname "${BASH_SOURCE[0]}")/../docs/images/$2.png
if command -v pngquant >/dev/null; then
    pngquant --force --output "$picture" 32 "$1"
else
    cp "$1" "$picture"
fi
