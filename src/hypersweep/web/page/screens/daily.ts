// The daily boards: one for each day and preset, the same for all players; and a calendar of those played.
//
// The server decides what day it is, because a device's clock may be wrong.

import { button, made, node } from "../frame/elements.ts";
import { boardText, presetText } from "../play/board_title.ts";
import { shownTime } from "../play/clock.ts";
import { ask } from "../together/http.ts";
import { identity } from "../together/me.ts";
import { isMonth, monthAfter } from "../together/months.ts";
import { dateText, dayText, firstDay } from "../together/periods.ts";
import { daysWon, goesOnBefore, streakOf } from "../together/streaks.ts";
import { Asked } from "./asking/asked.ts";
import { Calendar } from "./asking/calendar.ts";
import { link } from "./asking/links.ts";
import { playRoom } from "./asking/playing.ts";
import type { App, Place } from "../app.ts";
import type { DailyBoard, DailyEnds, DailyMonth, DailyPreset } from "../data/protocol.ts";

/** Maximum number of months searched for a streak. */
const MOST_MONTHS = 24;
const MINUTE = 60_000;

export default class DailyScreen {
  title;
  /** The selected day; "" for today. */
  day;
  /** Today's date by the server's clock; "" before its first answer. */
  today;
  /** The month that the calendar shows; "" for the current one. */
  month;
  asked;
  calendar?: Calendar;
  element?: HTMLElement;
  keys = "daily";
  commands: Record<string, (...values: any[]) => unknown> = {};
  #stop = new AbortController();
  #months: Map<string, DailyMonth> = new Map();
  #timer = 0;
  #boards = node("div", "daily-boards");
  #streak = node("p", "streak");
  #next = node("p", "next");
  #heading = node("h2", "");
  /** The current month, as the server last sent it. */
  #now: DailyMonth | null = null;
  /**
   * When it arrived, by two clocks of the device: one may be changed while the page is open, the other may stop while
   * the device sleeps.
   */
  #heard = { date: 0, page: 0 };

