// SPDX-License-Identifier: MIT
// Joins the engine's events to stage and controls, and draws.

import { Vector3 } from 'three';
import type { Catalogue, Engine, SceneInfo, Spot } from '../protocol';
import type { Stage } from '../view/stage';
import { Coach } from './coach';
import { byId } from './dom';
import { Files, readLink, unpack } from './files';
import { exposeForTests } from './expose';
import { FIRST_SCENE } from './first_scene';
import { GalleryTab } from './gallery';
import { hasFloor } from './gravity';
import { makeHelp } from './help';
import { HistoryTab } from './history';
import { Holds } from './holds';
import { Keyboard } from './keyboard';
import { NameCard } from './name_card';
import { Panel } from './panel';
import { Pointers } from './pointer';
import { practiceTab } from './practice';
import { ScenesTab } from './scenes';
import { StatusLine } from './status';
import { ThemeSwitch } from './theme_switch';
import { TimelineBar } from './timeline';
import { toast, wordsOf } from './toast';
import { Toolbar } from './toolbar';

export class App {
  private info: SceneInfo | null = null;
  private paused = false;
  private ready = false;
  private historyCount = 0;
  private frames = 0;
  /** The next scene is this one with a floor: the camera stays. */
  private sameView = false;
  private frameLater = false;
  private readonly holds: Holds;
  private readonly pointers: Pointers;
  private readonly keyboard: Keyboard;
  private readonly card = new NameCard();
  private readonly status: StatusLine;
  private readonly toolbar: Toolbar;
  private readonly timeline: TimelineBar;
  private readonly coach: Coach;
  private readonly history: HistoryTab;
  private readonly scenes: ScenesTab;
  private readonly panel: Panel;
  private readonly files: Files;

  static async start(engine: Engine, stage: Stage): Promise<App> {
    const catalogue = await engine.ask('catalogue', {});
    const app = new App(engine, catalogue, stage);
    await app.firstScene();
    return app;
  }

  private constructor(
    private readonly engine: Engine,
    catalogue: Catalogue,
    private readonly stage: Stage,
  ) {
    const { canvas } = stage;
    const motion = window.matchMedia('(prefers-reduced-motion: reduce)');
    stage.orbit.glide = !motion.matches;
    motion.addEventListener('change', () => (stage.orbit.glide = !motion.matches));

    this.holds = new Holds(engine, stage, () => this.handsChanged());
    const help = makeHelp();
    const theme = new ThemeSwitch((name) => stage.setTheme(name));
    const chosen = (): void => {
      this.panel.yieldToView();
      canvas.focus({ preventScroll: true });
    };
    this.toolbar = new Toolbar({
      undo: () => this.ask('undo', {}),
      redo: () => this.ask('redo', {}),
      pause: () => this.togglePause(),
      step: () => this.ask('step', { cycles: 1 }),
      again: () => this.again(),
      frame: () => this.frameAll(false),
      releaseAll: () => this.holds.releaseAll(),
      replay: () => void this.files.replay(),
      theme: () => theme.toggle(),
      help: () => help.open(),
    });
    this.pointers = new Pointers(canvas, stage, this.holds, {
      refusal: () => this.refusal(),
      refused: (why) => this.refused(why),
      grasped: (spot) => {
        this.keyboard.spot = { ...spot };
        stage.orbit.following = false;
        byId('hint').hidden = true;
      },
      hovered: (spot) => this.hovered(spot),
      pinning: () => this.toolbar.pinning,
    });
    this.keyboard = new Keyboard(canvas, stage, this.holds, this.pointers, {
      refusal: () => this.refusal(),
      refused: (why) => this.refused(why),
      chosen: (spot) => {
        stage.setHover(spot);
        this.status.choose(spot);
      },
      undo: () => this.ask('undo', {}),
      redo: () => this.ask('redo', {}),
      pause: () => this.togglePause(),
      step: () => this.ask('step', { cycles: 1 }),
      frame: () => this.frameAll(false),
      help: () => help.open(),
    });
    canvas.addEventListener('blur', () => stage.setHover(null));
    this.status = new StatusLine(stage);
    this.timeline = new TimelineBar(engine, () => this.takeOver());
    this.coach = new Coach(() => void this.scenes.load('rope'));
    this.scenes = new ScenesTab(engine, catalogue, {
      scene: () => this.info,
      floor: () => stage.floorHeight,
      sameView: (same) => (this.sameView = same),
      chosen,
    });
    this.files = new Files(engine, stage, chosen);
    this.history = new HistoryTab(this.files.replayButton);
    const gallery = new GalleryTab(engine, catalogue, chosen);
    this.panel = new Panel([
      { id: 'scene', name: 'Scene', body: this.scenes.body },
      { id: 'practice', name: 'Practice', body: practiceTab(engine, catalogue, chosen) },
      { id: 'knots', name: 'Knots', body: gallery.body },
      { id: 'history', name: 'History', body: this.history.body },
      { id: 'file', name: 'File', body: this.files.body },
    ]);
    this.panel.onlayout = () => this.layout();
    this.listen();
    new ResizeObserver(() => this.layout()).observe(canvas);
    this.layout();
    exposeForTests(engine, stage);
    requestAnimationFrame(this.tick);
  }

