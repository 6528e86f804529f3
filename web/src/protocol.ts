// SPDX-License-Identifier: MIT
// What the page and the engine say to each other. The page never touches WebAssembly: it asks
// (Requests, each answered once), listens (Events) and reads the latest frame (Frame) when it draws.
// src/engine/client.ts is the page's end: `const engine = await startEngine()`.
//
// Units: lengths as in the scene (a free rope has links of length 1 and radius 0.5), y up, right-handed.
// Time is counted in cycles; a cycle moves nothing farther than the speed limit (0.9 radii unless changed).

import type { Frame } from './protocol/frame';
import type { Events, Notices, RequestName, Requests } from './protocol/talk';

export type * from './protocol/scene';
export type * from './protocol/frame';
export type * from './protocol/knots';
export type * from './protocol/cloth';
export type * from './protocol/talk';

export interface Hello {
  version: string;
  /** Frames lie in shared memory (the page is cross-origin isolated). */
  shared: boolean;
}

/** message is for people: what is wrong and how to mend it. */
export class EngineError extends Error {
  constructor(
    message: string,
    /** Line of the file, 0 when there is none. */
    readonly line = 0,
  ) {
    super(message);
    this.name = 'EngineError';
  }
}

export interface Engine {
  readonly hello: Hello;
  ask<K extends RequestName>(what: K, take: Requests[K]['take']): Promise<Requests[K]['give']>;
  tell<K extends keyof Notices>(what: K, notice: Notices[K]): void;
  /** What happened before anyone listened is told to the first listener. */
  on<K extends keyof Events>(event: K, listener: (value: Events[K]) => void): () => void;
  /** The newest frame, or null before the first. Call once a drawn frame. */
  frame(): Frame | null;
  /** Start the thread that names knots, which the first picture need not wait for. */
  startNaming(): void;
  /** Give up the name that is worked out; the scene (its serial) is named no more. */
  stopNaming(scene: number): void;
  close(): void;
}
