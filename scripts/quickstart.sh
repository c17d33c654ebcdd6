#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), builds gaugegl into ./build and runs a first simulation.
# As root or with sudo; without either when all packages are there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

if [[ $# -gt 0 ]]; then
    echo "usage: scripts/quickstart.sh    (no options: installs packages, builds, runs demos/runs/quickstart.toml)" >&2
    [[ $1 == --help || $1 == -h ]] && exit 0
    exit 2
fi

need_packages "$build_packages" "$run_packages"

say "Building gaugegl into build/"
build release gaugegl_program

say "Running a first simulation: build/gaugegl run demos/runs/quickstart.toml --overwrite"
build/gaugegl run demos/runs/quickstart.toml --overwrite

say "Done. In $PWD/results/quickstart:"
(
    cd results/quickstart
    files=(*)
    printf '   %s\n' "${files[@]}"
)
echo
echo "Next: build/gaugegl verify    kernels against the CPU reference on this driver, in minutes"
echo "      build/gaugegl --help    all commands"
