// SPDX-License-Identifier: MIT
// The garment tab's scenes: a sample of cloth, a template of a knot with its sliders, regions of the pattern on its strands.
// All that is chosen is one plain object, and the same object makes the same scene: undo and redo are to the bit.

import { writeJson, type JsonObject } from './recorder';

export interface TemplateParameter {
  name: string;
  label: string;
  unit: string;
  low: number;
  high: number;
  value: number;
}

export interface Template {
  /** "double_bow"; the file's name. */
  name: string;
  title: string;
  source: string;
  parameters: TemplateParameter[];
  strands: { name: string; closed: boolean; length: number; radius: number }[];
}

/** A part of the pattern on a strand, metres and degrees: a rectangle along it, or a circle whose middle is a tip of it. */
export interface StudioRegion {
  strand: string;
  shape: 'rectangle' | 'circle';
  u: number;
  v: number;
  angle: number;
  /** Of a rectangle. */
  length: number;
  width: number;
  padding: number;
  /** Of a circle. */
  radius: number;
  end: 'first' | 'last';
}

export interface StudioState {
  /** 'ribbon': as long as the strands; 'file': a mesh of one's own; else one of SAMPLES. */
  sample: string;
  /** Of the cloth, metres. */
  thickness: number;
  template: string;
  /** Those that are not the template's own. */
  values: Record<string, number>;
  /** One for each strand. */
  regions: StudioRegion[];
}

/** A flat piece of the pattern. */
export interface PatternPiece {
  low: [number, number];
  high: [number, number];
  /** Metres, on either side of a region of it. */
  padding: number;
}

/** side: of its squares, metres. */
export interface Ribbon extends PatternPiece {
  side: number;
}

/** Side of a ribbon's squares, in radii of its strand: with diagonals of half a radius the library need not refine. */
const SIDE = 0.35;
/** Width of a ribbon in radii, and what is left free on either side of it: cloth that goes half round lies flat. */
const WIDE = 3;
const FREE = 1.5;
const GAP = 0.02;
/** Of a part of a piece, left free where it is cut. */
const GAP_PART = 0.05;
/** Metres before all cloth that a knot stands. */
const FRONT = 0.06;
export const THICKNESS = 0.001;

// ---- templates ------------------------------------------------------------------------------------

/** strands: what the library says of them. */
export function readTemplate(text: string, strands: { length: number; radius: number }[]): Template {
  const file = JSON.parse(text) as { template: string; title: string; source: string; strands: { name: string; closed?: boolean }[]; parameters: TemplateParameter[] };
  return {
    name: file.template,
    title: file.title,
    source: file.source,
    parameters: file.parameters.map(({ name, label, unit, low, high, value }) => ({ name, label, unit, low, high, value })),
    strands: strands.map((strand, i) => ({ name: file.strands[i].name, closed: file.strands[i].closed === true, ...strand })),
  };
}

// ---- ribbons --------------------------------------------------------------------------------------

/** A ribbon for each strand, beside each other, flat. */
export function ribbonPieces({ strands }: Template): Ribbon[] {
  let v = 0;
  return strands.map(({ length, radius }) => {
    const low: [number, number] = [0, v];
    const high: [number, number] = [length, v + WIDE * radius];
    v = high[1] + GAP;
    return { low, high, side: SIDE * radius, padding: FREE * radius };
  });
}

/** Ribbons as an OBJ file: rows of squares cut by alternating diagonals, texture coordinates in metres. */
export function ribbonFile(pieces: Ribbon[]): string {
  const lines: string[] = [];
  const faces: string[] = [];
  let first = 1;
  pieces.forEach(({ low, high, side }, piece) => {
    const columns = Math.max(2, Math.ceil((high[0] - low[0]) / side));
    const rows = Math.max(2, Math.ceil((high[1] - low[1]) / side));
    for (let j = 0; j <= rows; j++) {
      for (let i = 0; i <= columns; i++) {
        const u = low[0] + ((high[0] - low[0]) * i) / columns;
        const v = low[1] + ((high[1] - low[1]) * j) / rows;
        // few digits are read fast
        const place = `${Number(u.toFixed(9))} ${Number(v.toFixed(9))}`;
        lines.push(`v ${place} 0`, `vt ${place}`);
      }
    }
    faces.push(`g ribbon${piece + 1}`);
    const corner = (i: number, j: number): string => {
      const at = first + j * (columns + 1) + i;
      return `${at}/${at}`;
    };
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) {
        const [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
        faces.push(...((i + j) % 2 === 0 ? [`f ${a} ${b} ${c}`, `f ${a} ${c} ${d}`] : [`f ${a} ${b} ${d}`, `f ${b} ${c} ${d}`]));
      }
    }
    first += (columns + 1) * (rows + 1);
  });
  return `${lines.concat(faces).join('\n')}\n`;
}

