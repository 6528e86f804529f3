// SPDX-License-Identifier: MIT
// All cloths of a scene: made, led along by frames, picked, marked, measured.

import { type Material, Mesh, type Object3D, Raycaster, type Scene, Vector2, type Vector3 } from 'three';
import type { ClothInfo, SceneInfo, Spot } from '../protocol';
import type { Orbit } from './camera';
import { ClothMaterial } from './cloth_material';
import { pickVertex, type ClothHit } from './pick_cloth';
import { patternSize, Sheet } from './sheet';

/** The page's own scenes of ropes have links of length 1 and are some hundred wide: so many parts of a cloth's size are one
 *  such unit. */
const UNITS = 70;
/** Links that are shorter say that a scene of ropes has another size than the page's own. */
const SMALL = 0.25;

/** How long a unit of the page's own measures (shadows, clearances, steps of a key) is in the scene. */
export function unitOf(info: SceneInfo): number {
  if (info.cloths.length > 0) {
    return Math.max(...info.cloths.map(patternSize)) / UNITS;
  }
  // ropes of a real size, in metres
  const link = info.ropes[0]?.link ?? 1;
  return link < SMALL ? link : 1;
}

interface Made {
  sheet: Sheet;
  mesh: Mesh<Sheet['geometry'], Material>;
  material: ClothMaterial;
}

export class Sheets {
  readonly list: Sheet[] = [];
  readonly meshes: Mesh<Sheet['geometry'], Material>[] = [];
  private readonly materials: ClothMaterial[] = [];
  private readonly ray = new Raycaster();
  private readonly pointer = new Vector2();

  constructor(private readonly scene: Scene) {}

  /** The cloths of a new scene instead of those before. What is the same cloth in another place is only put there. */
  set(info: SceneInfo): void {
    const before = this.list.map((sheet, i) => ({ sheet, mesh: this.meshes[i], material: this.materials[i] }));
    this.list.length = this.meshes.length = this.materials.length = 0;
    info.cloths.forEach((cloth, index) => this.put(cloth, index, before[index]));
    before.forEach(({ sheet, mesh, material }, i) => {
      if (this.meshes[i] !== mesh) {
        this.scene.remove(mesh);
        sheet.dispose();
      }
      // not before the next one has been made: its program would be compiled again
      if (this.materials[i] !== material) {
        material.dispose();
      }
    });
  }

  private put(cloth: ClothInfo, index: number, before: Made | undefined): void {
    const sheet = before?.sheet.become(cloth) ? before.sheet : new Sheet(cloth);
    const same = before !== undefined && before.material.suits(cloth, sheet.size);
    const material = same ? before.material : new ClothMaterial(index, cloth, sheet.size);
    let mesh = before?.mesh;
    if (mesh && before?.sheet === sheet) {
      mesh.material = material;
    } else {
      mesh = new Mesh<Sheet['geometry'], Material>(sheet.geometry, material);
      mesh.castShadow = mesh.receiveShadow = true;
      this.scene.add(mesh);
    }
    material.mark(0, 0, 0);
    this.list.push(sheet);
    this.meshes.push(mesh);
    this.materials.push(material);
  }

  follow(cloths: readonly Float32Array[]): void {
    for (let i = 0; i < this.list.length; i++) {
      this.list[i].follow(cloths[i]);
    }
  }

  bound(low: Vector3, high: Vector3): void {
    for (let i = 0; i < this.list.length; i++) {
      this.list[i].bound(low, high);
    }
  }

  /** Show which vertex would be grasped. */
  mark(spot: Spot | null): void {
    this.list.forEach((sheet, i) => {
      const here = spot !== null && spot.cloth === i;
      const [u, v] = here ? sheet.place(spot.node) : [0, 0];
      this.materials[i].mark(u, v, here ? Math.max(1.1 * sheet.info.edge, 0.018 * sheet.size) : 0);
    });
  }

  /** The vertex nearest to a place. */
  nearest([x, y, z]: [number, number, number]): Spot | null {
    let [best, spot]: [number, Spot | null] = [Infinity, null];
    this.list.forEach(({ points }, cloth) => {
      for (let i = 0; i < points.length; i += 3) {
        const away = (points[i] - x) ** 2 + (points[i + 1] - y) ** 2 + (points[i + 2] - z) ** 2;
        if (away < best) {
          [best, spot] = [away, { rope: -1, cloth, node: i / 3 }];
        }
      }
    });
    return spot;
  }

  /** The vertex that a pointer at (x, y) would grasp; not through what stands before it. */
  pick(
    orbit: Orbit,
    obstacles: readonly Object3D[],
    window: [number, number],
    [x, y]: [number, number],
    reach: number,
  ): ClothHit | null {
    if (this.list.length === 0) {
      return null;
    }
    this.pointer.set((2 * x) / window[0] - 1, 1 - (2 * y) / window[1]);
    this.ray.setFromCamera(this.pointer, orbit.camera);
    let blocked = Infinity;
    for (const { distance } of this.ray.intersectObjects(obstacles.filter(({ visible }) => visible), false)) {
      blocked = Math.min(blocked, distance * this.ray.ray.direction.dot(orbit.forward));
    }
    return pickVertex(this.list, orbit, window, [x, y], reach, blocked);
  }
}
