// A month as a grid of days with keyboard navigation, after the ARIA pattern for date grids.

import { button, node } from "../../frame/elements.ts";
import { dayByKey, firstWeekday, monthAfter, weeksOf } from "../../together/months.ts";
import { dateText, firstDay } from "../../together/periods.ts";
import type { App } from "../../app.ts";

/** The mark of a day, as a symbol and in words. */
type Mark = { sign: string; text: string; hasBoards: boolean };

export class Calendar {
  mark;
  choose;
  turn;
  first;
  element;
  #name = node("h2", "month-name");
  #table = node("table", "month");
  #earlier;
  #later;
  #month = "";
  #chosen = "";
  #today = "";
  /** The day that has the keyboard focus. */
  #focused = "";
  #hasEarlier = false;
  #hasLater = false;

  /**
   * @param app - knows the part "daily"
   * @param asked - `mark` returns the mark of a day, `choose` is called when one is selected, `turn` shows another month
   */
  constructor(public app: App, { mark, choose, turn }: {mark: (day: string) => Mark, choose: (day: string) => void, turn: (month: string) => Promise<void>}) {
    this.mark = mark;
    this.choose = choose;
    this.turn = turn;
    this.first = firstWeekday(app.messages.locale);
    this.#earlier = button("‹", () => this.#go(-1), { label: app.text("daily.earlier") });
    this.#later = button("›", () => this.#go(1), { label: app.text("daily.later") });
    this.#name.id = "calendar-month";
    this.#name.setAttribute("aria-live", "polite");
    this.#table.setAttribute("role", "grid");
    this.#table.setAttribute("aria-labelledby", this.#name.id);
    this.#table.addEventListener("keydown", (event) => void this.#press(event));
    this.#table.addEventListener("click", ({ target }) => {
      const day = target instanceof Element ? (target.closest("[data-day]") as HTMLElement | null)?.dataset.day : undefined;
      if (day) this.#choose(day);
    });
    this.element = node("div", "calendar", node("div", "period-turning", this.#earlier, this.#name, this.#later), this.#table);
  }

  /**
   * @param chosen - the selected day
   * @param beside - whether there are earlier and later months
   */
  show(month: string, chosen: string, today: string, { hasEarlier = false, hasLater = false }: {hasEarlier?: boolean, hasLater?: boolean} = {}) {
    const hadFocus = this.#table.contains(document.activeElement);
    // The server's date may differ from this device's: keyboard focus starts at the selected day.
    if (chosen !== this.#chosen && !hadFocus) this.#focused = "";
    [this.#month, this.#chosen, this.#today] = [month, chosen, today];
    [this.#hasEarlier, this.#hasLater] = [hasEarlier, hasLater];
    if (!this.#focused.startsWith(month)) this.#focused = chosen.startsWith(month) ? chosen : `${month}-01`;
    this.#earlier.setAttribute("aria-disabled", String(!hasEarlier));
    this.#later.setAttribute("aria-disabled", String(!hasLater));
    const name = dateText(this.app, firstDay("month", month) as Date, { month: "long", year: "numeric" });
    if (this.#name.textContent !== name) this.#name.textContent = name;
    this.#fill();
    if (hadFocus) this.#focus();
  }

  #fill() {
    const weeks = weeksOf(this.#month, this.first);
    // Months span four to six weeks: always draw six, so that nothing below moves.
    while (weeks.length < 6) weeks.push(Array.from({ length: 7 }, () => null));
    // 5 January 1970 was a Monday.
    const heads = Array.from({ length: 7 }, (_, place) => {
      const day = new Date(Date.UTC(1970, 0, 4 + this.first + place));
      const head = node("th", "", dateText(this.app, day, { weekday: "short" }));
      head.scope = "col";
      head.abbr = dateText(this.app, day, { weekday: "long" });
      return head;
    });
    const head = node("thead", "", node("tr", "", ...heads));
    const rows = weeks.map((week) => node("tr", "", ...week.map((day) => this.#cell(day))));
    this.#table.replaceChildren(head, node("tbody", "", ...rows));
  }

  #cell(day: string | null) {
    const cell = node("td");
    cell.setAttribute("role", "gridcell");
    if (!day) {
      cell.className = "outside";
      return cell;
    }
    const { sign, text, hasBoards } = this.mark(day);
    const date = dateText(this.app, firstDay("day", day) as Date, { weekday: "long", day: "numeric", month: "long" });
    const seen = node("span", "seen", node("span", "number", String(Number(day.slice(8)))), node("span", "sign", sign));
    seen.ariaHidden = "true";
    cell.append(seen, node("span", "unseen", [date, text].filter(Boolean).join(", ")));
    cell.dataset.day = day;
    cell.tabIndex = day === this.#focused ? 0 : -1;
    cell.setAttribute("aria-selected", String(day === this.#chosen));
    if (day === this.#today) cell.setAttribute("aria-current", "date");
    if (!hasBoards) cell.setAttribute("aria-disabled", "true");
    return cell;
  }

  #choose(day: string) {
    if (!this.mark(day).hasBoards) return;
    this.#chosen = this.#focused = day;
    this.#fill();
    this.#focus();
    this.choose(day);
  }

  #focus() {
    (this.#table.querySelector(`[data-day="${this.#focused}"]`) as HTMLElement | null)?.focus({ preventScroll: true });
  }

  #go(months: number) {
    if (months < 0 ? !this.#hasEarlier : !this.#hasLater) return;
    return this.turn(monthAfter(this.#month, months));
  }

  async #press(event: KeyboardEvent) {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    if (key === "Enter" || key === " ") {
      event.preventDefault();
      this.#choose(this.#focused);
      return;
    }
    const day = dayByKey(this.#focused, key, { first: this.first, isShifted: shiftKey });
    if (day === this.#focused) return;
    event.preventDefault();
    const month = day.slice(0, 7);
    if (month === this.#month) {
      this.#focused = day;
      for (const cell of this.#table.querySelectorAll("[data-day]") as NodeListOf<HTMLElement>) cell.tabIndex = cell.dataset.day === day ? 0 : -1;
      return this.#focus();
    }
    if (month < this.#month ? !this.#hasEarlier : !this.#hasLater) return;
    this.#focused = day;
    await this.turn(month);
    this.#focus();
  }
}
