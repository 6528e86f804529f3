// SPDX-License-Identifier: MIT
// Extensions of the drawing context, asked for late. Each question waits until the graphics process answers, and where
// the processor draws that one is busy with the first picture of the page: three.js would ask five before the rope.

/** What the first look and its texture of floats need is there without these; three.js only has to believe it. */
const BELIEVED = ['EXT_color_buffer_float', 'KHR_parallel_shader_compile'];
/** Of no use to the first look, nor to any other on this page. */
const LEFT_OUT = [
  'EXT_texture_filter_anisotropic',
  'WEBGL_clip_cull_distance',
  'OES_texture_float_linear',
  'EXT_color_buffer_half_float',
  'WEBGL_multisampled_render_to_texture',
  'WEBGL_render_shared_exponent',
];

export class LateExtensions {
  private readonly ask: (name: string) => unknown;

  constructor(private readonly context: WebGL2RenderingContext) {
    this.ask = context.getExtension.bind(context);
    const early = (name: string): unknown =>
      BELIEVED.includes(name) ? {} : LEFT_OUT.includes(name) ? null : this.ask(name);
    context.getExtension = early as typeof context.getExtension;
  }

  /** Ask for them now. True when shaders are compiled beside the page's work. */
  enable(): boolean {
    this.context.getExtension = this.ask as typeof this.context.getExtension;
    this.ask('EXT_color_buffer_float');
    return this.ask('KHR_parallel_shader_compile') !== null;
  }
}
