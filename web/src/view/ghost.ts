// SPDX-License-Identifier: MIT
// The ghost of a practice task: the rope as it should go, drawn faint.

import { Mesh, MeshBasicMaterial, type Scene, Vector3 } from 'three';
import type { RopeInfo } from '../protocol';
import { bentPart } from './focus';
import { sweepMaterial } from './sweep';
import { Tube } from './tube';

const OPACITY = 0.38;
/** Thinner than the rope, so that it hides inside where the two agree. */
const THICKNESS = 0.8;

export class Ghost {
  /** Where it has been bent so far: low.x is Infinity when it has only been straight. */
  readonly low = new Vector3();
  readonly high = new Vector3();
  private tube: Tube | null = null;
  private mesh: Mesh<Tube['geometry'], MeshBasicMaterial> | null = null;
  private color = '#ffffff';
  private readonly bentLow = new Vector3();
  private readonly bentHigh = new Vector3();

  constructor(private readonly scene: Scene) {}

  /** What is drawn; null when there is no ghost. */
  get object(): Mesh | null {
    return this.mesh;
  }

  setColor(color: string): void {
    this.color = color;
    this.mesh?.material.color.set(color);
  }

  hide(): void {
    if (this.mesh) {
      this.scene.remove(this.mesh);
      this.mesh.material.dispose();
      this.tube?.dispose();
      this.mesh = this.tube = null;
    }
  }

  /** @param nodes (count x 3) */
  show(nodes: Float32Array, { radius, link, closed }: RopeInfo): void {
    const count = nodes.length / 3;
    if (this.tube?.count !== count) {
      this.hide();
      this.low.setScalar(Infinity);
      this.high.setScalar(-Infinity);
      this.tube = new Tube({ count, closed, radius: THICKNESS * radius, linkLength: link }, 12, 4);
      const material = new MeshBasicMaterial({ color: this.color, transparent: true, opacity: OPACITY });
      this.mesh = new Mesh(this.tube.geometry, sweepMaterial(material, this.tube.uniforms));
      this.mesh.renderOrder = 2;
      this.scene.add(this.mesh);
    }
    const tube = this.tube as Tube;
    tube.follow(nodes);
    tube.update(null, 0);
    if (bentPart([tube], this.bentLow, this.bentHigh)) {
      this.low.min(this.bentLow);
      this.high.max(this.bentHigh);
    }
  }
}
