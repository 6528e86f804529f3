// SPDX-License-Identifier: MIT
// node tests/run_engine.mjs [part of a name]: loads the TypeScript tests through vite and runs them. With --half 0 or
// --half 1 those of one half of the files: both halves together are all, and can be run beside each other.

import { createServer } from 'vite';

const server = await createServer({
  configFile: false,
  server: { middlewareMode: true, watch: null, ws: false },
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
});
const { runAll } = await server.ssrLoadModule('/tests/harness.ts');
const parts = ['recordings', 'rod', 'hold', 'undo', 'holds', 'kept', 'draw', 'timeline', 'files', 'naming', 'check', 'practice', 'time', 'frames', 'cloth', 'mesh', 'garment', 'wrap', 'cards', 'words'];
const half = process.argv[2] === '--half' ? Number(process.argv[3]) : -1;
const wanted = half < 0 ? process.argv[2] : undefined;
const all = [];
// the cards take as long as all that is in the first half
const SECOND = ['cards', 'garment', 'mesh', 'wrap'];
for (const part of parts.filter((name) => half < 0 || SECOND.includes(name) === (half === 1))) {
  // each exports one list of cases
  const [cases] = Object.values(await server.ssrLoadModule(`/tests/${part}.test.ts`));
  all.push(...cases.filter(({ name }) => !wanted || name.includes(wanted)));
}
const { passed, failed } = await runAll(all);
await server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
