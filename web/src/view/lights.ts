// SPDX-License-Identifier: MIT
// Light: sky and ground, a key that throws shadows, a rim from behind, and a lamp that goes with the camera.

import { AmbientLight, DirectionalLight, HemisphereLight, type Scene, Vector3 } from 'three';
import type { Orbit } from './camera';
import type { Theme } from './theme';

/** Where the key and the rim come from, and how bright the lamp at the camera is. */
export const KEY_WAY = [0.32, 2, 0.55] as const;
export const RIM_WAY = [-0.6, 0.5, -1] as const;
export const LAMP_POWER = 0.55;

export class Lights {
  private readonly hemisphere = new HemisphereLight();
  private readonly ambient = new AmbientLight('#ffffff', 0.12);
  private readonly key = new DirectionalLight();
  private readonly rim = new DirectionalLight();
  // so that the side one looks at is never black
  private readonly lamp = new DirectionalLight('#ffffff', LAMP_POWER);
  private readonly middle = new Vector3();
  private unit = 1;

  /** @param shadowSize Pixels of the shadow map along one side. */
  constructor(scene: Scene, shadowSize: number) {
    this.key.shadow.mapSize.setScalar(shadowSize);
    this.key.shadow.radius = 3;
    this.key.shadow.bias = -0.0004;
    this.key.shadow.normalBias = 0.06;
    this.rim.position.set(...RIM_WAY);
    // in every layer: the view from above has the same lights, or programs would be looked for twice a frame
    [this.hemisphere, this.ambient, this.key, this.rim, this.lamp].forEach((light) => light.layers.enableAll());
    scene.add(this.hemisphere, this.ambient, this.key, this.key.target, this.rim, this.lamp, this.lamp.target);
  }

  setTheme(theme: Theme): void {
    this.hemisphere.color.set(theme.sky);
    this.hemisphere.groundColor.set(theme.ground);
    this.hemisphere.intensity = theme.skyPower;
    this.key.color.set(theme.key);
    this.key.intensity = theme.keyPower;
    this.rim.color.set(theme.rim);
    this.rim.intensity = theme.rimPower;
  }

  setShadows(on: boolean): void {
    this.key.castShadow = on;
  }

  /** unit: of the page's measures in the scene, see unitOf(). */
  setUnit(unit: number): void {
    this.unit = unit;
    this.key.shadow.normalBias = 0.06 * unit;
  }

  /** The shadow map covers what lies between two corners, and no more. */
  cover(low: Vector3, high: Vector3, floor: number): void {
    const middle = this.middle.addVectors(low, high).multiplyScalar(0.5);
    const size = Math.max(12 * this.unit, low.distanceTo(high) / 2) + 2 * this.unit;
    this.key.target.position.copy(middle);
    this.key.position.set(...KEY_WAY).multiplyScalar(size).add(middle);
    const camera = this.key.shadow.camera;
    camera.left = camera.bottom = -size * 1.05;
    camera.right = camera.top = size * 1.05;
    camera.near = 0.1 * this.unit;
    camera.far = 4.2 * size + Math.max(0, middle.y - floor);
    camera.updateProjectionMatrix();
  }

  goWith(orbit: Orbit): void {
    this.lamp.position.copy(orbit.camera.position);
    this.lamp.target.position.copy(this.lamp.position).add(orbit.forward);
  }
}
