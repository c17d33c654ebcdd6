#!/usr/bin/env bash
# Measures frame times and sweep rates of the lattice window per lattice size, and prints the table of
# docs/performance.md.  The machine should have nothing else to do.
#   scripts/view-performance.sh                  4^4 to 16^4, ten seconds each, 640x480 without a window
#   scripts/view-performance.sh LATTICE...       these, as 24x24x24x24
#   VIEW_SIZE=1280x800 VIEW_SECONDS=20 VIEW_OPTIONS="--gl 3.3" change what is measured
# Uses build/gaugegl, which scripts/quickstart.sh builds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
size=${VIEW_SIZE:-640x480} seconds=${VIEW_SECONDS:-10}
[[ $# -gt 0 ]] || set -- 4x4x4x4 8x8x8x8 12x12x12x12 16x16x16x16

value() { sed -nE "s/^ *\"$1\": \"?(.*[^\",])\"?,?$/\1/p" <<<"$result"; }

header=
for lattice; do
    for group in su2 su3; do
        beta=$([[ $group == su2 ]] && echo 2.4 || echo 6)
        # The time begins when the first programs are compiled.
        # shellcheck disable=SC2086
        result=$(build/gaugegl view --hidden --size "$size" --seconds "$seconds" --json - ${VIEW_OPTIONS:-} \
            --set group=$group --set lattice="$lattice" --set beta=$beta --set quantity=action </dev/null)
        if [[ -z $header ]]; then
            header=yes
            printf '%s, %s shaders, %s pixels, action density of every sweep:\n\n' "$(value renderer)" "$(value path)" "$size"
            printf '| lattice | group | frames/s | drawing, ms | longest frame, ms | volume at | sweeps/s | link updates/s | of copying |\n'
            printf '| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n'
        fi
        awk -v l="$lattice" -v g="${group^^}" -v f="$(value frames_per_second)" -v d="$(value drawing_seconds)" \
            -v m="$(value longest_frame_seconds)" -v v="$(value volume_resolution)" -v s="$(value sweeps_per_second)" \
            -v u="$(value link_updates_per_second)" -v c="$(value fraction_of_copy)" 'BEGIN {
                printf "| %s | %s | %.1f | %.1f | %.0f | 1/%.0f | %.3g | %.3g | %s |\n", l, g, f, 1000 * d, 1000 * m, 1 / v, s, u,
                    c == "null" ? "" : sprintf("%.0f %%", 100 * c)
            }'
    done
done
