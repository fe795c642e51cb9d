// Statistics of a game: the same as in Python's hypersweep.stats, whose docstrings name their sources.

import type { BoardValue, Outcome } from "../engine/terms.ts";
import { movesInEffect, type Event, type EventKind } from "./record_writer.ts";
import { Tally } from "./tally.ts";

/** Rates are null if their divisor is 0; board figures are null before the layout is decided. */
interface GameFigures {
  outcome: Outcome;
  /** playing time without pauses */ seconds: number;
  /** opens, flags and chords, with or without effect */ clicks: number;
  /** clicks that open */ left: number;
  /** clicks that flag */ right: number;
  chords: number;
  /** clicks that changed the board and weren't undone */ effectiveClicks: number;
  effectiveLeft: number;
  effectiveRight: number;
  effectiveChords: number;
  /** 3BV of the board */ threeBV: number | null;
  /** 3BV solved so far */ done: number;
  /** openings solved so far */ openingsDone: number;
  /** number of flags on covered cells */ flags: number;
  deaths: number;
  undos: number;
  redos: number;
  hints: number;
  pauses: number;
  threeBVPerSecond: number | null;
  clicksPerSecond: number | null;
  effectiveClicksPerSecond: number | null;
  /** estimated total time at this pace */ estimatedSeconds: number | null;
  /** IOE: 3BV solved / clicks */ efficiency: number | null;
  /** effective clicks / clicks */ correctness: number | null;
  /** 3BV solved / effective clicks */ throughput: number | null;
  /** seconds squared / 3BV solved */ rqp: number | null;
  /** seconds to the power of 1.7 / 3BV solved */ qualityGrade: number | null;
}

const ratio = (above: number, below: number) => (below ? above / below : null);

/**
 * The figures of a game, finished or not.
 * @param record - the game as played
 * @param standing - state of a game after replaying the record
 * @param value - figures of that game
 */
export function gameFigures({ events, outcome, milliseconds }: {events: readonly Event[], outcome: Outcome, milliseconds: number}, { flags }: {flags: number}, value: BoardValue | null): GameFigures {
  const standing = movesInEffect(events);
  const { clicks, deaths, hints, undos } = Tally.of({ tags: {}, events });
  const count = (kind: EventKind, among: readonly Event[] = events) => among.filter((event) => event.kind === kind).length;
  const seconds = milliseconds / 1000;
  const effective = standing.length;
  const solved = value ? value.openingsOpen + value.singleOpen : 0;
  return {
    outcome,
    seconds,
    clicks,
    left: count("open"),
    right: count("flag"),
    chords: count("chord"),
    effectiveClicks: effective,
    effectiveLeft: count("open", standing),
    effectiveRight: count("flag", standing),
    effectiveChords: count("chord", standing),
    threeBV: value ? value.value : null,
    done: solved,
    openingsDone: value ? value.openingsOpen : 0,
    flags,
    deaths,
    undos,
    redos: count("redo", events.filter(({ changed }) => changed)),
    hints,
    pauses: count("pause"),
    threeBVPerSecond: ratio(solved, seconds),
    clicksPerSecond: ratio(clicks, seconds),
    effectiveClicksPerSecond: ratio(effective, seconds),
    estimatedSeconds: value && ratio(seconds * value.value, solved),
    efficiency: ratio(solved, clicks),
    correctness: ratio(effective, clicks),
    throughput: ratio(solved, effective),
    rqp: ratio(seconds ** 2, solved),
    qualityGrade: ratio(seconds ** 1.7, solved),
  };
}
