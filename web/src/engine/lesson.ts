// SPDX-License-Identifier: MIT
// A lesson: the script that ties a knot, cut into steps that a person does. It is played once beforehand, in an instance of
// its own, to know which way each hand goes and what it crosses.

import type { LessonStep, Side, Vec3 } from '../protocol';
import type { Library } from './library';
import { nodesOf } from './look';

/** Cycles between two places of the way that are kept. */
const EVERY = 4;
/** Strands so near to the hand along its own rope are not crossed: links. */
const BESIDE = 8;
const MOST = 60_000;

/** A step of the script in which hands are led. */
interface Part extends LessonStep {
  from: number;
  to: number;
  /** The cycle at each place of the way. */
  cycles: number[];
}

/** The hands' places while a step was played. */
interface Track {
  note: string;
  from: number;
  cycles: number[];
  /** For each hand, by its place: where it was, NaN while it held nothing. */
  hands: number[][];
  crossings: { hand: number; at: number; side: Side }[];
}

export class Lesson {
  readonly parts: Part[];
  /** The step that is done now; parts.length: all are done. */
  now = 0;
  /** Cycle up to which it has been led. */
  goal = 0;

  /** @param lib Its scene is lost. @param words What to do, step by step; where they are missing the script's own are taken. */
  constructor(lib: Library, text: string, words: readonly (string | string[])[]) {
    lib.lend(text, (at, size) => lib.must('bw_open', at, size));
    this.parts = watch(lib)
      .flatMap(partOf)
      .flatMap((part, i) => pieces(part, words[i]));
    this.goal = this.parts[0]?.from ?? Infinity;
  }

  /** The hand has been led to this place of the way of the step that is done now. */
  lead(place: number): void {
    const part = this.parts[this.now];
    if (part) {
      const at = Math.min(Math.max(Math.floor(place), 0), part.cycles.length - 1);
      this.goal = Math.max(this.goal, at === part.cycles.length - 1 ? part.to : part.cycles[at]);
    }
  }

  /** The scene has come to a cycle. True when a step was done: what follows by itself is played up to the next. */
  reached(cycle: number): boolean {
    const part = this.parts[this.now];
    if (!part || cycle < part.to) {
      return false;
    }
    this.now++;
    this.goal = this.parts[this.now]?.from ?? Infinity;
    return true;
  }

  /** Do a step once more: the cycle to go back to. */
  again(step: number): number {
    this.now = Math.min(Math.max(Math.floor(step), 0), this.parts.length - 1);
    return (this.goal = this.parts[this.now].from);
  }
}

// play it up to the last of them; one track for each step in which hands are led
function watch(lib: Library): Track[] {
  const tracks: Track[] = [];
  const led = new Set(['move', 'together']);
  const steps = lib.call('bw_step_count');
  const slots = lib.call('bw_hand_count');
  // what follows the last step of a hand is not needed
  let last = steps - 1;
  while (last >= 0 && !led.has(lib.text('bw_step_verb', last))) {
    last--;
  }
  let cycle = 0;
  let open = -1;
  let track: Track | null = null;
  for (let over = false; !over && cycle < MOST; ) {
    const done = lib.call('bw_play', EVERY);
    over = lib.box(1)[0] !== 0;
    cycle += done;
    lib.call('bw_progress');
    const step = Math.min(lib.box(3)[2], steps - 1);
    over ||= step > last;
    const from = lib.call('bw_step_began', step);
    if (step !== open) {
      // it may not have begun yet
      open = from >= 0 ? step : open;
      track = null;
      if (from >= 0 && led.has(lib.text('bw_step_verb', step))) {
        track = { note: lib.text('bw_step_note', step), from, cycles: [], hands: Array.from({ length: slots }, () => []), crossings: [] };
      } else if (tracks.length > 0) {
        endAt(tracks, from);
      }
      if (track) {
        endAt(tracks, track.from);
        tracks.push(track);
      }
    }
    if (track) {
      look(lib, track, cycle);
    }
  }
  return tracks;
}

// the last track's last place is where its step ended
function endAt(tracks: Track[], cycle: number): void {
  const cycles = tracks.at(-1)?.cycles;
  if (cycles && cycles.length > 0 && cycle >= 0 && cycles[cycles.length - 1] > cycle) {
    cycles[cycles.length - 1] = cycle;
  }
}

