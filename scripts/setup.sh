#!/bin/sh
# SPDX-License-Identifier: MIT
# Install what is missing, from the package manager alone.
#   scripts/setup.sh run     what it takes to build bight and make its pictures and films
#   scripts/setup.sh web     what it takes to build the page
#   scripts/setup.sh native  what it takes to build and run the tests with gcc
#   scripts/setup.sh fuzz    what it takes to build and run the fuzzers
#   scripts/setup.sh docs    what it takes to make the reference of the C API
#   scripts/setup.sh python  what it takes to build the Python package
#   scripts/setup.sh peers   the simulators that scripts/bench_peers.sh measures
#   scripts/setup.sh test    all of these, and what the other tests need
set -eu

run_packages="gcc libc6-dev cmake ninja-build pkg-config libpng-dev libembree-dev ffmpeg"
web_packages="make emscripten nodejs npm"
native_packages="libcmocka-dev libjansson-dev python3 python3-jsonschema"
fuzz_packages="clang libomp-dev libclang-rt-14-dev"
docs_packages="doxygen python3"
python_packages="gcc g++ libc6-dev cmake make python3 python3-dev python3-cffi python3-numpy python3-pip python3-setuptools python3-venv python3-wheel"
peers_packages="g++ libbullet-dev libmujoco-dev"
test_packages="qhull-bin python3-mypy python3-mdanalysis python3-mdtraj g++ clang libomp-dev libclang-rt-14-dev chromium"

packages=$run_packages
[ "${1:-run}" = web ] && packages=$web_packages
[ "${1:-run}" = native ] && packages="$run_packages $native_packages"
[ "${1:-run}" = fuzz ] && packages="$run_packages $fuzz_packages"
[ "${1:-run}" = docs ] && packages=$docs_packages
[ "${1:-run}" = python ] && packages=$python_packages
[ "${1:-run}" = peers ] && packages="$run_packages $peers_packages"
[ "${1:-run}" = test ] && packages="$run_packages $web_packages $native_packages $docs_packages $python_packages $test_packages"

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "setup: this is not a Debian system; please install the equivalents of: $packages" >&2
    exit 0
fi

missing=
for package in $packages; do
    # a node of one's own is as good as Debian's
    [ "$package" = nodejs ] && command -v node >/dev/null 2>&1 && continue
    [ "$package" = npm ] && command -v npm >/dev/null 2>&1 && continue
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || { echo "setup: become root or install sudo, then: apt-get install$missing" >&2; exit 1; }
    as_root=sudo
fi
echo "setup: installing$missing"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# shellcheck disable=SC2086
$as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
echo "setup: done"
