#!/usr/bin/env bash
# Makes the reference of the library's headers with Doxygen, in build/docs/html.  A public name without documentation is an
# error.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh

command -v doxygen >/dev/null || die "doxygen is missing; as root: apt-get install doxygen"
mkdir -p build
doxygen docs/Doxyfile
echo "docs: build/docs/html/index.html"
