// SPDX-License-Identifier: MIT
// Messages between page, engine worker and naming worker, under the protocol that the page sees.

import type { Events, HandId, Hello, Notices, RequestName, Verdict } from '../protocol';
import type { Layout } from './frames';
import type { NamingAnswer, NamingCurve } from './namer';

/** To the engine. */
export type ToEngine =
  | { to: 'naming'; port: MessagePort }
  | { to: 'ask'; id: number; what: RequestName; take: unknown }
  | { to: 'tell'; what: keyof Notices; notice: Notices[keyof Notices] }
  /** A buffer that the page has read. */
  | { to: 'back'; scene: number; buffer: ArrayBuffer };

/** From the engine. */
export type FromEngine =
  /** The worker's script runs. */
  | { from: 'awake' }
  /** So much of the library has come in, 0 to 1. */
  | { from: 'loading'; share: number }
  | { from: 'hello'; hello: Hello }
  | { from: 'broken'; message: string }
  | { from: 'answer'; id: number; give: unknown }
  | { from: 'refuse'; id: number; message: string; line: number }
  | { from: 'event'; event: keyof Events; value: unknown }
  | { from: 'frames'; scene: number; layout: Layout; shared: SharedArrayBuffer | null }
  | { from: 'frame'; scene: number; buffer: ArrayBuffer }
  | { from: 'names'; names: [HandId, string][] };

/** To the naming worker: the port from the page; over it the library, then states, from the engine. */
export interface StartNaming {
  port: MessagePort;
}
export type OverPort = { module: WebAssembly.Module } | ToCheck | ToNaming;
export interface ToCheck {
  setting: Float64Array;
  intended: string;
}
export interface ToNaming {
  scene: number;
  curves: NamingCurve[];
  ring: NamingCurve | null;
}
export type FromCheck = { verdict: Verdict } | { refusal: string };
export interface FromNaming {
  scene: number;
  answer: NamingAnswer;
}
