// SPDX-License-Identifier: MIT
// window.bight: what tests and the curious may use. Not for anything else.

import type { Engine } from '../protocol';
import type { Stage } from '../view/stage';
import type { LessonView } from './lesson';

export function exposeForTests(engine: Engine, stage: Stage, lesson: LessonView): void {
  Object.assign(window, {
    bight: {
      engine,
      lesson: {
        /** Of the step that waits to be traced: points in the window, and where it crosses what; null when none waits. */
        way: () => lesson.shown(),
        still: () => !stage.orbit.step(),
      },
      view: {
        /** CSS pixels in the window of a point of the scene. */
        toScreen: (x: number, y: number, z: number): [number, number] => {
          stage.orbit.jump();
          const box = stage.canvas.getBoundingClientRect();
          const [left, top] = stage.toScreen(x, y, z);
          return [left + box.left, top + box.top];
        },
        /** From the camera into the picture. */
        get depthAxis(): [number, number, number] {
          return stage.orbit.forward.toArray();
        },
        /** Script time of the last drawn frames, milliseconds. */
        scriptTimes: (): number[] => [...stage.scriptTimes].filter((time) => time > 0),
        /** Frames drawn since the page began. */
        get drawn(): number {
          return stage.drawn;
        },
        look: (yaw: number, pitch: number, distance?: number): void => {
          const place = stage.orbit.place();
          stage.orbit.setPlace({ ...place, yaw, pitch, distance: distance ?? place.distance });
          stage.change();
        },
      },
    },
  });
}
