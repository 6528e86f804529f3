// SPDX-License-Identifier: MIT
// Wraps before and after they are played: what can be wrapped, the rehearsal with its lines, the scene, and what is covered. The
// library's part for it is a module of its own (web/api/wrap), as few people need it.

import { EngineError } from '../protocol';
import type { Library } from './library';

export interface WrapObject {
  name: string;
  words: string;
}

export interface WrapProgram {
  title: string;
  /** What it wraps unless told. */
  object: string;
  /** Metres; vertices along a side, of a preview. */
  size: number;
  vertices: number;
  preview: number;
  /** It begins folded and tied. */
  folded: boolean;
}

export interface WrapWish {
  /** A program's text. */
  program: string;
  /** One of the objects by its name, or an OBJ file. */
  object: string | Uint8Array;
  /** Metres along a side of the cloth; 0: what the program says. */
  size: number;
  /** Along a side of the cloth, odd; 0: likewise. */
  vertices: number;
  /** The program's coarse cloth, lifted a little. */
  preview: boolean;
  /** The asker's number for this rehearsal: what is judged later must be of the same. */
  rehearsal: number;
}

/** What `bight wrap` asks of a lift (bight/wrap.h, BIGHT_WRAP_MOST_STRETCH and those after it). */
export interface WrapLimits {
  /** Of any triangle, lifted and held. */
  stretch: number;
  /** Metres, less than which the object sinks while it hangs. */
  sinking: number;
  /** Shares of the lift: that what is held goes up at least, and that the object goes up more than. */
  risen: number;
  moved: number;
}

/** A wrap that can be done. Metres. */
export interface WrapPlan {
  /** As the wish had it. */
  rehearsal: number;
  program: WrapProgram;
  extent: [number, number, number];
  /** Where the object's foot is. */
  at: [number, number, number];
  /** From the middle of the cloth to a corner, what of it is needed, and the most of it that goes over the object. */
  line: number;
  needed: number;
  over: number;
  size: number;
  vertices: number;
  /** The least side of a cloth that would do. */
  least: number;
  /** Share that a good wrap covers. */
  wanted: number;
  /** How far the hands go up in the lift. */
  lift: number;
  limits: WrapLimits;
  /** (points x 3) of the lines over the object, where they are in the scene. */
  lines: Float64Array[];
  /** The scene, and the file that it names. */
  text: string;
  object: Uint8Array;
}

/** A cloth, and the pose of the object in it: position, quaternion x, y, z, w. */
export interface WrapState {
  /** Whose plan it is played by. */
  rehearsal: number;
  cloth: Float64Array;
  triangles: Uint32Array;
  pose: Float64Array;
}

export interface WrapVerdict {
  /** 0 to 1. */
  coverage: number;
  /** How often edges of object and cloth go through triangles of the other. */
  meetings: number;
}

/** What the worker is asked. */
export interface WrapRequests {
  objects: { take: Record<string, never>; give: WrapObject[] };
  program: { take: { text: string }; give: WrapProgram };
  rehearse: { take: WrapWish; give: WrapPlan };
  judge: { take: WrapState; give: WrapVerdict };
}

export const OBJECT_FILE = 'object.obj';
const CORNERS = 4;

export class WrapDesk {
  /** Whose object the library has; 0: none. */
  private rehearsed = 0;

  constructor(private readonly lib: Library) {}

  ask<K extends keyof WrapRequests>(what: K, take: WrapRequests[K]['take']): WrapRequests[K]['give'] {
    return (this.answers[what] as (take: WrapRequests[K]['take']) => WrapRequests[K]['give'])(take);
  }

  private readonly answers: { [K in keyof WrapRequests]: (take: WrapRequests[K]['take']) => WrapRequests[K]['give'] } = {
    objects: () =>
      Array.from({ length: this.lib.call('bw_wrap_object_count') }, (_, i) => ({
        name: this.lib.text('bw_wrap_object_name', i),
        words: this.lib.text('bw_wrap_object_words', i),
      })),
    program: ({ text }) => this.program(text),
    rehearse: (wish) => this.rehearse(wish),
    judge: (state) => this.judge(state),
  };

  private program(text: string): WrapProgram {
    const { lib } = this;
    lib.lend(text, (at, size) => lib.must('bw_wrap_program', at, size));
    const [size, vertices, preview, folded] = lib.box(4);
    return { title: lib.text('bw_wrap_title'), object: lib.text('bw_wrap_object'), size, vertices, preview, folded: folded !== 0 };
  }

  private rehearse(wish: WrapWish): WrapPlan {
    const { lib } = this;
    this.rehearsed = 0;
    const program = this.program(wish.program);
    const { object } = wish;
    lib.lend(object, (at, size) => (typeof object === 'string' ? lib.must('bw_wrap_make', at) : lib.must('bw_wrap_load', at, size)));
    lib.must('bw_wrap_rehearse', wish.size, wish.vertices, 0, 0, wish.preview ? 1 : 0);
    const box = lib.box(22).slice();
    const at: [number, number, number] = [box[3], box[4], box[5]];
    const lines = Array.from({ length: CORNERS }, (_, corner) => {
      const count = lib.call('bw_wrap_line', corner);
      return lib.doubles(lib.call('bw_wrap_line_points', corner), 3 * count).map((x, i) => x + at[i % 3]);
    });
    lib.must('bw_wrap_scene');
    const text = lib.madeText();
    lib.must('bw_wrap_object_file');
    this.rehearsed = wish.rehearsal;
    return {
      rehearsal: wish.rehearsal,
      program,
      extent: [box[0], box[1], box[2]],
      at,
      line: box[6],
      needed: box[7],
      over: Math.max(...box.subarray(8, 12)),
      size: box[12],
      vertices: box[14],
      least: box[15],
      wanted: box[16],
      lift: box[17],
      limits: { stretch: box[18], sinking: box[19], risen: box[20], moved: box[21] },
      lines,
      text,
      object: lib.made(),
    };
  }

  private judge({ rehearsal, cloth, triangles, pose }: WrapState): WrapVerdict {
    const { lib } = this;
    if (rehearsal !== this.rehearsed) {
      throw new EngineError('Another wrap has been rehearsed since: rehearse this one again.');
    }
    lib.lendDoubles(cloth, (points) =>
      lib.lendDoubles(pose, (place) =>
        lib.lend(new Uint8Array(triangles.buffer, triangles.byteOffset, triangles.byteLength), (sides) =>
          lib.must('bw_wrap_judge', points, cloth.length / 3, sides, triangles.length / 3, place),
        ),
      ),
    );
    const [coverage, meetings] = lib.box(2);
    return { coverage, meetings };
  }
}
