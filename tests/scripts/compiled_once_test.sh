#!/usr/bin/env bash
# What one script has compiled of src/, no other one compiles again: tests, MPI, HDF5 and zstd where they are installed later, and the Python module leave
# the commands and groups of the library, the window and the program as they are, but for the sources that must know of them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# compiled NAME OPTION...: configures; prints how the sources are compiled, and what the groups of them hold.
compiled()
{
    local own=$folder/$1
    cmake -S . -B "$own" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "${@:2}" >"$folder/log" 2>&1 ||
        { cat "$folder/log" >&2; exit 1; }
    {
        grep '"command":' "$own/compile_commands.json" | grep -E -- '-o [^ ]*gaugegl(_program|_view)?\.dir/' |
            grep -vE '/src/(comm/(mpi_ranks|single_rank)|measure/(export_hdf5|hdf5_arrays)|io/(hdf5|hdf5_links|zstd_input)|cli/version)\.cpp' | sort
        find "$own" -path '*gaugegl*.dir/Unity/*.cxx' | grep -vE '/(tests|python)/' | sort | xargs cat
    } | sed "s|$own|BUILD|g"
}

# module_compiles: whether there is what the module needs besides pybind11, which may be there alone.
module_compiles() { /usr/bin/python3 -c 'import numpy, sysconfig; open(sysconfig.get_path("include") + "/Python.h").close()' 2>/dev/null; }

compiled first -DGAUGEGL_TESTS=ON -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON -DGAUGEGL_HDF5=OFF -DGAUGEGL_ZSTD=OFF >"$folder/first.txt"
sources=$(grep -cE '"command"|^#include' "$folder/first.txt") # alone or in a group
[[ $sources -gt 200 ]] || { echo "$0: $sources commands and sources were found, expected those of the library" >&2; exit 1; }
python=()
[[ ! -d /usr/include/pybind11 ]] || ! module_compiles || python=(-DGAUGEGL_PYTHON=ON -DPython_EXECUTABLE=/usr/bin/python3)
compiled second -DGAUGEGL_TESTS=ON "${python[@]}" >"$folder/second.txt"
diff "$folder/first.txt" "$folder/second.txt" || { echo "$0: the lines above would be compiled twice" >&2; exit 1; }
echo "compiled once: $sources commands and sources are the same with MPI, HDF5, zstd${python:+ and with the Python module}"
