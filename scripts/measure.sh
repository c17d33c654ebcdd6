#!/usr/bin/env bash
# Measures everything that docs/performance.md shows, in 80 minutes on two cores with a software driver.
#   scripts/measure.sh [PART...]            JSON, Markdown and figures in results/benchmarks/; of all parts or these
#   scripts/measure.sh --insert [PART...]   and docs/results/llvmpipe-2-cores/ gets the tables and figures, docs/performance.md their summaries
#   scripts/measure.sh --insert=MACHINE ..  and docs/results/MACHINE/ gets the tables and figures
#   scripts/measure.sh --large [PART...]    the figures of the papers (fermi hops twisted-mass landau) up to the lattices of cards
# Parts: machine standard smearing fermions host inverter hmc profile hops twisted-mass memory copy fermi fixing landau view papers.
# Uses build/gaugegl, which scripts/quickstart.sh builds.  Options for all, of the context, may stand in the environment:
# GAUGEGL_MEASURE="--device 1".
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

all=(machine standard smearing fermions host inverter hmc profile hops twisted-mass memory copy fermi fixing landau view papers)
page=docs/performance.md
page_machine=llvmpipe-2-cores # whose numbers the page shows
insert=
large=
parts=()
for option; do
    case $option in
    --insert) insert=$page_machine ;;
    --insert=?*) insert=${option#*=} ;;
    --large) large=yes ;;
    *)
        if [[ " ${all[*]} " == *" $option "* ]]; then
            parts+=("$option")
            continue
        fi
        sed -n '2,9s/^# //p' scripts/measure.sh >&2
        [[ $option == --help || $option == -h ]] && exit 0
        exit 2
        ;;
    esac
done
[[ ${#parts[@]} -gt 0 ]] || parts=("${all[@]}")
[[ -x build/gaugegl ]] || {
    echo "measure.sh: there is no build/gaugegl; scripts/quickstart.sh builds it" >&2
    exit 1
}
folder=results/benchmarks
mkdir -p "$folder"
read -ra more <<<"${GAUGEGL_MEASURE:-}"

wanted() { [[ " ${parts[*]} " == *" $1 "* ]]; }

# measure NAME OPTION...: one suite, as NAME.json and NAME.md, if it is wanted.
measure()
{
    local name=$1
    shift
    wanted "$name" || return 0
    printf '\n== %s\n' "$name"
    build/gaugegl bench --suite "$@" ${more[@]+"${more[@]}"} --markdown --json "$folder/$name.json" \
        --output "$folder" | tee "$folder/$name.md"
}

# rows ROWS [NOTES]: of a table on standard input the rows that match ROWS, and of the list below it what matches NOTES.
rows()
{
    awk -v rows="$1" -v notes="${2-}" '
        /^- / { if (notes != "" && $0 ~ notes) print; next }
        !/^\| / { head = 0 }
        /^\| / && ++head > 2 && $0 !~ rows { next }
        { print }' | cat -s | sed '${/^$/d}'
}

# summary NAME: what the page shows of the table of a part; it is all of it where the part is short.
summary()
{
    case $1 in
    standard) rows '^[|] (copy|plaquette|overrelaxation|heatbath) ' ;;
    smearing) rows '^[|] (ape|hyp|flow|clover) [|] SU3' ;;
    fermions) rows '^[|] (wilson|staggered)-(hop|iteration) ' ;;
    host) rows '^[|] (multiply-add|read) |^[|] (wilson|staggered)-hop [|] SU3' '^- %' ;;
    hmc) rows '^[|] trajectory-(wilson|staggered) ' '^- trajectory' ;;
    profile) awk '/^all kernels/ { print "..."; rest = 1 } NR <= 9 || rest' ;;
    hops) rows '[|] 16x16x16x16 ' ' 16x16x16x16:' ;;
    twisted-mass) rows '^[|] trajectory-twisted-mass-. ' '^- trajectory' ;;
    fermi) rows '[|] single [|] 8 [|]|[|] reference' ;;
    fixing) rows '^[|] fix-landau ' ;;
    landau) rows '^[|] 8x8x8x32 ' ;;
    papers) sed '/^## /,$d' ;; # what comes before the first paper
    *) cat ;;
    esac
}

