#!/usr/bin/env bash
# Lays out the C++ sources as .clang-format says; with --check only names the files that differ, and fails if any does.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v clang-format >/dev/null || {
    echo "format.sh: clang-format is missing; as root: apt-get install clang-format" >&2
    exit 1
}
mapfile -d '' sources < <(find include src tests demos web -type f \( -name '*.h' -o -name '*.cpp' \) -print0 | sort -z)

case ${1:-} in
"") clang-format -i "${sources[@]}" ;;
--check)
    bad=()
    if ! clang-format --dry-run --Werror "${sources[@]}" 2>/dev/null; then # one after the other takes minutes
        for file in "${sources[@]}"; do
            clang-format --dry-run --Werror "$file" 2>/dev/null || bad+=("$file")
        done
    fi
    if [[ ${#bad[@]} -gt 0 ]]; then
        printf '%s: not as clang-format lays it out\n' "${bad[@]}" >&2
        echo "format.sh: ${#bad[@]} of ${#sources[@]} files differ ($(clang-format --version)); scripts/format.sh rewrites them" >&2
        exit 1
    fi
    echo "format: ${#sources[@]} files are as .clang-format says"
    ;;
*)
    echo "usage: scripts/format.sh [--check]" >&2
    exit 2
    ;;
esac
