// SPDX-License-Identifier: MIT
// The thread that rehearses wraps: the page and the engine go on meanwhile.

import { EngineError } from '../protocol';
import { Library } from './library';
import { loadLibrary } from './load';
import { WrapDesk, type WrapRequests } from './wrap_desk';
import wasm from '../../../build/wasm/web/wrap.wasm?url';

export interface ToWrap {
  id: number;
  what: keyof WrapRequests;
  take: unknown;
}
export type FromWrap = { id: number; give: unknown } | { id: number; refusal: string; line: number };

let desk: Promise<WrapDesk> | null = null;

// what did not load is tried again with the next question
function open(): Promise<WrapDesk> {
  desk ??= loadLibrary(new URL(wasm, self.location.href).href, () => undefined).then(
    (module) => new WrapDesk(new Library(module)),
    (error: unknown) => {
      desk = null;
      throw error;
    },
  );
  return desk;
}

addEventListener('message', async ({ data: { id, what, take } }: MessageEvent<ToWrap>) => {
  const post = (message: FromWrap): void => (self as unknown as Worker).postMessage(message);
  try {
    post({ id, give: (await open()).ask(what, take as never) });
  } catch (error) {
    post({ id, refusal: (error as Error).message, line: error instanceof EngineError ? error.line : 0 });
  }
});