# title NAME: of the page with a whole table.
title()
{
    case $1 in
    standard) echo "Every kernel" ;;
    smearing) echo "Loops, smearing and flow" ;;
    fermions) echo "Quarks" ;;
    host) echo "Quarks on the CPU" ;;
    hmc) echo "Trajectories" ;;
    profile) echo "The profile of trajectories" ;;
    hops) echo "Hops from links of 18, 12 and 8 reals" ;;
    twisted-mass) echo "Trajectories with twisted mass" ;;
    fermi) echo "The experiment of the SU(2) paper" ;;
    fixing) echo "Gauge fixing" ;;
    landau) echo "Gauge fixing against the extent in time" ;;
    machine) echo "Machine and driver" ;;
    inverter) echo "The inverter of the first paper" ;;
    memory) echo "Memory of fields" ;;
    copy) echo "Copies by format" ;;
    view) echo "The lattice window" ;;
    papers) echo "The four papers, repeated" ;;
    esac
}

# put NAME: docs/results/MACHINE/NAME.md gets the table of a part, and where the page is of this machine the lines between the marks of
# NAME become the summary of it.
put()
{
    local tables=docs/results/$insert
    if [[ $insert == "$page_machine" ]] && ! { grep -q "<!-- begin $1 -->" $page && grep -q "<!-- end $1 -->" $page; }; then
        echo "measure.sh: $page has no place for $1" >&2
        exit 1
    fi
    mkdir -p "$tables"
    {
        printf '# %s\n\n[Performance](../../performance.md) says what the numbers mean.\n\n' "$(title "$1")"
        cat "$folder/$1.md"
    } >"$tables/$1.md"
    [[ $insert == "$page_machine" ]] || return 0
    summary "$1" <"$folder/$1.md" >"$folder/summary.md"
    cmp -s "$folder/$1.md" "$folder/summary.md" || printf '\n[The whole table](results/%s/%s.md)\n' "$insert" "$1" >>"$folder/summary.md"
    awk -v name="$1" -v file="$folder/summary.md" '
        $0 == "<!-- end " name " -->" { inside = 0 }
        !inside { print }
        $0 == "<!-- begin " name " -->" {
            inside = 1
            while ((getline line < file) > 0) print line
        }' $page >"$folder/page.md"
    mv "$folder/page.md" $page
}

if wanted machine; then
    {
        LC_ALL=C lscpu 2>/dev/null | sed -n 's/^\(Model name\|CPU(s)\|L3 cache\): */\1: /p' | paste -sd ';' | sed 's/;/; /g'
        echo
        echo '```'
        build/gaugegl info ${more[@]+"${more[@]}"} | grep -E '^(renderer|vendor|OpenGL|GLSL|paths|precisions|memory) '
        echo '```'
    } | tee "$folder/machine.md"
fi

gauge=(copy reduction plaquette rectangle polyakov unitarity reunitarise random_links overrelaxation heatbath ranlux)
measure standard standard --precision single --seconds 0.1 "${gauge[@]/#/--filter=}"
# Not from buffers: llvmpipe compiles the rectangles of SU(3) there for many minutes.
loops=(ape hyp flow exponential multihit cooling line loop clover topology)
measure smearing standard --path textures --precision single --seconds 0.1 "${loops[@]/#/--filter=}"
quarks=({wilson,staggered}-{axpy,convert,hop,iteration,products,update})
measure fermions standard --precision single --seconds 0.1 --group su3 "${quarks[@]/#/--filter=}"
measure host standard --seconds 0.3 --path host --filter=hop
if wanted inverter; then
    build/gaugegl run demos/runs/inverter.toml --output "$folder/inverter" --overwrite | tee "$folder/inverter.txt"
    {
        echo '```'
        sed -n '/^kappa  path/,/^results/{/^results/!{/./p}}' "$folder/inverter.txt"
        echo '```'
    } >"$folder/inverter.md"
