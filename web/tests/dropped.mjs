// SPDX-License-Identifier: MIT
// Files dropped on the page, whole and broken: tests in a real browser.

import { look, straightRope, until } from './browser.mjs';

const LINKS = 130;

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

export async function dropFile(page, name, content) {
  const transfer = await page.evaluateHandle(
    ([fileName, body]) => {
      const data = new DataTransfer();
      data.items.add(new File([body], fileName));
      return data;
    },
    [name, content],
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

function trefoilPdb() {
  const count = 160;
  const number = (v) => v.toFixed(3).padStart(8);
  const lines = Array.from({ length: count }, (_, i) => {
    // a trefoil, opened where it is farthest out
    const t = Math.PI / 3 + (2 * Math.PI * (i + 2)) / (count + 4);
    const point = [Math.sin(t) + 2 * Math.sin(2 * t), Math.cos(t) - 2 * Math.cos(2 * t), -1.6 * Math.sin(3 * t)];
    const serial = String(i + 1);
    const [x, y, z] = point.map((v) => number(17 * v));
    return `ATOM  ${serial.padStart(5)}  CA  ALA A${serial.padStart(4)}    ${x}${y}${z}  1.00  0.00           C`;
  });
  return `${lines.join('\n')}\nEND\n`;
}

/** @param t page, named(name). */
export function dropCases({ page, named }) {
  return [
    [
      'a dropped PDB is shown and named',
      async () => {
        await dropFile(page, 'trefoil.pdb', trefoilPdb());
        await until('the curve', async () => (await look(page)).nodes[0].length === 3 * 160);
        await named('3_1');
      },
    ],
    [
      'a knot of 14 crossings is named from the atlas, which is fetched then and not before',
      async () => {
        const fetched = async () => {
          const all = await Promise.all(page.workers().map((worker) => worker.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))));
          return all.flat().filter((name) => /knots16-[^/]*\.bin$/.test(name)).length;
        };
        check((await fetched()) === 0, 'fetched before a knot needed it');
        const count = 240;
        const lines = Array.from({ length: count }, (_, i) => {
          const t = (6 * Math.PI * i) / count;
          const r = 10 * (2 + Math.cos((7 * t) / 3));
          return `C ${r * Math.cos(t)} ${r * Math.sin(t)} ${6 * Math.sin((14 * t) / 3)}`;
        });
        await dropFile(page, 'turk.xyz', `${count + 1}\n\n${[...lines, lines[0]].join('\n')}\n`);
        await named('14a_19470');
        check((await fetched()) === 1, 'fetched more than once');
      },
    ],
    [
      'a malformed file shows a message and breaks nothing',
      async () => {
        const before = await look(page);
        await dropFile(page, 'broken.json', '{"bight": 1,\n"ropes": [{"line": 3}]}');
        const message = page.getByTestId('message').or(page.getByRole('alert')).filter({ hasText: /line/ }).first();
        await message.waitFor({ timeout: 30000 });
        await dropFile(page, 'broken.xyz', '1 2 three');
        await dropFile(page, 'broken.pd', 'PD[X[1,2');
        await page.waitForTimeout(300);
        const after = await look(page);
        check(after.nodes[0].length === before.nodes[0].length, 'the curve is still there');
        await straightRope(page, LINKS);
        await named('0_1');
      },
    ],
    [
      'the name of a very long curve says that it takes long, and can be stopped; other files are named for what they are',
      async () => {
        const transfer = await page.evaluateHandle(() => {
          const data = new DataTransfer();
          const lines = Array.from({ length: 150000 }, (_, i) => {
            const angle = i * 0.0025;
            const radius = 2 + 0.001 * i;
            return `${(radius * Math.sin(angle)).toFixed(4)} ${(radius * Math.cos(angle)).toFixed(4)} ${(0.0001 * i).toFixed(4)}`;
          });
          data.items.add(new File([lines.join('\n')], 'long.xyz'));
          return data;
        });
        await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
        const note = page.getByTestId('long-work');
        await note.waitFor();
        await note.getByRole('button', { name: 'Stop' }).click();
        await note.waitFor({ state: 'detached' });
        await dropFile(page, 'picture.xyz', '%PDF-1.7');
        await page.getByTestId('message').filter({ hasText: 'This is a document (PDF)' }).waitFor();
        await straightRope(page, LINKS);
        await named('0_1');
      },
    ],
  ];
}
