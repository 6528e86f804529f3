// SPDX-License-Identifier: MIT
// Poles, rings, cleats and other rigid things, drawn as the engine describes them.

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  Mesh,
  MeshPhongMaterial,
  SphereGeometry,
  TorusGeometry,
} from 'three';
import type { ObstacleInfo, Shape } from '../protocol';

function geometryOf(shape: Shape): BufferGeometry {
  switch (shape.kind) {
    case 'sphere':
      return new SphereGeometry(shape.radius, 48, 32);
    case 'capsule':
      return new CapsuleGeometry(shape.radius, shape.length, 16, 48);
    case 'box':
      return new BoxGeometry(...shape.size);
    case 'torus':
      // three's ring lies round z, ours round y
      return new TorusGeometry(shape.radius, shape.tube, 24, 96).rotateX(Math.PI / 2);
    case 'mesh': {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(shape.positions, 3));
      geometry.setIndex(new BufferAttribute(shape.triangles, 1));
      const flat = geometry.toNonIndexed();
      flat.computeVertexNormals();
      return flat;
    }
  }
}

export class ObstacleMesh extends Mesh<BufferGeometry, MeshPhongMaterial> {
  constructor(readonly info: ObstacleInfo) {
    const color = info.color >= 0 ? new Color(info.color) : new Color('#8f959d');
    super(geometryOf(info.shape), new MeshPhongMaterial({ color, shininess: 38, specular: new Color('#5a5a5a') }));
    this.castShadow = true;
    this.receiveShadow = true;
  }

  /** pose: position, then quaternion, from `at` on. */
  setPose(poses: Float32Array, at: number): void {
    this.position.fromArray(poses, at);
    this.quaternion.fromArray(poses, at + 3);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
