// SPDX-License-Identifier: MIT
// The scene that one meets on opening the page.

import type { JsonObject } from './recorder';

/** The rope goes from the hand that holds it to the right, turns, and comes back beside itself: from where its end lies there
 *  is rope enough for a loop. (x, z), seen from above. */
const LAID: [number, number][] = [
  [-52, 7],
  [-42, 8],
  [-30, 9],
  [-18, 8.5],
  [-6, 7.5],
  [6, 8],
  [16, 7.5],
  [23, 4],
  [25, -1.5],
  [22, -6.5],
  [15, -9.5],
  [5, -10.5],
  [-5, -10],
  [-12, -7.5],
  [-15, -3],
];

const LINKS = 115;
const RADIUS = 0.65;

/** A rope on a table, seen nearly from above; a hand holds its far end. Of about so many links of length 1. */
export function tableScene(links = LINKS, radius = RADIUS, link = 1): JsonObject {
  const size = (link * links) / LINKS;
  return {
    bight: 1,
    title: 'Rope on a table',
    view: { from: [0, 1, 0.16] },
    ropes: [
      {
        name: 'rope',
        color: '#d2691e',
        radius: link * radius,
        points: LAID.map(([x, z]) => [size * x, 0, size * z]),
        smooth: true,
        link_length: link,
      },
    ],
    script: [{ grasp: { hand: 'holder', node: 0 } }],
  };
}

/** The same of a climbing rope of 10 mm, an elastic rod. It lies in a bed, as bedOf() in rods.ts has it: without one its
 *  stiffness would open each loop that is laid. */
export function elasticTable(links = LINKS, radius = RADIUS): JsonObject {
  const scene = tableScene(links, radius, 0.005 / radius);
  const ropes = (scene.ropes as JsonObject[]).map((rope) => ({ ...rope, model: 'rod', material: 'climbing_rope', rod: { bed: 11 } }));
  return { ...scene, world: { response: 'solved' }, ropes };
}

/** What one meets on opening the page. */
export const FIRST_SCENE = elasticTable();
