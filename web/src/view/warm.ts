// SPDX-License-Identifier: MIT
// Programs made before they are needed, beside the page's own work where the browser can.

import { type BufferGeometry, type Camera, Group, type Material, Mesh, type Object3D, type Scene, type WebGLRenderer } from 'three';

/** A material with the kind of geometry that it will draw, or objects that have theirs. */
export type Look = { geometry: BufferGeometry; material: Material } | Object3D;

/**
 * Compile looks as they will be seen in `scene`, with its lights.
 * @param beside The browser compiles beside the page's work; else each is made when it is first drawn with.
 */
export async function compileLooks(
  renderer: WebGLRenderer,
  scene: Scene,
  camera: Camera,
  looks: readonly Look[],
  beside: boolean,
): Promise<void> {
  if (!beside) {
    return;
  }
  const group = new Group();
  const there: Object3D[] = [];
  for (const look of looks) {
    if ('material' in look && 'geometry' in look && !('isObject3D' in look)) {
      const mesh = new Mesh(look.geometry, look.material);
      mesh.castShadow = mesh.receiveShadow = true;
      group.add(mesh);
    } else {
      there.push(look as Object3D);
    }
  }
  await Promise.all([group, ...there].map((object) => renderer.compileAsync(object, camera, scene)));
}
