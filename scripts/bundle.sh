#!/usr/bin/env bash
# Makes gaugegl-VERSION-linux-x86_64.tar.gz in build-bundle/: the program with its window, shaders, run files, licences and the libraries
# that a bare Debian or Ubuntu lacks, to be unpacked anywhere on a machine that has a driver; without MPI.
#   scripts/bundle.sh           builds it
#   scripts/bundle.sh --check   and tries it in an empty Debian that has nothing but a driver (root; debootstrap)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

check=
case ${1-} in
'') ;;
--check) check=yes ;;
*)
    sed -n '2,5s/^# //p' scripts/bundle.sh >&2
    [[ $1 == --help || $1 == -h ]] && exit 0
    exit 2
    ;;
esac
[[ $# -le 1 ]] || die "one option is enough: $*"

output='build-bundle'
most_bytes=40000000
# Drivers use these too, or bring libraries that do: the system's come first, and those of the bundle where it has none or older ones.
fallback='libstdc\+\+|libgcc_s|libz|libzstd|libX11|libxcb|libXau|libXdmcp|libbsd|libmd|libGL|libGLX|libEGL|libOpenGL|libGLdispatch'
# What every system has: the C library.
everywhere='linux-vdso|ld-linux-x86-64|libc|libm|libdl|libpthread|librt|libresolv|libutil'
# What is compiled into the program and is in no shared library.
compiled_in=(libimgui-dev libglm-dev libeigen3-dev libboost-dev libboost1.*-dev libcli11-dev nlohmann-json3-dev libkissfft-dev)

# package_of FILE: the Debian package that it belongs to, whichever of /lib and /usr/lib dpkg knows.
package_of()
{
    local file
    file=$(realpath "$1")
    { dpkg-query --search "$file" 2>/dev/null || dpkg-query --search "${file#/usr}"; } | sed -n '1s/[:,].*//p'
}

# licence PACKAGE: its copyright file goes into the bundle.
licence()
{
    [[ -f /usr/share/doc/$1/copyright ]] || die "there is no licence of $1: /usr/share/doc/$1/copyright"
    cp -L "/usr/share/doc/$1/copyright" "$bundle/licences/$1"
}

# libraries_of FILE...: name and path of all that they need.
libraries_of() { ldd "$@" | sed -n 's/^[[:space:]]*\([^ ]*\) => \(\/[^ ]*\) .*/\1 \2/p' | sort -u; }

# lowest_glibc FILE...: the newest version of a symbol of the C library that they need.
lowest_glibc() { readelf --version-info --wide "$@" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1; }

need_packages "$build_packages" "binutils  the versions of symbols that libraries need"
[[ $(uname -m) == x86_64 ]] || die "the bundle is for x86_64; this machine is $(uname -m)"
stage "Configuring without MPI in $output/" cmake --preset release -B $output -DGAUGEGL_TESTS=OFF -DGAUGEGL_MPI=OFF -DGAUGEGL_HDF5=OFF
stage "Building" cmake --build $output --parallel "$(build_jobs)" --target gaugegl_program
version=$($output/gaugegl --version | sed -n '1s/^gaugegl //p')
name=gaugegl-$version-linux-x86_64
bundle=$PWD/$output/$name
archive=$PWD/$output/$name.tar.gz

say "Collecting $name"
rm -rf "$bundle"
mkdir -p "$bundle"/{lib,fallback,licences}
cmake --install $output --component program --strip --prefix "$bundle" >/dev/null
cp scripts/bundle-start.sh "$bundle/gaugegl"
cp scripts/card-day.sh docs/howto/measure-a-card.md LICENSE "$bundle"
mkdir "$bundle/demos"
cp -r demos/runs "$bundle/demos/"
cp -r shaders "$bundle/"
while read -r library path; do
    stem=${library%%.so*}
    [[ $stem =~ ^($everywhere)$ ]] && continue
    place=$bundle/lib/$library
    if [[ $stem =~ ^($fallback)$ ]]; then
        mkdir "$bundle/fallback/$library"
        place=$bundle/fallback/$library/$library
    fi
    [[ $stem =~ mpi|libdrm|libgbm|mesa|nvidia|libLLVM ]] && die "$library is a driver's or MPI's and must not come along"
    cp -L "$path" "$place"
    strip --strip-unneeded "$place"
    chmod 644 "$place"
    licence "$(package_of "$path")"
done < <(libraries_of "$bundle/bin/gaugegl")
for pattern in "${compiled_in[@]}"; do
    for package in $(compgen -G "/usr/share/doc/$pattern/copyright" | sed 's,.*/doc/,,; s,/copyright,,'); do licence "$package"; done
done
mapfile -t needed < <(find "$bundle"/{bin,lib} -type f)
mapfile -t behind_system < <(find "$bundle/fallback" -type f)
glibc=$(lowest_glibc "${needed[@]}")
glibc_of_all=$(lowest_glibc "${needed[@]}" "${behind_system[@]}")
own=$(find "$bundle/lib" -type f -printf '%f\n' | sort | paste -sd ' ')
behind=$(find "$bundle/fallback" -type f -printf '%f\n' | sort | paste -sd ' ')
cat >"$bundle/README.txt" <<END
gaugegl $version for Linux on x86_64

SU(2) and SU(3) lattice gauge theory on any OpenGL driver. Needs a driver with OpenGL 3.3, glibc ${glibc#GLIBC_} or newer (ldd --version
names it; ${glibc_of_all#GLIBC_} for all of fallback/), bash for card-day.sh, and gnuplot for figures. It holds no driver and no MPI.

  ./gaugegl info                              the driver and what it offers
  ./gaugegl verify                            kernels against the CPU reference
  ./gaugegl run demos/runs/quickstart.toml    a first simulation; results in results/quickstart
  ./gaugegl view                              the lattice window, where there is a display
  ./card-day.sh FOLDER                        measures the card in half an hour: measure-a-card.md

lib/ holds libraries of its own: $own.
fallback/ holds libraries that are used where the system has none or older ones: $behind.
shaders/ holds the sources that are in the program, for reading. The licences of all that is not gaugegl's are in licences/.
END

tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" --directory $output --create "$name" |
    gzip --no-name --best >"$archive.tmp"
mv "$archive.tmp" "$archive"
bytes=$(stat --format=%s "$archive")
((bytes < most_bytes)) || die "$archive has $bytes bytes, more than $most_bytes"
say "$archive"
awk -v b="$bytes" -v g="${glibc#GLIBC_}" -v a="${glibc_of_all#GLIBC_}" \
    'BEGIN { printf "   %.1f MB, needs glibc %s, its fallback libraries %s\n", b / 1e6, g, a }'
[[ $check ]] || exit 0

# The check: a Debian with the packages that every one has, and Mesa's driver behind no dispatch library.
. scripts/chroot.sh
need_chroot
root=$PWD/$output/root
[[ -f $root/made ]] || make_system "$root" --include=libegl-mesa0,libgl1-mesa-dri
for library in libEGL.so.1 libGL.so.1 libGLEW.so.2.2 libgomp.so.1; do
    [[ -z $(find "$root/usr/lib" "$root/lib" -name "$library" -print -quit) ]] || die "$root is not empty: it has $library"
done
rm -rf "$root/opt/elsewhere"
mkdir -p "$root/opt/elsewhere"
tar --extract --gzip --file "$archive" --directory "$root/opt/elsewhere"
program=/opt/elsewhere/$name/gaugegl
stage "gaugegl info, in the empty system" inside "$root" "$program" info
stage "gaugegl verify, on a small lattice" inside "$root" "$program" verify --lattice 4x4x4x4 --group su2 --precision single --kernels gauge --quiet
stage "gaugegl run quickstart.toml, with few sweeps" inside "$root" "$program" run "${program%/*}/demos/runs/quickstart.toml" \
    --output /tmp/quickstart --overwrite --set update.thermalisation=10 --set update.sweeps=20 --set output.save_every=0
[[ $(inside "$root" "$program" --version | head -n 1) == "gaugegl $version" ]] || die "the program in the bundle has another version"
rm -rf "$root/opt/elsewhere"
say "The bundle works in an empty system"
