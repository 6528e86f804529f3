// SPDX-License-Identifier: MIT
// The scene that is there when the page opens: that of the link, or a rope.

import type { Engine } from '../protocol';
import type { CameraPlace } from '../view/camera';
import { readLink, unpack } from './link';
import { toast, wordsOf } from './toast';

/** What one meets on opening the page: a rope that lies in a slack curve. */
const FIRST_SCENE = {
  bight: 1,
  title: 'Free rope',
  view: { from: [0.12, 0.42, 1] },
  ropes: [
    {
      name: 'rope',
      color: '#d2691e',
      radius: 0.5,
      points: [
        [-39, -4, -5],
        [-31, 3, 0],
        [-21, 6, 4],
        [-10, 0, 5],
        [0, -7, 2],
        [11, -6, -3],
        [20, 1, -4],
        [29, 6, 0],
        [38, 3, 4],
      ],
      smooth: true,
      link_length: 1,
    },
  ],
};

export interface First {
  /** The address held a scene. */
  linked: boolean;
  /** Where the camera was. */
  place: CameraPlace | null;
}

/** Open the scene of the address; null when it holds none that can be opened. */
export async function openLink(engine: Engine): Promise<First | null> {
  const link = readLink(location.hash);
  if (!link) {
    return null;
  }
  try {
    await engine.ask('open', { text: await unpack(link.packed), name: 'link', hands: true });
    return { linked: true, place: link.place };
  } catch (error) {
    toast(`The link does not hold a scene: ${wordsOf(error)}`);
    return null;
  }
}

export async function openFirst(engine: Engine): Promise<First> {
  const link = await openLink(engine);
  if (link) {
    return link;
  }
  await engine.ask('open', { text: JSON.stringify(FIRST_SCENE), name: 'first scene', hands: true });
  return { linked: false, place: null };
}
