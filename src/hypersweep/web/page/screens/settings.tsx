// The settings screen: preferences, saved data, and information about the page. Changes take effect immediately.

import { useEffect, useState } from "preact/hooks";
import { LICENCE, VERSION } from "../data/about.ts";
import { PREFERENCES } from "../data/boards.ts";
import { LANGUAGES } from "../messages.ts";
import { BOUNDS, type USUAL } from "../settings.ts";
import { engineNames } from "../multiplayer/engines.ts";
import { SavedGames } from "./saved_games.tsx";
import { Looks, SizePreview } from "./settings/look.tsx";
import { ViewScreen } from "./view_screen.tsx";
import type { App, Place } from "../app.ts";

type Name = keyof typeof USUAL;
/** A setting: one of several values, a number in a range, or a switch. */
type Setting = { name: Name; choices?: readonly string[]; range?: [number, number, number] };

/**
 * The settings by section ("settings.part_..."); texts are "settings.NAME", "settings.NAME_what",
 * "settings.NAME_is_VALUE".
 */
const PARTS: Record<string, Setting[]> = {
  look: [{ name: "zoom", range: [...BOUNDS.zoom, 0.1] as [number, number, number] }],
  page: [
    { name: "language", choices: ["", ...Object.keys(LANGUAGES)] },
    { name: "text_size", range: [...BOUNDS.text_size, 0.05] as [number, number, number] },
    { name: "reduced_motion", choices: ["system", "always", "never"] },
  ],
  game: [
    { name: "first_open", choices: PREFERENCES.first_open },
    { name: "guess", choices: PREFERENCES.guess },
    { name: "confirm_final" },
    { name: "blur_pause" },
    { name: "sound" },
    { name: "vibration" },
  ],
  board: [
    { name: "tint" }, { name: "dim_finished" }, { name: "delta" }, { name: "panels" }, { name: "tenths" },
    { name: "guess_count" }, { name: "coordinates" },
  ],
  input: [
    { name: "question_marks" },
    { name: "draft_flags" },
    { name: "smart_flags" },
    { name: "left_chord" },
    { name: "long_press", range: [...BOUNDS.long_press, 50] as [number, number, number] },
    { name: "swap_touch" },
    { name: "command_line" },
  ],
};

export default class SettingsScreen extends ViewScreen {
  title = this.text("title");
  keys = "settings";
  commands = {};
  #kept;

  /** @param place - with part "kept" the saved games come first; a text of games, if passed, is imported */
  constructor(app: App, public place: Place) {
    super(app, "settings");
    this.#kept = new SavedGames(app, this.stop.signal);
  }

  show(element: HTMLElement) {
    const games = this.place.handed?.games;
    element.classList.add("text");
    super.show(element);
    if (this.place.query.get("part") === "kept") {
      element.querySelector(".kept")?.scrollIntoView();
      element.querySelector<HTMLElement>(".kept h2")?.focus({ preventScroll: true });
    }
    void (typeof games === "string" ? this.#kept.take(games) : this.#kept.fill());
  }

  View = () => {
    const { app, text } = this;
    const kept = this.#kept;
    const engines = useEngines();
    const names = [...new Set(["", ...engines, app.wantedEngine])];
    const row = (setting: Setting) => <Row app={app} setting={setting} engines={engines} />;
    return (
      <>
        <h1>{this.title}</h1>
        {Object.entries(PARTS).map(([part, settings]) => (
          <section class={part}>
            <h2>{text(`part_${part}`)}</h2>
            {part === "look" && <Looks app={app} />}
            {settings.map(row)}
            {part === "game" && names.length > 1 && row({ name: "engine", choices: names })}
          </section>
        ))}
        <kept.View />
        <section>
          <h2>{text("part_about")}</h2>
          <p>{text("version", { version: VERSION, licence: LICENCE })}</p>
          <p>{text(navigator.serviceWorker?.controller ? "offline_works" : "offline_not")}</p>
        </section>
      </>
    );
  };
}

/** The server's engines; none without a server or an answer: the page's own solver can still be chosen. */
function useEngines(): string[] {
  const [engines, setEngines] = useState<string[]>([]);
  useEffect(() => void engineNames().then(setEngines, () => {}), []);
  return engines;
}

/** A setting's value, which another tab may change too. */
function useSetting(app: App, name: Name): any {
  const [value, setValue] = useState(app.settings.get(name));
  useEffect(() => {
    const change = () => setValue(app.settings.get(name));
    app.settings.addEventListener("change", change);
    return () => app.settings.removeEventListener("change", change);
  }, []);
  return value;
}

type ControlProps = { app: App; setting: Setting; id: string; engines: readonly string[] };

function Row({ app, setting, engines }: { app: App; setting: Setting; engines: readonly string[] }) {
  const { name, choices, range } = setting;
  const id = `setting-${name}`;
  const Control = choices ? Choice : range ? Range : Check;
  return (
    <div class={`setting${choices || range ? "" : " check"}`}>
      <label for={id}>{app.text(`settings.${name}`)}</label>
      <Control app={app} setting={setting} id={id} engines={engines} />
      <p class="what" id={`${id}-what`}>{app.text(`settings.${name}_what`)}</p>
    </div>
  );
}

function set(app: App, name: Name, value: any) {
  app.prefer(name, value);
  // The zoom setting applies to every board, so drop the zooms saved per board.
  if (name === "zoom") app.prefer("zooms", "");
}

function Choice({ app, setting: { name, choices = [] }, id, engines }: ControlProps) {
  const value = useSetting(app, name);
  const textOf = (choice: string) => {
    if (name === "language" && choice) return LANGUAGES[choice];
    if (name !== "engine" || !choice) return app.text(`settings.${name}_is_${choice.replace(/\W/g, "_")}`);
    // The engine may no longer exist.
    return engines.includes(choice) ? choice : app.text("settings.engine_gone", { engine: choice });
  };
  return (
    <select id={id} aria-describedby={`${id}-what`} value={choices.includes(value) ? value : choices[0]} onChange={(event) => set(app, name, event.currentTarget.value)}>
      {choices.map((choice) => <option value={choice} lang={name === "language" && choice ? choice : undefined}>{textOf(choice)}</option>)}
    </select>
  );
}

function Range({ app, setting: { name, range = [0, 1, 1] }, id }: ControlProps) {
  const saved = useSetting(app, name);
  const [value, setValue] = useState(saved);
  useEffect(() => setValue(saved), [saved]);
  const text = app.text(`settings.${name}_is`, { value, percent: Math.round(100 * value) });
  const [min, max, step] = range;
  // Settings that change the layout apply when the slider is released, so that it doesn't move under the finger.
  const slider = (
    <div class="range">
      <input type="range" id={id} aria-describedby={`${id}-what`} aria-valuetext={text} min={min} max={max} step={step} value={value}
        onInput={(event) => setValue(event.currentTarget.valueAsNumber)}
        onChange={(event) => set(app, name, event.currentTarget.valueAsNumber)} />
      <output>{text}</output>
    </div>
  );
  return name === "zoom" ? <>{slider}<SizePreview app={app} zoom={value} /></> : slider;
}

function Check({ app, setting: { name }, id }: ControlProps) {
  const value = useSetting(app, name);
  return <input type="checkbox" id={id} aria-describedby={`${id}-what`} checked={value === true} onChange={(event) => set(app, name, event.currentTarget.checked)} />;
}
