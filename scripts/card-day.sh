#!/usr/bin/env bash
# Measures a card, in pieces, each with a limit in time, the most valuable first, half an hour in all; without a display.
#   card-day.sh FOLDER                  all pieces that are not done yet: the same command goes on where the last one stopped
#   card-day.sh FOLDER --pieces A-B     only the pieces A to B of --list;  --piece N: one
#   card-day.sh FOLDER --again ...      pieces that are done, too
#   card-day.sh FOLDER --rehearse       the same on small lattices, for a software driver: shows that all works, no speeds
#   card-day.sh FOLDER --figures        draws with gnuplot what was measured on a machine without it, and ends
#   card-day.sh --list                  the pieces with their limits
# Further options: --program FILE (gaugegl beside this script, else the one that scripts/quickstart.sh builds, else that of PATH),
# --device N (as `gaugegl info` lists them).
# FOLDER gets NAME.json, NAME.md, NAME.log and figures of each piece, pieces.json (seconds, exit codes), card.json and README.md with
# every kernel as a fraction of the copy bandwidth; docs/results/README.md of gaugegl says more.
# shellcheck disable=SC2317 # functions piece_NAME are called by their names
set -euo pipefail

# What, its limit in seconds, and what it is; the sum of the limits is the budget.
pieces=(
    "info 30 the card, its driver and what it offers"
    "verify 240 kernels against the CPU reference"
    "shaders 150 every program compiled"
    "tuning 90 the variants of kernels that are the fastest here"
    "bench-16 150 kernels of gauge fields, 16x16x16x16"
    "bench-24 100 the same, 24x24x24x24"
    "bench-32 110 the same, 32x32x32x32"
    "bench-32x64 130 the same, 32x32x32x64"
    "papers 370 figures and tables of the four papers, each with a verdict"
    "quarks 130 quarks, gauge fixing and the kernels of trajectories"
    "quickstart 60 the first simulation"
    "inverter 80 mixed precision against double precision on the CPU"
    "solve 70 one system on the card and on the CPU"
    "chain 90 a quenched chain, 24x24x24x48"
)
budget=1800
count=${#pieces[@]}

die()
{
    printf 'card-day.sh: %s\n' "$*" >&2
    exit 2
}
usage() { sed -n '2,12s/^# \{0,1\}//p' "$here/card-day.sh"; }
picture_link() { printf '\n![%s](%s)\n' "$1" "$1"; }
name_of() { echo "${pieces[$1 - 1]%% *}"; }
limit_of() { read -r _ limit _ <<<"${pieces[$1 - 1]}" && echo "$limit"; }
about() { read -r _ _ words <<<"${pieces[$1 - 1]}" && echo "$words"; }

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
folder='' first=1 last=$count again='' rehearse='' figures='' program='' device=()
while [[ $# -gt 0 ]]; do
    case $1 in
    --list)
        for n in $(seq "$count"); do printf '%2d  %-13s %3d s  %s\n' "$n" "$(name_of "$n")" "$(limit_of "$n")" "$(about "$n")"; done
        exit 0
        ;;
    --piece | --pieces)
        [[ ${2-} =~ ^([1-9][0-9]*)(-([1-9][0-9]*))?$ ]] || die "$1 ${2-}: expected a number, or A-B"
        first=${BASH_REMATCH[1]} last=${BASH_REMATCH[3]:-${BASH_REMATCH[1]}}
        ((first <= last && last <= count)) || die "$1 $2: the pieces are 1 to $count"
        shift
        ;;
    --again) again=yes ;;
    --rehearse) rehearse=yes ;;
    --figures) figures=yes ;;
    --program | --device)
        [[ ${2-} ]] || die "$1 needs a value"
        if [[ $1 == --program ]]; then program=$2; else device=(--device "$2"); fi
        shift
        ;;
    --help | -h)
        usage
        exit 0
        ;;
    -*) die "there is no option $1; --help lists them" ;;
    *)
        [[ -z $folder ]] || die "one folder is enough: $folder or $1"
        folder=$1
        ;;
    esac
    shift
done
[[ $folder ]] || die "where to? card-day.sh FOLDER"