  // ---- scenes -----------------------------------------------------------------------------------

  private async firstScene(): Promise<void> {
    window.addEventListener('hashchange', () => void this.openLink());
    if (await this.openLink()) {
      return;
    }
    await this.engine.ask('open', { text: JSON.stringify(FIRST_SCENE), name: 'first scene', hands: true });
    this.scenes.mark('rope');
    const hint = byId('hint');
    const touch = window.matchMedia('(pointer: coarse)').matches;
    hint.textContent = touch
      ? 'Drag the rope. Spread a second finger to bring it nearer.'
      : 'Drag an end of the rope. Turn the wheel while you drag to push it back or draw it near.';
    hint.hidden = false;
  }

  private async openLink(): Promise<boolean> {
    const link = readLink(location.hash);
    if (!link) {
      return false;
    }
    try {
      await this.engine.ask('open', { text: await unpack(link.packed), name: 'link', hands: true });
      if (link.place) {
        this.stage.orbit.setPlace(link.place);
        this.stage.change();
      }
      return true;
    } catch (error) {
      toast(`The link does not hold a scene: ${wordsOf(error)}`);
      return false;
    }
  }

  private setScene(info: SceneInfo): void {
    const fresh = this.info?.serial !== info.serial;
    this.info = info;
    document.body.dataset.kind = info.kind;
    if (fresh) {
      this.holds.reset();
      this.pointers.reset();
      const title = info.title.replace(/\s*\(.*\)$/, '');
      this.card.tying = info.kind === 'timeline' && title ? `tying: ${title.toLowerCase()}` : '';
      this.card.reset(info);
      this.history.show([], info.ropes.length);
      this.historyCount = 0;
      this.scenes.mark(null);
      byId('hint').hidden = true;
    }
    this.stage.setScene(info);
    this.keyboard.reset(info);
    this.scenes.show(info);
    this.scenes.showSettings(info.settings);
    this.status.scene(info);
    if (fresh && !this.sameView) {
      // a floor has no end: wait for the first frame to see what lies on it
      this.frameLater = hasFloor(info);
      if (!this.frameLater) {
        this.frameAll(!this.ready, true);
      }
    }
    const watched = info.kind === 'timeline' || info.kind === 'practice';
    this.stage.orbit.following = (fresh && watched) || (!fresh && this.stage.orbit.following);
  }

  private again(): void {
    if (this.info?.kind === 'timeline') {
      this.ask('seek', { cycle: 0 });
    } else {
      this.scenes.again();
    }
  }

  private takeOver(): void {
    this.engine
      .ask('takeOver', {})
      .then(() => this.engine.ask('pause', { on: false }))
      .catch((error: unknown) => toast(wordsOf(error)));
    this.stage.orbit.following = false;
    byId('view').focus({ preventScroll: true });
  }

  private refusal(): string | null {
    switch (this.info?.kind) {
      case 'timeline':
        return 'A script holds the rope. Press "Take over" to go on by hand.';
      case 'still':
        return 'This curve is only looked at: it is not a rope that can be moved.';
      default:
        return null;
    }
  }

  private refusedAt = 0;
  private refused(why: string): void {
    if (performance.now() - this.refusedAt > 4000) {
      this.refusedAt = performance.now();
      toast(why, 'news');
    }
  }

  // ---- events -----------------------------------------------------------------------------------

