// SPDX-License-Identifier: MIT
// A cloth as a smooth surface. Normals and how much it bends are found anew for each drawn frame, in place.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Sphere, type Vector3 } from 'three';
import type { ClothInfo } from '../protocol';
import { landmarks, sheetMesh, type SheetMesh } from './sheet_mesh';

export class Sheet {
  readonly geometry = new BufferGeometry();
  /** (vertices x 3) as of the newest frame. */
  readonly points: Float32Array;
  /** The longer side of the pattern. */
  readonly size: number;
  private readonly normals: Float32Array;
  private readonly rings: Float32Array;
  private readonly counts: Uint16Array;
  private readonly bends: Float32Array;
  /** Of each vertex: bending for each unit that the middle of its ring lies in front. */
  private readonly folds: Float32Array;
  private readonly mesh: SheetMesh;
  private readonly position: BufferAttribute;
  private readonly normal: BufferAttribute;
  private readonly bend: BufferAttribute;
  private filled = false;
  private marks: number[] | null = null;

  constructor(public info: ClothInfo) {
    const { vertices, triangles } = info;
    this.points = new Float32Array(3 * vertices);
    this.normals = new Float32Array(3 * vertices);
    this.rings = new Float32Array(3 * vertices);
    this.bends = new Float32Array(vertices);
    this.folds = new Float32Array(vertices);
    this.counts = new Uint16Array(vertices);
    for (let i = 0; i < triangles.length; i++) {
      this.counts[triangles[i]] += 2;
    }
    this.mesh = sheetMesh(info);
    this.size = patternSize(info);
    const drawn = this.mesh.uv.length / 3;
    this.position = new BufferAttribute(new Float32Array(3 * drawn), 3).setUsage(DynamicDrawUsage);
    this.normal = new BufferAttribute(new Float32Array(3 * drawn), 3).setUsage(DynamicDrawUsage);
    this.bend = new BufferAttribute(new Float32Array(drawn), 1).setUsage(DynamicDrawUsage);
    this.geometry.setAttribute('position', this.position);
    this.geometry.setAttribute('normal', this.normal);
    this.geometry.setAttribute('bend', this.bend);
    this.geometry.setAttribute('clothUv', new BufferAttribute(this.mesh.uv, 3));
    this.geometry.setIndex(new BufferAttribute(this.mesh.index, 1));
    this.geometry.boundingSphere = new Sphere();
  }

  /** Be a cloth of the same faces and pattern, wherever it lies. False: it is another. */
  become(info: ClothInfo): boolean {
    const { info: mine } = this;
    const same = info.vertices === mine.vertices && (['triangles', 'uvTriangles', 'uv'] as const).every((key) => equal(info[key], mine[key]));
    if (same) {
      this.info = info;
      this.folds.fill(0);
      this.filled = false;
    }
    return same;
  }

  /** Vertices that are easily found again. */
  get landmarks(): number[] {
    return (this.marks ??= landmarks(this.info));
  }

  /** There is something to draw. */
  get known(): boolean {
    return this.filled;
  }

  get count(): number {
    return this.info.vertices;
  }

  /** Take new positions and rewrite what is drawn. */
  follow(points: Float32Array): void {
    this.points.set(points);
    if (!this.filled) {
      this.measure();
    }
    this.filled = true;
    this.look();
    this.writeCorners();
    this.writeMiddles();
    this.position.needsUpdate = this.normal.needsUpdate = this.bend.needsUpdate = true;
  }

  // by the mean square of the edges around, as they are at first: in a mesh out of a file they may be of all lengths
  private measure(): void {
    const { points: p, folds, counts } = this;
    const { triangles } = this.info;
    for (let i = 0; i < triangles.length; i++) {
      const a = triangles[i];
      const b = triangles[i % 3 === 2 ? i - 2 : i + 1];
      const x = p[3 * a] - p[3 * b];
      const y = p[3 * a + 1] - p[3 * b + 1];
      const z = p[3 * a + 2] - p[3 * b + 2];
      const square = x * x + y * y + z * z;
      folds[a] += square;
      folds[b] += square;
    }
    for (let v = 0; v < folds.length; v++) {
      // squares with a diagonal have 4/3 of their side's square
      folds[v] = folds[v] > 0 ? ((16 / 3) * FOLD * this.size * counts[v]) / folds[v] : 0;
    }
  }

  // normals: of the triangles around, by area. Bending: how far the middle of the vertices around lies in front, as
  // a curvature (for edges of length h about a cylinder of radius r it is h^2 / 4r), times a fold's usual size.
  private look(): void {
    const { points: p, normals: n, rings, bends, folds } = this;
    const { triangles, vertices } = this.info;
    n.fill(0);
    rings.fill(0);
    for (let t = 0; t < triangles.length; t += 3) {
      const a = 3 * triangles[t];
      const b = 3 * triangles[t + 1];
      const c = 3 * triangles[t + 2];
      const dx = p[b] - p[a];
      const dy = p[b + 1] - p[a + 1];
      const dz = p[b + 2] - p[a + 2];
      const ex = p[c] - p[a];
      const ey = p[c + 1] - p[a + 1];
      const ez = p[c + 2] - p[a + 2];
      const x = dy * ez - dz * ey;
      const y = dz * ex - dx * ez;
      const z = dx * ey - dy * ex;
      n[a] += x;
      n[a + 1] += y;
      n[a + 2] += z;
      n[b] += x;
      n[b + 1] += y;
      n[b + 2] += z;
      n[c] += x;
      n[c + 1] += y;
      n[c + 2] += z;
      for (let k = 0; k < 3; k++) {
        rings[a + k] += p[b + k] + p[c + k];
        rings[b + k] += p[a + k] + p[c + k];
        rings[c + k] += p[a + k] + p[b + k];
      }
    }
    for (let v = 0; v < vertices; v++) {
      const i = 3 * v;
      const length = Math.sqrt(n[i] * n[i] + n[i + 1] * n[i + 1] + n[i + 2] * n[i + 2]) || 1;
      n[i] /= length;
      n[i + 1] /= length;
      n[i + 2] /= length;
      const count = this.counts[v] || 1;
      const off =
        (rings[i] / count - p[i]) * n[i] +
        (rings[i + 1] / count - p[i + 1]) * n[i + 1] +
        (rings[i + 2] / count - p[i + 2]) * n[i + 2];
      bends[v] = off * folds[v];
    }
  }

