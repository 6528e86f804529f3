// SPDX-License-Identifier: MIT
// The page: joins engine, stage and controls.

import './styles.css';
import type { Engine } from './protocol';
import { App } from './ui/app';
import { byId } from './ui/dom';
import type { First } from './ui/first_scene';
import type { Drawing } from './view/quality';
import { Stage } from './view/stage';

export function start(engine: Engine, drawing: Drawing, first: Promise<First>): void {
  new App(engine, new Stage(byId<HTMLCanvasElement>('view'), drawing), first);
}
