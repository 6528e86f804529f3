// SPDX-License-Identifier: MIT
// What the page asks, what it says without waiting, and what it is told.

import type { ClothIndex, HandId, Model, RopeIndex, SceneInfo, Settings, Spot, Vec3 } from './scene';
import type { Plane, Side } from './frame';
import type { Catalogue, Held, HistoryEntry, KnotName, LessonStep, PracticeTask, Preset, RodChoice, Verdict } from './knots';
import type { DressState, ExportFormat, MeshState, MeshUnit } from './cloth';

/** What the last cycle led to: bight_step_report in bight/world_report.h. */
export interface StepReport {
  /** Least distance of two strands, or of one from an obstacle, over that at touching; null: nothing is near. */
  gap: number | null;
  /** Longest link over its length at rest. */
  stretch: number;
  /** Pairs pressed in that the cycle did not open. */
  jammed: number;
  /** All has been still for 16 cycles. */
  rests: boolean;
  /** Something is pulled, and every rope that is pulled is tight. */
  tight: boolean;
  /** Greatest pull of a hand, in the force of one that moves. */
  pull: number;
}

/** A scene where its script says `still`. Metres. */
export interface StillState {
  /** Greatest of the cloth in the last cycle. */
  stretch: number;
  /** Where the hands are that hold something, by their names. */
  hands: Record<string, Vec3>;
  /** (vertices x 3) of each cloth. */
  cloths: Float64Array[];
  /** (obstacles x 7) position, unit quaternion x, y, z, w. */
  obstacles: Float64Array;
}

/** Enough of the scene to go on with it on a page that is loaded again. */
export interface Kept {
  /** JSON. */
  head: string;
  /** Where hands were led: (targets x 6). */
  targets: Float64Array;
}

/** What a request takes and what it answers. A request that fails rejects with EngineError. */
export interface Requests {
  /** The lists that do not change. */
  catalogue: { take: Record<string, never>; give: Catalogue };

  // scenes: each is followed by a 'scene' event, before the answer
  /** A fresh free scene. What is left out has the paper's value: 200 links, radius 0.5. Scenes of cloth take none
   *  of it. */
  preset: {
    take: {
      preset: Preset;
      links?: number;
      radius?: number;
      model?: Model;
      settings?: Partial<Settings>;
    };
    give: SceneInfo;
  };
  /** A scene file: with a script it becomes a timeline that is played at once unless hands is true. wait: nothing moves
   *  until 'pause' ends. sameFiles: it names those of the scene before, which need not be sent again. stills: to be asked for
   *  them later. */
  open: {
    take: { text: string; name?: string; files?: Record<string, Uint8Array>; sameFiles?: boolean; hands?: boolean; wait?: boolean; stills?: boolean };
    give: SceneInfo;
  };
  /** Tie a knot of the table ("7_4", "3_1 # 4_1") or an everyday knot ("bowline") and watch. */
  tie: { take: { name: string; left?: boolean }; give: SceneInfo };
  practice: { take: { id: string }; give: SceneInfo };
  /** Compare the first rope, as it lies, with a knot of the book. Answered by the thread that names. */
  check: { take: { intended: string }; give: Verdict };
  /** Pull at the knot as it lies, in a world of its own, as elastic ropes: those that are there, or of a climbing rope. */
  hold: { take: { material?: string }; give: Held };
  /** Go back to the start of a step of the practice task. */
  practiceStep: { take: { step: number }; give: void };
  /** A dropped file: scene JSON (files: those that it names), XYZ, CSV, PDB, mmCIF, VECT, KnotPlot, PD, DT, Gauss,
   *  braid words, meshes of cloth (OBJ, PLY, glTF). A mesh is followed by a 'mesh' event, also when it is refused for its
   *  faults. */
  drop: { take: { name: string; bytes: Uint8Array; files?: Record<string, Uint8Array> }; give: SceneInfo };
  /** The mesh of the last 'mesh' event once more, from the start. What is left out stays as it was. */
  mesh: { take: { unit?: MeshUnit; mend?: boolean }; give: SceneInfo };

