// SPDX-License-Identifier: MIT
// A scene as it lies, once more with elastic rods of a material: at the size that such a rope has, in metres.

import { EngineError, type Material, type RodChoice, type Vec3 } from '../protocol';
import { EARTH, floorAt, FLOOR_FITS, FLOOR_NAME, FULL_GRAVITY } from '../protocol/gravity';
import type { Library } from './library';
import { parseScene, writeJson, type Json, type JsonObject } from './recorder';

export function materialsOf(lib: Library): Material[] {
  return Array.from({ length: lib.call('bw_material_count') }, (_, i) => {
    lib.call('bw_material', i);
    const [radius, density, bend, friction] = lib.box(4);
    return { name: lib.text('bw_material_name', i), title: lib.text('bw_material_title', i), radius, density, bend, friction };
  });
}

/** Where nothing falls a rope lies in a bed that keeps its loops open to 9 radii: (B / bed)^(1/3). N/m. */
function bedOf(bend: number, radius: number): number {
  return Number((bend / (9 * radius) ** 3).toPrecision(2));
}

function scaled(value: Json, by: number): Json {
  return typeof value === 'number' ? by * value : Array.isArray(value) ? value.map((one) => scaled(one, by)) : value;
}

const SHAPES = ['sphere', 'capsule', 'box', 'torus'];

function obstacleOf(obstacle: JsonObject, by: number): JsonObject {
  const kind = SHAPES.find((shape) => shape in obstacle);
  if (kind === undefined || 'motion' in obstacle) {
    throw new EngineError('Only scenes of ropes, balls, poles, boxes and rings that stand still can have elastic ropes.');
  }
  const sizes = Object.entries(obstacle[kind] as JsonObject).map(([key, value]) => [key, scaled(value, by)]);
  return { ...obstacle, [kind]: Object.fromEntries(sizes) as JsonObject, position: scaled(obstacle.position ?? [0, 0, 0], by) };
}

function needleOf(needle: JsonObject, by: number): JsonObject {
  return { ...needle, ...(needle.diameter !== undefined && { diameter: by * (needle.diameter as number) }) };
}

/** @param text A scene of ropes whose nodes are given: what 'save' makes of the scene that is there. */
export function rodScene(text: string, materials: readonly Material[], choice: RodChoice): string {
  const { material, friction, bend, density, floor } = choice;
  const scene = parseScene(text);
  const chosen = materials.find(({ name }) => name === material);
  const ropes = (scene.ropes ?? []) as JsonObject[];
  if (!chosen || ropes.length === 0) {
    throw new EngineError('Only ropes of a material that is known can be elastic.');
  }
  const first = ropes[0].radius as number;
  const by = chosen.radius / first;
  const world = (scene.world ?? {}) as JsonObject;
  // what is a rod already falls as its own rod says
  const before = (ropes[0].model === 'rod' && ((ropes[0].rod as JsonObject | undefined)?.gravity as Vec3 | undefined)) || null;
  const wanted: Vec3 | null = choice.gravity !== undefined ? [0, -choice.gravity, 0] : before;
  const gravity = wanted ?? ((world.gravity ?? [0, 0, 0]) as Vec3).map((x) => (EARTH * x) / (FULL_GRAVITY * first));
  const falls = gravity.some((x) => x !== 0);
  const obstacles = (scene.obstacles ?? []) as JsonObject[];
  const bare = falls && floor !== undefined && !obstacles.some(({ name }) => name === FLOOR_NAME);
  const all = bare ? [...obstacles, floorAt(floor, first / FLOOR_FITS)] : obstacles;
  const rod: JsonObject = {
    ...(!falls && { bed: bedOf(bend ?? chosen.bend, chosen.radius) }),
    ...(friction !== undefined && { friction }),
    ...(bend !== undefined && { bend }),
    ...(density !== undefined && { density }),
    ...(falls && { gravity }),
  };
  return writeJson({
    ...scene,
    world: { ...world, gravity: [0, 0, 0], response: 'solved' },
    ropes: ropes.map(({ projection: _p, spring: _s, ...rope }) => ({
      ...rope,
      model: 'rod',
      material,
      rod,
      radius: by * (rope.radius as number),
      points: scaled(rope.points, by),
      ...(rope.needle !== undefined && { needle: needleOf(rope.needle as JsonObject, by) }),
    })),
    ...(all.length > 0 && { obstacles: all.map((one) => obstacleOf(one, by)) }),
  });
}
