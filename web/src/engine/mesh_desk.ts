// SPDX-License-Identifier: MIT
// Which dropped mesh is on the page: opened, refused for its faults, mended, opened again in another unit.

import { EngineError, type MeshUnit, type Requests, type SceneInfo } from '../protocol';
import { isDrawn } from './glb_scene';
import { Library, sentence } from './library';
import type { MeshFile } from './mesh_file';
import type { Emit } from './session';

export class MeshDesk {
  /** Fetched when the first mesh comes. */
  private files: typeof import('./mesh_file') | null = null;
  private here: { file: MeshFile; unit: MeshUnit } | null = null;

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly emit: Emit,
    private readonly openScene: (text: string, files: Record<string, Uint8Array>) => SceneInfo,
  ) {}

  /** The scene of a file that is a mesh of cloth; null for others. glTF may hold lines alone, and be a curve. */
  async open(name: string, bytes: Uint8Array): Promise<SceneInfo | null> {
    if (!/\.(obj|ply|glb|gltf)$/i.test(name)) {
      return null;
    }
    this.files = await import('./mesh_file');
    if (/\.gl(b|tf)$/i.test(name) && !this.files.MeshFile.holdsFaces(new Library(this.module), name, bytes)) {
      return null;
    }
    const file = this.read(this.files, name, bytes, false);
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
    return this.show(other && this.files ? this.read(this.files, file.name, file.bytes, mend) : file, unit ?? this.here.unit);
  }

  /** Another scene has come. */
  leave(): void {
    if (this.here) {
      this.here = null;
      this.emit('mesh', null);
    }
  }

  private read(files: typeof import('./mesh_file'), name: string, bytes: Uint8Array, mend: boolean): MeshFile {
    return new files.MeshFile(new Library(this.module), name, bytes, mend);
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
