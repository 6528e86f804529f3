// SPDX-License-Identifier: MIT
// The engine in its worker: the loop, the messages, the frames.

import { EngineError, type HandId, type SceneInfo, type Verdict } from '../protocol';
import { EngineCore, type FrameSink } from './engine';
import { layoutOf, ownBuffer, ownBytes, sharedBuffer, SharedWriter, Slot, type Layout } from './frames';
import { loadLibrary } from './load';
import type { FromCheck, FromEngine, FromNaming, OverPort, ToCheck, ToEngine } from './wire';
import wasm from '../../../build/wasm/web/bight.wasm?url';

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

interface Running {
  core: EngineCore;
  frames: WorkerFrames;
  naming: Naming;
}

// states to the thread that names, one at a time, and its answers to the engine
class Naming {
  private port: MessagePort | null = null;
  private ready = false;
  private next = 0;
  /** Asked and not answered: each is answered before the next state is named. */
  private checks: { work: ToCheck; resolve(verdict: Verdict): void; reject(error: Error): void }[] = [];
  private checking = false;

  constructor(
    private readonly core: EngineCore,
    private readonly module: WebAssembly.Module,
  ) {}

  begin(port: MessagePort): void {
    this.port = port;
    this.ready = false; // until it says so
    if (this.checking) {
      this.checking = false; // of a thread that was stopped
      this.checks.shift()?.reject(new EngineError('It was stopped.'));
    }
    port.onmessage = ({ data }: MessageEvent<FromNaming | FromCheck | null>) => {
      this.ready = true;
      if (data && !('answer' in data)) {
        this.checked(data);
      } else if (data) {
        this.core.named(data.scene, data.answer);
      }
    };
    port.postMessage({ module: this.module } satisfies OverPort);
  }

  check(setting: Float64Array, intended: string): Promise<Verdict> {
    return new Promise((resolve, reject) => this.checks.push({ work: { setting, intended }, resolve, reject }));
  }

  private checked(answer: FromCheck): void {
    this.checking = false;
    const asked = this.checks.shift();
    if ('verdict' in answer) {
      asked?.resolve(answer.verdict);
    } else {
      asked?.reject(new EngineError(answer.refusal));
    }
  }

  turn(): void {
    if (this.port && this.ready && this.checks.length > 0) {
      this.ready = false;
      this.checking = true;
      this.port.postMessage(this.checks[0].work satisfies OverPort);
      return;
    }
    const now = performance.now();
    const work = this.port && this.ready && now >= this.next ? this.core.toName() : null;
    if (work) {
      this.ready = false;
      this.next = now + NAME_EVERY;
      const buffers = work.curves.concat(work.ring ?? []).map((curve) => curve.nodes.buffer as ArrayBuffer);
      this.port?.postMessage(work satisfies OverPort, buffers);
    }
  }
}

async function start(): Promise<Running> {
  const shared = self.crossOriginIsolated && typeof SharedArrayBuffer === 'function';
  const module = await loadLibrary(new URL(wasm, self.location.href).href, (share) => post({ from: 'loading', share }));
  const sink = new WorkerFrames(shared);
  let naming: Naming | null = null;
  const core = new EngineCore({
    module,
    frames: sink,
    emit: (event, value) => post({ from: 'event', event, value }),
    check: (setting, intended) => naming?.check(setting, intended) ?? Promise.reject(new EngineError('Knots are not named yet.')),
    example: (name) => {
      const load = examples[`../../../examples/${name}.json`];
      if (!load) {
        throw new EngineError(`There is no example called "${name}".`);
      }
      return load();
    },
  });
  naming = new Naming(core, module);
  new Loop(() => {
    const wait = core.tick();
    naming?.turn();
    return wait;
  });
  post({ from: 'hello', hello: { version: core.version(), shared } });
  return { core, frames: sink, naming };
}

// At once: what the page says comes in only when its own thread has time.
const running = start();
// when this script has run to its end, and the page's thread has been told of it
setTimeout(() => post({ from: 'awake' }), 0);
running.catch((error: Error) => post({ from: 'broken', message: error.message }));

// in the order in which they come
function then(use: (engine: Running) => void): void {
  // a library that does not load is told once
  running.then(use, () => undefined);
}

async function answer(core: EngineCore, id: number, what: Parameters<EngineCore['ask']>[0], take: never): Promise<void> {
  try {
    const give = await core.ask(what, take);
    post({ from: 'answer', id, give });
  } catch (error) {
    const { message } = error as Error;
    post({ from: 'refuse', id, message, line: error instanceof EngineError ? error.line : 0 });
  }
}

addEventListener('message', ({ data }: MessageEvent<ToEngine>) => {
  switch (data.to) {
    case 'naming':
      then(({ naming }) => naming.begin(data.port));
      break;
    case 'ask':
      then(({ core }) => void answer(core, data.id, data.what, data.take as never));
      break;
    case 'tell':
      then(({ core }) => core.tell(data.what, data.notice));
      break;
    case 'back':
      then(({ frames }) => frames.back(data.scene, data.buffer));
      break;
  }
});
