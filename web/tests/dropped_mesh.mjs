// SPDX-License-Identifier: MIT
// Meshes of cloth dropped on the page: dragged, exported, mended, refused. Tests in a real browser.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { look, text, until } from './browser.mjs';
import { dropFile } from './dropped.mjs';
import { faultyObj, objCounts, sheetObj, tubePly } from './meshes.mjs';

const PATIENCE = 180000;
const SQUARES = 10;

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

const away = (a, b) => Math.hypot(...a.map((x, k) => x - b[k]));
const wait = (words, test) => until(words, test, PATIENCE);

/** @param t page, openTab(name), serious(where), command: that of the command line. */
export function meshCases({ page, openTab, serious, command }) {
  const vertex = async (i) => (await look(page)).cloths[0].slice(3 * i, 3 * i + 3);
  const message = (words) => page.getByTestId('message').or(page.getByRole('alert')).filter({ hasText: words }).first();

  async function hidePanel() {
    const hide = page.getByRole('button', { name: 'Hide panel' });
    if (await hide.isVisible()) {
      await hide.click();
    }
  }

  /** Press a button of the tab File and give the path of its file to use(path, name). */
  async function press(testid, use) {
    await openTab('File');
    const folder = mkdtempSync(join(tmpdir(), 'bight-mesh-'));
    try {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId(testid).click()]);
      const path = join(folder, download.suggestedFilename());
      await download.saveAs(path);
      return await use(path, download.suggestedFilename());
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  /** Lead what is at a vertex some pixels away, and let it go. */
  async function drag(i, dx, dy) {
    await hidePanel();
    await page.waitForTimeout(300);
    const hands = (await look(page)).hands.length;
    let [x, y] = [0, 0];
    await until('the pointer to tell that it would grasp', async () => {
      [x, y] = await page.evaluate((p) => window.bight.view.toScreen(...p), await vertex(i)); // it may be falling
      await page.mouse.move(x, y);
      return page.getByTestId('view').evaluate((view) => view.classList.contains('graspable'));
    });
    await page.mouse.down();
    const grasped = await wait('a hand', async () => (await look(page)).hands[hands]);
    for (let k = 1; k <= 8; k++) {
      await page.mouse.move(x + (dx * k) / 8, y + (dy * k) / 8);
      await page.waitForTimeout(30);
    }
    try {
      const held = await wait('it to follow', async () => {
        const hand = (await look(page)).hands[hands];
        return hand && hand.lag < 0.02 && away(hand.position, grasped.position) > 0.03 && hand;
      });
      check(away(await vertex(held.node), held.position) < 0.03, 'the vertex is in the hand');
    } finally {
      await page.mouse.up();
    }
    await wait('the hand to be gone', async () => (await look(page)).hands.length === hands);
    return { node: grasped.node, from: grasped.position };
  }

  return [
    [
      'a dropped OBJ in centimetres is a cloth over a ball, and the page says so',
      async () => {
        await dropFile(page, 'flag.obj', sheetObj(SQUARES, 60));
        await wait('the cloth', async () => (await look(page)).cloths[0]?.length === 3 * (SQUARES + 1) ** 2);
        await message(/flag\.obj: 100 faces, 60 long, read as centimetres, 0\.6 m, laid over a ball/).waitFor({ timeout: 30000 });
        await until('the words of the state', async () => /read as centimetres/.test(await text(page, 'status')));
        await openTab('File');
        check(/121 vertices, 100 faces, 200 triangles, 1 panel/.test(await text(page, 'mesh')), await text(page, 'mesh'));
        await serious('a dropped mesh');
        await page.getByTestId('mesh-unit').selectOption('in');
        await until('another unit', async () => /60 long in the file, 1\.52 m here/.test(await text(page, 'mesh')));
        await page.getByTestId('mesh-unit').selectOption('cm');
        await until('the unit again', async () => /0\.6 m here/.test(await text(page, 'mesh')));
      },
    ],
    [
      'it is dragged by a corner, undone, pinned, and exported with its faces, groups and pattern',
      async () => {
        const { node, from } = await drag(0, -50, -40);
        await page.getByRole('button', { name: 'Undo' }).click();
        await wait('it to be back', async () => away(await vertex(node), from) < 0.1);
        await page.getByRole('button', { name: 'Redo' }).click();
        await press('export-obj', async (path, name) => {
          check(name === 'flag.obj', name);
          const { v, vt, f, groups } = objCounts(readFileSync(path, 'utf8'));
          check(v === 121 && vt === 121 && f === 100 && groups.join() === 'lower,upper', `${v} ${vt} ${f} ${groups}`);
        });
        const state = JSON.parse(await press('export-ply', (path) => execFileSync(command, ['mesh', 'check', path, '--json'], { encoding: 'utf8' })));
        check(state.faces === 100 && state.panels === 1 && state.intersections === 0, JSON.stringify(state));
        await press('export-glb', (path) => check(readFileSync(path).length > 10000, 'GLB'));
        await page.getByTestId('view').focus();
        await page.keyboard.press('c');
        await page.keyboard.press('Enter');
        await page.keyboard.press('p');
        await wait('a pin', async () => (await look(page)).hands[0]?.pinned);
        await page.keyboard.press('x');
      },
    ],
    [
      'a dropped PLY hangs by two hands, is dragged, and starts again',
      async () => {
        await dropFile(page, 'sleeve.ply', tubePly(16, 12, 0.06, 0.3));
        await wait('the cloth', async () => (await look(page)).cloths[0]?.length === 3 * 16 * 13);
        await wait('two hands', async () => (await look(page)).hands.filter(({ pinned }) => pinned).length === 2);
        await page.getByRole('button', { name: 'Show all of the rope' }).click();
        await drag(20, 30, -60);
        const ply = await press('export-ply', (path) => readFileSync(path, 'latin1'));
        check(/element face 384\b/.test(ply) && /property list int double texcoord\b/.test(ply), ply.slice(0, 400));
        await page.getByRole('button', { name: 'Start again' }).click();
        await wait('the start', async () => {
          const { cycle, cloths } = await look(page);
          return cycle < 400 && cloths[0]?.length === 3 * 16 * 13;
        });
      },
    ],
    [
      'a mesh with faults is refused with its faults, and mended when asked',
      async () => {
        await dropFile(page, 'torn.obj', faultyObj(6, 0.5));
        await message(/torn\.obj: .*non_manifold.*Mend it in the tab File/).waitFor({ timeout: 30000 });
        check((await look(page)).cloths[0].length === 3 * 16 * 13, 'the scene before is there still');
        await openTab('File');
        check(/1 non_manifold/.test(await text(page, 'mesh-faults')), await text(page, 'mesh-faults'));
        await serious('a mesh with faults');
        await page.getByTestId('mesh-mend').click();
        await wait('the mended cloth', async () => (await look(page)).cloths[0].length !== 3 * 16 * 13);
        await until('what was mended', async () => /Mended 1 non_manifold/.test(await text(page, 'mesh')));
      },
    ],
    [
      'a broken mesh shows the words of the reader and its line, and breaks nothing',
      async () => {
        const before = (await look(page)).cloths[0].length;
        await dropFile(page, 'broken.obj', 'v 0 0 0\nv 1 0 zero\n');
        await message(/broken\.obj:2: .*zero/).waitFor({ timeout: 30000 });
        check((await look(page)).cloths[0].length === before, 'the cloth is there still');
      },
    ],
  ];
}
