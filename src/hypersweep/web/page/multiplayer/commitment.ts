// Checks whether a board is the one that the server committed itself to before the first open.

/**
 * The hash of a round's seed, the same as the server's `rooms.board.commitment`. Source: SHA-256, FIPS 180-4.
 * @returns null if the browser can't compute hashes, as on pages loaded over plain http
 */
export async function commitmentOf({ room, round, board, mines, rules, seed }: {room: string, round: number, board: string, mines: number, rules: string, seed: string}): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const text = ["hypersweep board 1", room, String(round), board, String(mines), rules, seed].join("\n");
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
