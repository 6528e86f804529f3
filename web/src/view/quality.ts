// SPDX-License-Identifier: MIT
// Fewer pixels where drawing is slow, so that hands never wait for the picture. Steps down, never up: a picture
// that changes its sharpness all the time is worse than a soft one.

/** Greatest device pixel ratio of each level. */
const RATIOS = [2, 1.25, 0.85, 0.6];
/** Time between frames that counts as slow, milliseconds, and how many slow ones in a row step down. */
const SLOW = 40;
const PATIENCE = 14;

/** The level to begin with where the processor draws: a page opened with ?still is drawn at its best all the same. */
const SOFTWARE_LEVEL = 2;

/** The canvas' context, null where there is no WebGL 2, and whether the processor draws because there is nothing else. */
export interface Drawing {
  context: WebGL2RenderingContext | null;
  software: boolean;
}

// asked of a context of one pixel: edges cannot be made plain once the canvas has its own
function drawsInSoftware(): boolean {
  const probe = document.createElement('canvas');
  probe.width = probe.height = 1;
  const context = probe.getContext('webgl2', { failIfMajorPerformanceCaveat: true, antialias: false, depth: false });
  if (!context) {
    return true;
  }
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

/** @param best Smooth edges even where the processor draws. */
export function openCanvas(canvas: HTMLCanvasElement, best: boolean): Drawing {
  const software = drawsInSoftware();
  const context = canvas.getContext('webgl2', {
    alpha: true,
    depth: true,
    stencil: true, // where ropes are: gaps at crossings
    antialias: best || !software,
    premultipliedAlpha: true,
    powerPreference: 'high-performance',
  });
  return { context, software };
}

/** The address has ?still: for pictures that must look their best. */
export function wantsStill(): boolean {
  return new URLSearchParams(location.search).has('still');
}

export class Quality {
  level: number;
  /** No smoothing of edges, small shadows. */
  readonly plain: boolean;
  /** Off for pictures that must look their best. */
  adapt = true;
  private slow = 0;
  private before = 0;

  constructor(software: boolean) {
    const still = wantsStill();
    this.plain = !still && software;
    this.level = this.plain ? SOFTWARE_LEVEL : 0;
    this.adapt = !still;
  }

  /** A frame was drawn. True when the level has changed. */
  drawn(time: number): boolean {
    const passed = time - this.before;
    this.before = time;
    // after a rest the time tells nothing
    if (!this.adapt || passed > 1500) {
      this.slow = 0;
      return false;
    }
    this.slow = passed > SLOW ? this.slow + 1 : Math.max(0, this.slow - 2);
    if (this.slow < PATIENCE || this.level === RATIOS.length - 1) {
      return false;
    }
    this.slow = 0;
    this.level++;
    return true;
  }

  ratio(device: number): number {
    return Math.min(device, RATIOS[this.level]);
  }

  /** Strands throw shadows on each other. */
  get shadows(): boolean {
    return this.level < SOFTWARE_LEVEL;
  }
}
