// The start screen: one board to play at once, saved games, and all boards by their number of dimensions.

import { computed, signal } from "@preact/signals";
import { BOARDS, PREFERENCES } from "../data/boards.ts";
import { DAILY_BOARDS } from "../data/daily.ts";
import { PICTURES } from "../data/pictures.ts";
import { formatRules, CLASSIC } from "../engine/rules.ts";
import { Shape } from "../engine/shape.ts";
import { pictureCodes } from "../play/board_pictures.ts";
import { boardText, boardTitle, presetText } from "../play/board_title.ts";
import { clockText, shownTime } from "../play/clock.ts";
import { dayText } from "../play/days.ts";
import {
  PREFERENCE_NAMES, nextPreference, preferenceText, savedPreferences, settle, type PreferenceName, type RulePreferences,
} from "../play/rule_preferences.ts";
import { DimensionSign } from "./dimension_sign.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import { ViewScreen } from "./view_screen.tsx";
import type { App } from "../app.ts";
import type { RunningGameRow } from "../play/games.ts";
import type { GameRow } from "../play/tally.ts";

type Preset = (typeof BOARDS)[number];

/** Each preset's shape, and the codes of its picture. */
const SHOWN = new Map(BOARDS.map(({ name, board }) => {
  const codes = pictureCodes((PICTURES as Record<string, string>)[name]);
  return [name, { shape: Shape.parse(board), codes }];
}));
/** The tabs: numbers of dimensions, and everything that isn't a named board. */
const TABS = ["2", "3", "4", "5", "6", "1", "other"];
/** Maximum cell size in the pictures of the large board and of cards, in CSS pixels. */
const LARGE = 26;