/** The whole of a piece on each strand, longest piece and longest strand first; its longer side goes along. */
export function wholePieces({ strands }: Template, pieces: PatternPiece[]): StudioRegion[] {
  const size = ({ low, high }: PatternPiece): number => Math.max(high[0] - low[0], high[1] - low[1]);
  const order = pieces.map((_, i) => i).sort((a, b) => size(pieces[b]) - size(pieces[a]) || a - b);
  const longest = strands.map((_, i) => i).sort((a, b) => strands[b].length - strands[a].length || a - b);
  return strands.map(({ name }, strand) => {
    const { low, high, padding } = pieces[order[longest.indexOf(strand) % order.length]];
    const [wide, tall] = [high[0] - low[0], high[1] - low[1]];
    return {
      strand: name,
      shape: 'rectangle',
      u: (low[0] + high[0]) / 2,
      v: (low[1] + high[1]) / 2,
      angle: wide >= tall ? 0 : 90,
      length: Math.max(wide, tall),
      width: Math.min(wide, tall),
      padding,
      radius: 0.5 * Math.min(wide, tall),
      end: 'first',
    };
  });
}

const slenderness = ({ low, high }: PatternPiece): number => {
  const sides = [high[0] - low[0], high[1] - low[1]];
  return Math.max(...sides) / Math.max(Math.min(...sides), 1e-9);
};

/** Where a knot is put at first in a garment: into its most slender pieces, in their order; one that must do for more strands
 *  is cut across. */
export function regionsFor(template: Template, pieces: PatternPiece[]): StudioRegion[] {
  const count = template.strands.length;
  const best = [...pieces].sort((a, b) => slenderness(b) - slenderness(a)).slice(0, count);
  const used = pieces.filter((piece) => best.includes(piece));
  const cut = Math.ceil(count / used.length);
  const parts = used.flatMap(({ low, high, padding }) => {
    const along = high[0] - low[0] >= high[1] - low[1] ? 0 : 1;
    const part = (high[along] - low[along]) / cut;
    return Array.from({ length: cut }, (_, i): PatternPiece => {
      const [from, to]: [number, number][] = [[...low], [...high]];
      from[along] = low[along] + (i + (i > 0 ? GAP_PART : 0)) * part;
      to[along] = low[along] + (i + 1 - (i + 1 < cut ? GAP_PART : 0)) * part;
      return { low: from, high: to, padding };
    });
  });
  // strand by strand: the first is on the first piece
  return template.strands.flatMap((strand, i) => wholePieces({ ...template, strands: [strand] }, [parts[i]]));
}

/** Where a knot in these regions stands best: at the middle of their cloth, in front of it all. */
export function placeFor(regions: StudioRegion[], pattern: { uv: ArrayLike<number>; corners: ArrayLike<number> }, points: ArrayLike<number>, triangles: ArrayLike<number>): [number, number, number] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  let front = -Infinity;
  for (let i = 0; i < triangles.length; i++) {
    const [p, q] = [3 * triangles[i], 2 * pattern.corners[i]];
    front = Math.max(front, points[p + 2]);
    const inside = regions.some(({ u, v, angle, length, width }) => {
      const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
      const [x, y] = [pattern.uv[q] - u, pattern.uv[q + 1] - v];
      return Math.abs(x * cosine + y * sine) <= 0.51 * length && Math.abs(y * cosine - x * sine) <= 0.51 * width;
    });
    for (let k = 0; inside && k < 3; k++) {
      low[k] = Math.min(low[k], points[p + k]);
      high[k] = Math.max(high[k], points[p + k]);
    }
  }
  return low[0] > high[0] ? [0, 0, 0] : [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, front + FRONT];
}

