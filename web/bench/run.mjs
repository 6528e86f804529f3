// SPDX-License-Identifier: MIT
// make web-bench: how fast the page's engine is, and what the page's main thread has to do for each frame.
// Prints JSON as in bench/results/web-*.json. Rates are per second of processor time, so that a busy machine
// does not count; --no-browser leaves the page out.
//
// The main thread's script is told in two ways. clock: what passes in taking a frame and in giving it to WebGL; where
// the processor draws, and where it is shared, that is for the most part waiting for others. processor: the main
// thread's own time in all script while a hand moves, pointer events among it, for each frame drawn.

import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createServer } from 'vite';

const load = loadavg()[0];
const root = fileURLToPath(new URL('../../', import.meta.url));
process.chdir(join(root, 'web'));
const module = new WebAssembly.Module(readFileSync(join(root, 'build/wasm/web/bight.wasm')));
const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const vite = await createServer({
  configFile: false,
  server: { middlewareMode: true, watch: null, ws: false },
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
});
const { cyclesPerSecond, freeScene, tightScene } = await vite.ssrLoadModule('/bench/scenes.ts');
const engine = {};
for (const [name, make] of [
  ['free', () => freeScene(200)],
  ['trefoil', (lib) => tightScene(lib, '3_1', 200)],
  ['seven_crossings_7_1', (lib) => tightScene(lib, '7_1', 200)],
  ['seven_crossings_7_4', (lib) => tightScene(lib, '7_4', 200)],
]) {
  const { rate, contacts, nodes } = cyclesPerSecond(module, make, seconds);
  engine[name] = { cycles_per_second: Math.round(rate), contacts, nodes };
}
await vite.close();

function filesIn(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}
const weight = filesIn(join(root, 'build/web')).reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
let page;
if (!process.argv.includes('--no-browser')) {
  const { ask, launch, mouseAt, openPage, straightRope } = await import('../tests/browser.mjs');
  const browser = await launch();
  const opened = await openPage(browser);
  await opened.page.waitForFunction(() => performance.getEntriesByName('bight-finished').length > 0);
  await straightRope(opened.page, 200);
  const session = await opened.context.newCDPSession(opened.page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const count = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const script = metrics.find(({ name }) => name === 'ScriptDuration').value;
    return { script: 1000 * script, drawn: await opened.page.evaluate(() => window.bight.view.drawn) };
  };
  const mouse = await mouseAt(opened.page, [100, 0, 0]);
  await mouse.move(-9, 4);
  const before = await count();
  for (let i = 0; i < 60; i++) {
    await mouse.move(i % 2 ? 6 : -9, 4);
  }
  const after = await count();
  const times = (await opened.page.evaluate(() => window.bight.view.scriptTimes())).slice(-60);
  await mouse.up();
  const { work } = await opened.page.evaluate(async () => {
    await window.bight.engine.ask('tie', { name: '7_4' });
    await new Promise((resolve) => setTimeout(resolve, 4000));
    return { work: { ...window.bight.engine.frame().work } };
  });
  page = {
    script_ms_per_frame: {
      processor: Number(((after.script - before.script) / (after.drawn - before.drawn)).toFixed(2)),
      clock_median: Number(median(times).toFixed(2)),
      clock_greatest: Number(Math.max(...times).toFixed(2)),
      frames: after.drawn - before.drawn,
    },
    worker: { possible_cycles_per_second: Math.round(work.possible), names_per_second: Math.round(work.namesPerSecond) },
  };
  await browser.close();
  const { startFigures } = await import('./start.mjs');
  page.start = await startFigures(7);
}

const version = (command, ...args) => execFileSync(command, args, { encoding: 'utf8' }).split('\n')[0];
console.log(
  JSON.stringify(
    {
      date: new Date().toISOString().slice(0, 10),
      compiler: `${version('emcc', '--version')} -O3 -msimd128, node ${process.version}`,
      command: 'make web-bench',
      // processes that wanted a processor in the minutes before, and in the last
      load_average: [load, loadavg()[0]].map((one) => Number(one.toFixed(1))),
      engine,
      page_bytes_compressed: weight,
      ...(page && { page }),
    },
    null,
    2,
  ),
);
process.exit(0);
