// SPDX-License-Identifier: MIT
// What is in the open scene, in the words of the protocol.

import type { ObstacleInfo, RopeInfo, SceneInfo, SceneKind, Settings, Shape, Vec3 } from '../protocol';
import type { Library } from './library';

export function ropesOf(lib: Library): RopeInfo[] {
  return Array.from({ length: lib.call('bw_rope_count') }, (_, i) => {
    lib.call('bw_rope', i);
    const [nodes, closed, radius, link, color] = lib.box(5);
    return { name: lib.text('bw_rope_name', i), nodes, closed: closed !== 0, radius, link, color };
  });
}

function shapeOf(lib: Library, i: number): { shape: Shape; color: number } {
  lib.call('bw_obstacle', i);
  const [kind, x, y, z, color, points, triangles] = lib.box(7);
  switch (kind) {
    case 0:
      return { shape: { kind: 'sphere', radius: x }, color };
    case 1:
      return { shape: { kind: 'capsule', radius: x, length: 2 * y }, color };
    case 2:
      return { shape: { kind: 'box', size: [2 * x, 2 * y, 2 * z] }, color };
    case 3:
      return { shape: { kind: 'torus', radius: x, tube: y }, color };
    default: {
      const positions = Float32Array.from(lib.doubles(lib.call('bw_obstacle_points', i), 3 * points));
      const address = lib.call('bw_obstacle_triangles', i);
      return {
        shape: { kind: 'mesh', positions, triangles: new Uint32Array(lib.memory.buffer, address, 3 * triangles).slice() },
        color,
      };
    }
  }
}

export function obstaclesOf(lib: Library): ObstacleInfo[] {
  return Array.from({ length: lib.call('bw_obstacle_count') }, (_, i) => ({
    name: lib.text('bw_obstacle_name', i),
    ...shapeOf(lib, i),
  }));
}

export function settingsOf(lib: Library): Settings {
  lib.call('bw_settings');
  const [slip, speedLimit, stretchLimit, x, y, z] = lib.box(6);
  return { slip, speedLimit, stretchLimit, gravity: [x, y, z] };
}

/** A ball round the obstacle's position that holds it. */
function reach(shape: Shape): number {
  switch (shape.kind) {
    case 'sphere':
      return shape.radius;
    case 'capsule':
      return shape.radius + shape.length / 2;
    case 'box':
      return Math.hypot(...shape.size) / 2;
    case 'torus':
      return shape.radius + shape.tube;
    case 'mesh': {
      let far = 0;
      for (let i = 0; i < shape.positions.length; i += 3) {
        far = Math.max(far, Math.hypot(shape.positions[i], shape.positions[i + 1], shape.positions[i + 2]));
      }
      return far;
    }
  }
}

export function boundsOf(nodes: ArrayLike<number>[], radii: number[], balls: { at: Vec3; radius: number }[]): [Vec3, Vec3] {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  const grow = (value: number, radius: number, k: number): void => {
    low[k] = Math.min(low[k], value - radius);
    high[k] = Math.max(high[k], value + radius);
  };
  nodes.forEach((rope, r) => {
    for (let i = 0; i < rope.length; i++) {
      grow(rope[i], radii[r], i % 3);
    }
  });
  for (const ball of balls) {
    ball.at.forEach((value, k) => grow(value, ball.radius, k));
  }
  return [low, high];
}

export function nodesOf(lib: Library, rope: number): Float64Array {
  lib.call('bw_rope', rope);
  const count = lib.box(1)[0];
  return lib.doubles(lib.call('bw_nodes', rope), 3 * count);
}

export function sceneInfo(lib: Library, kind: SceneKind, serial: number): SceneInfo {
  const ropes = ropesOf(lib);
  const obstacles = obstaclesOf(lib);
  const balls = obstacles.map(({ shape }, i) => {
    lib.call('bw_pose', i);
    const [x, y, z] = lib.box(3);
    return { at: [x, y, z] as Vec3, radius: reach(shape) };
  });
  const nodes = ropes.map((_, i) => nodesOf(lib, i));
  lib.call('bw_view');
  const [fx, fy, fz, ux, uy, uz] = lib.box(6);
  return {
    kind,
    title: lib.text('bw_title'),
    note: lib.text('bw_note'),
    ropes,
    obstacles,
    settings: settingsOf(lib),
    view: { from: [fx, fy, fz], up: [ux, uy, uz] },
    bounds: boundsOf(
      nodes,
      ropes.map((rope) => rope.radius),
      balls,
    ),
    serial,
  };
}
