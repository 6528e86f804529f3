// SPDX-License-Identifier: MIT
// One scene after another, and all that is done to it. Nothing here knows of workers: the tests run it in node.

import { EngineError, type Events, type ExportFormat, type HandId, type Kept, type Plane, type RopeInfo, type SceneInfo, type SceneKind, type Settings, type Side, type Spot, type StillState, type Timeline, type Vec3, type Requests } from '../protocol';
import { DrawnLines, type Follower } from './drawn_lines';
import { Hands, type Held } from './hands';
import { History, type Moment } from './history';
import { actAgain, handsOf, MOST_CYCLES, MOST_CYCLES_OF_CLOTH, MOST_CYCLES_OF_RODS, packPast, replay, unpackPast, type Past } from './kept';
import { Library } from './library';
import { modelOf, nodesOf, ropesOf, sceneInfo, settingsOf, verticesOf } from './look';
import { parseScene, Recorder, writeJson, writeScene, type JsonObject } from './recorder';
import { presentScene } from './present';
import { Remaps, type Dressed } from './remaps';
import { Rest } from './rest';
import { Snapshots } from './snapshot';
import type { Still } from './still';
import { Stills } from './stills';
import { ScriptTimeline } from './timeline';

export type Emit = <K extends keyof Events>(event: K, value: Events[K]) => void;

/** In the library's order. */
const FORMATS: ExportFormat[] = ['stl', 'glb', 'xyz', 'obj', 'ply'];

/** Whether a scene, or what is kept of one, puts the knot of a template into cloth. */
export function namesTemplate(text: string): boolean {
  return /"template\\*"/.test(text);
}

export class Session {
  readonly lib: Library;
  readonly hands: Hands;
  info: SceneInfo;
  cycle = 0;
  paused = false;
  still: Still | null = null;
  timeline: ScriptTimeline | null = null;
  /** The script is played up to this cycle. */
  goal = Infinity;
  /** Names of hands are to be sent with the next frame. */
  handsChanged = true;
  private readonly snapshots: Snapshots;
  recorder = new Recorder({});
  private base: JsonObject = {};
  private opened: SceneKind = 'free';
  /** Files that any scene may name; they are no part of it. */
  templates: Record<string, Uint8Array> = {};
  /** What the scene names. */
  private files: Record<string, Uint8Array> = {};
  private serial = 0;
  private pending = new Map<Held, Vec3>();
  private readonly lines: DrawnLines;
  private readonly follower: Follower = {
    radius: (hand) => this.info.ropes[hand.rope].radius,
    led: (hand, at) => this.recorder.add({ cycle: this.cycle, do: 'target', hand: hand.name, at }),
    arrived: (hand) => this.letGo(hand),
  };
  private readonly remaps: Remaps;
  private readonly history = new History(this);
  private readonly rest: Rest;
  /** An obstacle moves: nothing rests. */
  private moving = false;

  constructor(
    module: WebAssembly.Module,
    private readonly emit: Emit,
  ) {
    this.lib = new Library(module);
    this.hands = new Hands(this.lib);
    this.lines = new DrawnLines(this.lib);
    this.snapshots = new Snapshots(this.lib.memory);
    this.remaps = new Remaps(this.lib, this.snapshots);
    this.rest = new Rest(this.lib, (rope) => this.nodes(rope));
    this.info = {
      kind: 'still',
      title: '',
      note: '',
      ropes: [],
      cloths: [],
      obstacles: [],
      settings: settingsOf(this.lib),
      view: { from: [0, 0, 1], up: [0, 1, 0] },
      bounds: [
        [-1, -1, -1],
        [1, 1, 1],
      ],
      serial: 0,
    };
  }

  // ---- scenes -------------------------------------------------------------------------------------

  /** Make the scene of a text. stills: what is seen at the script's stills is kept. On failure the scene before is there still. */
  open(text: string, kind: SceneKind, files: Record<string, Uint8Array> = {}, stills = false): SceneInfo {
    const { lib } = this;
    // the scene's own come last: they are looked at first
    for (const [name, bytes] of Object.entries(namesTemplate(text) ? { ...this.templates, ...files } : files)) {
      lib.lend(name, (namePointer) => lib.lend(bytes, (at, size) => lib.must('bw_file', namePointer, at, size)));
    }
    lib.lend(text, (at, size) => lib.must('bw_open', at, size));
    this.base = parseScene(text);
    this.files = files;
    this.begin(kind, stills);
    return this.info;
  }

