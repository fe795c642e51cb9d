// Saved games on the settings screen: export, import, delete, and handle unreadable ones.

import { HypersweepError } from "../engine/errors.ts";
import { button, download, node } from "../frame/elements.ts";
import { Caution } from "../play/caution.ts";
import { damageFile, findDamage, removeDamage, type Damage } from "../play/damage.ts";
import { exportAll, importAll } from "../play/exchange.ts";
import { forgetAll } from "../play/forget.ts";
import { list, running } from "../play/games.ts";
import { decodeRecord } from "../play/record.ts";
import { refusedText } from "../play/told.ts";
import { KEPT } from "./damage_note.tsx";
import type { App } from "../app.ts";

/** Milliseconds between two updates of progress. */
const BETWEEN = 100;

/** A note with the number of unreadable games, and a link to the screen that can help. */
export async function damageNote(app: App, count: number) {
  await app.messages.add("kept");
  const link = node("a", "", app.text("kept.damaged_look"));
  link.href = KEPT;
  return node("p", "damaged", `${app.text("kept.damaged", { count })} `, link);
}

/** Today's date, for file names. */
const today = () => new Date().toISOString().slice(0, 10);

export class KeptGames {
  buttons;
  element;
  #sum = node("p");
  #work = node("div", "work");
  #told = node("p", "told");
  #damage = node("div", "damage");
  #file = node("input");
  /** Cancels the current action. */
  #stop: AbortController | null = null;
  #isDeep = false;

