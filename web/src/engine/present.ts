// SPDX-License-Identifier: MIT
// The scene as it is now, as a scene file to go on from.

import type { SceneInfo, Vec3 } from '../protocol';
import type { Hands } from './hands';
import type { Library } from './library';
import { modelOf, nodesOf, settingsOf } from './look';
import { writeJson, writeScene, type Json, type JsonObject } from './recorder';

/** Unit quaternion to axis and degrees. */
function turn(x: number, y: number, z: number, w: number): { axis: Vec3; degrees: number } | null {
  const length = Math.hypot(x, y, z);
  return length < 1e-12 ? null : { axis: [x, y, z], degrees: (2 * Math.atan2(length, w) * 180) / Math.PI };
}

/** short: few digits, for a link; else all of them. */
export function presentScene(lib: Library, base: JsonObject, info: SceneInfo, hands: Hands, short: boolean): string {
  const digits = Math.max(0, 4 - Math.floor(Math.log10(Math.min(...info.ropes.map((rope) => rope.radius)))));
  const number = (x: number): number => (short ? Number(x.toFixed(Math.min(digits, 20))) : x);
  const settings = settingsOf(lib);

  const given = (base.ropes ?? []) as JsonObject[];
  const ropes = info.ropes.map((rope, i): JsonObject => {
    const nodes = nodesOf(lib, i);
    const points: Json[] = [];
    for (let k = 0; k < nodes.length; k += 3) {
      points.push([number(nodes[k]), number(nodes[k + 1]), number(nodes[k + 2])]);
    }
    const { color, projection, spring, rod, material, needle } = given[i] ?? {};
    const { end, diameter } = (needle ?? {}) as JsonObject;
    const model = modelOf(lib, i);
    return {
      name: rope.name,
      ...(color !== undefined && { color }),
      ...(model !== 'ftl' && { model }),
      ...(material !== undefined && { material }),
      ...(rope.rod ? { rod: { ...(rod as JsonObject | undefined), friction: rope.rod.friction } } : rod !== undefined && { rod }),
      ...(rope.rod?.needle && { needle: { ...(end !== undefined && { end }), links: rope.rod.needle.radii.length - 1, ...(diameter !== undefined && { diameter }) } }),
      ...(projection !== undefined && { projection }),
      ...(spring !== undefined && { spring }),
      radius: rope.radius,
      ...(rope.closed && { closed: true }),
      points,
    };
  });

  const obstacles = ((base.obstacles ?? []) as JsonObject[]).map((obstacle, i): JsonObject => {
    if ('motion' in obstacle) {
      return obstacle;
    }
    lib.call('bw_pose', i);
    const [x, y, z, qx, qy, qz, qw] = lib.box(7);
    const { position: _p, along: _a, rotation: _r, ...rest } = obstacle;
    const rotation = turn(qx, qy, qz, qw);
    return { ...rest, position: [x, y, z], ...(rotation && { rotation: rotation as unknown as JsonObject }) };
  });

  const script: Json[] = [];
  hands.each((hand) => {
    const { name } = info.ropes[hand.rope];
    script.push({ grasp: { hand: `hand${script.length + 1}`, rope: name, node: hand.node } });
  });
  const { title, view } = base;
  const scene: JsonObject = {
    bight: 1,
    ...(title !== undefined && { title }),
    ...(view !== undefined && { view }),
    world: {
      ...(base.world as JsonObject | undefined),
      slip: settings.slip,
      speed_limit: settings.speedLimit,
      stretch_limit: settings.stretchLimit,
      gravity: settings.gravity,
    },
    ropes,
    ...(obstacles.length > 0 && { obstacles }),
    ...(script.length > 0 && { script }),
  };
  return short ? writeJson(scene) : writeScene(scene);
}
