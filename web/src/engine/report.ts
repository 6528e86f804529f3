// SPDX-License-Identifier: MIT
// What the library tells of the last cycle, and what a ray would grasp.

import type {Requests, StepReport} from '../protocol';
import type {Library} from './library';

export function stepReport(lib: Library): StepReport
{
    lib.call('bw_report');
    const [gap, stretch, jammed, rests, tight, pull] = lib.box(6);
    return {gap : gap < 0 ? null : gap, stretch, jammed, rests : rests !== 0, tight : tight !== 0, pull};
}

export function pickByRay(lib: Library,
                          {origin, direction, reach}: Requests['pick']['take']): Requests['pick']['give']
{
    if (lib.call('bw_pick', ...origin, ...direction, reach) === 0) {
        return null;
    }
    const [rope, node, distance] = lib.box(3);
    return {rope, node, distance};
}
