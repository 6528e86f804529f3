#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The templates of data/templates, from joints that were placed by hand.

    python3 scripts/make_templates.py [NAME]...

A strand is a list of joints (x, y, z) in rope diameters: x to the right, y up, z to who looks at it. Strands that are
too near push each other apart, sharp bends are eased; then joints become Bezier pieces, one tangent each."""
import json
import math
import os
import sys

UNIT = 0.026  # metres for one diameter and the gap
RADIUS = 0.012
APART = 1.04
SAMPLES = 6


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def length(a):
    return math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


def tangents(joints, closed):
    """Of the circle through a joint and its neighbours: each chord's direction weighed by the other's length."""
    count, out = len(joints), []
    for i, p in enumerate(joints):
        before = joints[i - 1] if closed or i > 0 else None
        after = joints[(i + 1) % count] if closed or i + 1 < count else None
        if before is None or after is None:
            way = sub(after, p) if before is None else sub(p, before)
        else:
            a, b = sub(p, before), sub(after, p)
            la, lb = length(a), length(b)
            way = tuple(a[k] * lb / la + b[k] * la / lb for k in range(3))
        size = length(way) or 1.0
        out.append(tuple(c / size for c in way))
    return out


def bezier(joints, closed):
    t, count, points = tangents(joints, closed), len(joints), [joints[0]]
    for i in range(count if closed else count - 1):
        a, b = joints[i], joints[(i + 1) % count]
        reach = 0.36 * length(sub(b, a))
        points.append(tuple(a[k] + reach * t[i][k] for k in range(3)))
        points.append(tuple(b[k] - reach * t[(i + 1) % count][k] for k in range(3)))
        points.append(b)
    return points[:-1] if closed else points


def sample(joints, closed):
    """[(point, piece, u)]"""
    p, out = bezier(joints, closed), []
    pieces = len(joints) if closed else len(joints) - 1
    for i in range(pieces):
        q = [p[(3 * i + k) % len(p)] for k in range(4)]
        for j in range(SAMPLES):
            u = (j + 0.5) / SAMPLES
            v = 1 - u
            w = (v * v * v, 3 * u * v * v, 3 * u * u * v, u * u * u)
            out.append((tuple(sum(w[k] * q[k][c] for k in range(4)) for c in range(3)), i, u))
    return out


def relax(strands, bars, rounds, bend=0.95, fixed=()):
    """Push apart what is nearer than a diameter; ease joints where the curve turns sharper than `bend`."""
    for _ in range(rounds):
        moves = [[[0.0, 0.0, 0.0] for _ in s["joints"]] for s in strands]
        everything = []
        for n, s in enumerate(strands):
            arc, before = 0.0, None
            for point, piece, u in sample(s["joints"], s["closed"]):
                arc += length(sub(point, before)) if before else 0.0
                before = point
                wide = s.get("wide")
                d = 1.0 if wide is None else (1 - u) * wide[piece] + u * wide[(piece + 1) % len(wide)]
                everything.append((point, n, piece, u, arc, d))
        total = 0.0
        for i, (p, n, piece, u, arc, thick) in enumerate(everything):
            for q, m, other, w, arc2, thick2 in everything[i + 1:]:
                dx, dy, dz = p[0] - q[0], p[1] - q[1], p[2] - q[2]
                apart = APART * 0.5 * (thick + thick2)
                if abs(dx) >= apart or abs(dy) >= apart or abs(dz) >= apart or (n == m and abs(arc2 - arc) < 2.0):
                    continue
                d = math.sqrt(dx * dx + dy * dy + dz * dz)
                if d >= apart or d == 0.0:
                    continue
                push = 0.30 * (apart - d) / d
                total += apart - d
                for (nn, pp, uu, sign) in ((n, piece, u, 1.0), (m, other, w, -1.0)):
                    count = len(strands[nn]["joints"])
                    for joint, share in ((pp, 1.0 - uu), ((pp + 1) % count, uu)):
                        moves[nn][joint][0] += sign * share * push * dx
                        moves[nn][joint][1] += sign * share * push * dy
                        moves[nn][joint][2] += sign * share * push * dz
        for bar in bars:
            a, b, r = bar["from"], bar["to"], bar["radius"]
            ab = sub(b, a)
            for p, n, piece, u, arc, thick in everything:
                t = max(0.0, min(1.0, sum(sub(p, a)[k] * ab[k] for k in range(3)) / sum(c * c for c in ab)))
                off = sub(p, tuple(a[k] + t * ab[k] for k in range(3)))
                d = length(off)
                if d < r + 0.55:
                    push = 0.5 * (r + 0.55 - d) / d
                    count = len(strands[n]["joints"])
                    for joint, share in ((piece, 1.0 - u), ((piece + 1) % count, u)):
                        for k in range(3):
                            moves[n][joint][k] += share * push * off[k]
        for n, s in enumerate(strands):
            joints, count = s["joints"], len(s["joints"])
            new = []
            for i, p in enumerate(joints):
                at = tuple(p[k] + max(-0.1, min(0.1, moves[n][i][k])) for k in range(3))
                if s["closed"] or 0 < i < count - 1:
                    a, b = joints[i - 1], joints[(i + 1) % count]
                    la, lb, lc = length(sub(p, a)), length(sub(b, p)), length(sub(b, a))
                    area = length((lambda x, y: (x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                                                 x[0] * y[1] - x[1] * y[0]))(sub(p, a), sub(b, a)))
                    if 2.0 * area / (la * lb * lc) > 1.0 / (bend * (s["wide"][i] if s.get("wide") else 1.0)):
                        at = tuple(at[k] + 0.08 * (0.5 * (a[k] + b[k]) - p[k]) for k in range(3))
                new.append(at)
            keep = s.get("fixed", ())
            s["joints"] = [joints[i] if i in keep else q for i, q in enumerate(new)]
    return strands


# ---- writing ----------------------------------------------------------------------------------------

def metres(p):
    return [round(UNIT * c, 6) + 0.0 for c in p]


def strand(name, joints, closed=False, ends=(0.0, 0.0), fixed=(), wide=None):
    """wide: diameters at the joints, None: 1 everywhere."""
    return {"name": name, "joints": [tuple(map(float, p)) for p in joints], "closed": closed, "ends": ends,
            "fixed": fixed, "wide": wide}


def tip(joints):
    """Diameters of cloth that is gathered round a tip, the first joint: as the root of the way from it, 1 in the middle."""
    way = [0.0]
    for a, b in zip(joints, joints[1:]):
        way.append(way[-1] + length(sub(a, b)))
    return [max(0.45, math.sqrt(2.0 * w / way[-1])) for w in way]


def component(name, label, spans, pivot=None):
    return {"name": name, "label": label, "spans": spans, "pivot": pivot}


def slider(name, label, unit, low, high, value, *does):
    return {"name": name, "label": label, "unit": unit, "low": low, "high": high, "value": value,
            "does": [dict(d) for d in does]}


def scale(of, by=1):
    return {"effect": "scale", "of": of, **({"by": by} if by != 1 else {})}


def turn(of, along, by=1):
    return {"effect": "turn", "of": of, "along": list(along), **({"by": by} if by != 1 else {})}


def shift(of, along, by=1):
    return {"effect": "shift", "of": of, "along": list(along), **({"by": by} if by != 1 else {})}


def end(of, which):
    return {"effect": "end", "of": of, "end": which}


COMMON = [slider("radius", "Thickness", "x", 0.6, 1.6, 1, {"effect": "radius"}),
          slider("orientation", "Orientation", "deg", -180, 180, 0, {"effect": "orientation"}),
          slider("tightness", "Tightness", "", 0, 1, 0.5, {"effect": "tightness"})]


def write(name, title, source, paper, strands, topology, components=(), sliders=(), bars=(), rounds=120, bend=0.95):
    relax(strands, bars, rounds, bend)
    out = {"bight": 1, "$schema": "../../docs/template.schema.json", "template": name, "title": title,
           "source": source}
    if paper:
        out["paper"] = True
    out["tightness"] = 0.5
    out["gap"] = 0.001
    out["least_radius"] = 0.0015
    out["strands"] = [{"name": s["name"], **({"closed": True} if s["closed"] else {}),
                       **({"first_end": s["ends"][0], "last_end": s["ends"][1]} if not s["closed"] else {}),
                       "radius": RADIUS,
                       **({"radii": [{"joint": i, "radius": round(RADIUS * w, 6)} for i, w in enumerate(s["wide"])]}
                          if s["wide"] else {}), "points": [metres(p) for p in bezier(s["joints"], s["closed"])]}
                      for s in strands]
    if bars:
        out["bars"] = [{"name": b["name"], "from": metres(b["from"]), "to": metres(b["to"]),
                        "radius": round(UNIT * b["radius"], 6)} for b in bars]
    parts = []
    for c in components:
        pivot = c["pivot"]
        if pivot is None:
            chosen = [strands[i]["joints"][j] for i, a, b in c["spans"] for j in range(a, b + 1)]
            pivot = tuple(sum(p[k] for p in chosen) / len(chosen) for k in range(3))
        parts.append({"name": c["name"], "label": c["label"], "pivot": metres(pivot),
                      "joints": [{"strand": strands[i]["name"], "first": a, "last": b} for i, a, b in c["spans"]]})
    if parts:
        out["components"] = parts
    out["parameters"] = list(sliders) + COMMON
    out["topology"] = topology
    text = json.dumps(out, indent=1)
    # points of a strand, three a line
    import re
    text = re.sub(r"\[\s+(-?[\d.e-]+),\s+(-?[\d.e-]+),\s+(-?[\d.e-]+)\s+\]", r"[\1, \2, \3]", text)
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "templates")
    with open(os.path.join(folder, name + ".json"), "w") as f:
        f.write(text + "\n")


MAKERS = {}


def template(maker):
    MAKERS[maker.__name__] = maker
    return maker


# ---- overhand and pretzel ---------------------------------------------------------------------------

def trefoil(size, deep, count, gap):
    """An open trefoil whose ends come out at the bottom, seen as a pretzel."""
    joints = []
    for i in range(count):
        t = math.pi + gap + (2 * math.pi - 2 * gap) * i / (count - 1)
        joints.append((size * (math.sin(t) + 2 * math.sin(2 * t)), size * (math.cos(t) - 2 * math.cos(2 * t)),
                       -deep * math.sin(3 * t)))
    return joints


TYPES = lambda *types: [{"strand": s, "type": t} for s, t in types]


@template
def overhand():
    middle = trefoil(0.92, 0.62, 15, 0.6)
    x, y, z = middle[0]
    first = [(x + 4.2, y - 4.0, z), (x + 2.2, y - 2.6, z), (x + 0.6, y - 1.3, z)]
    last = [(-p[0], p[1], -p[2]) for p in reversed(first)]
    joints = first + middle + last
    write("overhand", "Overhand knot", "Ashley 1944, no. 514.", True, [strand("strand", joints, ends=(0.06, 0.06))],
          {"name": "overhand knot", "types": TYPES(("strand", "3_1"))},
          [component("knot", "Knot", [(0, 3, 17)], (0, 0, 0)), component("first_tail", "First tail", [(0, 0, 2)], first[2]),
           component("last_tail", "Last tail", [(0, 18, 20)], last[0])],
          [slider("knot.scale", "Knot size", "x", 0.8, 1.6, 1, scale("knot")),
           slider("tails.length", "Tail length", "m", 0, 0.4, 0.06, end("strand", "first"), end("strand", "last")),
           slider("tails.spread", "Spread of the tails", "deg", -35, 35, 0, turn("first_tail", (0, 0, 1)),
                  turn("last_tail", (0, 0, 1), -1)),
           slider("knot.turn", "Turn of the knot", "deg", -30, 30, 0, turn("knot", (0, 1, 0)))])


@template
def pretzel():
    middle = [(1.25 * p[0], p[1] + (0.5 if p[1] > 0 else 0.0), p[2]) for p in trefoil(1.35, 0.62, 19, 0.62)]
    x, y, z = middle[0]
    first = [(x + 1.6, y - 4.6, z), (x + 1.0, y - 3.0, z), (x + 0.35, y - 1.5, z)]
    last = [(-p[0], p[1], -p[2]) for p in reversed(first)]
    write("pretzel", "Pretzel knot", "Guo et al. 2025, figure 4: an overhand knot laid as a pretzel.", True,
          [strand("strand", first + middle + last, ends=(0.04, 0.04))],
          {"name": "overhand knot", "types": TYPES(("strand", "3_1"))},
          [component("knot", "Knot", [(0, 3, 21)], (0, 0, 0)), component("first_tail", "First tail", [(0, 0, 2)], first[2]),
           component("last_tail", "Last tail", [(0, 22, 24)], last[0])],
          [slider("loops.scale", "Loop size", "x", 0.75, 1.6, 1, scale("knot")),
           slider("tails.length", "Tail length", "m", 0, 0.4, 0.04, end("strand", "first"), end("strand", "last")),
           slider("tails.spread", "Spread of the tails", "deg", -20, 35, 0, turn("first_tail", (0, 0, 1)),
                  turn("last_tail", (0, 0, 1), -1)),
           slider("knot.turn", "Turn of the knot", "deg", -30, 30, 0, turn("knot", (0, 1, 0)))])


# ---- reef and double --------------------------------------------------------------------------------

H = 0.62


def bight(sign):
    """The left half of a reef knot, from its upper leg to its lower one: sign 1; the right half: -1."""
    upper = [(-2.6, 0.62, -H), (0.0, 1.15, H), (2.1, 1.55, -0.35 * H), (3.0, 0.62, -H)]
    lower = [(3.0, -0.62, -H), (2.1, -1.55, -0.35 * H), (0.0, -1.15, H), (-2.6, -0.62, -H)]
    return [(sign * x, y, sign * z) for x, y, z in upper + lower]


@template
def reef():
    left, right = [], []
    for sign, out in ((1, left), (-1, right)):
        out += [(-sign * 7.5, 1.9, 0.0), (-sign * 5.0, 1.0, sign * -0.1)] + bight(sign)
        out += [(-sign * 5.0, -1.0, sign * -0.1), (-sign * 7.5, -1.9, 0.0)]
    write("reef", "Reef knot", "Ashley 1944, no. 1204.", False,
          [strand("left", left, ends=(0.05, 0.05)), strand("right", right, ends=(0.05, 0.05))],
          {"name": "reef knot", "types": TYPES(("left", "0_1"), ("right", "0_1")),
           "joined": {"knot": "3_1 # m3_1", "first": "first", "other": "first"}},
          [component("knot", "Knot", [(0, 2, 9), (1, 2, 9)], (0, 0, 0)),
           component("left_legs", "Left legs", [(0, 0, 1), (0, 10, 11)], (-5, 0, 0)),
           component("right_legs", "Right legs", [(1, 0, 1), (1, 10, 11)], (5, 0, 0))],
          [slider("knot.scale", "Knot size", "x", 0.9, 1.6, 1, scale("knot")),
           slider("legs.scale", "Opening of the legs", "x", 0.7, 1.6, 1, scale("left_legs"), scale("right_legs")),
           slider("legs.length", "Length of the legs", "m", 0, 0.4, 0.05, end("left", "first"), end("left", "last"),
                  end("right", "first"), end("right", "last")),
           slider("knot.turn", "Turn of the knot", "deg", -25, 25, 0, turn("knot", (0, 1, 0)))])


@template
def half_knot():
    """Two ends wound round each other by three half turns."""
    strands = []
    for name, sign in (("left", 1), ("right", -1)):
        joints = [(-5.6, 3.4, 0.0), (-4.3, 2.1, 0.0), (-3.1, 1.0, 0.0)]
        joints += [(-2.2 + 4.4 * i / 9, 0.62 * math.cos(math.pi * i / 3), 0.62 * math.sin(math.pi * i / 3)) for i in range(10)]
        joints += [(3.1, -1.0, 0.0), (3.9, -2.5, 0.0), (4.2, -4.8, 0.0), (4.3, -7.5, 0.0)]
        strands.append(strand(name, [(sign * x, y, sign * z) for x, y, z in joints], ends=(0.0, 0.06)))
    write("half_knot", "Half knot", "The first half of a reef knot.", False, strands,
          {"name": "half knot", "types": TYPES(("left", "0_1"), ("right", "0_1")),
           "joined": {"knot": "3_1", "first": "first", "other": "first"}},
          [component("left_tail", "Left strand's tail", [(0, 14, 16)], strands[0]["joints"][13]),
           component("right_tail", "Right strand's tail", [(1, 14, 16)], strands[1]["joints"][13])],
          [slider("tails.length", "Tail length", "m", 0, 0.4, 0.06, end("left", "last"), end("right", "last")),
           slider("tails.spread", "Spread of the tails", "deg", -15, 40, 0, turn("left_tail", (0, 0, 1)),
                  turn("right_tail", (0, 0, 1), -1))])


@template
def tips():
    """The half knot for two tips of cloth, each thin at its end and thick where it comes out of the garment."""
    strands = []
    for name, sign in (("left", 1), ("right", -1)):
        joints = [(4.3, -2.4, 0.0), (3.9, -1.7, 0.0), (3.2, -1.0, 0.0)]
        joints += [(2.4 - 4.8 * i / 9, -0.54 * math.cos(math.pi * i / 3), -0.54 * math.sin(math.pi * i / 3)) for i in range(10)]
        # behind the knot, where the garment is: one leaves the twist towards it, the other turns back over the top
        roots = ([(-3.1, 0.75, 0.55), (-3.9, 1.1, 0.45), (-4.5, 1.5, -0.3), (-4.75, 1.75, -1.3), (-4.8, 1.9, -2.3)] if sign > 0 else
                 [(3.1, 0.7, -0.65), (3.8, 1.0, -1.25), (4.4, 1.4, -1.8), (4.8, 1.8, -2.4)])
        joints = [(sign * x, y, sign * z) for x, y, z in joints] + roots
        strands.append(strand(name, joints, ends=(0.0, 0.0), wide=tip(joints)))
    write("tips", "Two tips, tied once", "The first half of a reef knot, of two tips that are pulled out of cloth.", False, strands,
          {"name": "half knot", "types": TYPES(("left", "0_1"), ("right", "0_1")),
           "joined": {"knot": "3_1", "first": "last", "other": "last"}},
          [component("left_tail", "Left strand's tail", [(0, 0, 1)], strands[0]["joints"][2]),
           component("right_tail", "Right strand's tail", [(1, 0, 1)], strands[1]["joints"][2])],
          [slider("tails.length", "Tail length", "m", 0, 0.4, 0, end("left", "first"), end("right", "first")),
           slider("tails.spread", "Spread of the tails", "deg", -15, 40, 0, turn("left_tail", (0, 0, 1)),
                  turn("right_tail", (0, 0, 1), -1))])


def ring(x, y, z, tilt=48.0, tall=1.05, count=9):
    """Joints of a loop from (-x, y, z) up and round behind to (x, y, z): a neck, a waist, a handle."""
    first, phi = math.radians(-149.0), math.radians(tilt)
    wide = x / -math.cos(first)
    high = tall * wide
    drop = high * math.sin(first)
    out = []
    for i in range(count):
        t = first - math.radians(360.0 - 2.0 * (149.0 - 90.0)) * i / (count - 1)
        along = high * math.sin(t) - drop
        out.append((wide * math.cos(t), y + along * math.cos(phi), z - along * math.sin(phi)))
    return out


@template
def double():
    up, down = bight(1), bight(-1)
    joints = [(-3.6, -7.5, 0.4), (-3.9, -4.6, 0.2), (-4.0, -2.2, -0.3)] + up[::-1]
    joints += [(-3.75, 1.7, -0.5)] + ring(4.3, 3.8, -0.3) + [(3.75, 1.7, 0.5)] + down + [(4.0, -2.2, 0.3), (3.9, -4.6, 0.2), (3.6, -7.5, 0.4)]
    write("double", "Double knot", "A scarf tied twice: Ashley 1944, no. 1204, round a neck.", True,
          [strand("scarf", joints, ends=(0.08, 0.08))],
          {"name": "reef knot", "types": TYPES(("scarf", "3_1 # m3_1"))},
          [component("knot", "Knot", [(0, 3, 10), (0, 22, 29)], (0, 0, 0)), component("neck", "Neck", [(0, 12, 20)], (0, 9, -4.5)),
           component("left_tail", "Left tail", [(0, 0, 2)], (-4, -2.2, 0)),
           component("right_tail", "Right tail", [(0, 30, 32)], (4, -2.2, 0))],
          [slider("knot.scale", "Knot size", "x", 0.9, 1.5, 1, scale("knot")),
           slider("neck.scale", "Neck", "x", 0.8, 1.6, 1, scale("neck")),
           slider("tails.length", "Tail length", "m", 0, 0.6, 0.08, end("scarf", "first"), end("scarf", "last")),
           slider("tails.spread", "Spread of the tails", "deg", -15, 40, 0, turn("left_tail", (0, 0, 1), -1),
                  turn("right_tail", (0, 0, 1))),
           slider("knot.turn", "Turn of the knot", "deg", -20, 20, 0, turn("knot", (0, 1, 0)))])


# ---- bows -------------------------------------------------------------------------------------------

def bow_half(loops, far, wide, tail):
    """Left half of a reef knot whose tail is tucked as a bight, `loops` times: from its upper leg to its tail.
    @return joints, where the tips of the loops are, the first joint behind the last loop"""
    x, step = 2.55 + 0.45 * (loops - 1), 1.06
    rows = [step * loops - 2.0 * step * i * loops / (2 * loops) for i in range(2 * loops + 1)]  # legs, the upper first
    if loops == 2:
        rows = [2.6, 1.55, 0.75, -1.15, -2.2]  # with room for the turn between the loops
    outer = max(rows[0], -rows[-1]) + 0.9
    out = [(-x, rows[0], -H), (0.0, outer - 0.35, H), (x - 0.7, outer, -0.3 * H), (x + 0.45, 0.5 * outer, -H),
           (x + 0.45, -0.5 * outer, -H), (x - 0.7, -outer, -0.3 * H), (0.0, 0.35 - outer, H), (-x, rows[-1], -H)]
    tips = []
    for k in range(loops):
        low, high = rows[-1 - 2 * k], rows[-2 - 2 * k]
        # out along one row, back along the next
        droop = (k - 0.5 * (loops - 1)) * 2.6 * wide
        out += [(-x - 1.9, low * 1.1 - 0.2, 0.0), (-x - 0.55 * far, 0.5 * (low + high) + droop * 0.6 - wide, 0.3)]
        tips.append(len(out))
        out += [(-x - far, 0.5 * (low + high) + droop, 0.1), (-x - 0.55 * far, 0.5 * (low + high) + droop * 0.6 + wide, -0.1),
                (-x - 1.9, high * 1.1 + 0.2, -0.3), (-x, high, -H)]
        if k + 1 < loops:
            y = 0.5 * (high + rows[-3 - 2 * k])
            out += [(-x + 1.1, high - 0.05, 0.1), (-x + 2.1, y, 0.2), (-x + 1.1, rows[-3 - 2 * k] + 0.05, 0.1),
                    (-x, rows[-3 - 2 * k], -H)]
    last = rows[1]
    behind = len(out)
    out += [(-x + 1.4, last - 0.15, 0.45), (-x + 1.9, last - 1.35, 1.25), (-x + 1.85, -outer - 0.6, 1.3),
            (-x + 1.6, -outer - 2.4, 0.9), (-x + 1.1, -outer - 2.4 - tail, 0.5)]
    return out, tips, behind


def half_turn(joints):
    """Half a turn about the y axis: the other half of a symmetric knot."""
    return [(-x, y, -z) for x, y, z in joints]


def write_bow(name, title, source, paper, loops, far, wide, tail, round_something, everyday):
    half, tips, behind = bow_half(loops, far, wide, tail)
    n = len(half)
    x = -half[0][0]
    if round_something:
        up = [(-x - 1.1, half[0][1] + 1.0, -0.8)] + ring(x + 1.75, half[0][1] + 3.2, -0.8) + [(x + 1.1, half[0][1] + 1.0, -0.8)]
        joints = half[::-1] + up + half_turn(half)
        strands = [strand("ribbon", joints, ends=(0.05, 0.05))]
        first, last = (0, lambda i: n - 1 - i), (0, lambda i: n + len(up) + i)
    else:
        leg = [(-x - 5.5, half[0][1] + 4.4, -0.9), (-x - 3.2, half[0][1] + 2.8, -0.8), (-x - 1.4, half[0][1] + 1.1, -0.7)]
        strands = [strand("left", leg + half, ends=(0.03, 0.04)), strand("right", half_turn(leg + half), ends=(0.03, 0.04))]
        first, last = (0, lambda i: 3 + i), (1, lambda i: 3 + i)

    def spans(a, b):
        out = []
        for which, place in (first, last):
            out.append((which, min(place(a), place(b)), max(place(a), place(b))))
        return out

    parts, sliders = [], []
    for k, tip in enumerate(tips):
        for side, span in zip(("left", "right"), spans(tip - 1, tip + 1)):
            where = strands[span[0]]["joints"][span[1]]
            sign = -1 if side == "left" else 1
            number = "" if loops == 1 else "_%d" % (k + 1)
            parts.append(component(side + "_loop" + number, side.capitalize() + " loop" + number.replace("_", " "), [span],
                                   (sign * x, 0, 0)))
    loop_names = [p["name"] for p in parts]
    for side, span in zip(("left", "right"), spans(behind + 3, behind + 4)):
        parts.append(component(side + "_tail", side.capitalize() + " tail", [span],
                               strands[span[0]]["joints"][span[1] if span[1] > 0 else span[2]]))
    knot = spans(0, 7)
    parts.append(component("knot", "Knot", knot, (0, 0, 0)))
    sliders = [slider("loops.scale", "Loop size", "x", 0.7, 1.5, 1, *[scale(c) for c in loop_names]),
               slider("left.scale", "Left loop size", "x", 0.75, 1.35, 1, *[scale(c) for c in loop_names if "left" in c]),
               slider("loops.turn", "Droop of the loops", "deg", -15, 25, 0,
                      *[turn(c, (0, 0, 1), 1 if "left" in c else -1) for c in loop_names]),
               slider("loops.roll", "Roll of the loops", "deg", -180, 180, 0,
                      *[turn(c, (1, 0, 0), 1 if "left" in c else -1) for c in loop_names]),
               slider("tails.spread", "Spread of the tails", "deg", -8, 35, 0, turn("left_tail", (0, 0, 1), -1),
                      turn("right_tail", (0, 0, 1)))]
    if round_something:
        middle = (n + 1, n + len(up) - 2)
        parts.append(component("neck", "Neck", [(0, middle[0], middle[1])], (0, half[0][1] + 8.0, -5.0)))
        sliders += [slider("neck.scale", "Neck", "x", 0.75, 1.6, 1, scale("neck")),
                    slider("tails.length", "Tail length", "m", 0, 0.5, 0.05, end("ribbon", "first"), end("ribbon", "last"))]
        whole = [{"strand": "ribbon", "from": first[1](tips[0]), "to": last[1](tips[0]), "type": "3_1 # m3_1",
                  "why": "from loop to loop it is a reef knot, and slipped"}]
        topology = {"name": everyday, "types": TYPES(("ribbon", "3_1")), "parts": whole}
    else:
        parts.append(component("left_standing", "Left lace", [(0, 0, 1)], strands[0]["joints"][2]))
        parts.append(component("right_standing", "Right lace", [(1, 0, 1)], strands[1]["joints"][2]))
        sliders += [slider("laces.spread", "Spread of the laces", "deg", -25, 20, 0, turn("left_standing", (0, 0, 1)),
                           turn("right_standing", (0, 0, 1), -1)),
                    slider("tails.length", "Tail length", "m", 0, 0.5, 0.04, end("left", "last"), end("right", "last"))]
        topology = {"name": everyday, "types": TYPES(("left", "0_1"), ("right", "0_1")),
                    "joined": {"knot": "3_1", "first": "first", "other": "first"}}
    write(name, title, source, paper, strands, topology, parts, sliders)


@template
def bow():
    write_bow("bow", "Bow knot", "Ashley 1944, no. 1212: a reef knot tied with two bights, round a neck or a waist.", True,
              1, 8.8, 2.5, 3.6, True, "bow knot")


@template
def double_bow():
    write_bow("double_bow", "Double bow knot", "A bow whose ends are tucked twice: two loops on either side.", True,
              2, 8.0, 1.7, 3.6, True, "double bow knot")


@template
def shoelace():
    write_bow("shoelace", "Shoelace knot", "Ashley 1944, no. 1212, in two laces.", False, 1, 6.4, 1.7, 5.0, False, "bow knot")


# ---- neckties ---------------------------------------------------------------------------------------

def write_tie(name, title, source, paper, wide, blade, knot, gap=2.6, narrow=None, part=None):
    """`blade` are the joints of the wide end from the right leg on; the narrow end hangs in the middle."""
    start = ring(gap + 1.0, 5.6, -1.0)
    leg = [(-gap, 3.6, -0.45)]
    narrow = narrow or [(-0.75, 1.7, 0.0), (-0.1, 0.2, 0.0), (0.0, -2.2, -0.1), (0.0, -5.2, -0.3), (0.0, -8.5, -0.5)]
    joints = narrow[::-1] + leg + start + [(gap, 3.6, -0.45)] + blade
    n = len(narrow) + 1
    first = n + len(start) + 1
    count = len(joints)
    write(name, title, source, paper, [strand("tie", joints, ends=(0.03, 0.06))],
          {"name": title.lower(), "types": TYPES(("tie", knot)),
           **({"parts": [{"strand": "tie", "from": 10, "to": count - 1, **part}]} if part else {})},
          [component("neck", "Neck", [(0, n, n + len(start) - 1)], (0, 6.0, -1.2)),
           component("knot", "Knot", [(0, len(narrow) - 2, len(narrow) - 1), (0, first, count - 4)], (0, 1.0, 0)),
           component("narrow_end", "Narrow end", [(0, 0, len(narrow) - 4)], (0, -2.2, 0)),
           component("wide_end", "Wide end", [(0, count - 2, count - 1)], joints[count - 3])],
          [slider("neck.scale", "Neck", "x", 0.8, 1.5, 1, scale("neck")),
           slider("knot.scale", "Knot size", "x", 0.95, 1.3, 1, scale("knot")),
           slider("wide.length", "Length of the wide end", "m", 0, 0.5, 0.06, end("tie", "last")),
           slider("narrow.length", "Length of the narrow end", "m", 0, 0.5, 0.03, end("tie", "first")),
           slider("wide.swing", "Swing of the wide end", "deg", -25, 25, 0, turn("wide_end", (0, 0, 1)))])


TAIL = [(0.05, -1.7, 1.1), (0.05, -4.4, 0.9), (0.05, -7.4, 0.7)]


@template
def four_in_hand():
    write_tie("four_in_hand", "Four-in-hand", "Fink and Mao 1999, no. 2.", False, 0,
              [(0.5, 1.75, 1.0), (-1.2, 1.0, 0.8), (-1.75, 0.45, -0.3), (0.0, 0.15, -1.1), (1.8, -0.1, 0.0), (1.2, -0.2, 1.4),
               (0.0, -0.1, 2.15), (-1.5, 0.35, 1.3), (-2.1, 1.2, -0.4), (-1.0, 2.3, -1.6), (0.0, 3.3, -1.4), (0.1, 4.1, 0.1),
               (0.1, 3.3, 1.6), (0.05, 1.7, 2.1), (0.05, 0.0, 1.1)] + TAIL, "3_1")


@template
def half_windsor():
    write_tie("half_windsor", "Half-Windsor", "Fink and Mao 1999, no. 7.", False, 0,
              [(0.7, 1.9, 1.0), (-1.2, 1.2, 0.8), (-1.9, 0.4, -0.3), (0.0, -0.2, -1.2), (1.9, 0.4, -0.2), (2.9, 1.9, 0.6),
               (2.2, 3.9, 1.0), (1.2, 4.1, -0.2), (0.6, 2.8, -1.4), (-0.8, 1.2, -2.2), (-2.3, 0.2, -1.2), (-2.0, -0.2, 0.9),
               (0.0, -0.2, 2.2), (1.9, 0.2, 1.2), (2.2, 1.0, -1.0), (0.9, 1.9, -2.6), (-0.6, 3.2, -1.7), (-0.5, 4.3, 0.1),
               (-0.2, 3.4, 1.7), (0.0, 1.7, 2.3), (0.05, -0.1, 1.15)] + TAIL, "0_1", gap=3.0,
              part={"type": "3_1", "why": "from the back of the neck on the wide end is tied by itself"})


@template
def windsor():
    write_tie("windsor", "Windsor knot", "Fink and Mao 1999, no. 31.", True, 0,
              [(0.7, 1.9, 1.0), (-1.0, 1.2, 0.9), (-1.7, 1.0, -0.6), (-1.6, 2.4, -1.5), (-1.3, 3.9, -0.8), (-1.9, 4.5, 0.6),
               (-2.9, 3.4, 0.9), (-2.9, 1.4, 0.1), (-1.8, 0.0, -0.9), (0.0, -0.5, -1.3), (1.9, 0.2, -0.6), (3.2, 1.9, 0.4),
               (2.7, 4.0, 1.0), (1.5, 4.4, -0.1), (0.9, 3.0, -1.4), (-0.6, 1.3, -2.4), (-2.8, 0.2, -1.4), (-2.4, -0.4, 0.9),
               (0.0, -0.4, 2.2), (2.2, 0.0, 1.2), (2.6, 0.9, -1.2), (1.2, 1.8, -2.8), (0.1, 3.2, -2.0), (0.1, 4.4, 0.0),
               (0.1, 3.5, 1.7), (0.0, 1.7, 2.3), (0.05, -0.3, 1.15)] + TAIL, "3_1", gap=3.3)


@template
def sailor():
    write_tie("sailor", "Sailor knot", "A neckerchief: one end round the other and down behind its own turn.", False, 0,
              [(0.6, 1.5, 1.0), (-1.2, 0.9, 0.9), (-1.9, 0.9, -0.2), (-0.8, 1.9, -1.2), (0.9, 2.6, -0.9), (1.5, 2.8, 0.6),
               (0.9, 2.6, 1.8), (0.15, 1.9, 2.1)] + [(0.05, 0.3, 1.6)] + TAIL, "3_1")


# ---- noose, carrick bend, clove hitch ---------------------------------------------------------------

@template
def noose():
    plan = [(48.0, 5.75), (27.83, 5.75), (16.33, 5.75), (0, 5.75), (-18.4, 8.5), (-31.05, 12.0), (-41.0, 2.875), (-31.05, -6.4),
            (-18.4, -2.6), (0, 0), (9.43, 0), (11.73, 2.875), (11.04, 9.2), (8.28, 9.775), (7.82, 2.875), (7.36, -4.025), (4.14, -3.68),
            (3.22, 0), (4.14, 2.645), (7.82, 2.875), (15.18, 2.53), (20.93, -1.725), (27.53, -8.925)]
    strands = drawn([("strand", [(y - 2.9, -x) for x, y in plan])], ["ououuuooouuo"], 1.0 / 2.1)
    joints = strands[0]["joints"]
    tip = max(range(len(joints)), key=lambda i: joints[i][1])
    last = len(joints) - 1
    write("noose", "Noose knot", "Ashley 1944, no. 1114.", True, strands,
          {"name": "noose", "types": TYPES(("strand", "0_1")),
           "parts": [{"strand": "strand", "from": tip, "to": last, "type": "3_1",
                      "why": "from the tip of the loop on it is an overhand knot"}]},
          [component("loop", "Loop", [(0, tip - 3, tip + 3)], (0, 6.0, 0)), component("tail", "Tail", [(0, last - 1, last)], joints[last - 2]),
           component("standing", "Standing end", [(0, 0, 2)], joints[3])],
          [slider("loop.scale", "Loop size", "x", 0.7, 1.6, 1, scale("loop")),
           slider("standing.length", "Length of the standing end", "m", 0, 0.5, 0.03, end("strand", "first")),
           slider("standing.swing", "Swing of the standing end", "deg", -15, 15, 0, turn("standing", (0, 0, 1))),
           slider("tail.length", "Tail length", "m", 0, 0.4, 0.03, end("strand", "last")),
           slider("tail.swing", "Swing of the tail", "deg", -25, 25, 0, turn("tail", (0, 0, 1)))])


@template
def carrick_bend():
    plan = [(-54, 16.8), (-34, 12.0), (-18, 7.2), (-9.6, 0), (-2.4, -4.8), (4.8, -9), (12, -6), (15, 0), (12, 6), (4.8, 9),
            (-2.4, 4.8), (-9.6, 0), (-18, -7.2), (-36, -14.4)]
    strands = drawn([("left", plan), ("right", [(-x, -y) for x, y in plan])], ["ouououou", "ouououou"], 1.0 / 3.9)
    LAST = len(strands[0]["joints"]) - 1
    write("carrick_bend", "Carrick bend", "Ashley 1944, no. 1439.", False, strands,
          {"name": "carrick bend", "types": TYPES(("left", "0_1"), ("right", "0_1")),
           "linking": [{"strands": ["left", "right"], "number": -1}],
           "joined": {"knot": "8_18", "first": "first", "other": "last"}},
          [component("left_legs", "Left legs", [(0, 0, 1), (0, LAST - 1, LAST)], (-5, 0, 0)),
           component("right_legs", "Right legs", [(1, 0, 1), (1, LAST - 1, LAST)], (5, 0, 0))],
          [slider("legs.scale", "Opening of the legs", "x", 0.7, 1.5, 1, scale("left_legs"), scale("right_legs")), slider("legs.length", "Length of the legs", "m", 0, 0.4, 0.03, end("left", "first"), end("left", "last"),
                      end("right", "first"), end("right", "last"))])


def cross(a, b, c, d):
    """Where segments a b and c d meet in the plane: (s, t) or None."""
    ax, ay, bx, by = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    det = ax * by - ay * bx
    if abs(det) < 1e-12:
        return None
    s = ((c[0] - a[0]) * by - (c[1] - a[1]) * bx) / det
    t = ((c[0] - a[0]) * ay - (c[1] - a[1]) * ax) / det
    return (s, t) if 0 <= s < 1 and 0 <= t < 1 else None


def drawn(plans, passes, size):
    """Strands from a drawing: joints where they cross, at the height that the letters say, and half way between."""
    fine = 12
    lines = []
    for name, plan in plans:
        joints = [(size * x, size * y, 0.0) for x, y in plan]
        p, line = bezier(joints, False), []
        for i in range(len(joints) - 1):
            q = p[3 * i:3 * i + 4]
            for j in range(fine + (i == len(joints) - 2)):
                u = j / fine
                v = 1 - u
                w = (v * v * v, 3 * u * v * v, 3 * u * u * v, u * u * u)
                line.append(tuple(sum(w[k] * q[k][c] for k in range(4)) for c in range(2)))
        lines.append(line)
    out = []
    for n, line in enumerate(lines):
        places = []
        for m, other in enumerate(lines):
            for i in range(len(line) - 1):
                for j in range(len(other) - 1):
                    if n == m and abs(i - j) < 2:
                        continue
                    hit = cross(line[i], line[i + 1], other[j], other[j + 1])
                    if hit:
                        places.append(i + hit[0])
        places.sort()
        assert len(places) == len(passes[n]), (plans[n][0], len(places), len(passes[n]))
        at = lambda x: tuple(line[int(x)][c] + (x - int(x)) * (line[min(int(x) + 1, len(line) - 1)][c] - line[int(x)][c])
                             for c in range(2))
        marks = [0.0] + places + [len(line) - 1.0]
        heights = [0.0] + [H if c == "o" else -H for c in passes[n]] + [0.0]
        joints = []
        for i in range(len(marks)):
            joints.append(at(marks[i]) + (heights[i],))
            if i + 1 < len(marks):
                long = sum(math.dist(line[k], line[k + 1]) for k in range(int(marks[i]), int(marks[i + 1])))
                steps = max(1, int(long / 1.4))
                for k in range(1, steps):
                    t = k / steps
                    s = 0.5 - 0.5 * math.cos(math.pi * t)
                    joints.append(at(marks[i] + t * (marks[i + 1] - marks[i])) + (heights[i] + s * (heights[i + 1] - heights[i]),))
        out.append(strand(plans[n][0], joints, ends=(0.03, 0.03)))
    return out


@template
def clove_hitch():
    bar, on, over = 1.3, 1.95, 2.95

    def place(degrees, x, r):
        t = math.radians(degrees)
        return (x, r * math.sin(t), r * math.cos(t))
    joints = [(-0.6, -8.0, on), (-0.6, -5.0, on), (-0.6, -2.2, on)]
    joints += [place(d, -0.6 - 0.9 * max(0, d - 60) / 240.0, on) for d in (0, 45, 90, 135, 180, 225, 270)]
    joints += [place(d, x, r) for d, x, r in ((315, -1.75, 2.3), (345, -0.95, over), (375, 0.6, over), (405, 1.7, 2.3))]
    joints += [place(d, 1.75 - 1.15 * max(0, d - 450) / 240.0, on) for d in (450, 495, 540, 585, 630, 675, 720)]
    joints += [(0.6, 2.2, on), (0.6, 5.0, on), (0.6, 8.0, on)]
    write("clove_hitch", "Clove hitch", "Ashley 1944, no. 1245.", False, [strand("strand", joints, ends=(0.05, 0.05))],
          {"name": "clove hitch", "types": TYPES(("strand", "0_1")), "turns": [{"strand": "strand", "bar": "bar", "turns": -2.4}]},
          [component("standing", "Standing end", [(0, 0, 1)], joints[2]),
           component("tail", "Tail", [(0, len(joints) - 2, len(joints) - 1)], joints[-3])],
          [slider("standing.length", "Length of the standing end", "m", 0, 0.5, 0.05, end("strand", "first")),
           slider("tail.length", "Tail length", "m", 0, 0.5, 0.05, end("strand", "last")),
           slider("standing.swing", "Swing of the standing end", "deg", -30, 30, 0, turn("standing", (0, 0, 1))),
           slider("tail.swing", "Swing of the tail", "deg", -30, 30, 0, turn("tail", (0, 0, 1)))],
          bars=[{"name": "bar", "from": (-7.0, 0.0, 0.0), "to": (7.0, 0.0, 0.0), "radius": bar}])


def main():
    for name in sys.argv[1:] or MAKERS:
        MAKERS[name]()


if __name__ == "__main__":
    main()
