// Colour themes of boards: the colours of every look and mark, computed as in Python's picture/themes.py.

import { FAINT, THEMES } from "../data/themes.ts";
import {
  CLUE, COVERED, DONE, DRAFT, EXPLODED, FLAGGED, HIDDEN, HOVER, MINE, NEAR, ODD, PRESSED, QUESTION, REMOTE, TARGET,
  WRONG_FLAG, chanceLook, excessFlags, finishedClue, readChance,
} from "./cell_appearance.ts";
import { best, chanceColour, chanceInk, contrast, mix, readable, withContrast } from "./colours.ts";
import { ownColours, savedTheme } from "./own_theme.ts";
import { SKINS, type Skin } from "./skins.ts";

type Pair = readonly [string, string];
/** The colours of a theme; a pair is for even and odd cells. */
export interface Colours {
  isDark: boolean;
  screen: string;
  label: string;
  opened: Pair;
  covered: Pair;
  nearOpened: Pair;
  nearCovered: Pair;
  cursor: string;
  clue: string;
  target: string;
  flag: string;
  flagGround: string;
  mine: string;
  mineGround: string;
  exploded: string;
  wrong: string;
  /** one hue for all clues, or one for each number */ ramp: readonly string[];
  /** minimum contrast of text */ least: number;
}

/** The colours of a theme as a skin shows them. */
export interface Theme extends Colours {
  name: string;
  skin: Skin;
  /** between cells */ line: string;
}

/** The colours of a cell. */
export interface Style {
  text: string;
  /** the background */ ground: string;
  /** white or black, whichever has more contrast with the background */ best: string;
  /** a flag's pole, a wrong flag under its cross, or the burst of an exploded mine */ detail: string;
}

const ALL = THEMES as unknown as Record<string, Colours>;

/** The media queries that the theme "system" follows. */
export const PREFERRED = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"];

type Choices = { get: (name: "theme" | "own_theme" | "skin") => any };
/** Settings that change how boards look. */
export const LOOK_SETTINGS = ["theme", "own_theme", "skin"];

/** The colours of the player's own theme; null if another theme is chosen or this one is invalid. */
function chosenOwn(settings: Choices) {
  const own = settings.get("theme") === "own" && savedTheme(settings.get("own_theme"));
  return own ? ownColours(own, ALL) : null;
}

/** The name of the theme for the page around the board, or "system" for the browser's preference. */
export function pageTheme(settings: Choices): string {
  const own = chosenOwn(settings);
  return own ? (own.isDark ? "dark" : "light") : settings.get("theme");
}

/** The theme that the player has chosen, in the chosen skin. */
export function themeOf(settings: Choices): Theme {
  const name = settings.get("theme");
  const [isDark, isContrast] = PREFERRED.map((query) => matchMedia(query).matches);
  const usual = isContrast ? "contrast" : isDark ? "dark" : "light";
  return dressed(Object.hasOwn(ALL, name) ? name : usual, settings.get("skin"), chosenOwn(settings));
}

/** A theme in a skin; high contrast and the player's own theme keep their colours in every skin. */
export function dressed(name: string, skinName = "tiles", own: Colours | null = null): Theme {
  const skin = SKINS[skinName] ?? SKINS.tiles;
  const chosen = own ?? ALL[name];
  const isFixed = own !== null || chosen.least > 4.5;
  const base = skin.isDark && !isFixed && !chosen.isDark ? ALL.dark : chosen;
  const colours = isFixed ? base : { ...base, ...(base.isDark ? skin.dark : skin.light) };
  return { ...colours, name: own ? "own" : name, skin: base.least > 4.5 ? { ...skin, glow: 0 } : skin, line: mix(colours.screen, colours.label, name === "classic" && skin.edge ? 0.55 : 0.16) };
}

/**
 * The colours of a cell.
 * @param marks - `CURSOR` is ignored: the cursor is a ring around the cell
 * @param largest - the largest clue that the board can have
 */
export function styleOf(theme: Theme, look: number, marks: number, largest = 8): Style {
  const known = readChance(look);
  if (known && !(marks & TARGET)) return chanceStyle(theme, known.chance, marks);
  const ground = groundOf(theme, look, marks);
  const text = known ? readable(theme.isDark ? "#ffffff" : "#000000", ground, theme.least) : textOf(theme, look, ground, largest);
  return { text, ground, best: best(ground), detail: detailOf(theme, look, text, ground) };
}

