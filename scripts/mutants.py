# SPDX-License-Identifier: MIT
"""Small errors put into the sources, and the tests that notice: which of them do not.

    python3 scripts/mutants.py                         the files of scripts/mutants.txt
    python3 scripts/mutants.py --file src/io/csv.c --count 50

Each mutant is one line of C changed (scripts/mutants_changes.py), compiled with the sanitizers that `make test` has in
its flavour dev, linked with the rest of build/release and given to the tests that stand beside the file, quickest
first, until one fails, dies or takes ten times its time. What no test notices is printed as a difference: write a test
that does, or list it in scripts/mutants_equivalent.txt with the reason why nothing can.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
import mutants_changes as changes

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, "build", "release")
OUT = os.path.join(ROOT, "build", "mutants")
LEAST_SECONDS = 5.0
MEMORY_MB = 1500
SANITIZE = ["-fsanitize=address,undefined", "-fsanitize-undefined-trap-on-error"]  # trap: no places in the object


# ---- what the files say ----------------------------------------------------------------------------------

def lines_of(path):
    with open(os.path.join(ROOT, path)) as file:
        return [line.rstrip() for line in file if line.strip() and not line.startswith("#")]


def table():
    """{file: (wanted per cent, [tests])}, in the order of scripts/mutants.txt."""
    rows = [line.split() for line in lines_of("scripts/mutants.txt")]
    return {row[0]: (int(row[1]), row[2:]) for row in rows}


def named_after(file, tests):
    """The tests of a file: those that bear its name before those of the table."""
    room, name = file.split("/")[-2], os.path.splitext(os.path.basename(file))[0]
    own = [test for test in (f"test_{name}", f"test_{room}_{name}")
           if test not in tests and os.path.exists(os.path.join(ROOT, "tests", test + ".c"))]
    return own + tests


def equivalents():
    """{(file, lines before, lines after)} of the mutants that no test can notice."""
    known, file, before, after = set(), None, [], []
    for line in lines_of("scripts/mutants_equivalent.txt") + ["end"]:
        if line.startswith("- "):
            before.append(line[2:].strip())
        elif line.startswith("+ "):
            after.append(line[2:].strip())
        elif not line.startswith(" "):
            file, before, after = line, [], []
        elif before:
            known.add((file, tuple(before), tuple(after)))  # the line with the reason closes it
            before, after = [], []
    return known


# ---- compiling and linking -------------------------------------------------------------------------------

def ninja(*words):
    return subprocess.run(["ninja", "-C", BUILD, *words], capture_output=True, text=True, check=True).stdout


def compile_command(file, compdb):
    """What compiles a mutant of this file, without its output's name and its own."""
    source = os.path.join(ROOT, file)
    words = next(shlex.split(row["command"]) for row in compdb
                 if row["file"] == source and "bight_objects" in row["command"])
    if os.path.basename(words[0]) in ("ccache", "sccache"):
        words = words[1:]
    kept, skip = [], 0
    for word in words:
        if skip or word in ("-MT", "-MF", "-o", "-c"):
            skip = 0 if skip else 1
        elif word not in ("-MD", "-Werror") and not re.match(r"-O|-W|-g", word):
            kept.append(word)
    return kept + ["-w", f"-iquote{os.path.dirname(source)}", f"-ffile-prefix-map={ROOT}=."]


class Program:
    """One test program, linked again and again with another object in the place of the library's own.

    What it is linked from is copied to the folder `stock`, so that the build folder may change meanwhile.
    """

    def __init__(self, name, stock):
        self.name = name
        last = [line for line in ninja("-t", "commands", f"tests/{name}").split("\n") if f"-o tests/{name} " in line][-1]
        words = shlex.split(last)
        self.words = words[words.index("&&") + 1 : len(words) - 1 - words[::-1].index("&&")]
        digest = hashlib.sha256()
        for i, word in enumerate(self.words):
            if word.endswith((".o", ".a")):
                kept = os.path.join(stock, digest_of(os.path.join(BUILD, word)) + word[-2:])
                if not os.path.exists(kept):
                    shutil.copyfile(os.path.join(BUILD, word), kept)
                digest.update(os.path.basename(kept).encode())
                self.words[i] = kept
        self.archive = next(i for i, word in enumerate(self.words) if word.startswith(stock) and word.endswith(".a"))
        self.digest = digest.hexdigest()

    def link(self, target, mutant, sanitize):
        words = list(self.words)
        words[words.index("-o") + 1] = target
        words.insert(self.archive, mutant)
        subprocess.run(words + (["-fsanitize=address"] if sanitize else []), cwd=BUILD, check=True, capture_output=True)


