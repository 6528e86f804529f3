// SPDX-License-Identifier: MIT
// Files in and out: recordings, states, meshes, pictures, links, and what is dropped on the page.

import { type Engine, EngineError, type ExportFormat } from '../protocol';
import type { Stage } from '../view/stage';
import { byId, download, h, icon } from './dom';
import { LARGEST, pack, placeText } from './link';
import { MeshCard, meshWords } from './mesh_card';
import { toast, wordsOf } from './toast';
import { t } from '../words/words';

const LINK_MOST = 32_000;

export class Files {
  readonly body = h('div', { class: 'tab-body' });
  readonly replayButton: HTMLButtonElement;
  private readonly input = h('input', {
    type: 'file',
    class: 'visually-hidden',
    id: 'open-file',
    'data-testid': 'open-file',
    'aria-label': t('Open a file'),
    accept: '.json,.xyz,.csv,.pdb,.ent,.cif,.mmcif,.vect,.txt,.knt,.tsv,.obj,.ply,.gltf,.glb',
    multiple: true,
    onchange: () => {
      void this.open([...(this.input.files ?? [])]);
      this.input.value = '';
    },
  });
  readonly mesh: MeshCard;

  constructor(
    private readonly engine: Engine,
    private readonly stage: Stage,
    private readonly opened: () => void,
    /** What is dropped may be for another: true when it is. */
    private readonly takes: (dropped: readonly File[]) => boolean,
  ) {
    this.mesh = new MeshCard(engine);
    this.replayButton = h(
      'button',
      { type: 'button', class: 'pill', 'data-testid': 'replay', onclick: () => void this.replay() },
      icon('replay'),
      t('Replay what I did'),
    );
    const action = (name: string, testid: string, run: () => Promise<void>): HTMLElement =>
      h(
        'button',
        {
          type: 'button',
          class: 'pill',
          'data-testid': testid,
          onclick: () => void run().catch((error: unknown) => toast(wordsOf(error))),
        },
        name,
      );
    this.body.append(
      h('h2', {}, t('Open')),
      h(
        'p',
        { class: 'quiet' },
        t('Drop a file anywhere, or choose one: a curve (XYZ, CSV, PDB, mmCIF, VECT), a code (PD, DT, Gauss, braid), a mesh of cloth (OBJ, PLY, glTF), or a scene or recording (.json) with the files that it names.'),
      ),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', class: 'pill strong', onclick: () => this.input.click() }, t('Open a file')),
        this.input,
      ),
      this.mesh.box,
      h('h2', {}, t('Keep')),
      h(
        'div',
        { class: 'actions' },
        action(t('Save recording'), 'save-recording', () => this.save('recording', 'recording.json')),
        action(t('Save state'), 'save-state', () => this.save('now', 'rope.json')),
        action(t('Copy link'), 'copy-link', () => this.copyLink()),
      ),
      h('p', { class: 'quiet' }, t('A recording is a scene: bight run plays it again, to the last bit. A mesh that it names is saved beside it.')),
      h('h2', {}, t('Export')),
      h(
        'div',
        { class: 'actions' },
        action('GLB', 'export-glb', () => this.export('glb')),
        action('STL', 'export-stl', () => this.export('stl')),
        action('XYZ', 'export-xyz', () => this.export('xyz')),
        action('OBJ', 'export-obj', () => this.export('obj')),
        action('PLY', 'export-ply', () => this.export('ply')),
        action('PNG', 'export-png', () => this.picture()),
      ),
    );
    this.listen();
  }

  /** One file, or a scene and the files that it names. */
  async open(files: File[]): Promise<void> {
    const file = files.find(({ name }) => /\.json$/i.test(name)) ?? files[0];
    if (!file) {
      return;
    }
    try {
      const size = files.reduce((sum, one) => sum + one.size, 0);
      if (size > LARGEST) {
        throw new Error(t('{n} MB: a file may have 64 MB at most', { n: Math.ceil(size / 1048576) }));
      }
      if (files.length > 1 && !/\.json$/i.test(file.name)) {
        throw new Error(t('one file at a time, or a scene (.json) with the files that it names'));
      }
      const read = async (one: File): Promise<[string, Uint8Array]> => [one.name, new Uint8Array(await one.arrayBuffer())];
      const named = await Promise.all(files.filter((one) => one !== file).map(read));
      const [name, bytes] = await read(file);
      await this.engine.ask('drop', { name, bytes, files: Object.fromEntries(named) });
      this.opened();
    } catch (error) {
      const line = error instanceof EngineError && error.line > 0 ? `:${error.line}` : '';
      toast(`${file.name}${line}: ${wordsOf(error)}`);
    }
  }

  /** Play again all that was done in this scene. */
  async replay(): Promise<void> {
    try {
      const { text, files } = await this.engine.ask('save', { what: 'recording' });
      await this.engine.ask('open', { text, name: 'recording.json', files });
      this.opened();
    } catch (error) {
      toast(wordsOf(error));
    }
  }

  private async save(what: 'recording' | 'now', name: string): Promise<void> {
    const { text, files } = await this.engine.ask('save', { what });
    download(text, name, 'application/json');
    for (const [named, bytes] of Object.entries(files)) {
      download(bytes as BlobPart, named, 'application/octet-stream');
    }
  }

  private async export(format: ExportFormat): Promise<void> {
    const { bytes, name, type } = await this.engine.ask('export', { format });
    download(bytes as BlobPart, name, type);
  }

  private async picture(): Promise<void> {
    const blob = await this.stage.png();
    download(blob, 'rope.png', 'image/png');
  }

  private async copyLink(): Promise<void> {
    const { text, files } = await this.engine.ask('save', { what: 'link' });
    const [named] = Object.keys(files);
    if (named !== undefined) {
      throw new Error(t('a link cannot hold the file {file}: save the recording instead', { file: named }));
    }
    const packed = await pack(text);
    if (packed.length > LINK_MOST) {
      throw new Error(t('this scene is too large for a link: save the state as a file instead'));
    }
    const url = new URL(location.href);
    url.hash = `s=${packed}&c=${placeText(this.stage.orbit.place())}`;
    history.replaceState(null, '', url);
    try {
      await navigator.clipboard.writeText(url.href);
      toast('Link copied. It restores what is here now.', 'news');
    } catch {
      toast('The link is in the address bar: copy it from there.', 'news');
    }
  }

  private listen(): void {
    this.engine.on('mesh', (mesh) => {
      this.mesh.show(mesh);
      if (mesh?.opened) {
        toast(`${mesh.file}: ${meshWords(mesh)}. ${t('Another unit: in the tab File.')}`, 'news');
      }
    });
    const veil = byId('drop-veil');
    let depth = 0;
    const files = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    window.addEventListener('dragenter', (event) => {
      if (files(event)) {
        depth++;
        veil.hidden = false;
      }
    });
    window.addEventListener('dragleave', (event) => {
      if (files(event) && --depth <= 0) {
        depth = 0;
        veil.hidden = true;
      }
    });
    window.addEventListener('dragover', (event) => event.preventDefault());
    window.addEventListener('drop', (event) => {
      event.preventDefault();
      depth = 0;
      veil.hidden = true;
      const dropped = [...(event.dataTransfer?.files ?? [])];
      if (!this.takes(dropped)) {
        void this.open(dropped);
      }
    });
  }
}
