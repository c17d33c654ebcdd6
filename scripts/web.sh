#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu) and builds the lattice window as a web page into build-web/: a folder of static files for
# any file server or hosting of static pages.  To look at it:
#   scripts/web.sh && python3 -m http.server --directory build-web 8000      then open http://localhost:8000
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh
[[ $# -eq 0 ]] || { sed -n '2,4s/^# //p' "$0" >&2; [[ $1 == --help || $1 == -h ]] && exit 0; exit 2; }

need_packages "$web_packages"
work=build-web-work # what the compiler needs
drop_stale "$work"
mkdir -p "$work"
for package in pugixml zlib; do
    debian_source "$package" "$work/debian"
done
# Debian has the parser of Emscripten's scripts in packages of its own.
export NODE_PATH=/usr/share/nodejs:/usr/lib/nodejs
emcmake cmake -S . -B "$work" -G Ninja -DCMAKE_BUILD_TYPE=Release ${CMAKE_CXX_COMPILER_LAUNCHER:+-DCMAKE_CXX_COMPILER_LAUNCHER="$CMAKE_CXX_COMPILER_LAUNCHER"} >"$work/configure.log" ||
    { tail -n 20 "$work/configure.log" >&2; die "the page cannot be configured"; }
cmake --build "$work" --parallel "$(build_jobs)"

site=build-web
mkdir -p "$site"
rm -rf "$site.part" && mkdir "$site.part"
cp -r web/*.html web/*.css web/*.js web/*.svg web/pictures "$work"/web/gaugegl.{js,wasm} LICENSE "$site.part"
rm -rf "$site" && mv "$site.part" "$site"
bytes=$(find "$site" -type f ! -path '*/pictures/*' -exec gzip -9 -c {} + | wc -c)
[[ $bytes -lt 4000000 ]] || die "the page has $bytes bytes compressed, more than 4 MB"
say "The page is in $site/: $((bytes / 1000)) kB compressed. Serve it: python3 -m http.server --directory $site 8000"