/** Only the ground of a remote cell fades, so that its number stays readable. */
function groundOf(theme: Theme, look: number, marks: number): string {
  const own = ownGround(theme, look, marks);
  return marks & REMOTE && theme.name !== "contrast" ? mix(own, theme.screen, 0.22) : own;
}

function ownGround(theme: Theme, look: number, marks: number): string {
  const odd = marks & ODD;
  if (look === EXPLODED) return theme.exploded;
  if (look === WRONG_FLAG || excessFlags(look)) return theme.wrong;
  if (marks & TARGET) return theme.target;
  if (marks & CLUE) return theme.clue;
  const isPressed = marks & PRESSED && (look === COVERED || look === QUESTION || look === DRAFT);
  const isFlagged = look === FLAGGED || look === DRAFT || look === QUESTION;
  const own = isFlagged ? theme.flagGround : look === MINE ? theme.mineGround : "";
  if (own && !isPressed) return own;
  const isOpen = look >= 0 || look === DONE || isPressed;
  if (!(marks & (NEAR | HOVER))) return (isOpen ? theme.opened : theme.covered)[odd];
  const near = (isOpen ? theme.nearOpened : theme.nearCovered)[odd];
  if (!(marks & HOVER)) return near;
  // Don't mix the cursor's colour into an open cell: the cell would look covered.
  return isOpen ? mix(near, theme.opened[odd], 0.5) : mix(near, theme.cursor, 0.2);
}

function textOf(theme: Theme, look: number, ground: string, largest: number): string {
  const { least, label, ramp } = theme;
  if (finishedClue(look) !== null) return withContrast(label, ground, (FAINT * 1.03 * least) / 4.5);
  if (look > 0 && !excessFlags(look)) {
    if (ramp.length > 1) return readable(ramp[(look - 1) % ramp.length], ground, least);
    const most = contrast(best(ground), ground);
    const share = Math.min(1, Math.log(look) / Math.log(Math.max(largest, 8)));
    return withContrast(ramp[0], ground, least * 1.03 * (most / least / 1.03) ** (share * 0.95));
  }
  if (look === FLAGGED || look === DRAFT) return readable(theme.flag, ground, least);
  if (look === MINE) return readable(theme.mine, ground, least);
  // Only for the dot on a hidden cell, since a covered cell shows no text.
  if (look === COVERED || look === HIDDEN) return readable(mix(label, ground, 0.7), ground, 1.5);
  return readable(theme.isDark ? "#ffffff" : "#000000", ground, least);
}

function detailOf(theme: Theme, look: number, text: string, ground: string) {
  if (look === FLAGGED) return mix(best(ground), text, 0.25);
  if (look === WRONG_FLAG || excessFlags(look)) return mix(text, ground, 0.25);
  return look === EXPLODED && contrast(theme.exploded, "#ffffff") >= 3 ? "#ffd75e" : text;
}

function chanceStyle(theme: Pick<Theme, "isDark">, chance: number, marks: number): Style {
  const colour = chanceColour(chance);
  const ground = marks & ODD ? mix(colour, theme.isDark ? "#000000" : "#ffffff", 0.06) : colour;
  const ink = chanceInk(colour);
  const text = contrast(ink, ground) >= 4.5 ? ink : best(ground);
  return { text, ground, best: best(ground), detail: text };
}

/**
 * The colours for the chance of a mine: dark text on light grounds, white on dark ones.
 * @param chance - 0 to 1
 */
export function chanceColours(chance: number) {
  return chanceStyle(ALL.light, readChance(chanceLook(chance, false))?.chance ?? 0, 0);
}

/**
 * The colour of labels.
 * @param level - 1 for a tile, 2 for a group, and so on
 * @param isFocus - whether the cursor is in that tile or group
 */
export function labelColour({ label, cursor, screen, least }: Theme, level: number, isFocus: boolean) {
  return isFocus ? withContrast(cursor, screen, Math.max(least * 1.8, 9)) : withContrast(label, screen, least * (level < 2 ? 1.05 : 1.7));
}
