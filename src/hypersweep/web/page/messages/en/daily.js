// @ts-check

/** @type {import("../../messages.js").Texts} */
export default {
  title: "Daily boards",
  lead: "A new board of each kind every day: the same for all players, and never a guess. Your first try counts.",
  today: ({ date }) => `Today, ${date}`,
  next: ({ hours, minutes }) => `New ones in ${hours ? `${hours} h ` : ""}${minutes} min.`,
  none: "There are no boards for this day.",
  winners: ({ winners, best, number }) =>
    !winners ? "Not won yet." : `${winners === 1 ? "1 player has" : `${number(winners)} players have`} won it, the fastest in ${best}.`,
  own_none: "You haven't tried it.",
  own_ongoing: "Your try is still running.",
  own_lost: ({ time }) => `You lost it after ${time}.`,
  own_won: ({ time, place, number }) => `You won it in ${time}${place ? `: place ${number(place)}` : ""}.`,
  play: "Play",
  play_late: "Play, not ranked",
  again: "Play again, not ranked",
  sealed: ({ date }) => `Replay, mines and practice: from ${date}.`,
  go_on: "Continue",
  times: "Times",
  game: "Your game",
  ends: "How it went",
  ends_of: ({ tries, won, lost, number }) => `${tries === 1 ? "1 try" : `${number(tries)} tries`}, ${number(won)} won; ${number(lost)} ended on a mine. The redder a mine, the more tries it has ended.`,
  ends_picture: ({ name, mines, number }) => `${name}: the mines, ${number(mines)} of which have ended tries`,
  calendar: "Calendar",
  earlier: "Month before",
  later: "Month after",
  day_own: ({ won, tried, all }) => `${won} won of ${tried} tried, of ${all}`,
  streak: ({ days }) => (days === 1 ? "Win streak: 1 day." : `Win streak: ${days} days.`),
  no_streak: "Win one of today's boards to start a streak.",
};
