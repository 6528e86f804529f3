// SPDX-License-Identifier: MIT
// Who works how long until the rope can be grasped: processor time of all processes of the browser, from /proc, so on
// Linux alone, beside that of a page that draws nothing but one triangle. Medians, each start in a browser of its own.

import { readdirSync, readFileSync } from 'node:fs';
import { launch } from '../tests/browser.mjs';
import { serve } from '../../scripts/web_serve.mjs';

const median = (list) => Math.round([...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]);

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it has ended meanwhile
  }
}

function descendants(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const stat = read(`/proc/${name}/stat`);
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const found = [pid];
  for (let i = 0; i < found.length; i++) {
    parents.forEach((parent, child) => parent === found[i] && found.push(child));
  }
  return found.slice(1);
}

/** Milliseconds of processor time so far, by kind of process. */
function spent() {
  const sums = {};
  for (const pid of descendants(process.pid)) {
    const command = read(`/proc/${pid}/cmdline`);
    const kind = /--type=([\w-]+)/.exec(command)?.[1] ?? 'browser';
    for (const thread of command === '' ? [] : readdirSync(`/proc/${pid}/task`)) {
      const time = Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1e6;
      sums[kind] = (sums[kind] ?? 0) + time;
    }
  }
  return sums;
}

const TRIANGLE = () => {
  const canvas = document.createElement('canvas');
  document.body.append(canvas);
  const gl = canvas.getContext('webgl2');
  const program = gl.createProgram();
  const shader = (kind, text) => {
    const made = gl.createShader(kind);
    gl.shaderSource(made, `#version 300 es\nprecision highp float;\n${text}`);
    gl.compileShader(made);
    gl.attachShader(program, made);
  };
  shader(gl.VERTEX_SHADER, 'void main() { gl_Position = vec4(gl_VertexID, gl_VertexID * gl_VertexID, 0, 1); }');
  shader(gl.FRAGMENT_SHADER, 'out vec4 color; void main() { color = vec4(1); }');
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
};

async function start(page, address, session) {
  await page.goto(address, { waitUntil: 'commit' });
  const graspable = () => performance.getEntriesByName('bight-graspable').length > 0;
  await page.waitForFunction(graspable, null, { polling: 20, timeout: 120000 });
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name) => 1000 * metrics.find((one) => one.name === name).value;
  return { tasks: metric('TaskDuration'), script: metric('ScriptDuration'), layout: metric('LayoutDuration') + metric('RecalcStyleDuration') };
}

async function once(triangle) {
  const browser = await launch();
  const { server, address } = await serve(0);
  const context = await browser.newContext({ viewport: { width: 920, height: 600 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = spent();
  let main = {};
  if (triangle) {
    await page.goto(`${address}/nothing-here`);
    await page.evaluate(TRIANGLE);
  } else {
    main = await start(page, address, session);
  }
  const after = spent();
  const kinds = Object.fromEntries(Object.entries(after).map(([kind, time]) => [kind, time - (before[kind] ?? 0)]));
  let clock = {};
  if (!triangle) {
    await page.waitForFunction(() => document.documentElement.dataset.ready, null, { timeout: 120000 });
    clock = await page.evaluate(() => {
      const at = (name) => performance.getEntriesByName(`bight-${name}`)[0].startTime;
      return { engine: at('engine'), graspable: at('graspable'), controls: performance.now() };
    });
  }
  await browser.close();
  server.closeAllConnections();
  server.close();
  return { kinds, main, clock };
}

function medians(list) {
  const names = [...new Set(list.flatMap(Object.keys))];
  return Object.fromEntries(names.map((name) => [name, median(list.map((one) => one[name] ?? 0))]));
}

async function several(runs, triangle) {
  const list = [];
  for (let i = 0; i < runs; i++) {
    list.push(await once(triangle));
  }
  const total = median(list.map(({ kinds }) => Object.values(kinds).reduce((sum, time) => sum + time, 0)));
  const processor = { processor_ms: total, of_it: medians(list.map(({ kinds }) => kinds)) };
  return triangle ? processor : { ...processor, main_thread_ms: medians(list.map(({ main }) => main)), clock_ms: medians(list.map(({ clock }) => clock)) };
}

/** What it takes until the rope can be grasped, and what one triangle takes. */
export async function startFigures(runs) {
  return { page: await several(runs, false), triangle: await several(runs, true) };
}
