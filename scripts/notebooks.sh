#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), builds the program and the Python module into build/ and runs the notebooks of docs/notebooks.
# They are left with their output in build/notebooks, also as Markdown with their figures as PNG, which needs no Jupyter to be looked at.
# One that was run since it and the module changed is not run again.
#   scripts/notebooks.sh [--again]      --again: run them all
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh
if [[ $# -gt 1 || ${1---again} != --again ]]; then
    sed -n '2,5s/^# //p' scripts/notebooks.sh >&2
    [[ $1 == --help || $1 == -h ]] && exit 0
    exit 2
fi
need_packages "$build_packages" "$run_packages" "$python_packages" "$python_test_packages"
build_python

software_driver_for_tests
export PYDEVD_DISABLE_FILE_VALIDATION=1 PYTHONDONTWRITEBYTECODE=1 # no advice from the debugger of notebooks
export PYTHONPATH=$PWD/build/python
mkdir -p build/notebooks
stale=()
for notebook in docs/notebooks/*.ipynb; do
    made=build/notebooks/${notebook##*/}
    [[ ${1-} != --again && $made -nt $notebook && -z $(find build/python -name '*.so' -newer "$made") ]] || stale+=("$notebook")
done

# Two at a time: each waits for the software driver, which takes what processors there are.
run_notebooks()
{
    printf '%s\n' "${stale[@]}" | xargs -P 2 -I{} sh -c '/usr/bin/python3 -m nbconvert --log-level WARN --to notebook --execute \
        --ExecutePreprocessor.timeout=300 --output-dir build/notebooks {} || { echo "notebook {} fails"; exit 1; }'
    (cd build/notebooks && rm -rf -- *.md *_files && /usr/bin/python3 -m nbconvert --log-level WARN --to markdown \
        --NbConvertBase.display_data_priority={image/png,text/plain} -- *.ipynb)
}
[[ ${#stale[@]} == 0 ]] || stage "Running the notebooks" run_notebooks
say "The notebooks with their output and figures are in build/notebooks"
