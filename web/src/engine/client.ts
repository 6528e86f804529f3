// SPDX-License-Identifier: MIT
// The page's end of the engine.

import { EngineError, type Engine, type Events, type Frame, type Hello, type Notices, type RequestName, type Requests } from '../protocol';
import { FrameView, SharedReader, Slot, type Layout } from './frames';
import type { FromEngine, StartNaming, ToEngine } from './wire';

interface Waiting {
  resolve(give: unknown): void;
  reject(error: EngineError): void;
}

class WorkerEngine implements Engine {
  hello: Hello = { version: '', shared: false };
  private readonly view = new FrameView();
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Map<string, Set<(value: never) => void>>();
  /** What happened before anyone listened. */
  private readonly early = new Map<string, unknown[]>();
  private naming: Worker | null = null;
  private nextId = 1;
  private reader: SharedReader | null = null;
  private layout: Layout = { nodes: [], cloths: [], obstacles: 0 };
  private scene = 0;
  /** Read now, and newer: travelling buffers. */
  private shown: Slot | null = null;
  private newer: Slot | null = null;

  constructor(
    private readonly worker: Worker,
    private readonly awake: () => void,
    private readonly loading: (share: number) => void,
    private readonly started: () => void,
    private readonly broken: (error: EngineError) => void,
  ) {
    worker.onmessage = ({ data }: MessageEvent<FromEngine>) => this.receive(data);
    worker.onerror = (event) => this.fail(`The simulation has stopped: ${event.message ?? 'its script did not load'}.`);
  }

  ask<K extends RequestName>(what: K, take: Requests[K]['take']): Promise<Requests[K]['give']> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (give: unknown) => void, reject });
      this.post({ to: 'ask', id, what, take });
    });
  }

  tell<K extends keyof Notices>(what: K, notice: Notices[K]): void {
    this.post({ to: 'tell', what, notice });
  }

  on<K extends keyof Events>(event: K, listener: (value: Events[K]) => void): () => void {
    const set = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, set);
    set.add(listener as (value: never) => void);
    const early = this.early.get(event) as Events[K][] | undefined;
    this.early.delete(event);
    early?.forEach(listener);
    return () => set.delete(listener as (value: never) => void);
  }

  frame(): Frame | null {
    if (this.reader) {
      const slot = this.reader.latest();
      return slot && slot.head[0] === this.scene ? this.view.read(slot) : null;
    }
    if (this.newer) {
      this.giveBack(this.shown);
      this.shown = this.newer;
      this.newer = null;
    }
    return this.shown ? this.view.read(this.shown) : null;
  }

  startNaming(): void {
    if (this.naming) {
      return;
    }
    const { port1, port2 } = new MessageChannel();
    this.naming = new Worker(new URL('./naming_worker.ts', import.meta.url), { type: 'module', name: 'naming' });
    this.naming.onerror = (event) => this.fire('trouble', { message: `Naming has stopped: ${event.message}` });
    this.naming.postMessage({ port: port2 } satisfies StartNaming, [port2]);
    this.post({ to: 'naming', port: port1 }, [port1]);
  }

  stopNaming(scene: number): void {
    this.tell('unnamed', { scene });
    this.naming?.terminate();
    this.naming = null;
    this.startNaming();
  }

  close(): void {
    this.worker.terminate();
    this.naming?.terminate();
  }

  private post(message: ToEngine, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
  }

  private giveBack(slot: Slot | null): void {
    if (slot) {
      const buffer = slot.buffer as ArrayBuffer;
      this.post({ to: 'back', scene: this.scene, buffer }, [buffer]);
    }
  }

  private fire<K extends keyof Events>(event: K, value: Events[K]): void {
    const set = this.listeners.get(event);
    if (set) {
      set.forEach((listener) => listener(value as never));
    } else {
      this.early.set(event, [...(this.early.get(event) ?? []), value]);
    }
  }

  private fail(message: string): void {
    const error = new EngineError(message);
    this.waiting.forEach(({ reject }) => reject(error));
    this.waiting.clear();
    this.broken(error);
    this.fire('trouble', { message: error.message, lasting: true });
  }

  private receive(message: FromEngine): void {
    switch (message.from) {
      case 'awake':
        this.awake();
        break;
      case 'loading':
        this.loading(message.share);
        break;
      case 'hello':
        this.hello = message.hello;
        this.started();
        break;
      case 'broken':
        this.fail(message.message);
        break;
      case 'answer':
        this.waiting.get(message.id)?.resolve(message.give);
        this.waiting.delete(message.id);
        break;
      case 'refuse':
        this.waiting.get(message.id)?.reject(new EngineError(message.message, message.line));
        this.waiting.delete(message.id);
        break;
      case 'event':
        this.fire(message.event, message.value as never);
        break;
      case 'frames':
        this.layout = message.layout;
        this.scene = message.scene;
        this.reader = message.shared ? new SharedReader(message.shared, message.layout) : null;
        this.shown = this.newer = null;
        break;
      case 'frame':
        if (message.scene === this.scene) {
          this.giveBack(this.newer);
          this.newer = new Slot(message.buffer, 0, this.layout);
        }
        break;
      case 'names':
        this.view.names.clear();
        message.names.forEach(([hand, name]) => this.view.names.set(hand, name));
        break;
    }
  }
}

/**
 * Start the engine's worker, which loads the library by itself. The engine may be asked at once.
 * loading: how much of the library has come, 0 to 1; awake: its script runs, and needs the page's thread no more; ready: the library runs, rejects with EngineError when
 * the browser cannot run it.
 */
export function startEngine(loading: (share: number) => void): { engine: Engine; awake: Promise<void>; ready: Promise<void> } {
  const worker = new Worker(new URL('./engine_worker.ts', import.meta.url), { type: 'module', name: 'engine' });
  const awake = withResolvers();
  const { promise, resolve, reject } = withResolvers();
  const engine = new WorkerEngine(
    worker,
    awake.resolve,
    loading,
    () => {
      performance.mark('bight-engine'); // read by bench/run.mjs
      resolve();
    },
    (error) => {
      awake.resolve();
      reject(error);
    },
  );
  return { engine, awake: awake.promise, ready: promise };
}

function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (error: EngineError) => void } {
  let resolve: () => void = () => undefined;
  let reject: (error: EngineError) => void = () => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
