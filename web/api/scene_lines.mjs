// SPDX-License-Identifier: MIT
// A scene that ties a knot, played, and the lines of its ropes and things as its view has them.

/** Samples of a link of the rope. */
const FINE = 6;
const STRIDE = 24;
const MOST_CYCLES = 200_000;

const minus = (a, b) => a.map((x, k) => x - b[k]);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => a.map((x) => x / Math.hypot(...a));

/** Play a scene from its still "loose" to its still "tight"; at(lines(), wide) is asked for each moment between, the loose one
 *  first, until it answers true. lines(from): as seen from there, or from where the scene is seen. */
export function playScene(lib, text, at) {
  const { calls, lend, must } = lib;
  const scene = JSON.parse(text);
  const still = (name) => (scene.script ?? []).findIndex((step) => (step.still?.name ?? step.still) === name);
  must(lend(text, (address, size) => calls.bw_open(address, size)));
  const [loose, tight] = [still('loose'), still('tight')];
  const lines = (from) => linesOf(lib, from);
  for (let left = MOST_CYCLES; left > 0; left -= STRIDE) {
    const begun = loose < 0 || calls.bw_step_began(loose) >= 0;
    if ((begun && at(lines)) || (tight >= 0 && calls.bw_step_began(tight) >= 0) || calls.bw_play(STRIDE) === 0) {
      return;
    }
  }
}

/** Of bight_shape_kind. */
const [CAPSULE, TORUS] = [1, 3];

/** { points: [x, y, depth], radius, thing, closed, color }: x to the right, y down, depth towards the eye. */
function linesOf({ calls, numbers }, from) {
  calls.bw_view();
  const view = numbers(calls.bw_box(), 6);
  const out = unit(from ?? view.slice(0, 3));
  const right = unit(cross(view.slice(3), out));
  const up = cross(out, right);
  const flat = (p) => [dot(p, right), -dot(p, up), dot(p, out)];
  const lines = [];
  for (let r = 0; r < calls.bw_rope_count(); r++) {
    calls.bw_rope(r);
    const [count, closed, radius, , color] = numbers(calls.bw_box(), 5);
    const nodes = numbers(calls.bw_nodes(r), 3 * count);
    const points = Array.from({ length: count }, (_, i) => flat(nodes.slice(3 * i, 3 * i + 3)));
    lines.push({ points: refine(points, closed !== 0), radius, thing: false, closed: closed !== 0, color });
  }
  for (let o = 0; o < calls.bw_obstacle_count(); o++) {
    calls.bw_obstacle(o);
    const [kind, size, second, , color] = numbers(calls.bw_box(), 5);
    if (kind !== CAPSULE && kind !== TORUS) {
      continue;
    }
    calls.bw_pose(o);
    const [x, y, z, qx, qy, qz, qw] = numbers(calls.bw_box(), 7);
    // local axes, turned by the pose
    const axes = [
      [1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qw * qz), 2 * (qx * qz - qw * qy)],
      [2 * (qx * qy - qw * qz), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz + qw * qx)],
      [2 * (qx * qz + qw * qy), 2 * (qy * qz - qw * qx), 1 - 2 * (qx * qx + qy * qy)],
    ];
    const place = (a, b, c) => flat([x, y, z].map((w, k) => w + a * axes[0][k] + b * axes[1][k] + c * axes[2][k]));
    if (kind === CAPSULE) {
      const count = Math.ceil(8 * second / size);
      lines.push({ points: Array.from({ length: count + 1 }, (_, i) => place(0, second * ((2 * i) / count - 1), 0)), radius: size, thing: true, closed: false, color });
    } else {
      const around = Array.from({ length: 97 }, (_, i) => place(size * Math.cos((i * Math.PI) / 48), 0, size * Math.sin((i * Math.PI) / 48)));
      lines.push({ points: around, radius: second, thing: true, closed: true, color });
    }
  }
  return lines;
}

// parabolic arcs between the middles of the links, as the page draws ropes; the ends as they are
function refine(points, closed) {
  const count = points.length;
  const fine = closed ? [] : [points[0]];
  for (let i = closed ? 0 : 1; i < (closed ? count : count - 1); i++) {
    const [a, b, d] = [points[(i + count - 1) % count], points[i], points[(i + 1) % count]];
    for (let s = 0; s < FINE; s++) {
      const t = s / FINE;
      const wa = 0.5 * (1 - t) * (1 - t);
      const wd = 0.5 * t * t;
      fine.push(b.map((x, k) => wa * a[k] + (1 - wa - wd) * x + wd * d[k]));
    }
  }
  fine.push(closed ? fine[0] : points[count - 1]);
  return fine;
}

/** [low, high] round all places where something passes over something else; null when there are none. */
export function crossingsBox(lines) {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  // every third sample: half a link
  const coarse = lines.map((line) => ({ ...line, points: line.points.filter((_, i) => i % 3 === 0) }));
  for (const line of coarse.filter(({ thing }) => !thing)) {
    for (const p of line.points.filter((_, i) => coarse.some((other) => passes(other, line, i)))) {
      [0, 1].forEach((k) => {
        low[k] = Math.min(low[k], p[k]);
        high[k] = Math.max(high[k], p[k]);
      });
    }
  }
  return low[0] > high[0] ? null : [low, high];
}

// over or under; not the strand itself, as far as it cannot have come back
function passes(other, line, i) {
  const [x, y] = line.points[i];
  const reach = (other.thing ? other.radius : 0.7 * line.radius) ** 2;
  const { points } = other;
  for (let j = 0; j < points.length; j++) {
    const dx = points[j][0] - x;
    const dy = points[j][1] - y;
    if (dx * dx + dy * dy < reach && (other !== line || Math.abs(i - j) > (8 * FINE) / 3)) {
      return true;
    }
  }
  return false;
}
