// SPDX-License-Identifier: MIT
// The engine without its worker: requests come in, events and frames go out, tick() makes time pass.

import { EngineError, type Events, type ExportFormat, type Kept, type Notices, type RequestName, type Requests, type SceneInfo, type Verdict, type Work } from '../protocol';
import { sceneToTie } from './book';
import { sceneIn, withScene } from './glb_scene';
import { MOST_CONTACTS, type Slot } from './frames';
import { Library } from './library';
import { Knots } from './knots';
import { MeshDesk } from './mesh_desk';
import type { Practice } from './practice';
import { clothScene, isClothPreset } from './cloth_scenes';
import { defaultSettings } from './look';
import { droppedScene, droppedStill, freeScene, readDropped } from './scenes';
import { curveToName, settingOf } from './sailor';
import { namesTemplate, Session, type Emit } from './session';
import { ringCore, type NamingAnswer, type NamingCurve } from './namer';
import { Pace } from './pace';
import { dressStates, garmentFile, patternOf, strandsOf } from './dress';
import { pickByRay, stepReport } from './report';

/** Where frames go. */
export interface FrameSink {
  begin(info: SceneInfo): void;
  /** A slot to write, or null when the page has all of them. */
  next(): Slot | null;
  publish(): void;
  names(names: [number, string][]): void;
}

export interface EngineParts {
  module: WebAssembly.Module;
  emit: Emit;
  frames: FrameSink;
  /** Compare what sailor.ts has of a rope with a knot of the book, beside the engine. */
  check(setting: Float64Array, intended: string): Promise<Verdict>;
  /** Text of a scene in examples/, by its name. */
  example(name: string): Promise<string>;
  now?: () => number;
}

const FRAME = 1000 / 62; // milliseconds
const TIMELINE_EVERY = 100;
/** Cycles a second of scenes with cloth: twice as fast as time in a step of default length. */
const CLOTH_RATE = 120;
/** A script is watched for about so long. */
const WATCH_SECONDS = 9;

export class EngineCore {
  readonly session: Session;
  private readonly pace: Pace;
  private readonly knots: Knots;
  private readonly now: () => number;
  private readonly meshes: MeshDesk;
  private practice: Practice | null = null;
  private serial = 0;
  private nextFrame = 0;
  private nextTimeline = 0;
  private stale = true;
  private unnamed = -1;
  private begun = 0;
  private timelinePlayed = false;
  private dressed = false;
  private pipes = false;

  constructor(private readonly parts: EngineParts) {
    this.now = parts.now ?? (() => performance.now());
    this.session = new Session(parts.module, (event, value) => this.pass(event, value));
    this.pace = new Pace(this.now);
    this.knots = new Knots(parts.emit);
    this.meshes = new MeshDesk(parts.module, parts.emit, (text, files) => this.open(text, 'timeline', files));
  }

  version(): string {
    return this.session.lib.text('bw_version');
  }

  // ---- requests -----------------------------------------------------------------------------------

  async ask<K extends RequestName>(what: K, take: Requests[K]['take']): Promise<Requests[K]['give']> {
    const answer = this.answers[what] as (take: Requests[K]['take']) => Requests[K]['give'] | Promise<Requests[K]['give']>;
    if (!answer) {
      throw new EngineError(`The engine does not know "${what}".`);
    }
    this.stale ||= what !== 'keep'; // to look changes nothing
    return answer(take);
  }

  tell<K extends keyof Notices>(what: K, notice: Notices[K]): void {
    if (what === 'target') {
      const { hand, to } = notice as Notices['target'];
      this.session.target(hand, to);
    } else if (what === 'draw') {
      const { hand, to, side, plane } = notice as Notices['draw'];
      this.session.draw(hand, to, side, plane);
    } else if (what === 'trace') {
      this.practice?.lead((notice as Notices['trace']).place);
      this.stale = true;
    } else if (what === 'unnamed') {
      this.unnamed = (notice as Notices['unnamed']).scene;
    }
  }

