// SPDX-License-Identifier: MIT
// A mesh of cloth that was dropped on the page: read, looked over and mended by the library, and made a scene.

import type { MeshFault, MeshState, MeshUnit, Vec3 } from '../protocol';
import { FLOOR } from './cloth_scenes';
import type { Library } from './library';
import { writeJson, type JsonObject } from './recorder';

const enum Words {
  Name,
  Text,
  Mend,
}
/** Places named of each kind of fault, as `bight mesh check` does. */
const NAMED = 20;
/** The pattern is used when so many of its edges are as long as the mesh's. */
const FITTING = 0.9;
/** Flat: its thinnest side is less than so much of the next. */
const FLAT = 0.2;
const PLAIN = { m: 1, cm: 0.01, mm: 0.001, in: 0.0254 } as const;

export type Unit = Exclude<MeshUnit, 'auto'>;

/** The unit of a mesh that is so long, in its own units: what makes it as large as something that is worn or spread. */
export function unitFor(length: number): Unit {
  if (length >= 0.05 && length <= 5) {
    return 'm';
  }
  return length > 5 && length <= 300 ? 'cm' : length > 300 && length <= 5000 ? 'mm' : 'fit';
}

interface Extent {
  low: Vec3;
  high: Vec3;
  size: Vec3;
}

function extentOf(points: Float64Array): Extent {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    if (Number.isFinite(points[i])) {
      low[i % 3] = Math.min(low[i % 3], points[i]);
      high[i % 3] = Math.max(high[i % 3], points[i]);
    }
  }
  return { low, high, size: low.map((x, k) => Math.max(0, high[k] - x)) as Vec3 };
}

/** What the turn that lays the thinnest side upright does. */
const TURNS: { turn: JsonObject | null; to(p: Vec3): Vec3 }[] = [
  { turn: { axis: [0, 0, 1], degrees: 90 }, to: ([x, y, z]) => [-y, x, z] },
  { turn: null, to: (p) => p },
  { turn: { axis: [1, 0, 0], degrees: -90 }, to: ([x, y, z]) => [x, z, -y] },
];

export class MeshFile {
  private readonly measures: { vertices: number; faces: number; triangles: number; seams: number; fits: number; edge: number; flatEdge: number; places: number };
  private readonly report: Pick<MeshState, 'panels' | 'borders' | 'intersections' | 'contours' | 'closedContours' | 'touching' | 'leftOut' | 'faults'>;
  private readonly mended: MeshState['mended'];
  private readonly extent: Extent;
  private readonly points: Float64Array;
  /** Name and bytes that the scene names: those of the file, or of the mended mesh. */
  private readonly file: { name: string; bytes: Uint8Array };

  /** lib: an instance of its own, to be forgotten after. Throws the reader's words. */
  constructor(
    lib: Library,
    readonly name: string,
    readonly bytes: Uint8Array,
    readonly mend: boolean,
  ) {
    lib.lend(name, (at) => lib.lend(bytes, (start, size) => lib.must('bw_mesh_read', start, size, at)));
    this.mended = mend ? mendAll(lib) : [];
    this.report = check(lib);
    lib.call('bw_mesh');
    const [vertices, faces, count, seams, places, fits, edge, flatEdge] = lib.box(8);
    this.measures = { vertices, faces, triangles: count, seams, places, fits, edge, flatEdge };
    this.points = lib.doubles(lib.call('bw_mesh_points'), 3 * vertices).slice();
    this.extent = extentOf(this.points);
    if (this.mended.length > 0) {
      lib.must('bw_mesh_write');
      this.file = { name: `${stem(name)}-mended.obj`, bytes: lib.made() };
    } else {
      this.file = { name, bytes };
    }
  }

  /** It has no border anywhere. */
  get closed(): boolean {
    return this.report.borders === 0;
  }

  /** Whether a file of that ending or content holds a surface: glTF may hold lines alone. */
  static holdsFaces(lib: Library, name: string, bytes: Uint8Array): boolean {
    return lib.lend(name, (at) => lib.lend(bytes, (start, size) => lib.call('bw_mesh_read', start, size, at))) > 0;
  }

  private usesPattern(): boolean {
    return this.measures.fits >= FITTING && this.measures.flatEdge > 0;
  }