  // cloth
  /** The flat pattern of a cloth: (places x 2) metres, (triangles x 3) places. */
  pattern: { take: { cloth: ClothIndex }; give: { uv: Float64Array; triangles: Int32Array } };
  /** (triangles x 3) vertices of a cloth. */
  faces: { take: { cloth: ClothIndex }; give: Uint32Array };
  /** Length and mean radius of each strand of a template, metres; text: its file. */
  strands: { take: { text: string }; give: { length: number; radius: number }[] };
  /** The knots in the cloth as it lies now. */
  dress: { take: Record<string, never>; give: DressState[] };
  /** Whether 'dress' events come with the pipe. One comes at once. */
  pipes: { take: { on: boolean }; give: void };
  /** Put another knot into the cloth as it lies: step: what a scene's redress takes; then: the steps that follow. Nothing moves
   *  until 'pause' ends. One that comes before anything has moved takes the place of the one before. */
  redress: { take: { step: string; then: string }; give: { remaps: number } };
  /** The state before the last of these. remaps: how many there are now. */
  undress: { take: Record<string, never>; give: { remaps: number } };
  /** A garment of the library, or some of its pieces, as an OBJ file with its pattern; as a scene's `garment` has it. */
  garment: { take: { garment: string }; give: Uint8Array };

  // hands
  /** at: where the node or vertex was then; what moves fast was elsewhere when the page last saw it. */
  grasp: { take: { rope: RopeIndex; node: number } | Spot; give: { hand: HandId; at: Vec3 } };
  /** A pinned hand stays when its pointer lets go. */
  pin: { take: { hand: HandId; on: boolean }; give: void };
  /** A hand that follows a line lets go when it comes to its end. */
  release: { take: { hand: HandId }; give: void };

  // time
  pause: { take: { on: boolean }; give: void };
  /** Pauses, then does that many cycles. */
  step: { take: { cycles: number }; give: void };
  /** Cycles a second that are aimed at. Default 960. Scenes with cloth take an eighth of that. */
  speed: { take: { cyclesPerSecond: number }; give: void };
  settings: { take: Partial<Settings>; give: Settings };
  /** The ropes as they lie, and who holds them, as elastic rods at the size of their material: a new scene. */
  rod: { take: RodChoice; give: SceneInfo };
  /** Another friction for all rods, 0 to 10, at once; it is recorded. */
  friction: { take: { friction: number }; give: void };
  /** What each link is pulled with, newtons, (nodes) for each rope, the last of an open one 0; empty for ropes that are no rods. */
  tension: { take: Record<string, never>; give: Float32Array[] };
  /** How each rod is twisted: the angle between the two links of a node about themselves, radians (nodes); 0 at open ends. Empty for
   *  ropes without twist. */
  twist: { take: Record<string, never>; give: Float32Array[] };
  /** Whole gestures: from the first grasp until no unpinned hand is left. */
  undo: { take: Record<string, never>; give: void };
  redo: { take: Record<string, never>; give: void };
  /** The scene as it was before hands came to it; that can be undone. False for one that a script began. */
  again: { take: Record<string, never>; give: boolean };

  // a timeline
  /** Show the state at a cycle between 0 and Timeline.head; pauses. */
  seek: { take: { cycle: number }; give: void };
  /** Leave the script where the timeline stands: the hands are yours. The kind becomes 'free'. */
  takeOver: { take: Record<string, never>; give: void };

  /** What the timeline's stills saw, those that have been reached, in the order of the script. Empty where the scene was not
   *  opened for that. */
  stills: { take: Record<string, never>; give: StillState[] };

