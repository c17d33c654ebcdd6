# Sourced by the other scripts: the Debian packages that gaugegl needs, and how it is built.
# Needs bash with the repository's root as working folder.
# shellcheck shell=bash disable=SC2034,SC2046,SC2086

# One line for each package: its name, or several of which one is enough, joined by |; then what it is for.
build_packages="\
g++                   the compiler
cmake                 configures the build
ninja-build           runs the build
libegl-dev            OpenGL without a window
libgl-dev             the declarations of OpenGL
libopengl-dev         the OpenGL library as CMake looks for it
libglew-dev           the addresses of OpenGL's functions
libglfw3-dev          a hidden window, where EGL is missing
libfmt-dev            text formatting
libcli11-dev          command line
libtomlplusplus-dev   run files
nlohmann-json3-dev    results as JSON
libpugixml-dev        the XML in ILDG files
zlib1g-dev            checksums
libeigen3-dev         least squares of the analysis
libboost-dev          extended precision, for rational approximations
libkissfft-dev        Fourier transforms of gluon fields
libimgui-dev          the lattice window: its panels
libglm-dev            the lattice window: its camera
libgtest-dev          tests
libgmock-dev          tests: what texts contain
libgsl-dev            tests: random numbers and distributions to compare with"
run_packages="\
libegl1               OpenGL without a window, at run time
libegl-mesa0          the same, Mesa's part
libgl1-mesa-dri       Mesa's drivers, among them the software driver
gnuplot-nox|gnuplot-qt|gnuplot-x11   the figures
fonts-dejavu-core     the letters of the lattice window"
test_packages="\
glslang-tools         glslangValidator, a second compiler for the shaders
xvfb                  a display for the tests of the lattice window
xdotool               its mouse and keyboard
libopenmpi-dev        several ranks, one for each device; without it there is one
libhdf5-dev           numbers of configurations as HDF5
libzstd-dev           configurations in files of zstd
openmpi-bin           mpirun, which starts them
mandoc                reads the manual pages"
driver_packages="\
mesa-vulkan-drivers   lavapipe, on which Zink runs"
package_packages="\
dpkg-dev              which packages the program depends on
libhdf5-dev           numbers of configurations as HDF5
libzstd-dev           configurations in files of zstd
desktop-file-utils    what is wrong with the entry of the desktop's menu"
chroot_packages="\
lintian               what is wrong with a package
debootstrap           an empty Debian"
check_packages="\
ccache                compiles what was compiled before
clang-format          the layout of the sources
clang-tidy            what a compiler does not complain of
clang                 fuzzing of the file readers
libclang-rt-dev|libclang-rt-14-dev   the runtime of fuzzing
libomp-dev|libomp-14-dev             the declarations of OpenMP for clang
zsh                   reads its completion
fish                  and this one its own"
python_packages="\
pybind11-dev          the Python module
python3-dev           the same
python3-numpy         arrays"
python_test_packages="\
python3-pytest        tests of the Python module
python3-h5py          reads them
python3-nbconvert     runs the notebooks
python3-ipykernel     the same
python3-matplotlib    their figures
python3-pandas        their tables"
docs_packages="\
doxygen               the reference of the headers
python3-sphinx        the pages
python3-myst-parser   reads them as Markdown
furo                  their layout"
web_packages="\
emscripten            the compiler for browsers
node-acorn            reads its scripts
cmake                 configures the build
ninja-build           runs the build
libgl-dev             the declarations of OpenGL
libfmt-dev            text formatting
libtomlplusplus-dev   run files
nlohmann-json3-dev    what the page is told
libeigen3-dev         least squares of the analysis
libkissfft-dev        Fourier transforms of gluon fields
libglm-dev            the camera
libfast-float-dev     reads numbers"
windows_packages="\
g++-mingw-w64-x86-64-posix   the compiler for Windows
libz-mingw-w64-dev    checksums
cmake                 configures the build
ninja-build           runs the build
libcli11-dev          command line
libtomlplusplus-dev   run files
nlohmann-json3-dev    results as JSON
libeigen3-dev         least squares of the analysis
libboost-dev          extended precision, for rational approximations
libkissfft-dev        Fourier transforms of gluon fields
libglm-dev            the lattice window: its camera
googletest            tests"
wine_packages="\
wine64                runs programs for Windows
xvfb                  a display for them
xauth                 and its key
xdotool               finds windows on it"
browser_packages="\
chromium              the browser of the tests
chromium-driver       drives it
python3-selenium      speaks to the driver
xvfb                  a display for it
xauth                 and its key"

