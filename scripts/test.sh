#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), builds gaugegl and its tests into ./build and runs the tests.
#   scripts/test.sh               the unit tests and those that need OpenGL (a card, or Mesa's software driver)
#   scripts/test.sh --all         also those that take minutes more: double, ranks and long
#   scripts/test.sh --only LABEL  those of a label alone: unit, gl, double, ranks, long (all variants, kills, the text of every shader)
#   scripts/test.sh --physics     also averages compared with published ones: some minutes more
#   scripts/test.sh --sanitizers  the library's unit tests and the lattice window with address and undefined-behaviour sanitizers
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

labels="unit|gl"
targets=(gaugegl_program hello_textures run_file first_observable lattice_window unit_tests program_tests gl_tests view_tests window_tests)
while [[ $# -gt 0 ]]; do
    case $1 in
    --all) labels+="|double|ranks|long" targets+=(rank_tests) ;;
    --only)
        [[ ${2:-} =~ ^(unit|gl|double|ranks|long)$ ]] || die "--only '${2:-}': unit, gl, double, ranks or long was expected"
        labels=$2
        [[ $2 != ranks ]] || targets=(gaugegl_program rank_tests)
        shift
        ;;
    --physics) labels+="|physics" targets+=(physics_tests) ;;
    --sanitizers) labels= ;;
    *)
        sed -n '2,7s/^# //p' scripts/test.sh >&2
        [[ $1 == --help || $1 == -h ]] && exit 0
        exit 2
        ;;
    esac
    shift
done

need_packages "$build_packages" "$run_packages" "$test_packages"

# This machine has an OpenGL driver now: a test that finds none fails instead of being skipped.
export CI=${CI:-true}

if [[ ! $labels ]]; then
    stage "Building with sanitizers into build-sanitize/" build sanitize unit_tests view_tests
    stage "Running the unit tests and the lattice window with sanitizers" \
        ctest --test-dir build-sanitize --tests-regex '^(unit-|view$)' --output-on-failure --no-tests=error \
        --parallel "$(nproc)"
    exit
fi

stage "Building gaugegl and its tests into build/" build release ${targets[@]}
stage "Running the tests: ${labels//|/, }" \
    ctest --test-dir build --label-regex "^($labels)\$" --output-on-failure \
    --no-tests=error --parallel "$(nproc)"
say "All tests passed in $(minutes $SECONDS)"
