// Begins a study: from a file, from a board ID, or on an empty board.

import { HypersweepError } from "../../engine/errors.ts";
import { button, made, node } from "../../frame/elements.ts";
import { openAsStudy } from "../../together/new_study.ts";
import type { App } from "../../app.ts";

export function showBeginning(app: App, element: HTMLElement) {
  const text = (name: string) => app.text(`study.${name}`);
  const file = made("input", { type: "file", accept: ".sweep,text/plain", id: "study-file" });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) await openAsStudy(app, { record: await chosen.text() });
  });
  const id = made("input", { type: "text", id: "study-id", autocomplete: "off", spellcheck: false, maxLength: 20_000 });
  const board = made("input", { type: "text", id: "study-board", value: "9x9", autocomplete: "off", spellcheck: false, maxLength: 100 });
  const mines = made("input", { type: "number", id: "study-mines", value: "10", min: "0", max: "1000000", inputMode: "numeric" });
  const field = (name: string, input: HTMLInputElement) => node("p", "field", made("label", { htmlFor: input.id }, text(name)), input);
  const part = (name: string, content: (Node)[]) => node("section", "", node("h2", "", text(name)), ...content);
  const begin = async (wish: () => any) => {
    try {
      await openAsStudy(app, wish());
    } catch (error) {
      await app.fail(error);
    }
  };
  const byId = () => {
    if (!id.value.trim()) throw new HypersweepError("ParameterError", text("no_id"));
    return { board: id.value.trim(), mines: 0 };
  };
  element.replaceChildren(
    node(
      "div",
      "study-beginning",
      node("h1", "", text("new")),
      node("p", "", text("about")),
      part("from_file", [field("file", file)]),
      part("from_id", [field("board_id", id), button(text("begin_id"), () => begin(byId))]),
      part("from_board", [
        field("board", board),
        field("mines", mines),
        button(text("begin_board"), () => begin(() => ({ board: board.value.trim(), mines: mines.valueAsNumber || 0 })), { className: "primary" }),
      ]),
      node("p", "about", text("from_elsewhere")),
    ),
  );
}