export default class StartScreen extends ViewScreen {
  title = this.text("title");
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
  #element: HTMLElement | null = null;
  /** Counts changes of settings. */
  #changes = signal(0);
  /** The player's choices for all boards. */
  #preferences = computed((): RulePreferences => {
    void this.#changes.value;
    return savedPreferences(this.app.settings);
  });
  /** The rules of each preset, and where the choices can't be met. */
  #settled = computed(() => {
    const preferences = this.#preferences.value;
    return BOARDS.map(({ name, mines }) => settle(CLASSIC, shapeOf(name), mines, preferences, PREFERENCE_NAMES));
  });
  #last: Preset;
  #tab;
  /**
   * Whether to reserve space for links to the classic boards; a screen opened on their tab shows their cards instead.
   */
  #hasClassics;
  #hasOptions = signal(false);
  #running = signal<RunningGameRow[]>([]);
  #finished = signal<GameRow[]>([]);
  /** The states of today's boards that were played, by name. */
  #daily = signal<Record<string, string>>({});
  #form: HTMLDialogElement | null = null;

  constructor(app: App) {
    super(app, "start");
    const [last, tab] = [app.settings.get("last_board"), app.settings.get("last_tab")];
    this.#last = BOARDS.find(({ name }) => name === last) ?? BOARDS[0];
    this.#tab = signal(TABS.includes(tab) ? tab : tabOf(this.#last));
    this.#hasClassics = this.#tab.value !== "2";
  }

  show(element: HTMLElement) {
    const { signal } = this.stop;
    this.#element = element;
    super.show(element);
    this.app.settings.addEventListener("change", (event) => {
      // These don't change what is shown.
      if (["last_board", "last_tab", "lesson"].includes((event as CustomEvent).detail)) return;
      this.#changes.value += 1;
    }, { signal });
    document.addEventListener("keydown", (event) => this.#enter(event), { signal });
    // Load saved games after the boards are visible.
    void this.#follow(signal);
  }

  leave() {
    super.leave();
    this.#form?.close();
  }

  View = () => {
    const { text } = this.app;
    return (
      <>
        <div class="first row">
          <this.Play />
          <div class="also">
            <this.Continue />
            <this.Today />
            <this.Lesson />
          </div>
        </div>
        <section aria-labelledby="start-boards">
          <div class="boards-head row">
            <h2 id="start-boards">{text("start.boards")}</h2>
            <this.WithoutGuesses />
          </div>
          <this.Options />
          <this.Tabs />
          <this.Boards />
        </section>
      </>
    );
  };

  /** The large link to a game on the board played last. */
  Play = () => {
    const { app } = this;
    const preset = this.#last;
    const { name } = preset;
    return (
      <div class="play panel row">
        <Thumbnail app={app} shape={shapeOf(name)} codes={SHOWN.get(name)?.codes ?? null} largest={LARGE} />
        <div class="words">
          <h1>{app.text("start.lead")}</h1>
          <a class="button primary" href={this.#address(preset)}>
            {app.text("start.play", { name: presetText(app, name) })} <span class="enter" aria-hidden="true">↵</span>
          </a>
          {this.#hasClassics && <this.Classics />}
          <p class="about">{[boardText(app, preset), ...this.#figures(preset)].join(" · ")}</p>
        </div>
      </div>
    );
  };

  /**
   * Links to the classic boards except the one of the large link, hidden while their cards are shown; nothing moves when
   * the tab changes. Without "2-D" they would look like levels of the large link's board.
   */
  Classics = () => (
    <p class="classics row" data-hidden={this.#tab.value === "2"}>
      <span class="about">{this.app.text("start.classics")}</span>
      {BOARDS.slice(0, 3).filter(({ name }) => name !== this.#last.name).map((preset) => (
        <a class="button" href={this.#address(preset)}>{presetText(this.app, preset.name)}</a>
      ))}
    </p>
  );

  /** A link to the latest running game that isn't open in another tab, with its state; and one to all of them. */
  Continue = () => {
    const { app } = this;
    const running = this.#running.value;
    const count = running.length;
    const all = <a href="#/resume">{app.text(count === 1 ? "start.running_one" : "start.running", { count })}</a>;
    const latest = running.find((row) => !row.isBusy);
    if (!latest) return count ? all : null;
    const codes = latest.picture ? pictureCodes(latest.picture) : null;
    const percent = Math.floor(latest.progress * 100);
    const about = { name: boardTitle(app, latest), percent, time: clockText(latest.milliseconds) };
    return (
      <>
        <a class="way panel row continue" href={`#/game?saved=${encodeURIComponent(latest.key)}`}>
          <Thumbnail app={app} shape={Shape.parse(latest.board)} codes={codes} isUnknown={!codes} />
          <span class="words">
            <span class="name">{app.text("start.go_on")}</span>
            <span class="about">{app.text("start.go_on_about", about)}</span>
            <progress max={100} value={percent} aria-hidden="true" />
          </span>
        </a>
        {count > 1 && all}
      </>
    );
  };

  /** Links to today's boards: to the screen about them, and to each with its state. A server has other boards. */
  Today = () => {
    const { app } = this;
    const today = new Date();
    const states = this.#daily.value;
    return (
      <div class="way panel row today">
        <span class="sign" aria-hidden="true">{today.getUTCDate()}</span>
        <div class="words">
          <a class="name" href="#/daily">{app.text("start.today")}</a>
          <span class="about">{app.messages.date(today, { dateStyle: "full", timeZone: "UTC" })}</span>
          {!app.showRunning && (
            <span class="row days" role="group" aria-label={app.text("start.today")}>
              {Object.keys(DAILY_BOARDS).map((name) => {
                const state = states[name] ?? "open";
                return (
                  <a class={`button ${state}`} href={`#/game?daily=${dayText(today)}-${name}`} data-daily={name}>
                    {app.text(`start.tab_${name[0]}`)} <span class="outcome">{app.text(`start.today_${state}`)}</span>
                  </a>
                );
              })}
            </span>
          )}
        </div>
      </div>
    );
  };

  /** The offer of the lesson, until the player has taken or skipped it. */
  Lesson = () => {
    const { app } = this;
    if (app.settings.get("lesson") === "done") return null;
    return (
      <a class="way panel row offer" href="#/learn/4d">
        <DimensionSign tab="4" />
        <span class="words">
          <span class="name">{app.text("start.lesson")}</span>
          <span class="about">{app.text("start.lesson_about")}</span>
        </span>
      </a>
    );
  };

  /** The switch for boards that need no guess, and the button that shows all options. */
  WithoutGuesses = () => {
    const { app } = this;
    const preferences = this.#preferences.value;
    const isOpen = this.#hasOptions.value;
    // The switch shows this choice; the button names others.
    const others = PREFERENCE_NAMES.filter((name) => !["", "never"].includes(preferences[name]));
    return (
      <div class="preferences row" role="group" aria-label={app.text("start.preferences")}>
        <label for="preference-never" class="switch">
          <input type="checkbox" role="switch" id="preference-never" aria-describedby="preference-never-what"
            checked={preferences.guess.startsWith("never")}
            onChange={(event) => app.prefer("guess", event.currentTarget.checked ? "never" : "")} />
          <span>{app.text("start.never")}</span>
        </label>
        <p class="what" id="preference-never-what">{app.text("start.never_what")}</p>
        <button type="button" class="plain" aria-expanded={isOpen} aria-controls="start-options"
          onClick={() => (this.#hasOptions.value = !isOpen)}>
          {[app.text("start.options"), ...others.map((name) => this.#choiceText(name))].join(" · ")}
        </button>
      </div>
    );
  };

  Options = () => {
    const { app } = this;
    const preferences = this.#preferences.value;
    return (
      <div class="options row" id="start-options" hidden={!this.#hasOptions.value}>
        {PREFERENCE_NAMES.map((name) => (
          <label class="field" for={`preference-${name}`}>
            <span>{app.text(`start.${name}`)}</span>
            <select id={`preference-${name}`} value={preferences[name]}
              onChange={(event) => app.prefer(name, event.currentTarget.value)}>
              {PREFERENCES[name].map((value) => (
                <option value={value}>{app.text(`start.${name}_${preferenceText(value)}`)}</option>
              ))}
            </select>
          </label>
        ))}
      </div>
    );
  };

  Tabs = () => {
    const { app } = this;
    const chosen = this.#tab.value;
    return (
      <div class="tabs" role="tablist" aria-labelledby="start-boards" onKeyDown={(event) => this.#turnTab(event)}>
        {TABS.map((tab) => (
          <button type="button" role="tab" id={`tab-${tab}`} aria-selected={tab === chosen} aria-controls="start-panel"
            tabIndex={tab === chosen ? 0 : -1} onClick={() => this.#chooseTab(tab)}>
            <DimensionSign tab={tab} />
            <span>{app.text(`start.tab_${tab}`)}</span>
          </button>
        ))}
      </div>
    );
  };

  Boards = () => {
    const { app } = this;
    const tab = this.#tab.value;
    const presets = BOARDS.filter((preset) => tabOf(preset) === tab);
    const largest = presets.length === 1 ? LARGE : undefined;
    return (
      <div role="tabpanel" id="start-panel" aria-labelledby={`tab-${tab}`} onKeyDown={(event) => this.#move(event)}>
        <ul class="cards">
          {presets.map((preset) => <li key={preset.name}><this.Card preset={preset} largest={largest} /></li>)}
          {tab === "other" && <this.Other name="own" sign="+" act={() => this.openForm()} />}
          {tab === "other" && <this.Other name="file" sign="↥" act={() => this.chooseFile()} />}
        </ul>
        <this.Remark presets={presets} />
        <p class="about">
          {tab === "other" ? "" : app.text("start.neighbours", { count: 3 ** Number(tab) - 1 })}{" "}
          <a href="#/learn/4d">{app.text("start.lesson_link")}</a>
        </p>
      </div>
    );
  };

  /** Where the choices can't be met. */
  Remark = ({ presets }: { presets: Preset[] }) => {
    const remarks = presets.flatMap(({ name }) => this.#settledOf(name).remarks);
    const said = new Set(remarks.map(({ name, values }) => this.app.text(`start.${name}`, values)));
    return <p class="remark" role="status">{[...said].join("; ")}</p>;
  };

  Card = ({ preset, largest }: { preset: Preset; largest?: number }) => {
    const { app } = this;
    const { name } = preset;
    const [best, wins] = this.#figures(preset);
    return (
      <a class="card panel" href={this.#address(preset)} data-board={name}>
        <Thumbnail app={app} shape={shapeOf(name)} codes={SHOWN.get(name)?.codes ?? null} largest={largest} />
        <span class="words">
          <span class="name">{presetText(app, name)}</span>
          <span class="best">{best}</span>
          <span class="about">{boardText(app, preset)}{this.#share(preset)}</span>
          <span class="best">{wins}</span>
        </span>
      </a>
    );
  };

  /** A card for custom boards or files. */
  Other = ({ name, sign, act }: { name: string; sign: string; act: () => unknown }) => (
    <li>
      <button type="button" class="card panel" data-other={name} onClick={act}>
        <span class="sign" aria-hidden="true">{sign}</span>
        <span class="words">
          <span class="name">{this.app.text(`start.${name}`)}</span>
          <span class="about">{this.app.text(`start.${name}_about`)}</span>
        </span>
      </button>
    </li>
  );

  #settledOf = (name: string) => this.#settled.value[BOARDS.findIndex((each) => each.name === name)];

  #address(preset: Preset) {
    const rules = formatRules(this.#settledOf(preset.name).rules);
    return `#/game?board=${preset.board}&mines=${preset.mines}&rules=${encodeURIComponent(rules)}`;
  }

  /** The share of mines, for comparing boards with the same number of dimensions; 2-D boards are known by name. */
  #share({ name, mines }: Preset) {
    const { cells, dimensions } = shapeOf(name);
    return dimensions < 3 ? "" : ` ${this.app.text("start.share", { share: (100 * mines) / cells })}`;
  }

  /** The best time and the number of wins; none before the first one. */
  #figures({ board, mines, ...preset }: Preset) {
    const rules = formatRules(this.#settledOf(preset.name).rules);
    const isKind = (row: GameRow) => row.board === board && row.mines === mines && row.rules === rules;
    const won = this.#finished.value.filter((row) => row.isRanked && row.outcome === "won" && isKind(row));
    const times = won.map((row) => row.milliseconds);
    if (!times.length) return [];
    const { text } = this.app;
    const time = shownTime(this.app, Math.min(...times));
    return [text("start.best", { time }), text("start.wins", { count: times.length })];
  }

  #nextPreference(name: PreferenceName) {
    const preference = nextPreference(name, savedPreferences(this.app.settings)[name]);
    this.app.prefer(name, preference);
    this.app.say(this.#choiceText(name));
  }

  /** A choice in words: "Guesses: punished". */
  #choiceText(name: PreferenceName) {
    const { text, settings } = this.app;
    const value = text(`start.${name}_${preferenceText(savedPreferences(settings)[name])}`);
    return text("start.preference_now", { name: text(`start.${name}`), value });
  }

  /** Show the games that can be continued, and the best times. */
  async #follow(signal: AbortSignal) {
    const { app } = this;
    const fail = (error: unknown) => {
      if (signal.aborted) return;
      console.error(error);
      // Games can be started without them.
      app.warn(app.text("start.not_all"));
    };
    try {
      const { dailyResult, followGames, list, running, today } = await import("../saved.ts");
      await followGames(app, async () => {
        const [going, over] = await Promise.all([running(app), list(app)]);
        if (signal.aborted) return;
        this.#running.value = going;
        this.#daily.value = Object.fromEntries(Object.keys(DAILY_BOARDS).flatMap((name) => {
          const tag = `${today()}-${name}`;
          const outcome = dailyResult(over, tag)?.outcome;
          const state = going.some(({ daily }) => daily === tag) && outcome !== "won" ? "running" : outcome;
          return state ? [[name, state]] : [];
        }));
        // Replacing an empty list by another one would redraw the cards for nothing.
        if (over.length || this.#finished.value.length) this.#finished.value = over;
        return going;
      }, fail, signal);
    } catch (error) {
      fail(error);
    }
  }

  async openForm() {
    if (this.#form) return;
    const [{ openOwnBoard }] = await Promise.all([import("../later.ts"), this.app.messages.add("refusals")]);
    if (this.#form || this.stop.signal.aborted) return;
    const { dialog, closed } = openOwnBoard(this.app);
    this.#form = dialog;
    await closed;
    this.#form = null;
  }

  async chooseFile() {
    const { chooseFiles } = await import("../later.ts");
    await chooseFiles(this.app);
  }

  #find(selector: string) {
    return this.#element?.querySelector<HTMLElement>(selector);
  }

  #chooseTab(tab: string) {
    this.#tab.value = tab;
    this.app.prefer("last_tab", tab);
    // On a phone the cards are below the screen. They are rendered before the next frame.
    requestAnimationFrame(() => {
      const card = this.#find(".card")?.getBoundingClientRect();
      if (!card || card.bottom <= innerHeight) return;
      this.#find("[role=tablist]")?.scrollIntoView({ behavior: this.app.isMotionReduced ? "auto" : "smooth" });
    });
  }

  #turnTab(event: KeyboardEvent) {
    const place = TABS.indexOf(this.#tab.value);
    const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "ArrowDown") this.#focusList("boards");
    else if (to === undefined) return;
    else {
      const tab = TABS[(to + TABS.length) % TABS.length];
      this.#chooseTab(tab);
      this.#find(`#tab-${tab}`)?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Enter starts a game, unless it belongs to what has the focus. */
  #enter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.defaultPrevented || event.repeat || this.app.isTurning) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (document.activeElement?.closest("a, button, input, select, dialog")) return;
    event.preventDefault();
    this.#find(".play a")?.click();
  }

  #focusList(name: string) {
    if (name === "menu") return this.#find("#preference-never")?.focus();
    this.#find(".card")?.focus();
  }

  get #all() {
    return [...(this.#element?.querySelectorAll<HTMLElement>(".card") ?? [])];
  }

  #step(step: number) {
    const all = this.#all;
    const place = all.indexOf(document.activeElement as HTMLElement);
    if (place < 0) this.#focusList("boards");
    else all[(place + step + all.length) % all.length].focus();
  }

  /** Arrow keys move between cards, and up to the tabs. */
  #move(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const all = this.#all;
    const place = all.indexOf(document.activeElement as HTMLElement);
    if (place < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const isFirstRow = all[0].getBoundingClientRect().bottom > all[place].getBoundingClientRect().top;
    if (event.key === "ArrowUp" && isFirstRow) this.#find(`#tab-${this.#tab.value}`)?.focus();
    else all[Math.min(Math.max(0, place + step), all.length - 1)].focus();
  }
}

const shapeOf = (name: string) => SHOWN.get(name)?.shape as Shape;

/** The tab of a preset: its number of dimensions. */
const tabOf = ({ board }: Preset) => String(board.split("x").length);
