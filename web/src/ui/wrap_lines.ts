// SPDX-License-Identifier: MIT
// The lines of a rehearsed wrap, as they are drawn before anything moves.

import type { WrapPlan } from '../engine/wrap_desk';
import { lineTubes } from '../view/line_tubes';

const RADIUS = 0.0035; // sides of the cloth

export function planTubes(plan: WrapPlan): ReturnType<typeof lineTubes> {
  return lineTubes([...overObject(plan), ...onCloth(plan)], RADIUS * plan.size);
}

/** The lines over the object, a little outside it, so that they are seen. */
function overObject({ at, extent, size, lines }: WrapPlan): number[][] {
  const middle = [at[0], at[1] + extent[1] / 2, at[2]];
  return lines.map((line) => {
    const out: number[] = [];
    for (let i = 0; i < line.length; i += 3) {
      const away = middle.map((x, k) => line[i + k] - x);
      const far = 1 + (2 * RADIUS * size) / Math.max(Math.hypot(...away), 1e-9);
      out.push(...middle.map((x, k) => x + far * away[k]));
    }
    return out;
  });
}

/** The lines as they lie on the flat cloth: from under the object to the corners. */
function onCloth({ at, size, program }: WrapPlan): number[][] {
  const side = size / 2;
  const corners = [[-1, 1], [1, 1], [1, -1], [-1, -1]];
  const y = at[1] + 2 * RADIUS * size;
  return program.folded ? [] : corners.map(([x, z]) => [at[0], y, at[2], x * side, y, z * side]);
}
