// SPDX-License-Identifier: MIT
// A camera that goes round a point: orbit, pan and zoom, with a short glide that reduced motion turns off.

import { PerspectiveCamera, Vector3 } from 'three';

export interface CameraPlace {
  target: [number, number, number];
  yaw: number;
  pitch: number;
  distance: number;
}

const STEEPEST = Math.PI / 2 - 0.02;
/** Where all is looked at from, in the order of the keys 1, 2, 3; yaw and pitch. */
export type View = 'front' | 'top' | 'back';
export const VIEWS: View[] = ['front', 'top', 'back'];
export const VIEW_ANGLES: Record<View, [number, number]> = { front: [0, 0.06], top: [0, STEEPEST], back: [Math.PI, 0.06] };
/** A double click comes so much nearer. */
const FOCUS = 0.6;
/** How fast the glide closes in, per second: led by hand, and following by itself. */
const GLIDE = 14;
const SLOW_GLIDE = 2.2;

export class Orbit {
  readonly camera = new PerspectiveCamera(32, 1, 0.5, 4000);
  readonly right = new Vector3(1, 0, 0);
  readonly up = new Vector3(0, 1, 0);
  /** From the camera into the picture. */
  readonly forward = new Vector3(0, 0, -1);
  private readonly now = { target: new Vector3(), yaw: 0, pitch: 0.35, distance: 100 };
  private readonly goal = { target: new Vector3(), yaw: 0, pitch: 0.35, distance: 100 };
  glide = true;
  /** Follows what happens until the camera is led by hand. */
  following = false;
  /** The view has been turned, moved or zoomed by hand. */
  led = false;
  /** Part of the height at the lower edge that a panel covers. */
  covered = { left: 0, right: 0, top: 0, bottom: 0 };
  /** A unit of the page's measures in the scene; see unitOf(). */
  unit = 1;
  private steppedAt = 0;
  private width = 1;
  private height = 1;

  constructor() {
    this.apply();
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.camera.aspect = width / height;
    this.apply();
  }

  orbit(dx: number, dy: number): void {
    this.led = true;
    this.following = false;
    this.goal.yaw -= dx;
    this.goal.pitch = clamp(this.goal.pitch + dy, -STEEPEST, STEEPEST);
  }

  /** Pixels. */
  pan(dx: number, dy: number): void {
    this.led = true;
    this.following = false;
    const unit = this.unitsPerPixel(this.goal.distance);
    this.goal.target.addScaledVector(this.right, -dx * unit).addScaledVector(this.up, dy * unit);
  }

  zoom(factor: number): void {
    this.led = true;
    this.following = false;
    this.goal.distance = clamp(this.goal.distance * factor, 4 * this.unit, 1500 * this.unit);
  }

  /** The same, and what is under (x, y), CSS pixels, stays there. */
  zoomAt(factor: number, x: number, y: number): void {
    const before = this.goal.distance;
    this.zoom(factor);
    this.shift(x, y, this.unitsPerPixel(before) - this.unitsPerPixel(this.goal.distance));
  }

  /** Look at what is under (x, y), CSS pixels, from nearer. */
  focus(x: number, y: number): void {
    this.shift(x, y, this.unitsPerPixel(this.goal.distance));
    this.zoom(FOCUS);
  }

  // the target goes towards what is under (x, y), so many units for each pixel
  private shift(x: number, y: number, unit: number): void {
    const { covered, goal } = this;
    const dx = x - (this.width - covered.right + covered.left) / 2;
    const dy = y - (this.height - covered.bottom + covered.top) / 2;
    goal.target.addScaledVector(this.right, dx * unit).addScaledVector(this.up, -dy * unit);
  }

  unitsPerPixel(distance: number): number {
    return (2 * distance * Math.tan((this.camera.fov * Math.PI) / 360)) / this.height;
  }

