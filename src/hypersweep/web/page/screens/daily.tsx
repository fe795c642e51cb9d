// The daily boards: one for each day and preset, the same for all players; and a calendar of those played.
//
// The server decides what day it is, because a device's clock may be wrong.

import { computed, signal } from "@preact/signals";
import { createRef } from "preact";
import { useMemo, useLayoutEffect, useRef, useState } from "preact/hooks";
import { boardText, presetText } from "../play/board_title.ts";
import { lengthText } from "../play/clock.ts";
import { dayText } from "../play/days.ts";
import { dateText, firstDay, monthAfter, streakOf, dayByKey, firstWeekday, weeksOf } from "../multiplayer/dates.ts";
import { ask } from "../multiplayer/http.ts";
import { Answer, Asked, AskedScreen, PeriodTurning } from "./server_screen.tsx";
import { playRoom } from "../multiplayer/new_room.ts";
import type { App, Place } from "../app.ts";
import type { DailyBoard, DailyDay, DailyEnds, DailyMonth, DailyPreset } from "../data/protocol.ts";

/** Maximum number of months searched for a streak. */
const MOST_MONTHS = 24;
const MINUTE = 60_000;

/** The server's answers since the current day was last requested. */
type Known = {
  /** the current month */ now: DailyMonth;
  /**
   * When that arrived, by two clocks of the device: one may be changed while the page is open, the other may stop while
   * the device sleeps.
   */
  heard: { date: number; page: number };
  /** by name */ months: Map<string, DailyMonth>;
};
type Found = Known & { /** the month that the calendar shows */ shown: DailyMonth };

type CardProps = { day: string; isToday: boolean; preset: DailyPreset; board: DailyBoard; sealedFor: number };

export default class DailyScreen extends AskedScreen<Found> {
  /** The selected day; "" for today. */
  #day = signal("");
  /** The month that the calendar shows; "" for the current one. */
  #month = "";
  #known: Known | null = null;
  #timer = 0;
  #streak = signal("");
  /** How long today's boards stay available, as text. */
  #next = signal("");
  #heading = createRef<HTMLHeadingElement>();
  #wide = matchMedia("(min-width: 821px)");
  #isUnfolded = signal(this.#wide.matches);
  /** Until the server answers, this device's date reserves the space. */
  #today = computed(() => this.asked.value.value?.now.today ?? dayText(new Date()));

