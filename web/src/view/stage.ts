// SPDX-License-Identifier: MIT
// The scene on the screen: ropes, hands, obstacles, light and floor. Draws only when something has changed, and
// makes nothing anew for a frame.

import { Color, Group, NeutralToneMapping, PCFShadowMap, Scene, Vector3, WebGLRenderer } from 'three';
import type { Frame, HandState, Plane, SceneInfo, Spot } from '../protocol';
import { Orbit } from './camera';
import { boundObstacles, boundTubes, flatHeight, floorBelow, floorUnder } from './extents';
import { type Caster, FloorShadow } from './floor_shadow';
import { bentPart } from './focus';
import { Pipe } from './pipe';
import { Hands } from './hands';
import { LateExtensions } from './late_extensions';
import { Lights } from './lights';
import { NearStrands } from './near';
import { ObstacleMesh } from './obstacles';
import { pickNode } from './pick';
import { pictureOf } from './picture';
import { type Drawing, Quality } from './quality';
import { RopeMesh } from './rope_mesh';
import { Sheets, unitOf } from './sheets';
import { THEMES, type Theme } from './theme';
import type { Tube } from './tube';
import { compileLooks } from './warm';

/** The floor keeps so far below the lowest node. */
const GIVE = 1.5;
/** Seen from above at least so steeply (cosine to the vertical), rope that lies flat is laid on its level. */
const FROM_ABOVE = 0.6;
/** Least radius of a rope on the screen. */
const LEAST_PIXELS = 1.6;
/** A change of less between two links is not seen, radians. */
const SEEN_TWIST = 1e-5;
const MARK = new Color('#ffffff');

export class Stage {
  readonly orbit = new Orbit();
  readonly quality: Quality;
  readonly scene = new Scene();
  /** null where there is no WebGL 2: all goes on, unseen. */
  private readonly renderer: WebGLRenderer | null;
  ropes: RopeMesh[] = [];
  readonly sheets = new Sheets(this.scene);
  obstacles: ObstacleMesh[] = [];
  /** A unit of the page's measures in the scene. */
  unit = 1;
  info: SceneInfo | null = null;
  theme: Theme = THEMES.light;
  /** Script time of the last frames on the main thread, milliseconds: newest at [cursor]. */
  readonly scriptTimes = new Float32Array(240);
  scriptCursor = 0;
  drawn = 0;
  /** Height of the floor. Where the scene has none of its own it gives way to a rope that goes lower. */
  floorHeight = 0;
  private restHeight = 0;
  /** The floor is an obstacle: hands stay above it. */
  solidFloor = false;
  /** Level on which the ropes lay when the scene began, as on a table; null when they did not lie flat. */
  table: number | null = null;
  private readonly near = new NearStrands();
  private readonly hands = new Hands();
  private readonly tubes: Tube[] = [];
  private readonly extensions: LateExtensions | null;
  private readonly lights: Lights;
  private readonly floor: FloorShadow;
  private readonly obstacleGroup = new Group();
  private readonly pipe = new Pipe(this.scene);
  private frameSerial = -1;
  private sceneSerial = -1;
  /** Final looks are compiled: until then ropes alone are drawn, in their first look. */
  private finished = false;
  private finishing = false;
  private floorKnown = false;
  private size = { width: 1, height: 1, ratio: 1 };
  private dirty = true;
  private moved = true;
  private readonly casters: Caster[] = [];
  private handStates: HandState[] = [];
  private readonly low = new Vector3();
  private readonly high = new Vector3();
  private readonly followLow = new Vector3();
  private readonly followHigh = new Vector3();
  private readonly scratch = new Vector3();
  private hover: Spot | null = null;

