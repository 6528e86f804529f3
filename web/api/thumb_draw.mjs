// SPDX-License-Identifier: MIT
// A small rendered picture of ropes: seen straight on, lit by a sky of lamps with the brightest over the left shoulder, in the page's
// braid, on nothing (the shadow on the table behind is part of the alpha).

/** Pixels across of one of the picture, along each side. */
const FINER = 3;
const LAMPS = 30;
/** Where the key is, as seen: left, up, towards the eye. */
const KEY = unit([-0.45, -0.6, 0.8]);

function unit(a) {
  const length = Math.hypot(...a);
  return a.map((x) => x / length);
}
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const mix = (a, b, t) => a.map((x, k) => x + t * (b[k] - x));

/** Balls along the lines, `step` radii apart: { at, radius, way, side, along, line }. side turns about the line as little as can be. */
function ballsOf(lines, step) {
  const balls = [];
  lines.forEach((line, index) => {
    const { points, radius } = line;
    let side = null;
    let along = 0;
    for (let i = 0; i + 1 < points.length; i++) {
      const [a, b] = [points[i], points[i + 1]];
      const gap = b.map((x, k) => x - a[k]);
      const length = Math.hypot(...gap);
      if (length === 0) {
        continue;
      }
      const way = gap.map((x) => x / length);
      const seed = side ?? (Math.abs(way[2]) < 0.9 ? [0, 0, 1] : [0, 1, 0]);
      const off = dot(seed, way);
      side = unit(seed.map((x, k) => x - off * way[k]));
      const count = Math.max(1, Math.ceil(length / (step * radius)));
      for (let n = 0; n < count; n++) {
        balls.push({ at: mix(a, b, n / count), radius, way, side, along: along + (n / count) * length, line: index });
      }
      along += length;
    }
    line.length = along;
  });
  return balls;
}

/** For each cell of a grid the nearest ball and how near: rows of a view along `eye`. */
function nearest(balls, width, height, place, scale) {
  const depth = new Float32Array(width * height).fill(-Infinity);
  const ball = new Int32Array(width * height).fill(-1);
  balls.forEach(({ at, radius }, index) => {
    const [cx, cy, cz] = place(at);
    const r = radius * scale;
    for (let y = Math.max(0, Math.ceil(cy - r)); y <= Math.min(height - 1, cy + r); y++) {
      for (let x = Math.max(0, Math.ceil(cx - r)); x <= Math.min(width - 1, cx + r); x++) {
        const left = r * r - (x - cx) ** 2 - (y - cy) ** 2;
        const z = cz + Math.sqrt(left) / scale;
        if (left > 0 && z > depth[y * width + x]) {
          depth[y * width + x] = z;
          ball[y * width + x] = index;
        }
      }
    }
  });
  return { depth, ball };
}

/** Directions of lamps over the half space in front, evenly by the cosine (a spiral of Fibonacci on the disk), and their powers. */
function lamps() {
  return Array.from({ length: LAMPS }, (_, i) => {
    const r = Math.sqrt((i + 0.5) / LAMPS);
    const turn = i * 2.399963;
    const way = [r * Math.cos(turn), r * Math.sin(turn), Math.sqrt(Math.max(0.04, 1 - r * r))];
    return { way: unit(way), power: 0.35 + 2.6 * Math.max(0, dot(unit(way), KEY)) ** 8 };
  });
}

