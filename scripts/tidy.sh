#!/usr/bin/env bash
# Runs clang-tidy, as .clang-tidy says, on every source and every header of the library and the program.
#   scripts/tidy.sh             all
#   scripts/tidy.sh --recent    the sources that the last commits changed, at most 24, and every header
#   scripts/tidy.sh FILE.cpp... these sources and the headers that they include
# Every finding is an error.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

command -v clang-tidy >/dev/null || die "clang-tidy is missing; as root: apt-get install clang-tidy"

# A configuration of its own: clang cannot read the precompiled headers of another compiler, and looks at each source alone.
folder=build-tidy
drop_stale "$folder"
cmake --preset release -B "$folder" -DGAUGEGL_TESTS=OFF -DGAUGEGL_UNITY=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
    $(python_options) >"$folder.log" ||
    { cat "$folder.log" >&2; die "the build cannot be configured"; }
mv "$folder.log" "$folder/configure.log"

sources=("$@")
if [[ $# -eq 0 || $1 == --recent ]]; then
    # Sources of the page and for Windows are for other compilers; those of the Python module need packages of their own.
    left_out='_(web|windows)\.cpp$|/context_without_egl\.cpp$'
    if [[ ! $(python_options) ]]; then
        left_out+='|^src/python/'
        echo "tidy: without src/python, whose packages are not installed"
    fi
    mapfile -t sources < <(if [[ $# -eq 0 ]]; then find src -name '*.cpp' | sort; else recent_sources 5 24 '^src/.*\.cpp$'; fi |
        grep -vE "$left_out")
    # A header that no source includes is looked at too: here is one source with all of them.
    all="$folder/all_headers.cpp"
    (cd include && find gaugegl -name '*.h' | sort | sed 's/.*/#include "&"/') >"$all"
fi
for source in "${sources[@]}"; do
    grep -q "\"file\": \"$PWD/$source\"" "$folder/compile_commands.json" || die "$source is not in the build"
done

# Prints what clang-tidy found in the file $1, without its count of suppressed warnings in system headers.
export folder
tidy_one='output=$(clang-tidy -p "$folder" --quiet "$1" 2>&1) || { printf "%s\n" "$output" | grep -v "warnings generated"; exit 1; }'
failed=
printf '%s\n' "${sources[@]}" | xargs -r -P "$(build_jobs)" -I{} sh -c "$tidy_one" sh {} || failed=yes
if [[ ${all:-} ]]; then
    clang-tidy --quiet "$all" -- -std=c++20 -Iinclude 2>/dev/null || failed=yes
fi
[[ ! $failed ]] || die "clang-tidy found something"
echo "tidy: ${#sources[@]} sources${all:+ and all headers} have no finding"
