// The layout of the study screen: the board, navigation below it, and lines, comments and people next to it.

import { button, made, node } from "../../frame/elements.ts";
import type { App } from "../../app.ts";

/**
 * The parts of the screen.
 * @param beside - elements next to the board
 * @param acts - functions of its buttons, by command name; "import"
 * receives a file
 */
export function studyParts(app: App, beside: HTMLElement[], acts: Record<string, (...values: any[]) => unknown>) {
  const text = (name: string) => app.text(`study.${name}`);
  const named = (name: string, className = "") => button(text(name), () => acts[name](), { className });
  const sign = (shown: string, name: string, act: () => unknown) => button(shown, act, { label: text(name) });
  const heading = node("h1");
  const rename = button("✎", () => acts.entitle(), { label: text("rename"), className: "study-rename" });
  const host = node("div", "study-board");
  const now = node("p", "study-now");
  const follow = named("follow");
  const transport = node(
    "div",
    "transport",
    sign("|◀", "beginning", () => acts.seek(0)),
    sign("−1", "back", () => acts.step(-1)),
    sign("+1", "on", () => acts.step(1)),
    sign("▶|", "end", () => acts.seek(1)),
    follow,
  );
  const flagMode = button("⚑", () => acts.turn_flag_mode(), { label: text("flag_mode") });
  flagMode.setAttribute("aria-pressed", "false");
  const promote = named("promote");
  const remove = named("delete", "danger");
  const editing = node("div", "study-editing", flagMode, named("undo"), promote, remove);
  const file = made("input", { type: "file", accept: ".sweep,text/plain", hidden: true });
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    // Reset the field, so that the same file can be chosen again.
    file.value = "";
    if (chosen) acts.import(chosen);
  });
  const importing = button(text("import"), () => file.click());
  const more = node("div", "study-more-ways", named("save"), named("copy"), importing, named("replay"), named("review"), file);
  const side = node("aside", "study-side", ...beside, more);
  side.setAttribute("aria-label", text("side"));
  const all = [node("div", "after-top", heading, rename), host, node("div", "study-foot", now, transport, editing), side];
  return { all, host, heading, now, follow, flagMode, promote, remove, editors: [editing, rename, importing] };
}
