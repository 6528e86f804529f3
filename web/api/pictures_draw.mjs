// SPDX-License-Identifier: MIT
// Small pictures out of the library's drawings: see pictures.mjs.

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
  return { box: [width, height].map((x) => Math.ceil(x * scale)), wide: Math.round(Math.max(6, 1.25 * wide)), ropes };
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