  constructor(app: App, { parts: [part = ""] }: Place) {
    super(app, "daily");
    this.#day.value = firstDay("day", part) ? part : "";
    this.#month = this.#day.value.slice(0, 7) || (firstDay("month", part) ? part : "");
    // On wide screens the calendar is always unfolded, because nothing there could unfold it.
    const unfold = () => (this.#isUnfolded.value ||= this.#wide.matches);
    this.#wide.addEventListener("change", unfold, { signal: this.stop.signal });
  }

  leave() {
    super.leave();
    clearTimeout(this.#timer);
  }

  async ask(signal: AbortSignal): Promise<Found> {
    const known = this.#known ?? (await this.#askNow(signal));
    const months = new Set([this.#month, this.#day.value.slice(0, 7)].map((month) => month || known.now.month));
    const [shown] = await Promise.all([...months].map((month) => this.#fetch(known, month, signal)));
    this.#known = known;
    this.#tick(known);
    void this.#findStreak(known);
    return { ...known, shown };
  }

  async #askNow(signal: AbortSignal): Promise<Known> {
    const now: DailyMonth = await ask("/api/daily", { signal });
    return { now, heard: { date: Date.now(), page: performance.now() }, months: new Map([[now.month, now]]) };
  }

  async #fetch({ months }: Known, month: string, signal: AbortSignal): Promise<DailyMonth> {
    const found = months.get(month) ?? (await ask(`/api/daily?month=${month}`, { signal }) as DailyMonth);
    months.set(found.month, found);
    return found;
  }

  /** Reload everything, because the day or the person has changed. */
  askAnew() {
    this.#known = null;
    return this.asked.load();
  }

  View = () => {
    const found = this.asked.value.value;
    const today = this.#today.value;
    const day = this.#day.value || today;
    const toggle = (event: Event) => (this.#isUnfolded.value = (event.currentTarget as HTMLDetailsElement).open);
    // On phones the boards come first, and the calendar is folded.
    return (
      <>
        <h1>{this.title}</h1>
        <p class="lead">{this.text("lead")}</p>
        <div class={`daily-body${found ? "" : " unanswered"}`}>
          <details class="daily-calendar" open={this.#isUnfolded.value} onToggle={toggle}>
            <summary>{this.text("calendar")}</summary>
            <Calendar app={this.app} month={found?.shown.month ?? (this.#month || day.slice(0, 7))} chosen={day}
              today={found ? today : ""} hasEarlier={!!found?.shown.earlier} hasLater={!!found?.shown.later}
              mark={this.#mark} choose={this.#choose} turn={this.#turn} />
            <p class="streak">{this.#streak}</p>
          </details>
          <section class="daily-day">
            <h2 tabIndex={-1} ref={this.#heading}>{this.#nameOf(day)}</h2>
            <p class="next" hidden={day !== today}>{this.#next}</p>
            <Answer asked={this.asked} class="daily-boards">{(value) => <this.Boards {...value} />}</Answer>
          </section>
        </div>
      </>
    );
  };

  #nameOf(day: string) {
    const date = dateText(this.app, firstDay("day", day) as Date, { dateStyle: "full" });
    return day === this.#today.value ? this.text("today", { date }) : date;
  }

  #find(day: string): DailyDay | undefined {
    return this.asked.value.value?.months.get(day.slice(0, 7))?.days.find(({ date }) => date === day);
  }

  /** Milliseconds since the server answered. */
  #passed({ heard }: Known) {
    return Math.max(Date.now() - heard.date, performance.now() - heard.page);
  }

  Boards = (found: Found) => {
    const name = this.#day.value || found.now.today;
    const day = this.#find(name);
    if (!day?.boards.length) return <p class="empty">{this.text("none")}</p>;
    // While a day is sealed, its mines and records aren't published, and further tries aren't allowed.
    const sealedFor = (day.sealed_for ?? 0) - this.#passed(found);
    const presets = found.months.get(name.slice(0, 7))?.presets ?? [];
    return (
      <ul class="cards">
        {day.boards.map((board) => {
          const preset = presets.find((each) => each.preset === board.preset);
          const props = { day: name, isToday: name === found.now.today, board, sealedFor };
          return preset && <li key={`${name} ${preset.preset}`}><this.Card preset={preset} {...props} /></li>;
        })}
      </ul>
    );
  };

  Card = ({ day, isToday, preset, board: { winners = 0, best = null, mine }, sealedFor }: CardProps) => {
    const { app } = this;
    const isSealed = sealedFor > 0;
    const isRunning = mine && (mine.outcome ?? "ongoing") === "ongoing";
    const canPlay = !isRunning && (!isSealed || (!mine && isToday));
    const name = presetText(app, preset.preset);
    const path = `/api/daily/${day}/${preset.preset}`;
    const play = () => playRoom(app, path, {});
    const { board, rules } = preset;
    const list = { board, mines: String(preset.mines), rules, period: "all", daily: `${day} ${preset.preset}` };
    const link = (text: string, address: string, className?: string) => (
      <a class={className} href={`#/${address}`} aria-label={`${this.text(text)}: ${name}`}>{this.text(text)}</a>
    );
    const until = app.messages.date(Date.now() + sealedFor, { timeStyle: "short" });
    return (
      <article class="daily-card panel" data-preset={preset.preset}>
        <h3>{name}</h3>
        <p class="about">{boardText(app, preset)}</p>
        <p class="winners">{this.text("winners", { winners, best: best === null ? "" : lengthText(app, best) })}</p>
        <p class={`own ${mine?.outcome ?? "none"}`}>{this.#own(mine)}</p>
        {!isRunning && !canPlay && <p class="sealed">{this.text("sealed", { date: until })}</p>}
        <p class="buttons">
          {isRunning && link("go_on", `room/${mine.room}`, "button primary")}
          {canPlay && mine && this.button("again", play, { label: name })}
          {canPlay && !mine && isToday && this.button("play", play, { label: name, class: "primary" })}
          {canPlay && !mine && !isToday && this.button("play_late", play, { label: name })}
          {link("times", `best?${new URLSearchParams(list)}`)}
          {mine?.game && !isSealed && link("game", `shared/${mine.game}`)}
        </p>
        {!isToday && !isSealed && <this.Ends path={`${path}/ends`} name={name} />}
      </article>
    );
  };

  #own(mine: DailyBoard["mine"]) {
    if (!mine) return this.text("own_none");
    const { outcome = "ongoing", milliseconds = 0, place = null } = mine;
    return this.text(`own_${outcome}`, { time: lengthText(this.app, milliseconds), place });
  }

  /** Results for a past day's board, loaded when the section is first expanded. */
  Ends = ({ path, name }: { path: string; name: string }) => {
    const { app, stop } = this;
    const asked = useMemo(() => new Asked<DailyEnds>(app, stop.signal, (signal) => ask(path, { signal })), []);
    return (
      <details onToggle={(event) => void (event.currentTarget.open && !asked.value.value && asked.load())}>
        <summary>{this.text("ends")}</summary>
        <Answer asked={asked} class="daily-ends">
          {({ tries, won, cells, picture }) => (
            <>
              <p>{this.text("ends_of", { tries, won, lost: cells.reduce((sum, [, count]) => sum + count, 0) })}</p>
              <img alt={this.text("ends_picture", { name, mines: cells.length })}
                src={`data:image/svg+xml,${encodeURIComponent(picture)}`} />
            </>
          )}
        </Answer>
      </details>
    );
  };

  #mark = (day: string) => {
    const boards = this.#find(day)?.boards ?? [];
    const tried = boards.filter(({ mine }) => mine).length;
    const won = boards.filter(({ mine }) => mine?.outcome === "won").length;
    const text = tried ? this.text("day_own", { won, tried, all: boards.length }) : "";
    return { sign: won ? `✓ ${won}` : tried ? "·" : "", text, hasBoards: boards.length > 0 };
  };

  #choose = (day: string) => {
    this.#day.value = day === this.#today.value ? "" : day;
    history.replaceState(history.state, "", `#/daily${this.#day.value ? `/${day}` : ""}`);
    this.#heading.current?.scrollIntoView({ block: "nearest" });
    this.app.announce(this.#nameOf(day));
  };

  #turn = (month: string) => {
    this.#month = month === this.#today.value.slice(0, 7) ? "" : month;
    return this.asked.load();
  };

  /** Show how long today's boards stay available, in minutes. */
  #tick(known: Known) {
    clearTimeout(this.#timer);
    const left = (known.now.ends_in ?? 0) - this.#passed(known);
    if (left <= 0) return void this.askAnew();
    const minutes = Math.ceil(left / MINUTE);
    this.#next.value = this.text("next", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
    this.#timer = window.setTimeout(() => this.#tick(known), Math.min(left, left % MINUTE || MINUTE) + 50);
  }

  /** Compute the win streak, loading earlier months as long as it continues. */
  async #findStreak(known: Known) {
    const { today } = known.now;
    const days: DailyDay[] = [];
    let streak = streakOf(days, today);
    try {
      let month = today.slice(0, 7);
      for (let count = 0; count < MOST_MONTHS; ++count, month = monthAfter(month, -1)) {
        const found = await this.#fetch(known, month, this.stop.signal);
        days.push(...found.days);
        streak = streakOf(days, today);
        if (!found.earlier || streak.before >= month) break;
      }
      if (known !== this.#known) return;
      this.#streak.value = this.text(streak.length ? "streak" : "no_streak", { days: streak.length });
    } catch {
      // The error is already shown in place of the boards.
      this.#streak.value = "";
    }
  }
}

/** The mark of a day, as a symbol and in words. */
type Mark = { sign: string; text: string; hasBoards: boolean };

type CalendarProps = {
  /** knows the texts of "daily" */ app: App;
  month: string;
  /** the selected day */ chosen: string;
  today: string;
  hasEarlier: boolean;
  hasLater: boolean;
  mark: (day: string) => Mark;
  choose: (day: string) => void;
  /** shows another month */ turn: (month: string) => Promise<void>;
};

function Calendar({ app, month, chosen, today, hasEarlier, hasLater, mark, choose, turn }: CalendarProps) {
  /** The day reached by keys since a day was last chosen. */
  const [reached, setReached] = useState({ day: "", chosen: "" });
  const table = useRef<HTMLTableElement>(null);
  const isReached = reached.chosen === chosen && reached.day.startsWith(month);
  /** The day that has the keyboard focus. */
  const focused = isReached ? reached.day : chosen.startsWith(month) ? chosen : `${month}-01`;
  const first = firstWeekday(app.messages.locale);
  const weeks = weeksOf(month, first);
  // Months span four to six weeks: always draw six, so that nothing below moves.
  while (weeks.length < 6) weeks.push(Array.from({ length: 7 }, () => null));

  useLayoutEffect(() => {
    // The cells stay in place, and the focus moves among them.
    if (isReached && table.current?.contains(document.activeElement)) {
      table.current.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus({ preventScroll: true });
    }
  });

  const pick = (day: string) => {
    if (!mark(day).hasBoards) return;
    setReached({ day, chosen: day });
    choose(day);
  };
  const press = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    const isPick = key === "Enter" || key === " ";
    const day = dayByKey(focused, key, { first, isShifted: shiftKey });
    if (!isPick && day === focused) return;
    event.preventDefault();
    if (isPick) return pick(focused);
    const other = day.slice(0, 7);
    if (other < month ? !hasEarlier : other > month && !hasLater) return;
    setReached({ day, chosen });
    if (other !== month) void turn(other);
  };

  const cellOf = (day: string | null) => {
    if (!day) return <td role="gridcell" class="outside" />;
    const { sign, text, hasBoards } = mark(day);
    const date = dateText(app, new Date(day), { weekday: "long", day: "numeric", month: "long" });
    return (
      <td role="gridcell" data-day={day} tabIndex={day === focused ? 0 : -1} aria-selected={day === chosen}
        aria-current={day === today ? "date" : undefined} aria-disabled={hasBoards ? undefined : true}
        onClick={() => pick(day)}>
        <span class="seen" aria-hidden="true">
          <span class="number">{Number(day.slice(8))}</span>
          <span class="sign">{sign}</span>
        </span>
        <span class="unseen">{[date, text].filter(Boolean).join(", ")}</span>
      </td>
    );
  };

  return (
    <div class="calendar">
      <PeriodTurning labels={[app.text("daily.earlier"), app.text("daily.later")]} has={[hasEarlier, hasLater]}
        turn={(step) => turn(monthAfter(month, step))}>
        <h2 class="month-name" id="calendar-month" aria-live="polite">
          {dateText(app, new Date(month), { month: "long", year: "numeric" })}
        </h2>
      </PeriodTurning>
      <table class="month" role="grid" aria-labelledby="calendar-month" ref={table} onKeyDown={press}>
        <thead>
          <tr>
            {weeks[0].map((_, place) => {
              // 5 January 1970 was a Monday.
              const day = new Date(Date.UTC(1970, 0, 4 + first + place));
              const textOf = (weekday: "long" | "short") => dateText(app, day, { weekday });
              return <th scope="col" abbr={textOf("long")}>{textOf("short")}</th>;
            })}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => <tr>{week.map(cellOf)}</tr>)}
        </tbody>
      </table>
    </div>
  );
}
