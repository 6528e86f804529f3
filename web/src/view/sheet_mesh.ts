// SPDX-License-Identifier: MIT
// How a cloth's triangles become finer ones to be drawn: each is cut into four at the middles of its edges, and
// vertices are doubled where the pattern is cut. Made once a scene.

import type { ClothInfo } from '../protocol';

export interface SheetMesh {
  /** (corners) the cloth's vertex of each drawn vertex that lies on one. */
  vertex: Uint32Array;
  /** (2 x middles) the corners on either side of each drawn vertex behind them. */
  ends: Uint32Array;
  /** (drawn x 3) place on the pattern; 0 at the hem, 1 inside. */
  uv: Float32Array;
  index: Uint32Array;
  /** (vertices) some drawn corner, and another vertex of the same triangle. */
  corner: Int32Array;
  neighbour: Int32Array;
}

/** Larger cloths are drawn as they are. */
const MOST_TRIANGLES = 12_000;

/** A number for a pair of numbers below 2^26. */
const pair = (a: number, b: number): number => a * 67_108_864 + b;

export function sheetMesh(info: ClothInfo): SheetMesh {
  const { triangles, uvTriangles } = info;
  const corners = new Map<number, number>();
  const vertex: number[] = [];
  const place: number[] = [];
  const corner = new Int32Array(info.vertices).fill(-1);
  const neighbour = new Int32Array(info.vertices);
  const at = Uint32Array.from(triangles, (v, i) => {
    const key = pair(v, uvTriangles[i]);
    let number = corners.get(key);
    if (number === undefined) {
      number = vertex.length;
      corners.set(key, number);
      vertex.push(v);
      place.push(uvTriangles[i]);
      corner[v] = number;
      neighbour[v] = triangles[i % 3 === 2 ? i - 2 : i + 1];
    }
    return number;
  });

  // an edge of the cloth with one triangle is a hem
  const faces = new Map<number, number>();
  const edgeOf = (i: number): number => {
    const a = triangles[i];
    const b = triangles[i % 3 === 2 ? i - 2 : i + 1];
    return a < b ? pair(a, b) : pair(b, a);
  };
  for (let i = 0; i < triangles.length; i++) {
    faces.set(edgeOf(i), (faces.get(edgeOf(i)) ?? 0) + 1);
  }
  const inside = new Float32Array(info.vertices).fill(1);
  for (let i = 0; i < triangles.length; i++) {
    if (faces.get(edgeOf(i)) === 1) {
      inside[triangles[i]] = inside[triangles[i % 3 === 2 ? i - 2 : i + 1]] = 0;
    }
  }

  const fine = triangles.length <= 3 * MOST_TRIANGLES;
  const ends: number[] = [];
  const middles = new Map<number, number>();
  const between: number[] = [];
  if (fine) {
    for (let i = 0; i < at.length; i++) {
      const a = at[i];
      const b = at[i % 3 === 2 ? i - 2 : i + 1];
      const key = a < b ? pair(a, b) : pair(b, a);
      let number = middles.get(key);
      if (number === undefined) {
        number = vertex.length + middles.size;
        middles.set(key, number);
        ends.push(a, b);
      }
      between.push(number);
    }
  }

  const uv = new Float32Array(3 * (vertex.length + ends.length / 2));
  vertex.forEach((v, i) => uv.set([info.uv[2 * place[i]], info.uv[2 * place[i] + 1], inside[v]], 3 * i));
  for (let m = 0; m < ends.length / 2; m++) {
    const [a, b] = [ends[2 * m], ends[2 * m + 1]];
    const [va, vb] = [vertex[a], vertex[b]];
    const hem = faces.get(va < vb ? pair(va, vb) : pair(vb, va)) === 1;
    uv.set(
      [
        (uv[3 * a] + uv[3 * b]) / 2,
        (uv[3 * a + 1] + uv[3 * b + 1]) / 2,
        hem ? 0 : Math.max(0.5, (inside[va] + inside[vb]) / 2),
      ],
      3 * (vertex.length + m),
    );
  }

  const index = fine ? new Uint32Array(4 * at.length) : at;
  for (let t = 0; fine && t < at.length; t += 3) {
    const [a, b, c] = [at[t], at[t + 1], at[t + 2]];
    const [ab, bc, ca] = [between[t], between[t + 1], between[t + 2]];
    index.set([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], 4 * t);
  }
  return { vertex: Uint32Array.from(vertex), ends: Uint32Array.from(ends), uv, index, corner, neighbour };
}

/** Vertices that are easily found again: the corners of the pattern, the middles of its sides, its middle. */
export function landmarks(info: ClothInfo): number[] {
  const { uv } = info;
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  uv.forEach((x, i) => {
    low[i % 2] = Math.min(low[i % 2], x);
    high[i % 2] = Math.max(high[i % 2], x);
  });
  const found: number[] = [];
  // round the border from the upper left, then the middle
  for (const [s, t] of [[0, 1], [0.5, 1], [1, 1], [1, 0.5], [1, 0], [0.5, 0], [0, 0], [0, 0.5], [0.5, 0.5]]) {
    const [u, v] = [low[0] + s * (high[0] - low[0]), low[1] + t * (high[1] - low[1])];
    let best = 0;
    let least = Infinity;
    info.uvTriangles.forEach((p, i) => {
      const away = (uv[2 * p] - u) ** 2 + (uv[2 * p + 1] - v) ** 2;
      if (away < least) {
        least = away;
        best = info.triangles[i];
      }
    });
    if (!found.includes(best)) {
      found.push(best);
    }
  }
  return found;
}
