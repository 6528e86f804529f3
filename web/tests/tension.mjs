// SPDX-License-Identifier: MIT
// Tension as colour: tests in a real browser, with a mouse and keys at a desk, with a finger on a phone.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask, look, mouseAt, pixels, ready, text, until } from './browser.mjs';
import { serious } from './access.mjs';

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

/** From above: how many pixels of the view are as blue as slack rope, and as red as what is pulled most. */
async function colours(page) {
  const above = [0, 1.2];
  return {
    blue: await pixels(page, above, { main: 2, least: 60, over: { 0: 1.9 } }),
    red: await pixels(page, above, { main: 0, least: 70, over: { 1: 2.2, 2: 2.2 } }),
  };
}

async function openPanel(page, on) {
  const button = page.getByRole('button', { name: on ? 'Show panel' : 'Hide panel' });
  if (await button.isVisible()) {
    await button.click();
  }
}

/** Lead the end that is free away from the one that is held, with the mouse. */
async function drawTaut(page) {
  const nodes = (await look(page)).nodes[0];
  const last = nodes.slice(-3);
  const [from, to] = await page.evaluate(([a, b]) => [window.bight.view.toScreen(...a), window.bight.view.toScreen(...b)], [nodes.slice(0, 3), last]);
  const mouse = await mouseAt(page, last);
  await until('a second hand', async () => (await look(page)).hands.length === 2);
  const way = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return { mouse, dx: (to[0] - from[0]) / way, dy: (to[1] - from[1]) / way };
}

async function picture(page, name) {
  if (process.env.BIGHT_PICTURES) {
    mkdirSync(process.env.BIGHT_PICTURES, { recursive: true });
    await page.screenshot({ path: join(process.env.BIGHT_PICTURES, `${name}.png`) });
  }
}

export function tensionCases({ browser, address }) {
  async function fresh(width, height, touch, run) {
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch, isMobile: touch, reducedMotion: 'reduce', serviceWorkers: 'block' });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(120000);
      const trouble = [];
      page.on('pageerror', (error) => trouble.push(error.message));
      page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
      await page.goto(address);
      await ready(page);
      await until('the final look', () => page.evaluate(() => performance.getEntriesByName('bight-finished').length > 0));
      await run(page);
      check(trouble.length === 0, trouble.join('\n'));
    } finally {
      await context.close();
    }
  }

  return [
    [
      'tension as colour: a mouse turns it on, a taut rope becomes red and its newtons are told and read out, a key turns it off',
      () =>
        fresh(1280, 800, false, async (page) => {
          await openPanel(page, true);
          await page.getByRole('tab', { name: 'Scene', exact: true }).click();
          const legend = page.getByTestId('tension-legend');
          check(!(await legend.isVisible()), 'no legend before');
          const before = await colours(page);
          await page.getByTestId('tension').click();
          await legend.waitFor({ state: 'visible' });
          await until('a slack rope to be blue', async () => (await colours(page)).blue > before.blue + 500);
          check((await colours(page)).red < before.red + 50, 'slack is not red');
          await picture(page, 'tension-slack');
          const { mouse, dx, dy } = await drawTaut(page);
          const highest = async () => Math.max(...Object.values((await ask(page, 'tension', {}))[0]));
          // while its end still slides it is pulled, too; the scale goes in steps, and red is its upper end
          const red = async () => (await highest()) > Math.max(2, 0.8 * Number((await text(page, 'tension-most')).replace(' N', '')));
          await until(
            'a rope that stays taut',
            async () => {
              await mouse.move(12 * dx, 12 * dy);
              if (await red()) {
                await page.waitForTimeout(500);
                return red();
              }
              return false;
            },
            120000,
          );
          await until('red', async () => (await colours(page)).red > before.red + 300);
          const most = Number((await text(page, 'tension-most')).replace(' N', ''));
          const newtons = Math.max(...Object.values((await ask(page, 'tension', {}))[0]));
          check(most >= 0.8 * newtons && most <= 12 * newtons && (await text(page, 'tension-most')).endsWith(' N'), `${most} N for ${newtons} N`);
          await until('words', async () => /^The rope is pulled with at most [\d.,]+ N\.$/.test(await text(page, 'tension-words')));
          await picture(page, 'tension-taut');
          await serious(page, 'tension');
          await mouse.up();
          await page.getByTestId('tension').focus();
          await page.keyboard.press('Space');
          await legend.waitFor({ state: 'hidden' });
          check((await text(page, 'tension-words')) === '', 'nothing is read out any more');
          const after = await colours(page);
          check(after.red < before.red + 50, `${after.red} red pixels after`);
        }),
    ],
    [
      'tension as colour: on a phone a finger turns it on; ropes that are no rods have no such switch',
      () =>
        fresh(390, 844, true, async (page) => {
          await openPanel(page, true);
          await page.getByRole('tab', { name: 'Scene', exact: true }).tap();
          await page.getByTestId('tension').tap();
          await openPanel(page, false);
          const legend = page.getByTestId('tension-legend');
          await legend.waitFor({ state: 'visible' });
          await until('a slack rope to be blue', async () => (await colours(page)).blue > 200);
          await picture(page, 'tension-phone');
          const box = await legend.boundingBox();
          const met = await page.evaluate(
            ([x, y]) => document.elementFromPoint(x, y)?.id,
            [box.x + box.width / 2, box.y + box.height / 2],
          );
          check(met === 'view', `the legend lets fingers through, not ${met}`);
          const others = await page.evaluate(
            ({ x, y, width, height }) =>
              [...document.querySelectorAll('#name-card, #toolbar, #under-switch, #check, #corner')]
                .filter((one) => one.checkVisibility())
                .filter((one) => {
                  const b = one.getBoundingClientRect();
                  return b.width > 0 && b.left < x + width && b.right > x && b.top < y + height && b.bottom > y;
                })
                .map((one) => one.id),
            box,
          );
          check(others.length === 0, `the legend lies on ${others}`);
          await ask(page, 'preset', { preset: 'table', model: 'ftl' });
          await legend.waitFor({ state: 'hidden' });
          await openPanel(page, true);
          check(!(await page.getByTestId('tension').isVisible()), 'no switch without rods');
        }),
    ],
  ];
}
