// Exports a position: as a link, as text, as JSON, as a picture.

import { themeOf } from "../../board/themes.ts";
import { copyText } from "../../frame/clipboard.tsx";
import { download } from "../../frame/elements.ts";
import { formatPosition, formatPositionJson, formatShort, type PositionView } from "../../play/position.ts";
import { drawnPicture } from "../thumbnail.tsx";
import type { App } from "../../app.ts";
import type { Drawn } from "../../play/drawing.ts";

/** Maximum length of an address: some programs truncate longer ones. */
const LONGEST = 30_000;

const viewOf = ({ shape, mines, codes }: Drawn): PositionView => ({ shape, mines, codes: Int32Array.from(codes) });

/** The address of a position, or null if it would be too long. */
export function positionAddress(drawn: Drawn): string | null {
  if (drawn.shape.cells > LONGEST) return null;
  const address = `#/analysis?position=${encodeURIComponent(formatShort(viewOf(drawn)))}`;
  return address.length > LONGEST ? null : address;
}

/** Run a button's action. */
export async function share(app: App, what: "link" | "text" | "json" | "picture", drawn: Drawn, chances: Float64Array | null) {
  if (what === "picture") return picture(app, drawn, chances);
  if (what === "link") {
    const address = positionAddress(drawn);
    if (!address) return app.warn(app.text("analysis.link_long"));
    return copyText(app, `${location.href.split("#")[0]}${address}`, { what: app.text("analysis.link") });
  }
  const text = what === "text" ? formatPosition(viewOf(drawn)) : formatPositionJson(viewOf(drawn));
  return copyText(app, text, { what: app.text(`analysis.${what}`) });
}

async function picture(app: App, drawn: Drawn, chances: Float64Array | null) {
  const canvas = drawnPicture(drawn.shape, drawn.codes, themeOf(app.settings.get("theme")), chances);
  const blob = canvas && (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve)));
  if (!blob) return app.warn(app.text("analysis.picture_large"));
  download(blob, `hypersweep-${drawn.shape.sides.join("x")}.png`);
}
