// Information about the current board, and ways to play it again. Like ui_model/board_info.py.

import { MOST_ID_CELLS } from "../data/boards.ts";
import { CLASSIC, firstOpenPromise, formatRules, type Rules } from "../engine/rules.ts";
import { rulesByChance, rulesForLayout, rulesName } from "./refusals.ts";
import type { PlayedGame } from "./played_game.ts";
import type { Event } from "./record_writer.ts";

/**
 * A seed reveals the mines only to players who play it elsewhere, so it is always shown. A board ID reveals them
 * directly: it is shown once the game is over, or if the player supplied it.
 */
interface BoardSheet {
  /** text form of its shape */ board: string;
  cells: number;
  mines: number;
  rules: Rules;
  /** in digits, or "" */ seed: string;
  /** "" if it isn't shown */ boardId: string;
  /** why it isn't shown: only after the game, or too long */ whyNoId: "" | "later" | "long";
  /** plays the board again in a terminal; or "" */ command: string;
  /** plays it again in the page; or "" */ address: string;
  /** the cell to open first; null if none was opened yet, or if it doesn't matter */ first: readonly number[] | null;
  /** whether the layout depends on the first cell */ isFirstNeeded: boolean;
}

export async function boardSheet(game: PlayedGame, events: readonly Event[]): Promise<BoardSheet> {
  const { board, mines, rules, seed, standing } = game;
  const isShown = standing.isDecided && (standing.outcome !== "ongoing" || seed === null);
  const isLong = board.cells > MOST_ID_CELLS;
  const boardId = isShown && !isLong ? ((await game.boardId()) ?? "") : "";
  const first = events.find(({ kind, changed }) => kind === "open" && changed)?.cell ?? null;
  const isFirstNeeded = seed !== null && firstOpenPromise(rules) !== "any";
  const text = formatRules(rules);
  let command = "";
  let address = "";
  if (seed !== null) {
    command = playCommand(game);
    address = `game?${new URLSearchParams({ board: board.format(), mines: String(mines), rules: text, seed: String(seed) })}`;
  } else if (boardId) {
    const plain = { ...rulesForLayout(rules), firstOpen: CLASSIC.firstOpen };
    const name = formatRules(plain) === formatRules(CLASSIC) ? "" : ` --rules ${rulesName(plain)}`;
    command = `hypersweep play ${boardId}${name}`;
    address = `game?${new URLSearchParams({ layout: boardId, rules: text })}`;
  }
  return {
    board: board.format(),
    cells: board.cells,
    mines,
    rules,
    seed: seed === null ? "" : String(seed),
    boardId,
    whyNoId: boardId ? "" : isShown && isLong ? "long" : "later",
    command,
    address,
    first: isFirstNeeded ? first : null,
    isFirstNeeded,
  };
}

/** The command that replays a seed, independent of the player's settings. */
function playCommand({ board, mines, rules, seed }: Pick<PlayedGame, "board" | "mines" | "rules" | "seed">) {
  const plain = rulesByChance(rules);
  const isClassic = formatRules({ ...plain, firstOpen: CLASSIC.firstOpen }) === formatRules(CLASSIC);
  const named = isClassic ? "" : ` --rules ${rulesName(plain)}`;
  const guess = rules.guess === "allowed" ? "" : ` --guess ${rules.guess}${rules.grade ? ` --grade ${rules.grade}${rules.exactly ? " --exactly" : ""}` : ""}`;
  return `hypersweep play ${board} --mines ${mines}${named} --first ${rules.firstOpen}${guess} --seed ${seed}`;
}
