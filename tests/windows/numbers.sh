# Parts of scripts/windows-test.sh: what the program computes and draws, against the one of Linux.
# shellcheck shell=bash disable=SC2154

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
        local turn
        turn=$(git rev-list --count HEAD 2>/dev/null || echo 0)
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
