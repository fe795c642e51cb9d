// Images of cells: each look is drawn once per theme and size and then copied, because drawing text and paths is slow.

import { best } from "./colours.ts";
import { drawBurst, drawCross, drawDraft, drawFlag, drawMine } from "./shapes.ts";
import {
  CLUE, COVERED, CURSOR, DONE, DRAFT, EXPLODED, FAR, FLAGGED, GHOST, HIDDEN, HOVER, LATEST, LOOKS_FROM, MARK_BITS, MINE, ODD, PRESSED,
  QUESTION, REMOTE, TARGET, WRONG_FLAG, chanceNumber, excessFlags, finishedClue, numberOf, readChance,
} from "./cell_appearance.ts";
import { styleOf, type Style, type Theme } from "./themes.ts";

type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

const FONT = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';
/** Side of the sprite sheet in pixels; a full sheet is cleared. */
const SHEET = 1536;
/**
 * Shares of a cell: radius of the circle with a hint's number, next to a sign and alone, and size of a sign next to it.
 */
const BADGE = 0.24;
const ALONE = 0.34;
const SIGN_BY_BADGE = 0.7;

export class Sprites {
  gap;
  perRow;
  most;
  sheet;
  context;
  /** Position of each image on the sheet, by look and marks. */
  #places: Map<number, number> = new Map();
  #next = 0;

  /**
   * @param size - size of a cell in device pixels
   * @param largest - the largest clue that the board can have
   */
  constructor(public theme: Theme, public size: number, public largest: number) {
    this.gap = size < 10 ? Math.ceil(theme.skin.gap) : Math.round(Math.max(Math.ceil(theme.skin.gap), size * theme.skin.gap));
    this.perRow = Math.max(1, Math.floor(SHEET / size));
    this.most = this.perRow * this.perRow;
    this.sheet = document.createElement("canvas");
    this.sheet.width = this.perRow * size;
    this.sheet.height = Math.min(this.perRow, 4) * size;
    this.context = this.sheet.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
  }

  /** Free the memory. */
  close() {
    this.sheet.width = this.sheet.height = 0;
    this.#places.clear();
  }

  /** Draw a cell, filling its whole square. */
  draw(context: Context, look: number, marked: number, x: number, y: number) {
    const number = numberOf(marked);
    const marks = marked & ((1 << MARK_BITS) - 1);
    const key = 2 * (((look + LOOKS_FROM) << MARK_BITS) | marks) + Number(number > 0);
    let place = this.#places.get(key);
    if (place === undefined) place = this.#add(key, look, marks, number > 0);
    const { size, perRow } = this;
    context.drawImage(this.sheet, (place % perRow) * size, Math.floor(place / perRow) * size, size, size, x, y, size, size);
    if (number) this.#number(context, number, x, y, look === COVERED ? ALONE : BADGE);
  }

