#!/usr/bin/env bash
# Makes the pictures of the lattice window anew: runs every line of README.md and docs/gallery.md that begins with
# `gaugegl view` and has --screenshot, from the repository's root.
#   scripts/view-pictures.sh          all of them: minutes with a software driver
#   scripts/view-pictures.sh NAME...  those whose file's name contains one of these words
# Uses build/gaugegl, which scripts/quickstart.sh builds, and pngquant, if there is one, to make the pictures smaller.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[[ -x build/gaugegl ]] || {
    echo "view-pictures.sh: there is no build/gaugegl; scripts/quickstart.sh builds it" >&2
    exit 1
}

grep -hoE '^`?gaugegl view .*--screenshot [^ `]+[^`]*' README.md docs/gallery.md | tr -d '`' | sort -u |
    while read -r command; do
        picture=$(sed -E 's/.*--screenshot ([^ ]+).*/\1/' <<<"$command")
        wanted=$([[ $# == 0 ]] && echo yes || true)
        for name; do [[ $picture == *"$name"* ]] && wanted=yes; done
        [[ $wanted ]] || continue
        printf '\n== %s\n' "$command"
        # shellcheck disable=SC2086 # the words of the line
        build/${command} </dev/null
        if command -v pngquant >/dev/null; then pngquant --force --output "$picture" 256 "$picture"; fi
    done
