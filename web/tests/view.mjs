// SPDX-License-Identifier: MIT
// How the scene is looked at: tests in a real browser.

import { ask, look, until } from './browser.mjs';

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

export function viewCases({ page, openTab }) {
  const screen = (point) => page.evaluate((p) => window.bight.view.toScreen(...p), point);
  const away = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);
  return [
    [
      'the wheel comes nearer to what is under it, a double click looks there, 1, 2 and 3 look from the front, from above and from behind',
      async () => {
        await ask(page, 'preset', { preset: 'table' });
        const hide = page.getByRole('button', { name: 'Hide panel' });
        if (await hide.isVisible()) {
          await hide.click();
        }
        await page.getByRole('button', { name: 'Show all of the rope' }).click();
        await until('the rope', async () => (await look(page)).hands.length === 1);
        const nodes = (await look(page)).nodes[0];
        const [end, middle] = [nodes.slice(0, 3), nodes.slice(150, 153)];
        const before = [await screen(end), await screen(middle)];
        await page.mouse.move(...before[0]);
        await page.mouse.wheel(0, -400);
        await until('nearer', async () => away(await screen(end), await screen(middle)) > 1.2 * away(...before));
        check(away(await screen(end), before[0]) < 25, `it stays under the pointer: ${await screen(end)}, was ${before[0]}`);
        await page.getByRole('button', { name: 'Show all of the rope' }).click();
        await until('all', async () => away(await screen(end), before[0]) < 2);
        // beside the rope, where nothing is
        const ground = [before[0][0], before[0][1] - 120];
        await page.mouse.dblclick(...ground);
        await until('nearer', async () => away(await screen(end), await screen(middle)) > 1.3 * away(...before));
        const box = await page.getByTestId('view').boundingBox();
        const [x] = await screen(end);
        check(Math.abs(x - (box.x + box.width / 2)) < 60, `it is in the middle: ${x} of ${box.width}`);
        await page.getByTestId('view').focus();
        for (const [key, test] of [['1', ([, , z]) => z < -0.9], ['2', ([, y]) => y < -0.9], ['3', ([, , z]) => z > 0.9]]) {
          await page.keyboard.press(key);
          await until(`the view ${key}`, async () => test(await page.evaluate(() => window.bight.view.depthAxis)));
        }
        await page.getByRole('button', { name: 'Front, top, back' }).click();
        await until('the front again', async () => (await page.evaluate(() => window.bight.view.depthAxis))[2] < -0.9);
        await page.getByRole('button', { name: 'Show all of the rope' }).click();
      },
    ],
    [
      'slip, model and speed are behind Advanced, and so is how many cycles are done',
      async () => {
        await openTab('Scene');
        check(!(await page.getByTestId('slip').isVisible()), 'slip');
        await page.getByTestId('advanced').locator('summary').click();
        for (const id of ['slip', 'model', 'speed']) {
          check(await page.getByTestId(id).isVisible(), id);
        }
        await until('the words below', () => page.evaluate(() => getComputedStyle(document.getElementById('work')).visibility === 'visible'));
        await page.getByTestId('advanced').locator('summary').click();
        check(!(await page.getByTestId('slip').isVisible()), 'closed again');
      },
    ],
  ];
}
