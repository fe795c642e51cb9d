// Saved games on the settings screen: export, import, delete, and handle unreadable ones, which a note on other screens
// mentions.

import { signal } from "@preact/signals";
import { createRef } from "preact";
import { HypersweepError } from "../engine/errors.ts";
import { download } from "../frame/download.ts";
import { Caution } from "../play/confirmation.ts";
import { damageFile, findDamage, removeDamage, type Damage } from "../play/damaged_games.ts";
import { exportAll, importAll } from "../play/import_export.ts";
import { forgetAll } from "../play/forget.ts";
import { list, running } from "../play/games.ts";
import { decodeRecord } from "../play/record.ts";
import { refusedText } from "../play/error_text.ts";
import type { App } from "../app.ts";

/** Milliseconds between two updates of progress. */
const BETWEEN = 100;

type Work = { name: "exporting" | "importing"; done: number; all: number };
type Options = { signal: AbortSignal; onProgress: (done: number, all: number) => void };

/** Today's date, for file names. */
const today = () => new Date().toISOString().slice(0, 10);

export class SavedGames {
  #sum = signal("");
  #damage = signal<Damage[]>([]);
  #work = signal<Work | null>(null);
  /** The latest message; it may lead to the statistics. */
  #result = signal({ text: "", hasLink: false });
  #first = createRef<HTMLButtonElement>();
  #file = createRef<HTMLInputElement>();
  #stop: AbortController | null = null;
  #isDeep = false;

  /**
   * @param app - with the texts of "kept" loaded
   * @param signal - of the screen
   */
  constructor(public app: App, public signal: AbortSignal) {
    signal.addEventListener("abort", () => this.#stop?.abort());
    app.storage.onGames(() => !this.#stop && this.fill(), signal);
  }

  #text(name: string, values?: any) {
    return this.app.text(`kept.${name}`, values);
  }

  View = () => {
    const work = this.#work.value;
    const damage = this.#damage.value;
    const result = this.#result.value;
    return (
      <section class="kept">
        <h2 tabIndex={-1}>{this.#text("title")}</h2>
        <p>{this.#text(this.app.storage.isLasting ? "here" : "nowhere")}</p>
        <p>{this.#sum}</p>
        <p class="buttons">
          <button type="button" ref={this.#first} disabled={!!work} onClick={() => this.#export()}>{this.#text("export")}</button>
          <button type="button" disabled={!!work} onClick={() => this.#file.current?.click()}>{this.#text("import")}</button>
          <button type="button" class="danger" disabled={!!work} onClick={() => this.#delete()}>{this.#text("delete")}</button>
        </p>
        <input type="file" hidden ref={this.#file} aria-label={this.#text("file")} onChange={() => this.#chosen()} />
        <div class="work row">
          {work && (
            <>
              <progress aria-label={this.#text(work.name === "exporting" ? "export" : "import")} max={work.all || undefined} value={work.all ? work.done : undefined} />
              <span>{work.all > 0 && this.#text(work.name, { done: work.done + 1, all: work.all })}</span>
              <button type="button" onClick={() => this.#stop?.abort()}>{this.#text("cancel")}</button>
            </>
          )}
        </div>
        <p class="saved-result" aria-live="off">
          {result.text}
          {result.hasLink && <> <a href="#/statistics">{this.#text("statistics")}</a></>}
        </p>
        <div class="damage">
          {damage.length > 0 && (
            <>
              <p class="damaged">{this.#text("damaged", { count: damage.length })}</p>
              <p class="buttons">
                <button type="button" onClick={() => download(damageFile(damage), `hypersweep-damaged-${today()}.json`)}>{this.#text("damaged_save")}</button>
                <button type="button" class="danger" onClick={() => this.#removeDamaged(damage)}>{this.#text("damaged_remove")}</button>
              </p>
            </>
          )}
        </div>
      </section>
    );
  };

  /** Show the number of saved games, and of unreadable ones. */
  async fill() {
    const { app } = this;
    try {
      const damage = await findDamage(app, { isDeep: this.#isDeep, signal: this.signal });
      const [over, going] = await Promise.all([list(app), running(app)]);
      if (this.signal.aborted) return;
      this.#sum.value = over.length + going.length ? this.#text("sum", { over: over.length, running: going.length }) : this.#text("none");
      this.#damage.value = damage;
    } catch (error) {
      if (!this.signal.aborted) await app.fail(error);
    }
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
    // The pressed button is gone.
    this.#first.current?.focus();
  }

  #tell(text: string, { isWarning = false, hasLink = false }: {isWarning?: boolean, hasLink?: boolean} = {}) {
    if (isWarning) this.app.warn(text);
    else this.app.say(text);
    this.#result.value = { text, hasLink };
  }

  /** Run a slow action, with progress and a button to cancel it. */
  async #do(name: Work["name"], act: (options: Options) => Promise<void>) {
    if (this.#stop) return;
    const stop = (this.#stop = new AbortController());
    let shown = -Infinity;
    const onProgress = (done: number, all: number) => {
      if (performance.now() - shown < BETWEEN) return;
      shown = performance.now();
      this.#work.value = { name, done, all };
    };
    this.#result.value = { text: "", hasLink: false };
    this.#work.value = { name, done: 0, all: 0 };
    try {
      await act({ signal: stop.signal, onProgress });
    } catch (error) {
      if (!stop.signal.aborted) await this.#fail(error);
    }
    this.#stop = null;
    const hadFocus = document.activeElement?.closest(".kept .work") ?? null;
    this.#work.value = null;
    if (this.signal.aborted) return;
    if (hadFocus) this.#first.current?.focus();
    await this.fill();
  }

  async #fail(error: unknown) {
    if (!(error instanceof HypersweepError)) return this.app.fail(error);
    const message = error.kind === "BusyError" ? this.#text("ended_early", { why: this.#text("busy") }) : await this.app.errorText(error);
    this.#tell(message, { isWarning: true });
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
    const field = this.#file.current as HTMLInputElement;
    const [file] = field.files ?? [];
    if (!file) return;
    try {
      const text = decodeRecord(await file.arrayBuffer());
      field.value = "";
      await this.take(text);
    } catch (error) {
      await this.#fail(error);
    }
  }

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

  async #delete() {
    const { app } = this;
    if (!(await new Caution(app).mayRemove(this.#text("everything")))) return;
    try {
      const busy = await forgetAll(app);
      // Resetting the language may have rebuilt the page, and with it this screen.
      if (!this.signal.aborted) await this.fill();
      app.say(this.#text("deleted", { busy }));
    } catch (error) {
      await app.fail(error);
    }
  }
}

export const KEPT = "#/settings?part=kept";

/** A note with the number of unreadable games, and a link to the screen that can help; needs the texts of "kept". */
export function DamageNote({ app, count }: { app: App; count: number }) {
  return (
    <p class="damaged">
      {`${app.text("kept.damaged", { count })} `}
      <a href={KEPT}>{app.text("kept.damaged_look")}</a>
    </p>
  );
}
