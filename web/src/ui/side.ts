// SPDX-License-Identifier: MIT
// What stands round the view: the panel with its tabs, the timeline, the practice card, help.

// only what stands here is dressed by these
import '../styles/card.css';
import '../styles/check.css';
import '../styles/garment.css';
import type { Catalogue, Engine, HistoryEntry, PracticeState, SceneInfo } from '../protocol';
import type { Stage } from '../view/stage';
import { Check } from './check';
import { Coach } from './coach';
import { byId, h } from './dom';
import { Files } from './files';
import { GarmentTab } from './garment';
import { GalleryTab } from './gallery';
import { makeHelp } from './help';
import { meshWords } from './mesh_card';
import { HistoryTab } from './history';
import { Panel } from './panel';
import { practiceTab } from './practice';
import { ScenesTab } from './scenes';
import { TimelineBar } from './timeline';
import { toast, wordsOf } from './toast';
import { TwistWatch } from './twist';
import type { WrapTab } from './wrap';
import { t } from '../words/words';

export interface SideHooks {
  scene(): SceneInfo | null;
  /** Whether the next scene is seen as this one is. */
  sameView(same: boolean): void;
  /** The script's hands are the page's. */
  takenOver(): void;
  /** The room that is left for the view has changed. */
  layout(): void;
  /** Show all of the scene. */
  frame(): void;
  /** To the rope on the table. */
  leave(): void;
  /** Show how the step of a practice task is done. */
  showStep(): void;
  /** Let its hand pass the crossing at which it waits. */
  passCrossing(): void;
  practised(practice: PracticeState | null): void;
  /** What there is to say of the mesh that has been opened. */
  meshed(words: string): void;
}

export class Side {
  readonly scenes: ScenesTab;
  readonly files: Files;
  readonly timeline: TimelineBar;
  readonly help = makeHelp();
  private readonly gallery: GalleryTab;
  private readonly panel: Panel;
  readonly coach: Coach;
  readonly check: Check;
  private readonly history: HistoryTab;
  private readonly twist: TwistWatch;
  private historyCount = 0;
  /** Fetched when its tab is opened. */
  private wrap: WrapTab | null = null;
  private fetching: Promise<void> | null = null;

  constructor(
    private readonly engine: Engine,
    stage: Stage,
    catalogue: Catalogue,
    private readonly hooks: SideHooks,
  ) {
    const chosen = (): void => {
      this.panel.yieldToView();
      byId('view').focus({ preventScroll: true });
    };
    this.timeline = new TimelineBar(engine, () => this.takeOver());
    this.coach = new Coach({
      leave: hooks.leave,
      again: (step) => engine.ask('practiceStep', { step }).catch((error: unknown) => toast(wordsOf(error))),
      show: hooks.showStep,
      pass: hooks.passCrossing,
    });
    this.twist = new TwistWatch(engine, stage);
    this.check = new Check(engine, stage, catalogue, hooks.layout);
    this.scenes = new ScenesTab(engine, stage, catalogue, {
      scene: hooks.scene,
      sameView: hooks.sameView,
      chosen,
    });
    const over = new Over(stage);
    const garment = new GarmentTab(engine, {
      sameView: hooks.sameView,
      pipe: (pipe) => over.show('pipe', pipe),
      light: (place) => stage.light(place),
      frame: hooks.frame,
      work: () => engine.frame()?.work ?? { pierced: 0, stretch: 1 },
    });
    this.files = new Files(engine, stage, chosen, (dropped) => garment.takes(dropped) || this.wrap?.takes(dropped) === true);
    this.history = new HistoryTab(this.files.replayButton);
    this.gallery = new GalleryTab(engine, catalogue, chosen, (words) => this.timeline.say(words));
    const wrapBody = h('div', { class: 'tab-body' });
    this.panel = new Panel([
      { id: 'scene', name: t('Scene'), body: this.scenes.body },
      { id: 'practice', name: t('Practice'), body: practiceTab(engine, catalogue, chosen) },
      { id: 'knots', name: t('Knots'), body: this.gallery.body },
      { id: 'garment', name: t('Cloth'), body: garment.body },
      { id: 'wrap', name: t('Wrap'), body: wrapBody, shown: () => this.openWraps(wrapBody, over) },
      { id: 'history', name: t('History'), body: this.history.body },
      { id: 'file', name: t('File'), body: this.files.body },
    ]);
    this.panel.onlayout = hooks.layout;
    const info = hooks.scene();
    if (info) {
      this.setScene(info, true);
    }
    this.listen();
    this.followCard();
    window.addEventListener('hashchange', () => this.followCard());
  }