  showStill(still: Still): SceneInfo {
    this.lib.call('bw_close');
    this.base = {};
    this.files = {};
    this.reset();
    this.still = still;
    this.info = { ...still.info, serial: ++this.serial };
    this.tellScene();
    return this.info;
  }

  private begin(kind: SceneKind, stills: boolean): void {
    const script = Array.isArray(this.base.script) ? (this.base.script as JsonObject[]) : [];
    this.reset();
    this.moving = ((this.base.obstacles ?? []) as JsonObject[]).some((obstacle) => 'motion' in obstacle);
    this.recorder = new Recorder(this.base);
    this.opened = kind;
    const first = this.snapshots.rebase();
    if (kind === 'timeline' || kind === 'practice') {
      this.hands.reset(this.lib.call('bw_hand_count'));
      this.timeline = new ScriptTimeline(this.lib, this.snapshots, first, 0, stills ? new Stills(this.lib, () => this.stillState()) : null);
      const instant = ['grasp', 'target', 'release', 'set', 'still', 'pin', 'unpin'];
      if (kind === 'timeline' && script.every((step) => instant.some((verb) => verb in step))) {
        // such a script only says who holds what: no timeline
        this.timeline.advance(1);
        this.leaveScript();
        kind = 'free';
      }
    }
    this.info = sceneInfo(this.lib, kind, ++this.serial);
    this.history.start = this.timeline ? null : this.moment();
    this.tellScene();
  }

  private reset(): void {
    this.still = null;
    this.timeline = null;
    this.history.clear();
    this.goal = Infinity;
    this.cycle = 0;
    this.paused = false;
    this.pending.clear();
    this.lines.clear();
    this.remaps.clear();
    this.moving = false;
    this.hands.reset(0);
    this.wake();
  }

  private tellScene(): void {
    this.emit('scene', this.info);
    this.emit('timeline', this.describeTimeline());
    this.tellUndo();
    this.emit('settings', this.info.settings);
  }

  get resting(): boolean {
    return this.rest.resting;
  }

  // ---- time ---------------------------------------------------------------------------------------

  /** Do at most so many cycles; the number done. */
  advance(most: number): number {
    if (this.still || this.paused || this.resting) {
      return 0;
    }
    return this.run(most);
  }

  private run(most: number): number {
    if (this.timeline) {
      const done = this.timeline.advance(Math.min(most, Math.max(0, this.goal - this.cycle)));
      this.cycle = this.timeline.cycle;
      return done;
    }
    this.flush();
    for (let done = 0; done < most; ) {
      // lines are followed cycle by cycle
      const cycles = this.lines.size > 0 ? 1 : most - done;
      this.lines.follow(this.follower);
      this.lib.must('bw_coast', cycles);
      this.cycle += cycles;
      done += cycles;
    }
    if (this.moving) {
      this.rest.wake();
    } else {
      this.rest.look(this.info, most);
    }
    return most;
  }

  step(cycles: number): void {
    this.needScene();
    const whole = Math.min(Math.max(Math.floor(cycles), 0), 1_000_000);
    if (this.timeline) {
      this.timeline.playing = true;
      this.run(whole);
      this.timeline.playing = false;
      this.emit('timeline', this.describeTimeline());
    } else {
      this.run(whole);
    }
    this.paused = true;
  }

  pause(on: boolean): void {
    this.paused = on;
    if (this.timeline) {
      if (on) {
        this.timeline.playing = false;
      } else {
        this.timeline.play();
        this.cycle = this.timeline.cycle;
      }
      this.emit('timeline', this.describeTimeline());
    }
    this.wake();
  }

  private wake(): void {
    this.rest.wake();
  }

  // ---- hands --------------------------------------------------------------------------------------

  grasp(spot: Spot): HandId {
    this.needHands();
    this.flush();
    const first = !this.hands.busy();
    const moment = first ? this.moment() : null;
    const hand = this.hands.grasp(spot);
    if (moment) {
      this.remember(moment);
    }
    const { cycle } = this;
    const { rope, cloth, node } = spot;
    this.recorder.add(
      cloth >= 0
        ? { cycle, do: 'grasp cloth', hand: hand.name, cloth: this.info.cloths[cloth].name, vertex: node }
        : { cycle, do: 'grasp', hand: hand.name, rope: this.info.ropes[rope].name, node },
    );
    this.tellHands();
    return hand.id;
  }

