// Help: the keys and gestures of a screen, from the table shared with the terminal; then the rules of the game. On
// touch screens the rules come first, and keys are folded away.

import { KEY_TABLE } from "../data/key_help.ts";
import { NOT_HERE, keyName, tableText } from "../input/keys.ts";
import { hasServer } from "../multiplayer/http.ts";
import { ViewScreen } from "./view_screen.tsx";
import type { App, Place } from "../app.ts";

type Shortcut = { heading: string; keys: readonly string[]; what: string; command: string; sign: string };
type Gesture = { device: string; gestures: readonly string[]; what: string };
type Table = Record<string, {shortcuts: readonly Shortcut[], gestures: readonly Gesture[], note: string}>;
/** What keys or gestures do, and their names. */
type Lines = Map<string, Set<string>>;

/** The screens with their own help; their names are in the messages "help.of_...". */
const SCREENS = ["game", "start", "replay", "review", "statistics", "analysis", "settings", ...(hasServer() ? ["study"] : [])];
/**
 * Screens that the terminal lacks, so they aren't in its table: their keys are in a message, "F: a flag · #, Delete:
 * covered".
 */
const LISTED = ["analysis", "settings"];
/** The sections of the rules, with their numbers of paragraphs. */
const PARTS = Object.entries({ rules: 3, dimensions: 3, first: 1, guess: 2, hints: 2, without_eyes: 2, final: 1 });
const NONE: Table[string] = { shortcuts: [], gestures: [], note: "" };
/** Number of sections before the one on touch input. */
const FIRST_PARTS = 2;

export default class HelpScreen extends ViewScreen {
  title = this.text("title");
  hasName;
  name;
  keys = "help";
  commands = {
    close: () => this.#close(),
    scroll: (lines: number) => this.app.main.scrollBy({ top: 48 * lines }),
  };

  constructor(app: App, place: Place) {
    super(app, "help");
    this.hasName = SCREENS.includes(place.parts[0]);
    this.name = this.hasName ? place.parts[0] : "game";
  }

  async show(element: HTMLElement) {
    if (LISTED.includes(this.name)) await this.app.messages.add(this.name);
    element.classList.add("text");
    super.show(element);
  }

  /** Go back to where the player came from, or to the start screen. */
  #close() {
    if (history.length > 1 && this.app.hasBefore) history.back();
    else this.app.go("");
  }

  View = () => {
    const { app, name } = this;
    const heading = <h2>{app.text("help.keys_for", { where: app.text(`help.of_${name}`) })}</h2>;
    const buttons = <p class="buttons"><button type="button" onClick={() => this.#close()}>{app.text("help.close")}</button></p>;
    if (!matchMedia("(pointer: coarse)").matches) {
      return <><h1>{this.title}</h1><this.Ways />{heading}<this.Keys devices={["Mouse", "Touch"]} /><Rules app={app} parts={PARTS} />{buttons}</>;
    }
    // If the player asked for the keys of a screen, they are unfolded.
    return (
      <>
        <h1>{this.title}</h1>
        <Rules app={app} parts={PARTS.slice(0, FIRST_PARTS)} />
        <this.Gestures device="Touch" level="h2" />
        <Rules app={app} parts={PARTS.slice(FIRST_PARTS)} />
        <details open={this.hasName}>
          <summary>{heading}</summary>
          <this.Ways />
          <this.Keys devices={["Mouse"]} />
        </details>
        {buttons}
      </>
    );
  };

  /** Links to the key tables of screens. They replace the history entry, so that closing the help returns to where it was opened. */
  Ways = () => {
    const follow = (event: MouseEvent) => {
      event.preventDefault();
      location.replace((event.currentTarget as HTMLAnchorElement).href);
    };
    return (
      <nav class="ways row" aria-label={this.app.text("help.of_screens")}>
        {SCREENS.map((name) => (
          <a href={`#/help/${name}`} aria-current={name === this.name ? "page" : undefined} onClick={follow}>{this.app.text(`help.of_${name}`)}</a>
        ))}
      </nav>
    );
  };

  /** The keys of the screen, and the gestures on some devices. */
  Keys = ({ devices }: { devices: string[] }) => {
    const { app } = this;
    const { [this.name]: own = NONE, everywhere } = KEY_TABLE as Table;
    const headings: Map<string, Lines> = new Map();
    for (const shortcut of [...own.shortcuts, ...everywhere.shortcuts]) {
      const names = shortcut.keys.filter((key) => !key.startsWith("Control+")).map((key) => shortcut.sign || keyName(key));
      if (!names.length || NOT_HERE.has(shortcut.command)) continue;
      const lines: Lines = headings.get(shortcut.heading) ?? new Map();
      const line = lines.get(shortcut.what) ?? new Set();
      for (const name of names) line.add(name);
      headings.set(shortcut.heading, lines.set(shortcut.what, line));
    }
    const head = app.text("help.keys");
    return (
      <div class="sections">
        {LISTED.includes(this.name) && <Section app={app} heading={app.text(`${this.name}.title`)} head={head} lines={this.#listed()} />}
        {[...headings].map(([heading, lines]) => <Section app={app} heading={heading} head={head} lines={lines} />)}
        {devices.map((device) => <this.Gestures device={device} />)}
        {own.note && <p>{tableText(app.messages, own.note)}</p>}
      </div>
    );
  };

  /** The keys of a screen in `LISTED`, from its message. */
  #listed() {
    const lines: Lines = new Map();
    for (const each of this.app.text(`${this.name}.keys_list`).split(/\n| · /)) {
      const [keys, ...what] = each.split(": ");
      lines.set(what.join(": "), new Set(keys.split(", ")));
    }
    return lines;
  }

  /** The gestures of a mouse or of touch; may be empty. */
  Gestures = ({ device, level }: { device: string; level?: "h2" }) => {
    const { gestures: all } = (KEY_TABLE as Table)[this.name] ?? NONE;
    const lines = new Map(all.filter((each) => each.device === device).map(({ what, gestures }) => [what, new Set(gestures)]));
    return lines.size ? <Section app={this.app} heading={device} head={this.app.text("help.gestures")} lines={lines} level={level} /> : null;
  };
}

type SectionProps = { app: App; heading: string; head: string; lines: Lines; level?: "h2" | "h3" };

/** A table of keys or gestures; `head` is the heading of its first column. */
function Section({ app, heading, head, lines, level: Level = "h3" }: SectionProps) {
  const table = (text: string) => tableText(app.messages, text);
  return (
    <section>
      <Level>{table(heading)}</Level>
      <table class="keys">
        <tr class="unseen"><th scope="col">{head}</th><th scope="col">{app.text("help.does")}</th></tr>
        {[...lines].map(([what, keys]) => (
          <tr>
            <th scope="row">{[...keys].map((key) => <><kbd>{table(key)}</kbd> </>)}</th>
            <td>{table(what)}</td>
          </tr>
        ))}
      </table>
    </section>
  );
}

function Rules({ app, parts }: { app: App; parts: typeof PARTS }) {
  return parts.map(([name, count]) => (
    <>
      <h2>{app.text(`help.${name}`)}</h2>
      {Array.from({ length: count }, (_, place) => <p>{app.text(`help.${name}_${place + 1}`)}</p>)}
      {name === "dimensions" && <p><a href="#/learn/4d">{app.text("help.lesson")}</a></p>}
    </>
  ));
}
