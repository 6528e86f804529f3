// SPDX-License-Identifier: MIT
// The engine in node: ropes that are elastic rods.

import { lead, tieOverhand } from './gestures';
import { Frames } from '../src/view/frames';
import { check, near, refusal, same, type Case } from './harness';
import { example, runCommand, TestEngine } from './stage';

/** The example with a rod, as far as its end, then by hand. */
async function pulled(): Promise<TestEngine> {
  const engine = new TestEngine();
  await engine.core.ask('open', { text: example('rod_overhand') });
  engine.run(1e6);
  engine.session.refined();
  return engine;
}

/** A straight rope that one end of is turned about itself. */
const WOUND = JSON.stringify({
  bight: 1,
  title: 'A rope that a hand winds up',
  ropes: [{ name: 'rope', model: 'rod', material: 'climbing_rope', rod: { twist: 0.0005 }, link_length: 0.01, points: [[-0.3, 0, 0], [0.3, 0, 0]] }],
  script: [{ grasp: { hand: 'left', node: 'first', twist: true } }, { grasp: { hand: 'right', node: 'last', roll: 2 } }, { wait: { cycles: 300 } }],
});

export const rodCases: Case[] = [
  {
    name: 'a needle is told with its end and how thick it is drawn, comes back from what is saved, and is metal in a GLB',
    async run() {
      const engine = new TestEngine();
      const { ropes } = await engine.core.ask('open', { text: example('suture_needle') });
      const needle = ropes[0].rod?.needle;
      const radii = needle?.radii ?? [];
      check(needle?.last === true && radii.length > 40, 'a needle');
      near(radii[0], 0.0003, 1e-12, 'its wire');
      check(radii.every((r, i) => i === 0 || r <= radii[i - 1]) && radii[radii.length - 1] < 0.00003, 'its point');
      engine.run(20);
      await engine.core.ask('takeOver', {});
      const { text } = await engine.core.ask('save', { what: 'now' });
      const again = new TestEngine();
      const saved = (await again.core.ask('open', { text })).ropes[0].rod?.needle;
      check(saved?.radii.every((r, i) => Math.abs(r - radii[i]) < 1e-8) === true && saved.last, 'as it was saved');

      const glb = (await engine.core.ask('export', { format: 'glb' })).bytes;
      const size = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
      const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + size))) as {
        nodes: { name: string }[];
        materials: { pbrMetallicRoughness: { metallicFactor: number } }[];
      };
      same(json.nodes.map(({ name }) => name), ['suture', 'right edge', 'left edge', 'needle'], 'meshes');
      same(json.materials.map(({ pbrMetallicRoughness: m }) => m.metallicFactor), [0, 0, 0, 1], 'metal');
      // as an STL both are there: a tube of 24 sides each
      const stl = (await engine.core.ask('export', { format: 'stl' })).bytes;
      check(new DataView(stl.buffer, stl.byteOffset).getUint32(80, true) > 2 * 24 * 4 * 160, 'an STL');
    },
  },
  {
    name: 'a scene whose rope becomes a rod plays, says what it is made of, and is taken over, led and recorded to the bit',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('open', { text: example('rod_overhand') });
      same(engine.session.info.ropes[0].rod, null, 'before it is a rod');
      engine.run(1e6);
      same(engine.session.describeTimeline()?.failure, '', 'failure');
      check(engine.session.refined(), 'the model has changed');
      same(engine.session.info.ropes[0].rod?.material, 'climbing_rope', 'material');
      near(engine.session.info.ropes[0].rod?.timeStep ?? 0, 0.002, 0, 'time step');
      await engine.core.ask('takeOver', {});
      same(engine.knot(), '3_1', 'knot');
      const { hand } = await engine.core.ask('grasp', { rope: 0, node: 100 });
      lead(engine, hand, [[0.05, 0.1, 0.02], [-0.1, 0.2, 0.1]], 8, 0.02); // prettier-ignore
      await engine.core.ask('release', { hand });
      engine.run(100);
      same(engine.knot(), '3_1', 'knot');
      const { text } = await engine.core.ask('save', { what: 'recording' });
      const command = runCommand(text);
      same([command.hash, command.cycles], [await engine.hash(), engine.session.cycle], 'hash and cycles');
    },
  },
  {
    name: 'the state of a rod is a scene of the same rod, and what was kept of it comes back to the bit',
    async run() {
      const engine = await pulled();
      await engine.core.ask('takeOver', {});
      const { text } = await engine.core.ask('save', { what: 'now' });
      const again = new TestEngine();
      const { ropes } = await again.core.ask('open', { text });
      same(ropes[0].rod, engine.session.info.ropes[0].rod, 'rod');
      same(again.session.nodes(0).length, engine.session.nodes(0).length, 'nodes');
      engine.run(50);
      const kept = await engine.core.ask('keep', {});
      const resumed = new TestEngine();
      await resumed.core.ask('resume', kept!);
      same(await resumed.hash(), await engine.hash(), 'hash');
    },
  },
  {
    name: 'tension of rods: none where nothing pulls, the same all along a rope that is drawn straight, nothing for other ropes',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('preset', { preset: 'table', model: 'ftl' });
      same((await engine.core.ask('tension', {})).map(({ length }) => length), [0], 'no rod');
      await engine.core.ask('rod', { material: 'climbing_rope' });
      const nodes = engine.session.nodes(0).length / 3;
      const [slack] = await engine.core.ask('tension', {});
      same(slack.length, nodes, 'one for each node');
      check(slack.every((x) => Math.abs(x) < 0.5), `slack: ${Math.max(...slack)} N`);
      const pulled = new TestEngine();
      await pulled.core.ask('open', { text: example('rod_overhand') });
      pulled.run(1e6);
      pulled.session.refined();
      const before = await pulled.hash();
      const [taut] = await pulled.core.ask('tension', {});
      same(await pulled.hash(), before, 'to ask changes nothing');
      // the ends pull alike; the last number is no link
      check(taut[0] > 1 && Math.abs(taut[0] / taut[taut.length - 2] - 1) < 0.3, `${taut[0]} and ${taut[taut.length - 2]} N`);
      same(taut[taut.length - 1], 0, 'behind the last link');
    },
  },
  {
    name: 'a rope that a hand winds up two turns is told to be twisted by as much, evenly, and its sheath shows that',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('open', { text: WOUND });
      engine.run(400);
      const [angles] = await engine.core.ask('twist', {});
      const links = angles.length - 1;
      same(engine.session.nodes(0).length / 3, links + 1, 'one for each node');
      near(angles.reduce((sum, x) => sum + x, 0), 4 * Math.PI, 1e-4, 'two turns');
      check(angles.slice(1, -1).every((x) => Math.abs(x - (4 * Math.PI) / (links - 1)) < 1e-5), 'even');
      same([angles[0], angles[links]], [0, 0], 'none at the ends');

      // the surface turns as much from node to node, and goes on doing so while the rope moves and bends in a plane
      const frames = new Frames(links + 1, false);
      frames.known = angles;
      const nodes = Float32Array.from(engine.session.nodes(0));
      for (let step = 0; step < 40; step++) {
        for (let i = 0; i <= links; i++) {
          nodes[3 * i + 1] = 0.0005 * step * Math.sin((4 * i) / links);
        }
        frames.update(nodes, 0.005, new Uint8Array(links + 1));
      }
      const { normals: n, tangents: t } = frames;
      let turned = 0;
      for (let i = 1; i <= links; i++) {
        const [p, k] = [3 * i - 3, 3 * i];
        const along = n[p] * t[k] + n[p + 1] * t[k + 1] + n[p + 2] * t[k + 2];
        const [x, y, z] = [n[p] - along * t[k], n[p + 1] - along * t[k + 1], n[p + 2] - along * t[k + 2]];
        const sine = t[k] * (y * n[k + 2] - z * n[k + 1]) + t[k + 1] * (z * n[k] - x * n[k + 2]) + t[k + 2] * (x * n[k + 1] - y * n[k]);
        turned += Math.atan2(sine, x * n[k] + y * n[k + 1] + z * n[k + 2]);
      }
      near(turned, 4 * Math.PI, 1e-3, 'as it is drawn');
      // without it a soft rope is taken to have run out of twist
      const still = new TestEngine();
      await still.core.ask('preset', { preset: 'table', model: 'ftl' });
      same((await still.core.ask('twist', {})).map(({ length }) => length), [0], 'no rod');
    },
  },
  {
    name: 'a rod that nobody holds comes to rest, and the engine with it',
    async run() {
      const engine = new TestEngine();
      const text = JSON.stringify({
        bight: 1,
        ropes: [{ model: 'rod', material: 'paracord', points: [[0, 0, 0], [0.1, 0.01, 0], [0.2, 0, 0]], smooth: true, links: 60 }], // prettier-ignore
      });
      await engine.core.ask('open', { text, hands: true });
      const { hand } = await engine.core.ask('grasp', { rope: 0, node: 0 });
      lead(engine, hand, [[0.02, 0.02, 0]], 8, 0.005); // prettier-ignore
      await engine.core.ask('release', { hand });
      engine.run(60_000);
      check(engine.session.resting, `it rests at ${engine.session.cycle}`);
    },
  },
  {
    name: 'an elastic rope falls on a floor when it is given weight, lies there, and has none again',
    async run() {
      const engine = await tieOverhand();
      const at = (): number => {
        const nodes = engine.session.nodes(0);
        return Math.min(...Array.from({ length: nodes.length / 3 }, (_, i) => nodes[3 * i + 1]));
      };
      await engine.core.ask('rod', { material: 'paracord' });
      const low = at();
      const { ropes, obstacles } = await engine.core.ask('rod', { material: 'paracord', gravity: 4.905, floor: low - 0.05 });
      near(ropes[0].rod?.gravity ?? 0, 4.905, 1e-12, 'gravity');
      same(obstacles.map(({ name }) => name), ['floor'], 'a floor');
      engine.run(2000);
      near(at(), low - 0.05 + ropes[0].radius, 2e-4, 'it lies on the floor');
      same(engine.knot(), '3_1', 'knot');
      // of another material it falls as before, and there is one floor; without weight it lies in its bed
      const next = await engine.core.ask('rod', { material: 'climbing_rope', floor: low });
      near(next.ropes[0].rod?.gravity ?? 0, 4.905, 1e-12, 'gravity of the next');
      const bed = await engine.core.ask('rod', { material: 'climbing_rope', gravity: 0, floor: low });
      same([next.obstacles.length, bed.obstacles.length, bed.ropes[0].rod?.gravity], [1, 1, 0], 'floors');
    },
  },
  {
    name: 'a knot tied by hand is made elastic of a material, grips otherwise at once, and its recording replays to the bit',
    async run() {
      const engine = await tieOverhand();
      const links = engine.session.info.ropes[0].nodes;
      for (const material of ['paracord', 'climbing_rope']) {
        const { ropes, kind } = await engine.core.ask('rod', { material, density: 0.05 });
        same([kind, ropes[0].nodes, ropes[0].rod?.material], ['free', links, material], 'rope');
        near(ropes[0].radius, material === 'paracord' ? 0.002 : 0.005, 1e-12, 'radius');
        near(ropes[0].rod?.density ?? 0, 0.05, 1e-12, 'density');
        same(engine.knot(), '3_1', 'knot');
      }
      engine.run(50);
      const { hand } = await engine.core.ask('grasp', { rope: 0, node: 0 });
      lead(engine, hand, [[-0.8, 0, 0]], 8, 0.02); // prettier-ignore
      await engine.core.ask('friction', { friction: 0.05 });
      near(engine.session.info.ropes[0].rod?.friction ?? 0, 0.05, 0, 'friction');
      engine.run(60);
      const { text } = await engine.core.ask('save', { what: 'recording' });
      same(runCommand(text).hash, await engine.hash(), 'hash');
      const resumed = new TestEngine();
      await resumed.core.ask('resume', (await engine.core.ask('keep', {}))!);
      same(resumed.session.nodes(0).length, engine.session.nodes(0).length, 'nodes');
      await engine.core.ask('undo', {});
      near(engine.session.info.ropes[0].rod?.friction ?? 0, 0.3, 1e-12, 'friction before');
      const refused = await refusal(() => engine.core.ask('rod', { material: 'string cheese' }));
      check(refused.message.includes('material'), refused.message);
    },
  },
  {
    name: 'rods are exported as every rope is',
    async run() {
      const engine = await pulled();
      for (const format of ['stl', 'glb', 'xyz'] as const) {
        const { bytes, name } = await engine.core.ask('export', { format });
        check(bytes.length > 1000, `${name}: ${bytes.length} bytes`);
      }
      // ropes again when it is opened
      const { bytes } = await engine.core.ask('export', { format: 'glb' });
      const { ropes } = await engine.core.ask('drop', { name: 'rope.glb', bytes });
      same(ropes[0].rod?.material, 'climbing_rope', 'material');
    },
  },
];