  private readonly answers: { [K in RequestName]: (take: Requests[K]['take']) => Requests[K]['give'] | Promise<Requests[K]['give']> } = {
    // an instance of its own: to try models is to open scenes
    catalogue: async () => (await import('./catalogue')).catalogue(new Library(this.parts.module)),
    preset: async (options) =>
      isClothPreset(options.preset)
        ? this.open(await clothScene(options.preset, this.parts.example), 'timeline')
        : this.open(freeScene(options), options.preset === 'table' ? 'timeline' : 'free'),
    // how cloth lies is said by its script alone: that is played
    open: (take) => (namesTemplate(take.text) ? this.bringTemplates().then(() => this.openScene(take)) : this.openScene(take)),
    tie: (take) => this.tie(take),
    practice: (take) => this.startPractice(take.id),
    check: ({ intended }) => this.check(intended),
    hold: async ({ material }) => {
      const { hold } = await import('./hold_desk');
      return hold(this.session, this.parts.module, material ?? '');
    },
    practiceStep: ({ step }) => this.practice?.again(step),
    drop: ({ name, bytes, files }) => this.drop(name, bytes, files),
    mesh: (take) => this.meshes.again(take),
    pattern: ({ cloth }) => patternOf(this.session.lib, cloth),
    faces: ({ cloth }) => this.session.info.cloths[cloth].triangles.slice(),
    strands: ({ text }) => strandsOf(new Library(this.parts.module), text),
    dress: () => dressStates(this.session.lib, true),
    pipes: ({ on }) => {
      this.pipes = on;
      this.tellDress();
    },
    redress: ({ step, then }) => this.again(() => this.session.redress(step, then)),
    undress: () => this.again(() => this.session.undress()),
    garment: ({ garment }) => garmentFile(new Library(this.parts.module), garment),
    grasp: (spot) => {
      const hand = this.session.grasp({ cloth: -1, ...spot });
      return { hand, at: this.session.hands.position(hand) };
    },
    pin: ({ hand, on }) => this.session.pin(hand, on),
    release: ({ hand }) => this.session.release(hand),
    pause: ({ on }) => this.session.pause(on),
    step: ({ cycles }) => this.session.step(cycles),
    speed: ({ cyclesPerSecond }) => this.pace.set(cyclesPerSecond),
    settings: (some) => this.session.changeSettings(some),
    rod: async (choice) => {
      const { materialsOf, rodScene } = await import('./rods');
      return this.open(rodScene(this.session.save('now'), materialsOf(this.session.lib), choice), 'timeline');
    },
    friction: ({ friction }) => this.session.rub(friction),
    twist: async () => (await import('./twist')).twistsOf(this.session),
    tension: async () => (await import('./tension')).tensionsOf(this.session),
    undo: () => this.session.undo(),
    redo: () => this.session.redo(),
    again: () => this.session.again(),
    seek: ({ cycle }) => this.session.seek(cycle),
    stills: () => this.session.stills(),
    takeOver: () => this.session.takeOver(),
    save: ({ what }) => ({ text: this.session.save(what), files: this.session.named() }),
    export: ({ format }) => this.export(format),
    keep: () => this.keep(),
    resume: (kept) => this.resume(kept),
    state: () => this.session.state(),
    report: () => stepReport(this.session.lib),
    pick: (ray) => pickByRay(this.session.lib, ray),
  };

  private async bringTemplates(): Promise<void> {
    // where they cannot be had, the library says which file is not here
    const some = await import('./templates').catch(() => null);
    this.session.templates = some?.TEMPLATES ?? {};
  }

  private async openText(text: string, files: Record<string, Uint8Array> = {}): Promise<SceneInfo> {
    if (namesTemplate(text)) {
      await this.bringTemplates();
    }
    return this.open(text, 'timeline', files);
  }

