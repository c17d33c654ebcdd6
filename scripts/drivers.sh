#!/usr/bin/env bash
# Another driver than llvmpipe: `gaugegl verify`, tests of one group, and numbers of one configuration against llvmpipe's.
#   scripts/drivers.sh softpipe    Mesa's oldest driver: OpenGL 3.3, fragment shaders alone
#   scripts/drivers.sh zink        OpenGL 4.6 by Vulkan on lavapipe: the compilers that drivers of cards by Vulkan have
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

case ${1:-} in
softpipe)
    packages=
    variables=(GALLIUM_DRIVER=softpipe MALLOC_PERTURB_=1) # new textures hold -1.7e38: no kernel reads what none wrote
    paths=fragment
    ;;
zink)
    packages=$driver_packages
    variables=(MESA_LOADER_DRIVER_OVERRIDE=zink)
    paths="fragment compute"
    ;;
*)
    sed -n '2,4s/^# //p' scripts/drivers.sh >&2
    [[ ${1:-} == --help || ${1:-} == -h ]] && exit 0
    exit 2
    ;;
esac
need_packages "$build_packages" "$run_packages" ${packages:+"$packages"}
if [[ $1 == zink ]]; then
    lavapipe=$(find /usr/share/vulkan/icd.d -name 'lvp_icd*.json' | head -n 1)
    [[ $lavapipe ]] || die "lavapipe is not among the drivers of Vulkan in /usr/share/vulkan/icd.d"
    variables+=(VK_ICD_FILENAMES="$lavapipe")
fi
stage "Building gaugegl and its tests into build/" build release gaugegl_program gl_tests

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
other() { env LIBGL_ALWAYS_SOFTWARE=1 XDG_RUNTIME_DIR="$work" "${variables[@]}" "$@"; }
renderer=$(other build/gaugegl info | sed -n 's/^renderer *//p' | sed 's/ *(software.*//')
[[ ${renderer,,} == "$1"* ]] || die "the driver is \"$renderer\", expected $1"

stage "gaugegl verify on $renderer" other build/gaugegl verify --group su2 --precision single --quiet

# Without those that compute for minutes here: chains, trajectories, solves, and what verify has just done.
filter=
for path in $paths; do filter+=${filter:+:}*SU2_${path}_single*; done
filter+=-*Overlap*:*ActionTest*:*Action*Flow*:*Trajectory*:*LowModes*:*SeveralSources*:*Verification*:*Ensemble*:*Energy*:*Schwarz*
filter+=:*DomainWall*:*Forces*:*GeneratorTest*
stage "Tests of SU(2) on $renderer" other env CI=true build/tests/gl_tests --gtest_brief=1 --gtest_filter="$filter"

# Of one configuration, which llvmpipe made.  A number a line: its name, and its value.
software_driver_for_tests
build/gaugegl generate --group su2 --lattice 4x6x8x10 --beta 2.3 --thermalisation 5 --sweeps 5 --every 5 --output "$work/u" --quiet
numbers() # PATH [COMMAND...]
{
    local path=$1
    shift
    { "$@" build/gaugegl measure "$work"/u.*.ildg --path "$path" --quiet --json - &&
        "$@" build/gaugegl flow "$work"/u.*.ildg --path "$path" --time 0.4 --quiet --json -; } |
        grep -oE '"[a-z_0-9]+": -?[0-9][-+.0-9e]*' | grep -v seconds
}
for path in $paths; do
    numbers "$path" env >"$work/here"
    numbers "$path" other >"$work/there"
    paste -d ' ' "$work/here" "$work/there" | awk -v path="$path" '
        $1 != $3 { print "another number: " $1 " " $3; bad = 1 }
        { difference = $2 - $4; size = $2 < 0 ? -$2 : $2; if (difference < 0) difference = -difference
          if (difference > largest) { largest = difference; name = $1 }
          if ($2 != $4) ++others
          if (difference > 1e-6 * (size > 1 ? size : 1)) { print $1, $2, $4; bad = 1 } }
        END { printf "%s: %d numbers, %d with other digits than llvmpipe has; the largest difference is %.2g%s\n", path, NR, others, largest,
                  name ? " of " name : ""
              exit bad || NR < 10 }' || die "$1 computes other numbers than llvmpipe"
done
say "All passed on $renderer in $(minutes $SECONDS)"
