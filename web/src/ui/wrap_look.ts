// SPDX-License-Identifier: MIT
// How cloth and object of a wrap lie to each other, asked of the engine and of the rehearsal's thread, each place once.

import type { Engine, StillState } from '../protocol';
import type { AskWrap } from '../engine/wrap_client';
import type { WrapPlan, WrapVerdict } from '../engine/wrap_desk';
import { type Hang, hangOf, liftingHands, poseOf } from './wrap_judge';

export interface WrapSeen {
  serial: number;
  cycle: number;
  of: WrapVerdict;
}

export class WrapLook {
  private seen: WrapSeen | null = null;
  private hang: { serial: number; of: Hang | null } | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly rehearse: AskWrap,
  ) {}

  /** serial: of the plan's scene. cycle: where it stands, if that is known. */
  async now(plan: WrapPlan, serial: number, cycle: number): Promise<WrapSeen> {
    if (this.seen?.serial !== serial || this.seen.cycle !== cycle) {
      const state = await this.engine.ask('state', {});
      this.seen = { serial, cycle: state.cycle, of: await this.judge(plan, state) };
    }
    return this.seen;
  }

  /** Of a run that was played to its end. */
  async hung(plan: WrapPlan, serial: number): Promise<Hang | null> {
    if (this.hang?.serial !== serial) {
      const stills = await this.engine.ask('stills', {});
      this.hang = { serial, of: await hangOf(stills, liftingHands(plan.text), async (state) => (await this.judge(plan, state)).coverage) };
    }
    return this.hang.of;
  }

  private async judge(plan: WrapPlan, state: Pick<StillState, 'cloths' | 'obstacles'>): Promise<WrapVerdict> {
    const triangles = await this.engine.ask('faces', { cloth: 0 });
    return this.rehearse('judge', { rehearsal: plan.rehearsal, cloth: state.cloths[0], triangles, pose: poseOf(state) });
  }
}