  constructor(
    readonly canvas: HTMLCanvasElement,
    drawing: Drawing,
  ) {
    this.quality = new Quality(drawing.software);
    this.lights = new Lights(this.scene, this.quality.plain ? 512 : 2048);
    this.floor = new FloorShadow(this.quality.plain ? 128 : 512);
    const { context } = drawing;
    this.extensions = context && new LateExtensions(context);
    this.renderer = context && rendererOf(canvas, context);
    this.scene.add(this.floor, this.hands, this.obstacleGroup);
    this.floor.visible = this.hands.visible = this.obstacleGroup.visible = false;
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault(); // or it never comes back
      this.onlost();
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.moved = true;
      this.change();
      this.onrestored();
    });
    this.setTheme('light');
  }

  /** The graphics processor has let go of the page, and is there again. */
  onlost: () => void = () => undefined;
  onrestored: () => void = () => undefined;

  setTheme(name: 'light' | 'dark'): void {
    const theme = (this.theme = THEMES[name]);
    this.lights.setTheme(theme);
    this.floor.setLook(theme.shadowColor, theme.shadow);
    this.ropes.forEach((rope) => rope.gaps.material.color.set(theme.gap));
    this.change();
  }

  /** Something other than the engine's frame has changed. */
  change(): void {
    this.dirty = true;
  }

  resize(width: number, height: number, ratio: number): void {
    this.size = { width, height, ratio };
    this.renderer?.setPixelRatio(this.quality.ratio(ratio));
    this.renderer?.setSize(width, height, false);
    this.lights.setShadows(this.quality.shadows);
    this.orbit.resize(width, height);
    this.change();
  }

  // ---- a scene ----------------------------------------------------------------------------------

  setScene(info: SceneInfo): void {
    const same = this.info !== null && this.info.serial === info.serial;
    this.info = info;
    if (same) {
      return;
    }
    this.ropes.forEach((rope) => this.removeRope(rope));
    this.obstacles.forEach((obstacle) => obstacle.dispose());
    this.obstacleGroup.clear();
    this.pipe.show(null, false);
    this.floorKnown = false;
    this.unit = this.orbit.unit = this.floor.unit = unitOf(info);
    this.lights.setUnit(this.unit);
    this.floorHeight = this.restHeight = floorBelow(info, this.unit);
    this.solidFloor = false;
    this.table = null;
    this.ropes = info.ropes.map((rope, index) => this.makeRope(info, index, rope.nodes));
    this.sheets.set(info);
    this.obstacles = info.obstacles.map((obstacle) => new ObstacleMesh(obstacle));
    this.obstacles.forEach((obstacle) => this.obstacleGroup.add(obstacle));
    this.list();
    this.sceneSerial = info.serial;
    this.frameSerial = -1;
    this.hover = null;
    this.change();
  }

  private makeRope(info: SceneInfo, index: number, nodes: number): RopeMesh {
    const rope = new RopeMesh(info.ropes[index], index, nodes, this.theme, this.finished);
    this.scene.add(rope);
    return rope;
  }

  private removeRope(rope: RopeMesh): void {
    this.scene.remove(rope);
    rope.dispose();
  }

  // what is drawn, by what is asked of it
  private list(): void {
    this.tubes.length = this.casters.length = 0;
    this.ropes.forEach((rope) => this.tubes.push(rope.tube));
    this.casters.push(...this.ropes, ...this.sheets.meshes, ...this.obstacles);
  }

  // what has another number of nodes than it was drawn with is made anew
  private refit(frame: Frame, info: SceneInfo): void {
    for (let r = 0; r < this.ropes.length; r++) {
      const nodes = frame.ropes[r].length / 3;
      if (nodes !== this.tubes[r].count) {
        this.removeRope(this.ropes[r]);
        this.ropes[r] = this.makeRope(info, r, nodes);
        this.list();
        this.hover = null;
      }
    }
  }

  /** Make the final looks beside the page's work, then go over to them; to be called once a first frame is seen. */
  async finish(): Promise<void> {
    if (this.finishing) {
      return;
    }
    this.finishing = true;
    const { renderer, scene, orbit, floor, hands } = this;
    const looks = [
      ...this.ropes.map((rope) => ({ geometry: rope.geometry, material: rope.final })),
      ...this.ropes.map((rope) => ({ geometry: rope.geometry, material: rope.flat })),
      ...this.ropes.map(({ gaps }) => ({ geometry: gaps.geometry, material: gaps.material })),
      ...this.sheets.meshes,
      ...floor.looks(),
      hands,
      this.obstacleGroup,
    ];
    if (renderer && this.extensions) {
      await compileLooks(renderer, scene, orbit.camera, looks, this.extensions.enable());
    }
    this.finished = true;
    this.ropes.forEach((rope) => rope.finish());
    floor.visible = hands.visible = this.obstacleGroup.visible = true;
    this.moved = true;
    this.change();
  }

  /** Light up the cloth where it is nearest to a place; null: nowhere. */
  light(place: [number, number, number] | null): void {
    if (place || this.lit) {
      this.lit = place !== null;
      this.sheets.mark(place && this.sheets.nearest(place));
      this.change();
    }
  }
  private lit = false;

  /** Draw the pipe of a template over the cloth; null for none. */
  setPipe(pipe: { points: Float32Array; triangles: Int32Array } | null, lines = false): void {
    if (this.pipe.show(pipe, lines)) {
      this.change();
    }
  }

  // ---- frames -----------------------------------------------------------------------------------

  /** Take the engine's newest frame. False when it is not for this scene. */
  take(frame: Frame): boolean {
    if (frame.scene !== this.sceneSerial) {
      return false;
    }
    if (frame.serial === this.frameSerial) {
      return true;
    }
    this.frameSerial = frame.serial;
    const start = performance.now();
    this.handStates = frame.hands;
    if (this.info) {
      this.refit(frame, this.info);
    }
    for (let r = 0; r < this.ropes.length; r++) {
      this.ropes[r].tube.held.fill(0);
    }
    for (let i = 0; i < frame.hands.length; i++) {
      const hand = frame.hands[i];
      if (this.ropes[hand.rope]) {
        this.ropes[hand.rope].tube.held[hand.node] = 1;
      }
    }
    for (let r = 0; r < this.ropes.length; r++) {
      this.ropes[r].tube.follow(frame.ropes[r]);
    }
    this.sheets.follow(frame.cloths);
    if (!this.floorKnown) {
      this.placeObstacles(frame);
      this.floorKnown = true;
      const { height, solid } = floorUnder(this.obstacles);
      this.restHeight = height ?? this.restHeight;
      this.solidFloor = solid;
      this.table = this.obstacles.some(({ visible }) => visible) ? null : flatHeight(this.tubes);
    }
    this.bounds(this.low, this.high);
    this.floorHeight = this.solidFloor ? this.restHeight : Math.min(this.restHeight, this.low.y - GIVE * this.unit);
    for (let r = 0; r < this.ropes.length; r++) {
      this.ropes[r].tube.floor = this.floorHeight;
    }
    this.near.build(this.tubes);
    for (let r = 0; r < this.ropes.length; r++) {
      this.ropes[r].tube.update(this.near, this.near.first[r]);
    }
    this.placeObstacles(frame);
    this.lights.cover(this.low, this.high, this.floorHeight);
    this.moved = this.dirty = true;
    this.scriptTimes[this.scriptCursor] = performance.now() - start;
    return true;
  }

  /** Let sheaths be twisted: as in the answer of 'twist'. @return Whether some are seen otherwise than before. */
  showTwist(twists: readonly Float32Array[]): boolean {
    let changed = false;
    for (let r = 0; r < this.tubes.length; r++) {
      const { frames, count } = this.tubes[r];
      const known = twists[r]?.length === count ? twists[r] : null;
      const { known: before } = frames;
      changed ||= known === null || before === null ? known !== before : known.some((angle, i) => Math.abs(angle - before[i]) > SEEN_TWIST);
      frames.known = known;
    }
    this.frameSerial = changed ? -1 : this.frameSerial;
    return changed;
  }

  private placeObstacles(frame: Frame): void {
    for (let i = 0; i < this.obstacles.length; i++) {
      this.obstacles[i].setPose(frame.obstacles, 7 * i);
    }
  }

  /** Draw if anything has changed. True when it drew. */
  draw(): boolean {
    const gliding = this.orbit.step();
    if (!gliding && !this.dirty) {
      return false;
    }
    const start = performance.now();
    this.hands.show(this.handStates, this.radiusOf, this.tangentOf, this.orbit, this.floorHeight);
    this.lights.goWith(this.orbit);
    if (this.moved && this.finished && this.renderer) {
      this.moved = false;
      this.floor.render(this.renderer, this.casters, this.low, this.high, this.floorHeight);
    }
    this.thicken();
    this.dirty = false;
    this.drawn++;
    this.renderer?.render(this.scene, this.orbit.camera);
    this.scriptTimes[this.scriptCursor] += performance.now() - start;
    this.scriptCursor = (this.scriptCursor + 1) % this.scriptTimes.length;
    this.scriptTimes[this.scriptCursor] = 0;
    if (this.quality.drawn(start)) {
      this.resize(this.size.width, this.size.height, this.size.ratio);
    }
    return true;
  }

  // from far away a rope is drawn thicker than it is, or it would be a hair
  private thicken(): void {
    const least = LEAST_PIXELS * this.orbit.unitsPerPixel(this.orbit.place().distance);
    for (let r = 0; r < this.ropes.length; r++) {
      this.ropes[r].thicken(Math.max(this.ropes[r].tube.radius, least));
    }
  }

  /** How thick what is held is there; for cloth, how thick a rope would look as large. */
  readonly radiusOf = (spot: Spot): number => this.ropes[spot.rope]?.tube.radius ?? 0.5 * this.unit;
  private readonly tangentOf = (spot: Spot, out: Vector3): void => {
    const tangents = this.ropes[spot.rope]?.tube.frames.tangents;
    const sheet = this.sheets.list[spot.cloth];
    if (tangents) {
      out.fromArray(tangents, 3 * spot.node);
    } else if (sheet) {
      sheet.tangent(spot.node, out);
    } else {
      out.set(1, 0, 0);
    }
  };

  /** Corners of all ropes and cloths as they are now. */
  bounds(low: Vector3, high: Vector3): void {
    boundTubes(this.tubes, low, high);
    this.sheets.bound(low, high);
    if (low.x > high.x && this.info) {
      low.fromArray(this.info.bounds[0]);
      high.fromArray(this.info.bounds[1]);
    }
  }

  /** Let the camera look where something happens, if it follows by itself. */
  follow(): void {
    if (this.orbit.following && this.ropes.length > 0) {
      const low = this.followLow;
      const high = this.followHigh;
      if (!bentPart(this.tubes, low, high)) {
        this.bounds(low, high);
      }
      low.addScalar(-3 * this.unit);
      high.addScalar(3 * this.unit);
      this.orbit.follow(low, high);
    }
  }

  /** Widen two corners to the obstacles that are seen. */
  boundObstacles(low: Vector3, high: Vector3): void {
    boundObstacles(this.obstacles, low, high);
  }

  // ---- picking ----------------------------------------------------------------------------------

  /** CSS pixels in the canvas. */
  toScreen(x: number, y: number, z: number): [number, number] {
    const p = this.scratch.set(x, y, z).project(this.orbit.camera);
    return [((p.x + 1) / 2) * this.canvas.clientWidth, ((1 - p.y) / 2) * this.canvas.clientHeight];
  }

  nodePoint(spot: Spot, out: Vector3): Vector3 {
    const points = this.ropes[spot.rope]?.tube.nodes ?? this.sheets.list[spot.cloth]?.points;
    return points ? out.fromArray(points, 3 * spot.node) : out;
  }

  /** The node or vertex that a pointer at (x, y), CSS pixels, would grasp. */
  pick(x: number, y: number, reach: number): Spot | null {
    const window: [number, number] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const spot = pickNode(this.tubes, this.orbit, window, [x, y], reach);
    const hit = this.sheets.pick(this.orbit, this.obstacles, window, [x, y], spot ? 0 : reach);
    // a rope that lies on cloth is nearer, though less than its own thickness
    const depth = spot ? this.nodePoint(spot, this.scratch).sub(this.orbit.camera.position).dot(this.orbit.forward) : 0;
    if (hit && (!spot || hit.depth < depth - 2 * this.radiusOf(spot))) {
      return { rope: -1, cloth: hit.cloth, node: hit.node };
    }
    return spot;
  }

  /** The plane in which a hand at a point lays rope: the table, seen from above; else that of the view. */
  layingPlane(spot: Spot, at: Vector3): Plane {
    const { x, y, z } = this.orbit.forward;
    if (this.table !== null && spot.rope >= 0 && y < -FROM_ABOVE) {
      return { origin: [0, this.table, 0], up: [0, 1, 0] };
    }
    return { origin: at.toArray(), up: [-x, -y, -z] };
  }

  /** Where the line of sight at (x, y), CSS pixels, meets a plane; null when it does not. */
  onPlane(x: number, y: number, { origin, up }: Plane, out: Vector3): Vector3 | null {
    const { camera } = this.orbit;
    const { clientWidth, clientHeight } = this.canvas;
    const way = out.set((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight, 0.5).unproject(camera).sub(camera.position);
    const { x: cx, y: cy, z: cz } = camera.position;
    const sinking = way.x * up[0] + way.y * up[1] + way.z * up[2];
    const height = (cx - origin[0]) * up[0] + (cy - origin[1]) * up[1] + (cz - origin[2]) * up[2];
    const t = -height / sinking;
    return t > 0 && t < 1e6 ? way.multiplyScalar(t).add(camera.position) : null;
  }

  setHover(spot: Spot | null): void {
    if (spot?.rope === this.hover?.rope && spot?.cloth === this.hover?.cloth && spot?.node === this.hover?.node) {
      return;
    }
    this.hover = spot;
    for (let r = 0; r < this.ropes.length; r++) {
      const { tube, sheath } = this.ropes[r];
      const here = spot !== null && spot.rope === r;
      const at = here ? (spot.node * tube.shape.linkLength) / tube.radius : 0;
      sheath.mark(at, here ? 1.7 : 0, MARK);
    }
    this.sheets.mark(spot);
    this.change();
  }

  /** The picture as it is, on its backdrop. */
  async png(): Promise<Blob> {
    if (!this.renderer || this.renderer.getContext().isContextLost()) {
      throw new Error('There is no picture to keep: the rope cannot be drawn now.');
    }
    this.renderer.render(this.scene, this.orbit.camera);
    return pictureOf(this.canvas, this.theme.backdrop);
  }
}

function rendererOf(canvas: HTMLCanvasElement, context: WebGL2RenderingContext): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas, context, alpha: true });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.toneMapping = NeutralToneMapping;
  renderer.setClearAlpha(0);
  // asking for errors would wait for each shader
  renderer.debug.checkShaderErrors = import.meta.env.DEV;
  return renderer;
}
