// The card at the end of a game: the result, what the review found, and what to do next. It is beside the board or below
// it where it fits; otherwise it takes the place of the line below the board. So it never covers or moves the board.

import { signal } from "@preact/signals";
import { createRef } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { placeText } from "../../board/labels.ts";
import { BOARDS } from "../../data/boards.ts";
import { CODES } from "../../engine/terms.ts";
import { formatRules } from "../../engine/rules.ts";
import { Shape } from "../../engine/shape.ts";
import { copyText } from "../../frame/clipboard.tsx";
import { boardTitle } from "../../play/board_title.ts";
import { boardName } from "../../play/boards.ts";
import { lengthText } from "../../play/clock.ts";
import { DAILY_NAMES, dailyBoard, dailyStreak, shareText } from "../../play/daily_board.ts";
import { isUnneeded, type ReviewedMove } from "../../play/findings.ts";
import { list } from "../../play/games.ts";
import { missedMove } from "../../play/hints.ts";
import { parseRecord } from "../../play/record.ts";
import { marksOf } from "../../play/reasons.ts";
import { reviewOf } from "../../play/review.ts";
import { savedPreferences, settle } from "../../play/rule_preferences.ts";
import { playFigures } from "../../play/statistics.ts";
import { UNRANKED_BY } from "../../play/tally.ts";
import type GameScreen from "../game.tsx";

type Lit = { cells: number[]; clues: number[]; marks: Map<number, number> };

/** Maximum number of cells of a board that is reviewed at once and searched for overlooked safe cells. */
const MOST_CELLS = 1 << 18;
const REVIEW_SECONDS = 20;
/** Maximum number of clues that are marked. */
const MOST_CLUES = 4;
/** Maximum number of guesses with a link. */
const MOST_LINKS = 6;
/** Maximum number of cells of a board whose mines fit into a link. */
const MOST_SHARED = 1 << 12;
/** Minimum and maximum distance of the card from what is next to it, in pixels. */
const GAP = 8;
const WIDEST_GAP = 56;

export class EndCard {
  #game;
  #session;
  #isWon;
  #time;
  #title;
  /** The key among the finished games; null if it isn't saved. */
  #key: string | null = null;
  #figures: [string, string][] = [];
  #lines = signal<readonly string[]>([]);
  /** The moves are null while the review is running. */
  #guesses = signal<{ text: string; moves: readonly ReviewedMove[] | null } | null>(null);
  #isHidden = signal(false);
  /** Where the card is; "" before it is placed. */
  #spot = signal("");
  #card = createRef<HTMLElement>();