  /** A hand that is not there any more is not an error: it may have been let go while the page drew. */
  target(id: HandId, to: Vec3): void {
    const hand = this.hands.find(id);
    if (hand && to.every((x) => Number.isFinite(x) && Math.abs(x) <= 1e9)) {
      this.pending.set(hand, to);
      this.wake();
    }
  }

  /** Go on along a line; where that cannot be, straight to its end. */
  draw(id: HandId, to: Vec3, side: Side, plane: Plane): void {
    const hand = this.hands.find(id);
    if (!hand || ![...to, ...plane.origin, ...plane.up].every((x) => Number.isFinite(x) && Math.abs(x) <= 1e9)) {
      return;
    }
    hand.leaving = false;
    if (this.lines.draw(hand, to, side, plane)) {
      this.pending.delete(hand);
      this.wake();
    } else {
      this.target(id, to);
    }
  }

  private letGo(hand: Held): void {
    this.lines.forget(hand);
    this.hands.release(hand);
    this.recorder.add({ cycle: this.cycle, do: 'release', hand: hand.name });
    this.tellHands();
  }

  pin(id: HandId, on: boolean): void {
    const hand = this.hands.find(id);
    if (!hand) {
      return;
    }
    if (!on && !this.hands.busy()) {
      this.remember(this.moment());
    }
    hand.pinned = on;
  }

  release(id: HandId): void {
    const hand = this.hands.find(id);
    if (!hand) {
      return;
    }
    this.flush();
    if (!this.hands.busy()) {
      this.remember(this.moment()); // letting a pinned hand go is a gesture too
    }
    if (this.lines.has(hand) && !hand.leaving && !this.paused) {
      hand.leaving = true; // at the end of its line
      this.wake();
      return;
    }
    this.letGo(hand);
  }

  private flush(): void {
    for (const [hand, at] of this.pending) {
      if (this.hands.find(hand.id) === hand) {
        this.lines.end(hand);
        this.lib.must('bw_target', hand.slot, ...at);
        this.recorder.add({ cycle: this.cycle, do: 'target', hand: hand.name, at: [...at] });
      }
    }
    this.pending.clear();
  }

  changeSettings(some: Partial<Settings>): Settings {
    this.needScene();
    if (this.timeline) {
      throw new EngineError('The script decides the settings: take over by hand first.');
    }
    this.flush();
    const wanted = { ...settingsOf(this.lib), ...some };
    this.lib.must('bw_set_settings', wanted.slip, wanted.speedLimit, wanted.stretchLimit, ...wanted.gravity);
    const settings = settingsOf(this.lib);
    this.recorder.add({ cycle: this.cycle, do: 'set', settings });
    this.info.settings = settings;
    this.wake();
    this.emit('settings', settings);
    return settings;
  }

  /** Another friction for all rods. */
  rub(friction: number): void {
    this.needHands();
    this.flush();
    this.lib.must('bw_rub', friction);
    const ropes = this.info.ropes.filter(({ rod }) => rod !== null).map(({ name }) => name);
    this.recorder.add({ cycle: this.cycle, do: 'rub', ropes, friction });
    this.info.ropes = ropesOf(this.lib);
    this.wake();
  }

  // ---- undo ---------------------------------------------------------------------------------------

  moment(): Moment {
    return {
      state: this.snapshots.take(),
      cycle: this.cycle,
      deeds: this.recorder.length,
      later: [],
      held: this.hands.save(),
      before: null,
    };
  }

  private remember(moment: Moment): void {
    this.history.remember(moment);
    this.tellUndo();
  }

  undo(): void {
    this.flush();
    this.history.undo();
  }

  redo(): void {
    this.flush();
    this.history.redo();
  }

  /** As it was before anything was done by hand; that can be undone. False when nothing can have been. */
  again(): boolean {
    if (this.history.start) {
      this.flush();
    }
    return this.history.again();
  }

  comeBack(moment: Moment): void {
    this.pending.clear();
    this.snapshots.restore(moment.state);
    this.cycle = moment.cycle;
    this.hands.restore(moment.held);
    this.endLines();
    if (this.info.ropes.some(({ rod }) => rod !== null)) {
      this.info.ropes = ropesOf(this.lib);
    }
    this.info.settings = settingsOf(this.lib);
    this.wake();
    this.tellHands();
    this.tellUndo();
    this.emit('settings', this.info.settings);
  }

  // of the state that has come back: who was on the way to let go does so
  private endLines(): void {
    this.lines.clear();
    for (const hand of [...this.hands.all()]) {
      this.lib.call('bw_draw_end', hand.slot);
      if (hand.leaving) {
        this.letGo(hand);
      }
    }
  }

