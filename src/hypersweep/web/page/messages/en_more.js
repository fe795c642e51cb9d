// @ts-check
// The texts after the first move.

import account from "./en/account.js";
import admin from "./en/admin.js";
import analysis from "./en/analysis.js";
import asked from "./en/asked.js";
import best from "./en/best.js";
import commands from "./en/commands.js";
import daily from "./en/daily.js";
import drop from "./en/drop.js";
import help from "./en/help.js";
import hints from "./en/hints.js";
import kept from "./en/kept.js";
import lobby from "./en/lobby.js";
import person from "./en/person.js";
import reasons from "./en/reasons.js";
import refusals from "./en/refusals.js";
import replay from "./en/replay.js";
import review from "./en/review.js";
import room from "./en/room.js";
import running from "./en/running.js";
import settings from "./en/settings.js";
import shared from "./en/shared.js";
import statistics from "./en/statistics.js";
import study from "./en/study.js";
import together from "./en/together.js";
import together_refusals from "./en/together_refusals.js";

export default {
  account,
  admin,
  analysis,
  asked,
  best,
  commands,
  daily,
  drop,
  help,
  hints,
  kept,
  lobby,
  person,
  reasons,
  refusals,
  replay,
  review,
  room,
  running,
  settings,
  shared,
  statistics,
  study,
  together,
  together_refusals,
};
