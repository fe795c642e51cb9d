import type { Texts } from "../../messages.ts";

const counted = (count: number, noun: string, number: (value: number) => string) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

export default {
  title: "Replay",
  title_of: ({ board }) => `Replay: ${board}`,
  loading: "Reading the game …",
  broken: "This game can't be shown",
  none: "There is no game to show here: open a record, or choose one in the statistics.",
  to_start: "To the start screen",
  outcome_won: "won",
  outcome_lost: "lost",
  outcome_ongoing: "not finished",
  time_line: "Time",
  beginning: "To the beginning",
  back: "One event back",
  step: "One event on",
  end: "To the end",
  play: "Play",
  pause: "Pause",
  slower: "Slower",
  faster: "Faster",
  follow: "Follow the side line",
  leave_line: "Back to the line before",
  attempt: "Try again from here",
  analyse: "Analyse this position",
  review: "Review",
  save: "Save the record",
  copy: "Copy the record",
  study: "Open as a study",
  moment: ({ time, length }) => `${time} of ${length}`,
  the_beginning: "the beginning",
  place: ({ line, position, events, event, number }) => `${line ? `side line ${number(line)}, ` : ""}${number(position)} of ${number(events)}: ${event}`,
  event: ({ kind, place, changed, ended, level, number }) => {
    if (!place) return kind === "hint" && level !== null ? `hint ${level}` : kind;
    return `${kind} ${place}: ${changed ? counted(changed, "cell", number) : "nothing"}${ended ? `, ${ended}` : ""}`;
  },
  paused: "The game was paused here",
  side_lines: ({ lines, events, number }) =>
    lines === 1 ? `a side line of ${counted(events, "event", number)} leaves here` : `${number(lines)} side lines leave here`,
  no_line: "no side line leaves here",
  main_line: "this is the main line",
  choose_line: "Follow a side line",
  line: ({ events, first, words, number }) => `${counted(events, "event", number)}: ${first}${words ? ` (${words})` : ""}`,
  nothing: "nothing",
  cancel: "Cancel",
} satisfies Texts;
