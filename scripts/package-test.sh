#!/usr/bin/env bash
# Installs gaugegl into a folder below build-package/, static with the program and shared without it, and builds and runs a
# project that uses it.
# The static library and the program are those of build/, which scripts/test.sh makes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

folder=$PWD/build-package
rm -rf "$folder"/{static,shared}

# test_package NAME BUILD OPTION...: installs what is built in BUILD and tests it, with options for the project.
test_package()
{
    local prefix=$folder/$1/prefix options=("${@:3}")
    say "The $1 package: installing into build-package/$1/prefix"
    cmake --install "$2" --prefix "$prefix" >"$folder/$1-install.log"

    # Whoever includes a header needs the standard library, OpenGL's types, and nothing else.
    ! grep -rnE '# *include *<.*\.' "$prefix/include" | grep -v '<GL/glcorearb\.h>' ||
        die "these headers need more than the package may ask for"

    say "The $1 package: building and running tests/package"
    cmake -G Ninja -S tests/package -B "$folder/$1/user" -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror" ${options[@]+"${options[@]}"} >"$folder/$1-configure.log"
    cmake --build "$folder/$1/user" --parallel "$(build_jobs)" >"$folder/$1-build.log" ||
        { tail -n 40 "$folder/$1-build.log" >&2; die "the project does not build"; }
    "$folder/$1/user/package_test"
}

mkdir -p "$folder"
build release gaugegl_program
test_package static build
[[ $(cd / && "$folder/static/prefix/bin/gaugegl" --version) == gaugegl* ]] || die "the installed program does not start"
for file in man/man1/gaugegl.1 man/man5/gaugegl-run-file.5 bash-completion/completions/gaugegl zsh/site-functions/_gaugegl \
    fish/vendor_completions.d/gaugegl.fish doc/gaugegl/commands.md doc/gaugegl/run-files.md doc/gaugegl/examples/runs/quickstart.toml; do
    [[ -s $folder/static/prefix/share/$file ]] || die "share/$file is not installed"
done

shared=$PWD/build-package-shared # beside build/: so what ccache has of that serves here
say "Building the shared library into build-package-shared/"
drop_stale "$shared"
cmake --preset release -B "$shared" -DGAUGEGL_TESTS=OFF -DGAUGEGL_PROGRAM=OFF \
    -DBUILD_SHARED_LIBS=ON >/dev/null
cmake --build "$shared" --parallel "$(build_jobs)"
test_package shared "$shared" -DEVERY_HEADER=OFF # they are those of the other one

library=$(find "$folder/shared/prefix" -name 'libgaugegl.so.*.*.*')
readelf -d "$library" | grep -q 'SONAME.*libgaugegl\.so\.[0-9.]*\]' || die "$library has no soname with a version"
readelf -d "$folder/shared/user/package_test" | grep -q 'NEEDED.*libgaugegl\.so' || die "the project is not linked to $library"
say "Both packages work"
