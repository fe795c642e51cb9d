// Statistics of a player's games: totals and series, computed from the rows of finished games. Like Python's
// session/results.py.

import { CLASSIC, RULES_BY_NAME, formatRules, gradeName, parseRules, type Rules } from "../engine/rules.ts";
import { rulesByChance } from "./refusals.ts";
import { efficiencyOf, speedOf, type GameRow } from "./tally.ts";

/** A board type, and the games on it. */
export type Kind = { board: string; mines: number; rules: string; rows: GameRow[] };

const order = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** Group games by board type, most played first, then earliest first. */
export function kindsOf(rows: readonly GameRow[]): Kind[] {
  const kinds: Map<string, Kind> = new Map();
  for (const row of rows) {
    const { board, mines, rules } = row;
    const name = JSON.stringify([board, mines, rules]);
    const own = kinds.get(name);
    if (own) own.rows.push(row);
    else kinds.set(name, { board, mines, rules, rows: [row] });
  }
  return [...kinds.values()].sort((one, other) => other.rows.length - one.rows.length);
}

/**
 * Describe the rules of a board type, without what is usual for it.
 * @param options - `usual`: the usual first open; `isOneOfSeveral`: whether the same board is also played with another
 * first open
 * @returns `rules`: those that aren't classic, or ""
 */
export function rulesNote({ rules: text }: {rules: string}, { usual, isOneOfSeveral = false }: {usual: string, isOneOfSeveral?: boolean}): {rules: string, firstOpen: string, guess: string, grade: string | null} {
  const rules = parseRules(text);
  const plain = rulesByChance(rules);
  const isClassic = formatRules({ ...plain, firstOpen: CLASSIC.firstOpen }) === formatRules(CLASSIC);
  const name = rulesName(plain);
  const tellsFirst = isClassic ? isOneOfSeveral || rules.firstOpen !== usual : name.tellsFirst;
  return {
    rules: isClassic ? "" : name.text,
    firstOpen: tellsFirst ? rules.firstOpen : "",
    guess: rules.guess === "allowed" ? "" : rules.guess,
    grade: gradeName(rules),
  };
}

/**
 * The name of rules, and whether the first open must be named too, because only that differs from the rules of this
 * name.
 * @param rules - without guess and grade
 */
function rulesName(rules: Rules) {
  const found = Object.entries(RULES_BY_NAME).filter(([, own]) => formatRules({ ...own, firstOpen: rules.firstOpen }) === formatRules(rules));
  if (!found.length) return { text: formatRules(rules), tellsFirst: false };
  const exact = found.find(([, own]) => own.firstOpen === rules.firstOpen);
  return { text: (exact ?? found[0])[0], tellsFirst: !exact };
}

/** The percentage of games won among the latest `window`, for each game. */
export function winRates(isWon: readonly boolean[], window = 20) {
  let won = 0;
  return isWon.map((isOne, place) => {
    won += Number(isOne);
    if (place >= window) won -= Number(isWon[place - window]);
    return (100 * won) / Math.min(place + 1, window);
  });
}

function median(values: readonly number[]) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The share of the earlier times that the latest one beats, from 0 to 1; null if there are none. */
export function percentile(times: readonly number[]) {
  const latest = times[times.length - 1];
  const earlier = times.slice(0, -1);
  return earlier.length ? earlier.filter((time) => time > latest).length / earlier.length : null;
}

/** The local date of a moment, as "2026-11-29"; "" if it is unknown. */
export function dayOf(moment: Date) {
  if (Number.isNaN(moment.getTime())) return "";
  return [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

export type Count = { games: number; won: number };

/** Count games by a property; games won by the first open alone don't count. */
function countBy<K>(rows: readonly GameRow[], of: (row: GameRow) => K): Map<K, Count> {
  const counts: Map<K, Count> = new Map();
  for (const row of rows) {
    if (row.isWalkover) continue;
    const { games, won } = counts.get(of(row)) ?? { games: 0, won: 0 };
    counts.set(of(row), { games: games + 1, won: won + Number(row.outcome === "won") });
  }
  return counts;
}

/** Games by local day; those of an unknown day are left out. */
export function daysPlayed(rows: readonly GameRow[]) {
  const days = countBy(rows, ({ start }) => dayOf(new Date(start)));
  days.delete("");
  return days;
}

/** Games by the number of dimensions of their boards, fewest first. */
export function byDimension(rows: readonly GameRow[]): [number, Count][] {
  return [...countBy(rows, ({ board }) => board.split("~")[0].split("x").length)].sort(([one], [other]) => one - other);
}

/** Statistics of finished games; games won by the first open alone don't count. */
export function playFigures(rows: readonly GameRow[]) {
  const finished = rows.filter(({ outcome }) => outcome !== "ongoing");
  const played = finished.filter(({ isWalkover }) => !isWalkover);
  played.sort((one, other) => order(one.start, other.start) || order(one.key, other.key));
  const isWon = played.map(({ outcome }) => outcome === "won");
  const won = isWon.filter(Boolean).length;
  const isCounted = ({ outcome, isRanked }: GameRow) => outcome === "won" && isRanked;
  const ranked = played.filter(isCounted);
  const times = ranked.map(({ milliseconds }) => milliseconds);
  let [streak, longestStreak] = [0, 0];
  for (const { outcome, isRanked } of played) {
    streak = outcome === "won" ? streak + Number(isRanked) : 0;
    longestStreak = Math.max(streak, longestStreak);
  }
  const speeds = ranked.flatMap((row) => speedOf(row) ?? []);
  const efficiencies = ranked.flatMap((row) => efficiencyOf(row) ?? []);
  return {
    /** from the earliest to the latest */ played,
    isWon, won, times, streak, longestStreak,
    games: played.length,
    /** number of games won by the first open alone */ walkovers: finished.length - played.length,
    /** games won without an undo or a hint, on an unknown board */ ranked,
    /** number of games won with help, whose times don't count */ helped: won - ranked.length,
    /** numbers of the ranked games among all played ones, starting with 1 */ numbers: played.flatMap((row, place) => (isCounted(row) ? [place + 1] : [])),
    best: times.length ? times.reduce((least, time) => Math.min(least, time)) : null,
    median: times.length ? Math.floor(median(times)) : null,
    /** in 3BV/s */ bestSpeed: speeds.length ? speeds.reduce((most, speed) => Math.max(most, speed)) : null,
    speed: speeds.length ? median(speeds) : null,
    efficiency: efficiencies.length ? median(efficiencies) : null,
  };
}

export type PlayFigures = ReturnType<typeof playFigures>;
