#!/usr/bin/env bash
# Puts a figure into docs/, reduced to 32 colours if pngquant is there.
#   scripts/picture.sh FIGURE.png NAME           docs/images/NAME.png
#   scripts/picture.sh FIGURE.png FOLDER/NAME    docs/FOLDER/NAME.png
set -euo pipefail
[[ $# == 2 ]] || {
    sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}" >&2
    exit 2
}
name=$2
[[ $name == */* ]] || name=images/$name
picture=$(dirname "${BASH_SOURCE[0]}")/../docs/$name.png
if command -v pngquant >/dev/null; then
    pngquant --force --output "$picture" 32 "$1"
else
    cp "$1" "$picture"
fi
