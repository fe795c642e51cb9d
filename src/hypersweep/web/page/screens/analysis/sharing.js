// @ts-check
// Exports a position: as a link, as text, as JSON, as a picture.

import { themeOf } from "../../board/themes.js";
import { copyText } from "../../frame/clipboard.js";
import { download } from "../../frame/elements.js";
import { formatPosition, formatPositionJson, formatShort } from "../../play/position.js";
import { drawnPicture } from "../thumbnail.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../play/drawing.js").Drawn} Drawn */

/** Maximum length of an address: some programs truncate longer ones. */
const LONGEST = 30_000;

/** @param {Drawn} drawn @returns {import("../../play/position.js").PositionView} */
const viewOf = ({ shape, mines, codes }) => ({ shape, mines, codes: Int32Array.from(codes) });

/** The address of a position, or null if it would be too long. @param {Drawn} drawn @returns {string | null} */
export function positionAddress(drawn) {
  if (drawn.shape.cells > LONGEST) return null;
  const address = `#/analysis?position=${encodeURIComponent(formatShort(viewOf(drawn)))}`;
  return address.length > LONGEST ? null : address;
}

/** Run a button's action. @param {App} app @param {"link" | "text" | "json" | "picture"} what @param {Drawn} drawn @param {Float64Array | null} chances */
export async function share(app, what, drawn, chances) {
  if (what === "picture") return picture(app, drawn, chances);
  if (what === "link") {
    const address = positionAddress(drawn);
    if (!address) return app.warn(app.text("analysis.link_long"));
    return copyText(app, `${location.href.split("#")[0]}${address}`, { what: app.text("analysis.link") });
  }
  const text = what === "text" ? formatPosition(viewOf(drawn)) : formatPositionJson(viewOf(drawn));
  return copyText(app, text, { what: app.text(`analysis.${what}`) });
}

/** @param {App} app @param {Drawn} drawn @param {Float64Array | null} chances */
async function picture(app, drawn, chances) {
  const canvas = drawnPicture(drawn.shape, drawn.codes, themeOf(app.settings.get("theme")), chances);
  const blob = canvas && (await new Promise((resolve) => canvas.toBlob(resolve)));
  if (!blob) return app.warn(app.text("analysis.picture_large"));
  download(blob, `hypersweep-${drawn.shape.sides.join("x")}.png`);
}
