// SPDX-License-Identifier: MIT
// Small pictures out of the library's drawings and out of scenes: see pictures.mjs.

/** Pictures are so wide and high at most: places in them are whole numbers. */
const SIZE = 200;

/** A path in short: from points that are rounded, steps that are written without needless blanks. */
class Path {
  d = '';
  at = [0, 0];

  /** Go on to points by a command of SVG in its relative form. */
  go(command, points) {
    const from = this.at;
    const whole = points.map((p) => [Math.round(p[0]), Math.round(p[1])]);
    const steps = whole.flatMap(([x, y]) => [x - from[0], y - from[1]]);
    this.d += command + steps.map((x, i) => (i > 0 && x >= 0 ? ' ' : '') + x).join('');
    this.at = whole[whole.length - 1];
  }
}

/** The library's SVG of a diagram, made small. */
export function diagramPicture(svg) {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg);
  const scale = SIZE / Math.max(width, height);
  const wide = Number(/stroke-width="([\d.]+)"/.exec(svg)[1]) * scale;
  const ropes = [...svg.matchAll(/<path [^>]*\bd="([^"]*)"/g)].map(([, d]) => shorten(d, scale));
  return { box: [width, height].map((x) => Math.ceil(x * scale)), wide: Math.round(Math.max(6, 1.25 * wide)), ropes, things: [] };
}

// the library writes M, C and Z, in places of the whole picture
function shorten(d, scale) {
  const path = new Path();
  for (const [, command, list] of d.matchAll(/([MCZ])([^MCZ]*)/g)) {
    const numbers = (list.match(/-?[\d.]+/g) ?? []).map((x) => x * scale);
    const points = Array.from({ length: numbers.length / 2 }, (_, i) => numbers.slice(2 * i, 2 * i + 2));
    if (command === 'Z') {
      path.d += 'z';
    } else if (command === 'M') {
      path.go('m', points);
    } else {
      for (let i = 0; i < points.length; i += 3) {
        path.go(i === 0 ? 'c' : points[i][0] >= path.at[0] ? ' ' : '', points.slice(i, i + 3));
      }
    }
  }
  return path.d;
}

// ---- scenes -----------------------------------------------------------------------------------------

const STEP = 200;
/** Samples of a link of the rope. */
const FINE = 6;
/** So much of the rope's straight ends is shown beside the knot, diameters. */
const TAIL = 5;

/** Play a scene until the step of its `still` called loose, or tight, has begun. */
function playTo({ calls, lend, must }, text) {
  const scene = JSON.parse(text);
  const still = (name) => scene.script.findIndex((step) => (step.still?.name ?? step.still) === name);
  const step = [still('loose'), still('tight'), scene.script.length - 1].find((index) => index >= 0);
  must(lend(text, (at, size) => calls.bw_open(at, size)));
  const began = () => calls.bw_step_began(step) >= 0;
  // once slowly would do; far is reached sooner by larger strides
  for (let left = 200_000; left > 0 && !began(); left -= STEP) {
    if (calls.bw_play(Math.min(STEP, left)) === 0) {
      break;
    }
  }
  return scene;
}

const minus = (a, b) => a.map((x, k) => x - b[k]);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => a.map((x) => x / Math.hypot(...a));

/** Lines of ropes and of straight things, in the picture's plane: { points: [x, y, depth], radius, thing }. */
function linesOf(lib) {
  const { calls, numbers } = lib;
  calls.bw_view();
  const view = numbers(calls.bw_box(), 6);
  const out = unit(view.slice(0, 3));
  const right = unit(cross(view.slice(3), out));
  const up = cross(out, right);
  const flat = (p) => [dot(p, right), -dot(p, up), dot(p, out)];
  const lines = [];
  for (let r = 0; r < calls.bw_rope_count(); r++) {
    calls.bw_rope(r);
    const [count, closed, radius] = numbers(calls.bw_box(), 3);
    const nodes = numbers(calls.bw_nodes(r), 3 * count);
    const points = Array.from({ length: count }, (_, i) => flat(nodes.slice(3 * i, 3 * i + 3)));
    lines.push({ points: refine(points, closed !== 0), radius, thing: false });
  }
  for (let o = 0; o < calls.bw_obstacle_count(); o++) {
    calls.bw_obstacle(o);
    const [kind, radius, half] = numbers(calls.bw_box(), 3);
    if (kind !== CAPSULE) {
      continue;
    }
    calls.bw_pose(o);
    const [x, y, z, qx, qy, qz, qw] = numbers(calls.bw_box(), 7);
    // the axis, local y, turned by the pose
    const axis = [2 * (qx * qy - qw * qz), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz + qw * qx)];
    const end = (side) => flat([x, y, z].map((c, k) => c + side * axis[k] * half));
    lines.push({ points: refine([end(-1), end(1)], false, Math.ceil(2 * half)), radius, thing: true });
  }
  return lines;
}

/** Of bight_shape_kind. */
const CAPSULE = 1;

