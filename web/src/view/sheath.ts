// SPDX-License-Identifier: MIT
// The braided sheath, drawn by the shader: two families of strands that run round the rope in opposite senses and
// pass over and under each other in turn. Tracer threads cross on one line along the rope, so that its twist can
// be read. Ends are whipped with thread in two colours, so that they can be told apart.

import { Color, type IUniform } from 'three';

export interface RopeColors {
  base: string;
  tracer: string;
  tracerB: string;
  endA: string;
  endB: string;
}

/** A closed rope is counted from so far along it, in radii: no end is near. */
export const CLOSED_FROM = 1000;

/** Height and colour of the sheath at vRope, a varying that is to be declared before. */
export const SHEATH = /* glsl */ `
uniform vec3 tracer;
uniform vec3 tracerB;
uniform vec3 endA;
uniform vec3 endB;
uniform float ropeLength;
uniform vec2 marked;
uniform vec2 steel;
uniform vec3 markColor;

const float STRANDS = 8.0;
const float PITCH = 0.8;
const float WHIPPING = 2.6;

// x: height of the sheath, 0 to 1; y: which family is on top; z: number of its strand; w: place across the strand
vec4 braid(vec2 at) {
  float a = STRANDS * at.x + PITCH * at.y;
  float b = STRANDS * at.x - PITCH * at.y;
  vec2 cell = floor(vec2(a, b));
  vec2 in_cell = vec2(a, b) - cell;
  float over = mod(cell.x + cell.y, 2.0);
  float across = over < 0.5 ? in_cell.x : in_cell.y;
  float along = over < 0.5 ? in_cell.y : in_cell.x;
  float w = 2.0 * across - 1.0;
  float height = sqrt(max(0.0, 1.0 - w * w)) * (0.55 + 0.45 * sin(3.14159265 * along));
  return vec4(height, over, mod(over < 0.5 ? cell.x : cell.y, STRANDS), across);
}

// of a needle: 1, of thread 0
float sheathSteel(float s) {
  return step(steel.x, s) * step(s, steel.y);
}

float whipped(float s) {
  return max(1.0 - smoothstep(WHIPPING - 0.05, WHIPPING + 0.05, s),
             smoothstep(ropeLength - WHIPPING - 0.05, ropeLength - WHIPPING + 0.05, s));
}

float sheathHeight(vec2 at) {
  float thread = abs(sin(3.14159265 * 3.2 * at.y));
  return mix(braid(at).x, 0.35 + 0.65 * thread, whipped(at.y));
}

// how much of the pattern is left where the rope is small on the screen
float sheathDetail(vec2 ropeStep) {
  return 1.0 - smoothstep(0.35, 1.1, STRANDS * ropeStep.x + PITCH * ropeStep.y);
}

vec2 sheathStep() {
  return vec2(min(fwidth(vRope.x), 0.1), fwidth(vRope.y));
}

vec3 sheathThreads(vec3 base, vec2 ropeStep, float detail) {
  vec4 sheath = braid(vRope);
  float isTracer = step(sheath.z, 0.5);
  vec3 threads = base;
  // single yarns within a strand, and a little difference from strand to strand
  threads *= 1.0 + detail * 0.10 * sin(sheath.w * 18.85) + 0.05 * sin(sheath.z * 2.4 + sheath.y * 1.7);
  threads = mix(threads, sheath.y < 0.5 ? tracer : tracerB, isTracer);
  vec3 average = mix(base, mix(tracer, tracerB, 0.5), 1.0 / STRANDS);
  return mix(average * 0.86, threads * mix(0.42, 1.06, sheath.x), detail);
}

// threads, with whipped ends and what is lit up
vec3 sheathWhipped(vec3 threads, vec2 ropeStep) {
  float thread = abs(sin(3.14159265 * 3.2 * vRope.y));
  float threadDetail = 1.0 - smoothstep(0.1, 0.4, ropeStep.y);
  vec3 whip = (vRope.y < 0.5 * ropeLength ? endA : endB) * mix(0.85, 0.6 + 0.4 * thread, threadDetail);
  vec3 color = mix(mix(threads, whip, whipped(vRope.y)), vec3(0.21, 0.23, 0.27), sheathSteel(vRope.y));
  float mark = 1.0 - smoothstep(marked.y * 0.72, marked.y, abs(vRope.y - marked.x));
  return mix(color, markColor, 0.62 * mark);
}

vec3 sheathColor(vec3 base, vec2 ropeStep, float detail) {
  return sheathWhipped(sheathThreads(base, ropeStep, detail), ropeStep);
}
`;

/** Colours and length of one rope's sheath, where it is a needle's steel, and the place on it that is marked. */
export class Sheath {
  readonly base: Color;
  readonly uniforms: Record<string, IUniform>;
  private readonly marked: [number, number] = [-1e9, 1];

  /** @param length In radii. @param steel Where it is a needle, from and to, in radii. */
  constructor(
    colors: RopeColors,
    length: number,
    private readonly closed: boolean,
    steel: [number, number],
  ) {
    this.base = new Color(colors.base);
    this.uniforms = {
      tracer: { value: new Color(colors.tracer) },
      tracerB: { value: new Color(colors.tracerB) },
      endA: { value: new Color(colors.endA) },
      endB: { value: new Color(colors.endB) },
      ropeLength: { value: closed ? 1e9 : length },
      marked: { value: this.marked },
      steel: { value: steel },
      markColor: { value: new Color('#ffffff') },
    };
  }

  /** Light up the surface about a place along the rope, in radii; width 0 turns it off. */
  mark(at: number, width: number, color: Color): void {
    this.marked[0] = width > 0 ? at + (this.closed ? CLOSED_FROM : 0) : -1e9;
    this.marked[1] = Math.max(width, 1e-3);
    (this.uniforms.markColor.value as Color).copy(color);
  }
}
