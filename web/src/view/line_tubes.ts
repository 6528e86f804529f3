// SPDX-License-Identifier: MIT
// Lines as thin tubes of triangles, for what is drawn over the scene.

const SIDES = 6;

interface Tubes {
  points: Float32Array;
  triangles: Int32Array;
}

type V = [number, number, number];
const minus = (a: V, b: V): V => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: V, b: V): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: V, b: V): V => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a: V): V => {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};

/** Points of a line that are not where the one before is. */
function placesOf(line: ArrayLike<number>): V[] {
  const places: V[] = [];
  for (let i = 0; i + 2 < line.length; i += 3) {
    const place: V = [line[i], line[i + 1], line[i + 2]];
    const last = places.at(-1);
    if (!last || Math.hypot(...minus(place, last)) > 1e-9) {
      places.push(place);
    }
  }
  return places;
}

/** @param lines (points x 3) each. */
export function lineTubes(lines: readonly ArrayLike<number>[], radius: number): Tubes {
  const points: number[] = [];
  const triangles: number[] = [];
  for (const line of lines) {
    const places = placesOf(line);
    let beside: V | null = null;
    places.forEach((place, i) => {
      const along = unit(minus(places[Math.min(i + 1, places.length - 1)], places[Math.max(i - 1, 0)]));
      // carried along without turning about the line
      const before: V = beside ?? (Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]);
      const part = dot(before, along);
      beside = unit([before[0] - part * along[0], before[1] - part * along[1], before[2] - part * along[2]]);
      const other = cross(along, beside);
      const first = points.length / 3;
      for (let k = 0; k < SIDES; k++) {
        const [sine, cosine] = [Math.sin((2 * Math.PI * k) / SIDES), Math.cos((2 * Math.PI * k) / SIDES)];
        points.push(...place.map((x, d) => x + radius * (cosine * (beside as V)[d] + sine * other[d])));
        if (i > 0) {
          const [a, b] = [first + k, first + ((k + 1) % SIDES)];
          triangles.push(a - SIDES, b - SIDES, b, a - SIDES, b, a);
        }
      }
    });
  }
  return { points: Float32Array.from(points), triangles: Int32Array.from(triangles) };
}