/** What a lamp sees of the balls: lit(point) is 1, or 0 in their shadow. */
function shadowOf(balls, way, low, high, radius) {
  const right = unit(cross(Math.abs(way[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0], way));
  const up = cross(way, right);
  const corners = [low[0], high[0]].flatMap((x) => [low[1], high[1]].flatMap((y) => [low[2], high[2]].map((z) => [x, y, z])));
  const [us, vs] = [corners.map((p) => dot(p, right)), corners.map((p) => dot(p, up))];
  const [u0, v0] = [Math.min(...us), Math.min(...vs)];
  const scale = 3 / radius;
  const [width, height] = [Math.ceil((Math.max(...us) - u0) * scale), Math.ceil((Math.max(...vs) - v0) * scale)];
  const place = (p) => [(dot(p, right) - u0) * scale, (dot(p, up) - v0) * scale, dot(p, way)];
  const { depth } = nearest(balls, width, height, place, scale);
  return (p) => {
    const z = dot(p, way);
    const i = Math.round((dot(p, right) - u0) * scale);
    const j = Math.round((dot(p, up) - v0) * scale);
    return i < 0 || j < 0 || i >= width || j >= height || depth[j * width + i] < z + 0.35 * radius ? 1 : 0;
  };
}

// ---- the sheath, as view/sheath.ts has it ------------------------------------------------------------

const STRANDS = 8;
const PITCH = 0.8;
const fract = (x) => x - Math.floor(x);

/** around: turns about the rope; along: in radii. How bright, and whether a tracer thread is there. */
function sheath(around, along) {
  const a = STRANDS * around + PITCH * along;
  const b = STRANDS * around - PITCH * along;
  const over = (((Math.floor(a) + Math.floor(b)) % 2) + 2) % 2;
  const [across, down] = over === 0 ? [fract(a), fract(b)] : [fract(b), fract(a)];
  const w = 2 * across - 1;
  const height = Math.sqrt(Math.max(0, 1 - w * w)) * (0.55 + 0.45 * Math.sin(Math.PI * down));
  const strand = ((Math.floor(over === 0 ? a : b) % STRANDS) + STRANDS) % STRANDS;
  return { bright: 0.62 + 0.4 * height, tracer: strand < 0.5 };
}

/**
 * @param lines { points: [x, y, depth], radius, thing, color: [r, g, b] of 0 to 1, linear }: x right, y down, depth towards the eye
 * @param box [low, high] in x and y of what is to be seen
 * @return { width, height, rgba } with the colour not multiplied by alpha
 */
export function drawThumb(lines, box, width, height) {
  const radius = lines.find(({ thing }) => !thing).radius;
  const scale = Math.min(width / (box[1][0] - box[0][0]), height / (box[1][1] - box[0][1]));
  const middle = [0, 1].map((k) => 0.5 * (box[0][k] + box[1][k]));
  const [W, H] = [width * FINER, height * FINER];
  const fine = scale * FINER;
  const reach = [0.5 * width / scale + 12 * radius, 0.5 * height / scale + 12 * radius];
  const inside = ({ at }) => Math.abs(at[0] - middle[0]) < reach[0] && Math.abs(at[1] - middle[1]) < reach[1];
  const balls = ballsOf(lines, 0.06).filter(inside);
  const place = ([x, y, z]) => [(x - middle[0]) * fine + 0.5 * W, (y - middle[1]) * fine + 0.5 * H, z];
  const seen = nearest(balls, W, H, place, fine);
  const coarse = balls.filter((_, i) => i % 5 === 0);
  const low = [0, 1, 2].map((k) => Math.min(...coarse.map(({ at, radius: r }) => at[k] - r)));
  const high = [0, 1, 2].map((k) => Math.max(...coarse.map(({ at, radius: r }) => at[k] + r)));
  const table = low[2];
  const sky = lamps().map((lamp) => ({ ...lamp, lit: shadowOf(coarse, lamp.way, low, high, radius) }));
  const all = sky.reduce((sum, { power }) => sum + power, 0);

  const light = (p, normal) => {
    let sum = 0;
    for (const { way, power, lit } of sky) {
      const facing = normal ? dot(normal, way) : 1;
      sum += facing > 0 ? facing * power * lit(p) : 0;
    }
    return sum;
  };
  const rgba = new Float64Array(4 * width * height);
  // the table: black, where it is not lit
  const dark = new Float64Array(width * height).map((_, i) => {
    const p = [((i % width) + 0.5 - 0.5 * width) / scale + middle[0], (Math.floor(i / width) + 0.5 - 0.5 * height) / scale + middle[1], table];
    return 0.4 * (1 - light(p, null) / all) ** 1.6;
  });
  for (let Y = 0; Y < H; Y++) {
    for (let X = 0; X < W; X++) {
      const at = 4 * (Math.floor(Y / FINER) * width + Math.floor(X / FINER));
      const index = seen.ball[Y * W + X];
      const x = (X - 0.5 * W) / fine + middle[0];
      const y = (Y - 0.5 * H) / fine + middle[1];
      if (index < 0) {
        rgba[at + 3] += dark[at / 4];
        continue;
      }
      const color = colorOf(lines, balls[index], [x, y, seen.depth[Y * W + X]], light, all);
      for (let k = 0; k < 3; k++) {
        rgba[at + k] += color[k];
      }
      rgba[at + 3] += 1;
    }
  }
  const parts = FINER * FINER;
  const bytes = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3] / parts;
    for (let k = 0; k < 3; k++) {
      bytes[i + k] = alpha > 0 ? Math.round(255 * screen(rgba[i + k] / parts / alpha)) : 0;
    }
    bytes[i + 3] = Math.round(255 * alpha);
  }
  return { width, height, rgba: bytes };
}

const screen = (x) => (x <= 0.0031308 ? 12.92 * x : 1.055 * Math.min(1, x) ** (1 / 2.4) - 0.055);

function colorOf(lines, ball, p, light, all) {
  const line = lines[ball.line];
  const from = p.map((x, k) => x - ball.at[k]);
  const off = dot(from, ball.way);
  const normal = unit(from.map((x, k) => x - off * ball.way[k]));
  const round = light(p, normal) / all;
  // an edge as ink would draw it, so that strands part where they touch
  const edge = Math.min(1, Math.max(0, (normal[2] - 0.05) / 0.4));
  const shade = (0.1 + 1.5 * round) * (0.35 + 0.65 * edge);
  if (line.thing) {
    return line.color.map((x) => x * shade);
  }
  const other = cross(ball.way, ball.side);
  const around = Math.atan2(dot(normal, other), dot(normal, ball.side)) / (2 * Math.PI);
  const { bright, tracer } = sheath(around, (ball.along + off) / line.radius);
  const color = tracer ? mix(line.color, [1, 1, 1], 0.5) : line.color;
  return color.map((x) => x * shade * bright);
}
