import { cardWords } from '../src/ui/card_words';
import { same, type Case } from './harness';
import { TestEngine } from './stage';

export const cardCases: Case[] = [
  {
    name: 'dump',
    async run() {
      const { everyday } = await new TestEngine().core.ask('catalogue', {});
      for (const { name, tied } of everyday.filter((k) => k.tied !== 'described only')) {
        const engine = new TestEngine();
        const t = performance.now();
        await engine.core.ask('tie', { name, left: false });
        engine.run(1e6);
        const t2 = performance.now();
        const work = engine.core.toName();
        const answer = engine.namer.name(work!.curves, work!.ring);
        const c = cardWords(answer.knots, answer.link, answer.joined);
        console.log(`${name} | ${engine.session.info.ropes.length} | ${engine.session.describeTimeline()?.failure} | ${c.name} | ${c.everyday} | ${c.proof} | ${c.sure} | ${answer.knots.map(k=>k.name+' '+k.handedness)} | ${answer.link} | ${Math.round(t2 - t)} ms + ${Math.round(performance.now() - t2)}`);
      }
    },
  },
];
