// SPDX-License-Identifier: MIT
// Curves that are only looked at and named.

import type { SceneInfo } from '../protocol';

export interface Still {
  info: Omit<SceneInfo, 'serial'>;
  nodes: Float64Array[];
}