  /** Look at a box so that it fills the free part of the window. */
  frame(low: Vector3, high: Vector3, yaw: number, pitch: number, jump: boolean): void {
    const goal = this.goal;
    goal.yaw = yaw;
    goal.pitch = clamp(pitch, -STEEPEST, STEEPEST);
    goal.target.addVectors(low, high).multiplyScalar(0.5);
    const right = new Vector3(Math.cos(yaw), 0, -Math.sin(yaw));
    const forward = direction(goal.yaw, goal.pitch).negate();
    const up = new Vector3().crossVectors(right, forward);
    const tan = Math.tan((this.camera.fov * Math.PI) / 360);
    const freeX = 1 - (this.covered.left + this.covered.right) / this.width;
    const freeY = 1 - (this.covered.top + this.covered.bottom) / this.height;
    let distance = 8 * this.unit;
    const corner = new Vector3();
    for (let i = 0; i < 8; i++) {
      corner.set(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z).sub(goal.target);
      const depth = -corner.dot(forward);
      const x = Math.abs(corner.dot(right)) / (tan * this.camera.aspect * Math.max(0.3, freeX));
      const y = Math.abs(corner.dot(up)) / (tan * Math.max(0.3, freeY));
      distance = Math.max(distance, 1.1 * x + depth, 1.1 * y + depth);
    }
    goal.distance = Math.min(distance, 1500 * this.unit);
    if (jump || !this.glide) {
      this.jump();
    }
  }

  /** Keep a box in view from where the camera looks now, moving no more than is needed. */
  follow(low: Vector3, high: Vector3): void {
    const before = this.goal.target.clone();
    const { yaw, pitch, distance } = this.goal;
    this.frame(low, high, yaw, pitch, false);
    const wanted = this.goal.distance;
    // small changes are left alone, so that the picture does not swim
    if (wanted < 1.25 * distance && wanted > 0.6 * distance) {
      this.goal.distance = distance;
    }
    if (before.distanceTo(this.goal.target) < 0.06 * this.goal.distance) {
      this.goal.target.copy(before);
    }
  }

  place(): CameraPlace {
    const { target, yaw, pitch, distance } = this.goal;
    return { target: [target.x, target.y, target.z], yaw, pitch, distance };
  }

  setPlace(place: CameraPlace): void {
    this.goal.target.fromArray(place.target);
    this.goal.yaw = place.yaw;
    this.goal.pitch = clamp(place.pitch, -STEEPEST, STEEPEST);
    this.goal.distance = clamp(place.distance, 4 * this.unit, 1500 * this.unit);
    this.jump();
  }

  /** One frame of the glide. False when it has arrived. */
  step(): boolean {
    const { now, goal } = this;
    const time = performance.now();
    // a frame after a rest counts as one frame
    const passed = Math.min(0.25, Math.max(0.001, (time - this.steppedAt) / 1000));
    this.steppedAt = time;
    const part = 1 - Math.exp(-passed * (this.following ? SLOW_GLIDE : GLIDE));
    if (!this.glide) {
      this.jump();
      return false;
    }
    const away =
      now.target.distanceTo(goal.target) / goal.distance +
      Math.abs(now.yaw - goal.yaw) +
      Math.abs(now.pitch - goal.pitch) +
      Math.abs(Math.log(now.distance / goal.distance));
    if (away < 1e-4) {
      if (away > 0) {
        this.jump();
      }
      return false;
    }
    now.target.lerp(goal.target, part);
    now.yaw += part * (goal.yaw - now.yaw);
    now.pitch += part * (goal.pitch - now.pitch);
    now.distance *= Math.pow(goal.distance / now.distance, part);
    this.apply();
    return true;
  }

  jump(): void {
    this.now.target.copy(this.goal.target);
    this.now.yaw = this.goal.yaw;
    this.now.pitch = this.goal.pitch;
    this.now.distance = this.goal.distance;
    this.apply();
  }

  apply(): void {
    const { now, camera, covered } = this;
    const out = direction(now.yaw, now.pitch);
    camera.position.copy(now.target).addScaledVector(out, now.distance);
    camera.up.set(0, 1, 0);
    camera.lookAt(now.target);
    camera.near = Math.max(0.2 * this.unit, now.distance / 200);
    camera.far = now.distance + 2500 * this.unit;
    const shiftX = (covered.right - covered.left) / 2;
    const shiftY = (covered.bottom - covered.top) / 2;
    camera.setViewOffset(this.width, this.height, shiftX, shiftY, this.width, this.height);
    camera.updateMatrixWorld();
    camera.matrixWorld.extractBasis(this.right, this.up, this.forward);
    this.forward.negate();
  }
}

function direction(yaw: number, pitch: number): Vector3 {
  const c = Math.cos(pitch);
  return new Vector3(c * Math.sin(yaw), Math.sin(pitch), c * Math.cos(yaw));
}

export function clamp(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}
