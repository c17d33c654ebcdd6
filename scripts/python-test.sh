#!/usr/bin/env bash
# Builds the Python module into build/python, where scripts/test.sh builds the program, tests it, and runs the notebooks
# (scripts/notebooks.sh).
#   scripts/python-test.sh [OPTION...]      OPTION: of pytest, for some of its tests and no notebooks
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh
need_packages "$build_packages" "$run_packages" "$python_packages" "$python_test_packages"
build_python

software_driver_for_tests
export CI=${CI:-true} PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH=$PWD/build/python GAUGEGL_PROGRAM=$PWD/build/gaugegl
stage "Testing the Python module" /usr/bin/python3 -m pytest -q -p no:cacheprovider tests/python "$@"
[[ $# -gt 0 ]] || scripts/notebooks.sh
