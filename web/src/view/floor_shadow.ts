// SPDX-License-Identifier: MIT
// The soft shadow on the floor: the scene from above, blurred. It gets wider and fainter with height, which tells
// how high a strand is without stereo.

import {
  Color,
  DoubleSide,
  HalfFloatType,
  LinearFilter,
  Mesh,
  type Object3D,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  type Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

const FLAT_VERTEX = /* glsl */ `
uniform float floorHeight;
uniform float reach;
varying float vHeight;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vHeight = clamp((world.y - floorHeight) / reach, 0.0, 1.0);
  gl_Position = projectionMatrix * viewMatrix * world;
}
`;
// red: shadow of what is near the floor; green: of what is far from it
const FLAT_FRAGMENT = /* glsl */ `
varying float vHeight;
void main() {
  gl_FragColor = vec4(1.0 - vHeight, 1.0, 0.0, 1.0);
}
`;
const QUAD_VERTEX = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = uv;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;
const BLUR_FRAGMENT = /* glsl */ `
uniform sampler2D map;
uniform vec2 step;
varying vec2 vUv;
void main() {
  vec2 sum = vec2(0.0);
  float total = 0.0;
  for (int i = -7; i <= 7; i++) {
    float x = float(i);
    float w = exp(-x * x / 22.0);
    sum.x += w * texture2D(map, vUv + 0.5 * x * step).x;
    sum.y += w * texture2D(map, vUv + x * step).y;
    total += w;
  }
  gl_FragColor = vec4(sum / total, 0.0, 1.0);
}
`;
const FLOOR_VERTEX = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = uv;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;
const FLOOR_FRAGMENT = /* glsl */ `
uniform sampler2D map;
uniform vec3 color;
uniform float power;
varying vec2 vUv;
void main() {
  vec2 shadow = texture2D(map, vUv).xy;
  float edge = smoothstep(0.5, 0.36, max(abs(vUv.x - 0.5), abs(vUv.y - 0.5)));
  float dark = min(1.0, 0.55 * shadow.x * shadow.x + 0.75 * shadow.y);
  gl_FragColor = vec4(color, power * dark * edge);
}
`;

export class FloorShadow extends Mesh<PlaneGeometry, ShaderMaterial> {
  private readonly first: WebGLRenderTarget;
  private readonly second: WebGLRenderTarget;
  private readonly eye = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  private readonly flat = new ShaderMaterial({
    vertexShader: FLAT_VERTEX,
    fragmentShader: FLAT_FRAGMENT,
    uniforms: { floorHeight: { value: 0 }, reach: { value: 1 } },
    // cloth throws a shadow whichever side is up
    side: DoubleSide,
  });
  private readonly blur = new ShaderMaterial({
    vertexShader: QUAD_VERTEX,
    fragmentShader: BLUR_FRAGMENT,
    uniforms: { map: { value: null }, step: { value: [0, 0] } },
    depthTest: false,
    depthWrite: false,
  });
  private readonly blurScene = new Scene();
  /** A unit of the page's measures in the scene; see unitOf(). */
  unit = 1;
  private readonly cleared = new Color();

  /** @param size Pixels of the shadow's picture along one side. */
  constructor(private readonly size: number) {
    super(
      new PlaneGeometry(1, 1).rotateX(-Math.PI / 2),
      new ShaderMaterial({
        vertexShader: FLOOR_VERTEX,
        fragmentShader: FLOOR_FRAGMENT,
        uniforms: { map: { value: null }, color: { value: new Color('#2a1d0c') }, power: { value: 0.4 } },
        transparent: true,
        depthWrite: false,
        toneMapped: false,
      }),
    );
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

  /** Make the shadow of `scene` between two corners; `hidden` are left out. */
  render(
    renderer: WebGLRenderer,
    scene: Scene,
    hidden: readonly Object3D[],
    low: Vector3,
    high: Vector3,
    floor: number,
  ): void {
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
    this.flat.uniforms.floorHeight.value = floor;
    this.flat.uniforms.reach.value = 14 * this.unit;

    const shadows = renderer.shadowMap.autoUpdate;
    renderer.shadowMap.autoUpdate = false;
    for (const object of hidden) {
      object.visible = false;
    }
    this.visible = false;
    renderer.getClearColor(this.cleared);
    const alpha = renderer.getClearAlpha();
    renderer.setClearColor(0x000000, 0);
    scene.overrideMaterial = this.flat;
    renderer.setRenderTarget(this.first);
    renderer.clear();
    renderer.render(scene, eye);
    scene.overrideMaterial = null;
    this.pass(renderer, this.first, this.second, 1, 0);
    this.pass(renderer, this.second, this.first, 0, 1);
    renderer.setRenderTarget(null);
    renderer.setClearColor(this.cleared, alpha);
    for (const object of hidden) {
      object.visible = true;
    }
    this.visible = true;
    renderer.shadowMap.autoUpdate = shadows;
  }

  private pass(renderer: WebGLRenderer, from: WebGLRenderTarget, to: WebGLRenderTarget, dx: number, dy: number): void {
    const spread = 1.15 / Math.min(512, this.size * 2);
    this.blur.uniforms.map.value = from.texture;
    const step = this.blur.uniforms.step.value as number[];
    step[0] = dx * spread;
    step[1] = dy * spread;
    renderer.setRenderTarget(to);
    renderer.render(this.blurScene, this.eye);
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
