// The texts after the first move.

import account from "./en/account.ts";
import admin from "./en/admin.ts";
import analysis from "./en/analysis.ts";
import asked from "./en/asked.ts";
import best from "./en/best.ts";
import commands from "./en/commands.ts";
import daily from "./en/daily.ts";
import drop from "./en/drop.ts";
import help from "./en/help.ts";
import hints from "./en/hints.ts";
import kept from "./en/kept.ts";
import lobby from "./en/lobby.ts";
import person from "./en/person.ts";
import reasons from "./en/reasons.ts";
import refusals from "./en/refusals.ts";
import replay from "./en/replay.ts";
import review from "./en/review.ts";
import room from "./en/room.ts";
import running from "./en/running.ts";
import settings from "./en/settings.ts";
import shared from "./en/shared.ts";
import statistics from "./en/statistics.ts";
import study from "./en/study.ts";
import together from "./en/together.ts";
import together_refusals from "./en/together_refusals.ts";

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
