// SPDX-License-Identifier: MIT
// The wrap tab in a real browser: fetched when it is opened, chosen by keys, mouse and finger, rehearsed, played, stopped, scrubbed,
// played again with another object, with one that was dropped, and taken along.

import { readFileSync } from 'node:fs';
import { ask, look, openPage, pixels, text, until } from './browser.mjs';
import { serious } from './access.mjs';

const PATIENCE = 100000; // cloth takes long where other programs want the processor, too

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

/** How many pixels of the view have the colour of the lines. */
function blue(page) {
  return pixels(page, [0.4, 0.9], { main: 2, least: 150, over: { 0: 2.2 } });
}

/** A closed box as an OBJ file; open: without its top. */
function box(open) {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${i & 1 ? 0.6 : 0} ${i & 2 ? 0.4 : 0} ${i & 4 ? 1 : 0}`);
  const faces = ['f 1 3 4 2', 'f 5 6 8 7', 'f 1 2 6 5', 'f 1 5 7 3', 'f 2 4 8 6'];
  return `${[...corners, ...faces, ...(open ? [] : ['f 3 7 8 4'])].join('\n')}\n`;
}

export function wrapCases({ browser }) {
  const wait = (words, test) => until(words, test, PATIENCE);
  let page;
  let asked = [];
  const words = () => text(page, 'wrap-words');
  const rehearsed = () => wait('a rehearsal', async () => /^It can be wrapped/.test(await words()));
  const drop = (name, content) =>
    page.evaluate(
      ([file, body]) => {
        const data = new DataTransfer();
        data.items.add(new File([body], file));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [name, content],
    );

  return [
    [
      'wrap: its module comes when the tab is opened, with the objects; no serious fault of accessibility there',
      async () => {
        ({ page } = await openPage(browser, { width: 1100, height: 760 }));
        page.setDefaultTimeout(60000);
        page.on('request', (request) => asked.push(request.url()));
        page.on('worker', (worker) => asked.push(worker.url()));
        const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
        const early = (await loaded()).filter((name) => /\/wrap[-_]/.test(name));
        check(early.length === 0, `before: ${early}`);
        await page.getByRole('tab', { name: 'Cloth', exact: true }).click();
        await page.keyboard.press('ArrowRight');
        check((await page.evaluate(() => document.activeElement?.id)) === 'tab-wrap', 'the arrow key leads to it');
        await wait('its objects', async () => (await page.getByTestId('wrap-object').locator('option').count()) >= 9);
        check(asked.some((name) => /wrap_worker/.test(name)), `asked for ${asked}`);
        await serious(page, 'wrap');
      },
    ],
    [
      'wrap: chosen by keys it is rehearsed at once: the cloth waits, lines lead over the object, numbers are told',
      async () => {
        // the second object, by its first letters
        await page.getByTestId('wrap-object').focus();
        await page.keyboard.type('a ball');
        await page.keyboard.press('Enter');
        if ((await page.getByTestId('wrap-object').inputValue()) !== 'ball') {
          await page.getByTestId('wrap-object').selectOption('ball'); // lists are the system's: headless ones take no letters
        }
        await rehearsed();
        const { cycle, paused, cloths } = await look(page);
        check(cycle === 0 && paused && cloths[0].length === 3 * 41 * 41, `cycle ${cycle}, ${cloths[0].length / 3} vertices`);
        check(/0\.318 m of each line.*0\.418 m are needed.*0\.707 m/.test(await words()), await words());
        await wait('lines', async () => (await blue(page)) > 60);
      },
    ],
    [
      'wrap: a cloth that is too small is refused in words with numbers, and nothing is played',
      async () => {
        await page.getByTestId('wrap-size').fill('0.5');
        await page.keyboard.press('Tab');
        await wait('words', async () => /The object, 0\.203 x .* has no room in a cloth of 0\.5 m/.test(await words()));
        check((await page.getByTestId('wrap-words').getAttribute('data-kept')) === 'false', 'a warning');
        await wait('no lines', async () => (await blue(page)) < 20);
        await page.getByTestId('wrap-size').fill('1');
        await page.keyboard.press('Tab');
        await rehearsed();
        await wait('lines', async () => (await blue(page)) > 60);
      },
    ],
    [
      'wrap: keys that come by the entry for files open no dialog: words say what is missing',
      async () => {
        let dialogs = 0;
        page.on('filechooser', () => dialogs++);
        const list = page.getByTestId('wrap-object');
        await list.focus();
        await page.keyboard.press('End');
        if ((await list.inputValue()) !== 'file') {
          await list.selectOption('file');
        }
        await wait('words', async () => /^There is no file of your own yet: open one\.$/.test(await words()));
        check(dialogs === 0, `${dialogs} dialogs`);
        check(await page.getByTestId('wrap-obj').isDisabled(), 'there is nothing to take along');
        await list.selectOption('ball');
        await rehearsed();
        check(await page.getByTestId('wrap-obj').isEnabled(), 'it can be taken along');
      },
    ],
    [
      'wrap: of two ways that are chosen quickly the last one is rehearsed, with its own cloth',
      async () => {
        const choose = (...ways) =>
          page.evaluate((all) => {
            const list = document.getElementById('wrap-program');
            for (const way of all) {
              list.value = way;
              list.dispatchEvent(new Event('change'));
            }
          }, ways);
        await choose('half_knot_bag', 'two_corners');
        await wait('two corners', async () => /reef knot/.test(await text(page, 'wrap-about')) && /^It can be wrapped/.test(await words()));
        check((await page.getByTestId('wrap-size').inputValue()) === '1.5', 'its own size');
        const { cloths } = await look(page);
        check(cloths[0].length === 3 * 73 * 73, `${cloths[0].length / 3} vertices`);
        await choose('half_knot_bag', 'sling');
        await wait('the sling', async () => /Four corners/.test(await text(page, 'wrap-about')) && /^It can be wrapped/.test(await words()));
        check((await page.getByTestId('wrap-size').inputValue()) === '1' && (await look(page)).cloths[0].length === 3 * 41 * 41, 'the cloth of the sling');
      },
    ],
    [
      'wrap: a choice that is refused stops what is played, and another is played from its start',
      async () => {
        const button = page.getByTestId('wrap-play');
        await button.click();
        await wait('some steps', async () => (await look(page)).cycle > 5);
        await page.getByTestId('wrap-size').fill('0.5');
        await page.keyboard.press('Tab');
        await wait('words', async () => /has no room in a cloth of 0\.5 m/.test(await words()));
        await wait('a pause', async () => (await look(page)).paused);
        const { cycle } = await look(page);
        await page.waitForTimeout(300);
        check((await look(page)).cycle === cycle, 'it stands still');
        check(/has no room/.test(await words()) && (await button.textContent()) === 'Wrap it', `${await words()} ${await button.textContent()}`);
        check(await page.getByTestId('wrap-glb').isDisabled(), 'what is there is not what was chosen');
        await page.getByTestId('wrap-size').fill('1');
        await page.keyboard.press('Tab');
        await rehearsed();
        check((await look(page)).cycle === 0, 'fresh cloth');
      },
    ],
    [
      'wrap: a finger starts it and stops it, a key goes on; the end is told and judged',
      async () => {
        const button = page.getByTestId('wrap-play');
        const tap = async () => {
          const at = await button.boundingBox();
          await page.touchscreen.tap(at.x + at.width / 2, at.y + at.height / 2);
        };
        await tap();
        await wait('some steps', async () => /step \d+ of about \d+, \d+ %; nothing crosses, stretch 1\.\d\d/.test(await text(page, 'wrap-steps')));
        check((await button.textContent()) === 'Stop', 'it can be stopped');
        check((await blue(page)) < 60, 'no lines over cloth that moves');
        await tap();
        await wait('a pause', async () => (await look(page)).paused);
        const { cycle } = await look(page);
        await wait('what is covered', async () => /^Covered: [\d.]+ % of the object\.$/.test(await words()));
        await page.waitForTimeout(300);
        check((await look(page)).cycle === cycle, 'it stands still');
        await button.focus();
        await page.keyboard.press('Enter');
        await wait('the end', async () => /^Covered: 99\.8 % of the object\. Not wrapped: The hands went up by 49\.9 mm, and the object by 0\.2 mm\.$/.test(await words()));
        check(/^471 steps\.$/.test(await text(page, 'wrap-steps')), await text(page, 'wrap-steps'));
        check((await look(page)).work.pierced === 0, 'nothing crosses');
        await serious(page, 'wrapped');
      },
    ],
    [
      'wrap: the run is scrubbed by mouse; at its start the lines are back',
      async () => {
        const end = (await ask(page, 'state', {})).hash;
        const scrub = await page.getByTestId('scrub').boundingBox();
        await page.mouse.click(scrub.x + 0.5 * scrub.width, scrub.y + scrub.height / 2);
        await wait('the middle', async () => Math.abs((await look(page)).cycle - 235) < 30);
        await wait('what is covered there', async () => /^Covered: [4-9]\d\.\d % of the object\.$/.test(await words()));
        await page.getByRole('button', { name: 'Back to the start' }).click();
        await wait('the start', async () => (await look(page)).cycle === 0);
        await wait('lines', async () => (await blue(page)) > 60);
        await page.getByTestId('scrub').focus();
        await page.keyboard.press('End');
        await wait('the end', async () => (await ask(page, 'state', {})).hash === end);
      },
    ],
    [
      'wrap: it is taken along as GLB and OBJ',
      async () => {
        for (const format of ['glb', 'obj']) {
          const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId(`wrap-${format}`).click()]);
          const bytes = readFileSync(await download.path());
          const vertices = bytes.toString('latin1').split('\n').filter((line) => line.startsWith('v ')).length;
          check(format === 'glb' ? bytes.toString('latin1', 0, 4) === 'glTF' : vertices === 41 * 41, `${format}: ${bytes.length} bytes, ${vertices} vertices`);
        }
      },
    ],
    [
      'wrap: again with another object, and with one that is dropped; an open one is refused',
      async () => {
        const before = await words();
        await page.getByTestId('wrap-object').selectOption('car');
        await wait('another rehearsal', async () => /^It can be wrapped/.test(await words()) && (await words()) !== before);
        check((await look(page)).cycle === 0, 'fresh cloth');
        await drop('open.obj', box(true));
        await wait('a refusal', async () => /^The object is open/.test(await words()));
        check((await page.getByTestId('wrap-object').inputValue()) === 'file', 'a file of one’s own');
        await drop('box.obj', box(false));
        await rehearsed();
        const { obstacles } = await ask(page, 'state', {});
        check(obstacles.length === 14 || Object.keys(obstacles).length === 14, 'a table and the object');
        await page.getByTestId('wrap-play').click();
        await wait('some steps', async () => (await look(page)).cycle > 5);
        await page.getByTestId('wrap-play').click();
        await wait('a pause', async () => (await look(page)).paused);
      },
    ],
    [
      'wrap: whoever takes the hands over has a scene of their own',
      async () => {
        await wait('it is the tab’s', async () => (await page.getByTestId('wrap-play').textContent()) === 'Go on' && (await page.getByTestId('wrap-obj').isEnabled()));
        await page.getByTestId('take-over').click();
        await wait('another button', async () => (await page.getByTestId('wrap-play').textContent()) === 'Wrap it');
        check((await page.getByTestId('wrap-obj').isDisabled()) && (await text(page, 'wrap-steps')) === '', 'nothing of it is the tab’s');
        await page.getByTestId('wrap-rehearse').click();
        await rehearsed();
        await wait('fresh cloth', async () => (await look(page)).cycle === 0);
        check(await page.getByTestId('wrap-obj').isEnabled(), 'it is the tab’s again');
      },
    ],
    [
      'wrap: on a phone all of it is reached by a finger',
      async () => {
        await page.setViewportSize({ width: 390, height: 780 });
        const show = page.getByRole('button', { name: 'Show panel' });
        if (await show.isVisible()) {
          await show.click();
        }
        for (const id of ['wrap-program', 'wrap-object', 'wrap-open', 'wrap-cloth', 'wrap-size', 'wrap-rehearse', 'wrap-play', 'wrap-glb', 'wrap-obj']) {
          const control = page.getByTestId(id);
          await control.scrollIntoViewIfNeeded();
          const at = await control.boundingBox();
          check(at.width >= 24 && at.height >= 24 && at.x >= 0 && at.x + at.width <= 390 && at.y + at.height <= 780, `${id}: ${JSON.stringify(at)}`);
        }
        await serious(page, 'wrap on a phone');
        await page.context().close();
      },
    ],
    ...['wrap_worker*.js', 'wrap*.wasm'].map((part) => [
      `wrap: where ${part} does not come, that is said, and it is asked for again`,
      async () => {
        const { page: other, context } = await openPage(browser, { width: 1100, height: 760, serviceWorkers: 'block' });
        let lost = 0;
        await context.route(`**/${part}`, (route) => (lost++ === 0 ? route.abort() : route.continue()));
        await other.getByRole('tab', { name: 'Wrap', exact: true }).click();
        await wait('words', async () => (await other.getByTestId('wrap-words').count()) > 0 && /could not be loaded/.test(await text(other, 'wrap-words')));
        check((await other.getByTestId('wrap-object').locator('option').count()) === 0, 'no objects');
        await other.getByTestId('wrap-rehearse').click();
        await wait('a rehearsal', async () => /^It can be wrapped/.test(await text(other, 'wrap-words')));
        check(lost >= 2 && (await other.getByTestId('wrap-object').locator('option').count()) >= 9, `${lost} times asked for`);
        await context.close();
      },
    ]),
  ];
}
