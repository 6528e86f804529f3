// SPDX-License-Identifier: MIT
// Meshes that cloth is made of, and knots in cloth.

import type { Vec3 } from './scene';

/** What a length of 1 in a file is; fit: the mesh is made a metre long; auto: see MeshState.unit. */
export type MeshUnit = 'auto' | 'm' | 'cm' | 'mm' | 'in' | 'fit';

export type ExportFormat = 'stl' | 'glb' | 'xyz' | 'obj' | 'ply';

/** All faults of one kind. */
export interface MeshFault {
  /** "non_manifold" and so on, as `bight mesh check` says. */
  name: string;
  text: string;
  /** What mending does. */
  mend: string;
  count: number;
  /** Of the first: "face 3 and face 5, edge of vertices 1 and 2". */
  places: string[];
}

/** A dropped mesh of cloth, as the library found it. */
export interface MeshState {
  file: string;
  /** False: it was refused, and the scene before is there still. */
  opened: boolean;
  vertices: number;
  faces: number;
  triangles: number;
  seams: number;
  panels: number;
  borders: number;
  /** Pairs of an edge and a face that go through each other, the curves along which they do, pairs that touch. */
  intersections: number;
  contours: number;
  closedContours: number;
  touching: number;
  leftOut: number;
  faults: MeshFault[];
  mended: { name: string; count: number; mend: string }[];
  /** Of the file: as chosen, or metres for meshes 0.05 to 5 long, centimetres to 300, millimetres to 5000; else fit. */
  unit: Exclude<MeshUnit, 'auto'>;
  chosen: boolean;
  /** Its longest side, in the file's units and in metres. */
  length: number;
  metres: number;
  /** Whether its texture coordinates are its flat pattern: 'unfit' when they stretch or squeeze it too much. */
  pattern: 'none' | 'used' | 'unfit';
  /** Over a ball (flat sheets), by two points (what is open), on the floor (what is closed). */
  placed: 'draped' | 'hung' | 'dropped';
}

// ---- knots in cloth -------------------------------------------------------------------------------

/** A knot in cloth, judged by the middle line of the cloth: bight_dress_verdict. */
export interface DressState {
  /** It is all that its template asks for. */
  kept: boolean;
  /** What was found, what the template asks for, and the first thing that is not so. */
  name: string;
  wanted: string;
  failure: string;
  /** Where it is not as it should be. */
  place: Vec3;
  /** Cycles without a proof since cloth was first clean; -1: it never was. */
  unproved: number;
  /** The last settling came to rest. */
  rested: boolean;
  /** The sliders could not go all the way: how far they went, and why. */
  stopped: boolean;
  reached: number;
  reason: string;
  /** The pipe that the cloth was laid on, when 'pipes' is on: (vertices x 3), (triangles x 3). */
  pipe: { points: Float32Array; triangles: Int32Array } | null;
}
