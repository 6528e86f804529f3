#!/bin/bash
# SPDX-License-Identifier: MIT
# A scheduler and three workers of Dask; one worker is killed in the middle. Merged, the shares are what one run says.
#     bash examples/cluster/test_dask.sh [CURVES] [SHARES]
# Debian: python3-distributed, python3-numpy.
set -u
here=$(cd "$(dirname "$0")" && pwd)
export BIGHT=${BIGHT:-$here/../../build/release/bight}
curves=${1:-20000}
shares=${2:-24}
/usr/bin/python3 -c 'import distributed' 2>/dev/null || { echo "skipped: python3-distributed is not installed"; exit 0; }
work=$(mktemp -d)
workers=
finish() {
    for pid in $workers; do kill -9 "$pid" 2>/dev/null; done
    wait 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
cd "$work" || exit 1
/usr/bin/python3 "$here/polygons.py" "$work/curves" --curves "$curves" --files 1
/usr/bin/python3 -m distributed.cli.dask_scheduler --host 127.0.0.1 --port 36786 --no-dashboard >scheduler.log 2>&1 &
workers=$!
for i in 1 2 3; do
    # without a nanny, which would begin a new worker
    /usr/bin/python3 -m distributed.cli.dask_worker tcp://127.0.0.1:36786 --nthreads 1 --no-nanny --no-dashboard \
        --name w$i --local-directory "$work/w$i" >worker$i.log 2>&1 &
    workers="$workers $!"
    last=$!
done
/usr/bin/python3 "$here/dask_identify.py" tcp://127.0.0.1:36786 "$work/shares" "$shares" \
    "$work/curves/polygons-0000.xyz" -- --fields name,factors,confidence >client.log 2>&1 &
client=$!
for i in $(seq 1200); do
    there=$(find "$work/shares" -name '*.jsonl' 2>/dev/null | wc -l)
    [ "$there" -ge $((shares / 3)) ] && break
    sleep 0.05
done
kill -9 "$last" && echo "one of three workers was killed when $there of $shares shares were there"
wait "$client" || { echo "FAILED"; tail -n 20 client.log worker1.log scheduler.log; exit 1; }
tail -n 1 client.log
sh "$here/same.sh" "$work/shares" "$work/curves/polygons-0000.xyz"
