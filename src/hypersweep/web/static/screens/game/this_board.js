// @ts-check
// What the board is that is played, for reading and for copying.

import { showDialog, answerButton } from "../../frame/dialogs.js";
import { SHORTCUTS } from "../../data/keys.js";
import { formatRules } from "../../engine/rules.js";
import { rulesNote } from "../../play/board_title.js";
import { cellText } from "../../play/phrases.js";

/** @typedef {import("../../app.js").App} App */

// Longer texts are shown cut; what is copied is whole.
const LONGEST = 200;

/** @param {App} app @param {any} session */
export async function showThisBoard(app, session) {
  const sheet = await session.boardSheet();
  const { text } = app;
  const list = document.createElement("dl");
  list.className = "board-sheet";
  const said = document.createElement("p");
  said.className = "board-sheet-said";
  said.setAttribute("role", "status");
  /** What can be copied, by the names that the table of keys has. @type {Record<string, () => void>} */
  const copies = {};

  const copy = async (/** @type {string} */ what, /** @type {string} */ whole) => {
    try {
      await navigator.clipboard.writeText(whole);
      said.textContent = text("game.copied", { what });
    } catch {
      // Not every browser lets a page do so, nor everywhere.
      said.textContent = text("game.not_copied", { what });
    }
  };
  const add = (/** @type {string} */ name, /** @type {string} */ shown, /** @type {string} */ whole = "", /** @type {string} */ key = "") => {
    const heading = document.createElement("dt");
    const what = text(`game.sheet_${name}`);
    heading.textContent = what;
    const value = document.createElement("dd");
    const words = document.createElement(whole ? "code" : "span");
    words.textContent =
      shown.length > LONGEST ? text("game.sheet_cut", { text: shown.slice(0, LONGEST), count: shown.length }) : shown;
    value.append(words);
    if (whole) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text("game.copy_short");
      button.setAttribute("aria-label", text("game.copy", { what }));
      button.addEventListener("click", () => copy(what, whole));
      if (key) copies[key] = () => copy(what, whole);
      value.append(button);
    }
    list.append(heading, value);
  };

  add("board", text("game.sheet_cells", { board: sheet.board, cells: sheet.cells, mines: sheet.mines }));
  add("rules", rulesNote(app, sheet.rules) || formatRules(sheet.rules));
  if (sheet.seed) add("seed", sheet.seed, sheet.seed, "seed");
  else add("seed", text("game.sheet_no_seed"));
  if (sheet.boardId) add("id", sheet.boardId, sheet.boardId, "board ID");
  else add("id", text(sheet.whyNoId === "long" ? "game.sheet_too_long" : "game.sheet_later"));
  if (sheet.address) {
    const link = new URL(`#/${sheet.address}`, location.href).href;
    add("link", link, link);
  }
  if (sheet.command) add("command", sheet.command, sheet.command, "command");
  const content = [list];
  if (sheet.isFirstNeeded) {
    const first = document.createElement("p");
    first.textContent = sheet.first ? text("game.sheet_first", { place: cellText(sheet.first) }) : text("game.sheet_first_same");
    content.push(/** @type {any} */ (first));
  }
  const close = answerButton(text("game.close"), "");
  close.autofocus = true;
  // While a game counts for the lists of best times, an analysis would play it.
  const mayAnalyse = session.isStarted && (session.outcome !== "ongoing" || !session.isRanked);
  const buttons = mayAnalyse ? [answerButton(text("game.analyse"), "analyse"), close] : [close];
  const { dialog, closed } = showDialog(text("game.this_board_title"), [...content, said], buttons);
  dialog.classList.add("this-board");
  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const shortcut = SHORTCUTS.this_board.find((each) => each.command === "copy" && each.keys.includes(event.key));
    const act = shortcut && copies[String(shortcut.arguments[0])];
    if (!act) return;
    event.preventDefault();
    act();
  });
  if ((await closed) === "analyse") app.go("analysis", { shape: session.shape, mines: session.mines, codes: session.codes.slice() });
}