def digest_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


# ---- running a test --------------------------------------------------------------------------------------

def run_test(binary, folder, seconds):
    """("passed" | "failed" | "timeout", CPU seconds). Ends the program at its first failed case."""

    def limits():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 3))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))

    env = dict(os.environ, OMP_WAIT_POLICY="passive", TMPDIR=folder,
               ASAN_OPTIONS=f"hard_rss_limit_mb={MEMORY_MB}:max_allocation_size_mb={MEMORY_MB}:detect_leaks=1")
    with open(os.path.join(folder, "words"), "w+") as words:
        process = subprocess.Popen([binary], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=words, stderr=words,
                                   preexec_fn=limits)
        verdict, start, pause = None, time.monotonic(), 0.005
        while verdict is None:
            time.sleep(pause)
            pause = min(1.5 * pause, 0.2)
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid != 0:
                code = process.returncode = os.waitstatus_to_exitcode(status)
                verdict = "passed" if code == 0 else "timeout" if -code in (signal.SIGXCPU, signal.SIGKILL) else "failed"
                return verdict, usage.ru_utime + usage.ru_stime
            if time.monotonic() - start > 4.0 * seconds + 10.0:  # it sleeps, or the machine has much else to do
                verdict = "timeout"
            elif "[  FAILED  ]" in open(words.name, errors="replace").read(1 << 20):
                verdict = "failed"
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return verdict, time.monotonic() - start


class Results:
    """Verdicts by what was run, kept between runs: a mutant's object with a test's objects says the same again."""

    def __init__(self):
        self.path, self.lock, self.known = os.path.join(OUT, "results"), threading.Lock(), {}
        for line in open(self.path) if os.path.exists(self.path) else []:
            words = line.split()
            if len(words) == 3:
                self.known[words[0]] = words[1], float(words[2])

    def put(self, key, verdict, seconds):
        with self.lock, open(self.path, "a") as file:
            self.known[key] = verdict, seconds
            file.write(f"{key} {verdict} {seconds:.3f}\n")


# ---- one file --------------------------------------------------------------------------------------------

class Bench:
    """Mutants of one file: makes them, and asks its tests."""

    def __init__(self, file, tests, compdb, results, sanitize, stock):
        self.file, self.results, self.sanitize = file, results, sanitize
        self.tests = [Program(name, stock) for name in tests]
        self.text = open(os.path.join(ROOT, file)).read()
        self.command = compile_command(file, compdb)

    def compile(self, text, folder, flags, name):
        """The digest of the object, or None where it does not compile."""
        with open(os.path.join(folder, os.path.basename(self.file)), "w") as source:
            source.write(text)
        words = self.command + flags + ["-c", os.path.basename(self.file), "-o", name]
        if subprocess.run(words, cwd=folder, capture_output=True).returncode != 0:
            return None
        return digest_of(os.path.join(folder, name))

    def checked(self, text, folder):
        return self.compile(text, folder, ["-O1", "-UNDEBUG"] + (SANITIZE if self.sanitize else []), "mutant.o")

    def plain(self, text, folder):
        return self.compile(text, folder, ["-O2"], "plain.o")

    def ask(self, program, digest, folder, seconds):
        """What a test says of the object in the folder: (verdict, seconds)."""
        key = hashlib.sha256(f"{digest} {program.digest}".encode()).hexdigest()
        if key not in self.results.known:
            binary = os.path.join(folder, program.name)
            program.link(binary, os.path.join(folder, "mutant.o"), self.sanitize)
            inside = os.path.join(folder, "in")
            shutil.rmtree(inside, ignore_errors=True)
            os.mkdir(inside)
            verdict, took = run_test(binary, inside, seconds)
            os.unlink(binary)
            self.results.put(key, verdict, took)
        return self.results.known[key]

    def measure(self):
        """How long each test may take; the tests must pass as things are."""
        self.seconds = {}
        with tempfile.TemporaryDirectory() as folder:
            self.same = {self.checked(self.text, folder), self.plain(self.text, folder)}
            digest = self.checked(self.text, folder)
            for program in self.tests:
                verdict, took = self.ask(program, digest, folder, 3600.0)
                if verdict != "passed":
                    sys.exit(f"mutants: {program.name} does not pass with {self.file} as it is ({verdict})")
                self.seconds[program.name] = max(LEAST_SECONDS, 10.0 * took)

    def judge(self, change):
        """{"verdict": ...} of one change."""
        text = changes.changed(self.text, change)
        with tempfile.TemporaryDirectory() as folder:
            digest = self.checked(text, folder)
            if digest is None:
                return {"verdict": "does not compile"}
            if digest in self.same:
                return {"verdict": "same object"}
            for program in self.tests:
                verdict, _ = self.ask(program, digest, folder, self.seconds[program.name])
                if verdict != "passed":
                    return {"verdict": "killed", "test": program.name, "how": verdict, "object": digest}
            plain = self.plain(text, folder)
            return {"verdict": "same object" if plain in self.same else "survived", "object": digest}


