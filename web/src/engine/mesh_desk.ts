// SPDX-License-Identifier: MIT
// Which dropped mesh is on the page: opened, refused for its faults, mended, opened again in another unit.

import { EngineError, type MeshUnit, type Requests, type SceneInfo } from '../protocol';
import { isDrawn } from './file_kind';
import { Library, sentence } from './library';
import { MeshFile } from './mesh_file';
import type { Emit } from './session';

export class MeshDesk {
  private here: { file: MeshFile; unit: MeshUnit } | null = null;

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly emit: Emit,
    private readonly openScene: (text: string, files: Record<string, Uint8Array>) => SceneInfo,
  ) {}

  /** Whether a file is a mesh of cloth. glTF may hold lines alone, and be a curve. */
  takes(name: string, bytes: Uint8Array): boolean {
    return /\.(obj|ply)$/i.test(name) || (/\.(glb|gltf)$/i.test(name) && MeshFile.holdsFaces(new Library(this.module), name, bytes));
  }

  open(name: string, bytes: Uint8Array): SceneInfo {
    const file = this.read(name, bytes, false);
    if (isDrawn(bytes) && file.closed) {
      throw new EngineError('This is a drawing of a scene (GLB): its ropes are tubes of triangles, not cloth. Open the scene itself (.json), its points (XYZ), or a GLB that this page has saved.');
    }
    return this.show(file, 'auto');
  }

  again({ unit, mend }: Requests['mesh']['take']): SceneInfo {
    if (!this.here) {
      throw new EngineError('There is no mesh: drop an OBJ, PLY or glTF file.');
    }
    const { file } = this.here;
    const other = mend !== undefined && mend !== file.mend;
    return this.show(other ? this.read(file.name, file.bytes, mend) : file, unit ?? this.here.unit);
  }

  /** Another scene has come. */
  leave(): void {
    if (this.here) {
      this.here = null;
      this.emit('mesh', null);
    }
  }

  private read(name: string, bytes: Uint8Array, mend: boolean): MeshFile {
    return new MeshFile(new Library(this.module), name, bytes, mend);
  }

  // A mesh with faults that cloth cannot have is refused, and kept, to be mended when that is asked for.
  private show(file: MeshFile, unit: MeshUnit): SceneInfo {
    const { text, files, state } = file.scene(unit);
    try {
      const info = this.openScene(text, files);
      this.here = { file, unit };
      this.emit('mesh', state);
      return info;
    } catch (error) {
      this.here = { file, unit };
      this.emit('mesh', { ...state, opened: false });
      const faults = state.faults.map(({ name, count }) => `${count} ${name}`).join(', ');
      if (faults !== '') {
        throw new EngineError(`As it is no cloth can be made of it. Its faults: ${faults}. Mend it in the tab File.`);
      }
      // line and key are those of the scene that was made for it, which nobody has seen
      throw new EngineError(sentence((error as Error).message.replace(/^.*?cannot be made: /, '')));
    }
  }
}
