#!/bin/sh
# SPDX-License-Identifier: MIT
# The add-on in a Blender without a window, from the zip that people install. Not part of `make test`: Blender is large.
#     make blender && sh scripts/test_blender.sh
set -eu
cd "$(dirname "$0")/.."
command -v blender >/dev/null || { echo "skipped: Blender is not installed (Debian: blender)"; exit 0; }
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
BLENDER_USER_SCRIPTS="$home" blender -b --factory-startup --python-exit-code 1 --python blender/test.py -- \
    "$PWD/build/release/bight" "$PWD/build/bight-blender.zip"