  /** Memory that undo and redo hold. */
  keptBytes(): number {
    return this.history.bytes;
  }

  private tellUndo(): void {
    this.emit('undo', this.history.count);
  }

  private tellHands(): void {
    this.handsChanged = true;
    this.wake();
  }

  // ---- timeline -----------------------------------------------------------------------------------

  /** The scene as it was opened, when its script has ended well and its card says how its knot is loaded. */
  loaded(): string | null {
    const card = this.base.knot as JsonObject | undefined;
    return card?.load !== undefined && this.timeline?.end()?.failure === '' ? writeJson(this.base) : null;
  }

  describeTimeline(): Timeline | null {
    // who practises leads the hands: there is nothing to scrub
    return this.timeline && this.info.kind !== 'practice' ? this.timeline.describe() : null;
  }

  seek(cycle: number): void {
    if (!this.timeline) {
      throw new EngineError('There is no timeline: nothing is being played.');
    }
    this.timeline.seek(cycle);
    this.cycle = this.timeline.cycle;
    this.emit('timeline', this.describeTimeline());
  }

  /** Go back in a practice task, and on from there. */
  goBack(cycle: number): void {
    if (this.timeline) {
      this.timeline.seek(cycle);
      this.timeline.playing = true;
      this.cycle = this.timeline.cycle;
    }
  }

  takeOver(): void {
    if (!this.timeline) {
      throw new EngineError('The hands are yours already.');
    }
    this.leaveScript();
    this.info = { ...sceneInfo(this.lib, 'free', this.info.serial) };
    this.history.start = this.moment();
    this.tellScene();
  }

  private leaveScript(): void {
    this.recorder.leave((this.timeline as ScriptTimeline).left());
    this.timeline = null;
    this.paused = false;
    this.hands.takeOver();
    this.tellHands();
  }

  // ---- knots in cloth -----------------------------------------------------------------------------

  /** Another knot in the cloth as it lies, and what the script does then. On failure nothing has changed. @return how many
   *  there have been. */
  redress(step: string, then: string): number {
    return this.stand(this.remaps.redress({ cycle: this.cycle, base: this.base, timeline: this.timeline }, step, then));
  }

  /** The state before the last of them. */
  undress(): number {
    return this.stand(this.remaps.undress());
  }

  private stand({ cycle, base, timeline }: Dressed): number {
    this.base = base;
    this.timeline = timeline;
    this.cycle = timeline.cycle = cycle;
    this.recorder = new Recorder(base);
    this.pause(true);
    return this.remaps.count;
  }

  // ---- kept over a reload -------------------------------------------------------------------------

  keep(): Kept | null {
    if (this.still || this.info.serial === 0 || Object.keys(this.files).length > 0) {
      return null;
    }
    const cloth = this.info.cloths.length > 0;
    const now: Past = {
      opened: this.opened,
      scene: writeJson(this.base),
      ...this.recorder.past(),
      cycle: this.cycle,
      paused: this.isPaused(),
      resting: this.resting,
      undo: this.history.sinceBegun.map(({ cycle, deeds, held }) => ({ cycle, deeds, hands: handsOf(held) })),
      hands: handsOf(this.hands.all()),
    };
    const most = cloth ? MOST_CYCLES_OF_CLOTH : this.info.ropes.some(({ rod }) => rod !== null) ? MOST_CYCLES_OF_RODS : MOST_CYCLES;
    const past = this.cycle <= most ? packPast(now) : null;
    if (past) {
      return past;
    }
    const begin = { left: null, cycle: 0, resting: false, deeds: [], undo: [], hands: [] };
    return packPast(
      cloth || this.timeline
        ? { ...now, ...begin, opened: this.opened }
        : { ...now, ...begin, opened: 'timeline', scene: this.save('now') },
    );
  }

  /** On failure the scene is that of what was kept, from its start. */
  resume(kept: Kept): void {
    const past = unpackPast(kept);
    this.open(past.scene, past.opened);
    const { timeline } = this;
    if (timeline) {
      const to = past.left?.cycle ?? past.cycle;
      while (timeline.cycle < to && timeline.advance(to - timeline.cycle) > 0);
      this.cycle = timeline.cycle;
      if (past.left) {
        this.takeOver();
      }
    }
    if (!this.timeline) {
      replay(past, {
        cycle: () => this.cycle,
        coast: (cycles) => {
          this.lib.must('bw_coast', cycles);
          this.cycle += cycles;
        },
        mark: (hands) => {
          this.hands.mark(hands);
          this.history.mark(this.moment());
        },
        act: (deed) => {
          actAgain(this.lib, this.hands, this.info, deed);
          this.recorder.add(deed);
        },
      });
      this.hands.mark(past.hands);
      [...this.hands.all()].filter(({ pinned }) => !pinned).forEach((hand) => this.letGo(hand));
      this.info.settings = settingsOf(this.lib);
      this.tellScene();
    }
    this.pause(past.paused);
    this.tellHands();
    this.rest.resting = past.resting; // what creeps stays as it was kept, to the bit
  }

