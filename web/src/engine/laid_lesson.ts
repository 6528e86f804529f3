// SPDX-License-Identifier: MIT
// A lesson for a knot whose scene begins with the rope laid out as it is drawn: rope is paid out along that line as far as it has
// been traced. What it crosses on the way gives the steps. Then the scene's script pulls the knot tight.

import type { LessonStep, ObstacleInfo, Side, Vec3 } from '../protocol';
import type { Library } from './library';
import { nodesOf, obstaclesOf } from './look';
import type { LaidStep } from './laid_cards';
import { wordsOfPiece, type Crossed, type Piece } from './laid_words';

/** Crossings nearer along the rope than this are one step: radii. */
const TOGETHER = 12;
const MOST_IN_A_STEP = 3;
/** So much of a rope lies there at first: links before its first crossing. */
const LEAD = 8;
/** What is not paid out yet lies in the hand, links of this share of their length: tubes need directions. */
const COILED = 1e-3;

interface LaidPart extends LessonStep {
  rope: number;
  /** Nodes at its ends. */
  first: number;
  last: number;
}

export class LaidLesson {
  readonly parts: LaidPart[];
  now = 0;
  /** Cycle up to which the script may be played. */
  goal = 0;
  /** The last node of each rope that lies there. */
  private readonly laid: number[];

  /** @param lib Its scene is lost. @param steps Of all ropes; left out, they are made of what is crossed. */
  constructor(lib: Library, text: string, steps: readonly LaidStep[] = []) {
    lib.lend(text, (at, size) => lib.must('bw_open', at, size));
    this.parts = partsOf(lib, [...steps]);
    this.laid = Array.from({ length: lib.call('bw_rope_count') }, (_, rope) => this.startOf(rope));
  }

  private startOf(rope: number): number {
    return this.parts.find((part) => part.rope === rope)?.first ?? Infinity;
  }

  lead(place: number): void {
    const part = this.parts[this.now];
    if (part) {
      const at = Math.min(Math.max(Math.floor(place), 0), part.last - part.first);
      this.laid[part.rope] = Math.max(this.laid[part.rope], part.first + at);
    }
  }

  reached(): boolean {
    const part = this.parts[this.now];
    if (!part || this.laid[part.rope] < part.last) {
      return false;
    }
    this.now++;
    this.goal = this.now < this.parts.length ? 0 : Infinity;
    return true;
  }

  again(step: number): number {
    this.now = Math.min(Math.max(Math.floor(step), 0), this.parts.length - 1);
    this.laid.forEach((_, rope) => {
      const done = this.parts.slice(0, this.now).filter((part) => part.rope === rope);
      this.laid[rope] = done.at(-1)?.last ?? this.startOf(rope);
    });
    return (this.goal = 0);
  }

  /** Not all of the rope lies there yet. */
  get laying(): boolean {
    return this.now < this.parts.length;
  }

  /** A rope as far as it is paid out; the rest of it is in the hand. */
  shown(rope: number, all: Float64Array): Float64Array {
    const last = this.laid[rope];
    const count = all.length / 3;
    if (!this.laying || last >= count - 1) {
      return all;
    }
    const nodes = all.slice();
    const [x, y, z] = [0, 1, 2].map((k) => all[3 * last + k] - all[3 * last - 3 + k]);
    for (let i = last + 1; i < count; i++) {
      const far = COILED * (i - last);
      nodes[3 * i] = all[3 * last] + far * x;
      nodes[3 * i + 1] = all[3 * last + 1] + far * y;
      nodes[3 * i + 2] = all[3 * last + 2] + far * z;
    }
    return nodes;
  }
}

// ---- what is crossed ----------------------------------------------------------------------------------

interface Hit extends Crossed {
  at: number;
}

function partsOf(lib: Library, steps: LaidStep[]): LaidPart[] {
  const ropes = Array.from({ length: lib.call('bw_rope_count') }, (_, rope) => nodesOf(lib, rope).slice());
  const bars = barsOf(lib, obstaclesOf(lib));
  lib.call('bw_rope', 0);
  const [, , radius, link] = lib.box(4);
  const parts: LaidPart[] = [];
  ropes.forEach((nodes, rope) => {
    const hits = hitsOf(ropes, rope, bars);
    const pieces = writtenOf(hits, steps) ?? piecesOf(hits, (TOGETHER * radius) / link);
    const last = nodes.length / 3 - 1;
    const start = startOf(hits);
    const cuts = pieces.slice(1).map((piece, i) => Math.round(((pieces[i].hits.at(-1)?.at ?? 0) + piece.hits[0].at) / 2));
    pieces.forEach(({ hits: own, words }, i) => {
      const [from, to] = [i > 0 ? cuts[i - 1] : start, i < cuts.length ? cuts[i] : last];
      const piece: Piece = { crossed: own, first: i === 0, last: i === pieces.length - 1, rope, ropes: ropes.length };
      parts.push({
        words: words ?? wordsOfPiece(piece),
        way: Float32Array.from(nodes.subarray(3 * from, 3 * to + 3)),
        crossings: own.map(({ at, side }) => ({ at: at - from, side })),
        rope,
        first: from,
        last: to,
      });
    });
  });
  return parts;
}

