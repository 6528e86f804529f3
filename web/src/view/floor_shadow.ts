// SPDX-License-Identifier: MIT
// The soft shadow on the floor: the scene from above, blurred. It gets wider and fainter with height, which tells
// how high a strand is without stereo.

import {
  type BufferGeometry,
  Color,
  DoubleSide,
  GLSL3,
  HalfFloatType,
  type IUniform,
  LinearFilter,
  type Material,
  Mesh,
  OrthographicCamera,
  PlaneGeometry,
  RawShaderMaterial,
  Scene,
  type Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

/** From so high up a shadow is at its softest. */
const REACH = 14;
/** The layer that is seen from above. */
const ABOVE = 1;

/** What throws a shadow on the floor. */
export interface Caster extends Mesh {
  /** How it is drawn from above: flatMaterial() with a place of its own; without one, as three's meshes are. */
  readonly flat?: Material;
}

const MESH_PLACE = /* glsl */ `
uniform mat4 modelMatrix;
in vec3 position;
vec3 placeInScene() {
  return (modelMatrix * vec4(position, 1.0)).xyz;
}
`;
const FLAT_VERTEX = /* glsl */ `
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform float floorHeight;
uniform float reach;
out float vHeight;
void main() {
  vec3 place = placeInScene();
  vHeight = clamp((place.y - floorHeight) / reach, 0.0, 1.0);
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}
`;
// red: shadow of what is near the floor; green: of what is far from it
const FLAT_FRAGMENT = /* glsl */ `
in float vHeight;
out vec4 picture;
void main() {
  picture = vec4(1.0 - vHeight, 1.0, 0.0, 1.0);
}
`;
const QUAD_VERTEX = /* glsl */ `
in vec3 position;
in vec2 uv;
out vec2 vUv;
void main() {
  vUv = uv;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;
const BLUR_FRAGMENT = /* glsl */ `
uniform sampler2D map;
uniform vec2 pace;
in vec2 vUv;
out vec4 picture;
void main() {
  vec2 sum = vec2(0.0);
  float total = 0.0;
  for (int i = -7; i <= 7; i++) {
    float x = float(i);
    float w = exp(-x * x / 22.0);
    sum.x += w * texture(map, vUv + 0.5 * x * pace).x;
    sum.y += w * texture(map, vUv + x * pace).y;
    total += w;
  }
  picture = vec4(sum / total, 0.0, 1.0);
}
`;
const FLOOR_VERTEX = /* glsl */ `
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
in vec3 position;
in vec2 uv;
out vec2 vUv;
void main() {
  vUv = uv;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;
const FLOOR_FRAGMENT = /* glsl */ `
uniform sampler2D map;
uniform vec3 color;
uniform float power;
in vec2 vUv;
out vec4 picture;
void main() {
  vec2 shadow = texture(map, vUv).xy;
  float edge = smoothstep(0.5, 0.36, max(abs(vUv.x - 0.5), abs(vUv.y - 0.5)));
  float dark = min(1.0, 0.55 * shadow.x * shadow.x + 0.75 * shadow.y);
  picture = vec4(color, power * dark * edge);
}
`;

// small programs that no light and no tone mapping changes
function raw(vertexShader: string, fragmentShader: string, uniforms: Record<string, IUniform>): RawShaderMaterial {
  const precision = 'precision highp float;\nprecision highp int;\n';
  return new RawShaderMaterial({
    vertexShader: precision + vertexShader,
    fragmentShader: precision + fragmentShader,
    glslVersion: GLSL3,
    uniforms,
  });
}

const floorHeight = { value: 0 };
const reach = { value: REACH };

/** @param place Declares `vec3 placeInScene()` of a vertex. */
export function flatMaterial(place: string, uniforms: Record<string, IUniform>): Material {
  return raw(place + FLAT_VERTEX, FLAT_FRAGMENT, { ...uniforms, floorHeight, reach });
}

export class FloorShadow extends Mesh<PlaneGeometry, RawShaderMaterial> {
  private readonly first: WebGLRenderTarget;
  private readonly second: WebGLRenderTarget;
  private readonly eye = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  private readonly screen = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  private readonly flat = flatMaterial(MESH_PLACE, {});
  private readonly blur = raw(QUAD_VERTEX, BLUR_FRAGMENT, { map: { value: null }, pace: { value: [0, 0] } });
  private readonly blurScene = new Scene();
  /** A unit of the page's measures in the scene; see unitOf(). */
  unit = 1;
  private readonly cleared = new Color();
  private readonly shown: Material[] = [];

  /** @param size Pixels of the shadow's picture along one side. */
  constructor(private readonly size: number) {
    super(
      new PlaneGeometry(1, 1).rotateX(-Math.PI / 2),
      raw(FLOOR_VERTEX, FLOOR_FRAGMENT, {
        map: { value: null },
        color: { value: new Color('#2a1d0c') },
        power: { value: 0.4 },
      }),
    );
    this.material.transparent = true;
    this.material.depthWrite = false;
    // cloth throws a shadow whichever side is up
    this.flat.side = DoubleSide;
    this.blur.depthTest = this.blur.depthWrite = false;
    this.first = target(size);
    this.second = target(size);
    this.material.uniforms.map.value = this.first.texture;
    this.blurScene.add(new Mesh(new PlaneGeometry(2, 2), this.blur));
    this.blurScene.children[0].frustumCulled = false;
    this.renderOrder = -1;
  }

  setLook(color: string, power: number): void {
    (this.material.uniforms.color.value as Color).set(color);
    this.material.uniforms.power.value = power;
  }

  /** What is to be compiled before the first shadow. */
  looks(): { geometry: BufferGeometry; material: Material }[] {
    return [this.material, this.flat, this.blur].map((material) => ({ geometry: this.geometry, material }));
  }

  /** Make the shadow of what stands between two corners. */
  render(renderer: WebGLRenderer, casters: readonly Caster[], low: Vector3, high: Vector3, floor: number): void {
    const half = (0.75 * Math.max(high.x - low.x, high.z - low.z, 10 * this.unit)) / 1 + 8 * this.unit;
    const x = (low.x + high.x) / 2;
    const z = (low.z + high.z) / 2;
    this.position.set(x, floor, z);
    this.scale.set(2 * half, 1, 2 * half);
    this.updateMatrixWorld();
    const { eye } = this;
    eye.left = eye.bottom = -half;
    eye.right = eye.top = half;
    eye.near = 0;
    eye.far = Math.max(high.y, floor) - floor + 80 * this.unit;
    // looking down, with the far edge of the floor at the top of the picture
    eye.position.set(x, floor + eye.far - this.unit, z);
    eye.rotation.set(-Math.PI / 2, 0, 0);
    eye.updateProjectionMatrix();
    eye.updateMatrixWorld();
    floorHeight.value = floor;
    reach.value = REACH * this.unit;

    const shadows = renderer.shadowMap.autoUpdate;
    renderer.shadowMap.autoUpdate = false;
    renderer.getClearColor(this.cleared);
    const alpha = renderer.getClearAlpha();
    renderer.setClearColor(0x000000, 0);
    renderer.setRenderTarget(this.first);
    this.drawFlat(renderer, casters);
    this.pass(renderer, this.first, this.second, 1, 0);
    this.pass(renderer, this.second, this.first, 0, 1);
    renderer.setRenderTarget(null);
    renderer.setClearColor(this.cleared, alpha);
    renderer.shadowMap.autoUpdate = shadows;
  }

  // casters alone, each in its flat look
  private drawFlat(renderer: WebGLRenderer, casters: readonly Caster[]): void {
    const { parent } = this;
    for (let i = 0; i < casters.length; i++) {
      const caster = casters[i];
      this.shown[i] = caster.material as Material;
      caster.material = caster.flat ?? this.flat;
      caster.layers.enable(ABOVE);
    }
    this.eye.layers.set(ABOVE);
    if (parent) {
      renderer.render(parent, this.eye);
    }
    for (let i = 0; i < casters.length; i++) {
      casters[i].material = this.shown[i];
    }
  }

  private pass(renderer: WebGLRenderer, from: WebGLRenderTarget, to: WebGLRenderTarget, dx: number, dy: number): void {
    const spread = 1.15 / Math.min(512, this.size * 2);
    this.blur.uniforms.map.value = from.texture;
    const pace = this.blur.uniforms.pace.value as number[];
    pace[0] = dx * spread;
    pace[1] = dy * spread;
    renderer.setRenderTarget(to);
    renderer.render(this.blurScene, this.screen);
  }
}

function target(size: number): WebGLRenderTarget {
  return new WebGLRenderTarget(size, size, {
    type: HalfFloatType,
    minFilter: LinearFilter,
    magFilter: LinearFilter,
    depthBuffer: true,
  });
}
