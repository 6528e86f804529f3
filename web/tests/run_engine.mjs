// SPDX-License-Identifier: MIT
// node tests/run_engine.mjs: loads the TypeScript tests through vite and runs them.

import { createServer } from 'vite';

const server = await createServer({
  configFile: false,
  server: { middlewareMode: true, watch: null, ws: false },
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
});
const { runAll } = await server.ssrLoadModule('/tests/harness.ts');
const parts = ['recordings', 'undo', 'timeline', 'files', 'naming', 'practice', 'time', 'frames', 'cloth', 'mesh', 'garment', 'cards'];
const wanted = process.argv[2];
const all = [];
for (const part of parts) {
  // each exports one list of cases
  const [cases] = Object.values(await server.ssrLoadModule(`/tests/${part}.test.ts`));
  all.push(...cases.filter(({ name }) => !wanted || name.includes(wanted)));
}
const { passed, failed } = await runAll(all);
await server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
