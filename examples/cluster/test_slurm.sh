#!/bin/bash
# SPDX-License-Identifier: MIT
# A cluster of one: munged, slurmctld and slurmd of this machine, in a folder and on ports of their own. An array of
# shares is begun, one task is killed in the middle and queued again; merged, the shares are what one run says.
#     bash examples/cluster/test_slurm.sh [CURVES] [SHARES]
# Debian: slurm-wlm, munge, python3-numpy; as root, in a machine or container that runs no Slurm.
set -u
here=$(cd "$(dirname "$0")" && pwd)
export BIGHT=${BIGHT:-$here/../../build/release/bight}
curves=${1:-20000}
shares=${2:-12}
for command in munged slurmctld slurmd sbatch; do
    PATH=$PATH:/usr/sbin command -v $command >/dev/null || { echo "skipped: $command is not installed"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo "skipped: slurmctld and slurmd are started as root"; exit 0; }
PATH=$PATH:/usr/sbin
work=$(mktemp -d)
chmod 755 "$work"
started=
finish() {
    for pid in $started; do kill "$pid" 2>/dev/null; done
    wait
    rm -rf "$work"
}
trap finish EXIT

mkdir -p "$work/state" "$work/spool" "$work/munge"
chmod 700 "$work/munge"
head -c 1024 /dev/urandom >"$work/munge/key"
chmod 600 "$work/munge/key"
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge.socket" --pid-file="$work/munge/pid" \
    --log-file="$work/munge/log" --seed-file="$work/munge/seed" 2>"$work/munged.log" &
started="$started $!"
host=$(hostname -s)
cat >"$work/slurm.conf" <<END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=36817
SlurmdPort=36818
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
SlurmUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MpiDefault=none
SchedulerParameters=batch_sched_delay=1,sched_interval=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$work/slurm.conf
slurmctld -D >"$work/slurmctld.log" 2>&1 &
started="$started $!"
slurmd -D >"$work/slurmd.log" 2>&1 &
started="$started $!"
for i in $(seq 60); do
    [ "$(sinfo -h -o %T 2>/dev/null)" = idle ] && break
    sleep 0.5
done
[ "$(sinfo -h -o %T)" = idle ] || { echo "FAILED: no node"; tail -n 5 "$work"/*.log; exit 1; }

/usr/bin/python3 "$here/polygons.py" "$work/curves" --curves "$curves" --files 1
export OMP_NUM_THREADS=1
job=$(sbatch --parsable --array=1-"$shares" --output="$work/task-%a.log" "$here/identify.sbatch" "$work/shares" \
    "$work/curves/polygons-0000.xyz" --fields name,factors,confidence)
# one that runs is ended as by a node that goes down, and begins again
for i in $(seq 100); do
    running=$(squeue -h -r -j "$job" -t R -o %K | tail -1)
    [ -n "$running" ] && break
    sleep 0.1
done
there=$(find "$work/shares" -name '*.jsonl' 2>/dev/null | wc -l)
scontrol requeue "${job}_$running" && echo "share $running was stopped and queued again when $there of $shares were there"
# and the bight of another gets SIGKILL, so that its task fails
for i in $(seq 600); do
    victim=$(pgrep -f "identify $work/curves" | tail -1)
    [ -n "$victim" ] && kill -9 "$victim" 2>/dev/null && break
    sleep 0.05
done
while [ -n "$(squeue -h -j "$job" 2>/dev/null | grep -v launch)" ]; do
    sleep 0.5
    # queued again after a failure it may be held back for two minutes
    for held in $(squeue -h -r -j "$job" -t PD -o %i 2>/dev/null); do
        scontrol update jobid="$held" StartTime=now 2>/dev/null
    done
done
first=$(find "$work/shares" -name '*.jsonl' | wc -l)
echo "after the first array: $first of $shares shares"
# what is missing is done by the same array once more
again=$(sbatch --parsable --wait --array=1-"$shares" --output="$work/again-%a.log" "$here/identify.sbatch" \
    "$work/shares" "$work/curves/polygons-0000.xyz" --fields name,factors,confidence)
echo "array $again done: $(find "$work/shares" -name '*.jsonl' | wc -l) of $shares shares, $(find "$work/shares" -newer "$work/again-1.log" -name '*.jsonl' | wc -l) of them new"

sh "$here/same.sh" "$work/shares" "$work/curves/polygons-0000.xyz"
