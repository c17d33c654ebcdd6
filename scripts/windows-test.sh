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

# failed WHAT: with what was said last.
failed()
{
    tail -n 30 "$said" "$complained" >&2 || true
    die "$1"
}

# expect CODE COMMAND...: it ends with this exit code; what it says is in the files.
expect()
{
    local code=0
    "${@:2}" >"$said" 2>"$complained" </dev/null || code=$?
    [[ $code == "$1" ]] || failed "exit code $code, not $1: ${*:2}"
}

# says FILE TEXT...: it has each of the texts.
says()
{
    local text
    for text in "${@:2}"; do grep -qF -- "$text" "$1" || failed "$1 does not say '$text'"; done
}

# refused CODE TEXT... -- COMMAND...: ends with the code and one error, which has the texts, and nothing on standard output.
refused()
{
    local code=$1 texts=()
    shift
    while [[ $1 != -- ]]; do
        texts+=("$1")
        shift
    done
    expect "$code" "${@:2}"
    says "$complained" "gaugegl: error: " "${texts[@]}"
    [[ ! -s $said ]] || failed "it says more than an error: ${*:2}"
    [[ $(grep -vcF 'gaugegl --help' "$complained") == 1 ]] || failed "not one line: ${*:2}"
}

# calculate TEXT ARGUMENT...: a program of Python, with its arguments; it fails by an exception.
calculate() { "$python" -c "$@" >"$said" 2>"$complained" || failed "this does not hold: $1"; }

# same FILE FILE: bit for bit.
same() { cmp "$1" "$2" >"$said" 2>"$complained" || failed "$1 and $2 differ"; }

# same_run FOLDER FOLDER: the files of both are the same, but for their times.
same_run()
{
    diff -r --exclude=checkpoint --exclude=timing.json --exclude=progress.json "$1" "$2" >"$said" 2>"$complained" ||
        failed "the runs in $1 and $2 differ"
}

# This machine is drive Z: of Wine.
windows() { "$wine" "$program" "$@"; }
linux() { GAUGEGL_CACHE_DIR='' "$linux" "$@"; }

# wait_for SECONDS COMMAND...: until it succeeds.
wait_for()
{
    local i
    for ((i = 0; i < 20 * $1; ++i)); do
        ! "${@:2}" || return 0
        sleep 0.05
    done
    failed "this does not come: ${*:2}"
}

# in_folder NAME: works in a new folder.
in_folder()
{
    mkdir "$place/$1"
    cd "$place/$1"
}

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

driver()
{
    in_folder info
    expect 0 windows info
    cat "$said"
    expect 0 windows info --json info.json
    calculate 'import json
info = json.load(open("info.json"))
assert info["paths"] == ["fragment", "compute"] and info["precisions"] == ["single", "double"], info
assert info["program_cache"]["folder"][1:9].lower() == ":\\users\\", info["program_cache"]
assert "Windows" in info["build"]["compiler"], info["build"]'
}

kernels()
{
    local some=() groups=(su2 su3) precisions=(single double) paths=(fragment compute)
    if [[ $quick ]]; then
        local turn=$(($(git rev-list --count HEAD 2>/dev/null || echo 0) / 2)) # every other commit comes here (.ci/run)
        some=(--group ${groups[turn % 2]} --precision ${precisions[turn / 2 % 2]} --path ${paths[turn / 4 % 2]})
        echo "   of those with ${some[*]}"
    fi
    expect 0 windows verify ${some[@]+"${some[@]}"}
    tail -n 1 "$said"
    says "$said" " 0 failed"
}

