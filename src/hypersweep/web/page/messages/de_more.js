// @ts-check
// The texts after the first move.

import account from "./de/account.js";
import admin from "./de/admin.js";
import analysis from "./de/analysis.js";
import asked from "./de/asked.js";
import best from "./de/best.js";
import commands from "./de/commands.js";
import daily from "./de/daily.js";
import drop from "./de/drop.js";
import help from "./de/help.js";
import hints from "./de/hints.js";
import kept from "./de/kept.js";
import lobby from "./de/lobby.js";
import person from "./de/person.js";
import reasons from "./de/reasons.js";
import refusals from "./de/refusals.js";
import replay from "./de/replay.js";
import review from "./de/review.js";
import room from "./de/room.js";
import running from "./de/running.js";
import settings from "./de/settings.js";
import shared from "./de/shared.js";
import statistics from "./de/statistics.js";
import study from "./de/study.js";
import together from "./de/together.js";
import together_refusals from "./de/together_refusals.js";

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