fi
trajectories=(momenta kinetic-energy force- trajectory-wilson trajectory-staggered)
measure hmc standard --path textures --precision single --group su3 --lattice 8x8x8x16 "${trajectories[@]/#/--filter=}"
if wanted profile; then
    build/gaugegl hmc --lattice 8x8x8x16 --beta 5.6 --fermions wilson --kappa 0.14 --ratios 0.12 --length 0.5 --steps 4,2 --thermalisation 2 \
        --accept-first 2 --trajectories 2 --profile ${more[@]+"${more[@]}"} | tee "$folder/profile.txt"
    {
        echo '```'
        sed -n '/^kernel /,$p' "$folder/profile.txt"
        echo '```'
    } >"$folder/profile.md"
fi
# The figures of the papers, on lattices for a software driver or for a card.
fermiLattices=4x4x4x4,8x8x8x8,16x16x16x16,24x24x24x24
hopLattices=4x4x4x4,8x8x8x8,12x12x12x12,16x16x16x16,24x24x24x24
trajectoryLattices=4x4x4x8,6x6x6x8,8x8x8x8
fixingLattices=8x8x8x4,8x8x8x8,8x8x8x16,8x8x8x32
if [[ $large ]]; then
    fermiLattices+=,32x32x32x32,48x48x48x48
    hopLattices+=,32x32x32x32,48x48x48x48
    trajectoryLattices+=,16x16x16x16,16x16x16x32,24x24x24x48
    fixingLattices=32x32x32x4,32x32x32x8,32x32x32x16,32x32x32x32,32x32x32x64,32x32x32x128
fi
measure hops hops --path textures --seconds 0.2 --lattices $hopLattices
measure twisted-mass twisted-mass --path compute --seconds 8 --lattices $trajectoryLattices
measure landau fixing --path all --seconds 0.2 --lattices $fixingLattices
if wanted memory; then
    {
        echo '```'
        build/gaugegl info --lattice 16x16x16x32 ${more[@]+"${more[@]}"} | sed -n '/^Fields of/,$p'
        echo '```'
    } | tee "$folder/memory.md"
fi
measure copy copy --seconds 0.02 --sizes 0.25,4,64
measure fermi fermi --seconds 0.4 --lattices $fermiLattices
measure fixing standard --precision single --seconds 0.3 --filter=fix- # the device and the host
if wanted view; then
    scripts/view-performance.sh | tee "$folder/view.md"
fi

if wanted papers; then # what is done of them is not done again
    mkdir -p "$folder/papers"
    [[ -e $folder/papers/two-ranks.json ]] || ! command -v mpirun >/dev/null ||
        LP_NUM_THREADS=1 OMP_NUM_THREADS=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe --bind-to none -np 2 build/gaugegl bench \
            --suite scaling --group su2 --filter heatbath --json "$folder/papers/two-ranks.json" ${more[@]+"${more[@]}"}
    (cd "$folder" && ../../build/gaugegl papers --all --minutes 40 ${more[@]+"${more[@]}"} --markdown | tee papers.md)
fi

# The figures of a part.
pictures()
{
    case $1 in
    hops) echo bench_hops_bandwidth bench_hops_ratio ;;
    twisted-mass) echo bench_twisted-mass_seconds ;;
    fermi) echo bench_fermi_times_one_core bench_fermi_times_all_cores ;;
    landau) echo bench_fixing_gflops bench_fixing_seconds bench_fixing_times_all_cores ;;
    papers) sed -n 's|^!\[.*\](\(.*\)\.png)$|\1|p' "$folder/papers.md" ;; # papers/NAME
    esac
}

if [[ $insert ]]; then
    for name in "${parts[@]}"; do
        put "$name"
        [[ $name != papers ]] || mkdir -p "docs/results/$insert/papers"
        for picture in $(pictures "$name"); do
            scripts/picture.sh "$folder/$picture.png" "results/$insert/$picture"
        done
    done
    git --no-pager diff --stat -- $page docs/results || true
fi
