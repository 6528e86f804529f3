// SPDX-License-Identifier: MIT
// The pipe of a template, drawn faint over the cloth that lies on it; or lines, drawn strong.

import { BufferAttribute, BufferGeometry, Mesh, MeshBasicMaterial, type Scene } from 'three';

const OPACITY = 0.22;

export class Pipe {
  private mesh: Mesh<BufferGeometry, MeshBasicMaterial> | null = null;

  constructor(private readonly scene: Scene) {}

  /** @param pipe null: none. @param lines It is lines. @return Whether anything has changed. */
  show(pipe: { points: Float32Array; triangles: Int32Array } | null, lines: boolean): boolean {
    const before = this.mesh;
    if (before) {
      this.scene.remove(before);
      before.geometry.dispose();
      before.material.dispose();
      this.mesh = null;
    }
    if (pipe) {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(pipe.points, 3));
      geometry.setIndex(new BufferAttribute(new Uint32Array(pipe.triangles), 1));
      const material = new MeshBasicMaterial({ color: '#1f6feb', wireframe: !lines, transparent: !lines, opacity: lines ? 1 : OPACITY, depthWrite: lines });
      this.mesh = new Mesh(geometry, material);
      this.mesh.renderOrder = 3;
      this.scene.add(this.mesh);
    }
    return before !== null || pipe !== null;
  }
}
