// SPDX-License-Identifier: MIT
// What a newcomer does, by real pointer and touch events of a hand that is not steady: tests in a real browser.

import { ask, look, openPage, ready, text, until } from './browser.mjs';
import { drawByHand, OVERHAND, seeded, traceByHand } from './human.mjs';

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

/** In the first scene; how: what says "under". */
export async function tieOverhand(page, how, seed) {
  await ask(page, 'preset', { preset: 'table', model: 'rod' });
  const hide = page.getByRole('button', { name: 'Hide panel' });
  if (await hide.isVisible()) {
    await hide.click();
  }
  await page.getByRole('button', { name: 'Show all of the rope' }).click();
  await until('the holder alone', async () => (await look(page)).hands.length === 1);
  await until('the name 0_1', async () => (await text(page, 'knot-name')).startsWith('0_1'));
  const random = seeded(seed);
  await drawByHand(page, OVERHAND, { how, random, size: 0.8 + 0.3 * random() });
  await until('the name 3_1', async () => (await text(page, 'knot-name')).startsWith('3_1'), 20000);
  await until('the hand has gone', async () => (await look(page)).hands.length === 1);
  const words = `${await text(page, 'knot-everyday')}, ${await text(page, 'knot-proof')}`;
  check(/overhand/i.test(words) && /left|right/i.test(words), words);
}

/** How often the first try succeeds bench/tie.mjs measures; here one of three must, on a machine that may be busy. */
async function tieInTries(page, how, seed) {
  for (let tries = 1; ; tries++) {
    try {
      return await tieOverhand(page, how, seed + 10 * (tries - 1));
    } catch (error) {
      if (tries === 3) {
        throw error;
      }
      console.log(`        ${how}, try ${tries}: ${error.message}`);
    }
  }
}

async function onPhone(browser, use) {
  const phone = await openPage(browser, { width: 390, height: 844 });
  try {
    await use(phone.page, phone.address);
    check(phone.trouble.length === 0, phone.trouble.join('\n'));
  } finally {
    await phone.context.close();
    phone.server.closeAllConnections();
    phone.server.close();
  }
}

export function firstTryCases({ browser, page }) {
  return [
    [
      'on a phone an overhand is tied by one finger and the switch, or by two, in three tries at most, and practice of it and the bowline is done by tracing',
      async () => {
        await onPhone(browser, async (phone, address) => {
          await tieInTries(phone, 'switch', 1);
          await tieInTries(phone, 'finger', 2);
          await ask(phone, 'practice', { id: 'overhand-knot' });
          await traceByHand(phone, seeded(5), 1);
          check((await phone.getByTestId('practice-words').getAttribute('data-done')) === '1', 'the first step is ticked');
          await phone.goto(`${address}?again#practice=bowline`);
          await ready(phone);
          await traceByHand(phone, seeded(6));
          await until('the end', async () => /^Tied, in \d+ s/.test(await text(phone, 'practice-done').catch(() => '')), 60000);
        });
      },
    ],
    [
      'a hand that goes on the wrong side is told so, waits at the crossing, and goes on when the side is right',
      async () => {
        await ask(page, 'practice', { id: 'overhand-knot' });
        await page.getByTestId('under').press('Enter');
        await traceByHand(page, seeded(7), 1, { wrong: true });
        check((await page.getByTestId('practice-words').getAttribute('data-done')) === '0', 'it waits');
        check(/You went under: here it goes over/.test(await text(page, 'coach-hint')), await text(page, 'coach-hint'));
        await page.getByTestId('under').press('Enter');
        await traceByHand(page, seeded(7), 1);
        check((await page.getByTestId('practice-words').getAttribute('data-done')) === '1', 'it goes on');
        await page.getByTestId('practice-back').click();
        await until('a step back', async () => (await page.getByTestId('practice-words').getAttribute('data-done')) === '0');
        await page.getByTestId('practice-leave').click();
        await until('the table', async () => (await look(page)).hands.length === 1);
      },
    ],
    [
      'a tap pins and a tap takes the pin out; starting again gives the first scene back, and undo the rope before',
      async () => {
        await ask(page, 'preset', { preset: 'table' });
        await page.getByRole('button', { name: 'Show all of the rope' }).click();
        await until('the holder alone', async () => (await look(page)).hands.length === 1);
        const first = (await ask(page, 'state', {})).hash;
        const pinned = async () => (await look(page)).hands.filter((hand) => hand.pinned).length;
        const at = async (node) => {
          const nodes = (await look(page)).nodes[0];
          return page.evaluate((p) => window.bight.view.toScreen(...p), nodes.slice(3 * node, 3 * node + 3));
        };
        const [x, y] = await at(60);
        await page.touchscreen.tap(x + 3, y - 3);
        await until('a pin', async () => (await pinned()) === 2);
        await page.waitForTimeout(500);
        await page.mouse.click(x, y);
        await until('no pin', async () => (await pinned()) === 1);
        await page.waitForTimeout(500);
        await page.mouse.dblclick(x, y);
        await page.waitForTimeout(300);
        check((await pinned()) === 2, 'a double click is one gesture');
        const before = (await ask(page, 'state', {})).hash;
        await page.getByRole('button', { name: 'Start again' }).click();
        await until('the first state', async () => (await ask(page, 'state', {})).hash === first);
        await page.getByRole('button', { name: 'Undo' }).click();
        await until('the state before', async () => (await ask(page, 'state', {})).hash === before);
      },
    ],
  ];
}
