// A month as a grid of days with keyboard navigation, after the ARIA pattern for date grids.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { dateText, dayByKey, firstWeekday, monthAfter, weeksOf } from "../../multiplayer/dates.ts";
import { PeriodTurning } from "./data_views.tsx";
import type { App } from "../../app.ts";

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

export function Calendar({ app, month, chosen, today, hasEarlier, hasLater, mark, choose, turn }: CalendarProps) {
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
