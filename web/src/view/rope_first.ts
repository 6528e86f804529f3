// SPDX-License-Identifier: MIT
// The rope as it looks until its final material is ready: the same sheath in the same light, but without bumps and
// shadows, in a shader so small that it is there at once.

import { Color, GLSL3, RawShaderMaterial, Vector3 } from 'three';
import { SHEATH, type Sheath } from './sheath';
import { SWEEP, type SweepUniforms } from './sweep';
import { KEY_WAY, LAMP_POWER, RIM_WAY } from './lights';
import type { Theme } from './theme';

const VERTEX = /* glsl */ `
precision highp float;
precision highp int;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
out vec2 vRope;
out vec3 vNormal;
out float vLight;
${SWEEP}
void main() {
  vec3 place;
  sweepVertex(place, vNormal, vLight);
  vRope = ropeUv;
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}
`;

const FRAGMENT = /* glsl */ `
precision highp float;
in vec2 vRope;
in vec3 vNormal;
in float vLight;
uniform mat4 viewMatrix;
uniform vec3 base;
uniform vec3 sky;
uniform vec3 ground;
uniform vec3 keyLight;
uniform vec3 keyWay;
uniform vec3 rimLight;
uniform vec3 rimWay;
uniform float lamp;
out vec4 picture;
${SHEATH}
#include <tonemapping_pars_fragment>
void main() {
  vec2 ropeStep = sheathStep();
  vec3 color = sheathColor(base, ropeStep, sheathDetail(ropeStep));
  vec3 n = normalize(vNormal);
  vec3 toCamera = vec3(viewMatrix[0][2], viewMatrix[1][2], viewMatrix[2][2]);
  vec3 around = mix(ground, sky, 0.5 + 0.5 * n.y) * vLight;
  vec3 straight = keyLight * max(0.0, dot(n, keyWay)) + rimLight * max(0.0, dot(n, rimWay)) + lamp * max(0.0, dot(n, toCamera));
  color *= (around + straight * (0.35 + 0.65 * vLight)) * 0.318309886;
  color = NeutralToneMapping(color);
  picture = vec4(mix(12.92 * color, 1.055 * pow(max(color, 0.0), vec3(0.416666667)) - 0.055, step(0.0031308, color)), 1.0);
}
`;

export class FirstRopeMaterial extends RawShaderMaterial {
  constructor(sheath: Sheath, sweep: SweepUniforms, theme: Theme) {
    const light = (color: string, power: number): Color => new Color(color).multiplyScalar(power);
    super({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      glslVersion: GLSL3,
      uniforms: {
        ...sweep,
        ...sheath.uniforms,
        base: { value: sheath.base },
        toneMappingExposure: { value: 1 },
        sky: { value: light(theme.sky, theme.skyPower) },
        ground: { value: light(theme.ground, theme.skyPower) },
        keyLight: { value: light(theme.key, theme.keyPower) },
        keyWay: { value: new Vector3(...KEY_WAY).normalize() },
        rimLight: { value: light(theme.rim, theme.rimPower) },
        rimWay: { value: new Vector3(...RIM_WAY).normalize() },
        lamp: { value: LAMP_POWER },
      },
    });
  }
}
