// SPDX-License-Identifier: MIT
// Hands: a pair of forceps that holds the rope, a line to where the hand should be, and a pin for a hand that stays.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  CircleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from 'three';
import type { HandState, Spot } from '../protocol';
import type { Orbit } from './camera';

export const HAND_COLORS = {
  calm: new Color('#2f7bd6'),
  scripted: new Color('#7a6fd0'),
  pinned: new Color('#0f9d74'),
  stretched: new Color('#e0a100'),
  blocked: new Color('#d7263d'),
};

// one geometry out of several: positions and normals alone
function merge(parts: BufferGeometry[]): BufferGeometry {
  const flat = parts.map((part) => part.toNonIndexed());
  const merged = new BufferGeometry();
  for (const name of ['position', 'normal']) {
    const total = flat.reduce((sum, part) => sum + part.getAttribute(name).array.length, 0);
    const all = new Float32Array(total);
    let at = 0;
    for (const part of flat) {
      all.set(part.getAttribute(name).array, at);
      at += part.getAttribute(name).array.length;
    }
    merged.setAttribute(name, new BufferAttribute(all, 3));
  }
  return merged;
}

// a tapered bar from a to b in the plane z = 0
function bar(ax: number, ay: number, bx: number, by: number, wideA: number, wideB: number): BufferGeometry {
  const length = Math.hypot(bx - ax, by - ay);
  const part = new CylinderGeometry(wideB, wideA, length, 10);
  part.rotateZ(Math.atan2(by - ay, bx - ax) - Math.PI / 2);
  part.translate((ax + bx) / 2, (ay + by) / 2, 0);
  return part;
}

// tip at the origin, handle along +y, in rope radii; the jaws close on a rope of radius 1
function forceps(): BufferGeometry {
  const parts: BufferGeometry[] = [];
  for (const side of [-1, 1]) {
    parts.push(
      bar(side * 1.16, -0.9, side * 1.3, 1.2, 0.16, 0.24),
      bar(side * 1.3, 1.2, 0, 5.2, 0.24, 0.3),
      bar(0, 5.2, -side * 1.5, 11, 0.3, 0.24),
    );
    const ring = new TorusGeometry(1.15, 0.24, 10, 28);
    ring.translate(-side * 2.15, 12.0, 0);
    parts.push(ring);
  }
  const joint = new SphereGeometry(0.55, 16, 12);
  joint.translate(0, 5.2, 0);
  parts.push(joint);
  return merge(parts);
}

function pin(): BufferGeometry {
  const needle = new CylinderGeometry(0.16, 0.1, 5, 10);
  needle.translate(0, 2.5, 0);
  const neck = new ConeGeometry(0.95, 1.1, 20);
  neck.rotateX(Math.PI);
  neck.translate(0, 4.7, 0);
  const head = new SphereGeometry(1.15, 24, 16);
  head.translate(0, 5.9, 0);
  const collar = new TorusGeometry(1.22, 0.2, 10, 32);
  return merge([needle, neck, head, collar]);
}

const FORCEPS = forceps();
const PIN = pin();
const BALL = new SphereGeometry(1, 20, 14);
const ROD = new CylinderGeometry(1, 1, 1, 8).translate(0, 0.5, 0);

const SPOT = new CircleGeometry(1, 28).rotateX(-Math.PI / 2);
/** The shadow of a hand lies so far to the side for each unit of its height: light that comes in low shows height best. */
const SLANT = { x: 0.75, z: 0.55 };

class HandGlyph extends Group {
  private readonly steel = new MeshPhongMaterial({ shininess: 70, specular: new Color('#777777') });
  private readonly flat = new MeshBasicMaterial({ transparent: true, opacity: 0.85 });
  private readonly body = new Mesh<BufferGeometry, MeshPhongMaterial>(FORCEPS, this.steel);
  private readonly line = new Mesh(ROD, this.flat);
  private readonly goal = new Mesh(BALL, this.flat);
  private readonly shadow = new Mesh(SPOT, new MeshBasicMaterial({ color: '#000000', transparent: true, depthWrite: false }));
  private readonly basis = new Matrix4();
  private readonly x = new Vector3();
  private readonly y = new Vector3();
  private readonly z = new Vector3();

  constructor() {
    super();
    this.body.castShadow = true;
    this.shadow.renderOrder = -1;
    this.add(this.body, this.line, this.goal, this.shadow);
  }

