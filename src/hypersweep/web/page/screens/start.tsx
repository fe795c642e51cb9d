// The start screen: boards to play, options for all of them, and links to everything else.

import { computed, signal } from "@preact/signals";
import { BOARDS, PREFERENCES } from "../data/boards.ts";
import { PICTURES } from "../data/pictures.ts";
import { formatRules, CLASSIC } from "../engine/rules.ts";
import { Shape } from "../engine/shape.ts";
import { mount } from "../frame/mount.ts";
import { boardText, boardTitle, presetText } from "../play/board_title.ts";
import { clockText, shownTime } from "../play/clock.ts";
import { PREFERENCE_NAMES, nextPreference, savedPreferences, settle, preferenceText, type PreferenceName, type RulePreferences } from "../play/rule_preferences.ts";
import { Thumbnail, pictureCodes } from "./thumbnail.tsx";
import type { App, Screen } from "../app.ts";
import type { RunningGameRow } from "../play/games.ts";
import type { GameRow } from "../play/tally.ts";

type Preset = (typeof BOARDS)[number];

/** Each preset's shape, and the codes of its picture. */
const SHOWN = new Map(BOARDS.map(({ name, board }) => [name, { shape: Shape.parse(board), codes: pictureCodes((PICTURES as Record<string, string>)[name]) }]));

