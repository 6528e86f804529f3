// SPDX-License-Identifier: MIT
// Scenes that the page offers ready made, and scenes made from what was dropped on it.

import { EngineError, type Model, type Preset, type SceneInfo, type Settings, type Vec3 } from '../protocol';
import { clothPresets } from './cloth_scenes';
import { elasticTable, tableScene } from './first_scene';
import type { Library } from './library';
import { boundsOf } from './look';
import { writeJson, type Json, type JsonObject } from './recorder';
import type { Still } from './still';

export const presets: { id: Preset; title: string; note: string }[] = [
  { id: 'table', title: 'Rope on a table', note: 'Seen from above. One end is held.' },
  { id: 'rope', title: 'Free rope', note: 'One rope in empty space.' },
  { id: 'two-ropes', title: 'Two ropes', note: 'Join them with a bend.' },
  { id: 'pole', title: 'Pole', note: 'Hitch a rope to a post.' },
  { id: 'ring', title: 'Ring', note: 'Make a rope fast to a ring.' },
  { id: 'cleat', title: 'Cleat', note: 'Belay a rope on two horns.' },
  ...clothPresets,
];

export interface FreeOptions {
  preset: Preset;
  links?: number;
  radius?: number;
  model?: Model;
  settings?: Partial<Settings>;
}

const HEMP = '#c98b45';
const BLUE = '#4a78b5';
const STEEL = '#8f98a3';
const WOOD = '#a57c52';

function worldOf(settings: Partial<Settings>): JsonObject {
  const { slip, speedLimit, stretchLimit, gravity } = settings;
  return {
    ...(slip !== undefined && { slip }),
    ...(speedLimit !== undefined && { speed_limit: speedLimit }),
    ...(stretchLimit !== undefined && { stretch_limit: stretchLimit }),
    ...(gravity !== undefined && { gravity }),
  };
}

// A spring rope is led by hands: time steps as long as its points' spacing allows, hands slower than waves along it
// (11 m/s by default stiffness and density), and air that brings it to rest.
function springOf(radius: number, gravity: Vec3): JsonObject {
  return {
    time_step: Math.min(0.02, 0.02 * radius),
    damping: 0.05,
    drag: 2,
    // the world's gravity is a way in a cycle, this one an acceleration: about a hundred times it looks alike
    gravity: gravity.map((x) => 100 * x),
  };
}
const SPRING_SPEED_LIMIT = 0.1;

/** The text of a free scene. Links have length 1. */
export function freeScene(options: FreeOptions): string {
  const { preset, radius = 0.5, model = 'ftl', settings = {} } = options;
  const links = Math.round(options.links ?? (preset === 'rope' ? 200 : 120));
  if (!(links >= 2 && links <= 5000)) {
    throw new EngineError('A rope here has 2 to 5000 links.');
  }
  if (!(radius > 0.02 && radius <= 2)) {
    throw new EngineError('The radius of a rope is 0.02 to 2 link lengths.');
  }
  if (preset === 'table' && model === 'rod') {
    return writeJson(elasticTable(options.links, options.radius));
  }
  if (preset === 'table') {
    return writeJson({ ...tableScene(options.links, options.radius), world: worldOf(settings) } as JsonObject);
  }
  const half = links / 2;
  const rope = (name: string, color: string, y: number, z: number): JsonObject => ({
    name,
    color,
    radius,
    ...(model !== 'ftl' && { model }),
    ...(model === 'spring' && { spring: springOf(radius, settings.gravity ?? [0, 0, 0]) }),
    line: { from: [-half, y, z], to: [half, y, z] },
    links,
  });
  const front = 4 + radius;
  const shapes: Partial<Record<Preset, { ropes: JsonObject[]; obstacles: JsonObject[] }>> = {
    rope: { ropes: [rope('rope', HEMP, 0, 0)], obstacles: [] },
    'two-ropes': { ropes: [rope('rope', HEMP, 4, 0), rope('other', BLUE, -4, 0)], obstacles: [] },
    pole: {
      ropes: [rope('rope', HEMP, 0, front)],
      obstacles: [{ name: 'pole', color: WOOD, capsule: { radius: 3, length: 50 }, position: [0, 0, 0] }],
    },
    ring: {
      ropes: [rope('rope', HEMP, 0, front)],
      obstacles: [{ name: 'ring', color: STEEL, torus: { radius: 7, tube: 1.2 }, position: [0, 0, 0], along: [0, 0, 1] }],
    },
    cleat: {
      ropes: [rope('rope', HEMP, -3, front)],
      obstacles: [
        { name: 'base', color: WOOD, box: { size: [26, 3, 9] }, position: [0, -9, 0] },
        { name: 'left post', color: STEEL, capsule: { radius: 1.3, length: 7 }, position: [-3.5, -4.5, 0] },
        { name: 'right post', color: STEEL, capsule: { radius: 1.3, length: 7 }, position: [3.5, -4.5, 0] },
        { name: 'horns', color: STEEL, capsule: { radius: 1.4, length: 20 }, position: [0, 0, 0], along: [1, 0, 0] },
      ],
    },
  };
  const one = presets.find(({ id }) => id === preset);
  if (!one) {
    throw new EngineError(`There is no scene called "${String(preset)}".`);
  }
  return writeJson({
    bight: 1,
    title: one.title,
    view: { from: [0.1, 0.35, 1] },
    world: worldOf(model === 'spring' ? { ...settings, speedLimit: SPRING_SPEED_LIMIT } : settings),
    ...shapes[preset],
  } as JsonObject);
}