if [[ $figures ]]; then
    command -v gnuplot >/dev/null || die "gnuplot, which draws the figures, is not installed"
    [[ -d $folder ]] || die "$folder is no folder"
    folder=$(readlink -f "$folder")
    find "$folder" -name '*.gnuplot' | sort | while read -r script; do
        (cd "$(dirname "$script")" && gnuplot --default-settings "./${script##*/}") || die "gnuplot cannot draw $script"
        rm "$script"
        picture=${script%.gnuplot}.png picture=${picture#"$folder"/}
        [[ ! -f $folder/README.md ]] || picture_link "$picture" >>"$folder/README.md"
        echo "$folder/$picture"
    done
    exit 0
fi

for candidate in "$here/gaugegl" "$here/../build/gaugegl" "$(command -v gaugegl || true)"; do
    [[ -z $program && -f $candidate && -x $candidate ]] && program=$candidate
done
[[ $program ]] || die "there is no gaugegl beside this script nor in PATH; --program FILE names it"
program=$(readlink -f "$program")
[[ -x $program ]] || die "$program cannot be run"
runs=$here/demos/runs
[[ -d $runs ]] || runs=$here/../demos/runs
mkdir -p "$folder"
folder=$(readlink -f "$folder")
work=$folder/.work
export GAUGEGL_CACHE_DIR=$folder/.cache # choices and programs are those of this card and this day
command -v gnuplot >/dev/null || export GAUGEGL_PLOTS=scripts

# The lattices.
sizes=(16x16x16x16 24x24x24x24 32x32x32x32 32x32x32x64)
small=16x16x16x16 trajectory=16x16x16x32 inverter=12x12x12x24 system=16x16x16x32 chain=24x24x24x48
seconds=0.1 groups=(--group su3 --group su2) sweeps=(50 200) quick=() checks=() shaders=() papers=(--all --minutes 5)
gauge=(copy reduction plaquette rectangle polyakov unitarity reunitarise random_links overrelaxation heatbath ranlux
    ape hyp flow exponential multihit cooling line loop clover topology)
quarks=({wilson,staggered}-{axpy,convert,hop,iteration,products,update} domain-wall clover overlap-iteration)
dynamics=(momenta kinetic-energy force- stout-gradient trajectory-wilson trajectory-staggered)
if [[ $rehearse ]]; then
    sizes=(4x4x4x4 4x4x4x8 6x6x6x6 4x4x8x8)
    small=4x4x4x4 trajectory=4x4x4x4 inverter=4x4x4x8 system=4x4x4x8
    chain=4x4x4x8 seconds=0.02 groups=(--group su2) sweeps=(5 20) quick=(--set update.thermalisation=5 --set update.sweeps=20)
    checks=(--lattice 4x4x4x4 --group su2 --precision single --kernels gauge) shaders=(--filter plaquette) papers=(cardoso-7 cardoso-8 --minutes 0.2)
    gauge=(reduction-32 plaquette overrelaxation heatbath-one-trial) quarks=(wilson-hop-norm staggered-axpy) dynamics=(momenta kinetic-energy)
fi

# run OPTION...: the program within the piece's limit; what it prints goes on into the piece's page.  The piece has the first exit code
# that is not zero.
run()
{
    local code=0 left=$((deadline - SECONDS))
    if ((left <= 0)); then
        code=124
    else
        timeout --foreground --signal=INT --kill-after=10 "$left" "$program" "$@" ${device[@]+"${device[@]}"} \
            >"$work/printed" 2>>"$folder/$piece.log" </dev/null || code=$?
        cat "$work/printed" >>"$work/$piece.md"
    fi
    [[ $exit_code != 0 ]] || exit_code=$code
    return 0
}
# told OPTION...: the same for what is no Markdown.
told()
{
    echo '```' >>"$work/$piece.md"
    run "$@"
    echo '```' >>"$work/$piece.md"
}
# kernels NAME PATH LATTICE PRECISION FILTER... [-- OPTION...]: the standard suite; the JSON is NAME-PATH.json.
kernels()
{
    local filters=()
    for word in "${@:5}"; do filters+=("--filter=$word"); done
    run bench --markdown --json "$folder/$1-$2.json" --path "$2" --lattice "$3" --precision "$4" --seconds "$seconds" "${groups[@]}" "${filters[@]}"
    echo >>"$work/$piece.md"
}
# configuration LATTICE: makes one, in the file `links`.
configuration()
{
    rm -f "$work"/links.*
    told generate --lattice "$1" --beta 6 --thermalisation "${sweeps[0]}" --sweeps 1 --every 1 --output "$work/links"
    links=$(echo "$work"/links.*)
}
# simulate NAME RUN-FILE OPTION...: a run file; figures go into the folder NAME.
simulate()
{
    told run "$runs/$2" --output "$work/$1" --overwrite --json "$folder/$1.json" "${@:3}"
    for picture in "$work/$1"/*.{png,gnuplot}; do
        [[ -f $picture ]] && mkdir -p "$folder/$1" && cp "$picture" "$folder/$1/"
    done
    return 0
}
# paths: compute shaders, where there are any, first.
paths() { grep -oE '"(compute|fragment)"' "$folder/info.json" | tr -d '"' | sort -u; }
fastest() { paths | head -n 1; }

piece_info() { told info --json "$folder/info.json"; }
piece_verify() { told verify ${checks[@]+"${checks[@]}"} --json "$folder/verify.json"; }
piece_shaders()
{
    told shaders --compile ${shaders[@]+"${shaders[@]}"} --json "$folder/shaders.json"
    { grep -vE '^[^ ]*: builds$' "$work/shaders.md" || true; } >"$work/short" # failures, messages and the count
    mv "$work/short" "$work/shaders.md"
}
piece_tuning()
{
    configuration "$small"
    for operator in "wilson --kappa 0.14" "staggered --mass 0.1"; do
        # shellcheck disable=SC2086 # words
        told solve "$links" --operator $operator --path "$(fastest)" --tolerance 1e-4 --json "$folder/tuning-${operator%% *}.json"
    done
    told fix "$links" --path "$(fastest)" --tolerance 1e-3 --json "$folder/tuning-fix.json"
    told hmc --lattice "$small" --beta 5.6 --fermions wilson --kappa 0.14 --path "$(fastest)" --length 0.2 --steps 2,1 --thermalisation 0 \
        --trajectories 1 --json "$folder/tuning-hmc.json"
    if [[ -f $GAUGEGL_CACHE_DIR/tuning.json ]]; then
        cp "$GAUGEGL_CACHE_DIR/tuning.json" "$folder/tuning-choices.json"
        { printf '\nThe choices:\n\n```\n' && "$program" info --tuning && echo '```'; } >>"$work/tuning.md"
    else
        printf '\nNothing was tuned: this driver takes the variants of its kind (a software driver does).\n' >>"$work/tuning.md"
    fi
}
bench_on()
{
    local size=${sizes[$1]} path
    for path in $(paths); do kernels "$piece" "$path" "$size" single "${gauge[@]}"; done
}
piece_bench-16() { bench_on 0; }
piece_bench-24() { groups=(--group su3) && bench_on 1; }
piece_bench-32() { groups=(--group su3) && bench_on 2; }
piece_bench-32x64() { groups=(--group su3) && bench_on 3; }
piece_papers()
{
    told papers "${papers[@]}" --output "$folder/.papers" --html "$folder/papers.html" --json "$folder/papers.json"
    mkdir -p "$folder/papers"
    cp "$folder"/.papers/*.{png,svg,gnuplot} "$folder/papers/" 2>/dev/null || true # of those that gnuplot or its absence left
    printf '\n[The report](papers.html)\n' >>"$work/papers.md"
}
piece_quarks()
{
    groups=(--group su3)
    kernels quarks "$(fastest)" "${sizes[2]}" single "${quarks[@]}"
    kernels fixing "$(fastest)" "${sizes[2]}" single fix-
    kernels trajectories "$(fastest)" "$trajectory" single "${dynamics[@]}"
}
piece_quickstart() { simulate quickstart quickstart.toml ${quick[@]+"${quick[@]}"}; }
piece_inverter() { simulate inverter inverter.toml --set "lattice.extents='$inverter'" ${quick[@]+"${quick[@]:0:2}"}; }
piece_solve()
{
    configuration "$system"
    told solve "$links" --kappa 0.15 --path "$(fastest)" --compare-cpu --json "$folder/solve.json"
}
piece_chain()
{
    simulate chain quickstart.toml --set "lattice.extents='$chain'" --set update.overrelaxation=4 --set "update.thermalisation=${sweeps[0]}" \
        --set "update.sweeps=${sweeps[1]}" --set output.save_every=0
}

# pieces.json: a line for each piece that is done, `{"piece": .., "exit": .., "seconds": .., "limit": ..}`.
declare -A exit_of seconds_of
read_pieces()
{
    [[ -f $folder/pieces.json ]] || return 0
    local kind
    kind=$(sed -nE '1s/^\{"rehearsal": (true|false), "pieces": \[$/\1/p' "$folder/pieces.json")
    [[ $kind ]] || die "$folder/pieces.json is not of this script"
    [[ $kind == "$([[ $rehearse ]] && echo true || echo false)" ]] ||
        die "$folder holds $([[ $kind == true ]] && echo "a rehearsal" || echo "measurements, no rehearsal"); take another folder"
    while read -r name code took; do
        exit_of[$name]=$code seconds_of[$name]=$took
    done < <(sed -nE 's/^\{"piece": "([a-z0-9-]+)", "exit": ([0-9]+), "seconds": ([0-9]+), .*/\1 \2 \3/p' "$folder/pieces.json")
}
write_pieces()
{
    local separator=''
    {
        printf '{"rehearsal": %s, "pieces": [' "$([[ $rehearse ]] && echo true || echo false)"
        for n in $(seq "$count"); do
            name=$(name_of "$n")
            [[ ${exit_of[$name]-} ]] || continue
            printf '%s\n{"piece": "%s", "exit": %d, "seconds": %d, "limit": %d}' "$separator" "$name" "${exit_of[$name]}" \
                "${seconds_of[$name]}" "$(limit_of "$n")"
            separator=,
        done
        printf '\n]}\n'
    } >"$work/pieces.json"
    mv "$work/pieces.json" "$folder/pieces.json"
}
used()
{
    local sum=0
    for name in "${!seconds_of[@]}"; do sum=$((sum + seconds_of[$name])); done
    echo $sum
}
# result CODE: in words.
result()
{
    case ${1:-none} in
    none) echo "not run" ;;
    0) echo "done" ;;
    124 | 137) echo "ended by its limit" ;;
    *) echo "failed with exit code $1" ;;
    esac
}