  /** The scene, the files that it names, and what is to be told of them. */
  scene(wanted: MeshUnit): { text: string; files: Record<string, Uint8Array>; state: MeshState } {
    const { size } = this.extent;
    const length = Math.max(...size);
    const unit = wanted === 'auto' ? unitFor(length) : wanted;
    const scale = unit === 'fit' ? 1 / Math.max(length, 1e-9) : PLAIN[unit];
    const { placed, cloth, obstacles, script } = this.lay(scale);
    const { file } = this;
    const pattern = this.usesPattern();
    const edge = scale * (pattern ? Math.min(this.measures.edge, this.measures.flatEdge) : this.measures.edge);
    const scene = {
      bight: 1,
      title: this.name.slice(0, 100),
      view: { from: [0.45, 0.45, 1] },
      cloth: { thickness: Math.min(0.01, Math.max(1e-6, edge / 3)), friction: 0.3, inertia: 0.8 },
      cloths: [
        {
          name: 'cloth',
          mesh: { file: file.name, scale, ...(this.measures.places > 0 && !pattern && { pattern: 0 }) },
          material: { bend: 1e-5 },
          ...cloth,
          look: { color: '#c8452f', weave: 'checks', repeat: Math.max(1e-6, 0.1 * scale * length) },
        },
      ],
      obstacles,
      ...(script && { script }),
    };
    const { vertices, faces, triangles, seams, places } = this.measures;
    const state: MeshState = {
      file: this.name,
      opened: true,
      vertices,
      faces,
      triangles,
      seams,
      ...this.report,
      mended: this.mended,
      unit,
      chosen: wanted !== 'auto',
      length,
      metres: scale * length,
      pattern: places === 0 ? 'none' : pattern ? 'used' : 'unfit',
      placed,
    };
    return { text: writeJson(scene), files: { [file.name]: file.bytes }, state };
  }

  // A flat sheet is laid over a ball, what is open hangs by two points, and what is closed falls on the floor.
  private lay(scale: number): { placed: MeshState['placed']; cloth: JsonObject; obstacles: JsonObject[]; script?: JsonObject[] } {
    const { low, high, size } = this.extent;
    const middle = low.map((x, k) => (x + high[k]) / 2) as Vec3;
    const order = [0, 1, 2].sort((a, b) => size[a] - size[b]);
    const open = this.report.borders > 0;
    const at = (turned: Vec3, height: number): JsonObject => ({
      position: [-scale * turned[0], height - scale * turned[1], -scale * turned[2]],
    });
    if (open && size[order[0]] < FLAT * size[order[1]]) {
      const { turn, to } = TURNS[order[0]];
      const radius = 0.25 * scale * size[order[1]];
      const top = 2 * radius + scale * (0.5 * size[order[0]] + 0.06 * size[order[1]]);
      return {
        placed: 'draped',
        cloth: { ...at(to(middle), top), ...(turn && { rotation: turn }) },
        obstacles: [FLOOR, { name: 'ball', color: '#8f98a3', sphere: { radius }, position: [0, radius, 0] }],
      };
    }
    const height = scale * size[1];
    const cloth = at(middle, (open ? 0.6 : 0.5) * height + 0.1 * scale * size[order[2]]);
    return open
      ? { placed: 'hung', cloth, obstacles: [FLOOR], script: this.hang() }
      : { placed: 'dropped', cloth, obstacles: [FLOOR] };
  }

  // the two points farthest apart along its wider side, of those near the top
  private hang(): JsonObject[] {
    const { low, high, size } = this.extent;
    const wide = size[0] >= size[2] ? 0 : 2;
    let [left, right] = [-1, -1];
    for (let i = 0; i < this.measures.vertices; i++) {
      const [side, up] = [this.points[3 * i + wide], this.points[3 * i + 1]];
      if (up >= high[1] - 0.05 * (high[1] - low[1]) && Number.isFinite(side)) {
        left = left < 0 || side < this.points[3 * left + wide] ? i : left;
        right = right < 0 || side > this.points[3 * right + wide] ? i : right;
      }
    }
    const grasp = (hand: string, vertex: number): JsonObject => ({ grasp: { hand, cloth: 'cloth', vertex } });
    return left === right || left < 0 ? [] : [grasp('left', left), grasp('right', right)];
  }
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/, '') || 'mesh';
}

// ---- faults ---------------------------------------------------------------------------------------

function check(lib: Library): MeshFile['report'] {
  const count = lib.must('bw_mesh_check');
  const [panels, borders, intersections, contours, closedContours, touching, leftOut] = lib.box(7);
  const faults: MeshFault[] = [];
  // by kind, as the library sorts them
  for (let i = 0; i < count; i++) {
    const kind = lib.call('bw_mesh_fault_kind', i);
    const name = lib.text('bw_mesh_fault_words', kind, Words.Name);
    if (faults.at(-1)?.name !== name) {
      const [text, mend] = [Words.Text, Words.Mend].map((what) => lib.text('bw_mesh_fault_words', kind, what));
      faults.push({ name, text, mend, count: 0, places: [] });
    }
    const fault = faults[faults.length - 1];
    fault.count++;
    if (fault.places.length < NAMED) {
      fault.places.push(lib.text('bw_mesh_fault_place', i));
    }
  }
  return { panels, borders, intersections, contours, closedContours, touching, leftOut, faults };
}

function mendAll(lib: Library): MeshState['mended'] {
  const kinds = lib.must('bw_mesh_repair');
  return Array.from(lib.box(kinds)).flatMap((count, kind) =>
    count > 0 ? [{ count, name: lib.text('bw_mesh_fault_words', kind, Words.Name), mend: lib.text('bw_mesh_fault_words', kind, Words.Mend) }] : [],
  );
}
