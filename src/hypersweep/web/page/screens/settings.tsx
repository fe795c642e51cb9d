// The settings screen: preferences, how boards look, saved data, and information about the page. Changes take effect
// immediately.

import { useEffect, useState, useLayoutEffect, useRef } from "preact/hooks";
import { LICENCE, VERSION } from "../data/about.ts";
import { PREFERENCES } from "../data/boards.ts";
import { LANGUAGES } from "../messages.ts";
import { BOUNDS, type USUAL } from "../settings.ts";
import { engineNames } from "../multiplayer/engines.ts";
import { SavedGames } from "./saved_games.tsx";
import { ViewScreen } from "./view_screen.tsx";
import { Arrangement } from "../board/arrangement.ts";
import { NEAR } from "../board/cell_appearance.ts";
import { CELL, pageMetrics } from "../board/fitting.ts";
import { ThemeFileError, faintColours, parseOwnTheme, savedTheme, type OwnTheme } from "../board/own_theme.ts";
import { drawPart } from "../board/painter.ts";
import { SKINS } from "../board/skins.ts";
import { Sprites } from "../board/sprites.ts";
import { LOOK_SETTINGS, PREFERRED, themeOf, type Theme } from "../board/themes.ts";
import { prompt } from "../frame/dialogs.tsx";
import { download } from "../frame/download.ts";
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

const THEMES = ["system", "light", "dark", "classic", "dark_classic", "contrast", "own"];
/** The position that previews show: "#" covered, "F" flag, "*" mine. */
const SAMPLE = ["1112F#", "112345", "F1*678"];
const CODES: Record<string, number> = { "#": -1, F: -2, "*": -3 };

/** A small board, drawn by the same painter as all boards. */
function Preview({ theme, cell }: { theme: Theme; cell: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const key = JSON.stringify([theme, cell]);
  useLayoutEffect(() => {
    const element = canvas.current as HTMLCanvasElement;
    const scale = devicePixelRatio || 1;
    const size = Math.round(cell * scale);
    const columns = SAMPLE[0].length;
    const arrangement = new Arrangement([SAMPLE.length, columns], { metrics: pageMetrics(size, 2) });
    const margin = Math.round(6 * scale);
    element.width = arrangement.width + 2 * margin;
    element.height = arrangement.height + 2 * margin;
    element.style.width = `${element.width / scale}px`;
    const context = element.getContext("2d", { alpha: false });
    if (!context) return;
    const codes = Array.from(SAMPLE.join(""), (letter) => CODES[letter] ?? Number(letter));
    const sprites = new Sprites(theme, size, 8);
    const source = { lookOf: (index: number) => codes[index], marksOf: (index: number) => (index % columns < 2 ? NEAR : 0), focus: [0, 0], rulers: { names: () => [], isWhole: true } };
    const { width, height } = element;
    drawPart(context, arrangement, sprites, source, { x: margin, y: margin }, { left: 0, top: 0, width, height });
    sprites.close();
  }, [key]);
  return <canvas ref={canvas} aria-hidden="true" />;
}

/** Draws the component again when a setting or a preference of the browser changes how boards look. */
function useLooks(app: App) {
  const [, redraw] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const draw = () => redraw((count) => count + 1);
    app.settings.addEventListener("change", (event) => LOOK_SETTINGS.includes((event as CustomEvent).detail) && draw(), { signal });
    for (const query of PREFERRED) matchMedia(query).addEventListener("change", draw, { signal });
    return () => leaving.abort();
  }, []);
}

function Looks({ app }: { app: App }) {
  return (
    <>
      <Pictures app={app} name="theme" choices={THEMES} />
      <Own app={app} />
      <Pictures app={app} name="skin" choices={Object.keys(SKINS)} />
    </>
  );
}

