#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), builds the program and the Python module into build/, and makes the packages of gaugegl in build-package/:
# gaugegl_VERSION_ARCHITECTURE.deb and gaugegl-VERSION-SYSTEM.tar.gz, with the program, its window, the Python module, the library, headers,
# manual pages, completions, demos and documents.
#   scripts/package.sh ['NAME <ADDRESS>']    the maintainer that the .deb names
#   scripts/package.sh --quick               the .deb alone, hardly compressed: for tests
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

packing=()
if [[ ${1-} == --quick ]]; then
    packing=(-G DEB -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip)
    shift
fi
if [[ $# -gt 1 || ${1-} == -* ]]; then
    sed -n '2,6s/^# //p' scripts/package.sh >&2
    [[ ${1-} == --help || ${1-} == -h ]] && exit 0
    exit 2
fi

need_packages "$build_packages" "$python_packages" "$package_packages"
desktop-file-validate packaging/gaugegl.desktop || die "packaging/gaugegl.desktop is not as the desktop wants it"
output=$PWD/build-package
mkdir -p "$output"
build_python -DGAUGEGL_INSTRUCTION_SETS=all # for whatever machine it is installed on

# cached NAME: what build/ was configured with.
cached() { sed -n "s/^$1:[A-Z]*=//p" build/CMakeCache.txt; }
# Debian's folders, for as long as it takes: nothing that is compiled depends on them.
before=(-DCMAKE_INSTALL_PREFIX="$(cached CMAKE_INSTALL_PREFIX)" -DCMAKE_INSTALL_LIBDIR="$(cached CMAKE_INSTALL_LIBDIR)" -DGAUGEGL_DEBIAN=OFF -UGAUGEGL_MAINTAINER)
trap 'cmake "${before[@]}" build >/dev/null' EXIT
stage "Configuring for packages" logged "$output/configure.log" cmake -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR="lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)" \
    -DGAUGEGL_DEBIAN=ON ${1:+-DGAUGEGL_MAINTAINER="$1"} build

# The same bytes whenever it is made.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat --format=%Y CMakeLists.txt)
export SOURCE_DATE_EPOCH
rm -rf "$output"/gaugegl[-_]*.{deb,tar.gz} "$output/packed"
stage "Packing" logged "$output/cpack.log" cpack --config build/CPackConfig.cmake -B "$output/packed" ${packing[@]+"${packing[@]}"} || {
    cat "$output/cpack.log" >&2
    die "cpack failed"
}
shopt -s nullglob
mv "$output"/packed/gaugegl[-_]*.{deb,tar.gz} "$output"
rm -rf "$output/packed"
for package in "$output"/gaugegl[-_]*.{deb,tar.gz}; do
    say "build-package/${package##*/}: $(stat --format=%s "$package") bytes"
done
