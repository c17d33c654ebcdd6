#!/usr/bin/env bash
# The program on several ranks: the files of a run are those of one rank, byte for byte, also after a rank was killed and on
# another grid; errors end all ranks with one message.
#   ranks_test.sh PROGRAM
set -euo pipefail
program=$1
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail()
{
    printf 'ranks_test.sh: %s\n' "$*" >&2
    exit 1
}

# ranks N COMMAND...: on N ranks.
ranks() { mpirun --allow-run-as-root --oversubscribe --bind-to none -np "$1" "${@:2}"; }

# make NAME LAUNCHER... -- OPTIONS...: a run in a folder of its own.
make()
{
    local name=$1 launcher=()
    shift
    while [[ $1 != -- ]]; do
        launcher+=("$1")
        shift
    done
    mkdir -p "$folder/$name"
    (cd "$folder/$name" && ${launcher[@]+"${launcher[@]}"} "$program" run "$source/demos/runs/quickstart.toml" --output out --quiet "${common[@]}" "${@:2}")
}

# same NAME NAME: both runs made the same files, whatever their times are.
same()
{
    diff -r --exclude=checkpoint --exclude=timing.json "$folder/$1/out" "$folder/$2/out" ||
        fail "$2 made other files than $1"
}

common=(--set output.plots=false --set update.thermalisation=2 --set "lattice.extents='4x6x12x8'" --set output.save_every=4
    --set update.sweeps=8 --set update.reunitarise_every=3)
make su3 --
for grid in 1x1x1x2 1x1x2x1; do
    make "su3-$grid" ranks 2 -- --grid $grid
    same su3 "su3-$grid"
done
make su3-shares ranks 2 -- --shares 3,1 --path fragment
make su3-fragment -- --path fragment
same su3-fragment su3-shares
common+=(--set "lattice.group='su2'" --set "action.type='symanzik'" --set action.beta=1.9 --set "update.generator='ranlux'"
    --set update.trials=2 --set "output.format='nersc'")
make su2 --
for grid in 1x1x1x4 1x1x2x2; do
    make "su2-$grid" ranks 4 -- --grid $grid
    same su2 "su2-$grid"
done

# A rank is killed; the run goes on with four and ends with one.
common=(--set output.plots=false --set update.thermalisation=10 --set output.checkpoint_seconds=0 --set "lattice.extents='4x4x8x8'"
    --set "lattice.group='su2'" --set action.beta=2.4 --set update.sweeps=4000 --set output.save_every=1000)
make whole --
make killed ranks 2 -- &
launcher=$!
while [[ ! -e $folder/killed/out/checkpoint ]] || (($(wc -l <"$folder/killed/out/history.csv") < 200)); do sleep 0.1; done
pkill -9 -n -x -f "$program run .*" || fail "there is no rank to kill"
! wait $launcher || fail "the launcher does not tell that a rank was killed"
[[ ! -e $folder/killed/out/results.json ]] || fail "the run ended before its rank was killed"
make killed ranks 4 -- --set update.sweeps=4000 &
launcher=$!
rows=$(wc -l <"$folder/killed/out/history.csv")
while (($(wc -l <"$folder/killed/out/history.csv") < rows + 200)); do sleep 0.1; done
pkill -INT -x mpirun
wait $launcher || true
make killed --
same whole killed

# refused N TEXT OPTIONS...: ends with 2 and says so, once.
refused()
{
    local said code=0
    said=$(ranks "$1" "$program" generate --lattice 4x4x8x8 --group su2 --beta 2.4 --sweeps 1 "${@:3}" 2>&1) || code=$?
    [[ $code == 2 ]] || fail "${*:3} ends with $code: $said"
    [[ $(grep -c "gaugegl: error:.*$2" <<<"$said") == 1 ]] || fail "${*:3} does not say '$2' once: $said"
}
refused 2 "divides x or y" --grid 2x1x1x1
refused 2 "needs 4 ranks; there are 2" --grid 1x1x1x4
refused 2 "is not of the form" --grid 2x2
refused 2 "not positive whole numbers" --shares 3,-1
refused 3 "2 ranks would work, as 1x1x1x2"
code=0
said=$(ranks 2 "$program" scan nothing 2>&1) || code=$?
[[ $code == 2 && $said == *"works on one rank, and 2 were started"* ]] || fail "scan on two ranks: $said"
said=$("$program" generate --lattice 4x4x8x8 --group su2 --beta 2.4 --sweeps 1 --grid 1x1x1x2 2>&1) && fail "a grid needs ranks"
[[ $said == *"start them with mpirun -np 2"* ]] || fail "a grid without mpirun: $said"
code=0
said=$(mpirun --allow-run-as-root --oversubscribe -np 1 "$program" generate --lattice 4x4x8x8 --beta 5 --sweeps 1 : \
    -np 1 "$program" generate --lattice 4x4x8x8 --beta 6 --sweeps 1 2>&1) || code=$?
[[ $code == 2 && $said == *"the ranks differ in their options"* ]] || fail "ranks with other options end with $code: $said"
said=$(ranks 2 "$program" info --json - 2>/dev/null)
[[ $(grep -c '"rank": ' <<<"$said") == 2 ]] || fail "info does not list two ranks: $said"
