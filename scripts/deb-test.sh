#!/usr/bin/env bash
# Makes the packages (scripts/package.sh) and tries them: lintian finds no errors in the .deb; the demos are built from its files; in an empty
# Debian it is installed, used by a user without rights, and removed.  Needs root, for debootstrap and chroot; nothing of that system stays.
#   scripts/deb-test.sh --quick    the .deb alone, its files and the demos, without lintian and the empty Debian: as anybody, in a minute
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh
. scripts/chroot.sh

if [[ $# -gt 1 || ${1---quick} != --quick ]]; then
    sed -n '2,4s/^# //p' scripts/deb-test.sh >&2
    exit 2
fi
quick=${1-}
[[ $quick ]] || need_chroot
scripts/package.sh ${quick:+"$quick"}
packages=(build-package/gaugegl_*.deb)
[[ ${#packages[@]} == 1 && -f ${packages[0]} ]] || die "there is not one .deb: ${packages[*]}"
package=$PWD/${packages[0]}
version=$(build/gaugegl --version | head -n 1)

folder=$(mktemp -d)
trap 'rm -rf --one-file-system "$folder"' EXIT

dpkg-deb --extract "$package" "$folder/files"
[[ $("$folder/files/usr/bin/gaugegl" --version | head -n 1) == "$version" ]] || die "the program of $package has another version"
for file in man/man1/gaugegl.1.gz man/man1/gaugegl-solve.1.gz man/man5/gaugegl-run-file.5.gz bash-completion/completions/gaugegl \
    zsh/vendor-completions/_gaugegl fish/vendor_completions.d/gaugegl.fish applications/gaugegl.desktop icons/hicolor/scalable/apps/gaugegl.svg \
    doc/gaugegl/copyright doc/gaugegl/changelog.gz doc/gaugegl/changelog.Debian.gz doc/gaugegl/CITATION.cff; do
    [[ -s $folder/files/usr/share/$file ]] || die "the .deb lacks share/$file"
done

loaded=$(PYTHONPATH=$folder/files/usr/lib/python3/dist-packages PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c 'import gaugegl; print(gaugegl.__version__)')
[[ "gaugegl $loaded" == "$version" ]] || die "the Python module of $package has another version: $loaded, not that of $version"

# The library of the .deb, for the demos that come with it.
build_demos()
{
    cmake -G Ninja -S "$folder/files/usr/share/doc/gaugegl/examples" -B "$folder/demos" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_PREFIX_PATH="$folder/files/usr" >/dev/null
    cmake --build "$folder/demos" --parallel "$(build_jobs)"
    "$folder/demos/hello_textures"
}
stage "The demos, built with the files of the .deb" build_demos
if [[ $quick ]]; then
    say "The .deb has what it must have"
    exit 0
fi

stage "lintian" lintian --allow-root --fail-on error "$package"

archives=(build-package/gaugegl-*.tar.gz)
[[ ${#archives[@]} == 1 && -f ${archives[0]} ]] || die "there is not one .tar.gz: ${archives[*]}"
archive=$PWD/${archives[0]}
say "The .tar.gz, wherever it is unpacked"
mkdir "$folder/unpacked"
tar --extract --gzip --file "$archive" --directory "$folder/unpacked" --strip-components=1
[[ $("$folder/unpacked/bin/gaugegl" --version | head -n 1) == "$version" ]] || die "the program of $archive has another version"

root=$folder/root
make_system "$root" --include=man-db,bash-completion
cp "$package" "$root/tmp/gaugegl.deb"
install -d -o 1000 -g 1000 "$root/home/user"
apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y)
stage "Installing it with what it recommends" logged "$folder/install.log" inside "$root" "${apt[@]}" install /tmp/gaugegl.deb ||
    { tail -n 30 "$folder/install.log" >&2; die "it cannot be installed"; }

# used WHAT COMMAND...: by a user without rights, in the user's own folder; Mesa compiles quickly rather than well.
used() { stage "$1" as_user "$root" sh -c 'cd && GALLIVM_PERF=nopt exec "$@"' sh "${@:2}"; }
[[ $(as_user "$root" gaugegl --version | head -n 1) == "$version" ]] || die "the installed program has another version"
used "gaugegl --version" gaugegl --version
used "gaugegl info" gaugegl info
used "A demo, with few sweeps" gaugegl run /usr/share/doc/gaugegl/examples/runs/quickstart.toml --set update.thermalisation=10 \
    --set update.sweeps=20 --set output.save_every=10
for file in results.json config.00020.ildg plaquette-history.png; do
    [[ -s $root/home/user/results/quickstart/$file ]] || die "the run has no $file"
done
used "gaugegl view, hidden" gaugegl view --hidden --after 3 --screenshot picture.png
[[ $(head -c 8 "$root/home/user/picture.png" | od -An -tx1 | tr -d ' ') == 89504e470d0a1a0a ]] || die "picture.png is no picture"
used "The Python module" python3 -c 'import gaugegl
u = gaugegl.GaugeField.hot("su2", (4, 4, 4, 4), seed=1, device=gaugegl.Device()).heat_bath(beta=2.3, sweeps=5)
assert u.to_numpy().shape == (4, 4, 4, 4, 4, 2, 2) and 0.5 < u.plaquette() < 0.7, u.plaquette()'
# shellcheck disable=SC2016 # for the inner shell
used "The manual" sh -c 'for page in gaugegl gaugegl-solve gaugegl-run-file; do man --where "$page" || exit 1; done
    man gaugegl-solve | grep -q -e --preconditioner'
# shellcheck disable=SC2016 # for the inner shell
[[ $(as_user "$root" bash --norc -c '. /usr/share/bash-completion/bash_completion; _completion_loader gaugegl
    COMP_WORDS=(gaugegl so) COMP_CWORD=1; _gaugegl; echo "${COMPREPLY[*]}"') == solve ]] || die "bash does not complete gaugegl so"

stage "Removing it" logged "$folder/purge.log" inside "$root" "${apt[@]}" purge gaugegl || die "it cannot be removed"
left=$(find "$root"/{usr,etc,var/lib,opt} -xdev -name '*gaugegl*' -not -path '*/var/lib/apt/*')
[[ -z $left ]] || die "it leaves behind: $left"
say "The .deb is installed, used and removed"
