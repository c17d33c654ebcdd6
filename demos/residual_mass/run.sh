#!/usr/bin/env bash
# The residual mass of domain walls against L_s on the configurations that demos/runs/residual-mass.toml saved: Shamir (b = 1, c = 0), Moebius
# (b = 1.5, c = 0.5) and optimal walls, whose weights are those of Zolotarev's sign between the extremal eigenvalues of H_W.
#   demos/residual_mass/run.sh FOLDER
# writes FOLDER/mass-ls.csv and mass-ls.png.  What is done is not done again.
#
# With S the propagator of the quarks and any vector eta, eta^dagger S eta - m |S eta|^2 = x^dagger (1 - epsilon^2) x / 4, x = D^-1 eta, without errors
# but those of the solver (CONVENTIONS.md, "Chiral quarks"); m_res is its real part over |S eta|^2, here with one random eta on each
# configuration.  It needs no midpoint, which the optimal weights do not have.
set -euo pipefail
# shellcheck source=demos/configurations.sh
. "$(dirname "${BASH_SOURCE[0]}")/../configurations.sh" "${1:-}" residual-mass.toml
if [[ -s $folder/mass-ls.png ]]; then exit 0; fi
m5=1.6 mass=0.05
json=$(mktemp)
trap 'rm -f "$json"' EXIT

# extreme ORDER [--largest]: the least or the largest |eigenvalue| of H_W(-M5) over all configurations.
extreme()
{
    local file
    for file in "${files[@]}"; do
        "$gaugegl" eigen "$file" --operator hermitian-wilson --mass "-$m5" --count 1 --path cpu --json "$json" --overwrite --quiet \
            "${@:2}"
        awk '/^  "eigenvalues"/ { getline; gsub(/[ ,-]/, ""); print; exit }' "$json"
    done | sort -g "$1" | head -1
}
least=$(extreme -g) most=$(extreme -r --largest)
# The optimal interval may leave out a few modes: with all of them the largest deviation of the sign would be far from the typical one.
lower=$(awk -v a="$least" 'BEGIN { print (a > 0.1 ? 0.9 * a : 0.1) }')
upper=$(awk -v a="$most" 'BEGIN { print 1.02 * a }')
echo "eigenvalues of H_W: $least to $most; Zolotarev's sign on $lower to $upper"

csv=$folder/mass-ls.csv
echo "kind,ls,residual_mass,error" >"$csv.part"
measure()
{
    local kind=$1 ls=$2 file
    shift 2
    for file in "${files[@]}"; do
        "$gaugegl" solve "$file" --operator domain-wall --m5 $m5 --mass $mass --ls "$ls" "$@" --source random:1 --path cpu \
            --tolerance 1e-10 --json "$json" --overwrite --quiet
        awk -v m=$mass '/"source_dot_solution"/ { getline; gsub(/[ ,]/, ""); dot = $0 }
            /"solution_norm2"/ { gsub(/[ ,]/, "", $2); norm = $2 }
            END { printf "%.10g\n", (dot - m * norm) / norm }' "$json"
    done | awk -v kind="$kind" -v ls="$ls" '{ sum += $1; squares += $1 * $1 }
        END { mean = sum / NR
              printf "%s,%d,%.6g,%.2g\n", kind, ls, mean, (NR > 1 ? sqrt((squares / NR - mean * mean) / (NR - 1)) : 0) }' |
        tee -a "$csv.part"
}
for ls in 4 6 8 12 16 24; do
    measure Shamir $ls
    measure Moebius $ls --b5 1.5 --c5 0.5
    [[ $ls -gt 16 ]] || measure optimal $ls --lambda-min "$lower" --lambda-max "$upper"
done
mv "$csv.part" "$csv"
gnuplot <<EOF
set terminal pngcairo size 900,640 font "sans,14"
set output "$folder/mass-ls.png"
set datafile separator ","
set title "SU(3), beta = 6.0, 6x6x6x6: residual mass of domain walls, M5 = $m5, a m = $mass"
set xlabel "L_s" noenhanced
set ylabel "|a m_res|" noenhanced
set logscale y
set xrange [2:26]
set format y "10^{%L}"
set grid
set linetype 1 lc rgb "#0072b2"
set linetype 2 lc rgb "#d55e00"
set linetype 3 lc rgb "#009e73"
plot for [kind in "Shamir Moebius optimal"] "$csv" every ::1 \
    using (stringcolumn(1) eq kind ? \$2 : NaN):(abs(\$3)):4 title kind with yerrorlines pt 7 lw 2
EOF
echo "$folder: mass-ls.csv, mass-ls.png"
