// SPDX-License-Identifier: MIT
// What the page and the engine say to each other. The page never touches WebAssembly: it asks
// (Requests, each answered once), listens (Events) and reads the latest frame (Frame) when it draws.
// src/engine/client.ts is the page's end: `const engine = await startEngine()`.
//
// Units: lengths as in the scene (a free rope has links of length 1 and radius 0.5), y up, right-handed.
// Time is counted in cycles; a cycle moves nothing farther than the speed limit (0.9 radii unless changed).

/** A point or a direction. */
export type Vec3 = [number, number, number];

// ---- what is there --------------------------------------------------------------------------------

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

// ---- frames ---------------------------------------------------------------------------------------

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

// ---- knots ----------------------------------------------------------------------------------------

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
  /** none: there is no knot. apart: an end came out, or it became another knot. */
  verdict: 'none' | 'holds' | 'slides' | 'apart';
  /** Newtons of the last pull. */
  load: number;
  /** How much of the free ends was drawn in: diameters, and millimetres. */
  drawn: number;
  slip: number;
  /** Names of the ropes before and after: "3_1". */
  was: string[];
  is: string[];
  /** It was pulled as a rope of this. */
  material: string;
  friction: number;
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

// ---- meshes ---------------------------------------------------------------------------------------

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

// ---- requests -------------------------------------------------------------------------------------

/** What a request takes and what it answers. A request that fails rejects with EngineError. */
/** What the last cycle led to: bight_step_report in bight/world.h. */
export interface StepReport {
    /** Least distance of two strands, or of one from an obstacle, over that at touching; null: nothing is near. */
    gap: number|null;
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

/** Enough of the scene to go on with it on a page that is loaded again. */
export interface Kept {
  /** JSON. */
  head: string;
  /** Where hands were led: (targets x 6). */
  targets: Float64Array;
}

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
   *  until 'pause' ends. sameFiles: it names those of the scene before, which need not be sent again. */
  open: {
    take: { text: string; name?: string; files?: Record<string, Uint8Array>; sameFiles?: boolean; hands?: boolean; wait?: boolean };
    give: SceneInfo;
  };
  /** Tie a knot of the table ("7_4", "3_1 # 4_1") or an everyday knot ("bowline") and watch. */
  tie: { take: { name: string; left?: boolean }; give: SceneInfo };
  practice: { take: { id: string }; give: SceneInfo };
  /** Compare the first rope, as it lies, with a knot of the book. Answered by the thread that names. */
  check: { take: { intended: string }; give: Verdict };
  /** Go back to the start of a step of the practice task. */
  /** Pull at the knot as it lies, in a world of its own, as elastic ropes: those that are there, or of a climbing rope. */
  hold: { take: Record<string, never>; give: Held };
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
  /** Hash of all that decides the future, as `bight run` writes it to summary.json, and all nodes. */
  report: {take: Record<string, never>; give : StepReport};
  /** The node of a rope that a ray would grasp, as the library picks; reach in scene units from a rope's surface. */
  pick: {
      take: {origin: Vec3; direction : Vec3; reach : number};
      give : {rope : RopeIndex; node : number; distance : number} | null;
  };
  state: { take: Record<string, never>; give: { hash: string; cycle: number; ropes: Float64Array[]; cloths: Float64Array[] } };
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

// ---- the engine as the page sees it ---------------------------------------------------------------

export interface Hello {
  version: string;
  /** Frames lie in shared memory (the page is cross-origin isolated). */
  shared: boolean;
}

/** message is for people: what is wrong and how to mend it. */
export class EngineError extends Error {
  constructor(
    message: string,
    /** Line of the file, 0 when there is none. */
    readonly line = 0,
  ) {
    super(message);
    this.name = 'EngineError';
  }
}

export interface Engine {
  readonly hello: Hello;
  ask<K extends RequestName>(what: K, take: Requests[K]['take']): Promise<Requests[K]['give']>;
  tell<K extends keyof Notices>(what: K, notice: Notices[K]): void;
  /** What happened before anyone listened is told to the first listener. */
  on<K extends keyof Events>(event: K, listener: (value: Events[K]) => void): () => void;
  /** The newest frame, or null before the first. Call once a drawn frame. */
  frame(): Frame | null;
  /** Start the thread that names knots, which the first picture need not wait for. */
  startNaming(): void;
  /** Give up the name that is worked out; the scene (its serial) is named no more. */
  stopNaming(scene: number): void;
  close(): void;
}