/** A strand's region as a rectangle, or as two circles at its ends. */
export function reshape(regions: StudioRegion[], strand: string, shape: StudioRegion['shape']): StudioRegion[] {
  const first = regions.findIndex((region) => region.strand === strand);
  const mine = regions.filter((region) => region.strand === strand);
  const one = mine[0];
  if (first < 0 || one.shape === shape) {
    return regions;
  }
  const turn = (Math.PI / 180) * one.angle;
  const radius = 0.4 * Math.min(one.width, one.length / 2);
  const apart = Math.max(one.length / 2 - one.width / 2, 1.1 * radius);
  const at = (side: number, end: StudioRegion['end']): StudioRegion => ({
    ...one,
    shape: 'circle',
    u: one.u + side * apart * Math.cos(turn),
    v: one.v + side * apart * Math.sin(turn),
    radius,
    end,
  });
  const last = mine[mine.length - 1];
  const made: StudioRegion[] =
    shape === 'circle' ? [at(-1, 'first'), at(1, 'last')] : [{ ...one, shape, u: (one.u + last.u) / 2, v: (one.v + last.v) / 2, end: 'first' }];
  return [...regions.slice(0, first), ...made, ...regions.slice(first).filter((region) => region.strand !== strand)];
}

// ---- scenes ---------------------------------------------------------------------------------------

/** How a file's lengths and its pattern become metres, and where the knot stands, for what no border decides. */
export interface Units {
  scale: number;
  pattern: number;
  place?: [number, number, number];
}

function regionJson({ strand, shape, u, v, angle, length, width, padding, radius, end }: StudioRegion): JsonObject {
  return { strand, ...(shape === 'circle' ? { circle: { u, v, radius, angle, end } } : { rectangle: { u, v, angle, length, width, padding } }) };
}

function knotJson(state: StudioState, template: Template): JsonObject {
  const set = template.parameters
    .filter(({ name, value }) => (state.values[name] ?? value) !== value)
    .map(({ name }) => ({ parameter: name, value: state.values[name] }));
  return { template: template.name, ...(set.length > 0 && { set }), regions: state.regions.map(regionJson) };
}

/** Seconds: long steps lead far in little time, but shake a knot loose; in short ones friction holds it (docs/dress.md). */
const LONG_STEP = 0.1;
const SHORT_STEP = 0.01;

/** How it is tied once it has been laid, as `bight garment knot` does it. */
export function tyingSteps(): JsonObject[] {
  return [
    { expect: { dressed: 'knot' } },
    { set: { cloth: { time_step: LONG_STEP } } },
    { note: 'It settles.', settle: { cycles: 60, arrive: false } },
    { note: 'Its ends are led apart.', lead: { dress: 'knot', cycles: 600 } },
    { set: { cloth: { time_step: SHORT_STEP } } },
    { note: 'It settles again.', settle: { cycles: 300, arrive: false } },
    { expect: { dressed: 'knot', cloth: { intersections: 0 } } },
  ];
}

/** What a scene's redress takes for a state. */
export function redressStep(state: StudioState, template: Template): JsonObject {
  return { dress: 'knot', ...knotJson(state, template) };
}

/** The scene of a state, which names the cloth's file cloth.obj. Without regions: the cloth as it is. */
export function studioScene(state: StudioState, template: Template, units: Units = { scale: 1, pattern: 1 }): string {
  const dressed = state.regions.length > 0;
  return writeJson({
    bight: 1,
    title: `${template.title}, ${state.sample}`,
    view: { from: [0.1, 0.3, 1] },
    cloth: { thickness: state.thickness, friction: 0.3, gravity: [0, 0, 0], time_step: LONG_STEP },
    cloths: [
      {
        name: 'cloth',
        mesh: { file: 'cloth.obj', scale: units.scale, pattern: units.pattern },
        material: { bend: 2e-5 },
        look: { color: '#b0253f', weave: 'stripes', repeat: 0.02 },
      },
    ],
    // the template comes along with the library
    ...(dressed && {
      dress: [{ name: 'knot', ...knotJson(state, template), ...(units.place && { position: units.place }) }],
      script: tyingSteps(),
    }),
  });
}
