// @ts-check

/** @type {import("../../messages.js").Texts} */
export default {
  title: "Daily boards",
  lead: "Every day a new board of each kind, the same for everybody and never with a guess. Your first try counts.",
  today: ({ date }) => `Today, ${date}`,
  next: ({ hours, minutes }) => `New ones in ${hours ? `${hours} h ` : ""}${minutes} min.`,
  none: "There are no boards of this day.",
  winners: ({ winners, best, number }) =>
    !winners ? "Nobody has won it yet." : `${winners === 1 ? "1 player has" : `${number(winners)} players have`} won it, the fastest in ${best}.`,
  own_none: "You haven't tried it.",
  own_ongoing: "Your try goes on.",
  own_lost: ({ time }) => `You lost it after ${time}.`,
  own_won: ({ time, place, number }) => `You won it in ${time}${place ? `: place ${number(place)}` : ""}.`,
  play: "Play",
  play_late: "Play, not ranked",
  again: "Play again, not ranked",
  sealed: ({ date }) => `Replay, mines and practice: from ${date}.`,
  go_on: "Go on",
  times: "Times",
  game: "Your game",
  ends: "How it went",
  ends_of: ({ tries, won, lost, number }) => `${tries === 1 ? "1 try" : `${number(tries)} tries`}, ${number(won)} won; ${number(lost)} ended on a mine. The redder a mine, the more tries it has ended.`,
  ends_picture: ({ name, mines, number }) => `${name}: the mines, ${number(mines)} of which have ended tries`,
  calendar: "Calendar",
  earlier: "Month before",
  later: "Month after",
  day_own: ({ won, tried, all }) => `${won} won of ${tried} tried, of ${all}`,
  streak: ({ days }) => (days === 1 ? "Won 1 day on end: a streak begins." : `Won ${days} days on end.`),
  no_streak: "Win one of today's boards, and a streak begins.",
};