# What was compiled before, in another clone too, is not compiled again, where ccache is installed.
if [[ -z ${CMAKE_CXX_COMPILER_LAUNCHER+set} ]] && command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros

say() { printf '\n== %s\n' "$*"; }

# minutes SECONDS: as people read it.
minutes() { echo "$(($1 / 60)) min $(($1 % 60)) s"; }

# stage TITLE COMMAND...: runs a command of this or another script and says how long it took.
stage()
{
    local began=$SECONDS
    say "$1"
    "${@:2}"
    echo "   $(minutes $((SECONDS - began))): $1"
}

# logged FILE COMMAND...: what the command says goes into the file.
logged() { "${@:2}" >"$1" 2>&1; }

die()
{
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# installed_packages NAME...: those of the names that are installed, one on each line.
installed_packages()
{
    # dpkg-query fails when it knows no package of a name; that is no failure here.
    { dpkg-query --show --showformat '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true; } |
        sed -n 's/ installed$//p'
}

# missing_packages LIST: the lines of the list of which no alternative is installed.
missing_packages()
{
    local installed names reason
    installed=$'\n'$(installed_packages $(sed 's/ .*//; s/|/ /g' <<<"$1"))$'\n'
    while read -r names reason; do
        local name found=
        for name in ${names//|/ }; do
            [[ $installed == *$'\n'$name$'\n'* ]] && found=yes
        done
        [[ $found ]] || printf '%-20s  %s\n' "${names%%|*}" "$reason"
    done <<<"$1"
}

# python_options: those of CMake for the Python module, where what it needs is installed.
python_options()
{
    [[ $(missing_packages "$python_packages") ]] || echo -DGAUGEGL_PYTHON=ON -DPython_EXECUTABLE=/usr/bin/python3
}

# need_packages LIST...: installs what is missing of the lists.  Nothing is asked of the network when nothing is.
need_packages()
{
    local missing names apt sudo=()
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "No apt here: the packages are assumed to be there. Their Debian names are in scripts/prepare.sh."
        return
    fi
    missing=$(missing_packages "$(printf '%s\n' "$@")")
    if [[ -z $missing ]]; then
        say "All packages are installed"
        return
    fi
    names=$(sed 's/ .*//' <<<"$missing")
    say "Packages to install with apt-get:"
    printf '%s\n' "$missing" | sed 's/^/   /'
    if [[ $(id -u) != 0 ]]; then
        command -v sudo >/dev/null ||
            die "these packages are missing, and installing them needs root or sudo; as root: apt-get install" $names
        sudo=(sudo)
    fi
    apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    "${apt[@]}" update || echo "apt-get update failed; trying with the package lists that are here"
    "${apt[@]}" install -y --no-install-recommends $names ||
        die "apt-get could not install the packages above; its message says why"
}

# debian_source PACKAGE FOLDER: unpacks the source of a Debian package into FOLDER/PACKAGE, unless it is there, by the package lists of
# this machine; nothing of its settings changes.
debian_source()
{
    local lists=$2/apt options file
    [[ ! -d $2/$1 ]] || return 0
    say "The source of Debian's package $1"
    mkdir -p "$lists/lists/partial" "$lists/parts"
    for file in /etc/apt/sources.list.d/*.sources; do
        [[ ! -e $file ]] || sed -E 's/^Types:.*/Types: deb-src/' "$file" >"$lists/parts/${file##*/}"
    done
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [[ ! -e $file ]] || sed -E 's/^deb /deb-src /' "$file" >"$lists/parts/$(basename "$file" .list).list"
    done
    options=(-q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$PWD/$lists/parts" -o Dir::State::lists="$PWD/$lists/lists"
        -o APT::Get::List-Cleanup=0 -o APT::Sandbox::User=root)
    [[ -e $lists/updated ]] || { apt-get "${options[@]}" update || echo "some package lists could not be read"; }
    touch "$lists/updated"
    (cd "$lists" && apt-get "${options[@]}" source --download-only "$1") || die "apt-get has no source of $1"
    mkdir -p "$2/$1.part"
    tar -xf "$(find "$lists" -maxdepth 1 -name "${1}_*.orig.tar.*" | sort | tail -n 1)" -C "$2/$1.part" --strip-components=1
    mv "$2/$1.part" "$2/$1"
}

# The number of compilers to run at once: one for each processor, as far as memory goes (1.8 GiB each).
build_jobs()
{
    local processors fit
    processors=$(nproc)
    fit=$(awk '/^MemAvailable/ { print int($2 / 1887436) }' /proc/meminfo 2>/dev/null)
    [[ ${fit:-$processors} -lt $processors ]] && processors=$fit
    [[ $processors -ge 1 ]] || processors=1
    echo "$processors"
}

# drop_stale FOLDER: drops what CMake has left in a build folder of a clone that was moved or copied, which it would refuse.
drop_stale()
{
    local cache=$1/CMakeCache.txt made
    [[ -f $cache ]] || return 0
    made=$(sed -n 's/^CMAKE_CACHEFILE_DIR:INTERNAL=//p' "$cache")
    [[ ! $made -ef $1 ]] || return 0
    say "${1##*/}/ was made in ${made:-another place}: this clone was moved or copied, so that it is built anew"
    rm -rf "$cache" "$1"/.ninja_*
    find "$1" -name CMakeFiles -type d -prune -exec rm -rf {} +
}

# build PRESET TARGET...: configures and builds the targets (by default all) of a preset of CMakePresets.json.
build()
{
    local preset=$1 folder=build options=(-DGAUGEGL_TESTS=ON -DGAUGEGL_INSTRUCTION_SETS=native ${build_options[@]+"${build_options[@]}"})
    [[ $preset == release ]] || folder+=-$preset
    shift
    command -v ninja >/dev/null || options+=(-G "Unix Makefiles")
    # With sanitizers GCC 12 warns of std::regex, where nothing is wrong; the release build checks the warnings.
    [[ $preset != sanitize ]] || options+=(-DGAUGEGL_WERROR=OFF)
    drop_stale "$folder"
    cmake --preset "$preset" "${options[@]}"
    cmake --build --preset "$preset" --parallel "$(build_jobs)" ${1:+--target "$@"}
}

# build_python [OPTION...]: the program, and the Python module in build/python, for Debian's interpreter, which Debian's packages are
# for.  OPTION: of CMake.
build_python()
{
    local build_options=(-DGAUGEGL_PYTHON=ON -DPython_EXECUTABLE=/usr/bin/python3 "$@")
    stage "Building the program and the Python module into build/" build release gaugegl_program gaugegl_python
}

# For tests, whose lattices are tiny: Mesa's software driver compiles faster so, and threads would wait for each other.
software_driver_for_tests()
{
    export OMP_WAIT_POLICY=passive GALLIVM_PERF=nopt LP_NATIVE_VECTOR_WIDTH=128 LP_NUM_THREADS=0
}

# recent_sources COMMITS COUNT PATTERN: the files of that pattern that the last commits changed, merges apart, by more than the
# names of headers, and that are still there; the newest first, and at most so many.
recent_sources()
{
    git log "-$1" --no-merges -M --name-only --format= -G'^[^#]' -- | awk '!seen[$0]++' | grep -E -- "$3" |
        while read -r file; do [[ -e $file ]] && echo "$file"; done | sed "$2q" || true
}
