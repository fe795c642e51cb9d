// A note about games that can't be read.

import type { App } from "../app.ts";

/** The address of the settings for saved games. */
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