  private writeCorners(): void {
    const { points, normals, bends } = this;
    const { vertex } = this.mesh;
    const position = this.position.array as Float32Array;
    const normal = this.normal.array as Float32Array;
    const bend = this.bend.array as Float32Array;
    let [lx, ly, lz, hx, hy, hz] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let i = 0; i < vertex.length; i++) {
      const v = 3 * vertex[i];
      const x = (position[3 * i] = points[v]);
      const y = (position[3 * i + 1] = points[v + 1]);
      const z = (position[3 * i + 2] = points[v + 2]);
      normal[3 * i] = normals[v];
      normal[3 * i + 1] = normals[v + 1];
      normal[3 * i + 2] = normals[v + 2];
      bend[i] = bends[vertex[i]];
      if (x < lx) lx = x;
      if (y < ly) ly = y;
      if (z < lz) lz = z;
      if (x > hx) hx = x;
      if (y > hy) hy = y;
      if (z > hz) hz = z;
    }
    const sphere = this.geometry.boundingSphere as Sphere;
    sphere.center.set((lx + hx) / 2, (ly + hy) / 2, (lz + hz) / 2);
    sphere.radius = 0.55 * Math.hypot(hx - lx, hy - ly, hz - lz);
  }

  // the middle of the cubic curve that leaves both ends square to their normals (Vlachos et al. 2001)
  private writeMiddles(): void {
    const { ends, vertex } = this.mesh;
    const position = this.position.array as Float32Array;
    const normal = this.normal.array as Float32Array;
    const bend = this.bend.array as Float32Array;
    for (let m = 0; m < ends.length / 2; m++) {
      const a = 3 * ends[2 * m];
      const b = 3 * ends[2 * m + 1];
      const i = 3 * (vertex.length + m);
      const dx = position[b] - position[a];
      const dy = position[b + 1] - position[a + 1];
      const dz = position[b + 2] - position[a + 2];
      const wa = (dx * normal[a] + dy * normal[a + 1] + dz * normal[a + 2]) / 8;
      const wb = (dx * normal[b] + dy * normal[b + 1] + dz * normal[b + 2]) / 8;
      let length = 0;
      for (let k = 0; k < 3; k++) {
        position[i + k] =
          0.5 * (position[a + k] + position[b + k]) - wa * normal[a + k] + wb * normal[b + k];
        const sum = normal[a + k] + normal[b + k];
        normal[i + k] = sum;
        length += sum * sum;
      }
      length = Math.sqrt(length) || 1;
      normal[i] /= length;
      normal[i + 1] /= length;
      normal[i + 2] /= length;
      bend[i / 3] = 0.5 * (bend[a / 3] + bend[b / 3]);
    }
  }

  /** Widen two corners to the cloth. */
  bound(low: Vector3, high: Vector3): void {
    const { points } = this;
    for (let i = 0; this.filled && i < points.length; i += 3) {
      if (points[i] < low.x) low.x = points[i];
      if (points[i] > high.x) high.x = points[i];
      if (points[i + 1] < low.y) low.y = points[i + 1];
      if (points[i + 1] > high.y) high.y = points[i + 1];
      if (points[i + 2] < low.z) low.z = points[i + 2];
      if (points[i + 2] > high.z) high.z = points[i + 2];
    }
  }

  /** A direction in the cloth at a vertex. */
  tangent(vertex: number, out: Vector3): void {
    const { points: p } = this;
    const a = 3 * vertex;
    const b = 3 * this.mesh.neighbour[vertex];
    out.set(p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]).normalize();
  }

  /** Where a vertex is on the pattern. */
  place(vertex: number): [number, number] {
    const corner = 3 * Math.max(0, this.mesh.corner[vertex]);
    return [this.mesh.uv[corner], this.mesh.uv[corner + 1]];
  }

  dispose(): void {
    this.geometry.dispose();
  }
}

/** Radius of a fold that is dark in its valley, in parts of the cloth's size. */
const FOLD = 0.012;

function equal(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) {
    return false;
  }
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) {
      return false;
    }
  }
  return true;
}

export function patternSize(info: ClothInfo): number {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (let i = 0; i < info.uv.length; i++) {
    low[i % 2] = Math.min(low[i % 2], info.uv[i]);
    high[i % 2] = Math.max(high[i % 2], info.uv[i]);
  }
  return Math.max(high[0] - low[0], high[1] - low[1], info.edge);
}
