#!/usr/bin/env bash
# scripts/prepare.sh builds in a clone that was copied, says in one line that it begins anew, and only once.
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail()
{
    printf 'moved_clone_test.sh: %s\n' "$*" >&2
    exit 1
}

# build_in CLONE: builds the tiny project there as the scripts build gaugegl; prints what they say.
build_in() { (cd "$folder/$1" && . scripts/prepare.sh && build release 2>&1); }

mkdir -p "$folder/first/scripts"
cp "$source/scripts/prepare.sh" "$folder/first/scripts/"
cp "$source/CMakePresets.json" "$folder/first/"
cat >"$folder/first/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(tiny LANGUAGES NONE)
add_custom_command(OUTPUT place COMMAND ${CMAKE_COMMAND} -E echo "${CMAKE_SOURCE_DIR}" >place)
add_custom_target(tiny ALL DEPENDS place)
END

[[ $(build_in first) != *"built anew"* ]] || fail "a fresh clone is taken for a moved one"
cp -a "$folder/first" "$folder/second"
said=$(build_in second) || fail "the copy is not built: $said"
[[ $(grep -c "$folder/first/build.*built anew" <<<"$said") == 1 ]] || fail "not one line about the copy: $said"
[[ $(<"$folder/second/build/place") == "$folder/second" ]] || fail "the copy kept $(<"$folder/second/build/place")"
[[ $(build_in second) != *"built anew"* ]] || fail "what was built anew is built anew again"
[[ $(<"$folder/first/build/place") == "$folder/first" ]] || fail "the first clone was touched"
