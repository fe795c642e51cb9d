// The game that a session plays, wherever it runs: in the page's own kernels, or in anything else with the same
// methods.

import type { App } from "../app.ts";
import type { Game } from "../engine/client.ts";
import type { Rules } from "../engine/rules.ts";
import type { Shape } from "../engine/shape.ts";

/** The interface that a session needs from a game. */
export type PlayedGame = Pick<Game, "board" | "mines" | "seed" | "rules" | "standing" | "play" | "playAll" | "playRecorded" | "mostCells" | "codes" | "boardId" | "value" | "close">;
export interface GameRequest {
  board?: Shape | string;
  mines?: number;
  seed?: bigint | number;
  rules?: Rules | string;
  layout?: string;
}
export type GameMaker = (request: GameRequest) => Promise<PlayedGame>;

/** If more cells than this differ, all are redrawn. */
const MOST_DIFFERENCES = 1 << 16;
/** Number of codes in one request. */
const RUN = 1 << 18;

/** Makes games that run in the page's kernels. */
export const engineGames = (app: Pick<App, "engine">): GameMaker => async ({ layout, ...request }) => {
  const engine = await app.engine();
  return engine.newGame(layout === undefined ? (request as any) : { layout, rules: request.rules });
};

/** An array for the codes of all cells; only boards with ten or more dimensions have clues that need an Int32Array. */
export function emptyCodes({ maxNeighbours, cells }: Shape): Int16Array {
  return ((maxNeighbours > 0x7fff ? (new Int32Array(cells) as unknown) : new Int16Array(cells)) as Int16Array).fill(-1);
}

/**
 * Update all codes.
 * @param codes - previous codes, updated in place
 * @returns cells that looked different before; null if there are many
 */
export async function refreshCodes(game: PlayedGame, codes: Int16Array): Promise<Uint32Array | null> {
  const found = [];
  for (let begin = 0; begin < codes.length; begin += RUN) {
    const run = await game.codes(begin, Math.min(begin + RUN, codes.length));
    for (let place = 0; place < run.length; ++place) {
      if (codes[begin + place] === run[place]) continue;
      codes[begin + place] = run[place];
      if (found.length <= MOST_DIFFERENCES) found.push(begin + place);
    }
  }
  return found.length > MOST_DIFFERENCES ? null : Uint32Array.from(found);
}
