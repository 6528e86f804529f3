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
const { cases } = await server.ssrLoadModule('/tests/engine.test.ts');
const { frameCases } = await server.ssrLoadModule('/tests/frames.test.ts');
const { clothCases } = await server.ssrLoadModule('/tests/cloth.test.ts');
const { meshCases } = await server.ssrLoadModule('/tests/mesh.test.ts');
const wanted = process.argv[2];
const all = [...cases, ...frameCases, ...clothCases, ...meshCases].filter(({ name }) => !wanted || name.includes(wanted));
const { passed, failed } = await runAll(all);
await server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
