// SPDX-License-Identifier: MIT
// The page's end of the thread that rehearses wraps.

import { EngineError } from '../protocol';
import type { WrapRequests } from './wrap_desk';
import type { FromWrap, ToWrap } from './wrap_worker';

export type AskWrap = <K extends keyof WrapRequests>(what: K, take: WrapRequests[K]['take']) => Promise<WrapRequests[K]['give']>;

/** Start the thread. Answers come in the order of the questions. */
export function startWraps(): AskWrap {
  const worker = new Worker(new URL('./wrap_worker.ts', import.meta.url), { type: 'module', name: 'wraps' });
  const waiting = new Map<number, { resolve(give: never): void; reject(error: EngineError): void }>();
  let next = 1;
  worker.onmessage = ({ data }: MessageEvent<FromWrap>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('refusal' in data) {
      asked?.reject(new EngineError(data.refusal, data.line));
    } else {
      asked?.resolve(data.give as never);
    }
  };
  worker.onerror = (event) => {
    waiting.forEach(({ reject }) => reject(new EngineError(`The rehearsal has stopped: ${event.message ?? 'its script did not load'}.`)));
    waiting.clear();
  };
  return (what, take) =>
    new Promise((resolve, reject) => {
      waiting.set(next, { resolve, reject });
      worker.postMessage({ id: next++, what, take } satisfies ToWrap);
    });
}
