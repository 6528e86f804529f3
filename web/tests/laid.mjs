// SPDX-License-Identifier: MIT
// Practice of knots that are laid as they are drawn, in a real browser.

import { ask, look, ready, text, until } from './browser.mjs';
import { seeded, traceByHand } from './human.mjs';

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

const done = (page) => page.getByTestId('practice-words').getAttribute('data-done');
const way = (page) => until('a way', () => page.evaluate(() => window.bight.lesson.way() !== null && window.bight.lesson.still()));

/** Nodes of a rope that are apart: those that are paid out. */
async function paidOut(page, rope) {
  const nodes = (await look(page)).nodes[rope];
  let count = 0;
  for (let i = 3; i < nodes.length; i += 3) {
    count += Math.hypot(nodes[i] - nodes[i - 3], nodes[i + 1] - nodes[i - 2], nodes[i + 2] - nodes[i - 1]) > 0.1 ? 1 : 0;
  }
  return count;
}

export function laidCases({ page, browser, address }) {
  return [
    [
      'a sheet bend is laid on a phone, rope after rope as far as it is traced, and pulled tight by itself',
      async () => {
        const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce', serviceWorkers: 'block' });
        try {
          const phone = await context.newPage();
          await phone.goto(`${address}?again#practice=sheet-bend`);
          await ready(phone);
          await way(phone);
          check((await paidOut(phone, 0)) < 20 && (await paidOut(phone, 1)) < 60, 'the ropes lie there before they are traced');
          await traceByHand(phone, seeded(8), 1);
          await until('the first rope', async () => (await paidOut(phone, 0)) > 90);
          check((await paidOut(phone, 1)) < 60, 'the second rope lies there too soon');
          await traceByHand(phone, seeded(9));
          await until('the end', async () => /^Tied, in \d+ s/.test(await text(phone, 'practice-done').catch(() => '')), 60000);
          check(await phone.getByTestId('practice-share').isVisible(), 'no link to share');
          await until('its name', async () => (await text(phone, 'knot-everyday')) === 'sheet bend');
        } finally {
          await context.close();
        }
      },
    ],
    [
      'a hand that waits at a crossing on the wrong side passes it by one click; a step back takes its rope up again',
      async () => {
        await ask(page, 'practice', { id: 'cow-hitch' });
        await way(page);
        if ((await page.getByTestId('under').getAttribute('aria-pressed')) !== 'true') {
          await page.getByTestId('under').press('Enter');
        }
        await traceByHand(page, seeded(11), 1, { wrong: true });
        await until('what is wrong', async () => /You went under: here it goes over/.test(await text(page, 'coach-hint')));
        const badges = () => page.locator('.way-badge').count();
        const before = await badges();
        await page.getByTestId('practice-pass').click();
        await until('the crossing behind it', async () => (await badges()) === before - 1);
        check((await done(page)) === '0', 'the step is not done by that');
        await page.getByTestId('practice-show').click();
        await until('the next step', async () => (await done(page)) === '1');
        await page.getByTestId('under').press('Enter');
        const laid = await paidOut(page, 0);
        await page.getByTestId('practice-show').click();
        await until('one more', async () => (await done(page)) === '2' && (await paidOut(page, 0)) > laid + 5);
        await page.getByTestId('practice-back').click();
        await until('back', async () => (await done(page)) === '1' && (await paidOut(page, 0)) === laid);
        await page.getByTestId('practice-leave').click();
      },
    ],
  ];
}