function look(lib: Library, track: Track, cycle: number): void {
  track.hands.forEach((places, slot) => {
    lib.call('bw_hand', slot);
    const box = lib.box(13);
    const holds = box[0] !== 0 && box[1] >= 0;
    const before = places.slice(-3) as Vec3;
    const now: Vec3 = holds ? [box[3], box[4], box[5]] : [NaN, NaN, NaN];
    places.push(...now);
    const [rope, node] = [box[1], box[2]];
    if (holds && before.length === 3) {
      for (const side of crossed(lib, rope, node, before, now)) {
        track.crossings.push({ hand: slot, at: track.cycles.length, side });
      }
    }
  });
  track.cycles.push(cycle);
}

// what a hand crossed between two places, seen along -z
function crossed(lib: Library, ownRope: number, ownNode: number, a: Vec3, b: Vec3): Side[] {
  const found: Side[] = [];
  const height = (a[2] + b[2]) / 2;
  const ropes = lib.call('bw_rope_count');
  for (let rope = 0; rope < ropes; rope++) {
    const nodes = nodesOf(lib, rope);
    for (let i = 0; i + 5 < nodes.length; i += 3) {
      const beside = rope === ownRope && Math.abs(i / 3 - ownNode) <= BESIDE;
      if (!beside && cross(a, b, nodes, i)) {
        found.push(height > (nodes[i + 2] + nodes[i + 5]) / 2 ? 'over' : 'under');
      }
    }
  }
  const obstacles = lib.call('bw_obstacle_count');
  for (let i = 0; i < obstacles; i++) {
    lib.call('bw_pose', i);
    const [x, , z] = lib.box(3);
    if (a[0] - x > 0 !== b[0] - x > 0) {
      found.push(height > z ? 'over' : 'under');
    }
  }
  return found;
}

function cross([ax, ay]: Vec3, [bx, by]: Vec3, n: Float64Array, i: number): boolean {
  const side = (px: number, py: number, qx: number, qy: number, rx: number, ry: number): number =>
    (qx - px) * (ry - py) - (qy - py) * (rx - px);
  const [cx, cy, dx, dy] = [n[i], n[i + 1], n[i + 3], n[i + 4]];
  return side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) < 0 && side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0;
}

function lengthOf(places: number[]): number {
  let length = 0;
  for (let i = 3; i < places.length; i += 3) {
    const step = Math.hypot(places[i] - places[i - 3], places[i + 1] - places[i - 2], places[i + 2] - places[i - 1]);
    length += Number.isFinite(step) ? step : 0;
  }
  return length;
}

// the hand that goes farthest is the one that is led; where it crosses nothing, and nothing is said of it, the step is played by
// itself
function partOf(track: Track): Part[] {
  const lengths = track.hands.map(lengthOf);
  const hand = lengths.indexOf(Math.max(...lengths));
  const crossings = track.crossings.filter((one) => one.hand === hand).map(({ at, side }) => ({ at, side }));
  if (track.cycles.length < 2 || (crossings.length === 0 && track.note === '')) {
    return [];
  }
  const to = track.cycles[track.cycles.length - 1];
  return [{ words: track.note, way: Float32Array.from(track.hands[hand]), crossings, from: track.from, to, cycles: track.cycles }];
}

// a part in as many pieces as there are words for it, cut halfway between its crossings
function pieces(part: Part, words: string | string[] = ''): Part[] {
  const list = typeof words === 'string' ? [words] : words;
  const { crossings, way, cycles } = part;
  const cuts = list.slice(1).map((_, i) => Math.floor(((crossings[i]?.at ?? 0) + (crossings[i + 1]?.at ?? 0)) / 2));
  return list.map((text, i) => {
    const first = i > 0 ? cuts[i - 1] : 0;
    const last = i < cuts.length ? cuts[i] : cycles.length - 1;
    return {
      words: text || part.words,
      way: way.slice(3 * first, 3 * last + 3),
      crossings: crossings.filter(({ at }) => at > first && at <= last).map(({ at, side }) => ({ at: at - first, side })),
      from: i > 0 ? cycles[first] : part.from,
      to: i < cuts.length ? cycles[last] : part.to,
      cycles: cycles.slice(first, last + 1),
    };
  });
}
