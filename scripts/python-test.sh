#!/usr/bin/env bash
# Builds the Python module into build/python, where scripts/test.sh builds the program, tests it, and runs the notebooks of
# docs/notebooks, which are left with their output in build/notebooks.
#   scripts/python-test.sh [OPTION...]      OPTION: of pytest, for some of its tests and no notebooks
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh
need_packages "$build_packages" "$run_packages" "$python_packages" "$python_test_packages"
export CI=${CI:-true} PYTHONDONTWRITEBYTECODE=1

# Debian's packages are for Debian's interpreter.
configure_python() { drop_stale build && cmake --preset release -DGAUGEGL_PYTHON=ON -DPython_EXECUTABLE=/usr/bin/python3 >/dev/null; }
stage "Configuring the Python module" configure_python
stage "Building the Python module into build/python" \
    cmake --build build --parallel "$(build_jobs)" --target gaugegl_program gaugegl_python

# Mesa's software driver compiles faster so, and lattices are tiny: threads would wait for each other.
export OMP_WAIT_POLICY=passive GALLIVM_PERF=nopt LP_NATIVE_VECTOR_WIDTH=128 LP_NUM_THREADS=0
export PYDEVD_DISABLE_FILE_VALIDATION=1 # no advice from the debugger of notebooks
export PYTHONPATH=$PWD/build/python GAUGEGL_PROGRAM=$PWD/build/gaugegl
stage "Testing the Python module" /usr/bin/python3 -m pytest -q -p no:cacheprovider tests/python "$@"
[[ $# -eq 0 ]] || exit 0

# Two at a time: each waits for the software driver, which takes what processors there are.
mkdir -p build/notebooks
run_notebooks()
{
    printf '%s\n' docs/notebooks/*.ipynb | xargs -P 2 -I{} sh -c '/usr/bin/python3 -m nbconvert --log-level WARN --to notebook --execute \
        --ExecutePreprocessor.timeout=300 --output-dir build/notebooks {} || { echo "notebook {} fails"; exit 1; }'
}
stage "Running the notebooks" run_notebooks
