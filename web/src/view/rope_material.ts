// SPDX-License-Identifier: MIT
// The braided sheath, drawn by the shader: two families of strands that run round the rope in opposite senses and
// pass over and under each other in turn. Tracer threads cross on one line along the rope, so that its twist can
// be read. Ends are whipped with thread in two colours, so that they can be told apart.

import { Color, MeshLambertMaterial } from 'three';

const VERTEX_HEAD = /* glsl */ `
attribute vec2 ropeUv;
attribute float shade;
varying vec2 vRope;
varying float vShade;
`;

const FRAGMENT_HEAD = /* glsl */ `
varying vec2 vRope;
varying float vShade;
uniform vec3 tracer;
uniform vec3 tracerB;
uniform vec3 endA;
uniform vec3 endB;
uniform float ropeLength;
uniform vec2 marked;
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

float whipped(float s) {
  return max(1.0 - smoothstep(WHIPPING - 0.05, WHIPPING + 0.05, s),
             smoothstep(ropeLength - WHIPPING - 0.05, ropeLength - WHIPPING + 0.05, s));
}

float sheathHeight(vec2 at) {
  float thread = abs(sin(3.14159265 * 3.2 * at.y));
  return mix(braid(at).x, 0.35 + 0.65 * thread, whipped(at.y));
}
`;

const COLOR = /* glsl */ `
#include <color_fragment>
vec2 ropeStep = vec2(fwidth(vRope.x), fwidth(vRope.y));
ropeStep.x = min(ropeStep.x, 0.1);
float blur = STRANDS * ropeStep.x + PITCH * ropeStep.y;
float detail = 1.0 - smoothstep(0.35, 1.1, blur);
{
  vec4 sheath = braid(vRope);
  float isTracer = sheath.y < 0.5 ? step(sheath.z, 0.5) : step(sheath.z, 0.5);
  vec3 threads = diffuseColor.rgb;
  // single yarns within a strand, and a little difference from strand to strand
  threads *= 1.0 + detail * 0.10 * sin(sheath.w * 18.85) + 0.05 * sin(sheath.z * 2.4 + sheath.y * 1.7);
  threads = mix(threads, sheath.y < 0.5 ? tracer : tracerB, isTracer);
  vec3 average = mix(diffuseColor.rgb, mix(tracer, tracerB, 0.5), 1.0 / STRANDS);
  threads = mix(average * 0.86, threads * mix(0.42, 1.06, sheath.x), detail);
  float thread = abs(sin(3.14159265 * 3.2 * vRope.y));
  float threadDetail = 1.0 - smoothstep(0.1, 0.4, ropeStep.y);
  vec3 whip = (vRope.y < 0.5 * ropeLength ? endA : endB) * mix(0.85, 0.6 + 0.4 * thread, threadDetail);
  diffuseColor.rgb = mix(threads, whip, whipped(vRope.y));
  float mark = 1.0 - smoothstep(marked.y * 0.72, marked.y, abs(vRope.y - marked.x));
  diffuseColor.rgb = mix(diffuseColor.rgb, markColor, 0.62 * mark);
}
`;

const NORMAL = /* glsl */ `
#include <normal_fragment_maps>
{
  // the bump of Mikkelsen 2010, from differences on the screen
  vec2 sx = dFdx(vRope);
  vec2 sy = dFdy(vRope);
  sx.x -= floor(sx.x + 0.5);
  sy.x -= floor(sy.x + 0.5);
  float h = sheathHeight(vRope);
  vec2 slope = vec2(sheathHeight(vRope + sx) - h, sheathHeight(vRope + sy) - h) * bump * detail;
  vec3 px = dFdx(-vViewPosition);
  vec3 py = dFdy(-vViewPosition);
  vec3 r1 = cross(py, normal);
  vec3 r2 = cross(normal, px);
  float det = dot(px, r1) * faceDirection;
  vec3 grad = sign(det) * (slope.x * r1 + slope.y * r2);
  normal = normalize(abs(det) * normal - grad);
}
`;

const OCCLUSION = /* glsl */ `
#include <aomap_fragment>
reflectedLight.indirectDiffuse *= vShade;
reflectedLight.directDiffuse *= 0.35 + 0.65 * vShade;
`;

export interface RopeColors {
  base: string;
  tracer: string;
  tracerB: string;
  endA: string;
  endB: string;
}

export class RopeMaterial extends MeshLambertMaterial {
  private readonly values: Record<string, { value: unknown }>;

  constructor(colors: RopeColors, radius: number, length: number, open: boolean) {
    // fibres scatter: no highlight, and a cheaper shader
    super({ color: new Color(colors.base) });
    this.values = {
      tracer: { value: new Color(colors.tracer) },
      tracerB: { value: new Color(colors.tracerB) },
      endA: { value: new Color(colors.endA) },
      endB: { value: new Color(colors.endB) },
      ropeLength: { value: open ? length : 1e9 },
      marked: { value: [-1e9, 1] },
      markColor: { value: new Color('#ffffff') },
      bump: { value: 0.16 * radius },
    };
    if (!open) {
      // no end is near: keep every place clear of the whipping
      this.values.ropeLength.value = 1e9;
    }
    this.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.values);
      shader.vertexShader =
        VERTEX_HEAD +
        shader.vertexShader.replace(
          '#include <begin_vertex>',
          `#include <begin_vertex>\nvRope = ropeUv${open ? '' : ' + vec2(0.0, 1000.0)'};\nvShade = shade;`,
        );
      shader.fragmentShader =
        'uniform float bump;\n' +
        FRAGMENT_HEAD +
        shader.fragmentShader
          .replace('#include <color_fragment>', COLOR)
          .replace('#include <normal_fragment_maps>', NORMAL)
          .replace('#include <aomap_fragment>', OCCLUSION);
    };
    this.customProgramCacheKey = () => `rope${open ? 'open' : 'closed'}`;
  }

  /** Light up the surface about a place along the rope, in radii; width 0 turns it off. */
  mark(at: number, width: number, color: Color): void {
    const value = this.values.marked.value as number[];
    value[0] = width > 0 ? at + (this.closedRope ? 1000 : 0) : -1e9;
    value[1] = Math.max(width, 1e-3);
    (this.values.markColor.value as Color).copy(color);
  }

  setColors(colors: RopeColors): void {
    this.color.set(colors.base);
    (this.values.tracer.value as Color).set(colors.tracer);
    (this.values.tracerB.value as Color).set(colors.tracerB);
    (this.values.endA.value as Color).set(colors.endA);
    (this.values.endB.value as Color).set(colors.endB);
  }

  private get closedRope(): boolean {
    return this.values.ropeLength.value === 1e9;
  }
}
