// SPDX-License-Identifier: MIT
// Gravity needs a floor: without one a rope sinks for ever. The scene as it is gets a box under it.

import type { Engine, SceneInfo, Vec3 } from '../protocol';
import { floorAt, FLOOR_NAME } from '../protocol/gravity';

interface SceneText {
  world?: { gravity?: Vec3 };
  obstacles?: { name?: string }[];
}

export function hasFloor(info: SceneInfo): boolean {
  return info.obstacles.some(({ name, shape }) => name === FLOOR_NAME && shape.kind === 'box');
}

/** Set gravity in a scene that is there: at once, or by way of the same scene with a floor at `height`. */
export async function setGravity(engine: Engine, info: SceneInfo, gravity: Vec3, height: number): Promise<void> {
  if (gravity[1] === 0 || hasFloor(info) || info.kind !== 'free') {
    await engine.ask('settings', { gravity });
    return;
  }
  const { text } = await engine.ask('save', { what: 'now' });
  const scene = JSON.parse(text) as SceneText;
  if (scene.obstacles?.some(({ name }) => name === FLOOR_NAME)) {
    // it has come in the meantime
    await engine.ask('settings', { gravity });
    return;
  }
  scene.world = { ...scene.world, gravity };
  scene.obstacles = [...(scene.obstacles ?? []), floorAt(height, 1)];
  await engine.ask('open', { text: JSON.stringify(scene), name: 'scene with a floor', hands: true });
}
