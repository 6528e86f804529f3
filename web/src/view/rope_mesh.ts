// SPDX-License-Identifier: MIT
// A rope on the screen: its tube in the first look or the final one, and as shadows see it.

import { BackSide, EqualStencilFunc, KeepStencilOp, type Material, Mesh, MeshBasicMaterial, MeshDepthMaterial, ReplaceStencilOp } from 'three';
import type { RopeInfo } from '../protocol';
import { flatMaterial, type Caster } from './floor_shadow';
import { FirstRopeMaterial } from './rope_first';
import { tubeNeedle } from './needle';
import { RopeMaterial } from './rope_material';
import { Sheath } from './sheath';
import { SWEEP, sweepMaterial } from './sweep';
import { RopeTension } from './tension';
import { ropeColors, type Theme } from './theme';
import { Tube } from './tube';

const SWEEP_PLACE = /* glsl */ `
${SWEEP}
vec3 placeInScene() {
  vec3 place;
  vec3 normal;
  float light;
  sweepVertex(place, normal, light);
  return place;
}
`;

/** Sides of a tube and rings of a link: fewer for long ropes, so that a frame stays cheap. */
function fineness(nodes: number): [number, number] {
  return nodes <= 450 ? [16, 4] : nodes <= 4000 ? [10, 2] : [6, 1];
}

/** Width of the gap that a strand leaves in the one under it, over its own. */
const GAP = 1.42;
/** Where ropes are drawn. */
const ROPE = 1;

/** Writes down where ropes are. */
function stencilled<M extends Material>(material: M): M {
  material.stencilWrite = true;
  material.stencilRef = ROPE;
  material.stencilZPass = ReplaceStencilOp;
  return material;
}

/** Gaps, as in the drawing of a knot: the back of a wider tube lies between a strand and the one well under it, and hides
 *  what of that one is near. Drawn after all ropes and on them alone. */
class Gaps extends Mesh<Tube['geometry'], MeshBasicMaterial> {
  readonly wide: { value: number };

  constructor(tube: Tube, color: string) {
    const material = new MeshBasicMaterial({ color, side: BackSide, depthWrite: false, toneMapped: false });
    material.stencilWrite = true;
    material.stencilRef = ROPE;
    material.stencilFunc = EqualStencilFunc;
    material.stencilZPass = KeepStencilOp;
    const sweepRadius = { value: GAP * tube.radius };
    super(tube.geometry, sweepMaterial(material, { ...tube.uniforms, sweepRadius }));
    this.wide = sweepRadius;
    this.renderOrder = 1;
  }
}

export class RopeMesh extends Mesh<Tube['geometry'], Material> implements Caster {
  readonly tube: Tube;
  readonly sheath: Sheath;
  readonly tension: RopeTension;
  /** As the shadow on the floor sees it. */
  readonly flat: Material;
  /** The final look; compiled by whoever shows it. */
  readonly final: Material;
  /** Shown with the final look. */
  readonly gaps: Gaps;

  /** @param nodes As they are now: a spring rope gets and loses some, its length at rest stays. */
  constructor(info: RopeInfo, index: number, nodes: number, theme: Theme, final: boolean) {
    const links = (count: number): number => (info.closed ? count : Math.max(1, count - 1));
    const linkLength = (info.link * links(info.nodes)) / links(nodes);
    const tube = new Tube({ count: nodes, closed: info.closed, radius: info.radius, linkLength, needle: tubeNeedle(info.rod?.needle, nodes, info.radius) }, ...fineness(nodes));
    const sheath = new Sheath(ropeColors(index, info.color), tube.length, info.closed, tube.steel);
    const tension = new RopeTension(nodes);
    const last = stencilled(new RopeMaterial(sheath, tube.uniforms, info.radius, tension));
    super(tube.geometry, final ? last : new FirstRopeMaterial(sheath, tube.uniforms, theme));
    this.tube = tube;
    this.sheath = sheath;
    this.tension = tension;
    this.final = last;
    this.flat = flatMaterial(SWEEP_PLACE, tube.uniforms);
    this.customDepthMaterial = sweepMaterial(new MeshDepthMaterial(), tube.uniforms);
    this.castShadow = this.receiveShadow = true;
    this.gaps = new Gaps(tube, theme.gap);
    this.gaps.visible = final;
    this.add(this.gaps);
  }

  /** Draw it with this radius, scene units. */
  thicken(radius: number): void {
    this.tube.uniforms.sweepRadius.value = radius;
    this.gaps.wide.value = GAP * radius;
  }

  /** Go over to the final look. */
  finish(): void {
    if (this.material !== this.final) {
      this.material.dispose();
      this.material = this.final;
      this.gaps.visible = true;
    }
  }

  dispose(): void {
    this.gaps.material.dispose();
    this.tube.dispose();
    this.tension.dispose();
    this.material.dispose();
    this.final.dispose();
    this.flat.dispose();
    this.customDepthMaterial?.dispose();
  }
}
