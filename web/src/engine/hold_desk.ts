// SPDX-License-Identifier: MIT
// Does it hold? A knot of the book whose script has tied it, or the ropes as they lie, made the scene of a knot with a load: the
// library sets, pulls and judges it (bight/hold.h), as `bight hold` does.

import { EngineError, type Held, type RodInfo, type RopeInfo, type SceneInfo } from '../protocol';
import { Library } from './library';
import { materialsOf } from './rods';
import type { Session } from './session';
import { parseScene, writeJson, type Json, type JsonObject } from './recorder';

/** Strands this near touch, radii between middle lines. */
const NEAR = 2.6;
/** Links beside each other along the rope are no contact, radii of rope between them. */
const BESIDE = 8;

/** Numbers of rope and node by cubes of that side: what is within a side of a place is in its cube or in one beside it. */
function byCube(nodes: readonly Float64Array[], side: number): (x: number, y: number, z: number) => Iterable<[number, number]> {
  const cubes = new Map<string, [number, number][]>();
  const at = (x: number): number => Math.floor(x / side);
  nodes.forEach((points, r) => {
    for (let j = 0; 3 * j < points.length; j++) {
      const key = `${at(points[3 * j])} ${at(points[3 * j + 1])} ${at(points[3 * j + 2])}`;
      const cube = cubes.get(key);
      if (cube) {
        cube.push([r, j]);
      } else {
        cubes.set(key, [[r, j]]);
      }
    }
  });
  return function* (x, y, z) {
    for (let k = 0; k < 27; k++) {
      yield* cubes.get(`${at(x) + (k % 3) - 1} ${at(y) + (Math.floor(k / 3) % 3) - 1} ${at(z) + Math.floor(k / 9) - 1}`) ?? [];
    }
  };
}

/** Links of rope from each end to where it first comes near another strand; all of it where it never does. */
export function freeLengths(nodes: readonly Float64Array[], ropes: readonly RopeInfo[], rope: number): [number, number] {
  const { radius, link } = ropes[rope];
  const own = nodes[rope];
  const count = own.length / 3;
  const around = byCube(nodes, NEAR * Math.max(...ropes.map((r) => r.radius)));
  const meets = (i: number): boolean => {
    const [x, y, z] = own.subarray(3 * i, 3 * i + 3);
    for (const [r, j] of around(x, y, z)) {
      const other = nodes[r];
      const beside = r === rope && Math.abs(i - j) * link < BESIDE * radius;
      const reach = NEAR * 0.5 * (radius + ropes[r].radius);
      if (!beside && Math.hypot(x - other[3 * j], y - other[3 * j + 1], z - other[3 * j + 2]) < reach) {
        return true;
      }
    }
    return false;
  };
  let first = 0;
  while (first < count && !meets(first)) {
    first++;
  }
  let last = 0;
  while (last < count && !meets(count - 1 - last)) {
    last++;
  }
  return [first, last];
}

interface Place {
  hand: string;
  rope: string;
  node: number;
}

/** Two nodes of a rope's loop, so far apart, pulled against its last end or its first; none when it ties no loop knot. */
export type LoopOf = (nodes: Float64Array, last: boolean, apart: number) => number[];
/** Two hands in a loop are as far apart as a hook is wide, radii of rope. */
const HOOK = 8;

/** Who pulls, who only holds, and what is free: a loop knot by its standing part against its loop, another rope alone by both its
 *  ends; two ropes, or one beside things that stand still, by the longer end of each. */
export function loadOf(nodes: readonly Float64Array[], ropes: readonly RopeInfo[], things: number, loopOf: LoopOf): { pull: Place[]; hold: Place[]; free: Place[] } {
  if (ropes.length === 0 || ropes.length > 2 || ropes.some(({ closed }) => closed)) {
    throw new EngineError('One or two open ropes can be pulled, not these.');
  }
  const ends = ropes.map(({ name }, r) => {
    const [first, last] = freeLengths(nodes, ropes, r);
    const begin = { hand: `first ${r}`, rope: name, node: 0 };
    const end = { hand: `last ${r}`, rope: name, node: nodes[r].length / 3 - 1 };
    // both alike, as of a loop in the middle: the first is the standing part, as in the book
    return first >= last ? { long: begin, short: end } : { long: end, short: begin };
  });
  if (ropes.length === 2) {
    return { pull: [ends[0].long], hold: [ends[1].long], free: [ends[0].short, ends[1].short] };
  }
  const loop = things > 0 ? [] : loopOf(nodes[0], ends[0].long.node > 0, HOOK * ropes[0].radius);
  if (loop.length > 0) {
    const hook = loop.map((node, i) => ({ hand: `loop ${i}`, rope: ropes[0].name, node }));
    return { pull: [ends[0].long], hold: hook, free: [ends[0].short] };
  }
  return things > 0 ? { pull: [ends[0].long], hold: [], free: [ends[0].short] } : { pull: [ends[0].long], hold: [ends[0].short], free: [] };
}

