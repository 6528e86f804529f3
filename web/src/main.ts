// SPDX-License-Identifier: MIT
// The page: joins engine, stage and controls.

import { startEngine } from './engine/client';
import { keepOffline } from './engine/offline';
import { App } from './ui/app';
import { byId } from './ui/dom';
import { toast, wordsOf } from './ui/toast';
import { Stage } from './view/stage';

// the canvas wakes the graphics processor while the engine loads
const engine = startEngine();
Promise.resolve()
  .then(() => new Stage(byId<HTMLCanvasElement>('view')))
  .then(async (stage) => App.start(await engine, stage))
  .then(() => keepOffline())
  .catch((error: unknown) => {
    toast(`The simulation did not start: ${wordsOf(error)}`);
    document.documentElement.dataset.ready = 'failed';
  });