// a little before the first place that is crossed later, or that crosses
function startOf(hits: Hit[]): number {
  const first = hits.reduce((least, { at, own }) => Math.min(least, at, own < 0 ? at : own), Infinity);
  return Math.max(1, Number.isFinite(first) ? first - LEAD : 1);
}

interface Cut {
  hits: Hit[];
  words?: string;
}

// the written steps of one rope, which are taken off the list; null when there are none
function writtenOf(hits: Hit[], steps: LaidStep[]): Cut[] | null {
  const cuts: Cut[] = [];
  for (let at = 0; steps.length > 0 && (at < hits.length || cuts.length === 0); ) {
    const [count, words] = steps.shift() as LaidStep;
    cuts.push({ hits: hits.slice(at, at + count), words });
    at += count;
  }
  return cuts.length > 0 ? cuts : null;
}

function piecesOf(hits: Hit[], near: number): Cut[] {
  const pieces: Cut[] = [];
  for (const hit of hits) {
    const open = pieces.at(-1)?.hits;
    const before = open?.at(-1);
    const alike = before && before.side === hit.side && before.what === hit.what;
    if (open && before && open.length < MOST_IN_A_STEP && (alike ? hit.at - before.at < 3 * near : hit.at - before.at < near)) {
      open.push(hit);
    } else {
      pieces.push({ hits: [hit] });
    }
  }
  return pieces.length > 0 ? pieces : [{ hits: [] }];
}

/** A pole as its axis, or a ring as its middle line, in the plane. */
interface Bar {
  what: 'pole' | 'ring';
  line: Vec3[];
}

function barsOf(lib: Library, obstacles: ObstacleInfo[]): Bar[] {
  return obstacles.flatMap(({ shape }, i): Bar[] => {
    lib.call('bw_pose', i);
    const [px, py, pz, qx, qy, qz, qw] = lib.box(7);
    if (shape.kind === 'capsule') {
      // local y, turned
      const axis = [2 * (qx * qy - qw * qz), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz + qw * qx)];
      const end = (side: number): Vec3 => [px, py, pz].map((p, k) => p + side * (shape.length / 2 + shape.radius) * axis[k]) as Vec3;
      return [{ what: 'pole', line: [end(-1), end(1)] }];
    }
    if (shape.kind === 'torus') {
      const round = Array.from({ length: 49 }, (_, k): Vec3 => [px + shape.radius * Math.cos((k * Math.PI) / 24), py + shape.radius * Math.sin((k * Math.PI) / 24), pz]);
      return [{ what: 'ring', line: round }];
    }
    return [];
  });
}

function hitsOf(ropes: Float64Array[], rope: number, bars: Bar[]): Hit[] {
  const nodes = ropes[rope];
  const hits: Hit[] = [];
  const point = (list: Float64Array, i: number): Vec3 => [list[3 * i], list[3 * i + 1], list[3 * i + 2]];
  for (let i = 0; 3 * i + 5 < nodes.length; i++) {
    const [a, b] = [point(nodes, i), point(nodes, i + 1)];
    for (let other = 0; other <= rope; other++) {
      const list = ropes[other];
      const end = other === rope ? i - 1 : list.length / 3 - 1;
      for (let k = 0; k < end; k++) {
        const side = crossed(a, b, point(list, k), point(list, k + 1));
        if (side) {
          hits.push({ at: i + 1, side, what: other === rope ? 'own' : 'other', own: other === rope ? k : -1, turns: 0 });
        }
      }
    }
    for (const { what, line } of bars) {
      for (let k = 0; k + 1 < line.length; k++) {
        const side = crossed(a, b, line[k], line[k + 1]);
        if (side) {
          hits.push({ at: i + 1, side, what, own: -1, turns: 0 });
        }
      }
    }
  }
  return hits.map((hit) => ({ ...hit, ...partOf(hits, hit) }));
}

// which part of its own rope: before all that is crossed, in a turn round something, or after
function partOf(hits: Hit[], { what, own }: Hit): Partial<Hit> {
  if (what !== 'own') {
    return {};
  }
  const round = hits.filter((hit) => hit.what === 'pole' || hit.what === 'ring');
  const before = round.filter(({ at }) => at <= own).length;
  const firstOwn = hits.find((hit) => hit.what === 'own');
  if (round.length > 0) {
    return { what: before === 0 ? 'standing' : before < round.length ? 'turn' : 'own', turns: before };
  }
  return { what: firstOwn && own <= firstOwn.own + 2 ? 'standing' : firstOwn && own < firstOwn.at ? 'loop' : 'own' };
}

function crossed(a: Vec3, b: Vec3, c: Vec3, d: Vec3): Side | null {
  const area = (p: Vec3, q: Vec3, r: Vec3): number => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  const [ca, cb, ac, ad] = [area(c, d, a), area(c, d, b), area(a, b, c), area(a, b, d)];
  if (ca * cb >= 0 || ac * ad >= 0) {
    return null;
  }
  const height = a[2] + (ca / (ca - cb)) * (b[2] - a[2]);
  return height > c[2] + (ac / (ac - ad)) * (d[2] - c[2]) ? 'over' : 'under';
}
