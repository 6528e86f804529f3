#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shares of `bight identify --shard` made into one table, a summary by name, and its histogram.

    python3 merge.py DIR [--table ALL.tsv] [--summary NAMES.tsv] [--histogram NAMES.svg] [--jobs N]

Every share must be there, end with the line that says it is whole, be of one request, and hold what its last line
says; together they must hold all that was dealt, and each share its curves in order, none twice. If not, it says what
is wrong, writes nothing and ends with 3. Shares are read line by line, several at once, so a billion curves need no
more memory than a thousand. Python's standard library is all it takes."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import sys
from xml.sax.saxutils import escape

COLUMNS = ("file", "curve", "label", "components", "name", "hand", "confidence", "error")
MOST_BARS = 30  # the others are one bar


class Fault(Exception):
    """A sentence for people."""


def hand_of(row):
    """right, left or amphichiral: of a prime knot's factor, else of the link; "" for sums."""
    factors = row.get("factors") or []
    hand = factors[0]["chirality"] if len(factors) == 1 else row.get("chirality")
    return hand or ""


def table_line(row):
    values = dict(row, hand=hand_of(row))
    cells = ("" if values.get(key) is None else str(values[key]) for key in COLUMNS)
    return "\t".join(re.sub(r"[\t\r\n]", " ", cell) for cell in cells) + "\n"


def read_share(path, table):
    """Counts of names of one share, its last line, and its rows in the file `table` (None: nowhere)."""
    names, last, end, lines, failed = collections.Counter(), {}, None, 0, 0
    out = open(table, "w", encoding="utf-8") if table else None
    with open(path, encoding="utf-8") as share:
        for number, text in enumerate(share, 1):
            if end is not None:
                raise Fault(f"{path}:{number}: a line behind the last one")
            try:
                row = json.loads(text)
            except json.JSONDecodeError as error:
                raise Fault(f"{path}:{number}: this is no line of bight identify ({error})") from None
            if "shard" in row:
                end = row
                continue
            if row["curve"] <= last.get(row["file"], 0):
                raise Fault(f"{path}:{number}: curve {row['curve']} of {row['file']} is there twice, or too late")
            last[row["file"]] = row["curve"]
            lines += 1
            failed += "error" in row
            names["(error)" if "error" in row else row.get("name", "(no name)")] += 1
            if out:
                out.write(table_line(row))
    if out:
        out.close()
    if end is None:
        raise Fault(f"{path}: the last line is missing: the share is not whole")
    if (lines, failed) != (end["lines"], end["failed"]):
        raise Fault(f"{path}: {lines} lines, {failed} failed: its last line says {end['lines']} and {end['failed']}")
    return names, end


def shares_of(folder):
    """Paths of all N shares, in order."""
    found = {}
    for path in folder.glob("shard-*-of-*.jsonl"):
        index, count = map(int, re.fullmatch(r"shard-(\d+)-of-(\d+)\.jsonl", path.name).groups())
        found.setdefault(count, {})[index] = path
    if not found:
        raise Fault(f"{folder}: no shares: they are called shard-1-of-8.jsonl")
    if len(found) > 1:
        counts = " and ".join(str(count) for count in sorted(found))
        raise Fault(f"{folder}: shares of {counts}: keep those of one piece of work in a folder")
    (count, paths), = found.items()
    missing = [str(i) for i in range(1, count + 1) if i not in paths]
    if missing:
        more = f" and {len(missing) - 10} more" if len(missing) > 10 else ""
        raise Fault(f"{folder}: of {count} shares these are missing: {', '.join(missing[:10])}{more}")
    return [paths[i] for i in range(1, count + 1)]


def check_together(ends):
    for key in ("request", "dealt", "all", "of"):
        values = {end[key] for end in ends}
        if len(values) > 1:
            raise Fault(f"shares differ in {key}: {', '.join(str(v) for v in sorted(values)[:4])}: "
                        "they are not of one piece of work")
    had, dealt = sum(end["had"] for end in ends), ends[0]["all"]
    if had != dealt:
        raise Fault(f"the shares hold {had} {ends[0]['dealt']}, and there are {dealt}")
    if ends[0]["dealt"] == "curves" and sum(end["lines"] for end in ends) != dealt:
        raise Fault(f"the shares have {sum(end['lines'] for end in ends)} lines of {dealt} curves")


