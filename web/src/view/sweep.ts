// SPDX-License-Identifier: MIT
// The sweep of a tube, in the vertex shader: the page hands over the nodes of a rope, their frames and the strands
// next to them in one small texture, and every vertex finds its place on the parabolic arcs between the middles of
// the links (Brown 2004, section 2), its normal, and how much light it gets past near strands.
//
// The texture, rows of WIDTH texels of four floats: for node i, texel 2 i is its place and how many near strands it
// has, texel 2 i + 1 its frame's normal and where its near strands begin; these follow the last node, each a place
// and a radius.

import { DataTexture, FloatType, NearestFilter, RGBAFormat, type IUniform, type Material, type WebGLProgramParametersWithUniforms } from 'three';
import { NEAR_MOST, type NearStrands } from './near';

const WIDTH = 512;

/** What sweeping programs ask of a rope. */
export interface SweepUniforms {
  [name: string]: IUniform;
  sweepData: IUniform<DataTexture>;
  sweepCount: IUniform<number>;
  sweepRadius: IUniform<number>;
  /** Height of the floor, which darkens what is near it. */
  sweepFloor: IUniform<number>;
}

export function sweepUniforms(count: number, radius: number): SweepUniforms {
  const rows = Math.ceil(((2 + NEAR_MOST) * count) / WIDTH);
  const data = new DataTexture(new Float32Array(4 * WIDTH * rows), WIDTH, rows, RGBAFormat, FloatType);
  data.minFilter = data.magFilter = NearestFilter;
  data.generateMipmaps = false;
  return {
    sweepData: { value: data },
    sweepCount: { value: count },
    sweepRadius: { value: radius },
    sweepFloor: { value: -1e9 },
  };
}

/** Write the texture: nodes and normals are (count x 3), first is the rope's first node in near. */
export function fillSweep(
  { sweepData }: SweepUniforms,
  count: number,
  nodes: Float32Array,
  normals: Float32Array,
  near: NearStrands | null,
  first: number,
): void {
  const texture = sweepData.value;
  const data = texture.image.data as Float32Array;
  let next = 2 * count;
  for (let i = 0; i < count; i++) {
    const at = 8 * i;
    const found = near ? near.found[first + i] : 0;
    data[at] = nodes[3 * i];
    data[at + 1] = nodes[3 * i + 1];
    data[at + 2] = nodes[3 * i + 2];
    data[at + 3] = found;
    data[at + 4] = normals[3 * i];
    data[at + 5] = normals[3 * i + 1];
    data[at + 6] = normals[3 * i + 2];
    data[at + 7] = next;
    for (let m = 0; near && m < found; m++, next++) {
      const other = near.near[NEAR_MOST * (first + i) + m];
      data[4 * next] = near.points[3 * other];
      data[4 * next + 1] = near.points[3 * other + 1];
      data[4 * next + 2] = near.points[3 * other + 2];
      data[4 * next + 3] = near.radii[other];
    }
  }
  texture.needsUpdate = true;
}

/** sweepVertex(): place and normal of a vertex in the scene, x: the light that it gets, 0 to 1. */
export const SWEEP = /* glsl */ `
uniform highp sampler2D sweepData;
uniform int sweepCount;
uniform float sweepRadius;
uniform float sweepFloor;
// node, place on its arc from 0 to 1, for a rounded end the angle out along the rope, negative at the first node; how thick, over
// the rope's radius
in vec4 sweepAt;
// angle round the rope, in turns, and length along it, in radii
in vec2 ropeUv;

vec4 sweepTexel(int i) {
  return texelFetch(sweepData, ivec2(i % ${WIDTH}, i / ${WIDTH}), 0);
}

float sweepLight(vec3 place, vec3 normal, int begin, int found) {
  float light = 1.0;
  // a sphere of radius q at distance d, seen by a surface, hides cos(angle) q^2 / d^2 of its sky
  for (int m = 0; m < found; m++) {
    vec4 other = sweepTexel(begin + m);
    vec3 d = other.xyz - place;
    float d2 = dot(d, d);
    float hidden = 0.8 * other.w * other.w * max(0.0, dot(d, normal)) / (d2 * sqrt(d2) + 1e-9);
    light *= max(0.18, 1.0 - hidden);
  }
  float height = max(0.0, (place.y - sweepFloor) / (4.0 * sweepRadius));
  light *= 1.0 + 0.6 * min(0.0, normal.y) * max(0.0, 1.0 - height);
  return max(0.12, light);
}

void sweepVertex(out vec3 place, out vec3 normal, out float light) {
  int i = int(sweepAt.x + 0.5);
  float t = sweepAt.y;
  float cap = sweepAt.z;
  vec4 b = sweepTexel(2 * i);
  vec4 nb = sweepTexel(2 * i + 1);
  vec3 a = sweepTexel(2 * (i > 0 ? i - 1 : sweepCount - 1)).xyz;
  vec3 d = sweepTexel(2 * (i < sweepCount - 1 ? i + 1 : 0)).xyz;
  vec3 centre;
  vec3 tangent;
  vec3 n;
  if (cap != 0.0) {
    centre = b.xyz;
    tangent = i == 0 ? d - b.xyz : b.xyz - a;
    n = nb.xyz;
  } else {
    vec3 na = sweepTexel(2 * (i > 0 ? i - 1 : sweepCount - 1) + 1).xyz;
    vec3 nd = sweepTexel(2 * (i < sweepCount - 1 ? i + 1 : 0) + 1).xyz;
    float u = 1.0 - t;
    float wa = 0.5 * u * u;
    float wd = 0.5 * t * t;
    centre = wa * a + (1.0 - wa - wd) * b.xyz + wd * d;
    tangent = u * (b.xyz - a) + t * (d - b.xyz);
    // the normal goes from the middle of one pair of nodes to the middle of the next
    n = 0.5 * (u * na + nb.xyz + t * nd);
  }
  tangent /= max(1e-9, length(tangent));
  n -= dot(n, tangent) * tangent;
  n /= max(1e-9, length(n));
  float turn = 6.283185307 * ropeUv.x;
  vec3 round = cos(turn) * n + sin(turn) * cross(tangent, n);
  // a cap's angle is kept off nought, which is the mark of an arc
  float s = sin(cap);
  float c = cos(cap);
  normal = c * round + s * tangent;
  place = centre + sweepAt.w * sweepRadius * (c * round + 0.6 * s * tangent);
  light = sweepLight(place, normal, int(nb.w + 0.5), int(b.w + 0.5));
}
`;

const HEAD = `${SWEEP}
vec3 sweptPlace;
vec3 sweptNormal;
float sweptLight;
`;

/** Let a vertex shader of three's draw the tube: to be called from onBeforeCompile. */
export function sweepShader(shader: WebGLProgramParametersWithUniforms, uniforms: SweepUniforms): void {
  Object.assign(shader.uniforms, uniforms);
  shader.vertexShader =
    HEAD +
    shader.vertexShader
      .replace('void main() {', 'void main() {\n  sweepVertex(sweptPlace, sweptNormal, sweptLight);')
      .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = sweptNormal;')
      .replace('#include <begin_vertex>', 'vec3 transformed = sweptPlace;');
}

/** Let a material without a shader of our own draw the tube. */
export function sweepMaterial<M extends Material>(material: M, uniforms: SweepUniforms): M {
  material.onBeforeCompile = (shader) => sweepShader(shader, uniforms);
  material.customProgramCacheKey = () => 'sweep';
  return material;
}