  private openWraps(body: HTMLElement, over: Over): void {
    const { engine, hooks } = this;
    this.fetching ??= import('./wrap').then(
      ({ WrapTab }) => {
        this.wrap = new WrapTab(body, engine, {
          lines: (tubes) => over.show('lines', tubes),
          frame: hooks.frame,
          work: () => engine.frame()?.work ?? { pierced: 0, stretch: 1 },
        });
      },
      (error: unknown) => {
        this.fetching = null; // once more when it is opened again
        toast(wordsOf(error));
      },
    );
  }

  // "#card=bowline" opens the knot's page
  private followCard(): void {
    const id = /^#card=([a-z0-9-]{1,60})$/.exec(location.hash)?.[1];
    if (id && this.gallery.openCard(id)) {
      this.panel.select('knots');
      this.panel.setOpen(true);
    }
  }

  setScene(info: SceneInfo, fresh: boolean): void {
    this.check.scene(info, fresh);
    if (fresh) {
      this.history.show([], info.ropes.length);
      this.historyCount = 0;
      this.scenes.mark(null);
    }
    this.scenes.show(info);
    this.twist.show(info);
    this.scenes.showSettings(info.settings);
  }

  /** The scene once more, from the start. */
  again(): void {
    if (this.files.mesh.state?.opened) {
      void this.files.mesh.again({});
    } else {
      this.scenes.again();
    }
  }

  private listen(): void {
    const { engine } = this;
    engine.on('knots', () => this.check.changed());
    engine.on('history', (entries) => this.showHistory(entries));
    engine.on('settings', (settings) => this.scenes.showSettings(settings));
    engine.on('timeline', (timeline) => this.timeline.update(timeline));
    engine.on('mesh', (mesh) => this.hooks.meshed(mesh?.opened ? meshWords(mesh) : ''));
    engine.on('practice', (practice) => {
      const shown = !byId('coach').hidden;
      this.coach.update(practice);
      if (practice) {
        this.check.meant(practice.task.title);
      }
      if (shown === byId('coach').hidden) {
        this.hooks.layout();
      }
      this.hooks.practised(practice);
    });
  }

  private showHistory(entries: HistoryEntry[]): void {
    if (entries.length !== this.historyCount) {
      this.historyCount = entries.length;
      this.history.show(entries, this.hooks.scene()?.ropes.length ?? 1);
    }
  }

  private takeOver(): void {
    this.engine
      .ask('takeOver', {})
      .then(() => this.engine.ask('pause', { on: false }))
      .catch((error: unknown) => toast(wordsOf(error)));
    this.hooks.takenOver();
    byId('view').focus({ preventScroll: true });
  }
}

/** What is drawn over the scene: lines of a wrap, else the pipe of a knot. */
class Over {
  private readonly drawn: Record<'pipe' | 'lines', Parameters<Stage['setPipe']>[0]> = { pipe: null, lines: null };

  constructor(private readonly stage: Stage) {}

  show(what: 'pipe' | 'lines', tubes: Parameters<Stage['setPipe']>[0]): void {
    if (tubes !== this.drawn[what]) {
      this.drawn[what] = tubes;
      this.stage.setPipe(this.drawn.lines ?? this.drawn.pipe, this.drawn.lines !== null);
    }
  }
}
