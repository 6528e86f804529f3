// SPDX-License-Identifier: MIT
// Gravity needs a floor: without one a rope sinks for ever. The scene as it is gets a box under it.

import type { Engine, SceneInfo, Vec3 } from '../protocol';

/** The obstacle that the stage shows as its floor. */
export const FLOOR = 'floor';
const SIZE: Vec3 = [4000, 20, 4000];

interface SceneText {
  world?: { gravity?: Vec3 };
  obstacles?: { name?: string; box?: { size: Vec3 }; position?: Vec3; color?: string }[];
}

export function hasFloor(info: SceneInfo): boolean {
  return info.obstacles.some(({ name, shape }) => name === FLOOR && shape.kind === 'box');
}

/** Set gravity in a scene that is there: at once, or by way of the same scene with a floor at `height`. */
export async function setGravity(engine: Engine, info: SceneInfo, gravity: Vec3, height: number): Promise<void> {
  if (gravity[1] === 0 || hasFloor(info) || info.kind !== 'free') {
    await engine.ask('settings', { gravity });
    return;
  }
  const { text } = await engine.ask('save', { what: 'now' });
  const scene = JSON.parse(text) as SceneText;
  if (scene.obstacles?.some(({ name }) => name === FLOOR)) {
    // it has come in the meantime
    await engine.ask('settings', { gravity });
    return;
  }
  scene.world = { ...scene.world, gravity };
  scene.obstacles = [
    ...(scene.obstacles ?? []),
    { name: FLOOR, box: { size: SIZE }, position: [0, height - SIZE[1] / 2, 0], color: '#8d8578' },
  ];
  await engine.ask('open', { text: JSON.stringify(scene), name: 'scene with a floor', hands: true });
}
