#!/usr/bin/env bash
# Makes the program for Windows with its tests (scripts/windows.sh --tests) and tries it under Wine, with Mesa's software driver on a display
# that nobody sees: the unit tests; from the zip, in a folder with odd letters, what the commands compute, against build/gaugegl bit for
# bit where scripts/test.sh or quickstart.sh has made it; runs that are killed, interrupted, out of room or in the wrong place.
#   scripts/windows-test.sh            all kernels, and the first run as people make it
#   scripts/windows-test.sh --quick    kernels of one group, precision and path, in turn, and few sweeps
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

if [[ $# -gt 1 || ${1---quick} != --quick ]]; then
    sed -n '2,6s/^# //p' scripts/windows-test.sh >&2
    exit 2
fi
quick=${1-}
source=$PWD
linux=$source/build/gaugegl
python=/usr/bin/python3
wine=/usr/lib/wine/wine64 # by itself: without the script that asks for the part for programs of 32 bits
wineserver=/usr/lib/wine/wineserver64

need_packages "$windows_packages" "$wine_packages" "$run_packages"
stage "The program for Windows" scripts/windows.sh --tests

folder=$source/build-windows/test
place="$folder/ein Ordner für 日本"
full=$folder/full forbidden=$folder/forbidden
said=$folder/said complained=$folder/complained
display_server=
mounted=()
clean()
{
    "$wineserver" --kill 2>/dev/null || true
    [[ -z $display_server ]] || kill "$display_server" 2>/dev/null || true
    local mount
    for mount in ${mounted[@]+"${mounted[@]}"}; do umount "$mount" || true; done
    rm -rf --one-file-system "$folder/wine"
}
rm -rf --one-file-system "$folder"
mkdir -p "$place"
trap clean EXIT

export WINEPREFIX=$folder/wine WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe=' # no downloads, no menus
export LC_ALL=C.UTF-8 # by which Wine reads words and names
unset GAUGEGL_CACHE_DIR GAUGEGL_TEST_DATA
software_driver_for_tests

# shellcheck disable=SC1090 # it looks at them by themselves
for file in expectations numbers stops places; do . "tests/windows/$file.sh"; done

open_display()
{
    Xvfb -displayfd 3 -screen 0 1280x960x24 -nolisten tcp -noreset 3>"$folder/display" 2>"$folder/display.log" &
    display_server=$!
    wait_for 30 test -s "$folder/display"
    DISPLAY=:$(<"$folder/display")
    export DISPLAY
}

make_prefix()
{
    open_display
    mkdir "$WINEPREFIX"
    "$wineserver" --persistent
    logged "$folder/wine.log" "$wine" wineboot --init || die "Wine does not start: $(tail "$folder/wine.log")"
}

unpack()
{
    local archives=(build-windows/gaugegl-*-windows-x86_64.zip) name version
    [[ ${#archives[@]} == 1 && -f ${archives[0]} ]] || die "there is not one zip: ${archives[*]}"
    "$python" -m zipfile -e "${archives[0]}" "$place"
    name=$(basename "${archives[0]}" .zip)
    version=${name#gaugegl-}
    program=$place/$name/gaugegl.exe
    [[ $(ls "$place") == "$name" && -f $program ]] || die "the zip does not hold gaugegl.exe in one folder of its name"
    expect 0 windows --version
    says "$said" "gaugegl ${version%-windows-x86_64}" "for Windows"
    [[ -z $(find "$place" -name '*.dll') ]] || die "the zip has libraries beside the program"
    refused 2 "--no-such-option" -- windows --no-such-option
    refused 2 "nowhere ü.toml" -- windows run "nowhere ü.toml"
}

unit_tests()
{
    local code=0
    logged "$folder/unit.log" "$wine" build-windows/windows_unit_tests.exe --gtest_brief=1 </dev/null || code=$?
    tail -n 3 "$folder/unit.log"
    [[ $code == 0 ]] || { grep -B 20 '^\[  FAILED' "$folder/unit.log" | tail -n 200 >&2; die "unit tests: exit code $code; all is in $folder/unit.log"; }
}

no_stack_moves()
{
    local objects=()
    mapfile -d '' objects < <(find build-windows/CMakeFiles -path '*/src/host/*' \( -name '*_avx2.cpp.obj' -o -name '*_avx512.cpp.obj' \) -print0)
    tests/windows/stack_moves.sh ${objects[@]+"${objects[@]}"}
}

# As the desktop starts a program: on a console of its own, without words.
double_click()
{
    expect 0 "$wine" start /unix "$program"
    wait_for 60 window_opens
    expect 0 "$wine" taskkill /f /im gaugegl.exe
}
window_opens() { xdotool search --name '^gaugegl: lattice window$' >/dev/null 2>&1; }

# part TITLE FUNCTION: in the repository's root at its beginning; its time is told again at the end.
times=()
part()
{
    local began=$SECONDS
    cd "$source"
    stage "$@"
    times+=("$(printf '%10s   %s' "$(minutes $((SECONDS - began)))" "$1")")
}

part "Wine" make_prefix
part "The zip, unpacked into a folder with odd letters" unpack
part "The unit tests" unit_tests
part "No move of the hot loops needs an aligned stack" no_stack_moves
part "The driver" driver
part "The kernels" kernels
part "The first run, and files both ways" first_run
part "Quark propagators and gauge fixing" solved_and_fixed
[[ $quick ]] || part "Trajectories with quarks" other_runs
part "A run, and one whose file has carriage returns" whole_run
part "A run that is killed twice goes on bit for bit" killed_run
part "A run that is interrupted goes on bit for bit" interrupted_run
part "A picture of the window" pictures
part "A double click" double_click
part "Places where nothing can be written" wrong_places
part "A full disk" full_disk
part "Long paths" long_paths
say "The program for Windows works; where the time went:"
printf '%s\n' "${times[@]}"