/** The text of what is pulled. now: what 'save' makes of the scene. own: with the stiffness and weight that its ropes were given. */
export function holdScene(now: string, info: SceneInfo, nodes: readonly Float64Array[], loopOf: LoopOf, own: boolean): string {
  const scene = parseScene(now);
  const { pull, hold, free } = loadOf(nodes, info.ropes, info.obstacles.filter(({ name }) => name !== 'floor').length, loopOf);
  const names = (list: Place[]): Json => list.map(({ hand }) => hand);
  const ropes = (scene.ropes as JsonObject[]).map(({ model: _m, material: _o, rod, spring: _s, projection: _p, ...rope }) => {
    // what of a rod is not its material's
    const { bend, density } = own ? ((rod ?? {}) as JsonObject) : {};
    const made = { ...(bend !== undefined && { bend }), ...(density !== undefined && { density }) };
    return { ...rope, ...(Object.keys(made).length > 0 && { rod: made }) };
  });
  return writeJson({
    bight: 1,
    title: 'pulled',
    knot: { name: 'pulled', category: 'stopper', use: '-', sequence: '-', source: '-', load: { pull: names(pull), ...(hold.length > 0 && { hold: names(hold) }) } },
    ropes,
    ...(scene.obstacles !== undefined && { obstacles: scene.obstacles }),
    script: [
      ...[...pull, ...hold, ...free].map(({ hand, rope, node }): Json => ({ grasp: { hand, rope, node } })),
      { pull_tight: { hands: names([...pull, ...hold]) } },
    ],
  });
}

/** As bight_hold_verdict. */
const VERDICTS = ['holds', 'slips', 'runs out'] as const;

const nameOf = (lib: Library, nodes: Float64Array): string =>
  lib.lendDoubles(nodes, (at) => (lib.call('bw_name', at, nodes.length / 3, 0, 0, 0, 0, 0, 0) < 0 ? '?' : lib.text('bw_knot_name')));

/** @param lib Of an instance of its own. @param choice The friction is NaN for the material's own. */
export function pullKnot(lib: Library, text: string, before: readonly Float64Array[], choice: { material: string; friction: number }): Held {
  const { material, friction } = choice;
  const was = before.map((nodes) => nameOf(lib, nodes));
  lib.lend(text, (at, size) => lib.lend(material, (name) => lib.must('bw_hold', at, size, name, friction)));
  const [verdict, drawn, load, rubbed, radius, capsized, capsizedLoad] = lib.box(7);
  const is = before.map((_, r) => {
    const at = lib.call('bw_held_points', r);
    return nameOf(lib, lib.doubles(at, 3 * lib.box(1)[0]).slice());
  });
  return { verdict: VERDICTS[verdict], load, drawn, slip: 2000 * radius * drawn, was, is, material, friction: rubbed, capsized: capsized >= 0 ? capsizedLoad : null };
}

/** What the library knows of loop knots. */
export function loopsOf(lib: Library): LoopOf {
  return (points, last, apart) =>
    lib.lendDoubles(points, (at) => (lib.call('bw_hold_loop', at, points.length / 3, last ? 1 : 0, apart) > 0 ? [...lib.box(2)] : []));
}

/** A friction that was chosen beside the material of the ropes that lie there; NaN for none. */
function ownFriction(lib: Library, rod: RodInfo | null): number {
  const made = rod && materialsOf(lib).find(({ name }) => name === rod.material);
  return rod && made && rod.friction !== made.friction ? rod.friction : NaN;
}

/** The knot of a session: as its script ties it, when that has ended and its card says how it is loaded; else the ropes as they lie.
 *  @param material Of all ropes; '': a rope of 10 mm, as the command takes. */
export function hold(session: Session, module: WebAssembly.Module, material: string): Held {
  const { info } = session;
  if (info.cloths.length > 0 || info.kind === 'still') {
    throw new EngineError('Only knots in ropes can be pulled.');
  }
  const nodes = info.ropes.map((_, i) => session.nodes(i).slice());
  const lib = new Library(module);
  const rod = info.ropes[0]?.rod ?? null;
  const choice = { material, friction: ownFriction(lib, rod) };
  const book = session.loaded();
  if (book !== null) {
    return pullKnot(lib, book, nodes, choice);
  }
  const things = info.obstacles.filter(({ name }) => name !== 'floor').length;
  const loopOf = loopsOf(lib);
  const text = holdScene(session.save('now'), info, nodes, loopOf, rod?.material === material);
  const was = nodes.map((points) => nameOf(lib, points));
  if (nodes.length === 1 && was[0] === '0_1' && things === 0 && !text.includes('"hand": "loop 0"')) {
    return { verdict: 'none', load: 0, drawn: 0, slip: 0, was, is: was, material, friction: 0, capsized: null };
  }
  return pullKnot(lib, text, nodes, choice);
}
