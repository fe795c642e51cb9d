// Caches the latest review, so that a replay and the review screen after it compute it only once.

import { review } from "./review.ts";
import type { Engine } from "../engine/client.ts";
import type { Findings } from "./findings.ts";
import type { Record as GameRecord } from "./record_writer.ts";

let kept: {record: string, findings: Findings} | null = null;

/** Everything that identifies a record, as text. */
function nameOf({ board, mines, rules, seed, layout, events, milliseconds }: GameRecord) {
  const plain = events.map(({ milliseconds: when, kind, cell, changed }) => [when, kind, cell, changed]);
  return JSON.stringify([board.format(), mines, rules, String(seed), layout, milliseconds, plain], (_, value) => (typeof value === "bigint" ? String(value) : value));
}

/** The cached review of a record, or a new one; see `review`. */
export async function reviewOf(engine: Engine, record: GameRecord, options?: Parameters<typeof review>[2]): Promise<Findings> {
  const own = nameOf(record);
  if (kept?.record === own) return kept.findings;
  const findings = await review(engine, record, options);
  if (findings.isComplete) kept = { record: own, findings };
  return findings;
}
