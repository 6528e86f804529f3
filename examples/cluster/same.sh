#!/bin/sh
# SPDX-License-Identifier: MIT
# Are merged shares what one run says, line for line?  sh same.sh SHARES FILE...
set -eu
here=$(cd "$(dirname "$0")" && pwd)
shares=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
/usr/bin/python3 "$here/merge.py" "$shares" --table "$work/all.tsv" --summary "$work/names.tsv" \
    --histogram "$work/names.svg"
"${BIGHT:-bight}" identify "$@" --json --fields name,factors,confidence | sort >"$work/one"
grep -hv '^{"shard"' "$shares"/*.jsonl | sort >"$work/shares"
cmp "$work/one" "$work/shares"
head -n 5 "$work/names.tsv"
echo "passed: $(wc -l <"$work/one") curves, each once, as one run names them"
