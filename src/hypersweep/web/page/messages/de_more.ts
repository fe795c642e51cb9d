// The texts after the first move.

import account from "./de/account.ts";
import admin from "./de/admin.ts";
import analysis from "./de/analysis.ts";
import asked from "./de/asked.ts";
import best from "./de/best.ts";
import commands from "./de/commands.ts";
import daily from "./de/daily.ts";
import drop from "./de/drop.ts";
import help from "./de/help.ts";
import hints from "./de/hints.ts";
import kept from "./de/kept.ts";
import lobby from "./de/lobby.ts";
import person from "./de/person.ts";
import reasons from "./de/reasons.ts";
import refusals from "./de/refusals.ts";
import replay from "./de/replay.ts";
import review from "./de/review.ts";
import room from "./de/room.ts";
import running from "./de/running.ts";
import settings from "./de/settings.ts";
import shared from "./de/shared.ts";
import statistics from "./de/statistics.ts";
import study from "./de/study.ts";
import together from "./de/together.ts";
import together_refusals from "./de/together_refusals.ts";

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
