// SPDX-License-Identifier: MIT
// The thread that names: it answers each state that the engine sends, which sends the next.

import { Library } from './library';
import { Namer } from './namer';
import type { FromNaming, StartNaming, ToNaming } from './wire';

addEventListener('message', (start: MessageEvent<StartNaming>) => {
  const { module, port } = start.data;
  const namer = new Namer(new Library(module));
  port.onmessage = ({ data }: MessageEvent<ToNaming>) => {
    const answer = namer.name(data.curves, data.ring);
    port.postMessage({ scene: data.scene, answer } satisfies FromNaming);
  };
  port.postMessage(null); // ready
});
