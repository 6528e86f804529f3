# SPDX-License-Identifier: MIT
"""The small errors that scripts/mutants.py puts into a C file: where they can stand and what they read.

Nothing is parsed: the sources are laid out by clang-format, so that a binary operator has a blank on both sides and a
pointer's star has not. Only the bodies of functions are changed, and there no comment, text, assert or declaration.
"""

import bisect
import hashlib
import re
from dataclasses import dataclass

WORD = r"[A-Za-z_]\w*"
NOT_CALLS = {"if", "for", "while", "switch", "return", "sizeof", "assert", "_Static_assert", "do", "else"}
NOT_TYPES = {"return", "else", "goto", "case", "sizeof", "do"}
SWAPS = [  # kind, pattern, what stands there instead; "": taken away
    ("comparison", r" < ", " >= "), ("comparison", r" > ", " <= "), ("comparison", r" <= ", " > "),
    ("comparison", r" >= ", " < "), ("comparison", r" == ", " != "), ("comparison", r" != ", " == "),
    ("boundary", r" < ", " <= "), ("boundary", r" > ", " >= "), ("boundary", r" <= ", " < "),
    ("boundary", r" >= ", " > "),
    ("sign", r" \+(?=\s)", " -"), ("sign", r" -(?=\s)", " +"), ("sign", r" \+= ", " -= "), ("sign", r" -= ", " += "),
    ("sign", r"\bv3_add\(", "v3_sub("), ("sign", r"\bv3_sub\(", "v3_add("),
    ("sign", r"(?<=[(\[=,?:] )-(?=[\w(])|(?<=[(\[])-(?=[\w(])|(?<=return )-(?=[\w(])", ""),
    ("factor", r" \*(?=\s)", " /"), ("factor", r" /(?=\s)", " *"), ("factor", r" \*= ", " /= "),
    ("factor", r" /= ", " *= "),
    ("count", r"\+\+", "--"), ("count", r"(?<!-)--(?!-)", "++"),
    ("logic", r" &&(?=\s)", " ||"), ("logic", r" \|\|(?=\s)", " &&"), ("logic", r"!(?=[\w(])", ""),
    ("bits", r" <<(?=\s)", " >>"), ("bits", r" >>(?=\s)", " <<"), ("bits", r" &(?=\s)", " |"), ("bits", r" \|(?=\s)", " &"),
    ("bits", r" \|= ", " &= "), ("bits", r" &= ", " |= "),
    ("extreme", r"(?<=_)min(?=(_int)?\()", "max"), ("extreme", r"(?<=_)max(?=(_int)?\()", "min"),
    ("extreme", r"\bfmin(?=\()", "fmax"), ("extreme", r"\bfmax(?=\()", "fmin"),
    ("constant", r"\btrue\b", "false"), ("constant", r"\bfalse\b", "true"),
    ("jump", r"\bcontinue;", ";"), ("jump", r"\bbreak;", ";"), ("jump", r"\breturn;", ";"),
]


@dataclass(frozen=True)
class Change:
    """One error: text[start:end] becomes `new`."""

    kind: str
    start: int
    end: int
    new: str
    function: str
    line: int  # from 1