  /**
   * @param app - with the texts of "kept" loaded
   * @param signal - of the screen
   * @param onDeleted - called after everything was deleted
   */
  constructor(public app: App, public signal: AbortSignal, onDeleted: () => unknown) {
    signal.addEventListener("abort", () => this.#stop?.abort());
    app.storage.onGames(() => !this.#stop && this.fill(), signal);
    this.#file.type = "file";
    this.#file.hidden = true;
    this.#file.setAttribute("aria-label", this.#text("file"));
    this.#file.addEventListener("change", () => this.#chosen());
    this.#told.setAttribute("aria-live", "off");
    const heading = node("h2", "", this.#text("title"));
    heading.tabIndex = -1;
    this.buttons = node(
      "p",
      "buttons",
      button(this.#text("export"), () => this.#export()),
      button(this.#text("import"), () => this.#file.click()),
      button(this.#text("delete"), () => this.#delete(onDeleted), { className: "danger" }),
    );
    const where = node("p", "", this.#text(app.storage.isLasting ? "here" : "nowhere"));
    this.element = node("section", "kept", heading, where, this.#sum, this.buttons, this.#file, this.#work, this.#told, this.#damage);
  }

  #text(name: string, values?: any) {
    return this.app.text(`kept.${name}`, values);
  }

  /** Show the number of saved games, and of unreadable ones. */
  async fill() {
    const { app } = this;
    try {
      const damage = await findDamage(app, { isDeep: this.#isDeep, signal: this.signal });
      const [over, going] = await Promise.all([list(app), running(app)]);
      if (this.signal.aborted) return;
      this.#sum.textContent = over.length + going.length ? this.#text("sum", { over: over.length, running: going.length }) : this.#text("none");
      this.#damage.replaceChildren(...(damage.length ? this.#damaged(damage) : []));
    } catch (error) {
      if (!this.signal.aborted) await app.fail(error);
    }
  }

  #damaged(found: Damage[]) {
    const save = async () => download(damageFile(found), `hypersweep-damaged-${today()}.json`);
    const buttons = [button(this.#text("damaged_save"), save), button(this.#text("damaged_remove"), () => this.#removeDamaged(found), { className: "danger" })];
    return [node("p", "damaged", this.#text("damaged", { count: found.length })), node("p", "buttons", ...buttons)];
  }

  async #removeDamaged(found: Damage[]) {
    const { app } = this;
    if (!(await new Caution(app).mayRemove(this.#text("damaged_what", { count: found.length })))) return;
    try {
      await removeDamage(app, found);
      this.#tell(this.#text("damaged_removed"));
    } catch (error) {
      await app.fail(error);
    }
    await this.fill();
    if (!this.signal.aborted) this.buttons.querySelector("button")?.focus();
  }

  #tell(text: string, { isWarning = false, hasLink = false }: {isWarning?: boolean, hasLink?: boolean} = {}) {
    if (isWarning) this.app.warn(text);
    else this.app.say(text);
    this.#told.replaceChildren(text);
    if (!hasLink) return;
    const link = node("a", "", this.#text("statistics"));
    link.href = "#/statistics";
    this.#told.append(" ", link);
  }

  /** Run a slow action, with progress and a button to cancel it. */
  async #do(name: "exporting" | "importing", act: (options: {signal: AbortSignal, onProgress: (done: number, all: number) => void}) => Promise<void>) {
    if (this.#stop) return;
    const stop = (this.#stop = new AbortController());
    const bar = node("progress");
    const told = node("span");
    const cancel = button(this.#text("cancel"), () => stop.abort());
    bar.setAttribute("aria-label", this.#text(name === "exporting" ? "export" : "import"));
    let shown = -Infinity;
    const onProgress = (done: number, all: number) => {
      if (performance.now() - shown < BETWEEN) return;
      shown = performance.now();
      [bar.max, bar.value] = [all, done];
      told.textContent = this.#text(name, { done: done + 1, all });
    };
    this.#told.replaceChildren();
    this.#work.replaceChildren(bar, told, cancel);
    for (const each of this.buttons.querySelectorAll("button")) each.disabled = true;
    try {
      await act({ signal: stop.signal, onProgress });
    } catch (error) {
      if (!stop.signal.aborted) await this.#fail(error);
    }
    this.#stop = null;
    const hadFocus = this.#work.contains(document.activeElement);
    this.#work.replaceChildren();
    for (const each of this.buttons.querySelectorAll("button")) each.disabled = false;
    if (this.signal.aborted) return;
    if (hadFocus) this.buttons.querySelector("button")?.focus();
    await this.fill();
  }

  async #fail(error: unknown) {
    if (!(error instanceof HypersweepError)) return this.app.fail(error);
    const told = error.kind === "BusyError" ? this.#text("ended_early", { why: this.#text("busy") }) : await this.app.told(error);
    this.#tell(told, { isWarning: true });
  }

  #export() {
    return this.#do("exporting", async (options) => {
      const { file, games, damaged } = await exportAll(this.app, options);
      if (options.signal.aborted) return;
      // After damage was found, check every record.
      this.#isDeep ||= damaged > 0;
      if (games) download(file, `hypersweep-games-${today()}.sweep`);
      this.#tell(games || damaged ? this.#text("exported", { games, damaged }) : this.#text("none"));
    });
  }

  async #chosen() {
    const [file] = this.#file.files ?? [];
    if (!file) return;
    try {
      const text = decodeRecord(await file.arrayBuffer());
      this.#file.value = "";
      await this.take(text);
    } catch (error) {
      await this.#fail(error);
    }
  }

  /** Import the games of a text. */
  take(text: string) {
    return this.#do("importing", async (options) => {
      await this.app.messages.add("refusals");
      const { all, kept, known, refused, first, isStopped, failure } = await importAll(this.app as any, text, options);
      if (!all) return this.#tell(this.#text("no_games"), { isWarning: true });
      const parts = [this.#text("imported", { kept, known, refused })];
      if (isStopped) parts.unshift(this.#text("stopped"));
      if (failure) parts.push(this.#text("ended_early", { why: this.#why(failure) }));
      // The line number is part of that text.
      if (first) parts.push(this.#text("first_refused", { ...first, message: refusedText(this.app.messages, first, { line: 0 }) }));
      this.#tell(parts.join(" "), { isWarning: refused > 0 || Boolean(failure), hasLink: kept > 0 });
    });
  }

  #why(error: unknown) {
    console.error(error);
    return this.#text(error instanceof Error && error.name === "QuotaExceededError" ? "full" : "failed");
  }

  async #delete(onDeleted: () => unknown) {
    const { app } = this;
    if (!(await new Caution(app).mayRemove(this.#text("everything")))) return;
    try {
      const busy = await forgetAll(app);
      // The default language may be different, which rebuilds this screen.
      if (!this.signal.aborted) onDeleted();
      app.say(this.#text("deleted", { busy }));
    } catch (error) {
      await app.fail(error);
    }
  }
}