  private openScene({ text, files, sameFiles, hands, wait, stills }: Requests['open']['take']): SceneInfo {
    const all = sameFiles ? { ...this.session.named(), ...files } : files;
    const info = this.open(text, hands && !/"cloths"\s*:/.test(text) ? 'free' : 'timeline', all, stills);
    if (wait) {
      // it is seen at once
      this.session.pause(true);
      this.publish();
    }
    return info;
  }

  private open(text: string, kind: 'free' | 'timeline' | 'practice', files: Record<string, Uint8Array> = {}, stills = false): SceneInfo {
    const info = this.session.open(text, kind, files, stills);
    if (kind !== 'practice') {
      this.endPractice();
    }
    this.meshes.leave();
    this.tellDress();
    return info;
  }

  // the knot in the cloth is judged when the scene begins and when its script is done
  private tellDress(): void {
    const [dress] = this.session.still ? [] : dressStates(this.session.lib, this.pipes);
    if (dress || this.dressed) {
      this.parts.emit('dress', dress ?? null);
    }
    this.dressed = dress !== undefined;
  }

  private again(change: () => number): { remaps: number } {
    const remaps = change();
    this.tellDress();
    this.publish();
    return { remaps };
  }

  private tie({ name, left }: Requests['tie']['take']): SceneInfo {
    const { lib } = this.session;
    return this.open(sceneToTie(lib, name, left), 'timeline');
  }

  // fetched when it is asked for: the first picture does not wait for it
  private async startPractice(id: string): Promise<SceneInfo> {
    const { Practice } = await import('./practice');
    const practice = new Practice(this.parts.module, id, this.session, this.parts.emit);
    const info = this.open(practice.text, 'practice');
    this.practice = practice;
    practice.begin();
    return info;
  }

  private endPractice(): void {
    if (this.practice) {
      this.practice = null;
      this.parts.emit('practice', null);
    }
  }

  private keep(): Kept | null {
    const { practice } = this;
    return practice ? { head: JSON.stringify({ practice: practice.id, step: practice.done }), targets: new Float64Array(0) } : this.session.keep();
  }

