// SPDX-License-Identifier: MIT
// The rope in its final look: the sheath with its bumps, lit and shadowed by three's.

import { MeshLambertMaterial } from 'three';
import { STEEL_LIGHT } from './needle';
import { SHEATH, type Sheath } from './sheath';
import { sweepShader, type SweepUniforms } from './sweep';
import { TENSION_AT, TENSION_COLOR, type RopeTension } from './tension';

const VARYINGS = /* glsl */ `
varying vec2 vRope;
varying float vShade;
`;

const COLOR = /* glsl */ `
#include <color_fragment>
vec2 ropeStep = sheathStep();
float detail = sheathDetail(ropeStep);
vec3 threads = tensionMost > 0.0 ? tensionColor() * (1.0 - 0.25 * detail * (1.0 - sheathHeight(vRope)))
                                 : sheathThreads(diffuseColor.rgb, ropeStep, detail);
diffuseColor.rgb = sheathWhipped(threads, ropeStep);
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
  vec2 slope = vec2(sheathHeight(vRope + sx) - h, sheathHeight(vRope + sy) - h) * bump * detail * (1.0 - sheathSteel(vRope.y));
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

export class RopeMaterial extends MeshLambertMaterial {
  constructor(sheath: Sheath, sweep: SweepUniforms, radius: number, tension: RopeTension) {
    // fibres scatter: no highlight, and a cheaper shader
    super({ color: sheath.base });
    this.onBeforeCompile = (shader) => {
      sweepShader(shader, sweep);
      Object.assign(shader.uniforms, sheath.uniforms, tension.uniforms, { bump: { value: 0.16 * radius } });
      shader.vertexShader =
        VARYINGS +
        shader.vertexShader
          .replace('void main() {', `${TENSION_AT}void main() {`)
          .replace(
            '#include <project_vertex>',
            '#include <project_vertex>\nvRope = ropeUv;\nvShade = sweptLight;\nvTension = tensionShare();',
          );
      shader.fragmentShader =
        'uniform float bump;\n' +
        VARYINGS +
        SHEATH +
        TENSION_COLOR +
        shader.fragmentShader
          .replace('#include <color_fragment>', COLOR)
          .replace('#include <normal_fragment_maps>', NORMAL)
          .replace('#include <aomap_fragment>', OCCLUSION)
          .replace('#include <opaque_fragment>', `${STEEL_LIGHT}#include <opaque_fragment>`);
    };
    this.customProgramCacheKey = () => 'rope';
  }
}
