// Information about the current board, to read and to copy.

import { signal } from "@preact/signals";
import { SHORTCUTS } from "../../data/keys.ts";
import { formatRules } from "../../engine/rules.ts";
import { copyText } from "../../frame/clipboard.tsx";
import { AnswerButton, showDialog } from "../../frame/dialogs.tsx";
import { rulesNote } from "../../play/board_title.ts";
import { cellText } from "../../play/phrases.ts";
import type { App } from "../../app.ts";

// Longer texts are displayed truncated, but copied in full.
const LONGEST = 200;

/** A line of the sheet; `whole` is the text to copy, and `key` the argument of the shortcut that copies it. */
type Line = { name: string; shown: string; whole?: string; key?: string };

export async function showThisBoard(app: App, session: any) {
  const sheet = await session.boardSheet();
  const { text } = app;
  const said = signal("");
  const lines: Line[] = [
    { name: "board", shown: text("game.sheet_cells", { board: sheet.board, cells: sheet.cells, mines: sheet.mines }) },
    { name: "rules", shown: rulesNote(app, sheet.rules) || formatRules(sheet.rules) },
  ];
  if (sheet.seed) lines.push({ name: "seed", shown: sheet.seed, whole: sheet.seed, key: "seed" });
  else lines.push({ name: "seed", shown: text(sheet.seedText ?? "game.sheet_no_seed") });
  if (sheet.fair) lines.push({ name: "fair", shown: text(`room.${sheet.fair}`) });
  if (sheet.boardId) lines.push({ name: "id", shown: sheet.boardId, whole: sheet.boardId, key: "board ID" });
  else lines.push({ name: "id", shown: text(sheet.whyNoId === "long" ? "game.sheet_too_long" : "game.sheet_later") });
  if (sheet.address) {
    const link = new URL(`#/${sheet.address}`, location.href).href;
    lines.push({ name: "link", shown: link, whole: link });
  }
  if (sheet.command) lines.push({ name: "command", shown: sheet.command, whole: sheet.command, key: "command" });

  const copy = ({ name, whole = "" }: Line) => copyText(app, whole, { what: text(`game.sheet_${name}`), say: (message) => (said.value = message) });
  const content = [
    <dl class="board-sheet">
      {lines.map((line) => <SheetLine app={app} line={line} onCopy={() => copy(line)} />)}
    </dl>,
    sheet.isFirstNeeded && <p>{sheet.first ? text("game.sheet_first", { place: cellText(sheet.first) }) : text("game.sheet_first_same")}</p>,
    <p class="board-sheet-said" role="status">{said}</p>,
  ];
  // An analysis would solve a game that still counts for best times.
  const mayAnalyse = session.isStarted && (session.outcome !== "ongoing" || !session.isRanked);
  const answers = [
    mayAnalyse && <AnswerButton text={text("game.analyse")} value="analyse" />,
    <AnswerButton text={text("game.close")} isFocused />,
  ];
  const { dialog, closed } = showDialog(text("game.this_board_title"), content, answers, "this-board");
  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const shortcut = SHORTCUTS.this_board.find((each) => each.command === "copy" && each.keys.includes(event.key));
    const line = shortcut && lines.find(({ key }) => key === shortcut.arguments[0]);
    if (!line) return;
    event.preventDefault();
    void copy(line);
  });
  if ((await closed) === "analyse") app.go("analysis", { shape: session.shape, mines: session.mines, codes: session.codes.slice() });
}

function SheetLine({ app, line: { name, shown, whole }, onCopy }: { app: App; line: Line; onCopy: () => void }) {
  const { text } = app;
  const what = text(`game.sheet_${name}`);
  const words = shown.length > LONGEST ? text("game.sheet_cut", { text: shown.slice(0, LONGEST), count: shown.length }) : shown;
  return (
    <>
      <dt>{what}</dt>
      <dd>
        {whole ? <code>{words}</code> : <span>{words}</span>}
        {whole && <button type="button" aria-label={text("game.copy", { what })} onClick={onCopy}>{text("page.copy")}</button>}
      </dd>
    </>
  );
}
