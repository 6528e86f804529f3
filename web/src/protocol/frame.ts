// SPDX-License-Identifier: MIT
// A moment of the scene, as the page draws it.

import type { HandId, RopeIndex, Spot, Vec3 } from './scene';

export interface HandState extends Spot {
  hand: HandId;
  /** Name in recordings: "hand1"; a script's hands keep theirs. */
  name: string;
  /** Where the grasped node or vertex is, and where it should be. */
  position: Vec3;
  target: Vec3;
  /** Distance of the two. */
  lag: number;
  /** The stretch limit stopped it in the last cycle, or the cloth at it is stretched: show it as taut. */
  stretched: boolean;
  /** Strands or obstacles held it back in the last cycle. */
  blocked: boolean;
  pinned: boolean;
  /** A script moves it; the page may take it over with 'target' after 'takeOver'. */
  scripted: boolean;
  /** It follows a line: see Notices.draw. */
  drawing: boolean;
  /** Of the line: scene units above its plane, and how much of it is still ahead. */
  height: number;
  left: number;
  /** A strand is crossed, now or soon: on which side of it the hand passes, which rope (-1: none) and which link. */
  crossing: boolean;
  side: Side;
  crossedRope: RopeIndex;
  crossedLink: number;
}

/** On which side of what it crosses a hand passes; over: nearer to the viewer. */
export type Side = 'over' | 'under';

/** The plane in which rope is laid: a point of it, and up, towards the viewer. */
export interface Plane {
  origin: Vec3;
  up: Vec3;
}

/** Work figures over about the last half second. */
export interface Work {
  /** Cycles done a second of wall-clock time. */
  cyclesPerSecond: number;
  /** Cycles that could be done a second: 1 / time of one cycle. */
  possible: number;
  /** Times a second that knots were named. */
  namesPerSecond: number;
  /** Cycles cut short, and cycles that could not move at all, since the scene began. */
  cuts: number;
  rollbacks: number;
  /** Edges of cloth that pierce faces now, and the greatest stretch of any triangle (1: none). */
  pierced: number;
  stretch: number;
}

/** The state to draw. Borrowed: valid until the next Engine.frame() call; copy what must last. */
export interface Frame {
  /** SceneInfo.serial that it belongs to. */
  scene: number;
  /** Grows with each new frame: the same number means nothing new. */
  serial: number;
  cycle: number;
  /** No cycles are being done. */
  paused: boolean;
  /** Nothing changes any more, so no cycles are done until something is asked for. */
  resting: boolean;
  /** (nodes x 3) each */
  ropes: Float32Array[];
  /** (vertices x 3) each */
  cloths: Float32Array[];
  /** (obstacles x 7): position, then unit quaternion x, y, z, w */
  obstacles: Float32Array;
  /** (contactCount x 4): point, then depth of the overlap in rope radii (0 when just touching) */
  contacts: Float32Array;
  contactCount: number;
  hands: HandState[];
  work: Work;
}