  // files
  /** A scene file. 'recording': all that was done since the scene began; `bight run` replays it bit for
   *  bit. 'now': the state as it is, to go on from. 'link': the same, short, for a link. A scene file does not say
   *  how a cloth lies: with cloth all three are the recording. files: what the scene names, to be kept beside it. */
  save: { take: { what: 'recording' | 'now' | 'link' }; give: { text: string; files: Record<string, Uint8Array> } };
  /** What to keep of the scene, and the way back: with undo where it is done again within about a second, else as it lies; of
   *  cloth that has moved for long, its beginning. Null for what is only looked at, and for scenes that name files. */
  keep: { take: Record<string, never>; give: Kept | null };
  /** Go on with what was kept. Hands that held on without being pinned let go. */
  resume: { take: Kept; give: SceneInfo };
  /** obj, ply: cloth alone, with vertices, faces and texture coordinates in the order of the file that it came from. */
  export: { take: { format: ExportFormat }; give: { bytes: Uint8Array; name: string; type: string } };
  report: { take: Record<string, never>; give: StepReport };
  /** The node of a rope that a ray would grasp, as the library picks; reach in scene units from a rope's surface. */
  pick: {
    take: { origin: Vec3; direction: Vec3; reach: number };
    give: { rope: RopeIndex; node: number; distance: number } | null;
  };
  /** Hash of all that decides the future, as `bight run` writes it to summary.json, all nodes, and where obstacles
   *  are: (obstacles x 7) position, unit quaternion x, y, z, w. */
  state: { take: Record<string, never>; give: { hash: string; cycle: number; ropes: Float64Array[]; cloths: Float64Array[]; obstacles: Float64Array } };
}

export type RequestName = keyof Requests;

/** Sent without waiting for an answer. */
export interface Notices {
  /** Where a hand should go. Any number of times a second; the last before a cycle counts. */
  target: { hand: HandId; to: Vec3 };
  /** The hand goes on along a line, straight to a point, over or under all that it crosses on the way; how high it has to
   *  go follows from where the ropes are (bight/drawn.h). A line ends with a 'target'. With cloth, and for hands that hold
   *  none of a rope, the same as 'target'. */
  draw: { hand: HandId; to: Vec3; side: Side; plane: Plane };
  /** The hand of the practice task has been led to this place of the step's way. */
  trace: { place: number };
  /** Names for this scene are not asked for any more. */
  unnamed: { scene: number };
}

// ---- events ---------------------------------------------------------------------------------------

export interface Events {
  /** A new scene is there (or its kind has changed, after takeOver). */
  scene: SceneInfo;
  /** Names of all ropes whose knot changed, and the link of two ropes (or rope and ring) if there is one; joined: of
   *  two open ropes, the ends of each joined. */
  knots: { ropes: { rope: RopeIndex; knot: KnotName }[]; link: string; joined: boolean };
  /** A knot that was there for half a second or more. All entries of the scene, oldest first. */
  history: HistoryEntry[];
  undo: { undo: number; redo: number };
  settings: Settings;
  timeline: Timeline | null;
  practice: PracticeState | null;
  /** The dropped mesh that the scene is made of, or that was refused; null for other scenes. */
  mesh: MeshState | null;
  /** The first knot in cloth: when a scene has come, and when its script is done; null in scenes without one. */
  dress: DressState | null;
  /** In words, for a message that goes away by itself: something failed that nobody asked for. lasting: the engine has
   *  stopped for good. */
  trouble: { message: string; lasting?: boolean };
}

export interface Timeline {
  /** Where it begins, shown now, done so far, and the guess at the whole. */
  start: number;
  cycle: number;
  head: number;
  expected: number;
  /** The script is done; head is the end. */
  done: boolean;
  playing: boolean;
  /** Steps begun so far, where they began. */
  steps: { cycle: number; words: string }[];
  /** How an 'expect' went wrong, or "". */
  failure: string;
}

export interface PracticeState {
  task: PracticeTask;
  steps: LessonStep[];
  /** Steps done, in order. */
  done: number;
  /** All is done, pulled tight too. */
  finished: boolean;
  /** What was not as the script expects, or "". */
  failure: string;
}
