// Counters of a game's clicks, losses, undos and hints, like Python's session/results.py; and the row for lists of
// games.

import { KNOWN } from "../data/records.ts";
import { formatRules } from "../engine/rules.ts";
import type { BoardValue, Outcome } from "../engine/terms.ts";
import type { Event, Head } from "./record_writer.ts";

/** Data of a finished game for lists. */
export interface GameRow {
  /** for `load`, and in addresses */ key: string;
  /** text form of its shape */ board: string;
  mines: number;
  /** text form */ rules: string;
  /** "ongoing" if it was abandoned */ outcome: Outcome;
  milliseconds: number;
  /** no undo, no hint, an unknown board, and not won by the first open alone */ isRanked: boolean;
  /** won by the first open alone, so not counted anywhere */ isWalkover: boolean;
  /** number of losses, including undone ones */ deaths: number;
  hints: number;
  undos: number;
  /** when it began, as ISO 8601 in UTC, or "" */ start: string;
  player: string;
  /** 3BV of a won game, otherwise null */ threeBV: number | null;
  /** all clicks, including those without effect and undone ones */ clicks: number;
  /** number of unnecessary guesses, once reviewed */ unneeded?: number;
  /** date and name of a daily board, such as "2026-11-29-4d" */ daily?: string;
}

/** What makes a game unranked, in the order in which texts list it; "known": the player may know the board. */
export const UNRANKED_BY = ["known", "undo", "hint", "walkover"] as const;

/** Counts events as they happen. */
export class Tally {
  unrankedBy = new Set<(typeof UNRANKED_BY)[number]>();
  deaths = 0;
  hints = 0;
  undos = 0;
  clicks = 0;
  isWalkover = false;
  #hasOpened = false;

  /** @param isKnown - whether the player may have known the board */
  constructor(isKnown = false) {
    if (isKnown) this.unrankedBy.add("known");
  }

  add({ kind, ended, changed, level }: Event) {
    if (kind === "hint") this.hints += Number(level === null || level === 1);
    else if (kind === "open" || kind === "flag" || kind === "chord") {
      this.clicks += 1;
      this.deaths += Number(ended === "lost");
      this.isWalkover = ended === "won" && !this.#hasOpened;
      this.#hasOpened ||= kind === "open" && changed > 0;
    } else if (kind === "undo") {
      // An undo that changes no cell takes back a question mark or a draft flag.
      this.undos += Number(changed > 0);
      this.isWalkover = false;
    }
    if (this.isWalkover) this.unrankedBy.add("walkover");
    else if (kind === "hint") this.unrankedBy.add("hint");
    else if ((kind === "undo" || kind === "redo") && changed) this.unrankedBy.add("undo");
  }

  get isRanked() {
    return !this.unrankedBy.size;
  }

  static of({ tags, events }: {tags: Head["tags"], events: readonly Event[]}) {
    const tally = new Tally(tags[KNOWN] === "yes");
    for (const event of events) tally.add(event);
    return tally;
  }
}

/** Make the row of a game. */
export function gameRow(key: string, { board, mines, rules, tags, outcome, milliseconds }: Head & {outcome: Outcome, milliseconds: number}, tally: Tally, threeBV: number | null): GameRow {
  const { isRanked, isWalkover, deaths, hints, undos, clicks } = tally;
  return {
    key,
    board: board.format(),
    mines,
    rules: formatRules(rules),
    outcome,
    milliseconds,
    isRanked,
    isWalkover,
    deaths,
    hints,
    undos,
    start: tags.start ?? "",
    player: tags.player ?? "",
    threeBV: outcome === "won" ? threeBV : null,
    clicks,
    ...(tags.daily ? { daily: tags.daily } : {}),
  };
}

/** Efficiency, 3BV / clicks; null without either. */
export function efficiencyOf({ threeBV, clicks }: Pick<GameRow, "threeBV" | "clicks">) {
  return threeBV === null || !clicks ? null : threeBV / clicks;
}

/** 3BV/s; null without a 3BV or a time. */
export function speedOf({ threeBV, milliseconds }: Pick<GameRow, "threeBV" | "milliseconds">) {
  return threeBV === null || !milliseconds ? null : (threeBV * 1000) / milliseconds;
}

/**
 * Figures to show of a game, finished or not.
 * @param value - of its board; null before the layout is decided
 */
export function gameFigures(clicks: number, milliseconds: number, value: BoardValue | null) {
  const done = value ? value.openingsOpen + value.singleOpen : 0;
  const solved = { threeBV: done, clicks, milliseconds };
  return { threeBV: value?.value ?? null, /** 3BV solved so far */ done, clicks, efficiency: efficiencyOf(solved), speed: speedOf(solved) };
}
