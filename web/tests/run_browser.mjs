// SPDX-License-Identifier: MIT
// node tests/run_browser.mjs: the built page in a real browser.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { policy } from '../../scripts/web_serve.mjs';
import { ask, kept, launch, look, mouseAt, openPage, ready, straightRope, text, until } from './browser.mjs';
import { accessCases, serious } from './access.mjs';
import { cardPageCases } from './card_page.mjs';
import { cardCases } from './cards.mjs';
import { checkCases } from './check.mjs';
import { clothCases } from './cloth.mjs';
import { depthCases } from './depth.mjs';
import { dropCases } from './dropped.mjs';
import { exportCases } from './exports.mjs';
import { garmentCases } from './garment.mjs';
import { meshCases } from './dropped_mesh.mjs';
import { firstTryCases, tieOverhand } from './first_try.mjs';
import { laidCases } from './laid.mjs';
import { rodCases } from './rod.mjs';
import { sizeCases } from './sizes.mjs';
import { startCases } from './start.mjs';
import { needleCases } from './needle.mjs';
import { tensionCases } from './tension.mjs';
import { viewCases } from './view.mjs';
import { wordsCases } from './words.mjs';
import { wrapCases } from './wrap.mjs';
import { troubleCases } from './trouble.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const build = join(root, 'build/web');
const command = process.env.BIGHT_COMMAND ?? join(root, 'build/release/bight');
const LINKS = 130;

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

const browser = await launch();
const opened = await openPage(browser);
const { page, context } = opened;
page.setDefaultTimeout(60000);

const named = (name) => until(`the name ${name}`, async () => (await text(page, 'knot-name')).startsWith(name));

