#!/bin/sh
# SPDX-License-Identifier: MIT
# The add-on in a Blender without a window, from the zip that people install; then, where there is a server of windows that
# nobody sees (Debian: xvfb), with one. Not part of `make test`: Blender is large.
#     make blender && sh scripts/test_blender.sh [PICTURE.png]
set -eu
cd "$(dirname "$0")/.."
command -v blender >/dev/null || { echo "skipped: Blender is not installed (Debian: blender)"; exit 0; }
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
BLENDER_USER_SCRIPTS="$home" blender -b --factory-startup --python-exit-code 1 --python blender/test.py -- \
    "$PWD/build/release/bight" "$PWD/build/bight-blender.zip"
command -v xvfb-run >/dev/null || { echo "skipped: the window (Debian: xvfb)"; exit 0; }
BLENDER_USER_SCRIPTS="$home" timeout 300 xvfb-run -a -s "-screen 0 1400x900x24" blender --factory-startup \
    --enable-event-simulate --window-geometry 0 0 1400 900 --python blender/window.py -- \
    "$PWD/build/release/bight" "$PWD/build/bight-blender.zip" "$@"
