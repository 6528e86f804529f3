// SPDX-License-Identifier: MIT
// How to tie an overhand knot in a rope that lies along x, by its right end, looking at it: lead the end round
// behind, lay it over the rope, bring it back under the rope and up through the middle of the loop, and out.
// y is up. Each step says where the end goes, seen the nodes as they are now (x, y, z one after another).

/** Where the rope first crosses itself seen from above: nodes [i, j] of the loop. */
function firstLoop(nodes) {
  const count = nodes.length / 3;
  const at = (i) => [nodes[3 * i], nodes[3 * i + 2]];
  const side = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  for (let j = 2; j + 1 < count; j++) {
    for (let i = 0; i + 1 < j; i++) {
      const [a, b, c, d] = [at(i), at(i + 1), at(j), at(j + 1)];
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) {
        return [i + 1, j];
      }
    }
  }
  return null;
}

function middle(nodes) {
  const loop = firstLoop(nodes);
  if (!loop) {
    throw new Error('there is no loop');
  }
  const [i, j] = loop;
  let x = 0;
  let z = 0;
  for (let k = i; k <= j; k++) {
    x += nodes[3 * k];
    z += nodes[3 * k + 2];
  }
  return [x / (j - i + 1), z / (j - i + 1)];
}

/** end: where the right end lies. */
export function overhandSteps([ex, ey, ez]) {
  const fixed = (x, y, z) => () => [ex + x, ey + y, ez + z];
  const seen = (dx, y, dz) => (nodes) => {
    const [x, z] = middle(nodes);
    return [x + dx, ey + y, z + dz];
  };
  return [
    fixed(12, 4, -14),
    fixed(-2, 4, -26),
    fixed(-16, 4, -10),
    fixed(-14, 4, 9),
    (nodes) => [middle(nodes)[0], ey - 5, ez + 9],
    seen(0, -5, 0),
    seen(0, 5, 0),
    seen(16, 5, 0),
    seen(28, 5, 0),
  ];
}