// ---- dropped curves -------------------------------------------------------------------------------

export interface Dropped {
  nodes: Float64Array;
  closed: boolean;
  /** 0 when the file says nothing. */
  radius: number;
  name: string;
}

export function readDropped(lib: Library, bytes: Uint8Array, fileName: string): { curves: Dropped[]; notes: string } {
  return lib.lend(fileName, (name) =>
    lib.lend(bytes, (at, size) => {
      const count = lib.must('bw_read', at, size, name);
      const notes = lib.madeText();
      const curves = Array.from({ length: count }, (_, i): Dropped => {
        lib.call('bw_read_curve', i);
        const [points, closed, radius] = lib.box(3);
        const nodes = lib.doubles(lib.call('bw_read_points', i), 3 * points).slice();
        return { nodes, closed: closed !== 0, radius, name: lib.text('bw_read_name', i) };
      });
      return { curves, notes };
    }),
  );
}

function linkLengths({ nodes, closed }: Dropped): number[] {
  const count = nodes.length / 3;
  return Array.from({ length: closed ? count : count - 1 }, (_, i) => {
    const a = 3 * i;
    const b = 3 * ((i + 1) % count);
    return Math.hypot(nodes[a] - nodes[b], nodes[a + 1] - nodes[b + 1], nodes[a + 2] - nodes[b + 2]);
  });
}

/** Least distance of nodes that are more than two links apart; Infinity when there are too many to look at. */
function leastDistance({ nodes, closed }: Dropped): number {
  const count = nodes.length / 3;
  let least = Infinity;
  for (let i = 0; i < count && count <= 3000; i++) {
    for (let j = i + 3; j < count - (closed && i < 3 ? 3 - i : 0); j++) {
      const x = nodes[3 * i] - nodes[3 * j];
      const y = nodes[3 * i + 1] - nodes[3 * j + 1];
      const z = nodes[3 * i + 2] - nodes[3 * j + 2];
      least = Math.min(least, x * x + y * y + z * z);
    }
  }
  return Math.sqrt(least);
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}

/** Thick, but not so thick that it touches itself. */
function radiusOf(curve: Dropped): number {
  const link = mean(linkLengths(curve));
  return curve.radius > 0 ? curve.radius : Math.min(0.5 * link, 0.45 * leastDistance(curve));
}

/** A scene of the curves, or null when their links are too uneven for a rope. */
export function droppedScene(curves: Dropped[], title: string): string | null {
  const even = curves.every((curve) => {
    const lengths = linkLengths(curve);
    const middle = mean(lengths);
    return lengths.every((length) => length > 0.55 * middle && length < 1.45 * middle);
  });
  const nodes = curves.reduce((sum, curve) => sum + curve.nodes.length / 3, 0);
  if (!even || nodes > 5000) {
    return null;
  }
  const ropes = curves.map((curve, i): JsonObject => {
    const points: Json[] = [];
    for (let k = 0; k < curve.nodes.length; k += 3) {
      points.push([curve.nodes[k], curve.nodes[k + 1], curve.nodes[k + 2]]);
    }
    return { name: names(curves)[i], radius: radiusOf(curve), ...(curve.closed && { closed: true }), points };
  });
  return writeJson({ bight: 1, title, ropes });
}

function names(curves: Dropped[]): string[] {
  return curves.map(({ name }, i) => {
    const taken = curves.some((other, k) => k !== i && other.name === name);
    return name !== '' && !taken ? name : `curve${i + 1}`;
  });
}

export function droppedStill(curves: Dropped[], title: string, note: string, settings: Settings): Still {
  const radii = curves.map(radiusOf);
  const info: Omit<SceneInfo, 'serial'> = {
    kind: 'still',
    title,
    note,
    ropes: curves.map((curve, i) => ({
      name: names(curves)[i],
      nodes: curve.nodes.length / 3,
      closed: curve.closed,
      radius: radii[i],
      link: mean(linkLengths(curve)),
      color: -1,
      rod: null,
    })),
    cloths: [],
    obstacles: [],
    settings,
    view: { from: [0.4, 0.6, 1], up: [0, 1, 0] as Vec3 },
    bounds: boundsOf(
      curves.map((curve) => curve.nodes),
      radii,
      [],
    ),
  };
  return { info, nodes: curves.map((curve) => curve.nodes) };
}
