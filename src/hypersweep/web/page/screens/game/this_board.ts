// Information about the current board, to read and to copy.

import { SHORTCUTS } from "../../data/keys.ts";
import { formatRules } from "../../engine/rules.ts";
import { copyText } from "../../frame/clipboard.ts";
import { answerButton, showDialog } from "../../frame/dialogs.ts";
import { button, node } from "../../frame/elements.ts";
import { rulesNote } from "../../play/board_title.ts";
import { cellText } from "../../play/phrases.ts";
import type { App } from "../../app.ts";

// Longer texts are displayed truncated, but copied in full.
const LONGEST = 200;

export async function showThisBoard(app: App, session: any) {
  const sheet = await session.boardSheet();
  const { text } = app;
  const list = node("dl", "board-sheet");
  const said = node("p", "board-sheet-said");
  said.setAttribute("role", "status");
  /** Functions that copy each text, by their names in the key table. */
  const copies: Record<string, () => void> = {};

  const copy = (what: string, whole: string) => copyText(app, whole, { what, say: (told) => said.replaceChildren(told) });
  const add = (name: string, shown: string, whole = "", key = "") => {
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
  const content: HTMLElement[] = [list];
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