  private listen(): void {
    const { engine } = this;
    engine.on('scene', (info) => this.setScene(info));
    engine.on('knots', (event) => {
      this.card.update(event);
      this.status.knot(this.card.words());
    });
    engine.on('history', (entries) => {
      if (entries.length !== this.historyCount) {
        this.historyCount = entries.length;
        this.history.show(entries, this.info?.ropes.length ?? 1);
      }
    });
    engine.on('undo', ({ undo, redo }) => this.toolbar.setUndo(undo, redo));
    engine.on('settings', (settings) => this.scenes.showSettings(settings));
    engine.on('timeline', (timeline) => this.timeline.update(timeline));
    engine.on('practice', (practice) => {
      const shown = !byId('coach').hidden;
      this.coach.update(practice);
      if (shown === byId('coach').hidden) {
        this.layout();
        this.frameAll(false);
      }
      this.stage.setGhost(practice?.ghost ?? null, 0);
    });
    engine.on('ghost', (nodes) => this.stage.setGhost(nodes, 0));
    engine.on('trouble', ({ message }) => toast(message));
  }

  private ask(what: 'undo' | 'redo', take: Record<string, never>): void;
  private ask(what: 'step', take: { cycles: number }): void;
  private ask(what: 'seek', take: { cycle: number }): void;
  private ask(what: 'pause', take: { on: boolean }): void;
  private ask(what: 'undo' | 'redo' | 'step' | 'seek' | 'pause', take: never): void {
    this.engine.ask(what, take).catch((error: unknown) => toast(wordsOf(error)));
  }

  private togglePause(): void {
    if (this.info?.kind === 'timeline') {
      this.timeline.toggle();
    } else {
      this.ask('pause', { on: !this.paused });
    }
  }

  private handsChanged(): void {
    this.toolbar?.setHands(Math.max(this.holds.all.length, this.holds.hands.length));
  }

  private hovered(spot: Spot | null): void {
    byId('view').classList.toggle('graspable', spot !== null);
    if (spot || !this.keyboard.used) {
      this.stage.setHover(spot);
    } else {
      this.stage.setHover(this.keyboard.spot);
    }
  }

  // ---- drawing ----------------------------------------------------------------------------------

  private readonly tick = (): void => {
    requestAnimationFrame(this.tick);
    const frame = this.engine.frame();
    if (frame && this.stage.take(frame)) {
      this.holds.take(frame);
      if (this.frameLater) {
        this.frameLater = false;
        this.frameAll(!this.ready);
      }
      this.toolbar.setHands(frame.hands.length);
      if (frame.paused !== this.paused) {
        this.paused = frame.paused;
        this.toolbar.setPaused(frame.paused);
      }
      this.status.frame(frame);
      this.card.cloth(frame.work);
    }
    // by and by; in steps far apart where motion is not wanted
    if (++this.frames % (this.stage.orbit.glide ? 12 : 120) === 0) {
      this.stage.follow();
    }
    if (this.stage.draw() && !this.ready && frame && this.info) {
      this.ready = true;
      performance.mark('bight-ready');
      document.documentElement.dataset.ready = 'true';
    }
  };

  private layout(): void {
    const canvas = byId('view');
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    const wide = width >= 900;
    const panel = byId('panel').getBoundingClientRect();
    this.stage.orbit.covered = {
      left: wide && !byId('coach').hidden ? 320 : 0,
      right: wide && this.panel?.open ? panel.width + 16 : 0,
      top: wide || byId('coach').hidden ? 96 : 130 + byId('coach').clientHeight,
      bottom: wide ? 96 : Math.min(height * 0.6, height - panel.top + 60),
    };
    this.stage.resize(Math.max(1, width), Math.max(1, height), window.devicePixelRatio);
  }

  // fresh: nothing of the scene has been drawn yet
  private frameAll(jump: boolean, fresh = false): void {
    if (!this.info) {
      return;
    }
    const low = new Vector3();
    const high = new Vector3();
    const { from } = this.info.view;
    const length = Math.hypot(...from) || 1;
    if (fresh) {
      low.fromArray(this.info.bounds[0]);
      high.fromArray(this.info.bounds[1]);
    } else {
      this.stage.bounds(low, high);
      this.stage.boundObstacles(low, high);
    }
    let yaw = Math.atan2(from[0], from[2]);
    let pitch = Math.asin(from[1] / length);
    const tall = this.stage.canvas.clientWidth < 0.8 * this.stage.canvas.clientHeight;
    if (tall && high.x - low.x > 2.5 * (high.y - low.y)) {
      // a long rope lies better along a tall window
      yaw -= 1.05;
      pitch = Math.max(pitch, 0.62);
    }
    this.stage.orbit.frame(low, high, yaw, pitch, jump);
    this.stage.change();
  }
}
