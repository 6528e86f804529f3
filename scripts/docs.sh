#!/bin/sh
# SPDX-License-Identifier: MIT
# The reference of the C API into build/docs/html. A warning is an error.
set -eu
cd "$(dirname "$0")/.."
command -v doxygen >/dev/null || { echo "doxygen is missing (Debian: doxygen)"; exit 1; }
rm -rf build/docs
mkdir -p build/docs
{ cat docs/Doxyfile; echo "OUTPUT_DIRECTORY = build/docs"; } | doxygen -
