import type { Texts } from "../../messages.ts";

const flags = (number: any, count: number) => `${number(count)} ${count === 1 ? "flag" : "flags"}`;

const either = (choices: string[]) => [choices.slice(0, -1).join(", "), ...choices.slice(-1)].filter(Boolean).join(" or ");

export default {
  already_open: ({ place }) => `${place} is open already`,
  flagged: ({ place }) => `${place} has a flag: remove it first`,
  flag_stays: ({ place }) => `${place} already has a flag, and under these rules flags stay`,
  no_flag_on_open: ({ place }) => `${place} is open: only covered cells can have a flag`,
  no_chord: ({ rules }) => `the ${rules} rules have no chord`,
  covered: ({ place }) => `${place} is covered: a chord starts from an open clue`,
  chord_zero: ({ place }) => `${place} has no mines around it: nothing to chord`,
  chord_flags: ({ number, place, clue, flags: count }) =>
    `${place} shows ${number(clue)} and has ${flags(number, count)} around it: a chord needs as many flags as the clue`,
  chord_done: ({ place }) => `${place} has nothing left to open around it`,
  over: "The game is over.",
  paused: "The game is paused.",
  busy: "A move is still being made.",
  closed: "The game is closed.",
  cancelled: "The search for a board was cancelled.",
  nothing_to_undo: "There is no move to take back.",
  nothing_to_redo: "There is no move to make again.",
  no_board: ({ number, tried, isExhausted, hasGrade, exactly, mayBeFewer }) => {
    const wanted = exactly ? "of that grade" : hasGrade ? "that easy" : "without guesses";
    const none = `no board ${wanted} begins there`;
    const grades = hasGrade ? [exactly ? "another grade" : "a harder grade"] : [];
    const choices = ["another cell", ...(mayBeFewer ? ["fewer mines"] : []), ...grades];
    return `${isExhausted ? none : `no board in ${number(tried)} tries`}: try ${either(choices)}`;
  },
  not_kept: ({ why }) => `The game can't be saved: ${why}. You can play it as long as this page is open.`,
  kept_again: "The game is saved again.",
  full: "the browser has no room left",
  failed: "the browser can't save it",
  taken: "This game continues in another tab: nothing more of it is saved here.",
  is_busy: "This game is open in another tab. Close it there to continue here.",
  is_gone: "This game is over or was removed.",
  is_broken: ({ why }) => `This game can't be continued: ${why}`,
  was_cut: ({ number, events }) => `What was saved last is damaged: the game continues after its first ${number(events)} events.`,
  not_lasting: "This browser saves nothing: games are lost when the page is closed.",
} satisfies Texts;