async function run(scene) {
  const folder = mkdtempSync(join(tmpdir(), 'bight-browser-'));
  try {
    const out = execFileSync(command, ['run', scene, '--json', '--frames', '0', '--out', folder], { encoding: 'utf8' });
    return { hash: JSON.parse(out).hash, xyz: readFileSync(join(folder, 'final.xyz'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Save a recording as a file and run it in the command: what both say of the state at its end. */
async function record() {
  await openTab('File');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save recording' }).click(),
  ]);
  const state = await ask(page, 'state', {});
  const folder = mkdtempSync(join(tmpdir(), 'bight-recording-'));
  try {
    const path = join(folder, 'recording.json');
    await download.saveAs(path);
    const out = execFileSync(command, ['run', path, '--json', '--frames', '0'], { encoding: 'utf8' });
    return { hash: JSON.parse(out).hash, state };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Open the panel on one of its tabs. */
async function openTab(name) {
  const show = page.getByRole('button', { name: 'Show panel' });
  if (await show.isVisible()) {
    await show.click();
  }
  await page.getByRole('tab', { name, exact: true }).click();
}

function filesIn(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

const cases = [
  [
    'all of the page but the atlas and the rendered pictures is lighter than 1.5 MB compressed, and its policy is the one that is served',
    async () => {
      // the atlas is fetched when a knot needs it, a picture when it is looked at
      const atlas = filesIn(build).filter((path) => /knots16-[^/]*\.bin$/.test(path));
      check(atlas.length === 1, 'one atlas');
      const files = filesIn(build).filter((path) => !atlas.includes(path) && !path.endsWith('.png'));
      const weight = files.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
      check(weight > 100_000 && weight < 1_500_000, `${weight} bytes`);
      console.log(`        ${Math.round(weight / 1024)} KB compressed`);
      const meta = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(readFileSync(join(build, 'index.html'), 'utf8'));
      // a page cannot say who may frame it
      check(meta?.[1] === policy.replace("; frame-ancestors 'none'", ''), `policy in the page: ${meta?.[1]}`);
      check(!/'unsafe-(inline|eval)'/.test(policy), 'policy');
    },
  ],
  [
    'the page starts with a rope and no knot, and frames lie in shared memory',
    async () => {
      await named('0_1');
      check(await page.evaluate(() => crossOriginIsolated && window.bight.engine.hello.shared), 'shared memory');
    },
  ],
  ...startCases({ context, address: opened.address }),
  ...troubleCases({ browser, address: opened.address, build }),
  ...sizeCases({ browser, address: opened.address }),
  ...tensionCases({ browser, address: opened.address }),
  ...needleCases({ browser, address: opened.address }),
  ...cardPageCases({ browser, address: opened.address }),
  ...wordsCases({ browser, address: opened.address, build }),
  ...firstTryCases({ browser, page }),
  ...laidCases({ page, browser, address: opened.address }),
  [
    'a mouse that is not steady ties an overhand in the first scene at the first try, and the page says so',
    async () => {
      await tieOverhand(page, 'right', 3);
      check((await page.getByTestId('knot-diagram').locator('svg, img').count()) > 0, 'a diagram is shown');
    },
  ],
  [
    'names come while it moves',
    async () => {
      const mouse = await mouseAt(page, (await look(page)).nodes[0].slice(60, 63));
      let turn = 0;
      const work = await until('names while it moves', async () => {
        turn++;
        await mouse.move(-4, turn % 2 === 0 ? 6 : -6);
        await page.waitForTimeout(100);
        const now = (await look(page)).work;
        return turn >= 12 && now.namesPerSecond > 0 && now;
      });
      await mouse.up();
      console.log(`        ${Math.round(work.namesPerSecond)} names/s, ${Math.round(work.cyclesPerSecond)} cycles/s of ${Math.round(work.possible)}`);
      await page.getByRole('button', { name: 'Undo' }).click();
      await named('3_1');
    },
  ],
  [
    'a saved recording gives the same positions in the command, to the bit',
    async () => {
      await page.getByRole('button', { name: 'Pause', exact: true }).click();
      await until('a pause', async () => (await look(page)).paused);
      await openTab('File');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save recording' }).click(),
      ]);
      const state = await page.evaluate(async () => {
        const { hash, cycle, ropes } = await window.bight.engine.ask('state', {});
        return { hash, cycle, nodes: Array.from(ropes[0]) };
      });
      const folder = mkdtempSync(join(tmpdir(), 'bight-recording-'));
      const path = join(folder, 'recording.json');
      await download.saveAs(path);
      const command = await run(path);
      rmSync(folder, { recursive: true });
      const nodes = command.xyz
        .split('\n')
        .slice(2)
        .filter(Boolean)
        .flatMap((line) => line.trim().split(/\s+/).slice(-3).map(Number));
      check(command.hash === state.hash, `hash ${command.hash}, in the page ${state.hash}`);
      check(nodes.length > 300 && nodes.length === state.nodes.length && nodes.every((x, i) => Object.is(x, state.nodes[i])), 'positions');
      await page.getByRole('button', { name: 'Resume', exact: true }).click();
    },
  ],
  [
    'undo unties it, redo ties it again',
    async () => {
      await page.getByRole('button', { name: 'Undo' }).click();
      await named('0_1');
      await page.getByRole('button', { name: 'Redo' }).click();
      await named('3_1');
      await page.getByRole('button', { name: 'Undo' }).click();
      await named('0_1');
    },
  ],
  [
    'the keyboard alone chooses, grasps, moves, pins and undoes',
    async () => {
      await straightRope(page, LINKS);
      await page.getByTestId('view').focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Shift+,');
      await page.keyboard.press('Enter');
      const grasped = await until('a hand', async () => (await look(page)).hands[0]);
      check(grasped.node === LINKS - 10, `node ${grasped.node}`);
      for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight', 'PageUp', 'PageUp']) {
        await page.keyboard.press(key);
      }
      const forward = await page.evaluate(() => window.bight.view.depthAxis);
      await until('the node to go sideways and away from the viewer', async () => {
        const hand = (await look(page)).hands[0];
        const way = hand?.position.map((x, k) => x - grasped.position[k]);
        const away = way?.reduce((sum, x, k) => sum + x * forward[k], 0);
        return way && away > 1.5 && Math.hypot(...way.map((x, k) => x - away * forward[k])) > 2.5 && hand.lag < 0.1;
      });
      await page.keyboard.press('p');
      await until('a pin', async () => (await look(page)).hands[0]?.pinned);
      await until('the state in words', async () => (await text(page, 'status')).length > 10);
      await page.keyboard.press('Control+z');
      await until('undo', async () => (await look(page)).hands.length === 0);
    },
  ],
  ...dropCases({ page, named }),
  [
    'a knot of the gallery is tied on a timeline, scrubbed, and taken over',
    async () => {
      await ask(page, 'tie', { name: '5_1' });
      await named('5_1');
      await until('some cycles', async () => (await look(page)).cycle > 60);
      await ask(page, 'seek', { cycle: 30 });
      await until('cycle 30', async () => (await look(page)).cycle === 30);
      await page.getByTestId('take-over').click();
      await until('pinned hands', async () => {
        const { hands } = await look(page);
        return hands.length === 2 && hands.every(({ pinned, scripted }) => pinned && !scripted);
      });
      await named('5_1');
    },
  ],
  ...cardCases({ page }),
  ...checkCases({ page, browser, address: opened.address }),
  ...depthCases({ page }),
  ...rodCases({ page, named, record, openTab }),
  ...viewCases({ page, openTab }),
  ...clothCases(page, { openTab, serious: (where) => serious(page, where), record }),
  ...meshCases({ page, openTab, serious: (where) => serious(page, where), command }),
  ...garmentCases(page, { openTab }),
  ...wrapCases({ browser }),
  ...exportCases({ page, named, openTab, command }),
  [
    'every knot of the gallery that can be watched has a picture',
    async () => {
      await openTab('Knots');
      const pictures = page.getByTestId('gallery').locator('button svg.knot-picture');
      await pictures.first().scrollIntoViewIfNeeded();
      await until('pictures', async () => (await pictures.locator('path').count()) > 0);
      for (const chip of await page.getByTestId('gallery').locator('.chip').all()) {
        await chip.click();
        const without = () =>
          pictures.evaluateAll((all) => all.filter((one) => !one.querySelector('path')).map((one) => one.dataset.knot));
        await until('all pictures', async () => (await without()).length === 0, 10000).catch(() => {});
        const empty = await without();
        check(empty.length === 0, `no picture of ${empty.join(', ')}`);
      }
      const watched = page.getByTestId('gallery').locator('button.knot:not(.described)');
      const count = await watched.count();
      check(count >= 47 && (await watched.locator('img.knot-thumb').count()) === count, `${count} knots, each with a picture`);
      for (const image of await watched.locator('img.knot-thumb').all()) {
        await image.scrollIntoViewIfNeeded();
        const id = await image.getAttribute('data-knot');
        await until(`the picture of ${id}`, () => image.evaluate((one) => one.complete && one.naturalWidth === 192));
      }
    },
  ],
  ...accessCases({ page, openTab }),
  [
    'without network it loads again',
    async () => {
      await straightRope(page, LINKS);
      await kept(page);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await until('the files', () => page.evaluate(async () => {
        const keys = await caches.keys();
        return keys.length === 1 && (await (await caches.open(keys[0])).keys()).length > 5;
      }));
      opened.server.closeAllConnections();
      await new Promise((resolve) => opened.server.close(resolve));
      await page.reload();
      await ready(page);
      await named('0_1');
    },
  ],
  [
    'no errors in the console, no request to another host',
    async () => check(opened.trouble.length === 0, opened.trouble.join('\n        ')),
  ],
  [
    'a host without headers will do: frames travel, names come',
    async () => {
      const plain = await openPage(browser, { careful: false });
      try {
        const { shared } = await plain.page.evaluate(() => window.bight.engine.hello);
        check(!shared, 'not isolated before the service worker');
        await ask(plain.page, 'preset', { preset: 'pole' });
        await until('frames', async () => (await look(plain.page)).nodes[0]?.length === 3 * 121);
        const { hand } = await ask(plain.page, 'grasp', { rope: 0, node: 0 });
        await plain.page.evaluate((id) => window.bight.engine.tell('target', { hand: id, to: [-60, 9, 8] }), hand);
        await until('the hand to move', async () => (await look(plain.page)).hands[0]?.position[1] > 5);
        await plain.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await until('isolation', async () => {
          await plain.page.reload();
          await ready(plain.page);
          return plain.page.evaluate(() => crossOriginIsolated && window.bight.engine.hello.shared);
        });
        check(plain.trouble.length === 0, plain.trouble.join('\n'));
      } finally {
        await plain.context.close();
        plain.server.closeAllConnections();
        plain.server.close();
      }
    },
  ],
];

const wanted = process.argv[2];
let passed = 0;
let failed = 0;
console.log(`loaded in ${Math.round(opened.loaded)} ms`);
for (const [name, test] of cases) {
  if (wanted && !new RegExp(wanted).test(name)) {
    continue;
  }
  const start = performance.now();
  try {
    await test();
    passed++;
    console.log(`ok      ${name} (${Math.round(performance.now() - start)} ms)`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}\n        ${error.stack ?? error}`);
    await page.screenshot({ path: join(root, `build/web_failed_${failed}.png`) }).catch(() => undefined);
  }
}
await context.close();
await browser.close();
opened.server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
