// SPDX-License-Identifier: MIT
// Knots: their names, the catalogue of what can be tied, practice, and what is said of a knot.

import type { Model, RopeIndex } from './scene';
import type { Side } from './frame';

export interface KnotName {
  /** "0_1", "3_1", "3_1 # 4_1", "unknown"; for two ropes or a rope and a ring also "L5a1" in link. */
  name: string;
  /** What any such rope is called where it is: "overhand knot (trefoil)", "no knot", or "". Of the library alone. */
  everyday: string;
  /** What the name leaves out: "no knot without the pole", "type of the square knot (reef)", or "". */
  qualifier: string;
  /** The name is all that there is to say: false beside something that the rope may hold, and for a noose. */
  complete: boolean;
  /** Which mirror image. */
  handedness: 'left' | 'right' | 'none' | 'mixed' | 'unknown';
  /** A dictionary of minimal diagrams decided for the rope closed by its ends. */
  proved: boolean;
  /** 0 to 1: how many of the ways of joining the ends give this name. 1 for closed curves. */
  confidence: number;
  /** Of the reduced diagram. */
  crossings: number;
  /** When unknown: why, and what is known. */
  reason: string;
  /** A clean diagram, SVG text with width and height from its viewBox; "" when there is none to draw. */
  svg: string;
}

export interface HistoryEntry {
  cycle: number;
  rope: RopeIndex;
  name: string;
  everyday: string;
  qualifier: string;
  handedness: KnotName['handedness'];
}

// ---- catalogue ------------------------------------------------------------------------------------

export interface EverydayKnot {
  name: string;
  aliases: string[];
  category: string;
  /** Knot type of one rope held by its ends, "" for what is no such knot. */
  type: string;
  use: string;
  /** How the product ties it. */
  tied: 'scene' | 'start shape' | 'described only';
}

/** What a rope may be made of: data/materials. SI units. */
export interface Material {
  name: string;
  title: string;
  radius: number;
  density: number;
  bend: number;
  friction: number;
}

/** A material, and what is otherwise than it has it. */
export interface RodChoice {
  material: string;
  friction?: number;
  bend?: number;
  density?: number;
  /** Downwards, metres per second squared; 0: it lies in a bed. As it was where none is given. */
  gravity?: number;
  /** Where a floor is put under a rope that falls on none: its height in the scene as it is. */
  floor?: number;
}

export interface Catalogue {
  materials: Material[];
  /** Models that this build of the library takes. */
  models: Model[];
  /** Least and most slip that a world takes. */
  slip: [number, number];
  everyday: EverydayKnot[];
  /** Prime knots by crossing number: names that 'tie' takes. To 10 crossings all are listed. */
  table: { crossings: number; count: number; names: string[] }[];
  practice: PracticeTask[];
  /** Ready scenes: names that 'preset' takes. */
  presets: { id: Preset; title: string; note: string }[];
}

export type Preset = 'table' | 'rope' | 'two-ropes' | 'pole' | 'ring' | 'cleat' | ClothPreset;
/** Scenes with cloth, in metres. */
export type ClothPreset = 'ball' | 'curtain' | 'towel' | 'scarf' | 'suture';

export interface PracticeTask {
  id: string;
  /** "bend" and so on; "" for those to begin with, which hands tie. */
  category: string;
  title: string;
  note: string;
}

/** A crossing that goes the wrong way. */
export interface CheckedCrossing {
  rope: RopeIndex;
  /** The node before it. */
  node: number;
  /** As it goes there; it should go the other way. */
  side: Side;
}

/** What came of pulling at the knot. */
export interface Held {
  /** none: there is no knot. Else as `bight hold` says it. */
  verdict: 'none' | 'holds' | 'slips' | 'runs out';
  /** Newtons on each end that was pulled. */
  load: number;
  /** How much of the free ends was drawn in: diameters, and millimetres. */
  drawn: number;
  slip: number;
  /** Names of the ropes before and after: "3_1". */
  was: string[];
  is: string[];
  /** It was pulled as a rope of this; '': a rope of 10 mm. */
  material: string;
  friction: number;
  /** Newtons at which one of the ropes became straight: the knot turned into another one; null: none did. */
  capsized: number | null;
}

/** What lies there, beside the knot that was meant. */
export interface Verdict {
  /** It is that knot, of either hand. */
  right: boolean;
  /** "granny knot: reverse the second half" */
  words: string;
  /** What it is; "" without a name. */
  name: string;
  /** Those to turn to make it the knot that was meant; none when a few do not do. */
  crossings: CheckedCrossing[];
}

/** A step of a practice task: a hand that is led along a way. */
export interface LessonStep {
  /** What to do. */
  words: string;
  /** (places x 3) where the hand goes. */
  way: Float32Array;
  /** What it crosses, seen along -z: at which place, and on which side. */
  crossings: { at: number; side: Side }[];
}