  constructor(public app: App, { parts: [part = ""] }: Place) {
    this.title = app.text("daily.title");
    this.day = firstDay("day", part) ? part : "";
    this.today = "";
    this.month = this.day.slice(0, 7) || (isMonth(part) ? part : "");
    this.asked = new Asked(app, this.#boards, this.#stop.signal);
    identity.addEventListener("change", () => this.#anew(), { signal: this.#stop.signal });
  }

  #text(name: string, values?: any) {
    return this.app.text(`daily.${name}`, values);
  }

  show(element: HTMLElement) {
    element.classList.add("flat", "asking-page");
    const calendar = (this.calendar = new Calendar(this.app, {
      mark: (day) => this.#mark(day),
      choose: (day) => this.#choose(day),
      turn: (month) => this.#turn(month),
    }));
    this.#heading.tabIndex = -1;
    // On phones the boards come first, and the calendar is folded.
    const aside = node("details", "daily-calendar", node("summary", "", this.#text("calendar")), calendar.element, this.#streak);
    const wide = matchMedia("(min-width: 821px)");
    aside.open = wide.matches;
    // On wide screens it is always unfolded, because nothing there could unfold it.
    wide.addEventListener("change", () => (aside.open ||= wide.matches), { signal: this.#stop.signal });
    const main = node("section", "daily-day", this.#heading, this.#next, this.#boards);
    element.append(node("h1", "", this.title), node("p", "lead", this.#text("lead")), node("div", "daily-body", aside, main));
    // Reserve space for the server's answer by showing this device's date, which takes as much.
    this.element = element;
    element.classList.add("unanswered");
    const guess = dayText(new Date());
    this.#nameDay(this.day || guess, guess);
    calendar.show(this.month || guess.slice(0, 7), this.day || guess, "");
    return this.#load();
  }

  leave() {
    this.#stop.abort();
    clearTimeout(this.#timer);
  }

  async #fetch(month: string, signal: AbortSignal = this.#stop.signal): Promise<DailyMonth> {
    const known = this.#months.get(month);
    if (known) return known;
    const found = await ask(`/api/daily?month=${month}`, { signal }) as DailyMonth;
    this.#months.set(found.month, found);
    return found;
  }

  /** Fetch the current month. */
  async #fetchNow(signal: AbortSignal) {
    if (this.#now) return this.#now;
    const found = await ask("/api/daily", { signal }) as DailyMonth;
    this.#heard = { date: Date.now(), page: performance.now() };
    this.#months.set(found.month, found);
    return (this.#now = found);
  }

  /** Clear all data: the day or the person has changed. */
  #anew() {
    this.#now = null;
    this.#months.clear();
    return this.#load();
  }

  #load() {
    const load = async (signal: AbortSignal) => {
      const now = await this.#fetchNow(signal);
      return { now, found: this.month ? await this.#fetch(this.month, signal) : now };
    };
    return this.asked.show(load, ({ now, found }) => this.#fill(now, found));
  }

  /** @param found - the month that the calendar shows */
  #fill(now: DailyMonth, found: DailyMonth) {
    const { today } = now;
    this.today = today;
    this.element?.classList.remove("unanswered");
    const day = this.day || today;
    this.calendar?.show(found.month, day, today, { hasEarlier: found.earlier !== "", hasLater: found.later !== "" });
    const shown = this.#find(day);
    // The selected day may not be in the month that the calendar shows.
    if (shown || day.startsWith(found.month)) this.#fillDay(day, shown?.presets ?? found.presets, shown?.boards ?? []);
    this.#tick();
    void this.#findStreaks(today);
  }

  #find(day: string) {
    const month = this.#months.get(day.slice(0, 7));
    const found = month?.days.find(({ date }) => date === day);
    return month && found ? { presets: month.presets, boards: found.boards } : null;
  }

  #fillDay(day: string, presets: DailyPreset[], boards: DailyBoard[]) {
    this.#nameDay(day, this.today);
    if (!boards.length) return this.#boards.replaceChildren(node("p", "empty", this.#text("none")));
    const cards = boards.flatMap((board) => {
      const preset = presets.find((each) => each.preset === board.preset);
      return preset ? [node("li", "", this.#card(day, preset, board))] : [];
    });
    this.#boards.replaceChildren(node("ul", "daily-cards", ...cards));
  }

  #nameDay(day: string, today: string) {
    const date = dateText(this.app, firstDay("day", day) as Date, { dateStyle: "full" });
    this.#heading.textContent = day === today ? this.#text("today", { date }) : date;
    this.#next.hidden = day !== today;
  }

  /** Milliseconds until a day's mines and records are published, and further tries allowed. */
  #sealedFor(day: string) {
    const found = this.#months.get(day.slice(0, 7))?.days.find(({ date }) => date === day);
    return (found?.sealed_for ?? 0) - this.#passed();
  }

  /** Milliseconds since the server answered. */
  #passed() {
    return Math.max(Date.now() - this.#heard.date, performance.now() - this.#heard.page);
  }

  #card(day: string, preset: DailyPreset, { winners = 0, best = null, mine }: DailyBoard) {
    const { app } = this;
    const isToday = day === this.today;
    const sealedFor = this.#sealedFor(day);
    const isSealed = sealedFor > 0;
    const name = presetText(app, preset.preset);
    const heading = node("h3", "", name);
    const about = node("p", "about", boardText(app, preset));
    const others = node("p", "winners", this.#text("winners", { winners, best: best === null ? "" : shownTime(app, best) }));
    const card = node("article", "daily-card", heading, about, others, node("p", `own ${mine?.outcome ?? "none"}`, this.#own(mine)));
    card.dataset.preset = preset.preset;
    const play = (text: string, isPrimary = false) =>
      button(this.#text(text), () => playRoom(app, `/api/daily/${day}/${encodeURIComponent(preset.preset)}`, {}), {
        className: isPrimary ? "primary" : "",
        label: name,
      });
    const ways = node("p", "buttons");
    if (mine && (mine.outcome ?? "ongoing") === "ongoing") {
      const on = link(`room/${encodeURIComponent(mine.room)}`, this.#text("go_on"));
      on.className = "button primary";
      on.setAttribute("aria-label", `${on.textContent}: ${name}`);
      ways.append(on);
    } else if (isSealed && (mine || !isToday)) {
      card.append(node("p", "sealed", this.#text("sealed", { date: dateText(app, new Date(Date.now() + sealedFor), { dateStyle: "short", timeStyle: "short", timeZone: undefined }) })));
    } else {
      ways.append(play(mine ? "again" : isToday ? "play" : "play_late", !mine && isToday));
    }
    const query = new URLSearchParams({ board: preset.board, mines: String(preset.mines), rules: preset.rules, period: "all", daily: `${day} ${preset.preset}` });
    const times = link(`best?${query}`, this.#text("times"));
    times.setAttribute("aria-label", `${times.textContent}: ${name}`);
    ways.append(times);
    if (mine?.game && !isSealed) {
      const game = link(`shared/${encodeURIComponent(mine.game)}`, this.#text("game"));
      game.setAttribute("aria-label", `${game.textContent}: ${name}`);
      ways.append(game);
    }
    card.append(ways);
    if (!isToday && !isSealed) card.append(this.#ends(day, preset.preset, name));
    return card;
  }

  /** Results for a past day's board, loaded when they are unfolded. */
  #ends(day: string, preset: string, name: string) {
    const inside = node("div", "daily-ends");
    const asked = new Asked(this.app, inside, this.#stop.signal);
    const details = node("details", "", node("summary", "", this.#text("ends")), inside);
    details.addEventListener("toggle", () => {
      if (!details.open || inside.childElementCount) return;
      void asked.show(
        (signal: AbortSignal) => ask(`/api/daily/${day}/${encodeURIComponent(preset)}/ends`, { signal }),
        ({ tries, won, cells, picture }: DailyEnds) => {
          const lost = cells.reduce((sum, [, count]) => sum + count, 0);
          const image = made("img", { alt: this.#text("ends_picture", { name, mines: cells.length }), src: `data:image/svg+xml,${encodeURIComponent(picture)}` });
          inside.replaceChildren(node("p", "", this.#text("ends_of", { tries, won, lost })), image);
        },
      );
    });
    return details;
  }

  /** The result of the player's own try. */
  #own(mine: DailyBoard["mine"]) {
    if (!mine) return this.#text("own_none");
    const { outcome = "ongoing", milliseconds = 0, place = null } = mine;
    return this.#text(`own_${outcome}`, { time: shownTime(this.app, milliseconds), place });
  }

  /** The calendar's mark of a day. */
  #mark(day: string) {
    const boards = this.#find(day)?.boards ?? [];
    const tried = boards.filter(({ mine }) => mine).length;
    const won = boards.filter(({ mine }) => mine?.outcome === "won").length;
    return { sign: won ? `✓ ${won}` : tried ? "·" : "", text: tried ? this.#text("day_own", { won, tried, all: boards.length }) : "", hasBoards: boards.length > 0 };
  }

  #choose(day: string) {
    this.day = day === this.today ? "" : day;
    const month = day.slice(0, 7);
    history.replaceState(history.state, "", `#/daily${this.day ? `/${day}` : ""}`);
    const found = this.#find(day);
    const presets = this.#months.get(month)?.presets ?? [];
    this.#fillDay(day, found?.presets ?? presets, found?.boards ?? []);
    this.#heading.scrollIntoView({ block: "nearest" });
    this.app.announce(this.#heading.textContent ?? "");
  }

  /** Show another month. */
  async #turn(month: string) {
    this.month = month === this.today.slice(0, 7) ? "" : month;
    await this.#load();
  }

  /** Show how long today's boards stay available, in minutes. */
  #tick() {
    clearTimeout(this.#timer);
    const left = (this.#now?.ends_in ?? 0) - this.#passed();
    if (left <= 0) return void this.#anew();
    const minutes = Math.ceil(left / MINUTE);
    this.#next.textContent = this.#text("next", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
    this.#timer = window.setTimeout(() => this.#tick(), Math.min(left, left % MINUTE || MINUTE) + 50);
  }

  /** Compute the streak, loading earlier months as long as it continues. */
  async #findStreaks(today: string) {
    const own = this.#months;
    try {
      let month = today.slice(0, 7);
      const days = [];
      for (let count = 0; count < MOST_MONTHS; ++count, month = monthAfter(month, -1)) {
        const found = await this.#fetch(month);
        days.push(...found.days);
        if (!found.earlier || !goesOnBefore(daysWon(days), month, today)) break;
      }
      if (this.#stop.signal.aborted || own !== this.#months) return;
      const streak = streakOf(daysWon(days), today);
      this.#streak.textContent = streak ? this.#text("streak", { days: streak }) : this.#text("no_streak");
    } catch (error) {
      // The error is already shown in place of the boards.
      if (!this.#stop.signal.aborted) this.#streak.textContent = "";
    }
  }
}
