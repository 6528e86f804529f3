// SPDX-License-Identifier: MIT
// Colours of the scene, light and dark, and of ropes that name none.

import { Color } from 'three';
import type { RopeColors } from './sheath';

export interface Theme {
  name: 'light' | 'dark';
  /** Of the backdrop, from the middle outwards. */
  backdrop: [string, string];
  /** Of a gap in a strand that is crossed. */
  gap: string;
  sky: string;
  ground: string;
  skyPower: number;
  keyPower: number;
  rimPower: number;
  key: string;
  rim: string;
  shadow: number;
  shadowColor: string;
  mark: string;
}

export const THEMES: Record<'light' | 'dark', Theme> = {
  light: {
    name: 'light',
    backdrop: ['#f7f4ee', '#d9d3c8'],
    gap: '#eee9df',
    sky: '#ffffff',
    ground: '#cbbfae',
    skyPower: 1.75,
    keyPower: 2.5,
    rimPower: 0.5,
    key: '#fff3e0',
    rim: '#dbe8ff',
    shadow: 0.5,
    shadowColor: '#3a2c1a',
    mark: '#ffffff',
  },
  dark: {
    name: 'dark',
    backdrop: ['#363d48', '#12151a'],
    gap: '#2a303a',
    sky: '#b9c9e6',
    ground: '#2b2a2e',
    skyPower: 1.05,
    keyPower: 2.6,
    rimPower: 1.1,
    key: '#ffe9cf',
    rim: '#9cc2ff',
    shadow: 0.8,
    shadowColor: '#020305',
    mark: '#ffffff',
  },
};

const PALETTE = ['#e4632b', '#2d7fb8', '#3d9a63', '#b04a8f', '#c9a227', '#6a5bc2'];

/** Colours of the sheath of rope number `index`; given: 0xRRGGBB, or -1. */
export function ropeColors(index: number, given: number): RopeColors {
  const base = new Color(given >= 0 ? given : PALETTE[index % PALETTE.length]);
  const hsl = { h: 0, s: 0, l: 0 };
  base.getHSL(hsl);
  // a picture's light washes colours out
  base.setHSL(hsl.h, Math.min(1, 1.35 * hsl.s), hsl.l);
  // tracers stand out from the sheath: one dark, one pale
  const dark = new Color().setHSL((hsl.h + 0.55) % 1, 0.45, 0.16);
  const pale = new Color().setHSL(hsl.h, 0.35, 0.9);
  return {
    base: `#${base.getHexString()}`,
    tracer: `#${dark.getHexString()}`,
    tracerB: `#${pale.getHexString()}`,
    endA: '#1f6f8b',
    endB: '#b3263a',
  };
}

/** The same as a CSS colour, for legends. */
export function ropeCss(index: number, given: number): string {
  return ropeColors(index, given).base;
}
