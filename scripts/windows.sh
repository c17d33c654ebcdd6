#!/usr/bin/env bash
# Installs what is missing (Debian) and compiles the program for Windows into build-windows/: gaugegl.exe, which needs nothing but a driver,
# and gaugegl-VERSION-windows-x86_64.zip with it, run files, the manual and licences.
#   scripts/windows.sh            builds and packs
#   scripts/windows.sh --tests    and builds the target windows_unit_tests
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

tests=OFF
targets=(gaugegl_program)
case ${1-} in
'') ;;
--tests)
    tests=ON
    targets+=(windows_unit_tests)
    ;;
*)
    sed -n '2,5s/^# //p' scripts/windows.sh >&2
    [[ $1 == --help || $1 == -h ]] && exit 0
    exit 2
    ;;
esac
[[ $# -le 1 ]] || die "one option is enough: $*"

output=build-windows
program=$output/gaugegl.exe
# Libraries that every Windows has.
system='ADVAPI32|bcrypt|dwmapi|GDI32|IMM32|KERNEL32|msvcrt|ntdll|ole32|OPENGL32|SHELL32|USER32|VERSION|WINMM|WS2_32'
# By which the drivers of laptops with two devices know that the program wants the card (src/cli/preferred_card_windows.cpp).
exported=(AmdPowerXpressRequestHighPerformance NvOptimusEnablement)

# configure: with what it said at last if that fails.
configure()
{
    logged "$output/configure.log" cmake --preset windows -DGAUGEGL_WINDOWS_TESTS=$tests \
        ${CMAKE_CXX_COMPILER_LAUNCHER:+-DCMAKE_C_COMPILER_LAUNCHER="$CMAKE_CXX_COMPILER_LAUNCHER" -DCMAKE_CXX_COMPILER_LAUNCHER="$CMAKE_CXX_COMPILER_LAUNCHER"} ||
        { tail -n 20 "$output/configure.log" >&2; die "the program cannot be configured"; }
}

need_packages "$windows_packages"
drop_stale $output
mkdir -p $output
for package in fmtlib pugixml glew glfw3 imgui; do
    debian_source $package $output/debian
done
# The same bytes whenever it is made.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat --format=%Y CMakeLists.txt)
export SOURCE_DATE_EPOCH
stage "Configuring in $output/" configure
stage "Building" cmake --build --preset windows --parallel "$(build_jobs)" --target "${targets[@]}"

headers=$(x86_64-w64-mingw32-objdump --private-headers $program)
imported=$(sed -n 's/^[[:space:]]*DLL Name: //p' <<<"$headers" | sort -fu)
others=$(grep -viE "^($system)\.dll$" <<<"$imported" | paste -sd ' ' || true)
[[ -z $others ]] || die "$program needs libraries that not every Windows has: $others"
for name in "${exported[@]}"; do
    grep -qE "[[:space:]]$name\$" <<<"$headers" || die "$program does not export $name"
done

rm -rf $output/gaugegl-*.zip $output/packed
stage "Packing" logged $output/cpack.log cpack --config $output/CPackConfig.cmake -B "$PWD/$output/packed" || {
    cat $output/cpack.log >&2
    die "cpack failed"
}
mv $output/packed/gaugegl-*.zip $output
rm -rf $output/packed
for archive in "$output"/gaugegl-*.zip; do
    say "$archive: $(stat --format=%s "$archive") bytes; needs $(paste -sd ' ' <<<"$imported")"
done