  /** Write the number of a hint's cell into a circle in the cell's corner; `#paint` shrinks the sign to keep that corner free. */
  #number(context: Context, number: number, x: number, y: number, share: number) {
    const { theme, size } = this;
    const radius = size * share;
    context.save();
    context.translate(x + radius, y + radius);
    context.beginPath();
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    context.fillStyle = theme.cursor;
    context.fill();
    context.lineWidth = Math.max(1, size / 28);
    const ink = best(theme.cursor);
    context.strokeStyle = ink;
    context.stroke();
    context.fillStyle = ink;
    context.font = `800 ${radius * 1.5}px ${FONT}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(String(number), 0, radius * 0.1, radius * 1.7);
    context.restore();
  }

  #add(key: number, look: number, marks: number, isNumbered: boolean) {
    if (this.#next === this.most) {
      this.#places.clear();
      this.#next = 0;
    }
    const place = this.#next++;
    const { size, perRow } = this;
    const top = Math.floor(place / perRow) * size;
    if (top + size > this.sheet.height) this.#grow();
    this.#places.set(key, place);
    this.context.save();
    this.context.translate((place % perRow) * size, top);
    this.context.beginPath();
    this.context.rect(0, 0, size, size);
    this.context.clip();
    this.#paint(this.context, look, marks, isNumbered);
    this.context.restore();
    return place;
  }

  #grow() {
    const before = this.sheet;
    this.sheet = document.createElement("canvas");
    this.sheet.width = before.width;
    this.sheet.height = Math.min(before.height * 2, this.perRow * this.size);
    this.context = this.sheet.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
    this.context.drawImage(before, 0, 0);
    before.width = before.height = 0;
  }

  #paint(context: Context, shown: number, marks: number, isNumbered: boolean) {
    const { theme, size } = this;
    // Don't dim the clues and cells of a hint.
    const look = marks & (CLUE | TARGET) ? (finishedClue(shown) ?? shown) : shown;
    // The cursor is drawn as a ring, so that the cell's own colours stay visible.
    const style = styleOf(theme, look, marks & ~CURSOR, this.largest);
    const isPressed = Boolean(marks & PRESSED && (look === COVERED || look === QUESTION || look === DRAFT));
    const isOpen = (look >= 0 && !readChance(look)) || look === DONE || look === EXPLODED || isPressed;
    this.#ground(context, style, isOpen, look, marks);
    context.save();
    if (isNumbered) {
      const corner = (size - this.gap) * (1 - SIGN_BY_BADGE);
      context.translate(corner, corner);
      context.scale(SIGN_BY_BADGE, SIGN_BY_BADGE);
    }
    this.#sign(context, look, style, marks);
    context.restore();
    if (marks & FAR) {
      context.globalAlpha = 0.62;
      context.fillStyle = theme.screen;
      context.fillRect(0, 0, size, size);
      context.globalAlpha = 1;
    }
    this.#rings(context, marks, style.best);
  }

  #ground(context: Context, { ground, text }: Style, isOpen: boolean, look: number, marks: number) {
    const { theme, size, gap } = this;
    const { skin } = theme;
    const inner = size - gap;
    context.fillStyle = theme.line;
    context.fillRect(0, 0, size, size);
    // Rounded corners show the colour of an open cell.
    context.fillStyle = isOpen ? ground : styleOf(theme, 0, marks & (ODD | REMOTE)).ground;
    context.fillRect(0, 0, inner, inner);
    if (!isOpen && skin.edge && theme.name === "classic") {
      const edge = size < 12 ? 1 : Math.max(1, Math.round(size / 11));
      context.fillStyle = ground;
      context.fillRect(0, 0, inner, inner);
      context.fillStyle = "rgb(255 255 255 / 75%)";
      context.fillRect(0, 0, inner, inner);
      context.beginPath();
      context.moveTo(inner, 0);
      context.lineTo(inner, inner);
      context.lineTo(0, inner);
      context.lineTo(edge, inner - edge);
      context.lineTo(inner - edge, edge);
      context.fillStyle = ground;
      context.fill();
      context.fillStyle = "rgb(0 0 0 / 38%)";
      context.fill();
      context.fillStyle = ground;
      context.fillRect(edge, edge, inner - 2 * edge, inner - 2 * edge);
    } else if (!isOpen) {
      const radius = size < 12 ? Math.min(1, size * skin.radius) : size * skin.radius;
      const edge = skin.edge && (size < 14 ? 1 : Math.max(1, Math.round(size * skin.edge)));
      if (edge) {
        // Shades are transparent, so that no colours have to be mixed here.
        rounded(context, inner, 0, inner, radius, ground, `rgb(0 0 0 / ${theme.isDark ? 30 : 20}%)`);
        rounded(context, inner, 0, inner - edge, radius, ground, `rgb(255 255 255 / ${theme.isDark ? 16 : 34}%)`);
      }
      rounded(context, inner, edge, inner - 2 * edge, radius, ground);
      if (size >= 14) this.#pen(context, inner, radius, look === COVERED || look === HIDDEN);
    }
    if (look === HIDDEN && size >= 10) {
      context.fillStyle = text;
      const dot = Math.max(1, Math.round(size / 12));
      const at = Math.round((inner - dot) / 2);
      context.fillRect(at, at, dot, dot);
    }
  }

  /** The skin's strokes on a covered cell: a hatching, and an outline. */
  #pen(context: Context, inner: number, radius: number, isBlank: boolean) {
    const ink = this.theme.isDark ? "#ffffff" : "#000000";
    const { hatch = 0, outline = 0, glow = 0 } = this.theme.skin;
    context.save();
    context.strokeStyle = ink;
    context.beginPath();
    context.roundRect(0, 0, inner, inner, radius);
    context.clip();
    context.globalAlpha = 0.16;
    context.lineWidth = Math.max(1, inner / 28);
    context.beginPath();
    for (let stroke = 1; isBlank && stroke < 2 * hatch; ++stroke) {
      const at = (stroke * inner) / hatch;
      context.moveTo(at, 0);
      context.lineTo(at - inner, inner);
    }
    context.stroke();
    if (outline) {
      context.globalAlpha = 0.45;
      context.lineWidth = Math.max(1, inner * outline) * 2;
      context.shadowColor = ink;
      context.shadowBlur = glow * inner;
      context.beginPath();
      context.roundRect(0, 0, inner, inner, radius);
      context.stroke();
    }
    context.restore();
  }

  #sign(context: Context, look: number, style: Style, marks: number) {
    const inner = this.size - this.gap;
    const { cloth, isRound, glow = 0 } = this.theme.skin;
    context.shadowColor = style.text;
    context.shadowBlur = this.size < 14 ? 0 : glow * inner;
    const { text, ground, detail } = style;
    const known = readChance(look);
    if (known) {
      if (known.isFlagged) drawFlag(context, inner, text, text, cloth);
      else if (known.chance === 1) drawMine(context, inner, text, ground, isRound);
      else this.#text(context, chanceNumber(known.chance), text, 0.46, 700);
      return;
    }
    const excess = excessFlags(look);
    const clue = finishedClue(look);
    if (excess) this.#text(context, `−${excess}`, text, 0.56, 800);
    else if (clue !== null && clue !== DONE) this.#text(context, String(clue), text, 0.58, 500);
    else if (look === DONE || clue === DONE) this.#dot(context, text);
    else if (look > 0) this.#text(context, String(look), text, 0.62, 700);
    else if (look === FLAGGED) drawFlag(context, inner, text, detail, cloth);
    else if (look === DRAFT) drawDraft(context, inner, text);
    else if (look === QUESTION) this.#text(context, "?", style.best, 0.62, 700);
    else if (look === MINE) drawMine(context, inner, text, ground, isRound);
    else if (look === EXPLODED) {
      drawBurst(context, inner, detail);
      drawMine(context, inner, "#1a0000", "#ffd75e", isRound);
    } else if (look === WRONG_FLAG) {
      drawFlag(context, inner, detail, detail, cloth);
      drawCross(context, inner, text, ground);
    } else if (marks & PRESSED && look === COVERED) return;
  }

  #dot(context: Context, colour: string) {
    const inner = this.size - this.gap;
    context.fillStyle = colour;
    context.beginPath();
    context.arc(inner / 2, inner / 2, Math.max(1, inner * 0.07), 0, 2 * Math.PI);
    context.fill();
  }

  #text(context: Context, text: string, colour: string, share: number, weight: number) {
    const inner = this.size - this.gap;
    context.fillStyle = colour;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    let pixels = this.size < 14 ? Math.max(5, inner * 0.8) : this.size * share;
    const set = () => (context.font = `${weight} ${pixels}px ${this.theme.skin.font ?? FONT}`);
    set();
    const room = inner * 0.88;
    const { width } = context.measureText(text);
    if (width > room) {
      pixels *= room / width;
      set();
    }
    const box = context.measureText("0");
    context.fillText(text, inner / 2, (inner + box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2);
  }

  /** @param best - white or black */
  #rings(context: Context, marks: number, best: string) {
    const { theme, size, gap } = this;
    const inner = size - gap;
    const thick = Math.max(1, Math.round(size / 14));
    const inset = marks & CURSOR ? thick * 2 : 0;
    if (marks & CLUE && !(marks & TARGET)) {
      context.strokeStyle = best;
      context.lineWidth = thick;
      context.setLineDash([inner * 0.16, inner * 0.12]);
      context.strokeRect(inset + thick * 1.5, inset + thick * 1.5, inner - 2 * inset - 3 * thick, inner - 2 * inset - 3 * thick);
      context.setLineDash([]);
    }
    if (marks & TARGET) {
      context.strokeStyle = best;
      context.lineWidth = thick * 1.5;
      const at = inset + thick * 1.25;
      context.strokeRect(at, at, inner - 2 * at, inner - 2 * at);
    }
    if (marks & GHOST && !(marks & (CURSOR | HOVER))) {
      const inset = Math.max(2, size * 0.14);
      context.globalAlpha = 0.85;
      context.strokeStyle = best;
      context.lineWidth = Math.max(1, size / 22);
      context.strokeRect(inset, inset, inner - 2 * inset, inner - 2 * inset);
      context.globalAlpha = 1;
    }
    if (marks & LATEST) {
      const corner = Math.max(3, inner * 0.26);
      context.fillStyle = best;
      context.beginPath();
      context.moveTo(inner - corner, 0);
      context.lineTo(inner, 0);
      context.lineTo(inner, corner);
      context.fill();
    }
    if (marks & HOVER && !(marks & CURSOR)) {
      context.globalAlpha = 0.6;
      context.strokeStyle = best;
      context.lineWidth = Math.max(1, thick * 0.75);
      context.strokeRect(context.lineWidth / 2, context.lineWidth / 2, inner - context.lineWidth, inner - context.lineWidth);
      context.globalAlpha = 1;
    }
    if (marks & CURSOR) {
      const ring = Math.max(2, Math.round(size / 11));
      // Two colours, so that the ring is visible on any background.
      context.strokeStyle = theme.screen;
      context.lineWidth = ring + 2 * Math.max(1, Math.round(size / 28));
      context.strokeRect(ring / 2, ring / 2, size - ring, size - ring);
      context.strokeStyle = theme.cursor;
      context.lineWidth = ring;
      context.strokeRect(ring / 2, ring / 2, size - ring, size - ring);
    }
  }
}

/** Fill a rounded rectangle with several colours, one over another. */
function rounded(context: Context, width: number, top: number, height: number, radius: number, ...colours: readonly string[]) {
  context.beginPath();
  context.roundRect(0, top, width, height, radius);
  for (const colour of colours) {
    context.fillStyle = colour;
    context.fill();
  }
}