  show(state: HandState, radius: number, tangent: Vector3, orbit: Orbit, floor: number): void {
    const color = state.blocked
      ? HAND_COLORS.blocked
      : state.stretched
        ? HAND_COLORS.stretched
        : state.pinned
          ? HAND_COLORS.pinned
          : state.scripted
            ? HAND_COLORS.scripted
            : HAND_COLORS.calm;
    this.steel.color.copy(color);
    this.flat.color.copy(color);
    // forceps stand up in the picture and lean towards the camera, across the rope
    const { x, y, z } = this;
    y.copy(orbit.up).addScaledVector(orbit.right, state.pinned ? 0 : 0.45).addScaledVector(orbit.forward, -0.5);
    y.addScaledVector(tangent, -0.85 * y.dot(tangent)).normalize();
    z.copy(tangent).addScaledVector(y, -tangent.dot(y));
    if (z.lengthSq() < 1e-6) {
      z.copy(orbit.right);
    }
    z.normalize();
    x.crossVectors(y, z);
    // rolled a little, so that both blades are seen and not one edge
    y.copy(x);
    x.multiplyScalar(ROLL_COS).addScaledVector(z, ROLL_SIN);
    z.multiplyScalar(ROLL_COS).addScaledVector(y, -ROLL_SIN);
    this.body.geometry = state.pinned ? PIN : FORCEPS;
    const [px, py, pz] = state.position;
    const distance = orbit.camera.position.distanceTo(y.set(px, py, pz));
    y.crossVectors(z, x);
    const size = Math.max(radius, orbit.unitsPerPixel(distance) * 4.5);
    this.body.matrixAutoUpdate = false;
    this.basis.makeBasis(x, y, z).scale(SCALE.set(size, size, size)).setPosition(px, py, pz);
    this.body.matrix.copy(this.basis);
    this.body.matrixWorldNeedsUpdate = true;

    // a hand that is led throws a shadow: the higher, the farther away and the fainter
    const high = Math.max(0, py - floor);
    const led = state.drawing && !state.pinned;
    this.shadow.visible = led;
    if (led) {
      this.shadow.position.set(px + SLANT.x * high, floor + 0.02 * radius, pz + SLANT.z * high);
      this.shadow.scale.setScalar(1.6 * radius + 0.25 * high);
      this.shadow.material.opacity = 0.4 / (1 + 0.25 * (high / radius));
    }

    const lagging = state.lag > 0.6 * radius;
    this.line.visible = lagging;
    this.goal.visible = lagging;
    if (lagging) {
      const [tx, ty, tz] = state.target;
      this.goal.position.set(tx, ty, tz);
      this.goal.scale.setScalar(size * 0.55);
      this.line.position.set(px, py, pz);
      y.set(tx - px, ty - py, tz - pz);
      const length = y.length();
      this.line.quaternion.setFromUnitVectors(AXIS, y.divideScalar(length));
      this.line.scale.set(size * 0.13, length, size * 0.13);
    }
  }

  dispose(): void {
    this.steel.dispose();
    this.flat.dispose();
    this.shadow.material.dispose();
  }
}

const AXIS = new Vector3(0, 1, 0);
const ROLL_COS = Math.cos(0.75);
const ROLL_SIN = Math.sin(0.75);
const SCALE = new Vector3();

export class Hands extends Group {
  private readonly glyphs: HandGlyph[] = [];
  private readonly tangent = new Vector3();

  constructor() {
    super();
    // one at once, so that its shaders are made with the others
    this.more().visible = false;
  }

  private more(): HandGlyph {
    const glyph = new HandGlyph();
    this.glyphs.push(glyph);
    this.add(glyph);
    return glyph;
  }

  show(
    states: readonly HandState[],
    radiusOf: (spot: Spot) => number,
    tangentOf: (spot: Spot, out: Vector3) => void,
    orbit: Orbit,
    floor: number,
  ): void {
    while (this.glyphs.length < states.length) {
      this.more();
    }
    for (let i = 0; i < this.glyphs.length; i++) {
      const state = states[i];
      this.glyphs[i].visible = state !== undefined;
      if (state !== undefined) {
        tangentOf(state, this.tangent);
        this.glyphs[i].show(state, radiusOf(state), this.tangent, orbit, floor);
      }
    }
  }
}
