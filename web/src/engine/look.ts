// SPDX-License-Identifier: MIT
// What is in the open scene, in the words of the protocol.

import type { ClothInfo, Model, NeedleInfo, ObstacleInfo, RodInfo, RopeInfo, SceneInfo, SceneKind, Settings, Shape, Vec3 } from '../protocol';
import { Library } from './library';

export function ropesOf(lib: Library): RopeInfo[] {
  return Array.from({ length: lib.call('bw_rope_count') }, (_, i) => {
    lib.call('bw_rope', i);
    const [nodes, closed, radius, link, color] = lib.box(5);
    return { name: lib.text('bw_rope_name', i), nodes, closed: closed !== 0, radius, link, color, rod: rodOf(lib, i) };
  });
}

/** In the library's order. */
export const MODELS: Model[] = ['ftl', 'spring', 'projection', 'rod'];

export function modelOf(lib: Library, rope: number): Model {
  lib.call('bw_rod', rope);
  return MODELS[lib.box(1)[0]];
}

function needleOf(lib: Library, rope: number, links: number): NeedleInfo {
  return lib.lendDoubles(new Float64Array(links + 1), (at) => {
    const last = lib.call('bw_needle', rope, at) !== 0;
    return { last, radii: [...lib.doubles(at, links + 1)] };
  });
}

function rodOf(lib: Library, rope: number): RodInfo | null {
  if (modelOf(lib, rope) !== 'rod') {
    return null;
  }
  const [, density, bend, friction, timeStep, links, gravity] = lib.box(7);
  const needle = links > 0 ? needleOf(lib, rope, links) : null;
  return { material: lib.text('bw_rope_material', rope), density, bend, friction, timeStep, needle, gravity };
}

const WEAVES = ['plain', 'checks', 'stripes', 'none'] as const;

function indices(lib: Library, address: number, count: number): Uint32Array {
  return new Uint32Array(lib.memory.buffer, address, count).slice();
}

// without a pattern of its own a cloth is flat as it lies at first: seen along its thinnest side
function flat(points: Float64Array): Float32Array {
  const [low, high] = boundsOf([points], [0], []);
  const axes = [0, 1, 2].sort((a, b) => high[b] - low[b] - (high[a] - low[a])).slice(0, 2);
  const uv = new Float32Array((2 * points.length) / 3);
  for (let i = 0; i < uv.length; i++) {
    uv[i] = points[3 * (i >> 1) + axes[i & 1]];
  }
  return uv;
}

export function clothsOf(lib: Library): ClothInfo[] {
  return Array.from({ length: lib.call('bw_cloth_count') }, (_, i) => {
    lib.call('bw_cloth', i);
    const [vertices, count, places, color, back, accent, weave, repeat, edge] = lib.box(9);
    const triangles = indices(lib, lib.call('bw_cloth_triangles', i), 3 * count);
    return {
      name: lib.text('bw_cloth_name', i),
      vertices,
      triangles,
      uv: places > 0 ? Float32Array.from(lib.doubles(lib.call('bw_pattern', i), 2 * places)) : flat(verticesOf(lib, i)),
      uvTriangles: places > 0 ? indices(lib, lib.call('bw_pattern_triangles', i), 3 * count) : triangles,
      color,
      back,
      accent,
      weave: WEAVES[weave] ?? 'plain',
      repeat,
      edge,
    };
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
        shape: { kind: 'mesh', positions, triangles: indices(lib, address, 3 * triangles) },
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

/** Those of the library, before any scene. */
export function defaultSettings(module: WebAssembly.Module): Settings {
  return settingsOf(new Library(module));
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

/** Borrowed until the next call. */
export function verticesOf(lib: Library, cloth: number): Float64Array {
  lib.call('bw_cloth', cloth);
  const count = lib.box(1)[0];
  return lib.doubles(lib.call('bw_vertices', cloth), 3 * count);
}

export function sceneInfo(lib: Library, kind: SceneKind, serial: number): SceneInfo {
  const ropes = ropesOf(lib);
  const cloths = clothsOf(lib);
  const obstacles = obstaclesOf(lib);
  const balls = obstacles.map(({ shape }, i) => {
    lib.call('bw_pose', i);
    const [x, y, z] = lib.box(3);
    return { at: [x, y, z] as Vec3, radius: reach(shape) };
  });
  const points = [...ropes.map((_, i) => nodesOf(lib, i)), ...cloths.map((_, i) => verticesOf(lib, i))];
  lib.call('bw_view');
  const [fx, fy, fz, ux, uy, uz] = lib.box(6);
  return {
    kind,
    title: lib.text('bw_title'),
    note: lib.text('bw_note'),
    ropes,
    cloths,
    obstacles,
    settings: settingsOf(lib),
    view: { from: [fx, fy, fz], up: [ux, uy, uz] },
    bounds: boundsOf(
      points,
      [...ropes.map((rope) => rope.radius), ...cloths.map(() => 0)],
      balls,
    ),
    serial,
  };
}
