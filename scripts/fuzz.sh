#!/usr/bin/env bash
# Fuzzes everything that reads files: SECONDS (60 unless given) in all, shared by the targets of tests/fuzz.
#   scripts/fuzz.sh [SECONDS]
# Needs clang and its runtime libraries (Debian: clang, libclang-rt-dev); without them it says so and is done.  What was
# learned stays in build-fuzz/corpus; an input that breaks a target is left in build-fuzz/findings, and makes this fail.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

seconds=${1:-60}
if [[ $# -gt 1 || ! $seconds =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: scripts/fuzz.sh [SECONDS]" >&2
    exit 2
fi

# A compiler without the runtime finds out only when it links.
works()
{
    command -v clang++ >/dev/null &&
        echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' |
        clang++ -x c++ -fsanitize=fuzzer,address,undefined -o /dev/null - 2>/dev/null
}
if ! works; then
    say "Fuzzing is skipped: clang++ or its runtime libraries (clang, libclang-rt-dev) are not installed"
    exit 0
fi

targets=(tests/fuzz/*_fuzz.cpp)
targets=("${targets[@]##*/}")
targets=("${targets[@]%_fuzz.cpp}")
say "Building the fuzz targets into build-fuzz/"
build fuzz
folder=build-fuzz
mkdir -p "$folder"/findings
"$folder"/tests/fuzz/fuzz_seeds "$folder"/seeds

share=$(((seconds + ${#targets[@]} - 1) / ${#targets[@]}))
for target in "${targets[@]}"; do
    mkdir -p "$folder/corpus/$target"
    say "Fuzzing $target for $share s"
    if ! "$folder/tests/fuzz/${target}_fuzz" -max_total_time="$share" -max_len=100000 -timeout=5 -rss_limit_mb=1024 \
        -malloc_limit_mb=64 -print_final_stats=1 -verbosity=0 -artifact_prefix="$folder/findings/$target-" \
        "$folder/corpus/$target" "$folder/seeds/$target" >"$folder/$target.log" 2>&1; then
        tail -n 60 "$folder/$target.log" >&2
        die "an input broke $target; it is in $folder/findings, a copy of what was said in $folder/$target.log"
    fi
    sed -n 's/^stat::\(number_of_executed_units\|average_exec_per_sec\|peak_rss_mb\): */   \1 /p' "$folder/$target.log"
done
