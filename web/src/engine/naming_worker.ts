// SPDX-License-Identifier: MIT
// The thread that names: it answers each state that the engine sends, which sends the next.

import { Library } from './library';
import { Namer } from './namer';
import type { FromCheck, FromNaming, OverPort, StartNaming, ToCheck } from './wire';

function answerTo(namer: Namer, { setting, intended }: ToCheck): FromCheck {
  try {
    return { verdict: namer.check(setting, intended) };
  } catch (error) {
    return { refusal: (error as Error).message };
  }
}

addEventListener('message', (start: MessageEvent<StartNaming>) => {
  const { port } = start.data;
  let namer: Namer | null = null;
  port.onmessage = ({ data }: MessageEvent<OverPort>) => {
    if ('module' in data) {
      namer = new Namer(new Library(data.module));
      port.postMessage(null); // ready
    } else if (namer && 'intended' in data) {
      port.postMessage(answerTo(namer, data));
    } else if (namer && 'curves' in data) {
      const answer = namer.name(data.curves, data.ring);
      port.postMessage({ scene: data.scene, answer } satisfies FromNaming);
    }
  };
});
