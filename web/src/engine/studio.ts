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
  strands: { name: string; length: number; radius: number }[];
}

/** A rectangle of the pattern, metres and degrees, on a strand. */
export interface StudioRegion {
  strand: string;
  u: number;
  v: number;
  angle: number;
  length: number;
  width: number;
  padding: number;
}

export interface StudioState {
  /** 'ribbon': as long as the strands; 'file': a mesh of one's own. */
  sample: string;
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

// ---- templates ------------------------------------------------------------------------------------

/** strands: what the library says of them. */
export function readTemplate(text: string, strands: { length: number; radius: number }[]): Template {
  const file = JSON.parse(text) as { template: string; title: string; source: string; strands: { name: string }[]; parameters: TemplateParameter[] };
  return {
    name: file.template,
    title: file.title,
    source: file.source,
    parameters: file.parameters.map(({ name, label, unit, low, high, value }) => ({ name, label, unit, low, high, value })),
    strands: strands.map((strand, i) => ({ name: file.strands[i].name, ...strand })),
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
      u: (low[0] + high[0]) / 2,
      v: (low[1] + high[1]) / 2,
      angle: wide >= tall ? 0 : 90,
      length: Math.max(wide, tall),
      width: Math.min(wide, tall),
      padding,
    };
  });
}

// ---- scenes ---------------------------------------------------------------------------------------

/** The scene of a state; file: the cloth's, as OBJ. Without regions: the cloth as it is. */
export function studioScene(state: StudioState, template: Template, file: Uint8Array): { text: string; files: Record<string, Uint8Array> } {
  const dressed = state.regions.length > 0;
  const set = template.parameters
    .filter(({ name, value }) => (state.values[name] ?? value) !== value)
    .map(({ name }) => ({ parameter: name, value: state.values[name] }));
  const scene: JsonObject = {
    bight: 1,
    title: `${template.title}, ${state.sample}`,
    view: { from: [0.1, 0.3, 1] },
    cloth: { thickness: 0.001, friction: 0.1, gravity: [0, 0, 0], time_step: 0.1 },
    cloths: [
      {
        name: 'cloth',
        mesh: { file: 'cloth.obj', scale: 1, pattern: 1 },
        material: { bend: 2e-5 },
        look: { color: '#b0253f', weave: 'stripes', repeat: 0.02 },
      },
    ],
    ...(dressed && {
      dress: [
        {
          name: 'knot',
          template: template.name,
          ...(set.length > 0 && { set }),
          regions: state.regions.map(({ strand, ...rectangle }) => ({ strand, rectangle: { ...rectangle } })),
        },
      ],
      script: [
        { expect: { dressed: 'knot' } },
        { note: 'It settles.', settle: { cycles: 100, arrive: false } },
        { note: 'Its ends are led apart.', lead: { dress: 'knot', cycles: 400 } },
        { note: 'It settles again.', settle: { cycles: 300, arrive: false } },
        { expect: { dressed: 'knot', cloth: { intersections: 0 } } },
      ],
    }),
  };
  return {
    text: writeJson(scene),
    // the template comes along with the library
    files: { 'cloth.obj': file },
  };
}
