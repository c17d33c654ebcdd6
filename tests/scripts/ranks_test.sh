#!/usr/bin/env bash
# The program on several ranks: the files of a run are those of one rank, byte for byte, also after a rank was killed and on
# another grid; errors end all ranks with one message; verify --ranks finds kernels that have other bits.
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

# Ranks compile what is missing in turns, and later runs find it.
export GAUGEGL_CACHE_DIR=$folder/cache

# ranks N COMMAND...: on N ranks.
ranks() { mpirun --allow-run-as-root --oversubscribe --bind-to none -np "$1" "${@:2}"; }

# two "WRAPPER" "WRAPPER" COMMAND...: on two ranks, each started by a wrapper of its own, such as env A=1.
two()
{
    local first second
    read -ra first <<<"$1"
    read -ra second <<<"$2"
    mpirun --allow-run-as-root --oversubscribe --bind-to none -np 1 "${first[@]}" "${@:3}" : -np 1 "${second[@]}" "${@:3}"
}

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

# same NAME NAME: both runs made the same files, whatever their times are and the command that goes on with them.
same()
{
    diff -r --exclude=checkpoint --exclude=timing.json --exclude=progress.json --ignore-matching-lines='^  "again": "' \
        "$folder/$1/out" "$folder/$2/out" ||
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
    --set "lattice.group='su2'" --set action.beta=2.4 --set update.sweeps=2400 --set output.save_every=600)
make whole --
make killed ranks 2 -- &
launcher=$!
while [[ ! -e $folder/killed/out/checkpoint ]] || (($(wc -l <"$folder/killed/out/history.csv") < 200)); do sleep 0.1; done
pkill -9 -n -x -f "$program run .*" || fail "there is no rank to kill"
! wait $launcher || fail "the launcher does not tell that a rank was killed"
[[ ! -e $folder/killed/out/results.json ]] || fail "the run ended before its rank was killed"
make killed ranks 4 -- --set update.sweeps=2400 &
launcher=$!
rows=$(wc -l <"$folder/killed/out/history.csv")
while (($(wc -l <"$folder/killed/out/history.csv") < rows + 200)); do sleep 0.1; done
pkill -INT -f "^mpirun .* -np 4 $program run"
wait $launcher || true
make killed --
same whole killed

# One rank has an error: all end, with one message that names it, and the checkpoint is whole.  The files of the first rank may not grow
# beyond 100 KiB, then the second one has no driver.
# failed CODE TEXT: the last command ended so.
failed()
{
    [[ $code == "$1" ]] || fail "an error of one rank ends with $code: $said"
    [[ $(grep -c "gaugegl: error:" <<<"$said") == 1 && $said == *"gaugegl: error: $2"* ]] || fail "'$2' is not said once: $said"
}
printf '#!/usr/bin/env bash\nulimit -f 100\nexec "$@"\n' >"$folder/limited"
chmod +x "$folder/limited"
code=0
said=$(make ended two "$folder/limited" env -- 2>&1) || code=$?
failed 5 "rank 0 on $(hostname): "
cp "$folder/ended/out/checkpoint" "$folder/checkpoint"
code=0 SECONDS=0
said=$(make ended two env "env __EGL_VENDOR_LIBRARY_FILENAMES=/dev/null DISPLAY=" -- 2>&1) || code=$?
failed 4 "rank 1 on $(hostname): no OpenGL"
((SECONDS < 20)) || fail "an error of one rank takes $SECONDS s to end all"
cmp "$folder/ended/out/checkpoint" "$folder/checkpoint" || fail "an error before the start changes the checkpoint"
make ended --
same whole ended

# A scan.
scan=(scan "$source/demos/runs/su2-polyakov-scan.toml" --output out --quiet --set "lattice.extents='4x4x8x4'" --set "scan.beta=[2.2,2.3]"
    --set update.thermalisation=2 --set update.sweeps=8 --set output.plots=false)
mkdir "$folder/scan" "$folder/scan-2"
(cd "$folder/scan" && "$program" "${scan[@]}")
(cd "$folder/scan-2" && ranks 2 "$program" "${scan[@]}" --grid 1x1x2x1)
same scan scan-2

# Ranks of different drivers.
mixed=(two "env LP_NATIVE_VECTOR_WIDTH=256" "env LP_NATIVE_VECTOR_WIDTH=128" "$program" generate --lattice 4x4x8x8 --group su2 --beta 2.4
    --sweeps 1)
if [[ $("$program" info) == *"llvmpipe"*" bits"* ]]; then
    code=0
    said=$("${mixed[@]}" 2>&1) || code=$?
    failed 2 "the ranks differ in their driver"
    said=$("${mixed[@]}" --allow-mixed 2>&1) || fail "--allow-mixed: $said"
    [[ $said == *"warning: the ranks differ in their driver"* ]] || fail "--allow-mixed does not warn: $said"
fi

# Kernels on parts of a lattice; one of them is then given other numbers there.
verify=(ranks 2 "$program" verify --ranks --lattice 4x4x8x8 --group su2 --precision single --path fragment --json -)
said=$("${verify[@]}" --kernels gauge --only u 2>/dev/null) || fail "verify --ranks: $said"
(($(grep -c '"passed": true' <<<"$said") > 9)) || fail "verify --ranks compares too little: $said"
cp -r "$source/shaders" "$folder"
sed -i 's/    result\[0\] = .*/&\n#ifdef SHARED_LATTICE\n    result[0] *= REAL(1.0000002);\n#endif/' "$folder/shaders/kernels/rectangle.glsl"
code=0
said=$(GAUGEGL_SHADER_DIR=$folder/shaders "${verify[@]}" --only rectangle 2>&1) || code=$?
[[ $code == 3 && $said == *"do not have the bits of one"* ]] || fail "verify --ranks finds nothing: $said"
said=$("$program" verify --ranks 2>&1) && fail "verify --ranks needs ranks"
[[ $said == *"mpirun --bind-to none -np 2"* ]] || fail "verify --ranks without mpirun: $said"

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
said=$(ranks 2 "$program" verify 2>&1) || code=$?
[[ $code == 2 && $said == *"works on one rank, and 2 were started"* ]] || fail "verify on two ranks: $said"
said=$("$program" generate --lattice 4x4x8x8 --group su2 --beta 2.4 --sweeps 1 --grid 1x1x1x2 2>&1) && fail "a grid needs ranks"
[[ $said == *"start them with mpirun -np 2"* ]] || fail "a grid without mpirun: $said"
code=0
said=$(mpirun --allow-run-as-root --oversubscribe -np 1 "$program" generate --lattice 4x4x8x8 --beta 5 --sweeps 1 : \
    -np 1 "$program" generate --lattice 4x4x8x8 --beta 6 --sweeps 1 2>&1) || code=$?
[[ $code == 2 && $said == *"the ranks differ in their options"* ]] || fail "ranks with other options end with $code: $said"
said=$(ranks 2 "$program" info --json - 2>/dev/null)
[[ $(grep -c '"rank": ' <<<"$said") == 2 ]] || fail "info does not list two ranks: $said"
