# Parts of scripts/windows-test.sh: places where nothing can be written, or not enough, and long paths.
# shellcheck shell=bash disable=SC2154

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
    refused 5 "standard output" "No space left on device" -- to_full windows convert a.ildg b.ildg

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
