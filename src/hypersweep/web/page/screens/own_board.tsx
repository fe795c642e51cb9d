// A form for a custom board, checked while typing; like the terminal's dialog.

import { useLayoutEffect, useState } from "preact/hooks";
import { BOARDS, PREFERENCES } from "../data/boards.ts";
import { HypersweepError } from "../engine/errors.ts";
import { refusedText } from "../play/error_text.ts";
import { RULES_BY_NAME, formatRules, gradeName } from "../engine/rules.ts";
import { showDialog } from "../frame/dialogs.tsx";
import { presetText } from "../play/board_title.ts";
import { boardName, clueFigures } from "../play/boards.ts";
import { readChoices, type BoardChoice, type Field, type Fields } from "../play/choices.ts";
import { savedPreferences, preferenceText, type RulePreferences } from "../play/rule_preferences.ts";
import { Shape } from "../engine/shape.ts";
import type { App } from "../app.ts";


const TYPED: readonly Field[] = ["board", "mines", "wrap", "seed"];
const FIELDS: readonly Field[] = ["board", "mines", "wrap", "adjacency", "rules", "first", "guess", "seed"];

/** The minimum and maximum number of neighbours of a cell. */
function touched({ sides, adjacency, wrap }: Shape) {
  const isMoore = adjacency === "moore";
  const reach = (side: number, axis: number, isCorner: boolean) =>
    side < 3 ? side : isCorner && !wrap.includes(axis) ? 2 : 3;
  const of = (isCorner: boolean) =>
    sides.reduce((all, side, axis) => (isMoore ? all * reach(side, axis, isCorner) : all + reach(side, axis, isCorner) - 1), isMoore ? 1 : 0);
  return { least: of(true) - Number(isMoore), most: of(false) - Number(isMoore) };
}

function choiceFacts(app: App, { shape, mines, rules, layout, remarks }: BoardChoice) {
  const text = (name: string, values: any = {}) => app.text(`start.${name}`, values);
  const figures = clueFigures(shape, mines);
  let like = "";
  if (!boardName(shape, mines)) {
    // A board is about as hard as the preset with the most similar share of zeros.
    const apart = BOARDS.map(({ name, board, mines: own }) => ({ name, gap: Math.abs(clueFigures(Shape.parse(board), own).zeros - figures.zeros) }));
    const nearest = apart.reduce((least, each) => (each.gap < least.gap ? each : least));
    if (nearest.gap < 0.03) like = nearest.name;
  }
  const { least, most } = touched(shape);
  const lines = [
    text("fact_size", { cells: shape.cells, mines, ratio: mines && Number((shape.cells / mines).toPrecision(3)) }),
    text("fact_touches", { least, most, isAlike: least === most }),
    text("fact_clues", { mean: figures.mean, percent: Math.round(100 * figures.zeros), like: presetText(app, like) }),
  ];
  if (layout) return [...lines, text("fact_layout")];
  const said = remarks.map(({ name, values }) => text(name, values)).join("; ");
  lines.push(said || text(`fact_first_${rules.firstOpen}`));
  if (rules.guess === "never") lines.push(text(rules.grade ? `fact_never_${gradeName(rules)}` : "fact_never"));
  if (rules.guess === "punished") lines.push(text("fact_punished"));
  return lines;
}

