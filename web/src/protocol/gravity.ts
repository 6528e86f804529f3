// SPDX-License-Identifier: MIT
// How ropes fall on the page, and the floor that they fall on.

import type { Vec3 } from './scene';

/** The whole of it: so many radii in a cycle of ropes without forces, and metres per second squared of elastic ones. */
export const FULL_GRAVITY = 0.12;
export const EARTH = 9.81;

/** The obstacle that the stage shows as its floor. */
export const FLOOR_NAME = 'floor';
const SIZE: Vec3 = [4000, 20, 4000];
/** Radius of a rope that such a floor is made for. */
export const FLOOR_FITS = 0.65;

/** A box whose top is at `height`, `times` as large as it is for a rope of radius FLOOR_FITS. */
export function floorAt(height: number, times: number): { name: string; box: { size: number[] }; position: number[]; color: string } {
  const size = SIZE.map((x) => times * x);
  return { name: FLOOR_NAME, box: { size }, position: [0, height - size[1] / 2, 0], color: '#8d8578' };
}
