#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), builds gaugegl and its tests into ./build and runs the tests.
#   scripts/test.sh             the unit tests and those that need OpenGL (a card, or Mesa's software driver)
#   scripts/test.sh --all       also in double precision, more of SU(3), on ranks, kills, the text of every shader: minutes more
#   scripts/test.sh --turn      a quarter of what --all adds, the next quarter after the next commit
#   scripts/test.sh --physics   also averages compared with published ones: some minutes more
#   scripts/test.sh --sanitize  the library's unit tests and the lattice window with address and undefined-behaviour sanitizers
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

labels="unit|gl"
targets=(gaugegl_program hello_textures run_file first_observable lattice_window unit_tests program_tests gl_tests view_tests window_tests)
sanitize=
for option; do
    case $option in
    --all) labels+="|all" targets+=(rank_tests) ;;
    --turn) labels+="|turn-$(($(git rev-list --count HEAD) % 4))" targets+=(rank_tests) ;;
    --physics) labels+="|physics" targets+=(physics_tests) ;;
    --sanitize) sanitize=yes ;;
    *)
        sed -n '2,7s/^# //p' scripts/test.sh >&2
        [[ $option == --help || $option == -h ]] && exit 0
        exit 2
        ;;
    esac
done

need_packages "$build_packages" "$run_packages" "$test_packages"

# This machine has an OpenGL driver now: a test that finds none fails instead of being skipped.
export CI=${CI:-true}

if [[ $sanitize ]]; then
    stage "Building with sanitizers into build-sanitize/" build sanitize unit_tests view_tests
    stage "Running the unit tests and the lattice window with sanitizers" \
        ctest --test-dir build-sanitize --tests-regex '^(unit-|view$)' --output-on-failure --no-tests=error \
        --parallel "$(nproc)"
    targets=("${targets[@]/unit_tests/}") # they are done
fi

stage "Building gaugegl and its tests into build/" build release ${targets[@]}
stage "Running the tests: ${labels//|/, }" \
    ctest --test-dir build --label-regex "^($labels)\$" ${sanitize:+--exclude-regex '^unit-'} --output-on-failure \
    --no-tests=error --parallel "$(nproc)"
say "All tests passed in $(minutes $SECONDS)"
