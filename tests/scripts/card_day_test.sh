#!/usr/bin/env bash
# scripts/card-day.sh: two pieces of a rehearsal, what they leave, and what is refused.
#   card_day_test.sh PROGRAM
set -euo pipefail
program=$1
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail()
{
    printf 'card_day_test.sh: %s\n' "$*" >&2
    exit 1
}
day() { "$source/scripts/card-day.sh" "$folder/card" --program "$program" "$@" 2>&1; }
# has FILE TEXT...: the file has the texts.
has()
{
    for text in "${@:2}"; do grep -qF -- "$text" "$folder/card/$1" || fail "$1 has no '$text': $(cat "$folder/card/$1")"; done
}
# refused TEXT OPTION...: ends with 2 and says so.
refused()
{
    local code=0 said
    said=$(day "${@:2}") || code=$?
    [[ $code == 2 && $said == *"$1"* ]] || fail "${*:2} ends with $code: $said"
}

# Without a driver nothing begins, and nothing counts as done.
code=0
said=$(__EGL_VENDOR_LIBRARY_FILENAMES=/dev/null DISPLAY='' day --rehearse --piece 1) || code=$?
[[ $code == 2 && $said == *"no OpenGL"* && ! -e $folder/card/pieces.json ]] || fail "without a driver: $code: $said"
refused "info, has to come first" --rehearse --piece 5

"$source/scripts/card-day.sh" --list | awk '{ sum += $3; if ($3 >= 540) exit 1; n++ } END { exit !(n == 14 && sum <= 1800) }' ||
    fail "the limits are not below nine minutes each and 30 in all"
said=$(day --rehearse --piece 1) || fail "info: $said"
said=$(day --rehearse --piece 5) || fail "bench-16: $said"
[[ $said == *"[5/14] bench-16"*"copy, GB/s"*"heat bath"*"2 of 14 pieces in"* ]] || fail "the table is not told: $said"
has pieces.json '{"rehearsal": true, "pieces": [' '{"piece": "info", "exit": 0, "seconds": ' '{"piece": "bench-16", "exit": 0, '
has card.json '"class": "heat bath"' '"below_wanted": ' '"fraction_of_copy": ' '"heat bath": 0.6'
has README.md 'A rehearsal' '| [bench-16](bench-16.md) |' '| verify | kernels against the CPU reference |  | 240 | not run |' \
    '| streaming | plaquette | SU2 |' 'heat bath, fragment, single: ' '! marks less than 85 (streaming), 60 (heat bath), 70 (fixing)'
has bench-16-fragment.json '"suite": "standard"' '"complete": true'
has bench-16.md '# bench-16: ' '| overrelaxation | SU2 | fragment | single | 4x4x4x4 |'
[[ ! -e $folder/card/.work ]] || fail "the working folder stays"

# What is done is not done again, nor mixed with measurements.
cp "$folder/card/bench-16-fragment.json" "$folder/before"
said=$(day --rehearse --pieces 5-5) || fail "again: $said"
[[ $said == *"bench-16: done in "*" s before"* ]] || fail "a piece is done twice: $said"
cmp "$folder/before" "$folder/card/bench-16-fragment.json" || fail "a piece that is done is measured again"
refused "holds a rehearsal" --piece 2

# Two experiments of the papers.
said=$(day --rehearse --piece 9) || fail "papers: $said"
has papers.json '"cardoso-7"' '"cardoso-8"' '"verdict"'
has papers.html '<h2'
has papers.md '# papers: ' '[The report](papers.html)'

# When the half hour is over the rest is not run; a piece that failed counts, and fails all.
sed -i 's/"bench-16", "exit": 0, "seconds": [0-9]*/"bench-16", "exit": 3, "seconds": 1790/' "$folder/card/pieces.json"
code=0
said=$(day --rehearse --piece 10) || code=$?
[[ $code == 1 && $said == *"quarks: not run, the 30 minutes are over"* ]] || fail "after half an hour: $code: $said"
has README.md '| failed with exit code 3 |'

# Figures that were kept as scripts.
if command -v gnuplot >/dev/null; then
    (cd "$folder/card" && GAUGEGL_PLOTS=scripts "$program" bench --suite copy --quiet --path fragment --seconds 0.01 --sizes 0.0625 --output .)
    has bench_copy_fragment.gnuplot "set output \"./bench_copy_fragment.png\""
    said=$(day --figures) || fail "--figures: $said"
    [[ -s $folder/card/bench_copy_fragment.png && -s $folder/card/bench_copy_fragment.svg ]] || fail "--figures draws nothing: $said"
    has README.md '![bench_copy_fragment.png](bench_copy_fragment.png)'
    [[ ! -e $folder/card/bench_copy_fragment.gnuplot ]] || fail "the script stays"
fi

refused "the pieces are 1 to 14" --pieces 3-15
refused "expected a number" --piece two
refused "there is no option --fast" --fast
refused "cannot be run" --program "$folder/before"
