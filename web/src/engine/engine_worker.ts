// SPDX-License-Identifier: MIT
// The engine in its worker: the loop, the messages, the frames.

import { EngineError, type HandId, type SceneInfo } from '../protocol';
import { EngineCore, type FrameSink } from './engine';
import { layoutOf, ownBuffer, ownBytes, sharedBuffer, SharedWriter, Slot, type Layout } from './frames';
import type { FromEngine, FromNaming, ToEngine, ToNaming } from './wire';

const examples = import.meta.glob<string>('../../../examples/*.json', { query: '?raw', import: 'default' });
/** Milliseconds between two looks at the knots: more often tells nobody more. */
const NAME_EVERY = 33;
const BUFFERS = 3;

function post(message: FromEngine, transfer: Transferable[] = []): void {
  (self as unknown as Worker).postMessage(message, transfer);
}

// ---- frames ---------------------------------------------------------------------------------------

class WorkerFrames implements FrameSink {
  private writer: SharedWriter | null = null;
  private layout: Layout = { nodes: [], cloths: [], obstacles: 0 };
  private scene = 0;
  private free: ArrayBuffer[] = [];
  private writing: ArrayBuffer | null = null;

  constructor(private readonly shared: boolean) {}

  begin(info: SceneInfo): void {
    this.layout = layoutOf(info);
    this.scene = info.serial;
    const shared = this.shared ? sharedBuffer(this.layout) : null;
    this.writer = shared ? new SharedWriter(shared, this.layout) : null;
    this.free = shared ? [] : Array.from({ length: BUFFERS }, () => ownBuffer(this.layout));
    post({ from: 'frames', scene: this.scene, layout: this.layout, shared });
  }

  next(): Slot | null {
    if (this.writer) {
      return this.writer.next();
    }
    this.writing = this.free.pop() ?? null;
    return this.writing ? new Slot(this.writing, 0, this.layout) : null;
  }

  publish(): void {
    if (this.writer) {
      this.writer.publish();
    } else if (this.writing) {
      post({ from: 'frame', scene: this.scene, buffer: this.writing }, [this.writing]);
      this.writing = null;
    }
  }

  back(scene: number, buffer: ArrayBuffer): void {
    // one of before the ropes got other nodes may be too small
    if (scene === this.scene && buffer.byteLength === ownBytes(this.layout)) {
      this.free.push(buffer);
    }
  }

  names(names: [HandId, string][]): void {
    post({ from: 'names', names });
  }
}

// ---- the loop -------------------------------------------------------------------------------------

// setTimeout is rounded up to 4 ms when nested: a message to oneself comes at once
class Loop {
  private readonly channel = new MessageChannel();

  constructor(private readonly turn: () => number) {
    this.channel.port1.onmessage = () => this.run();
    this.run();
  }

  private run(): void {
    const wait = this.turn();
    if (wait < 4) {
      // messages of the page come first: they queue in another source, so give way now and then
      setTimeout(() => this.channel.port2.postMessage(null), 0);
    } else {
      setTimeout(() => this.run(), wait);
    }
  }
}

// ---- messages -------------------------------------------------------------------------------------

let core: EngineCore | null = null;
let frames: WorkerFrames | null = null;

function start(module: WebAssembly.Module, shared: boolean, naming: MessagePort): void {
  const sink = new WorkerFrames(shared);
  frames = sink;
  const made = new EngineCore({
    module,
    frames: sink,
    emit: (event, value) => post({ from: 'event', event, value }),
    example: (name) => {
      const load = examples[`../../../examples/${name}.json`];
      if (!load) {
        throw new EngineError(`There is no example called "${name}".`);
      }
      return load();
    },
  });
  core = made;

  let ready = false;
  let nextName = 0;
  naming.onmessage = ({ data }: MessageEvent<FromNaming | null>) => {
    ready = true;
    if (data) {
      made.named(data.scene, data.answer);
    }
  };
  new Loop(() => {
    const wait = made.tick();
    const now = performance.now();
    if (ready && now >= nextName) {
      const work = made.toName();
      if (work) {
        ready = false;
        nextName = now + NAME_EVERY;
        const buffers = work.curves.concat(work.ring ?? []).map((curve) => curve.nodes.buffer as ArrayBuffer);
        naming.postMessage(work satisfies ToNaming, buffers);
      }
    }
    return wait;
  });
  post({ from: 'hello', hello: { ...made.hello(), shared } });
}

async function answer(id: number, what: Parameters<EngineCore['ask']>[0], take: never): Promise<void> {
  try {
    const give = await (core as EngineCore).ask(what, take);
    post({ from: 'answer', id, give });
  } catch (error) {
    const { message } = error as Error;
    post({ from: 'refuse', id, message, line: error instanceof EngineError ? error.line : 0 });
  }
}

addEventListener('message', ({ data }: MessageEvent<ToEngine>) => {
  switch (data.to) {
    case 'start':
      start(data.module, data.shared, data.naming);
      break;
    case 'ask':
      void answer(data.id, data.what, data.take as never);
      break;
    case 'tell':
      core?.tell(data.what, data.notice);
      break;
    case 'back':
      frames?.back(data.scene, data.buffer);
      break;
  }
});
