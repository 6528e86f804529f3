# SPDX-License-Identifier: MIT
"""Run every fuzzer for a while and say what it reached.

    python3 scripts/fuzz.py [NAME ...]             FUZZ_SECONDS=600 of CPU time each, FUZZ_JOBS=2 side by side
    python3 scripts/fuzz.py --corpus [NAME ...]    only fuzz/corpus once, under clang's sanitizers

New finds are kept in build/fuzz/NAME and are where the next run starts, beside fuzz/corpus/NAME; inputs that crash are
in build/fuzz/NAME-crashes. Ends with 1 when there was one. One that belongs to the tests is copied to fuzz/corpus/NAME.
"""

import concurrent.futures
import glob
import os
import re
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, "build", "fuzz")
TIMEOUT = 300  # seconds on the clock that one input may take; a machine with much else to do is slow


def cpu_seconds(pid):
    """What a process that runs has used, of all its threads."""
    with open(f"/proc/{pid}/stat") as file:
        words = file.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def fuzz(name, seconds):
    """One process until its CPU time is used up, or it crashes: (name, inputs that crash)."""
    finds, crashes = os.path.join(BUILD, name), os.path.join(BUILD, name + "-crashes")
    os.makedirs(finds, exist_ok=True)
    os.makedirs(crashes, exist_ok=True)
    before = set(os.listdir(crashes))
    log_path = os.path.join(BUILD, name + ".log")
    with open(log_path, "w") as log:
        process = subprocess.Popen(
            [os.path.join(BUILD, "fuzz", "fuzz_" + name), f"-timeout={TIMEOUT}", "-rss_limit_mb=2048",
             "-print_final_stats=1", f"-artifact_prefix={crashes}/", finds, os.path.join(ROOT, "fuzz", "corpus", name)],
            cwd=BUILD, stdout=log, stderr=log, env=dict(os.environ, OMP_NUM_THREADS="1", OMP_WAIT_POLICY="passive"))
        pid, asked = 0, False
        while pid == 0:
            time.sleep(0.2)
            if not asked and cpu_seconds(process.pid) >= seconds:
                process.send_signal(signal.SIGUSR1)  # libFuzzer ends after the input at hand
                asked = True
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        process.returncode = os.waitstatus_to_exitcode(status)
    words = open(log_path, errors="replace").read()
    last = lambda pattern: max([int(n) for n in re.findall(pattern, words)] or [0])
    new = sorted(os.path.join(crashes, f) for f in set(os.listdir(crashes)) - before if not f.startswith("slow-unit-"))
    if process.returncode != 0 and not new:
        new = [log_path]  # it did not even start
    executions = last(r"stat::number_of_executed_units: (\d+)") or last(r"(?m)^#(\d+)\s")
    used, edges = usage.ru_utime + usage.ru_stime, last(r" cov: (\d+)")
    print(f"{name:<16}{executions:>14,}{edges:>10,}{used:>10.0f} s{len(new):>10}", flush=True)
    return name, new


def run_corpus(name):
    """Does the fuzzer get through its corpus? Clang notices what gcc does not: NULL + 0, for one."""
    words = [os.path.join(BUILD, "fuzz", "fuzz_" + name), "-runs=0", "-timeout=60", f"-artifact_prefix={BUILD}/",
             os.path.join(ROOT, "fuzz", "corpus", name)]
    done = subprocess.run(words, cwd=BUILD, capture_output=True, text=True, errors="replace",
                          env=dict(os.environ, OMP_WAIT_POLICY="passive"))
    print(f"{name:<16}{'passed' if done.returncode == 0 else 'FAILED'}", flush=True)
    if done.returncode != 0:
        print(done.stderr[-4000:])
    return done.returncode == 0


def main():
    only_corpus = "--corpus" in sys.argv
    wanted = [word for word in sys.argv[1:] if word != "--corpus"]
    seconds, jobs = float(os.environ.get("FUZZ_SECONDS", "600")), int(os.environ.get("FUZZ_JOBS", "2"))
    names = wanted or sorted(os.path.basename(f)[len("fuzz_"):-2] for f in glob.glob(ROOT + "/fuzz/fuzz_*.c"))
    subprocess.run(["cmake", "--preset", "fuzz", "-Wno-dev"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", BUILD, "--target", *("fuzz_" + name for name in names)], check=True,
                   stdout=subprocess.DEVNULL)
    if only_corpus:
        return not all([run_corpus(name) for name in names])
    print(f"{'fuzzer':<16}{'executions':>14}{'edges':>10}{'CPU':>12}{'crashes':>10}")
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(lambda name: fuzz(name, seconds), names))
    for name, crashes in found:
        for path in crashes:
            print(f"{name}: {os.path.join(BUILD, 'fuzz', 'fuzz_' + name)} {path}")
    return any(crashes for _, crashes in found)


if __name__ == "__main__":
    sys.exit(main())