  /** The card of a game that has just ended. */
  static async of(game: GameScreen, signal: AbortSignal) {
    const card = new EndCard(game);
    await game.app.messages.add("end");
    await card.#fill();
    const announcement = [card.#sentence, card.#hit, ...card.#lines.value].filter(Boolean).join(". ");
    if (!signal.aborted) game.app.announce(announcement);
    return card;
  }

  private constructor(game: GameScreen) {
    this.#game = game;
    const session = (this.#session = game.session);
    this.#isWon = session.outcome === "won";
    this.#time = this.#length(session.milliseconds);
    // The clock starts with the first open, so a game of 0 ms ended with that.
    const when = session.milliseconds ? (this.#isWon ? "won_in" : "lost_after") : this.#isWon ? "won_at_once" : "lost_at_once";
    this.#title = session.endingText ?? `end.${when}`;
  }

  #text(name: string, values?: Record<string, unknown>) {
    return this.#game.app.text(`end.${name}`, values);
  }

  get #sentence() {
    return this.#game.app.text(this.#title, { time: this.#time, name: this.#session.hitBy ?? "" });
  }

  /** A time of the game; a server's times include network latency, so they are shown less precisely. */
  #length(milliseconds: number) {
    return lengthText(this.#game.app, milliseconds, { isExact: !this.#session.isRemote });
  }

  async #fill() {
    const session = this.#session;
    const { language, numbers } = this.#game.app.messages;
    const figures = await session.figures().catch(() => null);
    this.#key = await session.kept;
    if (figures) {
      const { threeBV, done, clicks, efficiency, speed } = figures;
      const [value, worth] = [numbers.format(threeBV ?? 0), numbers.format(done)];
      const fixed = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
      const shown: [string, string | null][] = [
        ["speed", speed === null ? null : fixed.format(speed)],
        ["efficiency", efficiency === null ? null : `${numbers.format(Math.round(100 * efficiency))} %`],
        ["worth", threeBV === null || threeBV === done ? worth : this.#text("worth_of", { done: worth, whole: value })],
        ["clicks", numbers.format(clicks)],
      ];
      this.#figures = shown.flatMap(([name, value]) => (value === null ? [] : [[this.#text(name), value]]));
    }
    this.#lines.value = this.#isWon ? await this.#standing() : this.#loss();
  }

  /** How a win compares with earlier ones on the same board. */
  async #standing() {
    const session = this.#session;
    const { shape, mines, rules, milliseconds } = session;
    const { daily, lesson } = session.head.tags;
    // Such games are never ranked.
    if (session.mayRank === false || lesson) return [];
    if (daily) {
      const days = await this.#dailyStreak(daily);
      return days ? [this.#text("streak_days", { days })] : [];
    }
    const reasons = UNRANKED_BY.filter((reason) => session.unrankedBy.has(reason)).map((reason) => this.#text(`unranked_${reason}`));
    if (reasons.length || !session.isRanked) {
      const listed = new Intl.ListFormat(this.#game.app.messages.language).format(reasons);
      return [[this.#text("unranked"), listed].filter(Boolean).join(": ")];
    }
    // The other games of a server's player aren't in this browser, and may be another person's.
    if (session.isRemote) return [];
    const own = { board: shape.format(), rules: formatRules(rules) };
    const rows = (await list(this.#game.app)).filter((row) => row.board === own.board && row.mines === mines && row.rules === own.rules);
    const { best } = playFigures(rows.filter(({ key }) => key !== this.#key));
    const { streak } = playFigures(rows);
    const name = best === null ? "first" : milliseconds < best ? "faster" : milliseconds > best ? "slower" : "even";
    const delta = this.#text(name, { time: this.#length(Math.abs(milliseconds - (best ?? 0))) });
    return streak > 1 ? [delta, this.#text("streak", { count: streak })] : [delta];
  }

  /** The number of consecutive days on which this daily board has been won. */
  async #dailyStreak(tag: string) {
    return dailyStreak(await list(this.#game.app), tag.slice(0, 10), tag.slice(11));
  }

  #loss() {
    const { codes, standing, shape, mines } = this.#session;
    const share = Math.round((100 * standing.opened) / Math.max(1, shape.cells - mines));
    const wrong = codes.reduce((count, code) => count + Number(code === CODES.wrongFlag), 0);
    return [this.#text("share_open", { share }), ...(wrong ? [this.#text("wrong", { count: wrong })] : [])];
  }

  /** Which mine exploded, in words, for players who can't see it on the board. */
  get #hit() {
    const { codes, shape } = this.#session;
    const index = codes.indexOf(CODES.exploded);
    return index < 0 ? "" : this.#text("hit", { place: placeText(this.#game.app, shape, index) });
  }

  /** Look for what the player overlooked, in the background. */
  async examine(light: (lit: Lit) => unknown, signal: AbortSignal) {
    const { app } = this.#game;
    const session = this.#session;
    const { shape } = session;
    if (shape.cells > MOST_CELLS) return;
    if (!this.#isWon) {
      const missed = await missedMove(session, app, { signal });
      if (signal.aborted) return;
      if (missed) {
        const [nearest] = missed.cells;
        // Of a long proof only the cell is marked; the review shows the rest.
        const clues = missed.clues.length > MOST_CLUES ? [] : missed.clues;
        light({ cells: [nearest], clues, marks: marksOf(clues, [nearest]) });
        // The board marks the cell; screen readers get its place in words.
        this.#lines.value = [this.#text("marked_safe"), ...this.#lines.value];
        app.announce(this.#text("was_safe", { place: placeText(app, shape, nearest) }));
      }
    }
    // Don't review a server's game here: its watchers don't know the whole record.
    if (session.isRemote) return;
    this.#guesses.value = { text: this.#text("reviewing"), moves: null };
    const record = parseRecord(session.record());
    const { guesses, isComplete } = await reviewOf(await app.engine(), record, { seconds: REVIEW_SECONDS, signal });
    const moves = guesses.filter(({ isTakenBack }) => !isTakenBack);
    // As in the count during the game and in statistics, a blunder is an unneeded guess.
    const text = this.#text("guesses", { count: moves.length, needless: moves.filter(isUnneeded).length });
    this.#guesses.value = isComplete ? { text, moves } : null;
  }

  /** The next board of the day, or the next one in the list that isn't one-dimensional; undefined if there is none. */
  get #next() {
    const { shape, mines, rules, head: { tags: { daily } } } = this.#session;
    if (daily) {
      const name = DAILY_NAMES[DAILY_NAMES.indexOf(daily.slice(11)) + 1];
      const tag = `${daily.slice(0, 11)}${name}`;
      return name === undefined ? undefined : { ...dailyBoard(tag), address: new URLSearchParams({ daily: tag }) };
    }
    const place = BOARDS.findIndex(({ name }) => name === boardName(shape, mines));
    const next = place < 0 ? undefined : BOARDS.slice(place + 1).find(({ board }) => board.includes("x"));
    if (!next) return undefined;
    // The rule for guesses stays; the first open is the one that suits the next board.
    const preferences = savedPreferences(this.#game.app.settings);
    const own = settle(rules, Shape.parse(next.board), next.mines, preferences, ["first_open"]).rules;
    const query = { board: next.board, mines: String(next.mines), rules: formatRules(own) };
    return { ...next, address: new URLSearchParams(query) };
  }

  /** The text to share, and the address of the board. */
  async #shared() {
    const { app } = this.#game;
    const { shape, mines, rules, events, game, head } = this.#session;
    const { daily } = head.tags;
    if (daily) {
      await this.#session.kept;
      const streak = await this.#dailyStreak(daily);
      return { text: shareText(parseRecord(this.#session.record()), streak), address: `#/game?daily=${daily}` };
    }
    const first = events.find(({ kind, changed }) => kind === "open" && changed)?.cell;
    const layout = shape.cells > MOST_SHARED ? null : await game.boardId();
    const board: Record<string, string> = layout ? { layout, ...(first && { first: first.join(",") }) } : { board: shape.format(), mines: String(mines) };
    const address = `#/game?${new URLSearchParams({ ...board, rules: formatRules(rules) })}`;
    // A server's games have a sentence of their own, and aren't shared.
    const result = this.#text(`shared_${this.#title.slice("end.".length)}`, { time: this.#time });
    const guesses = this.#guesses.value;
    const guessed = guesses?.moves && (guesses.moves.length ? guesses.text : this.#text("shared_no_guess"));
    const { hints } = this.#session.tally;
    const helped = hints && this.#text("shared_hints", { count: hints });
    const parts = [`${boardTitle(app, { board: shape, mines, rules })}: ${result}`, helped, guessed, "hypersweep"];
    return { text: parts.filter(Boolean).join(" · "), address };
  }

  /** Share the result, without the mines, and a link to the same board. */
  async share() {
    const { text, address } = await this.#shared();
    const url = new URL(address, location.href).href;
    try {
      if (navigator.share) return await navigator.share({ text, url });
    } catch (error) {
      // The player has changed their mind, or the browser shares nothing.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
    await copyText(this.#game.app, `${text}\n${url}`, { what: this.#text("shared") });
  }

  View = () => {
    const { app, commands, view } = this.#game;
    const { isRemote, canUndo } = this.#game.seen;
    const sentence = this.#sentence;
    // The last one, because a member's name before it may contain the same text.
    const at = sentence.lastIndexOf(this.#time);
    const [before, after] = at < 0 ? [sentence] : [sentence.slice(0, at), sentence.slice(at + this.#time.length)];
    const next = this.#isWon && !isRemote ? this.#next : undefined;
    // After the lesson the way on is above the board.
    const isLesson = Boolean(this.#session.head.tags.lesson);
    useLayoutEffect(() => {
      const leaving = new AbortController();
      view.board.addEventListener("view", () => this.#place(), { signal: leaving.signal });
      return () => {
        leaving.abort();
        if (this.#card.current?.contains(document.activeElement)) view.focus();
      };
    }, []);
    useLayoutEffect(() => this.#place());
    if (this.#isHidden.value) return null;
    const button = (name: string, act: () => unknown, values?: any, kind = "") => (
      <button type="button" class={`${name} ${kind}`} title={name === "try" ? this.#text("try_what") : undefined} onClick={act}>
        {this.#text(name, values)}
      </button>
    );
    const close = () => {
      this.#isHidden.value = true;
      view.focus();
    };
    return (
      <section class="game-result panel" data-outcome={this.#session.outcome} aria-label={this.#text("label")} ref={this.#card}>
        <div class="result-text">
          <strong class="ending outcome">{before}{after !== undefined && <span class="time">{this.#time}</span>}{after}</strong>
          {this.#lines.value.map((line) => <p>{line}</p>)}
          <this.Guesses />
          <dl class="figures">{this.#figures.map(([name, value]) => <div><dt>{name}</dt> <dd>{value}</dd></div>)}</dl>
        </div>
        <div class="result-buttons">
          {!this.#isWon && canUndo && button("try", () => commands.try_again(), {}, "primary")}
          {!this.#session.refuses?.("new") && button("again", () => commands.new(), { isLesson }, this.#isWon && !isLesson ? "primary" : "")}
          {next && button("next", () => app.go(`game?${next.address}`), { board: boardTitle(app, { board: next.board, mines: next.mines }) })}
          {button("review", () => commands.review())}
          {this.#isWon && !isRemote && button("share", () => commands.share())}
        </div>
        <button type="button" class="result-close" aria-label={this.#text("close")} title={this.#text("close")} onClick={close}>×</button>
      </section>
    );
  };

  /** What the review found; each guess leads to its move there. */
  Guesses = () => {
    const guesses = this.#guesses.value;
    if (!guesses) return null;
    const link = (move: ReviewedMove) => {
      const isBad = isUnneeded(move);
      const name = this.#text("guess_at", { number: move.number, isBad, isBlunder: move.verdict === "blunder" });
      const address = `#/review/${encodeURIComponent(this.#key ?? "")}?move=${move.number}`;
      return <a class={isBad ? "needless" : ""} href={address} title={name} aria-label={name}>{move.number}</a>;
    };
    // Prefer the unneeded guesses, which are those to learn from.
    const moves = guesses.moves ?? [];
    const shown = moves.filter(isUnneeded).concat(moves.filter((move) => !isUnneeded(move))).slice(0, MOST_LINKS);
    const links = this.#key === null ? [] : shown.sort((one, other) => one.number - other.number).map(link);
    return (
      <p class="result-guesses">
        {guesses.text}{links.length > 0 && <>: {this.#text("moves", { count: links.length })} {links}</>}
      </p>
    );
  };

  /** Whether the card takes the place of the panels. */
  get hidesPanels() {
    return !this.#isHidden.value && this.#spot.value !== "line";
  }

  #place() {
    const card = this.#card.current;
    if (!card) return;
    const [body, foot] = ["body", "foot"].map((name) => {
      return (card.parentElement?.querySelector(`.game-${name}`) as HTMLElement).getBoundingClientRect();
    });
    const { left, top, width, height } = this.#game.view.board.extent;
    const spaces = {
      beside: { left: left + width, top: body.top, width: body.right - left - width, height: body.height },
      below: { left: body.left, top: top + height, width: body.width, height: foot.bottom - top - height },
    };
    for (const [name, space] of Object.entries(spaces)) {
      card.dataset.place = name;
      const [across, down] = [space.width - card.offsetWidth, space.height - card.offsetHeight];
      if (across < 2 * GAP || down < 2 * GAP) continue;
      const root = (card.offsetParent as HTMLElement).getBoundingClientRect();
      const [most, mostDown] = name === "beside" ? [WIDEST_GAP, Infinity] : [Infinity, WIDEST_GAP / 2];
      card.style.left = `${space.left - root.left + Math.min(across / 2, most)}px`;
      card.style.top = `${space.top - root.top + Math.min(down / 2, mostDown)}px`;
      this.#spot.value = name;
      return;
    }
    this.#spot.value = card.dataset.place = "line";
    card.style.left = card.style.top = "";
  }
}
