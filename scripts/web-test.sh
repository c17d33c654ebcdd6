#!/usr/bin/env bash
# Builds the page (scripts/web.sh) and tests it in Chromium; build/gaugegl, which scripts/test.sh makes, is what it is compared with.
#   scripts/web-test.sh [TEST...]      TEST: a name such as test_fits_a_phone
# Screenshots are left in build-web-work/screenshots.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/prepare.sh
need_packages "$web_packages" "$browser_packages" "$build_packages" "$run_packages"
stage "The page" scripts/web.sh
[[ -x build/gaugegl ]] || stage "The program" build release gaugegl_program
stage "The page in Chromium" xvfb-run --auto-servernum --server-args "-screen 0 1280x960x24" /usr/bin/python3 tests/web/page_test.py \
    build-web build/gaugegl build-web-work/screenshots "$@"
