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

/** Numbers of pairs, given out in the order in which they come. */
class Pairs {
  count = 0;
  private readonly mask: number;
  /** Number plus one; 0: free. */
  private readonly slots: Int32Array;
  private readonly first: Uint32Array;
  private readonly second: Uint32Array;

  constructor(most: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * most + 2));
    this.mask = size - 1;
    this.slots = new Int32Array(size);
    this.first = new Uint32Array(most);
    this.second = new Uint32Array(most);
  }

  of(a: number, b: number): number {
    const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & this.mask;
    for (; this.slots[slot] !== 0; slot = (slot + 1) & this.mask) {
      const number = this.slots[slot] - 1;
      if (this.first[number] === a && this.second[number] === b) {
        return number;
      }
    }
    this.first[this.count] = a;
    this.second[this.count] = b;
    this.slots[slot] = ++this.count;
    return this.count - 1;
  }

  /** Either way round. */
  between(a: number, b: number): number {
    return a < b ? this.of(a, b) : this.of(b, a);
  }
}

export function sheetMesh(info: ClothInfo): SheetMesh {
  const { triangles, uvTriangles } = info;
  const sides = triangles.length;
  const after = (i: number): number => (i % 3 === 2 ? i - 2 : i + 1);
  const corners = new Pairs(sides);
  const vertices = new Uint32Array(sides);
  const places = new Uint32Array(sides);
  const corner = new Int32Array(info.vertices).fill(-1);
  const neighbour = new Int32Array(info.vertices);
  const at = new Uint32Array(sides);
  for (let i = 0; i < sides; i++) {
    const v = triangles[i];
    const known = corners.count;
    at[i] = corners.of(v, uvTriangles[i]);
    if (at[i] === known) {
      vertices[known] = v;
      places[known] = uvTriangles[i];
      corner[v] = known;
      neighbour[v] = triangles[after(i)];
    }
  }
  const vertex = vertices.slice(0, corners.count);

  // an edge of the cloth with one triangle is a hem
  const edges = new Pairs(sides);
  const edge = new Uint32Array(sides);
  const faces = new Uint8Array(sides);
  for (let i = 0; i < sides; i++) {
    edge[i] = edges.between(triangles[i], triangles[after(i)]);
    faces[edge[i]] = Math.min(faces[edge[i]] + 1, 2);
  }
  const inside = new Float32Array(info.vertices).fill(1);
  for (let i = 0; i < sides; i++) {
    if (faces[edge[i]] === 1) {
      inside[triangles[i]] = inside[triangles[after(i)]] = 0;
    }
  }

  const fine = sides <= 3 * MOST_TRIANGLES;
  const middles = new Pairs(fine ? sides : 0);
  const between = new Uint32Array(fine ? sides : 0);
  const allEnds = new Uint32Array(2 * between.length);
  const hems = new Uint8Array(between.length);
  for (let i = 0; i < between.length; i++) {
    const known = middles.count;
    const middle = middles.between(at[i], at[after(i)]);
    if (middle === known) {
      allEnds[2 * middle] = at[i];
      allEnds[2 * middle + 1] = at[after(i)];
      hems[middle] = faces[edge[i]];
    }
    between[i] = vertex.length + middle;
  }
  const ends = allEnds.slice(0, 2 * middles.count);

  const uv = new Float32Array(3 * (vertex.length + middles.count));
  for (let i = 0; i < vertex.length; i++) {
    uv[3 * i] = info.uv[2 * places[i]];
    uv[3 * i + 1] = info.uv[2 * places[i] + 1];
    uv[3 * i + 2] = inside[vertex[i]];
  }
  for (let m = 0; m < middles.count; m++) {
    const [a, b] = [ends[2 * m], ends[2 * m + 1]];
    const out = 3 * (vertex.length + m);
    uv[out] = (uv[3 * a] + uv[3 * b]) / 2;
    uv[out + 1] = (uv[3 * a + 1] + uv[3 * b + 1]) / 2;
    uv[out + 2] = hems[m] === 1 ? 0 : Math.max(0.5, (inside[vertex[a]] + inside[vertex[b]]) / 2);
  }

  const index = fine ? new Uint32Array(4 * at.length) : at;
  for (let t = 0; fine && t < at.length; t += 3) {
    const [a, b, c] = [at[t], at[t + 1], at[t + 2]];
    const [ab, bc, ca] = [between[t], between[t + 1], between[t + 2]];
    for (let k = 0, list = [a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca]; k < 12; k++) {
      index[4 * t + k] = list[k];
    }
  }
  return { vertex, ends, uv, index, corner, neighbour };
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
