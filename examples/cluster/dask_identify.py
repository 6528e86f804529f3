#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shares of `bight identify --shard` on the workers of a Dask scheduler.

    python3 dask_identify.py SCHEDULER SHARES N FILE... [-- options of bight identify]

SCHEDULER is an address, tcp://host:8786, and SHARES a folder that all workers see. A worker that dies takes its tasks
with it and Dask gives them to others: a share that was done is found there, one that was not is done anew.
Needs distributed (Debian: python3-distributed)."""
import os
import subprocess
import sys

from distributed import Client, as_completed


def name_share(command, index, count, folder, arguments):
    """Runs where a worker is."""
    done = subprocess.run([command, "identify", *arguments, "--shard", f"{index}/{count}", "--out", folder, "--resume",
                           "--threads", "1"], capture_output=True, text=True, check=False)
    path = os.path.join(folder, f"shard-{index}-of-{count}.jsonl")
    if done.returncode not in (0, 3) or not os.path.exists(path):
        raise RuntimeError(f"share {index}: {done.stderr[-500:]}")
    return index


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    address, folder, count, arguments = sys.argv[1], os.path.abspath(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    if "--" in arguments:
        arguments.remove("--")
    # each share may lose this many workers before it is given up
    with Client(address) as client:
        tasks = [client.submit(name_share, os.environ.get("BIGHT", "bight"), i, count, folder, arguments, retries=3,
                               pure=False) for i in range(1, count + 1)]
        for number, task in enumerate(as_completed(tasks), 1):
            print(f"{number} of {count}: share {task.result()}", flush=True)


if __name__ == "__main__":
    main()
