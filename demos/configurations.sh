# What the scripts of demos share; to be sourced with the folder that a run wrote and the name of its run file.  Sets `folder`, `files`, its
# configurations, and `gaugegl`, and goes to the root of the project.  Uses build/gaugegl, which scripts/quickstart.sh builds, and gnuplot.
[[ $# == 2 && -d $1 ]] || {
    echo "run.sh: expected the folder that gaugegl run demos/runs/$2 wrote" >&2
    exit 2
}
folder=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
gaugegl=build/gaugegl
command -v gnuplot >/dev/null || {
    echo "run.sh: gnuplot draws the figures; install it" >&2
    exit 1
}
shopt -s nullglob
files=("$folder"/config.*.ildg)
[[ ${#files[@]} -gt 0 ]] || {
    echo "run.sh: there are no configurations in $folder" >&2
    exit 1
}
