// SPDX-License-Identifier: MIT
// The garment tab in a real browser: chosen, edited by slider, number, arrow key and pointer, undone, settled, exported.

import { readFileSync } from 'node:fs';
import { ask, look, text, until } from './browser.mjs';

const PATIENCE = 180000; // cloth takes long where other programs want the processor, too

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

export function garmentCases(page, { openTab }) {
  const wait = (words, test) => until(words, test, PATIENCE);
  const hash = async () => (await ask(page, 'state', {})).hash;
  const value = (testid) => page.getByTestId(testid).inputValue();
  /** Do something and wait for the scene that comes of it. */
  async function edit(words, deed) {
    const before = await hash();
    await deed();
    // a gesture is several edits: the last of them has come when nothing changes any more
    let last = before;
    return wait(words, async () => {
      await page.waitForTimeout(400);
      const earlier = last;
      last = await hash();
      return last !== before && last === earlier && last;
    });
  }

  return [
    [
      'cloth: a knot is chosen for a ribbon, is what it should be, and waits',
      async () => {
        await openTab('Cloth');
        await page.getByTestId('template-overhand').click();
        await wait('what knot it is', async () => /^It is an? overhand knot/i.test(await text(page, 'dress-words')));
        check((await page.getByTestId('dress-words').getAttribute('data-kept')) === 'true', await text(page, 'dress-words'));
        const { cloths, paused, cycle } = await look(page);
        check(cloths[0].length > 6000 && paused && cycle === 0, `${cloths[0].length / 3} vertices, cycle ${cycle}`);
        check((await page.getByTestId('uv-view').locator('.region').count()) === 1, 'one region on the pattern');
      },
    ],
    [
      'cloth: sliders, numbers, arrow keys and the pointer edit it; undo and redo are to the bit',
      async () => {
        const states = [await hash()];
        await page.getByTestId('param-radius').focus();
        states.push(await edit('the slider', () => page.keyboard.press('ArrowLeft')));
        states.push(
          await edit('the number', async () => {
            await page.getByTestId('region-0-padding').fill('0.02');
            await page.keyboard.press('Tab');
          }),
        );
        const length = Number(await value('region-0-length'));
        states.push(
          await edit('a shorter region', async () => {
            await page.getByTestId('region-0-length').fill(String(length - 0.1));
            await page.keyboard.press('Tab');
          }),
        );
        await page.getByTestId('uv-region-0').focus();
        states.push(await edit('the arrow key', () => page.keyboard.press('ArrowRight')));
        const box = await page.getByTestId('uv-region-0').locator('rect').boundingBox();
        states.push(
          await edit('the pointer', async () => {
            await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
            await page.mouse.down();
            await page.mouse.move(box.x + box.width / 2 - 3, box.y + box.height / 2, { steps: 2 });
            await page.mouse.up();
          }),
        );
        for (let i = states.length - 2; i >= 0; i--) {
          await page.getByTestId('garment-undo').click();
          await wait(`undo of edit ${i + 1}`, async () => (await hash()) === states[i]);
        }
        for (let i = 1; i < states.length; i++) {
          await page.getByTestId('garment-redo').click();
          await wait(`redo of edit ${i}`, async () => (await hash()) === states[i]);
        }
      },
    ],
    [
      'cloth: a region off the pattern is refused in words, and undo goes on',
      async () => {
        const before = await hash();
        await page.getByTestId('region-0-u').fill('5');
        await page.keyboard.press('Tab');
        await wait('words', async () => /region|pattern/i.test(await text(page, 'dress-words')));
        check((await hash()) === before, 'nothing has changed');
        await edit('undo', () => page.getByTestId('garment-undo').click());
        check(Number(await value('region-0-u')) < 2, `u is ${await value('region-0-u')}`);
      },
    ],
    [
      'cloth: a garment is chosen, settles to its end, and is said to be tied',
      async () => {
        await page.getByTestId('garment-sample').selectOption('necktie');
        await wait('an overhand knot in a tie', async () => /^It is an overhand knot/.test(await text(page, 'dress-words')));
        check((await look(page)).cloths[0].length / 3 < 4000, 'a small garment');
        await page.getByTestId('settle').click();
        await wait('what it waits for', async () => /step [\d,]+ of about [\d,]+, \d+ %; nothing crosses, stretch 1\.\d\d/.test(await text(page, 'settle-words')));
        await wait('the end', async () => /^Tied: overhand knot, kept, proved \(3_1\)/.test(await text(page, 'dress-words')));
        check((await page.getByTestId('dress-words').getAttribute('data-kept')) === 'true', 'green');
      },
    ],
    [
      'cloth: in cloth that has settled a slider lays the knot anew at once; undo brings the settled cloth back to the bit, redo the edit',
      async () => {
        const settled = await hash();
        const { cycle } = await look(page);
        await page.getByTestId('param-radius').focus();
        const edited = await edit('the slider', () => page.keyboard.press('ArrowRight'));
        check((await look(page)).cycle === cycle, 'without starting over');
        await page.getByTestId('garment-undo').click();
        await wait('undo', async () => (await hash()) === settled);
        check(/^Tied/.test(await text(page, 'dress-words')), await text(page, 'dress-words'));
        await page.getByTestId('garment-redo').click();
        await wait('redo', async () => (await hash()) === edited);
        // a knot that needs finer cloth is refused, and that taken back
        await page.getByTestId('template-pretzel').click();
        await wait('words', async () => /too long for its pipe.*"Lay it anew" begins with fresh cloth/.test(await text(page, 'dress-words')));
        check((await hash()) === edited, 'nothing has changed');
        await page.getByTestId('garment-again').click();
        await wait('a pretzel', async () => /^It is a pretzel/i.test(await text(page, 'dress-words')));
        check((await look(page)).cycle === 0, 'fresh cloth');
      },
    ],
    [
      'cloth: an OBJ that is dropped on the tab is cloth for a knot; one without a pattern is refused in a sentence',
      async () => {
        const drop = (name, content) =>
          page.evaluate(
            ([file, body]) => {
              const data = new DataTransfer();
              data.items.add(new File([body], file));
              window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
            },
            [name, content],
          );
        const before = await hash();
        await drop('plain.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
        await wait('words', async () => /no texture coordinates \(vt\).*unwrap it/.test(await text(page, 'dress-words')));
        check((await hash()) === before, 'nothing has changed');
        await drop('strip.obj', strip(1.1, 0.072, 90, 6));
        await wait('its knot', async () => /^It is an overhand knot/.test(await text(page, 'dress-words')));
        check((await value('garment-sample')) === 'file', await value('garment-sample'));
      },
    ],
    [
      'cloth: two circles are drawn on the pattern, moved by pointer and keys, and have numbers of their own',
      async () => {
        await page.getByTestId('region-0-shape').selectOption('circle');
        await wait('two tips', async () => (await page.getByTestId('uv-view').locator('.region circle').count()) === 2);
        // laid, or refused in words: what is chosen stays to be moved
        await page.waitForTimeout(1500);
        check((await text(page, 'dress-words')) !== '', 'words');
        const [u, radius] = [Number(await value('region-1-u')), Number(await value('region-1-radius'))];
        await page.getByTestId('uv-region-1').focus();
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('-');
        await wait('the numbers', async () => Number(await value('region-1-u')) < u && Number(await value('region-1-radius')) < radius);
        const circle = await page.getByTestId('uv-region-1').locator('circle').boundingBox();
        await page.mouse.move(circle.x + circle.width / 2, circle.y + circle.height / 2);
        await page.mouse.down();
        await page.mouse.move(circle.x + circle.width / 2 - 20, circle.y + circle.height / 2, { steps: 2 });
        await page.mouse.up();
        await wait('it to follow', async () => Number(await value('region-1-u')) < u - 0.03);
        await page.getByTestId('region-0-shape').selectOption('rectangle');
        await wait('its knot', async () => /^It is an overhand knot/.test(await text(page, 'dress-words')));
        check((await page.getByTestId('uv-view').locator('.region').count()) === 1, 'one region');
      },
    ],
    [
      'cloth: it settles, stops when asked, and is taken along as OBJ',
      async () => {
        await page.getByTestId('settle').click();
        await wait('some steps', async () => (await look(page)).cycle > 12);
        await page.getByTestId('settle').click();
        await wait('a pause', async () => (await look(page)).paused);
        const { cloths, work } = await look(page);
        check(work.pierced === 0, `${work.pierced} intersections`);
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('garment-obj').click()]);
        const lines = readFileSync(await download.path(), 'utf8').split('\n');
        // where the region ends the cloth is sewn: the second vertices there are not in the file
        const [count, all] = [lines.filter((line) => line.startsWith('v ')).length, cloths[0].length / 3];
        check(count <= all && count > 0.95 * all, `${count} vertices in the file, ${all} here`);
        check(lines.some((line) => line.startsWith('vt ')), 'its pattern');
      },
    ],
  ];
}

/** A flat strip of cloth as an OBJ file, metres. */
function strip(length, width, columns, rows) {
  const lines = [];
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++) {
      const at = `${(length * i) / columns} ${(width * j) / rows}`;
      lines.push(`v ${at} 0`, `vt ${at}`);
    }
  }
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const [a, b, c, d] = [0, 1, columns + 2, columns + 1].map((k) => 1 + i + j * (columns + 1) + k);
      lines.push(`f ${a}/${a} ${b}/${b} ${c}/${c}`, `f ${a}/${a} ${c}/${c} ${d}/${d}`);
    }
  }
  return `${lines.join('\n')}\n`;
}