# Everything in one page, and on standard output.
summary()
{
    local files=()
    for file in "$folder"/{bench-*,quarks-*,fixing-*,trajectories-*}.json; do [[ -f $file ]] && files+=("${file##*/}"); done
    cd "$folder"
    {
        printf '# %s\n\n' "$(sed -nE 's/^renderer +//p' info.md)"
        [[ -z $rehearse ]] || printf 'A rehearsal on small lattices: it shows that all pieces work, and no speeds.\n\n'
        printf 'Made by card-day.sh. [The driver and its limits](info.md).\n\n| piece | what | seconds | limit | result |\n'
        printf '| --- | --- | ---: | ---: | --- |\n'
        for n in $(seq "$count"); do
            name=$(name_of "$n")
            printf '| %s | %s | %s | %s | %s |\n' "$([[ -f $name.md ]] && echo "[$name]($name.md)" || echo "$name")" "$(about "$n")" \
                "${seconds_of[$name]-}" "$(limit_of "$n")" "$(result "${exit_of[$name]-}")"
        done
        printf '\n## Kernels\n\n'
        if [[ ${#files[@]} -gt 0 ]]; then
            "$program" bench --report "${files[@]}" --markdown --json card.json --overwrite
        else
            echo "None was measured."
        fi
        for picture in *.png */*.png; do [[ -f $picture ]] && picture_link "$picture"; done
    } >"$work/README.md"
    mv "$work/README.md" README.md
    [[ ${#files[@]} == 0 ]] || "$program" bench --report "${files[@]}"
}

read_pieces
rm -rf "$work"
mkdir "$work"
trap 'rm -rf "$work"' EXIT
trap 'echo "card-day.sh: interrupted; the same command goes on" >&2; exit 130' INT TERM

for n in $(seq "$first" "$last"); do
    piece=$(name_of "$n") left=$((budget - $(used)))
    [[ $again ]] && left=$((left + ${seconds_of[$piece]:-0}))
    if [[ ${exit_of[$piece]-} && -z $again ]]; then
        echo "[$n/$count] $piece: $(result "${exit_of[$piece]}") in ${seconds_of[$piece]} s before"
        continue
    fi
    if ((left < 15)); then
        echo "[$n/$count] $piece: not run, the $((budget / 60)) minutes are over"
        continue
    fi
    limit=$(limit_of "$n")
    ((limit <= left)) || limit=$left
    echo "[$n/$count] $piece: $(about "$n"), at most $limit s"
    began=$SECONDS deadline=$((SECONDS + limit)) exit_code=0
    [[ $piece == info || -f $folder/info.json ]] || die "the first piece, info, has to come first"
    printf '# %s: %s\n\n' "$piece" "$(about "$n")" >"$work/$piece.md"
    : >"$folder/$piece.log"
    "piece_$piece"
    mv "$work/$piece.md" "$folder/$piece.md"
    if [[ $piece == info && $exit_code != 0 ]]; then
        cat "$folder/info.log" >&2
        die "there is no OpenGL to measure; docs/howto/measure-a-card.md of gaugegl says what a container needs"
    fi
    exit_of[$piece]=$exit_code seconds_of[$piece]=$((SECONDS - began))
    write_pieces
    echo "   $(result "$exit_code") after ${seconds_of[$piece]} s$([[ $exit_code == 0 ]] || echo "; see $folder/$piece.log")"
done

summary
failed=0
for name in "${!exit_of[@]}"; do [[ $(result "${exit_of[$name]}") != failed* ]] || failed=1; done
printf '\n%d of %d pieces in %d s; all of it in %s\n' "${#exit_of[@]}" "$count" "$(used)" "$folder/README.md"
exit $failed
