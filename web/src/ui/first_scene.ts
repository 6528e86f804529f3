// SPDX-License-Identifier: MIT
// The scene that is there when the page opens: what was left there, that of the link, or a rope.

import { FIRST_SCENE } from '../engine/first_scene';
import type { Engine } from '../protocol';
import type { CameraPlace } from '../view/camera';
import { cameBack, leftBehind } from './keep';
import { readLink, unpack } from './link';
import { toast, wordsOf } from './toast';
import { t } from '../words/words';

export interface First {
  /** The address held a scene, or the last page has left one. */
  linked: boolean;
  /** Where the camera was. */
  place: CameraPlace | null;
}

/** Open the scene of the address; null when it holds none that can be opened. */
export async function openLink(engine: Engine): Promise<First | null> {
  const named = /^#(knot|practice)=([\w%'.+-]{1,80})$/.exec(location.hash);
  if (named) {
    return openNamed(engine, named[1], decodeURIComponent(named[2]).replaceAll('+', ' '));
  }
  const link = readLink(location.hash);
  if (!link) {
    return null;
  }
  try {
    await engine.ask('open', { text: await unpack(link.packed), name: 'link', hands: true });
    return { linked: true, place: link.place };
  } catch (error) {
    toast(t('The link does not hold a scene: {why}', { why: wordsOf(error) }));
    return null;
  }
}

// "#knot=bowline" is tied and watched, "#practice=bowline" is tied by hand
async function openNamed(engine: Engine, what: string, name: string): Promise<First | null> {
  try {
    await (what === 'knot' ? engine.ask('tie', { name }) : engine.ask('practice', { id: name }));
    return { linked: true, place: null };
  } catch (error) {
    toast(t('The link names no knot that can be tied here: {why}', { why: wordsOf(error) }));
    return null;
  }
}

/** The rope on the table. */
export async function openTable(engine: Engine): Promise<void> {
  await engine.ask('open', { text: JSON.stringify(FIRST_SCENE), name: 'first scene' });
}

// what was there when the page was left
async function openLeft(engine: Engine): Promise<First | null> {
  const stored = await leftBehind();
  if (!stored) {
    return null;
  }
  try {
    await engine.ask('resume', stored.kept);
    await cameBack(stored);
    toast(t('Here is what you left. "Start again" lays a new rope.'), 'news');
    return { linked: true, place: stored.place };
  } catch (error) {
    toast(t('What you left could not be brought back: {why}', { why: wordsOf(error) }));
    return null;
  }
}

export async function openFirst(engine: Engine): Promise<First> {
  const left = await openLeft(engine);
  if (left) {
    return left;
  }
  const link = await openLink(engine);
  if (link) {
    return link;
  }
  await openTable(engine);
  return { linked: false, place: null };
}
