// SPDX-License-Identifier: MIT
// Joins the engine's events to stage and controls, and draws.

import { Vector3 } from 'three';
import { keepOffline } from '../engine/offline';
import type { Engine, SceneInfo, Spot } from '../protocol';
import type { Stage } from '../view/stage';
import { VIEW_ANGLES, VIEWS, type View } from '../view/camera';
import { byId } from './dom';
import { exposeForTests } from './expose';
import { type First, openLink } from './first_scene';
import { hasFloor } from './gravity';
import { Holds } from './holds';
import { Keeper } from './keep';
import { Keyboard } from './keyboard';
import { LessonView } from './lesson';
import { LongWork } from './long_work';
import { NameCard } from './name_card';
import { isShown, lostPicture, noEngine, takeBack } from './notice';
import { Pointers } from './pointer';
import type { Side } from './side';
import { StatusLine } from './status';
import { ThemeSwitch } from './theme_switch';
import { toast, wordsOf } from './toast';
import { Toolbar } from './toolbar';
import { UnderSwitch } from './under';
import { t } from '../words/words';
import { openBook } from '../words/language';

/** Room beside a rope on a table. */
const ROOM = 5;

export class App {
  private info: SceneInfo | null = null;
  private paused = false;
  private ready = false;
  private frames = 0;
  private seen = -1;
  /** The next scene is this one with a floor: the camera stays. */
  private sameView = false;
  private frameLater = false;
  private readonly holds: Holds;
  private readonly pointers: Pointers;
  private readonly keyboard: Keyboard;
  private readonly card = new NameCard();
  private readonly status: StatusLine;
  private readonly toolbar: Toolbar;
  private readonly lesson: LessonView;
  private readonly keeper: Keeper;
  private readonly longWork = new LongWork((scene) => this.engine.stopNaming(scene));
  private readonly under = new UnderSwitch(() => this.pointers.tell());
  /** Panel, timeline and the like: not before the rope can be grasped. */
  private side: Side | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly stage: Stage,
    private readonly first: Promise<First>,
  ) {
    const { canvas } = stage;
    // the panel's room is kept from the start, so that the rope stays where it is when the panel comes
    document.body.classList.toggle('panel-open', window.matchMedia('(min-width: 900px)').matches);
    const motion = window.matchMedia('(prefers-reduced-motion: reduce)');
    stage.orbit.glide = !motion.matches;
    motion.addEventListener('change', () => (stage.orbit.glide = !motion.matches));

    this.lesson = new LessonView(engine, stage, {
      side: () => this.pointers.side,
      say: (words, pass) => this.side?.coach.say(words, pass),
      begun: () => this.side?.coach.begun(),
    });
    this.keeper = new Keeper(engine, () => stage.orbit.place());
    this.holds = new Holds(engine, stage, () => this.handsChanged());
    const theme = new ThemeSwitch((name) => stage.setTheme(name));
    this.toolbar = new Toolbar({
      undo: () => this.ask('undo', {}),
      redo: () => this.ask('redo', {}),
      pause: () => this.togglePause(),
      step: () => this.ask('step', { cycles: 1 }),
      again: () => this.again(),
      frame: () => this.frameAll(false),
      look: () => this.lookFrom(VIEWS[++this.looked % VIEWS.length]),
      releaseAll: () => this.holds.releaseAll(),
      replay: () => void this.side?.files.replay(),
      theme: () => theme.toggle(),
      help: () => this.side?.help.open(),
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
      under: () => this.under.on,
      tracing: () => this.lesson.active,
      trace: (x, y, touch, dx, dy) => this.lesson.trace(x, y, touch, dx, dy),
      tapped: (pinned) => this.tapped(pinned),
      dragged: (drag) => this.under.follow(drag),
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
      look: (view) => this.lookFrom(view),
      help: () => this.side?.help.open(),
      under: () => this.under.on,
      toggleUnder: () => this.under.set(!this.under.on),
    });
    canvas.addEventListener('blur', () => stage.setHover(null));
    this.status = new StatusLine(stage);
    this.listen();
    new ResizeObserver(() => this.layout()).observe(canvas);
    this.layout();
    exposeForTests(engine, stage, this.lesson);
    requestAnimationFrame(this.tick);
    this.hasten();
    first.then(
      ({ linked, place }) => {
        if (place) {
          stage.orbit.setPlace(place);
          stage.change();
        }
        const touch = window.matchMedia('(pointer: coarse)').matches;
        byId('hint').textContent = touch
          ? t('Drag the red end over the rope. Hold Under to go under it.')
          : t('Drag the red end over the rope. Hold Shift to go under it.');
        byId('hint').hidden = linked || this.holds.all.length > 0;
      },
      (error: unknown) => !isShown('engine') && toast(wordsOf(error)),
    );
    window.addEventListener('hashchange', () => void this.follow());
  }

  // ---- the start --------------------------------------------------------------------------------

  // the rope is seen and can be grasped: now for all the rest, a piece at a time
  private async complete(): Promise<void> {
    const { engine, stage } = this;
    engine.startNaming();
    const side = import('./side');
    await pause();
    const catalogue = await engine.ask('catalogue', {});
    await openBook();
    this.card.again();
    this.side = new (await side).Side(engine, stage, catalogue, {
      scene: () => this.info,
      sameView: (same) => (this.sameView = same),
      takenOver: () => (stage.orbit.following = false),
      layout: () => this.layout(),
      leave: () => this.toTable(),
      showStep: () => this.lesson.show(),
      passCrossing: () => this.lesson.pass(),
      practised: (practice) => this.lesson.update(practice),
      frame: () => this.frameAll(false),
      meshed: (words) => this.status.mesh(words),
    });
    const { linked } = await this.first;
    if (!linked && this.info?.serial === 1) {
      this.side.scenes.mark('table');
    }
    this.layout();
    if (!linked && this.info?.serial === 1 && this.holds.all.length === 0 && !this.stage.orbit.led) {
      this.frameAll(true); // only now it is known what the controls cover
    }
    document.documentElement.dataset.ready = 'true';
    await pause();
    await stage.finish();
    performance.mark('bight-finished');
    keepOffline();
  }

  // ---- scenes -----------------------------------------------------------------------------------

  private async follow(): Promise<void> {
    const link = await openLink(this.engine);
    if (link?.place) {
      this.stage.orbit.setPlace(link.place);
      this.stage.change();
    }
  }

  private setScene(info: SceneInfo): void {
    const fresh = this.info?.serial !== info.serial;
    this.info = info;
    document.body.dataset.kind = info.kind;
    if (fresh) {
      this.holds.reset();
      this.pointers.reset();
      this.card.reset(info);
      this.longWork.scene(info);
      if (info.serial > 1 || info.kind === 'practice') {
        this.keeper.begin();
      }
      byId('hint').hidden = true;
    }
    this.side?.setScene(info, fresh);
    this.stage.setScene(info);
    this.keyboard.reset(info);
    this.status.scene(info);
    if (fresh && !this.sameView && info.kind !== 'practice') {
      // a floor has no end: wait for the first frame to see what lies on it
      this.frameLater = hasFloor(info);
      if (!this.frameLater) {
        this.frameAll(!this.ready, true);
      }
    }
    const watched = info.kind === 'timeline';
    this.stage.orbit.following = (fresh && watched) || (!fresh && this.stage.orbit.following);
  }

  private again(): void {
    if (this.info?.kind === 'timeline') {
      this.ask('seek', { cycle: 0 });
    } else if (this.info?.kind === 'practice') {
      this.engine.ask('practiceStep', { step: 0 }).catch((error: unknown) => toast(wordsOf(error)));
    } else if (this.side?.files.mesh.state?.opened) {
      this.side.again();
    } else {
      this.engine.ask('again', {}).then(
        (done) => (done ? this.frameAll(false, true) : this.side?.again()),
        (error: unknown) => toast(wordsOf(error)),
      );
    }
  }

  private toTable(): void {
    this.engine.ask('preset', { preset: 'table', model: 'rod' }).then(
      () => byId('view').focus({ preventScroll: true }),
      (error: unknown) => toast(wordsOf(error)),
    );
  }

  private taps = 0;
  private tapped(pinned: boolean): void {
    byId('hint').hidden = true;
    if (pinned && ++this.taps <= 2) {
      toast('Pinned here. Tap the pin to take it out.', 'news');
    }
  }

  private refusal(): string | null {
    switch (this.info?.kind) {
      case 'timeline':
        return t('A script has the hands. Press "Take over" to go on by hand.');
      case 'still':
        return t('This curve is only looked at: it is not a rope that can be moved.');
      case 'practice':
        return t('Trace the arrow: the hand goes where you lead it.');
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
      this.longWork.done();
      this.card.update(event);
      this.status.knot(this.card.words());
    });
    engine.on('timeline', (timeline) => this.card.showScript(timeline));
    engine.on('undo', ({ undo, redo }) => {
      this.toolbar.setUndo(undo, redo);
      if (undo + redo > 0) {
        this.keeper.begin();
      }
    });
    engine.on('trouble', ({ message, lasting }) => (lasting ? noEngine(message) : toast(message)));
    this.stage.onlost = lostPicture;
    this.stage.onrestored = () => takeBack('picture');
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
      this.side?.timeline.toggle();
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
    this.turn();
  };

  // the first frame does not wait for the browser's own first picture
  private hasten(): void {
    if (!this.ready) {
      this.turn();
      setTimeout(() => this.hasten(), 4);
    }
  }

  private turn(): void {
    const frame = this.engine.frame();
    if (frame && frame.serial !== this.seen) {
      this.seen = frame.serial;
      this.keeper.moved();
    }
    this.keeper.turn(performance.now());
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
      this.under.frame(frame.hands);
      this.status.frame(frame);
      this.card.cloth(frame.work);
    }
    // by and by; in steps far apart where motion is not wanted
    if (++this.frames % (this.stage.orbit.glide ? 12 : 120) === 0) {
      this.stage.follow();
    }
    const drawn = this.stage.draw();
    this.lesson.draw();
    this.side?.check.draw();
    if (drawn && !this.ready && frame && this.info) {
      this.ready = true;
      performance.mark('bight-graspable');
      document.documentElement.toggleAttribute('data-graspable', true);
      this.complete().catch((error: unknown) => toast(wordsOf(error)));
    }
  }

  private layout(): void {
    const canvas = byId('view');
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    const wide = width >= 900;
    const panel = byId('panel').getBoundingClientRect();
    const beside = !wide && panel.left > 1; // a phone on its side
    const dock = byId('dock').getBoundingClientRect();
    const free = height - Math.min(panel.top > 1 ? panel.top : height, dock.height > 0 && dock.top > height / 2 ? dock.top : height);
    const low = height <= 520;
    const checking = document.body.classList.contains('checking');
    const coach = byId(checking ? 'check' : 'coach').getBoundingClientRect(); // empty while it is hidden
    const hint = byId('hint').getBoundingClientRect();
    const besideCoach = low && !wide && coach.width > 0;
    this.stage.orbit.covered = {
      left: wide && coach.width > 0 ? 320 : besideCoach ? byId('name-card').getBoundingClientRect().right + 28 : 0,
      right:
        (wide || beside) && document.body.classList.contains('panel-open') ? panel.width + 16 : besideCoach ? width - coach.left + 28 : 0,
      top: wide ? 96 : low ? 58 : coach.height > 0 ? coach.bottom + 6 : Math.max(136, hint.bottom + 12),
      bottom: wide ? 96 : beside ? 16 : Math.min(height * 0.6, free + 10),
    };
    this.stage.resize(Math.max(1, width), Math.max(1, height), window.devicePixelRatio);
    this.lesson.layout();
  }

  private looked = -1;
  /** All of the rope, from the front, from above or from behind. */
  private lookFrom(view: View): void {
    this.looked = VIEWS.indexOf(view);
    const low = new Vector3();
    const high = new Vector3();
    this.stage.bounds(low, high);
    this.stage.boundObstacles(low, high);
    this.stage.orbit.led = true;
    this.stage.orbit.following = false;
    this.stage.orbit.frame(low, high, ...VIEW_ANGLES[view], false);
    this.stage.change();
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
    if (pitch > 1.2 && this.info.cloths.length === 0 && this.info.obstacles.length === 0) {
      // a rope on a table, with room beside it to lay it in; in a tall window the bend is near the thumbs
      const room = ROOM * this.stage.unit;
      low.add(new Vector3(-room, 0, -room));
      high.add(new Vector3(room, 0, room));
      yaw = tall && high.x - low.x > high.z - low.z ? yaw + Math.PI / 2 : yaw;
    } else if (tall && high.x - low.x > 2.5 * (high.y - low.y)) {
      // a long rope lies better along a tall window
      yaw -= 1.05;
      pitch = Math.max(pitch, 0.62);
    }
    this.stage.orbit.frame(low, high, yaw, pitch, jump);
    this.stage.change();
  }
}

/** Let the page answer and draw in between. */
function pause(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
}
