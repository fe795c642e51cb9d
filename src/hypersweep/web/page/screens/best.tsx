// The best times verified by the server, by board, rules, grade and period.

import { signal } from "@preact/signals";
import { BOARDS } from "../data/boards.ts";
import { CLASSIC, GRADES, GUESSES, checkRules, formatRules, parseRules } from "../engine/rules.ts";
import { Shape } from "../engine/shape.ts";
import { usualFirstOpen } from "../play/boards.ts";
import { boardTitle } from "../play/board_title.ts";
import { shownTime } from "../play/clock.ts";
import { PERIODS, dateText, firstDay, periodName, type Period } from "../multiplayer/dates.ts";
import { ask } from "../multiplayer/http.ts";
import {
  Answer, AskedScreen, Moment, PeriodTurning, PersonLink, Segments, Table, type Page,
} from "./server_screen.tsx";
import { playRanked } from "../multiplayer/new_room.ts";
import type { App, Place } from "../app.ts";
import type { BestTime, Leaderboard, Me } from "../data/protocol.ts";

/** A list of best times, as in its address. */
type List = {
  board: string;
  mines: number;
  rules: string;
  grade: string;
  period: Period;
  /** the chosen period; "" for the current one */ begins: string;
  /** the daily board, if one is chosen: "2026-11-22 expert" */ daily: string;
};
type Found = { board: Leaderboard; page: Page<BestTime>; me: Me | null };

/** The usual rules of a board with a setting for guesses. */
function rulesOf(board: string, mines: number, guess: (typeof GUESSES)[number]) {
  return formatRules(checkRules({ ...CLASSIC, guess, firstOpen: usualFirstOpen(Shape.parse(board), mines, guess) }));
}

/** Read the query of an address, ignoring invalid parts. */
function readList(query: URLSearchParams): List {
  let [board, mines] = ["16x30", 99];
  let rules = "";
  try {
    const shape = Shape.parse(query.get("board") ?? "");
    const name = shape.format();
    const count = Number(query.get("mines") ?? BOARDS.find((each) => each.board === name)?.mines);
    if (Number.isInteger(count) && count >= 0 && count < shape.cells) [board, mines] = [name, count];
  } catch {
    // It isn't a board.
  }
  try {
    rules = formatRules(parseRules(query.get("rules") ?? rulesOf(board, mines, "allowed")));
  } catch {
    rules = rulesOf(board, mines, "allowed");
  }
  const grade = GRADES.find((each) => each === query.get("grade")) ?? "";
  const period = PERIODS.find((each) => each === query.get("period")) ?? "month";
  const begins = query.get("begins") ?? "";
  const daily = query.get("daily") ?? "";
  return { board, mines, rules, grade, period, begins: firstDay(period, begins) ? begins : "", daily };
}

function queryOf(list: Partial<List>) {
  const said = Object.entries(list).filter(([, value]) => value !== "");
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)]));
}

export default class BestScreen extends AskedScreen<Found> {
  #list = signal<List>(readList(new URLSearchParams()));

  constructor(app: App, { query }: Place) {
    super(app, "best");
    this.#list.value = readList(query);
  }

  async ask(signal: AbortSignal): Promise<Found> {
    const list = this.#list.value;
    history.replaceState(history.state, "", `#/best?${queryOf(list)}`);
    const [board, me] = await Promise.all([this.#fetch(list, "", signal), ask("/api/me", { signal })]);
    return { board, page: pageOf(board), me };
  }

  /** @param after - from the previous page, "" for the first */
  #fetch({ daily, ...list }: List, after: string | number, signal: AbortSignal): Promise<Leaderboard> {
    const [date, preset] = daily.split(" ").map(encodeURIComponent);
    const query = new URLSearchParams([...(preset ? [] : queryOf(list)), ...(after ? [["after", String(after)]] : [])]);
    return ask(`${preset ? `/api/daily/${date}/${preset}` : "/api/leaderboards"}?${query}`, { signal });
  }

  #change(changes: Partial<List>) {
    this.#list.value = { ...this.#list.value, daily: "", ...changes };
    void this.asked.load();
  }

