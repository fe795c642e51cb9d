// How boards look, chosen by pictures: themes, skins, cell size, and the player's own colours.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Arrangement } from "../../board/arrangement.ts";
import { NEAR } from "../../board/cell_appearance.ts";
import { CELL, pageMetrics } from "../../board/fitting.ts";
import { ThemeFileError, faintColours, parseOwnTheme, savedTheme, type OwnTheme } from "../../board/own_theme.ts";
import { drawPart } from "../../board/painter.ts";
import { SKINS } from "../../board/skins.ts";
import { Sprites } from "../../board/sprites.ts";
import { LOOK_SETTINGS, PREFERRED, themeOf, type Theme } from "../../board/themes.ts";
import { prompt } from "../../frame/dialogs.tsx";
import { download } from "../../frame/download.ts";
import type { App } from "../../app.ts";

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

export function Looks({ app }: { app: App }) {
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
export function SizePreview({ app, zoom }: { app: App; zoom: number }) {
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
