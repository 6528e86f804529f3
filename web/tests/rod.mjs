// SPDX-License-Identifier: MIT
// Elastic rods on the page: tests in a real browser.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dropFile } from './dropped.mjs';
import { ask, look, mouseAt, until } from './browser.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

/** @param t page, named(name), record(): the state's hash, and that of the recording in the command. */
export function rodCases({ page, named, record }) {
  return [
    [
      'a dropped scene with a rod is shown as large as others, named, taken over and dragged, and its recording replays to the same hash',
      async () => {
        await dropFile(page, 'rod_overhand.json', readFileSync(join(root, 'examples/rod_overhand.json'), 'utf8'));
        await until('the script to end', async () => (await look(page)).nodes[0].length === 363 && (await look(page)).cycle >= 1790, 120000);
        await named('3_1');
        await ask(page, 'takeOver', {});
        await page.getByRole('button', { name: 'Show all of the rope' }).click();
        const nodes = (await look(page)).nodes[0];
        const ends = await until('all of the rope to be in view', () =>
          page.evaluate(([a, b]) => {
            const [p, q] = [window.bight.view.toScreen(...a), window.bight.view.toScreen(...b)];
            return Math.hypot(p[0] - q[0], p[1] - q[1]) > 200 && [p, q].every(([x, y]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight);
          }, [nodes.slice(0, 3), nodes.slice(-3)]),
        );
        check(ends, 'both ends are in view');
        const at = nodes.slice(3 * 100, 3 * 100 + 3);
        const mouse = await mouseAt(page, at);
        await until('a hand', async () => (await look(page)).hands.length === 3);
        for (let i = 0; i < 6; i++) {
          await mouse.move(0, -10);
        }
        await until('the rope to follow', async () => {
          const now = (await look(page)).nodes[0].slice(300, 303);
          return Math.hypot(...now.map((x, k) => x - at[k])) > 0.01;
        });
        await mouse.up();
        await until('the hand to go', async () => (await look(page)).hands.length === 2);
        await ask(page, 'pause', { on: true });
        const { hash, state } = await record();
        check(hash === state.hash, `hash ${hash}, wanted ${state.hash}`);
        await ask(page, 'preset', { preset: 'table' });
      },
    ],
  ];
}