  #turn(begins?: string) {
    if (begins) this.#change({ begins });
  }

  View = () => {
    const found = this.asked.value.value?.board;
    return (
      <>
        <h1>{this.title}</h1>
        <this.Tools />
        <PeriodTurning labels={[this.text("earlier"), this.text("later")]} has={[!!found?.earlier, !!found?.later]}
          turn={(step) => this.#turn(step < 0 ? found?.earlier : found?.later)}>
          <h2 class="period-name" aria-live="polite">{found && this.#nameOf(found)}</h2>
        </PeriodTurning>
        <Answer asked={this.asked} class="best-list">{(answer) => <this.Times {...answer} />}</Answer>
      </>
    );
  };

  Tools = () => {
    const { board, mines, rules, grade, period } = this.#list.value;
    const { guess } = parseRules(rules);
    const optionOf = (each: { board: string; mines: number }) => {
      return [`${each.board}/${each.mines}`, boardTitle(this.app, { board: each.board, mines: each.mines })];
    };
    const own = optionOf({ board, mines });
    const boards = BOARDS.map(optionOf);
    if (!boards.some(([value]) => value === own[0])) boards.push(own);
    const guesses = GUESSES.map((each) => [rulesOf(board, mines, each), this.text(`guess_${each}`)]);
    if (!guesses.some(([value]) => value === rules)) guesses.push([rules, rules]);
    const grades = ["", ...GRADES].map((each) => [each, this.text(`grade_${each || "any"}`)]);
    const choice = (name: string, options: string[][], chosen: string, set: (value: string) => void) => (
      <label class="field" hidden={name === "grade" && guess !== "never"}>
        <span>{this.text(name)}</span>
        <select name={name} value={chosen} onChange={(event) => set(event.currentTarget.value)}>
          {options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
        </select>
      </label>
    );
    return (
      <div class="best-tools row">
        {choice("board", boards, own[0], (value) => {
          const [name, count] = value.split("/");
          this.#change({ board: name, mines: Number(count), rules: rulesOf(name, Number(count), guess) });
        })}
        {choice("rules", guesses, rules, (value) => {
          this.#change({ rules: value, grade: parseRules(value).guess === "never" ? grade : "" });
        })}
        {choice("grade", grades, grade, (value) => this.#change({ grade: value }))}
        <Segments name="period" legend={<legend class="about">{this.text("period")}</legend>} values={PERIODS} chosen={period}
          textOf={(each) => this.text(`of_${each}`)} choose={(each) => this.#change({ period: each, begins: "" })} />
      </div>
    );
  };

  #nameOf({ daily, period, begins }: Leaderboard) {
    if (!daily) return periodName(this.app, period, begins);
    const day = firstDay("day", daily.slice(0, 10));
    return this.text("of_daily", { date: day ? dateText(this.app, day, { dateStyle: "long" }) : daily });
  }

  Times = ({ board, page, me }: Found) => {
    const list = this.#list.peek();
    // Guests aren't listed.
    const isGuest = me?.is_guest ?? true;
    const guests = <p class="my-place">{this.text("guests")} <a href="#/account">{this.text("to_account")}</a></p>;
    if (!page.rows.length) return <><this.Nothing {...board} />{isGuest && guests}</>;
    return (
      <>
        {isGuest ? guests : <this.MyPlace {...board} />}
        <Table screen={this} caption={`${this.title}: ${this.#nameOf(board)}`} empty=""
          heads={["#place", "name", "#time", "date"]} header={1} page={page}
          more={async (after) => pageOf(await this.#fetch(list, after, this.stop.signal))}
          cellsOf={(row) => this.#cells(row, board.mine?.person === row.person)} />
        {!board.daily && this.#play()}
      </>
    );
  };

  #cells({ place, person, name, game, milliseconds, finished }: BestTime, isMine: boolean) {
    const time = shownTime(this.app, milliseconds);
    const cells = [
      place,
      <><PersonLink person={person} name={name} />{isMine && <span class="you">{` ${this.text("you")}`}</span>}</>,
      <a href={`#/shared/${game}`} aria-label={this.text("game_of", { name, time })}>{time}</a>,
      <Moment app={this.app} at={finished} how={{ dateStyle: "medium" }} />,
    ];
    return { key: game, class: isMine ? "mine" : undefined, cells };
  }

  /** The player's own rank, even if it isn't on this page. */
  MyPlace = ({ mine, total }: Leaderboard) => {
    if (!mine) return <p class="my-place">{this.text("not_placed", { total })}</p>;
    const place = this.text("my_place", { place: mine.place, total, time: shownTime(this.app, mine.milliseconds) });
    return <p class="my-place">{place} <a href={`#/shared/${mine.game}`}>{this.text("my_game")}</a></p>;
  };

  #play() {
    const play = () => {
      const { board, mines, rules } = this.#list.value;
      return playRanked(this.app, { board, mines, rules });
    };
    return <p class="buttons">{this.button("play", play, { class: "primary" })}</p>;
  }

  Nothing = ({ earlier, later, daily }: Leaderboard) => {
    const isOver = Boolean(later || daily);
    return (
      <div class="nothing">
        <p>{this.text(isOver ? "nobody_then" : "nobody")}</p>
        {!isOver && this.#play()}
        {isOver && earlier && <p class="buttons">{this.button("earlier", () => this.#turn(earlier))}</p>}
      </div>
    );
  };
}

function pageOf({ rows, after }: Leaderboard): Page<BestTime> {
  return { rows, next: after || null };
}
