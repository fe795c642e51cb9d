// The boards of each day on a page without a server: today's with the player's results, and those of the last days.
// With a server, screens/daily.tsx takes its place.

import { computed, signal } from "@preact/signals";
import { PICTURES } from "../data/pictures.ts";
import { Shape } from "../engine/shape.ts";
import { LabelledButton } from "../frame/buttons.tsx";
import { copyText } from "../frame/clipboard.tsx";
import { dateText } from "../multiplayer/dates.ts";
import { boardText } from "../play/board_title.ts";
import { boardName } from "../play/boards.ts";
import { clockText, lengthText } from "../play/clock.ts";
import { DAILY_NAMES, dailyBoard, dailyResult, dailyStreak, shareText, today } from "../play/daily_board.ts";
import { dayAfter } from "../play/days.ts";
import { followGames, list, load, running, type RunningGameRow } from "../play/games.ts";
import { parseRecord } from "../play/record.ts";
import { pictureCodes } from "../play/board_pictures.ts";
import { Thumbnail } from "./thumbnail.tsx";
import { ViewScreen } from "./view_screen.tsx";
import type { App } from "../app.ts";
import type { GameRow } from "../play/tally.ts";

/** Milliseconds between two checks of the clock. */
const LOOK = 10_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Number of earlier days in the list. */
const DAYS = 7;

export default class DailyBoardsScreen extends ViewScreen {
  title = this.text("title");
  keys = "daily";
  commands = {};
  #now = signal(Date.now());
  #today = computed(() => {
    void this.#now.value;
    return today();
  });
  #over = signal<GameRow[]>([]);
  #going = signal<RunningGameRow[]>([]);

  constructor(app: App) {
    super(app, "daily");
  }

  show(element: HTMLElement) {
    const { signal } = this.stop;
    element.classList.add("flat");
    super.show(element);
    const timer = setInterval(() => (this.#now.value = Date.now()), LOOK);
    signal.addEventListener("abort", () => clearInterval(timer));
    void followGames(this.app, () => this.#find(), (error) => this.app.fail(error), signal);
  }

  async #find() {
    const [over, going] = await Promise.all([list(this.app), running(this.app)]);
    if (this.stop.signal.aborted) return;
    this.#over.value = over;
    this.#going.value = going;
  }

  View = () => {
    const day = this.#today.value;
    const left = Math.ceil((DAY - (this.#now.value % DAY)) / MINUTE);
    const days = dailyStreak(this.#over.value, day);
    return (
      <>
        <h1>{this.title}</h1>
        <p class="lead">{this.text("lead_by_date")}</p>
        <div class="daily-body">
          <section class="daily-day">
            <h2>{this.text("today", { date: dateText(this.app, new Date(day), { dateStyle: "full" }) })}</h2>
            <p class="next">
              {this.text("next", { hours: Math.floor(left / 60), minutes: left % 60 })}{" "}
              {this.text(days ? "streak" : "no_streak", { days })}
            </p>
            <ul class="cards">
              {DAILY_NAMES.map((name) => <li key={name}><this.Card tag={`${day}-${name}`} /></li>)}
            </ul>
          </section>
          <this.Week />
        </div>
      </>
    );
  };

  Card = ({ tag }: { tag: string }) => {
    const { app } = this;
    const board = dailyBoard(tag);
    const shape = Shape.parse(board.board);
    const name = `${shape.dimensions}-D`;
    const result = dailyResult(this.#over.value, tag);
    const isRunning = this.#going.value.some(({ daily }) => daily === tag);
    const days = dailyStreak(this.#over.value, board.day, board.name);
    const time = result && lengthText(app, result.milliseconds);
    const outcome = result?.outcome ?? (isRunning ? "ongoing" : "none");
    const play = this.text(isRunning && result?.outcome !== "won" ? "go_on" : result ? "once_more" : "play");
    const kind = result ? "button" : "button primary";
    const picture = (PICTURES as Record<string, string>)[boardName(shape, board.mines)];
    return (
      <article class="daily-card" data-daily={board.name}>
        <Thumbnail app={app} shape={shape} codes={pictureCodes(picture)} />
        <div class="words">
          <h3>{name}</h3>
          <p class="about">{boardText(app, board)}</p>
          <p class={`own ${outcome}`}>{this.text(`own_${outcome}`, { time, place: null })}</p>
          {days > 0 && <p>{this.text("streak", { days })}</p>}
          <p class="buttons">
            <a class={kind} href={`#/game?daily=${tag}`} aria-label={`${play}: ${name}`}>{play}</a>
            {result && (
              <LabelledButton text={this.text("share")} label={name} onClick={() => this.#share(result, days)} />
            )}
          </p>
        </div>
      </article>
    );
  };

  /** The boards of the last days, which can still be played. */
  Week = () => {
    const days = Array.from({ length: DAYS }, (_, place) => dayAfter(this.#today.value, -1 - place));
    return (
      <table class="daily-week">
        <caption>{this.text("week")}</caption>
        <thead>
          <tr><td />{DAILY_NAMES.map((name) => <th scope="col">{name.replace("d", "-D")}</th>)}</tr>
        </thead>
        <tbody>
          {days.map((day) => {
            const date = dateText(this.app, new Date(day), { weekday: "short", day: "numeric", month: "short" });
            const results = DAILY_NAMES.map((name) => this.#past(`${day}-${name}`, date));
            return <tr key={day}><th scope="row">{date}</th>{results}</tr>;
          })}
        </tbody>
      </table>
    );
  };

  #past(tag: string, date: string) {
    const result = dailyResult(this.#over.value, tag);
    const name = `${dailyBoard(tag).name.replace("d", "-D")}, ${date}`;
    const sign = result && `${result.outcome === "won" ? "✓" : "✗"} ${clockText(result.milliseconds)}`;
    const time = result && lengthText(this.app, result.milliseconds);
    const label = this.text(result ? `own_${result.outcome}` : "play", { time, place: null });
    return (
      <td class={result?.outcome}>
        <a class="outcome" href={`#/game?daily=${tag}`} aria-label={`${name}: ${label}`}>{sign ?? "▷"}</a>
      </td>
    );
  }

  async #share({ key }: GameRow, days: number) {
    const { app } = this;
    try {
      await copyText(app, shareText(parseRecord(await load(app, key)), days), { what: this.text("share_text") });
    } catch (error) {
      await app.fail(error);
    }
  }
}