function Pictures({ app, name, choices: all }: { app: App; name: "theme" | "skin"; choices: readonly string[] }) {
  useLooks(app);
  const choices = all.filter((choice) => choice !== "own" || savedTheme(app.settings.get("own_theme")));
  const value = app.settings.get(name);
  const chosen = choices.includes(value) ? value : choices[0];
  const seen = (choice: string) => themeOf({ get: (other) => (other === name ? choice : app.settings.get(other)) });
  return (
    <fieldset class="pictures" aria-describedby={`setting-${name}-what`}>
      <legend>{app.text(`settings.${name}`)}</legend>
      <p class="what" id={`setting-${name}-what`}>{app.text(`settings.${name}_what`)}</p>
      <div class="row">
        {choices.map((choice) => (
          <label key={choice}>
            <input type="radio" name={name} value={choice} checked={choice === chosen} onChange={() => app.prefer(name, choice)} />
            <Preview theme={seen(choice)} cell={20} />
            <span>{app.text(`settings.${name}_is_${choice}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A preview of the cell size that a slider shows, in the chosen colours. */
function SizePreview({ app, zoom }: { app: App; zoom: number }) {
  useLooks(app);
  return <div class="size-preview"><Preview theme={themeOf(app.settings)} cell={Math.round(CELL.usual * zoom)} /></div>;
}

/** The colours in use as a theme file. */
function currentTheme({ settings }: App): Required<Omit<OwnTheme, "name">> & OwnTheme {
  const { name, ramp, covered, opened } = themeOf(settings);
  // A theme with a single hue has no colours of its own for the numbers.
  const numbers = Array.from({ length: 8 }, (_, place) => ramp[place % ramp.length]);
  return { cover: covered[0], numbers, open: opened[0], ...(name === "own" ? savedTheme(settings.get("own_theme")) : {}) };
}

/** The player's own colours: a field for each, and theme files to open, paste and save. */
function Own({ app }: { app: App }) {
  useLooks(app);
  const text = (name: string, values?: any) => app.text(`settings.own_${name}`, values);
  const [error, setError] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const theme = themeOf(app.settings);
  const current = currentTheme(app);
  const take = (found: string) => {
    try {
      app.prefer("own_theme", JSON.stringify(parseOwnTheme(found)));
      app.prefer("theme", "own");
      setError("");
    } catch (reason) {
      if (!(reason instanceof ThemeFileError)) throw reason;
      setError(text(`wrong_${reason.what}`, reason.detail));
    }
  };
  const open = async () => {
    const chosen = file.current?.files?.[0];
    if (file.current && chosen) {
      take(await chosen.text());
      file.current.value = "";
    }
  };
  const paste = async () => {
    const found = await prompt(app, text("paste_what"), { value: JSON.stringify(current) });
    if (found !== null) take(found);
  };
  const change = (values: Partial<OwnTheme>) => take(JSON.stringify({ ...currentTheme(app), ...values }));
  const field = (label: string, value: string, set: (value: string) => void) => (
    <label key={label}><span>{label}</span><input type="color" value={value} onInput={(event) => set(event.currentTarget.value)} /></label>
  );
  const faint = theme.name === "own" ? faintColours(theme) : [];
  return (
    <details class="own-theme">
      <summary>{text("title")}</summary>
      <p class="what">{text("what")}</p>
      <div class="colours row">
        {current.numbers.map((number, place) => field(String(place + 1), number, (value) => change({ numbers: currentTheme(app).numbers.map((each, at) => (at === place ? value : each)) })))}
        {field(text("cover"), current.cover, (cover) => change({ cover }))}
        {field(text("open"), current.open, (value) => change({ open: value }))}
      </div>
      {faint.length > 0 && (
        <p role="status">
          {text("faint", { list: faint.map(({ place, contrast }) => text("faint_one", { place: place === "cover" ? text("cover") : place, contrast: contrast.toFixed(1) })).join(", ") })}
        </p>
      )}
      {error && <p role="alert">{error}</p>}
      <p class="buttons">
        <button type="button" onClick={() => file.current?.click()}>{text("file")}</button>
        <button type="button" onClick={() => void paste()}>{text("paste")}</button>
        <button type="button" onClick={() => download(new Blob([`${JSON.stringify(current, null, 2)}\n`]), "hypersweep-theme.json")}>{text("save")}</button>
      </p>
      <input type="file" hidden ref={file} accept=".json,application/json" aria-label={text("file")} onChange={() => void open()} />
    </details>
  );
}
