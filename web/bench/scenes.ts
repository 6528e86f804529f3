// SPDX-License-Identifier: MIT
// Scenes to measure: 200 links, free and with a knot pulled tight.

import { Library } from '../src/engine/library';
import { parseScene, writeJson, type Json, type JsonObject } from '../src/engine/recorder';

type Point = [number, number, number];

/** The start shape of a knot with its ends led on straight until it has so many links, and hands that pull. */
export function tightScene(lib: Library, knot: string, links: number): string {
  lib.lend(knot, (at) => lib.must('bw_make_tie', at, 0));
  const scene = parseScene(lib.madeText());
  const rope = (scene.ropes as JsonObject[])[0];
  const points = rope.points as Point[];
  const lead = (from: Point, to: Point): Point => to.map((x, k) => 2 * x - from[k]) as Point;
  while (points.length < links + 1) {
    points.push(lead(points[points.length - 2], points[points.length - 1]));
    if (points.length < links + 1) {
      points.unshift(lead(points[1], points[0]));
    }
  }
  rope.points = points.slice(0, links + 1) as Json;
  return writeJson({ ...scene, script: (scene.script as JsonObject[]).filter((step) => !('still' in step)) });
}

export function freeScene(links: number): string {
  return writeJson({
    bight: 1,
    ropes: [{ name: 'rope', line: { from: [0, 0, 0], to: [links, 0, 0] }, links }],
    script: [{ grasp: { hand: 'one', node: 'first' } }, { grasp: { hand: 'other', node: 'last' } }],
  });
}

/**
 * Play to the end of the script, then go on pulling: cycles a second of processor time, best of `rounds`.
 * now: seconds of processor time.
 */
export function cyclesPerSecond(
  module: WebAssembly.Module,
  make: (lib: Library) => string,
  now: () => number,
  rounds = 5,
): { rate: number; contacts: number; nodes: number } {
  const lib = new Library(module);
  const text = make(lib);
  lib.lend(text, (at, size) => lib.must('bw_open', at, size));
  lib.call('bw_play', 1_000_000);
  const hands = lib.call('bw_hand_count');
  let rate = 0;
  let contacts = 0;
  for (let round = 0; round < rounds; round++) {
    const start = now();
    let cycles = 0;
    while (now() - start < 0.4) {
      // to and fro, so that the rope moves and the knot works
      for (let hand = 0; hand < hands; hand++) {
        lib.call('bw_hand', hand);
        const [x, y, z] = lib.box(9).subarray(6);
        lib.call('bw_target', hand, x + (cycles % 800 < 400 ? 2 : -2), y + 0.5, z);
      }
      cycles += lib.call('bw_coast', 50);
    }
    rate = Math.max(rate, cycles / (now() - start));
    const list = lib.call('bw_take', 16 * 1024);
    contacts = lib.call('bw_contacts', list, 1024);
    lib.call('bw_give', list);
  }
  lib.call('bw_rope', 0);
  return { rate, contacts, nodes: lib.box(1)[0] };
}
