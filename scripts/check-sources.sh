#!/usr/bin/env bash
# Compiles every source alone, without writing anything: the build compiles them in groups, in which a missing include, a name
# that two sources share, or one that hides another goes unseen.  Only the headers of GoogleTest, CLI11 and JSON come precompiled.
#   scripts/check-sources.sh             all
#   scripts/check-sources.sh --recent    those that the last thirty commits changed, or whose headers they changed: at most 40
#   scripts/check-sources.sh FILE.cpp... these
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

folder=build-sources
drop_stale "$folder"
cmake --preset release -B "$folder" -DGAUGEGL_UNITY=OFF -DCMAKE_UNITY_BUILD=OFF -DCMAKE_CXX_COMPILER_LAUNCHER= \
    $(python_options) >"$folder.log" ||
    { cat "$folder.log" >&2; die "the build cannot be configured"; }
mv "$folder.log" "$folder/configure.log"

sources=("$@")
if [[ ${1:-} == --recent ]]; then
    mapfile -t sources < <({
        recent_sources 30 40 '\.cpp$'
        recent_sources 30 40 '\.h$' | sed -E 's|.*/|/|; s|.*|\0"|' >"$folder/recent-headers"
        git grep -lF -f "$folder/recent-headers" -- '*.cpp' || true
    } | awk '!seen[$0]++' | while read -r file; do
        grep -q "\"file\": \"$PWD/$file\"" "$folder/compile_commands.json" && echo "$file"
    done | sed 40q)
    [[ ${#sources[@]} -gt 0 ]] || { echo "sources: the last commits changed none"; exit; }
fi

# A command a line, in the folder of the build; the shaders are a source that the build itself writes.
all=$(sed -nE '/^ *"command":/{s/^ *"command": "(.*)",?$/\1/; s/\\(["\\])/\1/g; p}' "$folder/compile_commands.json" |
    grep -v '/embedded_shaders\.cpp$')
commands=$(grep -v 'cmake_pch\.hxx\.cxx$' <<<"$all" |
    sed -E 's/ -o [^ ]+ -c / -fsyntax-only /; /CMakeFiles\/gaugegl\.dir/s/ -include [^ ]+cmake_pch\.hxx//')
if [[ ${#sources[@]} -gt 0 ]]; then
    commands=$(for source in "${sources[@]}"; do grep -F " $PWD/$source" <<<"$commands" || die "$source is not in the build"; done)
fi
used=$(grep -o -- '-include [^ ]*cmake_pch.hxx' <<<"$commands" | sort -u || true)
headers=$(grep 'cmake_pch\.hxx\.cxx$' <<<"$all" | grep -F -e "$used" || true)
each() { tr '\n' '\0' | xargs -0 -r -P "$(nproc)" -n 1 bash -c "cd '$folder' && eval \"\$1\"" bash; }
[[ -z $headers ]] || each <<<"$headers" || die "the precompiled headers cannot be made"
each < <(sed 's/$/ -Wall -Wextra -Wshadow -Werror/' <<<"$commands") || die "not every source compiles alone"
echo "sources: $(wc -l <<<"$commands") compile alone"
