// SPDX-License-Identifier: MIT
// The page: joins engine, stage and controls.

import { startEngine } from './engine/client';
import { keepOffline } from './engine/offline';
import { App } from './ui/app';
import { toast, wordsOf } from './ui/toast';

startEngine()
  .then((engine) => App.start(engine))
  .then(() => keepOffline())
  .catch((error: unknown) => {
    toast(`The simulation did not start: ${wordsOf(error)}`);
    document.documentElement.dataset.ready = 'failed';
  });
