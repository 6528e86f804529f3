// SPDX-License-Identifier: MIT
// "Check my knot" in a real browser: by pointer, by touch, by keys alone.

import { ask, ready, text, until } from './browser.mjs';

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

/** The knot as its script leaves it. */
async function tied(page, name) {
  await ask(page, 'tie', { name });
  await ask(page, 'step', { cycles: 1_000_000 });
}

const said = (page, words) => until(words, async () => (await text(page, 'check-words')).includes(words), 60000);
const lights = (page) => page.locator('#lights .light').count();

/** Lights lie on the rope: none is farther from it than its own radius and a little. */
async function lightsAreOnTheRope(page) {
  const off = await page.evaluate(() => {
    const { engine, view } = window.bight;
    const nodes = engine.frame().ropes[0];
    const points = Array.from({ length: nodes.length / 3 }, (_, i) => view.toScreen(nodes[3 * i], nodes[3 * i + 1], nodes[3 * i + 2]));
    return [...document.querySelectorAll('#lights .light circle')].map((ring) => {
      const box = ring.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      return Math.min(...points.map(([a, b]) => Math.hypot(a - x, b - y)));
    });
  });
  check(off.length > 0 && Math.max(...off) < 8, `lights are ${off.map((x) => x.toFixed(1)).join(', ')} pixels off the rope`);
}

export function checkCases({ page, browser, address }) {
  return [
    [
      'a granny knot is checked by mouse: what differs is said and the crossings are lit on the rope; another scene ends it',
      async () => {
        await tied(page, 'granny knot');
        await page.getByTestId('check-open').click();
        check((await page.getByTestId('check-knot').inputValue()) === 'granny knot', 'the knot that was shown is not the one that is meant');
        await said(page, 'Right: this is a granny knot');
        check((await lights(page)) === 0, 'something is lit though nothing is wrong');
        await page.getByTestId('check-knot').selectOption('square knot');
        await said(page, 'Granny knot: reverse the second half');
        const count = await until('lights', () => lights(page));
        check((await page.getByTestId('check-list').getByRole('button').count()) === count, 'the list has other crossings');
        await lightsAreOnTheRope(page);
        await ask(page, 'preset', { preset: 'table' });
        await until('its end', async () => (await page.getByTestId('check').isHidden()) && (await lights(page)) === 0);
      },
    ],
    [
      'a cow hitch round a pole is checked by keys alone',
      async () => {
        await tied(page, 'cow hitch');
        await until('its live name', async () => (await text(page, 'knot-everyday')) === 'cow hitch round the pole');
        check(!/proved/.test(await text(page, 'knot-proof')), 'it is called proved beside a pole');
        await page.getByTestId('check-open').focus();
        await page.keyboard.press('Enter');
        await said(page, 'Right: this is a cow hitch');
        check(await page.evaluate(() => document.activeElement?.id === 'check-knot'), 'the focus is not on the choice');
        for (let tries = 0; tries < 40 && (await page.getByTestId('check-knot').inputValue()) !== 'clove hitch'; tries++) {
          await page.keyboard.press('ArrowUp');
        }
        await said(page, 'Cow hitch: the second half hitch is reversed');
        check((await page.getByTestId('check-words').getAttribute('role')) === 'status', 'screen readers are not told');
        await until('lights', () => lights(page));
        await page.keyboard.press('Tab');
        await until('the first of the list', () => page.evaluate(() => document.activeElement?.className === 'check-item' && document.querySelector('.light.chosen') !== null));
        await page.keyboard.press('Escape');
        await until('the focus where it was', () => page.evaluate(() => document.activeElement?.id === 'check-open'));
      },
    ],
    [
      'on a phone, upright and on its side, a check by touch has all of its controls in the window and the rope beside them',
      async () => {
        for (const [width, height] of [
          [390, 844],
          [844, 390],
        ]) {
          const context = await browser.newContext({ viewport: { width, height }, hasTouch: true, isMobile: true, reducedMotion: 'reduce', serviceWorkers: 'block' });
          try {
            const other = await context.newPage();
            await other.goto(address);
            await ready(other);
            await tied(other, 'granny knot');
            await other.getByTestId('check-open').tap();
            await other.getByTestId('check-knot').selectOption('square knot');
            await said(other, 'Granny knot: reverse the second half');
            for (const id of ['check-again', 'check-close', 'check-knot']) {
              const box = await other.getByTestId(id).boundingBox();
              check(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${id} at ${width} x ${height}: ${JSON.stringify(box)}`);
            }
            await other.getByTestId('check-close').tap();
            await until('its end', () => other.getByTestId('check').isHidden());
          } finally {
            await context.close();
          }
        }
      },
    ],
  ];
}
