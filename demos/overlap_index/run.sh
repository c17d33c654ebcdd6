#!/usr/bin/env bash
# The index of overlap quarks against the topological charge after the gradient flow, of the configurations that
# demos/runs/overlap-index.toml saved; and the low modes of the first of them in the complex plane.
#   demos/overlap_index/run.sh FOLDER
# writes FOLDER/index.csv, index-charge.png and index-modes.png.  What is done is not done again.
set -euo pipefail
# shellcheck source=demos/configurations.sh
. "$(dirname "${BASH_SOURCE[0]}")/../configurations.sh" "${1:-}" overlap-index.toml
# Smeared as by the flow to t = 2 a^2: the index of rougher links differs where an instanton of the size of the lattice spacing is made or lost.
quarks=(--operator overlap --rho 1.4 --stout 0.1:20 --path cpu)

# kept FILE COMMAND..: runs the command with --json FILE unless the file is there.
kept()
{
    local file=$1
    shift
    [[ -s $file ]] && return
    "$gaugegl" "$@" --json "$file.part" --quiet
    mv "$file.part" "$file"
}

csv=$folder/index.csv
echo "configuration,charge,index" >"$csv.part"
for file in "${files[@]}"; do
    name=$(basename "$file" .ildg)
    kept "$folder/$name.flow.json" flow "$file" --time 3 --every 1 --step 0.1 --improved
    kept "$folder/$name.modes.json" eigen "$file" "${quarks[@]}" --count 2 --precision single --tolerance 1e-4
    charge=$(awk '/^  "charges"/ { getline; gsub(/[ ,]/, ""); print; exit }' "$folder/$name.flow.json")
    index=$(sed -n 's/^  "index": //p' "$folder/$name.modes.json")
    echo "$name,$charge,$index" | tee -a "$csv.part"
done
mv "$csv.part" "$csv"

first=${files[0]}
[[ -s $folder/index-modes.png ]] ||
    "$gaugegl" eigen "$first" "${quarks[@]}" --count 24 --precision single --tolerance 1e-4 --plot "$folder/index-modes" --quiet \
        --json "$folder/modes.json"
gnuplot <<EOF
set terminal pngcairo size 900,640 font "sans,14"
set output "$folder/index-charge.png"
set datafile separator ","
set title "SU(2), beta = 2.4, 8x8x8x8: index of overlap quarks, rho = 1.4"
set xlabel "-Q, improved, at flow time 3 a^2" noenhanced
set ylabel "index n_+ - n_-" noenhanced
set grid
set key left top
set size ratio -1
set xrange [-3:3]
set yrange [-3:3]
set xtics 1
set ytics 1
plot [-3:3] x title "index = -Q" with lines lc rgb "#999999", \
    "$csv" every ::1 using (-\$2):3 title "${#files[@]} configurations" with points pt 7 ps 1.3 lc rgb "#0072b2"
EOF
echo "$folder: index.csv, index-charge.png, index-modes.png"
