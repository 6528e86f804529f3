// SPDX-License-Identifier: MIT
// The thread that names: it answers each state that the engine sends, which sends the next.

import { Library } from './library';
import { Namer } from './namer';
import type { FromCheck, FromNaming, OverPort, StartNaming, ToCheck } from './wire';
import atlas from '../../../data/knots16.bin?url';

// Asked for once, when a knot first needs it; where it cannot be had, knots beyond 12 crossings stay unknown.
let loading: Promise<void> | null = null;
let waiting = false;

async function loadAtlas(namer: Namer): Promise<void> {
  try {
    const answer = await fetch(new URL(atlas, self.location.href));
    if (answer.ok) {
      namer.takeAtlas(new Uint8Array(await answer.arrayBuffer()));
    }
  } catch {
    // no network: said by the knot's being unknown
  } finally {
    waiting = false;
  }
}

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
      if (!loading && Namer.wantsAtlas(answer)) {
        waiting = true;
        loading = loadAtlas(namer);
      }
      port.postMessage({ scene: data.scene, answer: waiting ? Namer.waiting(answer) : answer } satisfies FromNaming);
    }
  };
});
