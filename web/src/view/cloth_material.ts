// SPDX-License-Identifier: MIT
// Woven cloth, drawn by the shader from the flat pattern, so that stretch, shear and folds can be read: threads over
// and under each other from near, bands of a second colour from afar (as src/render/weave.c has it). Both sides are
// seen, the back in a colour of its own; valleys of folds are darker, the border is hemmed.

import { Color, DoubleSide, MeshLambertMaterial } from 'three';
import type { ClothInfo } from '../protocol';

const VERTEX_HEAD = /* glsl */ `
attribute vec3 clothUv;
attribute float bend;
varying vec3 vCloth;
varying float vBend;
`;

const FRAGMENT_HEAD = /* glsl */ `
varying vec3 vCloth;
varying float vBend;
uniform vec3 backColor;
uniform vec3 accent;
uniform vec3 backAccent;
uniform float repeat;
uniform vec3 marked;
uniform vec3 markColor;
uniform float bump;

const float THREADS = 24.0;

// Half of each period is the band. Where a pixel is wider than a period the mean is left.
float band(float x, float blur) {
  float d = abs(fract(x) - 0.5) - 0.25;
  return mix(clamp(0.5 - d / max(blur, 1e-3), 0.0, 1.0), 0.5, clamp(2.0 * blur - 0.6, 0.0, 1.0));
}

// x: height of the threads, 0 to 1; y: 1 where the warp is on top
vec2 threads(vec2 at) {
  vec2 cell = floor(at);
  vec2 inside = at - cell - 0.5;
  float warp = step(mod(cell.x + cell.y, 2.0), 0.5);
  float w = mix(inside.x, inside.y, warp);
  float s = mix(inside.y, inside.x, warp);
  return vec2((1.0 - 4.0 * w * w) * (1.0 - 8.0 * s * s * s * s), warp);
}
`;

const COLOR = /* glsl */ `
#include <color_fragment>
vec2 woven = vCloth.xy / repeat;
vec2 wovenStep = fwidth(woven);
float coarse = WEAVE == 3 ? 0.0 : clamp(1.6 - 3.0 * THREADS * max(wovenStep.x, wovenStep.y), 0.0, 1.0);
{
  vec3 base = gl_FrontFacing ? diffuseColor.rgb : backColor;
  vec3 other = gl_FrontFacing ? accent : backAccent;
  vec2 thread = threads(THREADS * woven);
  float over = 0.0;
  float overU = band(woven.x, wovenStep.x);
  float overV = band(woven.y, wovenStep.y);
  if (WEAVE == 1) {
    // a thread has one colour all along: from afar the eye mixes warp and weft
    over = mix(0.5 * (overU + overV), mix(overU, overV, thread.y), 0.6 * coarse);
  } else if (WEAVE == 2) {
    over = overU;
  }
  vec3 shown = mix(base, other, over) * mix(WEAVE == 3 ? 1.0 : 0.9, 0.62 + 0.42 * thread.x, coarse);
  // a hem: a fold of the border, sewn down
  float hemStep = fwidth(vCloth.z);
  float hem = 1.0 - smoothstep(0.34 - hemStep, 0.34 + hemStep, vCloth.z);
  float seam = 1.0 - smoothstep(0.05, 0.05 + 1.5 * hemStep, abs(vCloth.z - 0.34));
  shown = mix(shown, base * 0.78, 0.85 * hem);
  shown *= 1.0 - 0.35 * seam;
  float away = distance(vCloth.xy, marked.xy) / marked.z;
  float soft = fwidth(away);
  float ring = smoothstep(0.62 - soft, 0.62 + soft, away) * (1.0 - smoothstep(1.0 - soft, 1.0 + soft, away));
  float disc = 1.0 - smoothstep(0.3 - soft, 0.3 + soft, away);
  diffuseColor.rgb = mix(shown, markColor, 0.9 * max(ring, disc));
}
`;

const NORMAL = /* glsl */ `
#include <normal_fragment_maps>
if (coarse > 0.0) {
  // the bump of Mikkelsen 2010, from differences on the screen
  vec2 sx = THREADS * dFdx(woven);
  vec2 sy = THREADS * dFdy(woven);
  float h = threads(THREADS * woven).x;
  vec2 slope = vec2(threads(THREADS * woven + sx).x - h, threads(THREADS * woven + sy).x - h) * bump * coarse;
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
{
  float open = clamp(1.0 - vBend * (gl_FrontFacing ? 1.0 : -1.0), 0.3, 1.12);
  reflectedLight.indirectDiffuse *= open;
  reflectedLight.directDiffuse *= 0.35 + 0.65 * min(open, 1.05);
}
`;

const KINDS = ['plain', 'checks', 'stripes', 'none'];
const PALETTE = ['#c8452f', '#2d6f9f', '#3d8a63', '#8d4a8f', '#b98b22'];

/** Front, back, and the second colour of the weave: as pictures of the library have them. */
export function clothColors(index: number, info: ClothInfo): { front: Color; back: Color; accent: Color } {
  const front = new Color(info.color >= 0 ? info.color : PALETTE[index % PALETTE.length]);
  const mixed = (share: number, white: number): Color => {
    const srgb = front.clone().convertLinearToSRGB();
    return srgb.setRGB(share * srgb.r + white, share * srgb.g + white, share * srgb.b + white).convertSRGBToLinear();
  };
  return {
    front,
    back: info.back >= 0 ? new Color(info.back) : mixed(0.45, 0.42),
    accent: info.accent >= 0 ? new Color(info.accent) : mixed(0.3, 0.64),
  };
}

export class ClothMaterial extends MeshLambertMaterial {
  private readonly values: Record<string, { value: unknown }>;

  constructor(
    index: number,
    private readonly info: ClothInfo,
    private readonly size: number,
  ) {
    const { front, back, accent } = clothColors(index, info);
    super({ color: front, side: DoubleSide });
    const repeat = info.repeat > 0 ? info.repeat : size / 10;
    this.values = {
      backColor: { value: back },
      accent: { value: accent },
      backAccent: { value: back.clone().lerp(accent, 0.75) },
      repeat: { value: repeat },
      marked: { value: [1e9, 1e9, 1] },
      markColor: { value: new Color('#ffffff') },
      bump: { value: 0.12 * (repeat / 24) },
    };
    const kind = KINDS.indexOf(info.weave);
    this.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.values);
      shader.vertexShader =
        VERTEX_HEAD +
        shader.vertexShader.replace(
          '#include <begin_vertex>',
          '#include <begin_vertex>\nvCloth = clothUv;\nvBend = bend;',
        );
      shader.fragmentShader =
        `#define WEAVE ${kind}\n` +
        FRAGMENT_HEAD +
        shader.fragmentShader
          .replace('#include <color_fragment>', COLOR)
          .replace('#include <normal_fragment_maps>', NORMAL)
          .replace('#include <aomap_fragment>', OCCLUSION);
    };
    this.customProgramCacheKey = () => `cloth${kind}`;
  }

  /** Another cloth in the place of this one looks the same. */
  suits(info: ClothInfo, size: number): boolean {
    const { info: mine } = this;
    return size === this.size && (['color', 'back', 'accent', 'weave', 'repeat'] as const).every((key) => info[key] === mine[key]);
  }

  /** Light up the cloth about a place on its pattern; radius 0 turns it off. */
  mark(u: number, v: number, radius: number): void {
    const value = this.values.marked.value as number[];
    value[0] = radius > 0 ? u : 1e9;
    value[1] = radius > 0 ? v : 1e9;
    value[2] = Math.max(radius, 1e-9);
  }
}
