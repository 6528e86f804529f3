// SPDX-License-Identifier: MIT
// The page's end of the thread that rehearses wraps.

import { EngineError } from '../protocol';
import type { WrapRequests } from './wrap_desk';
import type { FromWrap, ToWrap } from './wrap_worker';

export type AskWrap = <K extends keyof WrapRequests>(what: K, take: WrapRequests[K]['take']) => Promise<WrapRequests[K]['give']>;

/** What is used of a Worker. */
export type WrapThread = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

const start = (): WrapThread => new Worker(new URL('./wrap_worker.ts', import.meta.url), { type: 'module', name: 'wraps' });

/** The thread starts with the first question, and anew with the next one after it has failed. Answers come in the order of the
 *  questions. */
export function startWraps(thread: () => WrapThread = start): AskWrap {
  const waiting = new Map<number, { resolve(give: never): void; reject(error: EngineError): void }>();
  let worker: WrapThread | null = null;
  let next = 1;
  const begin = (): WrapThread => {
    const fresh = thread();
    fresh.onmessage = ({ data }: MessageEvent<FromWrap>) => {
      const asked = waiting.get(data.id);
      waiting.delete(data.id);
      if ('refusal' in data) {
        asked?.reject(new EngineError(data.refusal, data.line));
      } else {
        asked?.resolve(data.give as never);
      }
    };
    // where its script does not load it never answers
    fresh.onerror = () => {
      fresh.terminate();
      worker = null;
      const lost = [...waiting.values()];
      waiting.clear();
      lost.forEach(({ reject }) => reject(new EngineError('The rehearsal has stopped, or its part of the page could not be loaded: try it again.')));
    };
    return fresh;
  };
  return (what, take) =>
    new Promise((resolve, reject) => {
      worker ??= begin();
      waiting.set(next, { resolve, reject });
      worker.postMessage({ id: next++, what, take } satisfies ToWrap);
    });
}