def judge_file(bench, count, seed, jobs, known, tell):
    """The results of the first `count` mutants that compile to something else and are not known as equivalent."""
    counted, results, objects = 0, [], set()
    bench.measure()
    queue = iter(changes.in_order(bench.text, seed))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        while counted < count:
            batch = []
            for change in queue:
                before, after = changes.difference(bench.text, change)
                row = {"file": bench.file, "line": change.line, "function": change.function, "kind": change.kind,
                       "before": before, "after": after}
                if (bench.file, tuple(before), tuple(after)) in known:
                    results.append(dict(row, verdict="equivalent"))
                    continue
                batch.append((row, pool.submit(bench.judge, change)))
                if len(batch) == min(jobs, count - counted):
                    break
            if not batch:
                break
            for row, future in batch:
                row.update(future.result())
                if row.get("object") in objects:
                    row["verdict"] = "same object"
                objects.add(row.get("object"))
                counted += row["verdict"] in ("killed", "survived")
                results.append(row)
                tell(row)
    return results


# ---- telling ---------------------------------------------------------------------------------------------

def show_survivor(row):
    print(f"\n{row['file']}:{row['line']}: {row['function']} ({row['kind']})")
    for sign, lines in (("-", row["before"]), ("+", row["after"])):
        for line in lines:
            print(f"{sign} {line}")


def summary(rows, wanted):
    killed = [row for row in rows if row["verdict"] == "killed"]
    survived = [row for row in rows if row["verdict"] == "survived"]
    of = lambda verdict: sum(row["verdict"] == verdict for row in rows)
    total = len(killed) + len(survived)
    by = {}
    for row in killed:
        name = row["test"] + (" (time)" if row["how"] == "timeout" else "")
        by[name] = by.get(name, 0) + 1
    return {"mutants": total, "killed": len(killed), "survived": len(survived), "equivalent": of("equivalent"),
            "same_object": of("same object"), "not_compiled": of("does not compile"), "by": by, "wanted": wanted,
            "rate": 100.0 * len(killed) / total if total else 100.0}


def show_table(sums):
    print(f"\n{'file':<32}{'mutants':>8}{'killed':>8}{'rate':>8}{'wanted':>8}  equivalent, killed by")
    for file, s in sums.items():
        by = ", ".join(f"{name} {n}" for name, n in sorted(s["by"].items(), key=lambda p: -p[1]))
        short = " SHORT" if s["rate"] < s["wanted"] else ""
        print(f"{file:<32}{s['mutants']:>8}{s['killed']:>8}{s['rate']:>7.1f}%{s['wanted']:>7}%  {s['equivalent']}; {by}{short}")


# ---- the test of the tool itself ---------------------------------------------------------------------------

SELF_TEST = '''// a < b in a comment
static const int table[2] = {1, 2};
static bool both(const item *a, int32_t b)
{
    assert(b > 0);
    const char *text = "b + 1";
    for (int32_t i = 0; i < b; i++) {
        note(a, text);
    }
    a->sum = 2.0 * b;
    return a->x > 0.5 && b < 3;
}
'''


