// SPDX-License-Identifier: MIT
// The page's start: what takes longest begins first. The engine's worker fetches the library and opens the first
// scene, the graphics processor wakes, and the rest of the page comes in meanwhile.

import { startEngine } from './engine/client';
import { openFirst } from './ui/first_scene';
import { toast, wordsOf } from './ui/toast';
import { openCanvas, wantsStill } from './view/quality';

async function boot(): Promise<void> {
  const { engine, awake, ready } = startEngine();
  const first = openFirst(engine);
  const rest = import('./main');
  ready.catch(failed);
  // to wake the graphics processor holds up this thread, which the worker needs to come up
  await awake;
  const still = wantsStill();
  const drawing = openCanvas(document.getElementById('view') as HTMLCanvasElement, still);
  document.documentElement.toggleAttribute('data-rich', still || !drawing.software);
  (await rest).start(engine, drawing, first);
}

function failed(error: unknown): void {
  toast(`The simulation did not start: ${wordsOf(error)}`);
  document.documentElement.dataset.ready = 'failed';
}

boot().catch(failed);
