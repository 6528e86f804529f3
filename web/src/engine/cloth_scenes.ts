// SPDX-License-Identifier: MIT
// Scenes of cloth that the page offers ready made, in metres.

import type { ClothPreset, Preset } from '../protocol';
import { parseScene, writeJson, type JsonObject } from './recorder';

export const clothPresets: { id: ClothPreset; title: string; note: string }[] = [
  { id: 'ball', title: 'Cloth on a ball', note: 'It drapes and folds. Pull at a corner.' },
  { id: 'curtain', title: 'Curtain', note: 'Hung by two hands: let one go.' },
  { id: 'towel', title: 'Towel on a pole', note: 'Pull it off, hang it up again.' },
  { id: 'scarf', title: 'Rope and scarf', note: 'Pull the ends: the knot gathers it.' },
  { id: 'suture', title: 'Suture', note: 'Thread pulls a soft vessel.' },
];

export function isClothPreset(preset: Preset): preset is ClothPreset {
  return clothPresets.some(({ id }) => id === preset);
}

/** What the stage shows as its floor. */
export const FLOOR: JsonObject = { name: 'floor', box: { size: [40, 1, 40] }, position: [0, -0.5, 0], color: '#8d8578' };

// Cloth this thick, of edges this long, drapes like a napkin; smaller edges take more time than the page has. Inertia
// lets it fall and swing a little: without it cloth sinks as in honey.
const scenes: Partial<Record<ClothPreset, JsonObject>> = {
  ball: {
    view: { from: [0.35, 0.55, 1] },
    cloth: { thickness: 0.01, friction: 0.3, inertia: 0.8 },
    cloths: [
      {
        name: 'cloth',
        grid: { width: 1, height: 1, columns: 32, rows: 32 },
        material: { bend: 1e-5 },
        position: [0, 0.56, 0],
        rotation: { axis: [0, 1, 0], degrees: 28 },
        look: { color: '#c8452f', weave: 'checks', repeat: 0.1 },
      },
    ],
    obstacles: [FLOOR, { name: 'ball', color: '#8f98a3', sphere: { radius: 0.25 }, position: [0, 0.25, 0] }],
  },
  curtain: {
    view: { from: [0.3, 0.25, 1] },
    cloth: { thickness: 0.01, inertia: 0.8 },
    cloths: [
      {
        name: 'curtain',
        grid: { width: 1, height: 1, columns: 32, rows: 32 },
        material: { bend: 1e-5 },
        position: [0, 0.72, 0.15],
        along: [0, 0.4, 1],
        look: { color: '#2d6f9f', weave: 'checks', repeat: 0.1 },
      },
    ],
    obstacles: [FLOOR],
    script: [
      { grasp: { hand: 'left', cloth: 'curtain', vertex: 'u0v1' } },
      { grasp: { hand: 'right', cloth: 'curtain', vertex: 'u1v1' } },
      { target: { hand: 'left', at: [-0.36, 1.15, 0] } },
      { target: { hand: 'right', at: [0.36, 1.15, 0] } },
    ],
  },
  towel: {
    view: { from: [0.75, 0.4, 1] },
    cloth: { thickness: 0.008, friction: 0.4, inertia: 0.8 },
    cloths: [
      {
        name: 'towel',
        grid: { width: 0.5, height: 0.9, columns: 24, rows: 44 },
        material: { bend: 1e-5 },
        position: [0, 0.96, 0.1],
        look: { color: '#3d8a63', weave: 'stripes', repeat: 0.12 },
      },
    ],
    obstacles: [FLOOR, { name: 'pole', color: '#a57c52', capsule: { radius: 0.025, length: 0.9 }, position: [0, 0.92, 0], along: [1, 0, 0] }],
  },
};

/** Scenes that begin as an example of the library does, its hands where they are. */
const examples: Partial<Record<ClothPreset, string>> = { scarf: 'scarf', suture: 'suture_one_vessel' };

/** The text of the scene. example: the text of a scene in examples/, by its name. */
export async function clothScene(preset: ClothPreset, example: (name: string) => Promise<string>): Promise<string> {
  const { title } = clothPresets.find(({ id }) => id === preset) as { title: string };
  const name = examples[preset];
  if (name === undefined) {
    return writeJson({ bight: 1, title, ...scenes[preset] });
  }
  const scene = parseScene(await example(name));
  const script = (scene.script as JsonObject[]).filter((step) => 'grasp' in step);
  return writeJson({ ...scene, title, script });
}