def self_test():
    """The changes are those that they should be, and an edit elsewhere does not change their order."""
    found = {(c.kind, tuple(changes.difference(SELF_TEST, c)[1])) for c in changes.all_changes(SELF_TEST)}
    for kind, line in [("boundary", "for (int32_t i = 0; i <= b; i++) {"), ("constant", "for (int32_t i = 1; i < b; i++) {"),
                       ("call", ";"), ("assignment", ";"), ("factor", "a->sum = 2.0 / b;"),
                       ("constant", "a->sum = (2.0 * 2.0) * b;"), ("comparison", "return a->x <= 0.5 && b < 3;"),
                       ("condition", "return 1 && b < 3;"), ("condition", "return a->x > 0.5 && 1;"),
                       ("logic", "return a->x > 0.5 || b < 3;"), ("result", "return !(a->x > 0.5 && b < 3);"),
                       ("boundary", "return a->x > 0.5 && b <= 3;"), ("constant", "return a->x > 0.5 && b < 4;")]:
        assert (kind, (line,)) in found, (kind, line)
    lines = {c.line for c in changes.all_changes(SELF_TEST)}
    assert lines == {7, 8, 10, 11}, lines
    assert ("boundary", ("return a->x >= 0.5 && b < 3;",)) not in found  # of doubles: not to be told apart
    told = lambda text: [changes.difference(text, c) for c in changes.in_order(text, 1)]
    longer = "static void other(void)\n{\n    call();\n}\n\n" + SELF_TEST
    assert [d for d in told(longer) if d != (["call();"], [";"])] == told(SELF_TEST)
    assert told(SELF_TEST) != [changes.difference(SELF_TEST, c) for c in changes.in_order(SELF_TEST, 2)]
    for file, (wanted, tests) in table().items():
        assert os.path.exists(os.path.join(ROOT, file)), f"scripts/mutants.txt: there is no {file}"
        for test in tests:
            assert os.path.exists(os.path.join(ROOT, "tests", test + ".c")), f"scripts/mutants.txt: there is no {test}"
    print("mutants: self-test passed")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", action="append", help="a source file (again for more); all of scripts/mutants.txt")
    parser.add_argument("--test", action="append", help="these tests instead of those of scripts/mutants.txt")
    parser.add_argument("--count", type=int, default=25, help="mutants a file (25)")
    parser.add_argument("--seed", type=int, default=1, help="which of them (1)")
    parser.add_argument("--jobs", type=int, default=1, help="side by side (1)")
    parser.add_argument("--plain", action="store_true", help="without sanitizers: faster, notices less")
    parser.add_argument("--no-build", action="store_true", help="build/release is up to date")
    parser.add_argument("--list", action="store_true", help="print the changes and run nothing")
    parser.add_argument("--json", default=os.path.join(OUT, "mutants.json"), help="results (build/mutants/mutants.json)")
    parser.add_argument("--self-test", action="store_true")
    args = parser.parse_args()
    if args.self_test:
        return self_test()

    listed = table()
    files = [os.path.relpath(os.path.abspath(f), ROOT) for f in args.file] if args.file else list(listed)
    known, rows, sums = equivalents(), [], {}
    for file, before, _ in sorted(known):
        if not os.path.exists(os.path.join(ROOT, file)) or before[0] not in open(os.path.join(ROOT, file)).read():
            print(f"scripts/mutants_equivalent.txt: {file} no longer has: {before[0]}")
    if args.list:
        for file in files:
            text = open(os.path.join(ROOT, file)).read()
            for change in changes.in_order(text, args.seed)[: args.count]:
                before, after = changes.difference(text, change)
                show_survivor({"file": file, "line": change.line, "function": change.function, "kind": change.kind,
                               "before": before, "after": after})
        return 0

    os.makedirs(OUT, exist_ok=True)
    beside = {}
    for file in files:
        wanted, tests = listed.get(file, (85, []))
        beside[file] = wanted, args.test or named_after(file, tests)
    if not args.no_build:
        targets = sorted({test for _, tests in beside.values() for test in tests})
        subprocess.run(["cmake", "--preset", "release", "-DBIGHT_BUILD_TESTS=ON", "-Wno-dev"], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run(["cmake", "--build", BUILD, "--target", *targets], check=True, stdout=subprocess.DEVNULL)
    compdb, results, stock = json.loads(ninja("-t", "compdb")), Results(), tempfile.TemporaryDirectory()

    for file, (wanted, tests) in beside.items():
        bench = Bench(file, tests, compdb, results, not args.plain, stock.name)
        done = {"n": 0}

        def tell(row):
            done["n"] += 1
            if sys.stderr.isatty():
                print(f"\r{file} {done['n']} {row['verdict']:<20}", end="", file=sys.stderr)

        judged = judge_file(bench, args.count, args.seed, args.jobs, known, tell)
        rows += judged
        sums[file] = summary(judged, wanted)
        for row in judged:
            if row["verdict"] == "survived":
                show_survivor(row)
        print(f"{file}: {sums[file]['killed']} of {sums[file]['mutants']} killed", flush=True)
        with open(args.json, "w") as out:
            json.dump({"seed": args.seed, "files": sums, "mutants": rows}, out, indent=1)

    show_table(sums)
    return any(s["rate"] < s["wanted"] for s in sums.values())


if __name__ == "__main__":
    sys.exit(main())
