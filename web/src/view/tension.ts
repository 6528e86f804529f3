// SPDX-License-Identifier: MIT
// Tension as colour: what pulls in each link of a rope, in the colours of `bight run --tension`.

import { DataTexture, FloatType, NearestFilter, RedFormat, type IUniform } from 'three';

const WIDTH = 512;

/** Slack, half and most: as cli_tension_scale. */
export const TENSION_COLORS = ['#2166ac', '#f7f7f7', '#b2182b'];

/** In the vertex shader, behind SWEEP: how hard the rope is pulled there, 0 to 1 of the most that has a colour. */
export const TENSION_AT = /* glsl */ `
uniform highp sampler2D tensionData;
uniform float tensionMost;
varying float vTension;

float tensionOfLink(int i) {
  return texelFetch(tensionData, ivec2(i % ${WIDTH}, i / ${WIDTH}), 0).x;
}

// between the middles of two links
float tensionShare() {
  int i = int(sweepAt.x + 0.5);
  float before = tensionOfLink(i > 0 ? i - 1 : sweepCount - 1);
  return tensionMost > 0.0 ? mix(before, tensionOfLink(i), sweepAt.y) / tensionMost : 0.0;
}
`;

const hex = (color: string): string =>
  `vec3(${[1, 3, 5].map((k) => (parseInt(color.slice(k, k + 2), 16) / 255).toFixed(4)).join(', ')})`;

/** In the fragment shader: its colour, as light. */
export const TENSION_COLOR = /* glsl */ `
uniform float tensionMost;
varying float vTension;

vec3 tensionColor() {
  float part = 2.0 * clamp(vTension, 0.0, 1.0);
  vec3 c = part < 1.0 ? mix(${hex(TENSION_COLORS[0])}, ${hex(TENSION_COLORS[1])}, part)
                      : mix(${hex(TENSION_COLORS[1])}, ${hex(TENSION_COLORS[2])}, part - 1.0);
  // from sRGB
  return mix(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, vec3(lessThanEqual(c, vec3(0.04045))));
}
`;

function texture(rows: number): DataTexture {
  const data = new DataTexture(new Float32Array(WIDTH * rows), WIDTH, rows, RedFormat, FloatType);
  data.minFilter = data.magFilter = NearestFilter;
  data.needsUpdate = true;
  return data;
}

/** What one rope is pulled with, for its shader. */
export class RopeTension {
  readonly uniforms: { tensionData: IUniform<DataTexture>; tensionMost: IUniform<number>; [name: string]: IUniform };

  constructor(private readonly count: number) {
    this.uniforms = { tensionData: { value: texture(1) }, tensionMost: { value: 0 } };
  }

  /** @param links Newtons (count), or none: the rope has its own colours. @param most What has the last colour, newtons. */
  show(links: Float32Array | null, most: number): void {
    const { tensionData, tensionMost } = this.uniforms;
    if (links?.length !== this.count) {
      tensionMost.value = 0;
      return;
    }
    const rows = Math.ceil(this.count / WIDTH);
    if (tensionData.value.image.height !== rows || this.uniforms.tensionMost.value === 0) {
      tensionData.value.dispose();
      tensionData.value = texture(rows);
    }
    (tensionData.value.image.data as Float32Array).set(links);
    tensionData.value.needsUpdate = true;
    tensionMost.value = most;
  }

  dispose(): void {
    this.uniforms.tensionData.value.dispose();
  }
}