def masked(text):
    """The text with comments, texts, characters and lines of the preprocessor blanked, newlines kept."""
    blank = lambda m: re.sub(r"[^\n]", " ", m.group(0))
    text = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blank, text, flags=re.S)
    return re.sub(r"(?m)^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank, text)


def closing(code, at):
    """Where the bracket that opens at `at` closes."""
    depth = 0
    for i in range(at, len(code)):
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if depth == 0:
            return i
    return len(code) - 1


def functions(code):
    """(name, type of the result, start, end) of the bodies."""
    found, depth, head = [], 0, 0
    i = 0
    while i < len(code):
        c = code[i]
        if c == "{":
            end = closing(code, i)
            before = code[head:i]
            match = re.search(rf"({WORD})\s*\(", before)
            if before.rstrip().endswith(")") and match:
                kind = re.sub(r"\b(static|inline|extern)\b", "", before[: match.start()]).strip()
                found.append((match.group(1), kind, i + 1, end))
                head = end + 1
            i = end
        elif c == ";":
            head = i + 1
        i += 1
    return found


def operand(code, at, step, stops):
    """The far end of the operand beside an operator, from `at` leftwards (-1) or rightwards (1)."""
    depth, i = 0, at
    opens, closes = ("([{", ")]}") if step > 0 else (")]}", "([{")
    while 0 <= i < len(code):
        c = code[i]
        if c in closes:
            if depth == 0:
                break
            depth -= 1
        elif c in opens:
            depth += 1
        elif depth == 0:
            pair = code[i : i + 2] if step > 0 else code[max(i - 1, 0) : i + 1]
            assigns = c == "=" and code[i - 1] not in "=<>!" and code[i + 1] != "="
            if c in ";,?" or assigns or pair in stops or (c == ":" and code[i - 1] == " "):
                break
            if step < 0 and re.match(r"return\b", code[i : i + 7]) and not code[i - 1].isalnum():
                i += 6
                break
        i += step
    return i


def trimmed(code, start, end):
    while start < end and code[start].isspace():
        start += 1
    while end > start and code[end - 1].isspace():
        end -= 1
    return start, end


def conditions(code, start, end):
    """Operands of && and || and whole conditions, each with what drops it."""
    for match in re.finditer(r"&&|\|\|", code[start:end]):
        at, both = start + match.start(), match.group(0) == "&&"
        stops = ("&&", "||") if both else ("||",)
        left = trimmed(code, operand(code, at - 1, -1, stops) + 1, at)
        right = trimmed(code, at + 2, operand(code, at + 2, 1, stops))
        for a, b in (left, right):
            yield a, b, "1" if both else "0"
    for match in re.finditer(r"\b(if|while) \(", code[start:end]):
        opens = start + match.end() - 1
        a, b = opens + 1, closing(code, opens)
        yield a, b, "0"
        if match.group(1) == "if":
            yield a, b, "1"
    for match in re.finditer(r" \?\s", code[start:end]):
        at = start + match.start()
        a, b = trimmed(code, operand(code, at - 1, -1, ()) + 1, at)
        yield a, b, "0"
        yield a, b, "1"


def statements(code, start, end):
    """Calls and assignments that are a statement of their own, to be dropped."""
    for match in re.finditer(rf"(?<=[;{{}}])\s*(?=[*(]*{WORD})", code[start - 1 : end]):
        at = start - 1 + match.end()
        stop = at
        while stop < end and code[stop] != ";" and code[stop] != "{":
            stop = closing(code, stop) + 1 if code[stop] in "([" else stop + 1
        body = code[at:stop]
        first = re.match(rf"[*(]*({WORD})", body).group(1)
        if code[stop] != ";" or first in NOT_CALLS | NOT_TYPES or is_declaration(body):
            if not re.search(r"\s[-+*/|&^]?= \{|\s= \(\w+\)\{", code[at : stop + 1]) or is_declaration(body):
                continue
            stop = code.find(";", stop)
        if re.match(rf"(?:{WORD}(?:->|\.))*{WORD}\(", body) and body.endswith(")"):
            yield "call", at, stop
        elif re.search(r"\s[-+*/|&^]?=\s", body):
            yield "assignment", at, stop


def is_declaration(statement):
    match = re.match(rf"\s*(?:(?:static|const|struct|unsigned)\s+)*({WORD})(?:\s+\*?|\s*\*)(?:const\s+)?{WORD}\s*(\[|=|;|,|$)",
                     statement)
    return match is not None and match.group(1) not in NOT_TYPES


def numbers(code, start, end):
    """Numbers: a factor of two or one more, one less. Sizes of arrays in declarations are left alone."""
    for match in re.finditer(r"(?<![\w.])(0x[\da-fA-F.]+p[-+]?\d+|\d+\.?\d*(?:e[-+]?\d+)?)(f?)(?![\w.])", code[start:end]):
        a, b = start + match.start(), start + match.end()
        text = match.group(0)
        line = code[code.rfind("\n", 0, a) + 1 : code.find("\n", b)]
        if code[a - 1] == "[" and is_declaration(line) and re.search(rf"{WORD}\[$", code[start:a]) and "=" not in code[
            code.rfind("\n", 0, a) : a]:
            continue
        if re.match(r"\d+$", text):
            yield a, b, str(int(text) + 1)
            if int(text) > 0:
                yield a, b, str(int(text) - 1)
        else:
            zero = not re.search(r"[1-9]", text.split("p")[0])
            for new in ("1.0",) if zero else (f"(2.0 * {text})", f"(0.5 * {text})"):
                yield a, b, new


def results(code, start, end, kind):
    """What a function gives back, the other way round."""
    for match in re.finditer(r"\breturn\s+([^;{]+);", code[start:end]):
        a, b = start + match.start(1), start + match.end(1)
        value = match.group(1)
        if kind == "bool" and value not in ("true", "false"):
            yield a, b, "!({})"
        elif kind == "double" and value != "0.0":
            yield a, b, "-({})"
        elif re.fullmatch(r"u?int\d*(_t)?|size_t", kind):
            yield a, b, "({}) + 1"
        elif kind == "bight_status" and value != "BIGHT_OK":
            yield a, b, "({}, BIGHT_OK)"


def integers(code):
    """Names that are declared with an integer's type somewhere in this file, or end as counts do."""
    names = set()
    for match in re.finditer(rf"\b(?:u?int\d+_t|size_t|int|char)\s+([^;(){{}}]+)", code):
        names.update(re.findall(rf"(?:^|,\s*)\**({WORD})", match.group(1)))
    return names


def whole_number(code, at, names):
    """Is an operand of the comparison at `at` a whole number, so that "less" and "at most" are not the same?"""
    left = re.search(rf"({WORD}|\d+)(?:\[[^\]]*\]|\([^)]*\))?\s*$", code[max(at - 80, 0) : at])
    right = re.match(r"\s*[<>]=?\s+\(?(?:\([^)]*\))?([\w.>-]+)", code[at : at + 80])
    for side in (left.group(1) if left else "", re.split(r"->|\.(?!\d)", right.group(1))[-1] if right else ""):
        if side in names or re.search(r"(^|_)(count|size|length|index|used)$", side) or re.fullmatch(r"\d+", side):
            return True
    return False


def all_changes(text):
    """Every error that could stand in this text, in the order of the text."""
    code = masked(text)
    starts = [0] + [m.end() for m in re.finditer("\n", code)]
    names = integers(code)
    found = set()

    for name, result, start, end in functions(code):
        def add(kind, a, b, new):
            if text[a:b] != new:
                new += "\n" * (text.count("\n", a, b) - new.count("\n"))  # lines keep their numbers
                found.add(Change(kind, a, b, new, name, bisect.bisect_right(starts, a)))

        for kind, pattern, new in SWAPS:
            for match in re.finditer(pattern, code[start:end]):
                a = start + match.start()
                line = code[code.rfind("\n", 0, a) + 1 : code.find("\n", a)]
                if kind == "count" and re.match(r"\s*for \(", line) or kind == "boundary" and not whole_number(code, a, names):
                    continue
                add(kind, a, start + match.end(), new)
        for a, b, new in conditions(code, start, end):
            add("condition", a, b, new)
        for kind, a, b in statements(code, start, end):
            add(kind, a, b, "")
        for a, b, new in numbers(code, start, end):
            add("constant", a, b, new)
        for a, b, form in results(code, start, end, result):
            add("result", a, b, form.format(text[a:b]))

    asserts = [(m.start(), closing(code, m.end() - 1)) for m in re.finditer(r"\b(?:_Static_)?assert\(", code)]
    outside = lambda c: not any(a <= c.start <= b for a, b in asserts)
    return sorted(filter(outside, found), key=lambda c: (c.start, c.end, c.new))


def in_order(text, seed):
    """All changes in the order in which they are tried, at most two of a kind on a line.

    The order follows from the seed and from what the line and its function are called alone: an edit somewhere else
    in the file changes nothing in it.
    """
    keyed, seen = [], {}
    lines = text.split("\n")
    for change in all_changes(text):
        first = text.rfind("\n", 0, change.start) + 1
        key = "\0".join([str(seed), change.function, lines[change.line - 1].strip(), change.kind, change.new,
                         str(len(text[first : change.start].lstrip()))])
        seen[key] = seen.get(key, 0) + 1
        keyed.append((hashlib.sha256(f"{key}\0{seen[key]}".encode()).hexdigest(), change))
    keyed.sort(key=lambda pair: pair[0])
    taken, order = {}, []
    for _, change in keyed:
        place = (change.line, change.kind)
        taken[place] = taken.get(place, 0) + 1
        if taken[place] <= 2:
            order.append(change)
    return order


def changed(text, change):
    return text[: change.start] + change.new + text[change.end :]


def difference(text, change):
    """The lines that change, without their indent: (before, after)."""
    first, last = change.line - 1, change.line - 1 + text.count("\n", change.start, change.end)
    cut = lambda t: [line.strip() for line in t.split("\n")[first : last + 1] if line.strip()]
    return cut(text), cut(changed(text, change))
