// SPDX-License-Identifier: MIT
// The scene on the screen: ropes, hands, obstacles, light and floor. Draws only when something has changed, and
// makes nothing anew for a frame.

import {
  AmbientLight,
  Box3,
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  NeutralToneMapping,
  type Object3D,
  PCFShadowMap,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Frame, HandState, SceneInfo } from '../protocol';
import { FLOOR } from '../ui/gravity';
import { Orbit } from './camera';
import { bentPart } from './focus';
import { FloorShadow } from './floor_shadow';
import { Hands } from './hands';
import { NearStrands } from './near';
import { ObstacleMesh } from './obstacles';
import { Quality } from './quality';
import { RopeMaterial } from './rope_material';
import { THEMES, type Theme, ropeColors } from './theme';
import { Tube } from './tube';

export interface Spot {
  rope: number;
  node: number;
}

interface RopeView {
  tube: Tube;
  mesh: Mesh<Tube['geometry'], RopeMaterial>;
}

const GHOST_OPACITY = 0.38;

export class Stage {
  readonly orbit = new Orbit();
  readonly quality = new Quality();
  readonly scene = new Scene();
  readonly renderer: WebGLRenderer;
  ropes: RopeView[] = [];
  obstacles: ObstacleMesh[] = [];
  info: SceneInfo | null = null;
  theme: Theme = THEMES.light;
  /** Script time of the last frames on the main thread, milliseconds: newest at [cursor]. */
  readonly scriptTimes = new Float32Array(240);
  scriptCursor = 0;
  /** Height of the floor. Where the scene has none of its own it gives way to a rope that goes lower. */
  floorHeight = 0;
  private restHeight = 0;
  /** The floor is an obstacle: hands stay above it. */
  solidFloor = false;
  private readonly near = new NearStrands();
  private readonly hands = new Hands();
  private readonly tubes: Tube[] = [];
  private readonly hemisphere = new HemisphereLight();
  private readonly ambient = new AmbientLight('#ffffff', 0.12);
  private readonly key = new DirectionalLight();
  private readonly rim = new DirectionalLight();
  /** Goes with the camera, so that the side one looks at is never black. */
  private readonly lamp = new DirectionalLight('#ffffff', 0.55);
  private readonly floor = new FloorShadow(this.quality.plain ? 128 : 512);
  private ghost: Mesh<Tube['geometry'], MeshBasicMaterial> | null = null;
  private ghostTube: Tube | null = null;
  /** Where the ghost has been. */
  private readonly ghostLow = new Vector3();
  private readonly ghostHigh = new Vector3();
  private frameSerial = -1;
  private sceneSerial = -1;
  private prepared = false;
  private floorKnown = false;
  private size = { width: 1, height: 1, ratio: 1 };
  private dirty = true;
  private moved = true;
  private readonly hiddenList: Object3D[] = [];
  private handStates: HandState[] = [];
  private readonly low = new Vector3();
  private readonly high = new Vector3();
  private readonly followLow = new Vector3();
  private readonly followHigh = new Vector3();
  private readonly scratch = new Vector3();
  private readonly picked = new Vector3();
  private hover: Spot | null = null;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.quality.plain, alpha: true, powerPreference: 'high-performance' });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.setClearAlpha(0);
    // asking for errors would wait for each shader
    this.renderer.debug.checkShaderErrors = import.meta.env.DEV;
    this.key.castShadow = true;
    this.key.shadow.mapSize.setScalar(this.quality.plain ? 512 : 2048);
    this.key.shadow.radius = 3;
    this.key.shadow.bias = -0.0004;
    this.key.shadow.normalBias = 0.06;
    this.scene.add(this.hemisphere, this.ambient, this.key, this.key.target, this.rim, this.lamp);
    this.scene.add(this.lamp.target, this.floor, this.hands);
    canvas.addEventListener('webglcontextrestored', () => {
      this.moved = true;
      this.change();
    });
    this.setTheme('light');
  }

  setTheme(name: 'light' | 'dark'): void {
    const theme = (this.theme = THEMES[name]);
    this.hemisphere.color.set(theme.sky);
    this.hemisphere.groundColor.set(theme.ground);
    this.hemisphere.intensity = theme.skyPower;
    this.key.color.set(theme.key);
    this.key.intensity = theme.keyPower;
    this.rim.color.set(theme.rim);
    this.rim.intensity = theme.rimPower;
    this.floor.setLook(theme.shadowColor, theme.shadow);
    this.ghost?.material.color.set(theme.ghost);
    this.change();
  }

  /** Something other than the engine's frame has changed. */
  change(): void {
    this.dirty = true;
  }

  resize(width: number, height: number, ratio: number): void {
    this.size = { width, height, ratio };
    this.renderer.setPixelRatio(this.quality.ratio(ratio));
    this.renderer.setSize(width, height, false);
    this.key.castShadow = this.quality.shadows;
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
    for (const rope of this.ropes) {
      this.scene.remove(rope.mesh);
      rope.tube.dispose();
      rope.mesh.material.dispose();
    }
    for (const obstacle of this.obstacles) {
      this.scene.remove(obstacle);
      obstacle.dispose();
    }
    this.setGhost(null, 0);
    this.floorKnown = false;
    this.floorHeight = this.restHeight = floorOf(info);
    this.solidFloor = false;
    this.tubes.length = 0;
    this.ropes = info.ropes.map((rope, index) => {
      // fewer sides for long ropes, so that a frame stays cheap
      const fine = rope.nodes <= 450;
      const tube = new Tube(
        { count: rope.nodes, closed: rope.closed, radius: rope.radius, linkLength: rope.link },
        fine ? 16 : rope.nodes <= 4000 ? 10 : 6,
        fine ? 4 : rope.nodes <= 4000 ? 2 : 1,
      );
      this.tubes.push(tube);
      const material = new RopeMaterial(ropeColors(index, rope.color), rope.radius, tube.length, !rope.closed);
      const mesh = new Mesh(tube.geometry, material);
      mesh.castShadow = mesh.receiveShadow = true;
      this.scene.add(mesh);
      return { tube, mesh };
    });
    this.obstacles = info.obstacles.map((obstacle) => {
      const mesh = new ObstacleMesh(obstacle);
      this.scene.add(mesh);
      return mesh;
    });
    if (!this.prepared) {
      this.prepare();
    }
    this.sceneSerial = info.serial;
    this.frameSerial = -1;
    this.hover = null;
    this.change();
  }

  // shaders of all that may be seen, beside the page's own start and not at the first grasp
  private prepare(): void {
    const done = (): void => {
      this.prepared = true;
      this.change();
    };
    if (!this.renderer.extensions.has('KHR_parallel_shader_compile')) {
      done();
      return;
    }
    this.renderer.compileAsync(this.scene, this.orbit.camera).then(done, done);
  }

  /** Draw faint the way that a practice task shows; null for none. */
  setGhost(nodes: Float32Array | null, rope: number): void {
    if (nodes === null || this.info === null) {
      if (this.ghost) {
        this.scene.remove(this.ghost);
        this.ghost.geometry.dispose();
        this.ghost.material.dispose();
        this.ghost = this.ghostTube = null;
        this.change();
      }
      return;
    }
    const count = nodes.length / 3;
    if (!this.ghostTube || this.ghostTube.count !== count || !this.ghost) {
      this.setGhost(null, 0);
      this.ghostLow.setScalar(Infinity);
      this.ghostHigh.setScalar(-Infinity);
      const { radius, link, closed } = this.info.ropes[rope];
      this.ghostTube = new Tube({ count, closed, radius: 0.8 * radius, linkLength: link }, 12, 4);
      this.ghost = new Mesh(
        this.ghostTube.geometry,
        new MeshBasicMaterial({
          color: this.theme.ghost,
          transparent: true,
          opacity: GHOST_OPACITY,
          depthWrite: true,
        }),
      );
      this.ghost.renderOrder = 2;
      this.scene.add(this.ghost);
    }
    this.ghostTube.follow(nodes);
    for (let i = 0; i < nodes.length; i += 3) {
      this.ghostLow.min(this.scratch.fromArray(nodes, i));
      this.ghostHigh.max(this.scratch);
    }
    this.ghostTube.update(null, 0);
    this.change();
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
    if (!this.floorKnown) {
      this.placeObstacles(frame);
      this.findFloor();
    }
    this.bounds(this.low, this.high);
    this.floorHeight = this.solidFloor ? this.restHeight : Math.min(this.restHeight, this.low.y - GIVE);
    for (let r = 0; r < this.ropes.length; r++) {
      this.ropes[r].tube.floor = this.floorHeight;
    }
    this.near.build(this.tubes);
    for (let r = 0; r < this.ropes.length; r++) {
      this.ropes[r].tube.update(this.near, this.near.first[r]);
    }
    this.placeObstacles(frame);
    this.placeLights();
    this.moved = this.dirty = true;
    this.scriptTimes[this.scriptCursor] = performance.now() - start;
    return true;
  }

  private placeObstacles(frame: Frame): void {
    for (let i = 0; i < this.obstacles.length; i++) {
      this.obstacles[i].setPose(frame.obstacles, 7 * i);
    }
  }

  // what stands in the scene stands on the floor
  private findFloor(): void {
    this.floorKnown = true;
    const box = new Box3();
    let own: number | null = null;
    for (const obstacle of this.obstacles) {
      const { name, shape } = obstacle.info;
      obstacle.updateMatrixWorld();
      if (name === FLOOR && shape.kind === 'box') {
        own = obstacle.position.y + shape.size[1] / 2;
        obstacle.visible = false;
      } else {
        box.expandByObject(obstacle, true);
      }
    }
    if (!box.isEmpty()) {
      this.restHeight = box.min.y;
    }
    this.solidFloor = own !== null;
    this.restHeight = own ?? this.restHeight;
  }

  /** Draw if anything has changed. True when it drew. */
  draw(): boolean {
    const gliding = this.orbit.step();
    if (!this.prepared || (!gliding && !this.dirty)) {
      return false;
    }
    const start = performance.now();
    this.hands.show(this.handStates, this.radiusOf, this.tangentOf, this.orbit);
    this.lamp.position.copy(this.orbit.camera.position);
    this.lamp.target.position.copy(this.lamp.position).add(this.orbit.forward);
    if (this.moved) {
      this.moved = false;
      this.floor.render(this.renderer, this.scene, this.unshadowed(), this.low, this.high, this.floorHeight);
    }
    this.dirty = false;
    this.renderer.render(this.scene, this.orbit.camera);
    this.scriptTimes[this.scriptCursor] += performance.now() - start;
    this.scriptCursor = (this.scriptCursor + 1) % this.scriptTimes.length;
    this.scriptTimes[this.scriptCursor] = 0;
    if (this.quality.drawn(start)) {
      this.resize(this.size.width, this.size.height, this.size.ratio);
    }
    return true;
  }

  // hands and the ghost are not things on the table
  private unshadowed(): Object3D[] {
    this.hiddenList.length = 0;
    this.hiddenList.push(this.hands);
    if (this.ghost) {
      this.hiddenList.push(this.ghost);
    }
    return this.hiddenList;
  }

  private readonly radiusOf = (rope: number): number => this.ropes[rope]?.tube.radius ?? 0.5;
  private readonly tangentOf = (rope: number, node: number, out: Vector3): void => {
    const tangents = this.ropes[rope]?.tube.frames.tangents;
    if (tangents) {
      out.fromArray(tangents, 3 * node);
    } else {
      out.set(1, 0, 0);
    }
  };

  // the shadow map covers the ropes and no more
  private placeLights(): void {
    const middle = this.scratch.addVectors(this.low, this.high).multiplyScalar(0.5);
    const size = Math.max(12, this.low.distanceTo(this.high) / 2) + 2;
    this.key.target.position.copy(middle);
    this.key.position.set(middle.x + 0.32 * size, middle.y + 2 * size, middle.z + 0.55 * size);
    const drop = Math.max(0, middle.y - this.floorHeight);
    const camera = this.key.shadow.camera;
    camera.left = camera.bottom = -size * 1.05;
    camera.right = camera.top = size * 1.05;
    camera.near = 0.1;
    camera.far = 4.2 * size + drop;
    camera.updateProjectionMatrix();
    this.rim.position.set(-0.6, 0.5, -1);
  }

  /** Corners of all ropes as they are now. */
  bounds(low: Vector3, high: Vector3): void {
    low.setScalar(Infinity);
    high.setScalar(-Infinity);
    for (const { tube } of this.ropes) {
      if (tube.known) {
        const nodes = tube.nodes;
        for (let i = 0; i < 3 * tube.count; i += 3) {
          if (nodes[i] < low.x) low.x = nodes[i];
          if (nodes[i] > high.x) high.x = nodes[i];
          if (nodes[i + 1] < low.y) low.y = nodes[i + 1];
          if (nodes[i + 1] > high.y) high.y = nodes[i + 1];
          if (nodes[i + 2] < low.z) low.z = nodes[i + 2];
          if (nodes[i + 2] > high.z) high.z = nodes[i + 2];
        }
      }
    }
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
      if (this.ghostTube) {
        this.bounds(low, high);
        this.boundObstacles(low, high);
        low.min(this.ghostLow);
        high.max(this.ghostHigh);
      } else if (!bentPart(this.tubes, low, high)) {
        this.bounds(low, high);
      }
      low.addScalar(-3);
      high.addScalar(3);
      this.orbit.follow(low, high);
    }
  }

  /** Widen two corners to the obstacles that are seen. */
  boundObstacles(low: Vector3, high: Vector3): void {
    const box = new Box3();
    for (const obstacle of this.obstacles) {
      if (obstacle.visible) {
        box.setFromObject(obstacle);
        low.min(box.min);
        high.max(box.max);
      }
    }
  }

  // ---- picking ----------------------------------------------------------------------------------

  /** CSS pixels in the canvas. */
  toScreen(x: number, y: number, z: number): [number, number] {
    const p = this.scratch.set(x, y, z).project(this.orbit.camera);
    return [((p.x + 1) / 2) * this.canvas.clientWidth, ((1 - p.y) / 2) * this.canvas.clientHeight];
  }

  nodePoint(spot: Spot, out: Vector3): Vector3 {
    const rope = this.ropes[spot.rope];
    if (rope) {
      out.fromArray(rope.tube.nodes, 3 * spot.node);
    }
    return out;
  }

  /** The node that a pointer at (x, y) would grasp: of those within `reach` pixels of its surface the one in
   *  front. Null when there is none. */
  pick(x: number, y: number, reach: number): Spot | null {
    let best: Spot | null = null;
    let bestScore = Infinity;
    const camera = this.orbit.camera;
    const p = this.picked;
    for (let r = 0; r < this.ropes.length; r++) {
      const { tube } = this.ropes[r];
      const nodes = tube.nodes;
      for (let i = 0; tube.known && i < tube.count; i++) {
        p.set(nodes[3 * i], nodes[3 * i + 1], nodes[3 * i + 2]);
        const depth = this.scratch.copy(p).sub(camera.position).dot(this.orbit.forward);
        if (depth <= camera.near) {
          continue;
        }
        const [sx, sy] = this.toScreen(p.x, p.y, p.z);
        const pixels = tube.radius / this.orbit.unitsPerPixel(depth);
        const away = Math.hypot(sx - x, sy - y);
        if (away > pixels + reach) {
          continue;
        }
        // pixels past the surface count most, then depth, in diameters
        const score = Math.max(0, away - pixels) * 4 + depth / (2 * tube.radius) + away / (8 * pixels + 1);
        if (score < bestScore) {
          bestScore = score;
          best = { rope: r, node: i };
        }
      }
    }
    return best;
  }

  setHover(spot: Spot | null): void {
    if (spot?.rope === this.hover?.rope && spot?.node === this.hover?.node) {
      return;
    }
    this.hover = spot;
    for (let r = 0; r < this.ropes.length; r++) {
      const { tube, mesh } = this.ropes[r];
      const here = spot !== null && spot.rope === r;
      const at = here ? (spot.node * tube.shape.linkLength) / tube.radius : 0;
      mesh.material.mark(at, here ? 1.7 : 0, MARK);
    }
    this.change();
  }

  /** The picture as it is, on its backdrop. */
  async png(): Promise<Blob> {
    this.renderer.render(this.scene, this.orbit.camera);
    const { width, height } = this.canvas;
    const copy = document.createElement('canvas');
    copy.width = width;
    copy.height = height;
    const context = copy.getContext('2d') as CanvasRenderingContext2D;
    const glow = context.createRadialGradient(width / 2, height * 0.45, 0, width / 2, height * 0.45, width * 0.7);
    glow.addColorStop(0, this.theme.backdrop[0]);
    glow.addColorStop(1, this.theme.backdrop[1]);
    context.fillStyle = glow;
    context.fillRect(0, 0, width, height);
    context.drawImage(this.canvas, 0, 0);
    return new Promise((resolve, reject) => {
      copy.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser made no picture'))), 'image/png');
    });
  }
}

/** The floor keeps so far below the lowest node. */
const GIVE = 1.5;
const MARK = new Color('#ffffff');

// a little below everything
function floorOf(info: SceneInfo): number {
  const size = info.bounds[1][1] - info.bounds[0][1];
  const wide = Math.max(info.bounds[1][0] - info.bounds[0][0], info.bounds[1][2] - info.bounds[0][2]);
  return info.bounds[0][1] - Math.max(5, 0.07 * wide, 0.12 * size);
}