first_run()
{
    local fewer=()
    in_folder quickstart
    [[ -z $quick ]] || fewer=(--set update.thermalisation=5 --set update.sweeps=20 --set output.save_every=10)
    expect 0 windows run "Z:${program%/*}/demos/runs/quickstart.toml" --output windows ${fewer[@]+"${fewer[@]}"}
    expect 0 windows watch windows --once
    says "$said" plaquette
    expect 0 windows watch windows --html page.html --quiet
    ! grep -l $'\r' windows/*.{csv,json,toml} page.html || die "these files have lines that end in a carriage return"

    expect 0 windows measure windows/config.*.ildg --json measured.json
    [[ -x $linux ]] || { echo "   without $linux nothing to compare with"; return; }
    expect 0 linux run "$source/demos/runs/quickstart.toml" --output linux ${fewer[@]+"${fewer[@]}"}
    local file
    for file in linux/history.csv linux/config.*.ildg; do same "$file" "windows/${file#linux/}"; done

    # Files go both ways: what is measured is what the other program measures of the other one's files.
    expect 0 linux measure windows/config.*.ildg --json by-linux.json
    expect 0 windows measure linux/config.*.ildg --json by-windows.json
    calculate 'import json
def numbers(file):
    measured = json.load(open(file))["configurations"]
    for one in measured: del one["file"]
    return measured
assert len(numbers("measured.json")) > 1
assert numbers("measured.json") == numbers("by-linux.json") == numbers("by-windows.json")'
    local saved=(linux/config.*.ildg)
    for program_of in windows linux; do
        expect 0 $program_of convert "${saved[0]}" $program_of.nersc --bits 32
        expect 0 $program_of convert $program_of.nersc $program_of.ildg
    done
    same windows.nersc linux.nersc
    same windows.ildg linux.ildg
}

# Trajectories with quarks, on both paths.  Their energies are added up by the host, in an order that its threads choose: the last digit of
# a difference may be another one.
other_runs()
{
    in_folder others
    [[ -x $linux ]] || { echo "   without $linux nothing to compare with"; return; }
    local path program_of file
    for path in fragment compute; do
        for program_of in windows linux; do
            expect 0 $program_of hmc --lattice 4x4x4x4 --group su2 --beta 2.2 --trajectories 3 --thermalisation 1 --seed 3 --path $path \
                --fermions wilson --kappa 0.14 --history $program_of-$path.csv --output $program_of-$path
        done
        for file in "linux-$path".*.ildg; do same "$file" "windows-${file#linux-}"; done
        calculate 'import csv, sys
a, b = (list(csv.reader(open(name))) for name in sys.argv[1:])
assert a[0] == b[0] and len(a) == len(b) == 5, (a, b)
for x, y in zip(sum(a[1:], []), sum(b[1:], [])): assert abs(float(x) - float(y)) < 1e-9, (x, y)' windows-$path.csv linux-$path.csv
    done
}

# Quark propagators and gauge fixing, on the processor, whose loops are compiled for several instruction sets, and by shaders.
solved_and_fixed()
{
    in_folder solved
    [[ -x $linux ]] || { echo "   without $linux nothing to compare with"; return; }
    local path program_of
    cp "$source/tests/data/su3_4x2x2x6_f32.ildg" a.ildg
    for path in cpu compute; do
        for program_of in windows linux; do
            expect 0 $program_of solve a.ildg --kappa 0.12 --path $path --json $program_of-$path.json
            expect 0 $program_of fix a.ildg --tolerance 1e-8 --path $path --output $program_of-$path.ildg
        done
        calculate 'import json, sys
a, b = ({key: value for key, value in json.load(open(name + "-" + sys.argv[1] + ".json")).items() if "seconds" not in key and key != "gflops"}
        for name in ("windows", "linux"))
assert a["converged"] and a == b, (a, b)
print(a["place"])' $path
        echo "   the same on $(<"$said")"
        same windows-$path.ildg linux-$path.ildg
    done
}

# The run that is stopped in many ways below, without a stop.
whole_run()
{
    in_folder whole
    cat >a.toml <<'END'
[lattice]
extents = "4x4x4x4"
group = "su2"
[action]
beta = 2.3
[update]
seed = 5
overrelaxation = 1
reunitarise_every = 3
thermalisation = 6
sweeps = 600
[measure]
every = 2
[output]
directory = "out"
prefix = "conf"
save_every = 100
checkpoint_seconds = 0
plots = false
END
    expect 0 windows run a.toml --quiet
    in_folder carriage-returns
    sed 's/$/\r/' ../whole/a.toml >"für Ü.toml"
    expect 0 windows run "für Ü.toml" --quiet --set update.sweeps=100
    same out/conf.00100.ildg ../whole/out/conf.00100.ildg
}

# started_run ROWS: starts the run and waits for so many rows of its history; its process is in $run.
started_run()
{
    "$wine" "$program" run a.toml --quiet >"$said" 2>"$complained" </dev/null &
    run=$!
    wait_for 60 has_rows "$1"
}
has_rows() { [[ -e out/history.csv ]] && (($(wc -l <out/history.csv) >= $1)); }

killed_run()
{
    in_folder killed
    cp ../whole/a.toml .
    started_run 20
    cp "$said" "$said.run" && cp "$complained" "$complained.run"
    refused 2 "lock" "another \`gaugegl run\`" "process " -- windows run a.toml --quiet
    expect 0 windows watch out --once
    kill -KILL $run
    wait $run 2>/dev/null || true
    [[ ! -e out/results.json ]] || die "the run ended before it was killed"

    started_run 30
    "$wine" taskkill /f /im gaugegl.exe >"$said" 2>&1 || failed "taskkill"
    wait $run || true # taskkill lets it end with 0
    [[ ! -e out/results.json ]] || die "the run ended before it was killed a second time"

    expect 0 windows run a.toml
    says "$complained" "gaugegl: going on from sweep " " of 606"
    same_run ../whole/out out
    [[ ! -e out/lock ]] || die "the lock stays"
}

# ctrl_c FILE TEXT ARGUMENT...: the program gets Ctrl-C once the file has the text, and ends as interrupted.
# Wine 8 may start the thread that takes the event in a signal handler of a busy thread, where it waits for itself if the driver of Linux
# was allocating memory (seen in one of ten while a driver compiles; by a debugger, in malloc below NtCreateThreadEx): then it is tried again.
ctrl_c()
{
    local code try
    for try in 1 2 3 4; do
        rm -rf out
        code=0
        "$wine" "$source/build-windows/send_ctrl_c.exe" "$1" "$2" "$program" "${@:3}" >"$said" 2>"$complained" </dev/null || code=$?
        grep -qF "send_ctrl_c: the program does not end" "$complained" || break
        echo "   try $try: it does not end, as under Wine it may"
    done
    [[ $code == 130 ]] || failed "exit code $code, not 130: ${*:3}"
}

interrupted_run()
{
    in_folder interrupted
    cp ../whole/a.toml .
    # No checkpoint but the first would be written by time.
    ctrl_c out/conf.00100.ildg "" run a.toml --quiet --set output.checkpoint_seconds=3600
    says "$complained" "gaugegl: interrupted" "goes on from sweep "
    calculate 'import json
results = json.load(open("out/results.json"))
assert results["complete"] is False and 100 <= results["sweeps"] < 600, results'
    expect 0 windows run a.toml
    says "$complained" "gaugegl: going on from sweep " " of 606"
    same_run ../whole/out out

    # A driver that compiles cannot be interrupted, and is not waited for.  Nothing that it compiled before is found.
    MESA_SHADER_CACHE_DISABLE=true GAUGEGL_CACHE_DIR='' ctrl_c "$complained" "compiling program" \
        generate --group su3 --lattice 4x4x4x4 --beta 8 --action symanzik --sweeps 10 --json generated.json
    says "$complained" interrupted
    calculate 'import json
assert json.load(open("generated.json"))["complete"] is False'
}

pictures()
{
    local options=(--after 3 --size 320x200 --set group=su2 --set lattice=4x4x4x4 --set beta=2.3)
    in_folder pictures
    expect 0 windows view --screenshot "ein Bild.png" "${options[@]}" --json windows.json
    # Of several colours, and with light and dark in both halves: no empty window, and no half of one.
    local pixels='import struct, sys, zlib
def pixels(file):
    data = open(file, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", data[:8]
    chunks, at = {}, 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        chunks[kind] = chunks.get(kind, b"") + data[at + 8:at + 8 + length]
        assert zlib.crc32(data[at + 4:at + 8 + length]) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0], kind
        at += length + 12
    width, height, bits, colour = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (width, height, bits) == (320, 200, 8) and colour in (2, 6), (width, height, bits, colour)
    size = 3 if colour == 2 else 4
    packed, rows, before = zlib.decompress(chunks[b"IDAT"]), [], bytes(width * size)
    for y in range(height):
        kind, row = packed[y * (width * size + 1)], bytearray(packed[y * (width * size + 1) + 1:(y + 1) * (width * size + 1)])
        for i in range(len(row)):
            a, b, c = (row[i - size] if i >= size else 0), before[i], (before[i - size] if i >= size else 0)
            nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            row[i] = row[i] + (0, a, b, (a + b) // 2, nearest)[kind] & 255
        rows.append(bytes(row))
        before = rows[-1]
    return rows, width, size
'
    calculate "$pixels"'rows, width, size = pixels("ein Bild.png")
halves = [{row[x * size:x * size + 3] for row in rows for x in part} for part in (range(width // 2), range(width // 2, width))]
for half in halves:
    brightness = [sum(pixel) for pixel in half]
    assert len(half) > 20 and max(brightness) - min(brightness) > 200, (len(half), min(brightness), max(brightness))
print(*(len(half) for half in halves))'
    echo "   colours in its halves: $(<"$said")"
    [[ -x $linux ]] || return 0
    expect 0 linux view --screenshot linux.png "${options[@]}" --json linux.json
    # The camera turns by sines of the C library, which differ in their last bits.
    calculate "$pixels"'import json
a, b = (json.load(open(name)) for name in ("windows.json", "linux.json"))
for key in ("plaquette", "polyakov_loop", "least", "most", "sweeps"): assert a[key] == b[key], (key, a[key], b[key])
largest = max(abs(x - y) for p, q in zip(pixels("ein Bild.png")[0], pixels("linux.png")[0]) for x, y in zip(p, q))
assert largest <= 2, largest
print(largest)'
    echo "   it differs from that of Linux by at most $(<"$said") of 255"
}

# As the desktop starts a program: on a console of its own, without words.
double_click()
{
    expect 0 "$wine" start /unix "$program"
    wait_for 60 window_opens
    expect 0 "$wine" taskkill /f /im gaugegl.exe
}
window_opens() { xdotool search --name '^gaugegl: lattice window$' >/dev/null 2>&1; }

# may_mount FOLDER OPTIONS: a file system in memory, where this user may have one.
may_mount()
{
    mkdir -p "$1"
    mount -t tmpfs -o "$2" gaugegl "$1" 2>/dev/null || return 1
    mounted+=("$1")
}

wrong_places()
{
    in_folder places
    cp ../whole/a.toml .
    cp "$source/tests/data/su3_4x2x2x6_f32.ildg" a.ildg
    : >plain
    refused 2 plain "cannot make" -- windows run a.toml --quiet --output plain
    refused 2 "out" "cannot make" -- windows run a.toml --quiet --output plain/out
    refused 2 "the folder of --json does not exist" -- windows measure a.ildg --json nowhere/r.json
    refused 2 "would replace an input file" -- windows convert a.ildg A.ildg
    refused 5 "No space left on device" -- to_full windows convert a.ildg b.ildg

    may_mount "$forbidden" size=64k,ro || { mkdir -p "$forbidden" && chmod a-w "$forbidden"; }
    refused 2 "$(basename "$forbidden")" "cannot be created" -- windows convert a.ildg "Z:$forbidden/b.ildg"
    refused 2 "$(basename "$forbidden")" "cannot" -- windows run a.toml --quiet --output "Z:$forbidden/out"
    [[ -z $(ls "$forbidden") ]] || die "something was written into $forbidden"
}
to_full() { "$@" >/dev/full; }

full_disk()
{
    in_folder full
    cp ../whole/a.toml .
    if ! may_mount "$full" size=200k; then
        echo "   left out: nobody but root can have a small disk"
        return
    fi
    local saved=(../quickstart/windows/config.*.ildg)
    refused 5 "b.ildg" "No space left on device" -- windows convert "${saved[0]}" "Z:$full/b.ildg"
    [[ -z $(ls "$full") ]] || die "half a file stays: $(ls "$full")"

    refused 5 "full/out" "No space left on device" "goes on from sweep " " of 606" -- windows run a.toml --quiet --output "Z:$full/out"
    [[ -e $full/out/checkpoint && -z $(find "$full" -name '*.part*') ]] || die "the run leaves: $(find "$full")"
    mount -o remount,size=16m "$full"
    expect 0 windows run a.toml --output "Z:$full/out"
    says "$complained" "gaugegl: going on from sweep "
    diff "$full/out/history.csv" ../whole/out/history.csv >"$said" || failed "the history differs"
    same "$full/out/conf.00600.ildg" ../whole/out/conf.00600.ildg
}

long_paths()
{
    in_folder long
    cp ../whole/a.toml .
    local long
    long=$(printf '%060d/' 1 2 3 4 5)ü
    ((${#long} > 300)) || die "$long is not long"
    mkdir -p "$(dirname "$long")"
    expect 0 windows run a.toml --quiet --output "$long" --set update.sweeps=100
    expect 0 windows measure "$long/conf.00100.ildg" --json "$long/measured.json"
    [[ -s $long/measured.json ]] || die "$long/measured.json is missing"
    same "$long/conf.00100.ildg" ../whole/out/conf.00100.ildg
    expect 0 windows watch "$long" --once
}

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
