# What scripts/windows-test.sh expects of commands and files: what is not so ends it, with what was said last.
# shellcheck shell=bash disable=SC2154

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