function choiceAddress({ shape, mines, rules, layout, seed }: BoardChoice) {
  const parts = layout ? { layout } : { board: shape.format(), mines: String(mines) };
  const query = { ...parts, rules: formatRules(rules), ...(seed === null ? {} : { seed: String(seed) }) };
  return `game?${Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}

export function openOwnBoard(app: App) {
  let choice: BoardChoice | null = null;
  const go = () => {
    if (!choice) return void dialog.querySelector("[aria-invalid]")?.scrollIntoView({ block: "nearest" });
    const address = choiceAddress(choice);
    dialog.close();
    app.go(address);
  };
  const answers = (
    <>
      <button class="primary">{app.text("start.form_play")}</button>
      <button type="button" onClick={() => dialog.close()}>{app.text("start.form_back")}</button>
    </>
  );
  const { dialog, closed } = showDialog(app.text("start.form_title"), <OwnBoard app={app} onChoice={(found) => (choice = found)} />, answers, "own-board");
  dialog.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    go();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "s" || !event.ctrlKey) return;
    event.preventDefault();
    go();
  });
  return { dialog, closed };
}

/** The fields, with the facts about the board that they describe, or an error next to its field. */
function OwnBoard({ app, onChoice }: { app: App; onChoice: (choice: BoardChoice | null) => void }) {
  const [fields, setFields] = useState<Fields>({});
  const preferences = savedPreferences(app.settings);
  let [choice, wrong, why] = [null as BoardChoice | null, "", ""];
  try {
    choice = readChoices(typedFields(fields), preferences);
  } catch (error) {
    if (!(error instanceof HypersweepError)) throw error;
    const { field } = error.detail;
    wrong = field === "grade" ? "guess" : FIELDS.includes(field as Field) ? String(field) : "board";
    why = refusedText(app.messages, error);
  }
  onChoice(choice);
  useLayoutEffect(() => {
    const play = document.querySelector<HTMLButtonElement>(".own-board .primary");
    if (play) play.disabled = choice === null;
  });
  const mines = choice ? app.text(`start.${choice.areMinesChosen ? "form_mines_suit" : "form_mines_board"}`, { mines: choice.mines }) : "";
  return (
    <>
      <div class="fields">
        {FIELDS.map((field) => {
          const id = `own-${field}`;
          const own = {
            id,
            "aria-describedby": `${id}-wrong`,
            "aria-invalid": field === wrong ? ("true" as const) : undefined,
            onInput: (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) => setFields({ ...fields, [field]: event.currentTarget.value }),
          };
          return (
            <div class={`field ${field}`}>
              <label for={id}>{app.text(`start.form_${field}`)}</label>
              {TYPED.includes(field) ? (
                <input {...own} autocomplete="off" spellcheck={false} autocapitalize="off" autofocus={field === "board"} value={fields[field] ?? ""}
                  inputMode={field === "mines" || field === "seed" ? "numeric" : undefined}
                  placeholder={field === "mines" ? mines : app.text(`start.form_${field}_hint`)} />
              ) : (
                <select {...own} value={fields[field] ?? optionsOf(app, field, preferences)[0][0]}>
                  {optionsOf(app, field, preferences).map(([value, words]) => <option value={value}>{words}</option>)}
                </select>
              )}
              <p class="wrong" id={`${id}-wrong`}>{field === wrong ? why : ""}</p>
            </div>
          );
        })}
      </div>
      <div class="facts" role="status">{choice && choiceFacts(app, choice).map((line) => <p>{line}</p>)}</div>
    </>
  );
}

function optionsOf(app: App, field: Field, preferences: RulePreferences): [string, string][] {
  const text = (name: string) => app.text(`start.${name}`);
  const usual = (name: "first_open" | "guess") => {
    const value = text(`${name}_${preferenceText(preferences[name])}`);
    return ["", app.text("start.form_set", { value, isSet: preferences[name] !== "" })] as [string, string];
  };
  if (field === "rules") return Object.keys(RULES_BY_NAME).map((name) => [name, name]);
  if (field === "adjacency") return ["", "moore", "orthogonal"].map((name) => [name, text(`form_adjacency_${name || "usual"}`)]);
  if (field === "first") return [usual("first_open"), ...["opening", "safe", "any"].map((name) => [name, text(`form_first_${name}`)] as [string, string])];
  return [usual("guess"), ...PREFERENCES.guess.map((preference) => [preference || "allowed", text(`guess_${preferenceText(preference)}`)] as [string, string])];
}

/** The fields as `readChoices` expects them. */
function typedFields(fields: Fields): Fields {
  const typed = { rules: "classic", ...fields };
  if (typed.wrap?.trim().toLowerCase() === "none") typed.wrap = "";
  const [guess, ...others] = (typed.guess ?? "").split(",");
  return { ...typed, guess, ...Object.fromEntries(others.map((other) => other.split("="))) };
}