  private async resume(kept: Kept): Promise<SceneInfo> {
    const task = /^\{"practice":"([^"]*)","step":(\d+)\}$/.exec(kept.head);
    if (task) {
      const info = await this.startPractice(task[1]);
      if (Number(task[2]) > 0) {
        this.practice?.skipTo(Number(task[2]));
      }
      return info;
    }
    if (namesTemplate(kept.head)) {
      await this.bringTemplates();
    }
    this.session.resume(kept);
    this.endPractice();
    this.meshes.leave();
    this.tellDress();
    return this.session.info;
  }

  private async drop(name: string, bytes: Uint8Array, files: Record<string, Uint8Array> = {}): Promise<SceneInfo> {
    const scene = sceneIn(bytes);
    if (scene !== null) {
      return this.openText(scene);
    }
    const { lib } = this.session;
    lib.lend(bytes, (at, size) => lib.must('bw_refuse', at, size));
    const mesh = await this.meshes.open(name, bytes);
    if (mesh) {
      return mesh;
    }
    const text = new TextDecoder().decode(bytes);
    if (/\.json$/i.test(name) || /^\uFEFF?\s*\{\s*"/.test(text)) {
      if (!/"asset"\s*:/.test(text)) {
        return this.openText(text, files);
      }
    }
    return this.openCurves(name, bytes);
  }

  private openCurves(name: string, bytes: Uint8Array): SceneInfo {
    const { curves, notes } = readDropped(this.session.lib, bytes, name);
    const title = name.slice(0, 100);
    const scene = droppedScene(curves, title);
    if (scene !== null) {
      try {
        return this.open(scene, 'free');
      } catch {
        // it touches itself, or its links are too uneven: it can still be looked at
      }
    }
    this.endPractice();
    this.meshes.leave();
    return this.session.showStill(droppedStill(curves, title, notes.trim(), defaultSettings(this.parts.module)));
  }

  private export(format: ExportFormat): Requests['export']['give'] {
    const types = { glb: 'model/gltf-binary', stl: 'model/stl', xyz: 'chemical/x-xyz', obj: 'model/obj', ply: 'application/octet-stream' };
    const name = this.session.info.title.replace(/\.(obj|ply|glb|gltf)$/i, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || (this.session.info.ropes.length > 0 ? 'rope' : 'cloth');
    const drawn = this.session.export(format);
    // of ropes the scene goes along: opened again they are ropes
    const bytes = format === 'glb' && this.session.info.cloths.length === 0 ? withScene(drawn, this.session.save('now')) : drawn;
    return { bytes, name: `${name}.${format}`, type: types[format] };
  }

  private pass<K extends keyof Events>(event: K, value: Events[K]): void {
    if (event === 'scene') {
      const info = value as SceneInfo;
      if (info.serial !== this.begun) {
        this.begun = info.serial;
        this.parts.frames.begin(info);
        this.knots.begin(info);
      }
      this.pace.begin(this.watchRate(info));
      this.session.handsChanged = true;
    }
    this.parts.emit(event, value);
    this.stale = true;
  }

  private watchRate(info: SceneInfo): number {
    const timeline = info.kind === 'timeline' ? this.session.describeTimeline() : null;
    if (info.cloths.length > 0) {
      return (timeline ? Math.min(Math.max(timeline.expected / WATCH_SECONDS, 60), CLOTH_RATE) : CLOTH_RATE) / 960;
    }
    if (timeline) {
      return Math.min(Math.max(timeline.expected / WATCH_SECONDS, 120), 960) / 960;
    }
    // rods have a time of their own: as fast as in the world
    const rod = info.ropes.find((rope) => rope.rod !== null)?.rod;
    return rod ? 1 / (960 * rod.timeStep) : 1;
  }

  // ---- time ---------------------------------------------------------------------------------------

  /** Do the cycles that are due, publish, and say in how many milliseconds to come again. */
  tick(): number {
    const { session } = this;
    const none = session.info.serial === 0;
    const waiting = session.timeline !== null && (!session.timeline.playing || session.cycle >= session.goal);
    const idle = none || session.still !== null || session.paused || session.resting || waiting;
    if (idle) {
      this.pace.idle();
    } else {
      this.run();
    }
    const now = this.now();
    if (now >= this.nextFrame && (this.stale || !idle)) {
      this.nextFrame = now + FRAME;
      this.publish();
      this.stale = !idle;
    }
    this.tellTimeline(now);
    this.practice?.look();
    return idle ? 8 : 2;
  }

  // a cycle that cannot be done (a spring that was torn too far) stops time, not the engine
  private run(): void {
    try {
      this.pace.run((most) => this.session.advance(most));
    } catch (error) {
      if (!(error instanceof EngineError)) {
        throw error;
      }
      this.session.pause(true);
      this.stale = true;
      this.parts.emit('trouble', { message: `${error.message} Undo, or resume and go more gently.` });
    }
  }

  private tellTimeline(now: number): void {
    const { timeline } = this.session;
    if (timeline && !this.practice && now >= this.nextTimeline && (timeline.playing || this.timelinePlayed)) {
      this.nextTimeline = now + TIMELINE_EVERY;
      this.timelinePlayed = timeline.playing;
      const state = timeline.describe();
      this.parts.emit('timeline', state);
      if (state.done && this.dressed) {
        this.tellDress();
      }
    }
  }

  private publish(): void {
    const { session, parts } = this;
    if (session.refined()) {
      parts.frames.begin(session.info);
      parts.emit('scene', session.info);
    }
    const slot = parts.frames.next();
    if (!slot) {
      return;
    }
    session.info.ropes.forEach((_, i) => slot.ropes[i].set(this.shown(i)));
    session.info.cloths.forEach((_, i) => slot.cloths[i].set(session.vertices(i)));
    let contacts = 0;
    if (!session.still) {
      const { lib } = session;
      session.info.obstacles.forEach((_, i) => {
        lib.call('bw_pose', i);
        slot.obstacles.set(lib.box(7), 7 * i);
      });
      contacts = this.contacts(slot.contacts);
    }
    slot.writeHead(session.info.serial, ++this.serial, session.cycle, this.isPaused(), session.resting, contacts, this.work());
    session.hands.each((hand) => slot.writeHand(hand));
    if (session.handsChanged) {
      session.handsChanged = false;
      parts.frames.names(session.hands.names());
    }
    parts.frames.publish();
  }

  private isPaused(): boolean {
    return this.session.paused || this.session.timeline?.playing === false;
  }

  private contacts(list: Float32Array): number {
    const { lib } = this.session;
    const address = lib.call('bw_take', 16 * MOST_CONTACTS);
    const count = lib.call('bw_contacts', address, MOST_CONTACTS);
    list.set(new Float32Array(lib.memory.buffer, address, 4 * count));
    lib.call('bw_give', address);
    return count;
  }

  private work(): Work {
    let [cuts, rollbacks, pierced, stretch] = [0, 0, 0, 1];
    if (!this.session.still && this.session.info.serial > 0) {
      this.session.lib.call('bw_progress');
      [cuts, rollbacks] = this.session.lib.box(6).subarray(4);
      if (this.session.info.cloths.length > 0) {
        this.session.lib.call('bw_cloth_state');
        [pierced, stretch] = this.session.lib.box(2);
      }
    }
    const { cyclesPerSecond, possible } = this.pace;
    return { cyclesPerSecond, possible, namesPerSecond: this.knots.perSecond(this.now()), cuts, rollbacks, pierced, stretch };
  }

  // ---- names --------------------------------------------------------------------------------------

  /** What to name next: copies, with the scene that they belong to. Null when there is nothing to name. */
  toName(): { scene: number; curves: NamingCurve[]; ring: NamingCurve | null } | null {
    const { session } = this;
    if (session.info.serial === 0 || session.info.serial === this.unnamed || session.info.ropes.length === 0) {
      return null;
    }
    const curves = session.info.ropes
      .slice(0, 16)
      .map(({ closed }, i) => (this.practice?.laying ? { nodes: this.shown(i).slice(), closed: false, around: session.around(i) } : curveToName(session, i, closed)));
    return { scene: session.info.serial, curves, ring: this.ring() };
  }

  private check(intended: string): Promise<Verdict> {
    const { session } = this;
    const setting = session.info.ropes.length > 0 ? settingOf(session, 0) : null;
    if (this.practice?.laying) {
      throw new EngineError('The rope is not all laid yet: do the steps first.');
    }
    if (!setting) {
      throw new EngineError('What is around this rope is not known to the names: there is nothing to compare.');
    }
    return this.parts.check(setting, intended);
  }

  private shown(rope: number): Float64Array {
    const nodes = this.session.nodes(rope);
    return this.practice?.shown(rope, nodes) ?? nodes;
  }

  private ring(): NamingCurve | null {
    const { obstacles } = this.session.info;
    const index = obstacles.findIndex(({ shape }) => shape.kind === 'torus');
    if (index < 0 || this.session.info.ropes.length !== 1) {
      return null;
    }
    const { shape } = obstacles[index];
    this.session.lib.call('bw_pose', index);
    return shape.kind === 'torus' ? ringCore(shape.radius, this.session.lib.box(7)) : null;
  }

  named(scene: number, answer: NamingAnswer): void {
    if (scene !== this.session.info.serial) {
      return;
    }
    this.knots.named(answer, this.session.cycle, this.now());
  }
}
