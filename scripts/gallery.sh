#!/usr/bin/env bash
# Runs the demos whose figures docs/gallery.md shows and puts these into docs/images/: some hours on two cores with a software
# driver, where every run takes an hour at most.  What is interrupted goes on; what is done is not done again.
#   scripts/gallery.sh           all of them
#   scripts/gallery.sh NAME...   some, by the names of their folders in results/
# Uses build/gaugegl, which scripts/quickstart.sh builds, and pngquant, if there is one, to make the figures smaller.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Folder in results/ | command and its arguments | figures of the folder.
demos="\
su2-plaquette-scan         | scan demos/runs/su2-plaquette-scan.toml                     | scan-plaquette
su2-polyakov-scan          | scan demos/runs/su2-polyakov-scan.toml                      | scan-polyakov scan-susceptibility scan-free-energy
su2-potential              | run demos/runs/su2-potential.toml                           | loops-masses loops-potential
su2-potential-2.8          | run demos/runs/su2-potential.toml --set action.beta=2.8     | loops-potential
su2-potential-double       | run demos/runs/su2-potential.toml --precision double        | loops-potential
su2-potential-small        | run demos/runs/su2-potential-small.toml                     | loops-potential
su3-potential              | run demos/runs/su3-potential.toml                           | loops-potential
su3-deconfinement          | scan demos/runs/su3-deconfinement.toml                      | scan-polyakov scan-susceptibility scan-free-energy
su3-flow                   | run demos/runs/su3-flow.toml                                | flow-energy flow-charge flow-charges
su3-landau                 | run demos/runs/su3-landau.toml                              |
su3-landau-gluon           | fix results/su3-landau/config.*.ildg --propagator --cylinder 2 | fix-propagator fix-dressing
quickstart                 | run demos/runs/quickstart.toml                              |
quickstart-omega           | fix results/quickstart/config.00600.ildg --tune omega --copies 20 | fix-tune
quickstart-p               | fix results/quickstart/config.00600.ildg --method sr --tune p --copies 20 | fix-tune
su3-quenched-hmc           | run demos/runs/su3-quenched-hmc.toml                        | dh-history
wilson-nf2                 | run demos/runs/wilson-nf2.toml                              | pion-correlators
pion                       | run demos/runs/pion.toml                                    | pion-correlators pion-masses
clover-pion                | run demos/runs/clover-pion.toml                             | pion-kappa
stout-clover-nf2           | run demos/runs/stout-clover-nf2.toml                        | dh-history
stout-staggered-2+1        | run demos/runs/stout-staggered-2+1.toml                     | condensate-history
residual-mass              | run demos/runs/residual-mass.toml                           | mass-ls
overlap-pion               | run demos/runs/overlap-pion.toml                            | pion-mass
overlap-index              | run demos/runs/overlap-index.toml                           | index-charge index-modes"

if [[ ${1:-} == -* ]]; then
    sed -n '2,6s/^# //p' scripts/gallery.sh >&2
    [[ $1 == --help || $1 == -h ]] && exit 0
    exit 2
fi
for name; do
    grep -q "^$name *|" <<<"$demos" || {
        echo "gallery.sh: no demo is named $name; there are" $(sed 's/ .*//' <<<"$demos") >&2
        exit 2
    }
done
[[ -x build/gaugegl ]] || {
    echo "gallery.sh: there is no build/gaugegl; scripts/quickstart.sh builds it" >&2
    exit 1
}

# is_done FOLDER: a run is when its results are complete, a scan when it says so, gauge fixing when there are results.
is_done() { grep -qs '"complete": true\|"gauge":' "$1/results.json" "$1/scan.json"; }

# where COMMAND FOLDER: the options that put results and figures there.
where()
{
    case $1 in
    *fix\ *) echo "--plot $2/fix --json $2/results.json" ;;
    *) echo "--output $2" ;;
    esac
}

while IFS='|' read -r name command figures; do
    name=${name// /}
    [[ $# == 0 || " $* " == *" $name "* ]] || continue
    folder=results/$name
    if ! is_done "$folder"; then
        printf '\n== %s\n' "$name"
        [[ $command == *fix\ * ]] && mkdir -p "$folder"
        build/gaugegl $command $(where "$command" "$folder") </dev/null
    fi
    script=demos/${name//-/_}/run.sh # what is done with its configurations
    [[ ! -x $script ]] || "$script" "$folder" </dev/null
    for figure in $figures; do
        scripts/picture.sh "$folder/$figure.png" "$name-${figure#*-}"
    done
done <<<"$demos"
