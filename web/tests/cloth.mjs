// SPDX-License-Identifier: MIT
// Cloth in a real browser: the curtain by pointer and by key, and its recording against the command.

import { look, text, until } from './browser.mjs';

const SIDE = 33; // vertices along each side of the curtain
const PATIENCE = 180000; // a step of cloth takes long where other programs want the processor, too

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

const away = (a, b) => Math.hypot(...a.map((x, k) => x - b[k]));
const wait = (words, test) => until(words, test, PATIENCE);

/** record(): save a recording by the page's button and run it in the command: { hash, state }. */
export function clothCases(page, { openTab, serious, record }) {
  const vertex = async (i) => (await look(page)).cloths[0].slice(3 * i, 3 * i + 3);
  const toScreen = (point) => page.evaluate((p) => window.bight.view.toScreen(...p), point);

  async function curtain() {
    await openTab('Scene');
    await page.getByTestId('preset-curtain').click();
    const hide = page.getByRole('button', { name: 'Hide panel' });
    if (await hide.isVisible()) {
      await hide.click();
    }
    await wait('the curtain', async () => {
      const { cloths, hands, cycle } = await look(page);
      return cloths[0]?.length === 3 * SIDE * SIDE && hands.length === 2 && cycle > 40;
    });
  }

  return [
    [
      'a corner of the curtain is grasped by the pointer, dragged, let go, and undone',
      async () => {
        await curtain();
        check((await look(page)).hands.every(({ cloth, rope, pinned }) => cloth === 0 && rope === -1 && pinned), 'it hangs by two pinned hands');
        check((await text(page, 'knot-name')) === 'Cloth', `it is no knot: ${await text(page, 'knot-name')}`);
        // between looking for it and grasping it must not go far
        let before = await vertex(0);
        await wait('the corner to hang', async () => {
          const earlier = before;
          await page.waitForTimeout(200);
          before = await vertex(0);
          return away(earlier, before) < 0.02;
        });
        let [x, y] = [0, 0];
        await until('the pointer to tell that it would grasp', async () => {
          [x, y] = await toScreen(await vertex(0)); // it still swings
          await page.mouse.move(x, y);
          return page.getByTestId('view').evaluate((view) => view.classList.contains('graspable'));
        });
        await page.mouse.down();
        const grasped = await wait('a third hand', async () => (await look(page)).hands[2]);
        // the corner moves on between looking and grasping: any vertex beside it will do, and it is in the hand
        const [row, column] = [Math.floor(grasped.node / SIDE), grasped.node % SIDE];
        check(grasped.cloth === 0 && row <= 2 && column <= 2, `it holds vertex ${grasped.node}`);
        for (let i = 0; i < 10; i++) {
          x -= 6;
          y -= 14;
          await page.mouse.move(x, y);
          await page.waitForTimeout(30);
        }
        const flat = (await wait('the target', async () => (await look(page)).hands[2])).target;
        const forward = await page.evaluate(() => window.bight.view.depthAxis);
        // a busy browser may lose a notch: turn on until it has gone
        await wait('the wheel to push it away', async () => {
          await page.mouse.wheel(0, -120);
          await page.waitForTimeout(300);
          const { target } = (await look(page)).hands[2];
          return target.reduce((sum, c, k) => sum + (c - flat[k]) * forward[k], 0) > 0.02;
        });
        // hands and vertices of one moment: everything moves on while the test asks
        const [held, cloth] = await wait('the vertex to follow', async () => {
          const { hands, cloths } = await look(page);
          return hands[2].lag < 0.02 && [hands[2], cloths[0]];
        });
        const place = (i) => cloth.slice(3 * i, 3 * i + 3);
        check(away(held.position, grasped.position) > 0.15, `it has gone ${away(held.position, grasped.position)}`);
        check(away(place(held.node), held.position) < 0.02, 'the vertex is in the hand');
        // the vertices round it hang from it
        const around = [held.node + 1, held.node + SIDE].filter((i) => i < SIDE * SIDE);
        for (const i of around) {
          const gap = away(place(i), place(held.node));
          check(gap < 1.25 / (SIDE - 1), `vertex ${i} is ${gap} from it`);
        }
        await page.mouse.up();
        await wait('the hand to be gone', async () => (await look(page)).hands.length === 2);
        await page.getByRole('button', { name: 'Pause', exact: true }).click();
        await until('a pause', async () => (await look(page)).paused);
        await page.getByRole('button', { name: 'Undo' }).click();
        await wait('the corner to be back', async () => away(await vertex(held.node), grasped.position) < 0.06);
        await page.getByRole('button', { name: 'Redo' }).click();
        await wait('the corner to be away again', async () => away(await vertex(held.node), grasped.position) > 0.1);
        await page.getByRole('button', { name: 'Resume', exact: true }).click();
      },
    ],
    [
      'what was done to the curtain replays in the command to the same bits',
      async () => {
        await page.getByRole('button', { name: 'Pause', exact: true }).click();
        await until('a pause', async () => (await look(page)).paused);
        const { hash, state } = await record();
        check(hash === state.hash, `hash ${hash}, in the page ${state.hash}`);
        await page.getByRole('button', { name: 'Resume', exact: true }).click();
      },
    ],
    [
      'the keyboard alone chooses a corner of the cloth, grasps, moves and pins it',
      async () => {
        await curtain();
        await page.getByTestId('view').focus();
        for (let i = 0; i < 5; i++) {
          await page.keyboard.press('c');
        }
        await page.keyboard.press('Enter');
        const grasped = await wait('a hand', async () => (await look(page)).hands[2]);
        check(grasped.node === SIDE - 1, `vertex ${grasped.node}`);
        for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight', 'PageUp', 'PageUp', 'Shift+ArrowUp']) {
          await page.keyboard.press(key);
        }
        const forward = await page.evaluate(() => window.bight.view.depthAxis);
        await wait('the corner to go up and away from the viewer', async () => {
          const hand = (await look(page)).hands[2];
          const way = hand?.target.map((x, k) => x - grasped.position[k]);
          const deep = way?.reduce((sum, x, k) => sum + x * forward[k], 0);
          return way && deep > 0.01 && way[1] > 0.05 && hand.lag < 0.02;
        });
        await page.keyboard.press('p');
        await wait('a pin', async () => (await look(page)).hands[2]?.pinned);
        await until('words for it', async () => /Cloth .*pinned at vertex 33\b/.test(await text(page, 'status')));
        await page.keyboard.press(']');
        await page.keyboard.press('Home');
        await until('words for what is chosen', async () => /Vertex 1 of 1,089 of the curtain chosen/.test(await text(page, 'status')));
        await serious('a scene of cloth');
        await page.keyboard.press('x');
        await wait('no hand', async () => (await look(page)).hands.length === 0);
      },
    ],
  ];
}
