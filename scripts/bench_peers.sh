#!/bin/sh
# SPDX-License-Identifier: MIT
# Bullet and MuJoCo beside `bight bench rod`: the same overhand knot, pulled by the same forces and swung. Prints one JSON object.
# Needs g++, python3 and a release build, and Debian's libbullet-dev, libmujoco-dev or both (scripts/setup.sh peers).
#     sh scripts/bench_peers.sh [FORCES] [LIMIT] [SIZES] >bench/results/rod_peers.json
# FORCES: newtons, "20" unless given. LIMIT: processor seconds after which a run of a peer is stopped, 60 unless given.
# SIZES: nodes, "100 200 400" unless given. Ours is always pulled with 20. BIGHT in the environment: another command.
set -eu
cd "$(dirname "$0")/.."
forces=${1:-20}
limit=${2:-60}
sizes=${3:-100 200 400}
bullet=
mujoco=
[ -e /usr/include/bullet/btBulletDynamicsCommon.h ] && bullet=yes
[ -e /usr/include/mujoco/mujoco.h ] && mujoco=yes
if [ -z "$bullet$mujoco" ]; then
    echo "skipped: neither Bullet nor MuJoCo is installed (Debian: libbullet-dev, libmujoco-dev)" >&2
    exit 0
fi
bight=${BIGHT:-build/release/bight}
[ -x "$bight" ] || { echo "$bight is missing: cmake --build build/release" >&2; exit 1; }
out=build/peers
mkdir -p "$out"
if [ -n "$bullet" ]; then
    g++ -std=c++14 -O2 -Wall -Wextra -I. -isystem /usr/include/bullet bench/peers/bullet.cpp -o "$out/bullet" \
        -lBulletDynamics -lBulletCollision -lLinearMath
else
    echo "left out: Bullet is not installed (Debian: libbullet-dev)" >&2
fi
if [ -n "$mujoco" ]; then
    gcc -std=c17 -O2 -Wall -Wextra -D_POSIX_C_SOURCE=200809L -I. bench/peers/mujoco.c -o "$out/mujoco" -lmujoco -lm
else
    echo "left out: MuJoCo is not installed (Debian: libmujoco-dev)" >&2
fi

# Run a peer: its line of JSON, with the name of the shape that it ends in.
peer() {
    rm -f "$out/end.xyz"
    line=$("$@" 2>"$out/peer.log") || { cat "$out/peer.log" >&2; exit 1; }
    knot=$("$bight" identify --json "$out/end.xyz" | python3 -c 'import json, sys; print(json.load(sys.stdin)["name"])')
    echo "${line%\}}, \"knot\": \"$knot\"}"
}

comma=
rows() { # NAME COMMAND...: a row for each size; START in the command stands for the start shape, MODEL for MuJoCo's model
    name=$1
    shift
    printf '%s\n  "%s": {' "$comma" "$name"
    inner=
    for n in $sizes; do
        printf '%s\n   "%s": ' "$inner" "$n"
        "$@" "$n"
        inner=,
    done
    printf '  }'
    comma=,
}
with_bullet() { # FORCE ITERATIONS NODES
    peer "$out/bullet" "$out/start_$3.xyz" "$out/end.xyz" "$1" "$limit" "$2"
}
with_mujoco() { # FORCE SOLREF NODES
    python3 bench/peers/mujoco_model.py "$out/start_$3.xyz" "$out/model.xml" Newton "$2"
    peer "$out/mujoco" "$out/start_$3.xyz" "$out/end.xyz" "$1" "$limit" "$out/model.xml"
}

for n in $sizes; do
    "$bight" bench rod --start "$n" >"$out/start_$n.xyz"
done
printf '{"bight": '
"$bight" bench rod --json
for force in $forces; do
    printf ', "newtons_%s": {' "$force"
    comma=
    if [ -n "$bullet" ]; then # Bullet's own 10 iterations, and many
        rows bullet_10 with_bullet "$force" 10
        rows bullet_100 with_bullet "$force" 100
    fi
    if [ -n "$mujoco" ]; then # MuJoCo's own contacts, and stiff ones: twice the step
        rows mujoco with_mujoco "$force" "0.02 1"
        rows mujoco_stiff with_mujoco "$force" "0.002 1"
    fi
    printf '\n}'
done
printf '}\n'
