// SPDX-License-Identifier: MIT
// The page's start: what takes longest begins first. The engine's worker fetches the library and opens the first
// scene, the graphics processor wakes, and the rest of the page comes in meanwhile.

import { startEngine } from './engine/client';
import { byId } from './ui/dom';
import { openFirst } from './ui/first_scene';
import { noEngine, noPicture } from './ui/notice';
import { wordsOf } from './ui/toast';
import { openCanvas, wantsStill } from './view/quality';
import { openWords } from './words/language';

async function boot(): Promise<void> {
  const words = openWords();
  const { engine, awake, ready } = startEngine((share) => (byId<HTMLProgressElement>('loading-bar').value = share));
  const first = openFirst(engine);
  const rest = import('./main');
  ready.catch(failed);
  // to wake the graphics processor holds up this thread, which the worker needs to come up
  await awake;
  await words;
  const still = wantsStill();
  const drawing = openCanvas(byId<HTMLCanvasElement>('view'), still);
  if (!drawing.context) {
    noPicture();
  }
  document.documentElement.toggleAttribute('data-rich', still || !drawing.software);
  (await rest).start(engine, drawing, first);
}

function failed(error: unknown): void {
  noEngine(wordsOf(error));
  document.documentElement.dataset.ready = 'failed';
}

boot().catch(failed);