// parabolic arcs between the middles of the links, as the view has them; the ends as they are
function refine(points, closed, parts = FINE) {
  const mix = (a, b, t) => a.map((x, k) => x + t * (b[k] - x));
  if (points.length === 2) {
    return Array.from({ length: parts + 1 }, (_, s) => mix(points[0], points[1], s / parts));
  }
  const count = points.length;
  const fine = closed ? [] : [points[0]];
  for (let i = closed ? 0 : 1; i < (closed ? count : count - 1); i++) {
    const [a, b, d] = [points[(i + count - 1) % count], points[i], points[(i + 1) % count]];
    for (let s = 0; s <= parts; s++) {
      const t = s / parts;
      const wa = 0.5 * (1 - t) * (1 - t);
      const wd = 0.5 * t * t;
      fine.push(b.map((x, k) => wa * a[k] + (1 - wa - wd) * x + wd * d[k]));
    }
  }
  return closed ? fine : [...fine, points[count - 1]];
}

/** Pictures of a scene that ties a knot, where the knot lies loose: from the front and from the back. */
export function scenePictures(lib, text) {
  playTo(lib, text);
  const lines = linesOf(lib);
  const behind = lines.map((line) => ({ ...line, points: line.points.map(([x, y, depth]) => [-x, y, -depth]) }));
  return [lines, behind].map(drawn);
}

function drawn(lines) {
  const radius = lines[0].radius;
  const [low, high] = frame(lines, radius);
  const scale = SIZE / Math.max(high[0] - low[0], high[1] - low[1]);
  const seen = (p) => p[0] >= low[0] && p[0] <= high[0] && p[1] >= low[1] && p[1] <= high[1];
  const at = (p) => [(p[0] - low[0]) * scale, (p[1] - low[1]) * scale];
  const ropes = [];
  const things = [];
  for (const line of lines) {
    const path = new Path();
    let run = [];
    const finish = () => {
      if (run.length > 2) {
        drawSmooth(path, thin(run.map(at)));
      }
      run = [];
    };
    line.points.forEach((p, i) => {
      if (seen(p) && !hiddenBehind(lines, line, i)) {
        run.push(p);
      } else {
        finish();
      }
    });
    finish();
    if (line.thing) {
      things.push({ d: path.d, wide: Math.round(2 * line.radius * scale) });
    } else {
      ropes.push(path.d);
    }
  }
  const box = [0, 1].map((k) => Math.ceil((high[k] - low[k]) * scale));
  return { box, wide: Math.round(Math.max(6, 1.5 * radius * scale)), ropes, things };
}

// what is drawn: round all places where something passes over something else
function frame(lines, radius) {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  const widen = (p) => [0, 1].forEach((k) => {
    low[k] = Math.min(low[k], p[k]);
    high[k] = Math.max(high[k], p[k]);
  });
  for (const line of lines.filter(({ thing }) => !thing)) {
    const under = line.points.map((_, i) => hiddenBehind(lines, line, i));
    const first = under.indexOf(true);
    const last = under.lastIndexOf(true);
    if (first >= 0) {
      line.points.slice(first, last + 1).forEach(widen);
    }
  }
  const margin = 2 * TAIL * radius;
  return [low.map((x) => x - margin), high.map((x) => x + margin)];
}

// something passes over this point so closely that its line and a gap beside it cover it
function hiddenBehind(lines, line, i) {
  const [x, y, depth] = line.points[i];
  for (const other of lines) {
    if (line.thing) {
      return false; // ropes that pass over a thing are drawn upon it
    }
    const reach = other.thing ? other.radius + 0.5 * line.radius : 2.1 * other.radius;
    const { points } = other;
    for (let j = 0; j < points.length; j++) {
      // the strand itself, as far as it cannot have come back
      if (other === line && Math.abs(i - j) < 5 * FINE) {
        continue;
      }
      const dx = points[j][0] - x;
      const dy = points[j][1] - y;
      if (dx * dx + dy * dy < reach * reach && points[j][2] > depth + 0.4 * line.radius) {
        return true;
      }
    }
  }
  return false;
}

// from middle to middle, with the points between them as controls: parabolas that join smoothly
function drawSmooth(path, points) {
  path.go('m', [points[0]]);
  for (let i = 1; i + 1 < points.length; i++) {
    const last = i + 2 === points.length;
    const end = last ? points[i + 1] : [0, 1].map((k) => 0.5 * (points[i][k] + points[i + 1][k]));
    path.go('q', [points[i], end]);
  }
  if (points.length === 2) {
    path.go('l', [points[1]]);
  }
}

// points that a line through their neighbours would not miss are left out
function thin(run) {
  const kept = [run[0]];
  for (let i = 1; i + 1 < run.length; i++) {
    const a = kept[kept.length - 1];
    const [ax, ay] = minus(run[i], a);
    const [bx, by] = minus(run[i + 1], a);
    if (Math.abs(ax * by - ay * bx) > 0.4 * Math.hypot(bx, by) || Math.hypot(ax, ay) > 14) {
      kept.push(run[i]);
    }
  }
  return [...kept, run[run.length - 1]];
}
