// SPDX-License-Identifier: MIT
// The page in each language: what is said, and that longer words find room. Tests in a real browser.
// With BIGHT_PICTURES=FOLDER a picture of each step is put there.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serious } from './access.mjs';
import { ask, ready, until } from './browser.mjs';
import { FIRST_BYTES, firstWeight } from './trouble.mjs';

const SIZES = [
  [390, 844, true],
  [844, 390, true],
  [1280, 800, false],
];
const TABS = ['scene', 'practice', 'knots', 'garment', 'history', 'file'];

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

/** Controls and headings whose words do not fit, or that lie outside of the window. */
function spilling(page) {
  return page.evaluate(() => {
    const bad = [];
    for (const one of document.querySelectorAll('button, summary, select, h2, h3, label, #hint, .coach-words, .coach-hint, #knot-everyday')) {
      const box = one.getBoundingClientRect();
      if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || box.width === 0 || one.classList.contains('visually-hidden')) {
        continue;
      }
      const scrolled = one.closest('.tab-bodies, #help, .help-columns'); // these may be scrolled up and down
      const words = `${one.id || one.dataset.testid || one.className}: "${one.textContent.slice(0, 40)}"`;
      if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline') {
        bad.push(`${words} is ${one.scrollWidth} wide in ${one.clientWidth}`);
      }
      if (box.left < -1 || box.right > innerWidth + 1 || (!scrolled && (box.top < -1 || box.bottom > innerHeight + 1))) {
        bad.push(`${words} lies at ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
      }
    }
    return bad;
  });
}

export function wordsCases({ browser, address, build }) {
  const words = (code, part) => JSON.parse(readFileSync(join(import.meta.dirname, '../src/words', code, `${part}.json`), 'utf8'));
  const picture = async (page, name) => {
    if (process.env.BIGHT_PICTURES) {
      await page.screenshot({ path: join(process.env.BIGHT_PICTURES, `${name}.png`) });
    }
  };

  async function inLanguage(code, [width, height, touch], then) {
    const context = await browser.newContext({ locale: code, viewport: { width, height }, hasTouch: touch, isMobile: touch, reducedMotion: 'reduce', serviceWorkers: 'block' });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(120000);
      await page.goto(address);
      await ready(page);
      await then(page);
    } finally {
      await context.close();
    }
  }

  return [
    ...['de', 'fr', 'es'].map((code) => [
      `${code}: the page says everything in the browser's language, and it fits at every size`,
      async () => {
        const said = { ...words(code, 'start'), ...words(code, 'page') };
        const sentences = words(code, 'library');
        for (const size of SIZES) {
          const where = `${code} ${size[0]}x${size[1]}`;
          await inLanguage(`${code}-${code.toUpperCase()}`, size, async (page) => {
            check((await page.locator('html').getAttribute('lang')) === code, 'lang');
            for (const name of ['Undo', 'Redo', 'Start again', 'Help', 'Let go of everything']) {
              await page.getByRole('button', { name: said[name], exact: true }).waitFor();
            }
            const fits = async (what) => {
              await picture(page, `${where} ${what}`);
              const bad = await spilling(page);
              check(bad.length === 0, `${where}, ${what}: ${bad.join('; ')}`);
            };
            const { weight } = await firstWeight(page, build);
            check(weight < FIRST_BYTES, `${weight} bytes before the rope can be grasped`);
            await fits('start');
            for (const tab of TABS) {
              await page.getByTestId(`tab-${tab}`).click();
              await page.locator(`#tab-body-${tab}`).waitFor();
              await fits(tab);
            }
            await page.getByTestId('tab-practice').click();
            await page.getByTestId('practice-bowline').click();
            await page.getByText(sentences['Bring the end up and round, lay it over the rope, and lead it far down.']).waitFor();
            await fits('bowline');
            await page.getByRole('button', { name: said.Help, exact: true }).click();
            await page.getByTestId('help').waitFor();
            await fits('help');
            await page.keyboard.press('Escape');
            await ask(page, 'tie', { name: 'clove hitch' });
            await ask(page, 'step', { cycles: 100000 });
            await until('what is said of it', async () => (await page.getByTestId('knot-script').textContent()).includes(sentences['clove hitch on a pole']));
            await fits('clove hitch');
            await serious(page, where);
          });
        }
      },
    ]),
    [
      'the language is chosen in the address or under Help, and is remembered',
      async () => {
        await inLanguage('en-GB', SIZES[2], async (page) => {
          const language = () => page.locator('html').getAttribute('lang');
          check((await language()) === 'en', 'English');
          await page.goto(`${address}?lang=fr`);
          await ready(page);
          check((await language()) === 'fr', 'French by the address');
          await page.getByRole('button', { name: words('fr', 'start').Help, exact: true }).click();
          await Promise.all([page.waitForEvent('load'), page.getByTestId('language').selectOption('de')]);
          await ready(page);
          check((await language()) === 'de' && !page.url().includes('lang='), 'German by the menu');
          await page.goto(address);
          await ready(page);
          check((await language()) === 'de', 'German is remembered');
          await page.goto(`${address}?lang=xx`);
          await ready(page);
          check((await language()) === 'de', 'a language that is not there is passed over');
        });
      },
    ],
  ];
}
