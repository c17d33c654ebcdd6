#!/usr/bin/env bash
# Measures everything that docs/performance.md shows, in 40 minutes on two cores with a software driver.
#   scripts/measure.sh [PART...]            JSON, Markdown and figures in results/benchmarks/; of all parts or these
#   scripts/measure.sh --insert [PART...]   and the tables and figures in docs/performance.md are replaced by the new ones
#   scripts/measure.sh --large [PART...]    the figures of the papers (fermi hops twisted-mass landau) up to the lattices of cards
# Parts: machine standard smearing fermions host inverter hmc profile hops twisted-mass memory copy fermi fixing landau view.
# Uses build/gaugegl, which scripts/quickstart.sh builds.  Options for all, of the context, may stand in the environment:
# GAUGEGL_MEASURE="--device 1".
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

all=(machine standard smearing fermions host inverter hmc profile hops twisted-mass memory copy fermi fixing landau view)
insert=
large=
parts=()
for option; do
    case $option in
    --insert) insert=yes ;;
    --large) large=yes ;;
    *)
        if [[ " ${all[*]} " == *" $option "* ]]; then
            parts+=("$option")
            continue
        fi
        sed -n '2,8s/^# //p' scripts/measure.sh >&2
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

# put NAME: the lines between the marks of NAME in docs/performance.md become those of NAME.md.
put()
{
    local page=docs/performance.md
    grep -q "<!-- begin $1 -->" $page && grep -q "<!-- end $1 -->" $page || {
        echo "measure.sh: $page has no place for $1" >&2
        exit 1
    }
    awk -v name="$1" -v file="$folder/$1.md" '
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

# The figures of a part that the page shows.
pictures()
{
    case $1 in
    hops) echo bench_hops_bandwidth bench_hops_ratio ;;
    twisted-mass) echo bench_twisted-mass_seconds ;;
    fermi) echo bench_fermi_times_one_core bench_fermi_times_all_cores ;;
    landau) echo bench_fixing_gflops bench_fixing_seconds bench_fixing_times_all_cores ;;
    esac
}

if [[ $insert ]]; then
    for name in "${parts[@]}"; do
        put "$name"
        for picture in $(pictures "$name"); do
            scripts/picture.sh "$folder/$picture.png" "$picture"
        done
    done
    git --no-pager diff --stat -- docs/performance.md || true
fi
