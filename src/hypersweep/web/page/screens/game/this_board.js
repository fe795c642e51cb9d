// @ts-check
// Information about the current board, to read and to copy.

import { SHORTCUTS } from "../../data/keys.js";
import { formatRules } from "../../engine/rules.js";
import { copyText } from "../../frame/clipboard.js";
import { answerButton, showDialog } from "../../frame/dialogs.js";
import { button, node } from "../../frame/elements.js";
import { rulesNote } from "../../play/board_title.js";
import { cellText } from "../../play/phrases.js";

/** @typedef {import("../../app.js").App} App */

// Longer texts are displayed truncated, but copied in full.
const LONGEST = 200;

/** @param {App} app @param {any} session */
export async function showThisBoard(app, session) {
  const sheet = await session.boardSheet();
  const { text } = app;
  const list = node("dl", "board-sheet");
  const said = node("p", "board-sheet-said");
  said.setAttribute("role", "status");
  /** Functions that copy each text, by their names in the key table. @type {Record<string, () => void>} */
  const copies = {};

  const copy = (/** @type {string} */ what, /** @type {string} */ whole) => copyText(app, whole, { what, say: (told) => said.replaceChildren(told) });
  const add = (/** @type {string} */ name, /** @type {string} */ shown, /** @type {string} */ whole = "", /** @type {string} */ key = "") => {
    const what = text(`game.sheet_${name}`);
    const words = shown.length > LONGEST ? text("game.sheet_cut", { text: shown.slice(0, LONGEST), count: shown.length }) : shown;
    const value = node("dd", "", node(whole ? "code" : "span", "", words));
    if (whole) {
      const own = button(text("page.copy"), () => copy(what, whole));
      own.setAttribute("aria-label", text("game.copy", { what }));
      if (key) copies[key] = () => copy(what, whole);
      value.append(own);
    }
    list.append(node("dt", "", what), value);
  };

  add("board", text("game.sheet_cells", { board: sheet.board, cells: sheet.cells, mines: sheet.mines }));
  add("rules", rulesNote(app, sheet.rules) || formatRules(sheet.rules));
  if (sheet.seed) add("seed", sheet.seed, sheet.seed, "seed");
  else add("seed", text(sheet.seedText ?? "game.sheet_no_seed"));
  if (sheet.fair) add("fair", text(`room.${sheet.fair}`));
  if (sheet.boardId) add("id", sheet.boardId, sheet.boardId, "board ID");
  else add("id", text(sheet.whyNoId === "long" ? "game.sheet_too_long" : "game.sheet_later"));
  if (sheet.address) {
    const link = new URL(`#/${sheet.address}`, location.href).href;
    add("link", link, link);
  }
  if (sheet.command) add("command", sheet.command, sheet.command, "command");
  /** @type {HTMLElement[]} */
  const content = [list];
  if (sheet.isFirstNeeded) {
    content.push(node("p", "", sheet.first ? text("game.sheet_first", { place: cellText(sheet.first) }) : text("game.sheet_first_same")));
  }
  const close = answerButton(text("game.close"), "");
  close.autofocus = true;
  // An analysis would solve a game that still counts for best times.
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