def order_of(name):
    """By crossings as tables list them; what is no prime knot comes behind."""
    prime = re.fullmatch(r"(\d+)([an]?)_(\d+)", name)
    return (0, int(prime[1]), prime[2], int(prime[3]), "") if prime else (1, 0, "", 0, name)


def histogram(names, total):
    """An SVG: a bar for each name, as long as the logarithm of its count, as rare knots are what one looks for."""
    from math import log10
    rows = sorted(names.items(), key=lambda item: (-item[1], order_of(item[0])))
    rest = rows[MOST_BARS:]
    rows = sorted(rows[:MOST_BARS], key=lambda item: order_of(item[0]))
    if rest:
        rows.append((f"{len(rest)} other names", sum(count for _, count in rest)))
    left, bar, height = 150, 440, 22
    decades = max(1, len(str(max(count for _, count in rows))))
    bottom = 46 + height * len(rows)
    step = bar / decades
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + bar + 160}" height="{bottom + 34}" '
           f'viewBox="0 0 {left + bar + 160} {bottom + 34}" font-family="sans-serif" font-size="13" fill="#222">',
           f"<title>{total} curves by name</title>", '<rect width="100%" height="100%" fill="#fff"/>',
           f'<text x="{left}" y="24" font-size="15" font-weight="bold">{total:,} curves by name</text>']
    for power in range(decades + 1):
        x = left + power * step
        out.append(f'<line x1="{x:.1f}" y1="38" x2="{x:.1f}" y2="{bottom}" stroke="#ddd"/>')
        out.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle" fill="#666">{10 ** power:,}</text>')
    for i, (name, count) in enumerate(rows):
        y = 42 + height * i
        # one curve is a stump of a bar, not none
        length = max(3.0, step * log10(count))
        share = 100 * count / total
        out.append(f'<text x="{left - 8}" y="{y + 15}" text-anchor="end">{escape(name[:22])}</text>')
        out.append(f'<rect x="{left}" y="{y + 3}" width="{length:.1f}" height="{height - 6}" fill="#3b6ea5"/>')
        out.append(f'<text x="{left + length + 6:.1f}" y="{y + 15}">{count:,} '
                   f'<tspan fill="#666">({share:.3g} %)</tspan></text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def write_whole(path, write):
    """The file appears whole or not at all."""
    temporary = f"{path}.{os.getpid()}.tmp"
    with open(temporary, "w", encoding="utf-8") as out:
        write(out)
    os.replace(temporary, path)


def write_table(out, parts):
    out.write("\t".join(COLUMNS) + "\n")
    for part in parts:
        with open(part, encoding="utf-8") as rows:
            while block := rows.read(1 << 20):
                out.write(block)


def merge(folder, table, summary, picture, jobs):
    paths = shares_of(folder)
    parts = [f"{table}.{os.getpid()}.{i}.tmp" if table else None for i in range(len(paths))]
    try:
        with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
            results = list(pool.map(read_share, paths, parts))
        check_together([end for _, end in results])
        names = sum((counts for counts, _ in results), collections.Counter())
        total = sum(names.values())
        if table:
            write_whole(table, lambda out: write_table(out, parts))
    finally:
        for part in parts:
            if part and os.path.exists(part):
                os.remove(part)
    rows = sorted(names.items(), key=lambda item: (-item[1], order_of(item[0])))
    lines = ["name\tcurves\tshare\n"] + [f"{name}\t{count}\t{count / total:.9f}\n" for name, count in rows]
    if summary:
        write_whole(summary, lambda out: out.writelines(lines))
    else:
        sys.stdout.writelines(lines)
    if picture and total:
        write_whole(picture, lambda out: out.write(histogram(names, total)))
    print(f"{total} curves in {len(paths)} shares, {len(names)} names, {names['(error)']} could not be read",
          file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--table", help="every curve, as TSV")
    parser.add_argument("--summary", help="how many curves of each name, as TSV; stdout unless given")
    parser.add_argument("--histogram", help="the same as SVG")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="shares read at once")
    chosen = parser.parse_args()
    try:
        merge(chosen.folder, chosen.table, chosen.summary, chosen.histogram, chosen.jobs)
    except (Fault, OSError) as fault:
        sys.exit(print(f"merge: {fault}", file=sys.stderr) or 3)


if __name__ == "__main__":
    main()