  private isPaused(): boolean {
    return this.paused || this.timeline?.playing === false;
  }

  // ---- files --------------------------------------------------------------------------------------

  save(what: 'recording' | 'now' | 'link'): string {
    this.needScene();
    if (what !== 'recording' && this.info.cloths.length === 0) {
      return presentScene(this.lib, this.base, this.info, this.hands, what === 'link');
    }
    if (this.timeline) {
      const recorder = new Recorder(this.base);
      recorder.leave(this.timeline.left());
      return writeScene(recorder.scene(this.cycle));
    }
    this.flush();
    return writeScene(this.recorder.scene(this.cycle));
  }

  /** Files that what was saved names. */
  named(): Record<string, Uint8Array> {
    return this.files;
  }

  export(format: ExportFormat): Uint8Array {
    this.needScene();
    this.lib.must('bw_make_file', FORMATS.indexOf(format));
    return this.lib.made();
  }

  state(): Requests['state']['give'] {
    this.needScene();
    return {
      hash: this.lib.text('bw_hash'),
      cycle: this.cycle,
      ropes: this.info.ropes.map((_, i) => this.nodes(i).slice()),
      cloths: this.info.cloths.map((_, i) => this.vertices(i).slice()),
      obstacles: this.poses(),
    };
  }

  private stillState(): StillState {
    const { lib } = this;
    const hands: StillState['hands'] = {};
    for (let i = 0; i < lib.call('bw_hand_count'); i++) {
      lib.call('bw_hand', i);
      const [held, , , ...at] = lib.box(6);
      if (held !== 0) {
        hands[lib.text('bw_hand_name', i)] = at as Vec3;
      }
    }
    lib.call('bw_cloth_state');
    const stretch = lib.box(2)[1];
    return { stretch, hands, cloths: this.info.cloths.map((_, i) => this.vertices(i).slice()), obstacles: this.poses() };
  }

  /** Those that have been reached since the scene was opened, in their order. */
  stills(): StillState[] {
    return this.timeline?.stills?.seen ?? [];
  }

  /** (obstacles x 7) */
  private poses(): Float64Array {
    const poses = new Float64Array(7 * this.info.obstacles.length);
    this.info.obstacles.forEach((_, i) => {
      this.lib.call('bw_pose', i);
      poses.set(this.lib.box(7), 7 * i);
    });
    return poses;
  }

  /** Some models put nodes in and take them out as they go, and a script may change the model: true when info has been brought
   *  up to date for that. */
  refined(): boolean {
    const same = ({ nodes, rod }: RopeInfo, i: number): boolean =>
      3 * nodes === this.nodes(i).length && (rod !== null) === (modelOf(this.lib, i) === 'rod');
    if (this.still || this.info.ropes.every(same)) {
      return false;
    }
    this.info = sceneInfo(this.lib, this.info.kind, this.info.serial);
    return true;
  }

  /** Borrowed until the next call. */
  nodes(rope: number): Float64Array {
    return this.still ? this.still.nodes[rope] : nodesOf(this.lib, rope);
  }

  /** What a rope may hold: poles, rings, objects, ropes, cloths. */
  around(rope: number): number[] {
    if (this.still) {
      return [0, 0, 0, this.still.nodes.length - 1, 0];
    }
    this.lib.call('bw_around', rope);
    return [...this.lib.box(5)];
  }

  /** Borrowed until the next call. */
  vertices(cloth: number): Float64Array {
    return verticesOf(this.lib, cloth);
  }

  // ---- what must be there -------------------------------------------------------------------------

  private needScene(): void {
    if (this.still || this.info.serial === 0) {
      throw new EngineError('This curve is only looked at: open a scene or a free rope to do that.');
    }
  }

  private needHands(): void {
    this.needScene();
    if (this.timeline) {
      throw new EngineError(`The script holds the ${this.info.ropes.length > 0 ? 'rope' : 'cloth'}: take over by hand first.`);
    }
  }
}
