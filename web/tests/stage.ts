// SPDX-License-Identifier: MIT
// An engine in node, with a clock that the test moves, and the command line beside it.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineCore } from '../src/engine/engine';
import { Library } from '../src/engine/library';
import { Namer } from '../src/engine/namer';
import { layoutOf, ownBuffer, Slot } from '../src/engine/frames';
import type { Events } from '../src/protocol';

const root = process.env.BIGHT_ROOT ?? '..';
export const module = new WebAssembly.Module(readFileSync(join(root, 'build/wasm/web/bight.wasm')));

export function example(name: string): string {
  return readFileSync(join(root, `examples/${name}.json`), 'utf8');
}

/** Knots of 13 to 16 crossings. */
export function atlasBytes(): Uint8Array {
  return readFileSync(join(root, 'data/knots16.bin'));
}

/** What web/api/pictures.mjs drew. */
export function galleryPictures(): Record<string, { box: [number, number]; ropes: string[] }> {
  return JSON.parse(readFileSync(join(root, 'build/wasm/web/pictures.json'), 'utf8')) as ReturnType<typeof galleryPictures>;
}

export class TestEngine {
  clock = 0;
  readonly events: { [K in keyof Events]?: Events[K][] } = {};
  readonly core: EngineCore;
  readonly namer: Namer;
  slot: Slot | null = null;
  published = 0;

  constructor() {
    this.core = new EngineCore({
      module,
      emit: (event, value) => ((this.events[event] ??= []) as (typeof value)[]).push(value),
      frames: {
        begin: (info) => {
          const layout = layoutOf(info);
          this.slot = new Slot(ownBuffer(layout), 0, layout);
        },
        next: () => this.slot,
        publish: () => this.published++,
        names: () => {},
      },
      check: (setting, intended) => Promise.resolve(this.namer.check(setting, intended)),
      example: (name) => Promise.resolve(example(name)),
      now: () => this.clock,
    });
    this.namer = new Namer(new Library(module), () => this.clock);
  }

  get session(): EngineCore['session'] {
    return this.core.session;
  }

  last<K extends keyof Events>(event: K): Events[K] | undefined {
    return this.events[event]?.at(-1) as Events[K] | undefined;
  }

  /** So many cycles, at once. */
  run(cycles: number): void {
    for (let left = cycles; left > 0; ) {
      const done = this.session.advance(Math.min(left, 16));
      if (done === 0) {
        return;
      }
      left -= done;
    }
  }

  name(): void {
    const work = this.core.toName();
    if (work) {
      this.core.named(work.scene, this.namer.name(work.curves, work.ring));
    }
  }

  knot(): string {
    this.name();
    const work = this.core.toName();
    return work ? this.namer.name(work.curves, work.ring).knots[0].name : '';
  }

  async hash(): Promise<string> {
    return (await this.core.ask('state', {})).hash;
  }
}

/** `bight mesh` with a file of these bytes: what it prints; for check and repair as an object. */
export function meshCommand(verb: 'check' | 'repair', name: string, bytes: Uint8Array): Record<string, unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'bight-mesh-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const command = process.env.BIGHT_COMMAND ?? join(root, 'build/release/bight');
    const out = verb === 'repair' ? ['--out', join(folder, 'mended.obj')] : [];
    // 1 tells of faults, 2 and more of trouble
    const { stdout, stderr, status } = spawnSync(command, ['mesh', verb, path, '--json', ...out], { encoding: 'utf8' });
    if (status !== 0 && status !== 1) {
      throw new Error(stderr.replaceAll(`${folder}/`, ''));
    }
    return JSON.parse(stdout) as Record<string, unknown>;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What `bight run` makes of a scene and the files that it names; xyz: also the nodes at its end, as text. */
export function runCommand(text: string, xyz = false, files: Record<string, Uint8Array> = {}): { hash: string; cycles: number; xyz: string; code: number } {
  const folder = mkdtempSync(join(tmpdir(), 'bight-web-'));
  const scene = join(folder, 'scene.json');
  writeFileSync(scene, text);
  Object.entries(files).forEach(([name, bytes]) => writeFileSync(join(folder, name), bytes));
  let code = 0;
  let summary = '';
  let nodes = '';
  try {
    const command = process.env.BIGHT_COMMAND ?? join(root, 'build/release/bight');
    const out = xyz ? ['--out', join(folder, 'out')] : [];
    summary = execFileSync(command, ['run', scene, '--json', '--frames', '0', ...out], { encoding: 'utf8', stdio: 'pipe' });
    nodes = xyz ? readFileSync(join(folder, 'out/final.xyz'), 'utf8') : '';
  } catch (error) {
    const failure = error as { status: number; stdout: string; stderr: string };
    code = failure.status;
    summary = failure.stdout;
    if (!summary) {
      throw new Error(`bight run: ${failure.stderr}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { hash, cycles } = JSON.parse(summary) as { hash: string; cycles: number };
  return { hash, cycles, xyz: nodes, code };
}

/** What web/api/thumbs.mjs rendered of a knot's card, or null. */
export function thumbOf(id: string): Buffer | null {
  const path = join(root, `build/wasm/web/thumbs/${id}.png`);
  return existsSync(path) ? readFileSync(path) : null;
}
