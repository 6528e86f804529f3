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
export function rodCases({ page, named, record, openTab }) {
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
    [
      'does it hold: a click pulls the knot as the command does, of a rope of 10 mm or of the material that is chosen',
      async () => {
        await ask(page, 'tie', { name: 'square knot' });
        await until(
          'the script to end',
          async () => {
            const { cycle } = await look(page);
            await page.waitForTimeout(2000);
            return cycle > 300 && (await look(page)).cycle === cycle;
          },
          180000,
        );
        const words = () => page.getByTestId('check-words').textContent();
        await page.getByTestId('hold-open').click();
        await until('an answer', () => page.getByTestId('hold-basis').isVisible(), 180000);
        check(/^It holds.*100 N/.test(await words()), await words());
        check((await page.getByTestId('hold-basis').textContent()).includes('10 mm rope, as usual'), 'of the usual rope');
        await page.getByTestId('hold-material').selectOption('paracord');
        await until('another answer', async () => / 16 N/.test(await words()), 180000);
        check((await page.getByTestId('hold-basis').textContent()).includes('aracord'), 'of paracord');
        if (process.env.BIGHT_PICTURES) {
          await page.screenshot({ path: join(process.env.BIGHT_PICTURES, 'hold.png') });
        }
        await page.getByTestId('check-close').click();
        await ask(page, 'preset', { preset: 'table' });
      },
    ],
    [
      'an elastic rope is chosen, of a material, with a friction, stiffness and weight of its own',
      async () => {
        await ask(page, 'preset', { preset: 'table' });
        await openTab('Scene');
        const advanced = page.getByTestId('advanced');
        if ((await advanced.getAttribute('open')) === null) {
          await advanced.locator('summary').click();
        }
        check(!(await page.getByTestId('material').isVisible()), 'no material before');
        await page.getByTestId('model').selectOption('rod');
        await page.getByTestId('material').waitFor({ state: 'visible' });
        const weight = () => page.getByTestId('rod-weight').inputValue();
        await until('a climbing rope', async () => (await weight()) === '64');
        await page.getByTestId('material').selectOption('paracord');
        await until('paracord', async () => (await weight()) === '6.6');
        await page.getByTestId('rod-weight').fill('20');
        await page.getByTestId('rod-weight').press('Enter');
        await page.getByTestId('rod-friction').fill('0.1');
        await page.getByTestId('rod-friction').press('Enter');
        await until('its weight', async () => (await weight()) === '20');
        check(!(await page.getByTestId('slip').isVisible()), 'a rod has no slip');
        await page.getByTestId('model').selectOption('ftl');
        await page.getByTestId('material').waitFor({ state: 'hidden' });
        await advanced.locator('summary').click();
      },
    ],
  ];
}