export default class StartScreen implements Screen {
  title;
  keys = "start";
  commands = {
    daily: () => this.app.go("daily"),
    custom: () => this.openForm(),
    resume: () => this.app.go("resume"),
    records: () => this.chooseFile(),
    statistics: () => this.app.go("statistics"),
    scores: () => this.app.go("statistics"),
    first_open: () => this.#nextPreference("first_open"),
    guess: () => this.#nextPreference("guess"),
    focus_list: (name: string) => this.#focusList(name),
    cursor: (step: number) => this.#step(step),
  };
  #leaving = new AbortController();
  #element: HTMLElement | null = null;
  /** Counts changes of settings. */
  #changes = signal(0);
  /** The player's choices for all boards. */
  #preferences = computed((): RulePreferences => {
    void this.#changes.value;
    return savedPreferences(this.app.settings);
  });
  /** The rules of each preset, and where the choices can't be met. */
  #settled = computed(() => BOARDS.map(({ name, mines }) => settle(CLASSIC, shapeOf(name), mines, this.#preferences.value, PREFERENCE_NAMES)));
  #running = signal<RunningGameRow[]>([]);
  #finished = signal<GameRow[]>([]);
  #form: HTMLDialogElement | null = null;

  constructor(public app: App) {
    this.title = app.text("start.title");
  }

  show(element: HTMLElement) {
    const { signal } = this.#leaving;
    this.#element = element;
    mount(<this.View />, element, signal);
    this.app.settings.addEventListener("change", (event) => {
      // The game of the latest board is about to be shown.
      if ((event as CustomEvent).detail === "last_board") return;
      this.#changes.value += 1;
      void this.#findKept();
    }, { signal });
    // Load saved games after the boards are visible.
    void this.#findKept();
  }

  leave() {
    this.#leaving.abort();
    this.#form?.close();
  }

  View = () => {
    const { text } = this.app;
    return (
      <>
        <div class="head">
          <div class="welcome">
            <h1>{text("start.lead")}</h1>
            <p>{text("start.how")}</p>
          </div>
          <this.RulePreferences />
        </div>
        <this.Remark />
        <this.GoOn />
        <p class="today"><a href="#/daily">{text("start.today")}</a></p>
        <div class="boards" onKeyDown={(event) => this.#move(event)}>
          {[2, 3, 4, 5, 6, 1].map((dimensions) => (
            <section aria-labelledby={`start-${dimensions}`}>
              <h2 id={`start-${dimensions}`}>{text("start.dimensions", { count: dimensions })}</h2>
              <ul class="cards">
                {BOARDS.filter(({ board }) => board.split("x").length === dimensions).map((preset) => <li><this.Card preset={preset} /></li>)}
                {dimensions === 1 && <this.Other name="own" sign="+" act={() => this.openForm()} />}
                {dimensions === 1 && <this.Other name="file" sign="↥" act={() => this.chooseFile()} />}
              </ul>
            </section>
          ))}
        </div>
      </>
    );
  };

  RulePreferences = () => {
    const { app } = this;
    const preferences = this.#preferences.value;
    return (
      <div class="preferences" role="group" aria-label={app.text("start.preferences")}>
        {PREFERENCE_NAMES.map((name) => (
          <label for={`preference-${name}`}>
            <span>{app.text(`start.${name}`)}</span>
            <select id={`preference-${name}`} value={preferences[name]} onChange={(event) => app.prefer(name, event.currentTarget.value)}>
              {PREFERENCES[name].map((preference) => <option value={preference}>{app.text(`start.${name}_${preferenceText(preference)}`)}</option>)}
            </select>
          </label>
        ))}
      </div>
    );
  };

  /** Where the choices can't be met. */
  Remark = () => {
    const remarks = this.#settled.value.flatMap(({ remarks: own }) => own);
    const said = new Set(remarks.map(({ name, values }) => this.app.text(`start.${name}`, values)));
    return <p class="remark" role="status">{[...said].join("; ")}</p>;
  };

  Card = ({ preset }: { preset: Preset }) => {
    const { app } = this;
    const { name, board, mines } = preset;
    const rules = formatRules(this.#settled.value[BOARDS.indexOf(preset)].rules);
    const isLast = name === app.settings.get("last_board");
    const won = this.#finished.value.filter((row) => row.board === board && row.mines === mines && row.rules === rules && row.isRanked && row.outcome === "won");
    const fastest = won.reduce((least, row) => Math.min(least, row.milliseconds), Infinity);
    return (
      <a class="card" href={`#/game?board=${board}&mines=${mines}&rules=${encodeURIComponent(rules)}`} data-board={name} data-last={isLast ? "" : undefined}
        onClick={() => app.prefer("last_board", name)}>
        <Thumbnail app={app} shape={shapeOf(name)} codes={SHOWN.get(name)?.codes ?? null} />
        <span class="words">
          <span class="name">{presetText(app, name)}</span>
          <span class="about">{boardText(app, { board, mines })}</span>
          <span class="best">{fastest < Infinity ? app.text("start.best", { time: shownTime(app, fastest) }) : isLast ? app.text("start.last") : ""}</span>
        </span>
      </a>
    );
  };

  /** A card for custom boards or files. */
  Other = ({ name, sign, act }: { name: string; sign: string; act: () => unknown }) => (
    <li>
      <button type="button" class="card other" data-other={name} onClick={act}>
        <span class="sign" aria-hidden="true">{sign}</span>
        <span class="words">
          <span class="name">{this.app.text(`start.${name}`)}</span>
          <span class="about">{this.app.text(`start.${name}_about`)}</span>
        </span>
      </button>
    </li>
  );

  /** Links to running games. */
  GoOn = () => {
    const { app } = this;
    const running = this.#running.value;
    const latest = running.find((row) => !row.isBusy) ?? running[0];
    if (!latest) return <div class="go-on" />;
    const values = { name: boardTitle(app, latest), percent: Math.floor(latest.progress * 100), time: clockText(latest.milliseconds) };
    return (
      <div class="go-on">
        <a class="primary" href={`#/game?saved=${encodeURIComponent(latest.key)}`}>{app.text("start.go_on", values)}</a>
        {running.length > 1 && <a href="#/resume">{app.text("start.running", { count: running.length })}</a>}
      </div>
    );
  };

  #nextPreference(name: PreferenceName) {
    const preference = nextPreference(name, savedPreferences(this.app.settings)[name]);
    this.app.prefer(name, preference);
    this.app.say(this.app.text("start.preference_now", { name: this.app.text(`start.${name}`), value: this.app.text(`start.${name}_${preferenceText(preference)}`) }));
  }

  /** Find the games that can be continued, and the best times. */
  async #findKept() {
    const { app } = this;
    try {
      const { list, running } = await import("../saved.ts");
      const [going, over] = await Promise.all([running(app), list(app)]);
      if (this.#leaving.signal.aborted) return;
      this.#running.value = going;
      // An empty list is equal to the one before the first game, so it needn't show the cards again.
      if (over.length || this.#finished.value.length) this.#finished.value = over;
    } catch (error) {
      if (this.#leaving.signal.aborted) return;
      console.error(error);
      // Games can be started without them.
      app.warn(app.text("start.not_all"));
    }
  }

  async openForm() {
    if (this.#form) return;
    const [{ openOwnBoard }] = await Promise.all([import("../later.ts"), this.app.messages.add("refusals")]);
    if (this.#form || this.#leaving.signal.aborted) return;
    const { dialog, closed } = openOwnBoard(this.app);
    this.#form = dialog;
    await closed;
    this.#form = null;
  }

  async chooseFile() {
    const { chooseFiles } = await import("../later.ts");
    await chooseFiles(this.app);
  }

  #focusList(name: string) {
    const find = (selector: string) => this.#element?.querySelector<HTMLElement>(selector);
    if (name === "menu") return find("#preference-first_open")?.focus();
    (find(".card[data-last]") ?? find(".card"))?.focus();
  }

  /** All cards in order. */
  get #all() {
    return [...(this.#element?.querySelectorAll<HTMLElement>(".card") ?? [])];
  }

  #step(step: number) {
    const all = this.#all;
    const place = all.indexOf(document.activeElement as HTMLElement);
    if (place < 0) this.#focusList("boards");
    else all[(place + step + all.length) % all.length].focus();
  }

  /** Arrow keys move between cards, according to their positions. */
  #move(event: KeyboardEvent) {
    if (!event.key.startsWith("Arrow") || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const all = this.#all;
    const place = all.indexOf(document.activeElement as HTMLElement);
    if (place < 0) return;
    event.preventDefault();
    if (event.key === "ArrowLeft") return all[Math.max(0, place - 1)].focus();
    if (event.key === "ArrowRight") return all[Math.min(all.length - 1, place + 1)].focus();
    const way = event.key === "ArrowDown" ? 1 : -1;
    const from = all[place].getBoundingClientRect();
    // A hovered or focused card is slightly higher than others in its row, so ignore small differences.
    const apart = from.height / 2;
    const boxes = all
      .map((card) => ({ card, box: card.getBoundingClientRect() }))
      .filter(({ box }) => (box.top - from.top) * way > apart);
    // Choose the next row, and the nearest card in it.
    const row = boxes.reduce((least, { box }) => Math.min(least, (box.top - from.top) * way), Infinity);
    const near = boxes.filter(({ box }) => (box.top - from.top) * way < row + apart);
    near.sort((one, other) => Math.abs(one.box.left - from.left) - Math.abs(other.box.left - from.left));
    near[0]?.card.focus();
  }
}

const shapeOf = (name: string) => SHOWN.get(name)?.shape as Shape;
