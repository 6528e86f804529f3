// SPDX-License-Identifier: MIT
// What is there: ropes, cloths, obstacles, and how the world is set.

/** A point or a direction. */
export type Vec3 = [number, number, number];

/** Index into Scene.ropes, Scene.cloths or Scene.obstacles; good until the next 'scene' event. */
export type RopeIndex = number;
export type ClothIndex = number;
export type ObstacleIndex = number;

/** Names one grasp: never used twice while the page is open. */
export type HandId = number;

export interface RopeInfo {
  name: string;
  nodes: number;
  closed: boolean;
  /** In scene units. */
  radius: number;
  /** Rest length of a link. */
  link: number;
  /** 0xRRGGBB, or -1: the page chooses. */
  color: number;
  /** What it is made of while it moves as an elastic rod; null for other models. */
  rod: RodInfo | null;
}

/** An elastic rod: SI units. See docs/models/rod.md. */
export interface RodInfo {
  /** Of data/materials; "" for none. */
  material: string;
  /** Kilograms per metre. */
  density: number;
  /** Bending stiffness, newton square metres. */
  bend: number;
  friction: number;
  /** Seconds in a cycle. */
  timeStep: number;
  needle: NeedleInfo | null;
  /** Downwards, metres per second squared. */
  gravity: number;
}

/** A needle at an end of a rod. */
export interface NeedleInfo {
  /** At the last end, not the first. */
  last: boolean;
  /** How thick it is drawn at the nodes of its links, in the rope's order: one more than links. */
  radii: number[];
}

export type Shape =
  | { kind: 'sphere'; radius: number }
  /** A pole with round ends along local y; length is that of the straight part. */
  | { kind: 'capsule'; radius: number; length: number }
  /** Whole edges. */
  | { kind: 'box'; size: Vec3 }
  /** A ring round local y. */
  | { kind: 'torus'; radius: number; tube: number }
  /** Indexed triangles, local frame, counter-clockwise from outside. */
  | { kind: 'mesh'; positions: Float32Array; triangles: Uint32Array };

export interface ObstacleInfo {
  name: string;
  shape: Shape;
  color: number;
}

/** What is woven into a cloth. */
export type Weave = 'plain' | 'checks' | 'stripes' | 'none';

export interface ClothInfo {
  name: string;
  vertices: number;
  /** (triangles x 3) counter-clockwise seen from the front. */
  triangles: Uint32Array;
  /** (places x 2) the flat pattern, in scene units. */
  uv: Float32Array;
  /** (triangles x 3) corners on the pattern. */
  uvTriangles: Uint32Array;
  /** 0xRRGGBB, or -1: the page chooses. */
  color: number;
  back: number;
  accent: number;
  weave: Weave;
  /** After so much of the pattern the weave repeats; 0: the page chooses. */
  repeat: number;
  /** Shortest edge at rest. */
  edge: number;
}

/** A node of a rope, or a vertex of a cloth: what a hand may hold. The index of the other is -1. */
export interface Spot {
  rope: RopeIndex;
  cloth: ClothIndex;
  /** Node or vertex. */
  node: number;
}

/** How a rope moves. The library says which it has: Catalogue.models. */
export type Model = 'ftl' | 'spring' | 'projection' | 'rod';

export interface Settings {
  /** The paper's epsilon, rope diameters, 0 to 0.5: smaller grips more. */
  slip: number;
  /** Rope radii a cycle, 0.01 to 0.98. */
  speedLimit: number;
  /** 1 to 1.5. */
  stretchLimit: number;
  /** How far an unsupported node sinks in a cycle. */
  gravity: Vec3;
}

/** Where the scene came from decides what the page offers. */
export type SceneKind =
  /** Ropes to play with. */
  | 'free'
  /** A script is played: there is a timeline. */
  | 'timeline'
  /** A practice task. */
  | 'practice'
  /** A dropped curve that cannot be simulated: only looked at and named. */
  | 'still';

export interface SceneInfo {
  kind: SceneKind;
  title: string;
  note: string;
  /** May be none when there is cloth. */
  ropes: RopeInfo[];
  cloths: ClothInfo[];
  obstacles: ObstacleInfo[];
  settings: Settings;
  /** Direction from the middle of the scene to the camera, and up. */
  view: { from: Vec3; up: Vec3 };
  /** Least corner and greatest corner of ropes, cloths and obstacles (a pole counts with its ends). */
  bounds: [Vec3, Vec3];
  /** Goes up by one with every scene; frames carry it. */
  serial: number;
}
