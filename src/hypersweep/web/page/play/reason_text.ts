// The sentences of reasons, in the same order as in Python (hypersweep.solve.evidence). All words are in
// messages/*/reasons.ftl; call `await app.messages.add("reasons")` first.

import { difference, isAlmostOne, percentText, sorted, sum, total } from "./phrases.ts";
import type {
  Clue,
  GuessGrounds,
  Grounds,
  LineCase,
  LineStep,
  ShareGrounds,
  Side,
  SumGrounds,
} from "../engine/reason_rows.ts";
import type { Reason } from "../engine/reasons.ts";
import type { Name, Speaker } from "./reasons.ts";

type Cells = readonly number[];
type Conclusion = "safe" | "mine";
/** Grounds of a kind. */
type Of<Kind> = Extract<Grounds, { kind: Kind }>;

/** Smaller chances than this are only described as less. */
const LEAST_CHANCE = 1e-5;
/** A smaller chance that a guess opens more cells isn't worth a sentence. */
const LEAST_OPENING = 0.01;

/** Join words as in "a, b and c". */
export function listText(app: Speaker, words: readonly string[]) {
  if (words.length < 2) return words.join();
  return app.text("reasons.list", { first: words.slice(0, -1).join(", "), last: words[words.length - 1] });
}

/** The name of a clue. */
export function clueText(app: Speaker, [number, cell]: Clue, name: Name, which: "clue" | "clue_dative" = "clue") {
  return app.text(`reasons.${which}`, { number, place: name([cell]) });
}

export class ReasonWriter {
  cells;
  conclusion;

  constructor(
    public app: Speaker,
    public name: Name,
    { cells, conclusion }: Pick<Reason, "cells" | "conclusion">,
  ) {
    this.cells = cells;
    this.conclusion = conclusion as Conclusion;
  }

  write(grounds: Grounds): string {
    switch (grounds.kind) {
      case "clue":
        return this.conclusion === "safe" ? this.#clueSafe(grounds) : this.#clueMine(grounds);
      case "sum":
        return this.#sum(grounds);
      case "line":
        return this.#line(grounds);
      case "tried":
        return this.#text("tried", { clues: this.#clues(grounds.clues, "clue_dative"), ...this.#values });
      case "share":
        return this.conclusion === "safe" ? this.#shareSafe(grounds) : this.#shareMine(grounds);
      case "bound": {
        const { clues, mines, bound, isLeast } = grounds;
        const places = clues.length ? this.name(clues) : "";
        const values = { number: clues.length, clues: places, mines, bound, ...this.#values };
        return this.#text(isLeast ? "bound_least" : "bound_most", values);
      }
      case "all":
        return this.#text("all", this.#values);
      default:
        return this.#guess(grounds);
    }
  }

  #text(name: string, values: Record<string, unknown>) {
    return this.app.text(`reasons.${name}`, values);
  }

  #clue(clue: Clue, which?: "clue" | "clue_dative") {
    return clueText(this.app, clue, this.name, which);
  }

  #clues(clues: readonly Clue[], which?: "clue" | "clue_dative") {
    return listText(
      this.app,
      clues.map((clue) => this.#clue(clue, which)),
    );
  }

  /** Say that cells are safe, or mines. */
  #ending(cells: Cells = this.cells, conclusion = this.conclusion) {
    return this.#text("ending", { conclusion, cells: this.name(cells), count: cells.length });
  }

  /** Values for texts: the cells that the reason is about, what they are, and the statement that they are. */
  get #values() {
    const { conclusion, cells } = this;
    return { conclusion, cells: this.name(cells), count: cells.length, ending: this.#ending() };
  }

  /** Say that visible mines leave a clue `rest` more mines; "" if no mine is visible. */
  #shown({ clue, shown }: { clue: Clue; shown: Cells }, rest: number) {
    if (!shown.length) return "";
    return this.#text("shown_mines", { cells: this.name(shown), count: shown.length, clue: this.#clue(clue), rest });
  }

  /** Say that as many cells as mines are left. */
  #allMines(count: number) {
    return this.#text("all_mines", { isAll: this.cells.length === count, ...this.#values });
  }

  /** Name safe cells that don't count; "" for none. */
  #leftOut(cells: Cells, which = "left_out") {
    return cells.length ? this.#text(which, { cells: this.name(cells), count: cells.length }) : "";
  }

  #clueSafe({ clue, used, shown, covered }: Of<"clue">) {
    const [number] = clue;
    const values = { clue: this.#clue(clue), number, ...this.#values };
    if (!number) return this.#text("clue_zero", values);
    const mines = this.name(sorted([...new Set([...used, ...shown])]));
    // Other steps may settle further cells, so this reason's cells aren't always all the others.
    return this.#text(used.length + this.cells.length < covered ? "clue_done" : "clue_safe", { ...values, mines });
  }

  #clueMine({ clue, used, shown, covered }: Of<"clue">) {
    const left = covered - used.length;
    const own = shown.length ? this.#text("clue_it", {}) : this.#clue(clue);
    const values = { clue: own, left, allMines: this.#allMines(left) };
    const text = used.length
      ? this.#text("clue_mine_used", { ...values, covered, ending: this.#ending(used, "safe") })
      : this.#text("clue_mine", values);
    return joined(this.#shown({ clue, shown }, clue[0] - shown.length), text);
  }

  #sum(grounds: SumGrounds) {
    const { more, less, isNested } = grounds;
    const isPair = more.length === 1 && less.length === 1;
    const sentences = isPair
      ? this.#pair(more[0], less[0])
      : isNested && less.length === 1
        ? this.#filled(more, less[0])
        : isNested && more.length === 1
          ? this.#spared(more[0], less)
          : this.#compared(grounds);
    return joined(...[...more, ...less].map((side) => this.#shown(side, side.rest)), ...sentences);
  }

  #pair(more: Side, less: Side) {
    const [own, sure] = [more.own.length, less.known.length];
    const [clue, other] = [this.#clue(more.clue), this.#clue(less.clue)];
    const [clueDative, otherDative] = [this.#clue(more.clue, "clue_dative"), this.#clue(less.clue, "clue_dative")];
    const known = sure
      ? this.#text("pair_known", { cells: this.name(less.known), count: sure, clue: otherDative })
      : "";
    const { rest } = more;
    if (this.conclusion === "mine") {
      const [leftOut, allMines] = [this.#leftOut(more.safe, "left_out_last"), this.#allMines(own)];
      const values = { room: less.rest - sure, most: difference(less.rest, sure), rest, own, leftOut, allMines };
      return [known, this.#text("pair_mine", { clue, other: otherDative, ...values })];
    }
    const least = rest - own;
    const leftOut = this.#leftOut(more.safe);
    const shared = own
      ? this.#text("pair_safe_some", { clue, other, own, leftOut, least, difference: difference(rest, own) })
      : this.#text("pair_safe_all", { clue: clueDative, other, leftOut, rest });
    const left = [less.rest, ...(sure ? [sure] : []), least].join(" - ");
    return [known, shared, this.#text("pair_safe", { left, other: otherDative, ending: this.#ending() })];
  }

  /** A sentence about clues that together need all the mines of another one in the cells that they share with it. */
  #filled(more: readonly Side[], whole: Side) {
    const least = more.map(({ rest, own }) => rest - own.length);
    const parts = more.map(({ clue, safe, rest, own, shared }, place) =>
      this.#text("filled_part", {
        clue: this.#clue(clue),
        leftOut: this.#leftOut(safe),
        own: own.length,
        difference: difference(rest, own.length),
        needed: least[place],
        cells: this.name(shared),
      }),
    );
    const count = whole.known.length;
    const known = count ? this.#text("filled_known", { cells: this.name(whole.known), count }) : "";
    const values = {
      total: total(count ? [...least, count] : least),
      clue: this.#clue(whole.clue),
      ending: this.#ending(),
    };
    const others = more.filter(({ own }) => own.length).map(({ clue }) => clue);
    const end =
      this.conclusion === "safe"
        ? this.#text("filled_safe", values)
        : this.#text("filled_mine", { ...values, others: this.#clues(others, "clue_dative"), count: others.length });
    return [this.#text("filled", { parts: parts.join("; ") }), known, end];
  }

  /** A sentence about a clue that has more mines than other clues allow in the cells that they share with it. */
  #spared(whole: Side, less: readonly Side[]) {
    const rooms = less.map(({ rest, known }) => rest - known.length);
    const parts = less.map(({ clue, rest, known, shared }, place) =>
      this.#text(known.length ? "spared_part_known" : "spared_part", {
        clue: this.#clue(clue),
        room: rooms[place],
        difference: difference(rest, known.length),
        cells: this.name(shared),
        known: known.length ? this.name(known) : "",
        count: known.length,
      }),
    );
    const own = whole.own.length;
    const values = { rest: whole.rest, most: sum(rooms), own, leftOut: this.#leftOut(whole.safe) };
    const start = this.#text("spared", { parts: parts.join("; "), total: total(rooms) });
    if (this.conclusion === "mine") {
      const clue = this.#clue(whole.clue, "clue_dative");
      return [start, this.#text("spared_mine", { clue, ...values, allMines: this.#allMines(own) })];
    }
    const others = less.filter((part) => part.own.length > part.known.length).map(({ clue }) => clue);
    const more = { others: this.#clues(others), count: others.length, ending: this.#ending() };
    return [start, this.#text("spared_safe", { clue: this.#clue(whole.clue), ...values, ...more })];
  }

  #compared({ more, less, able, ableWeights, known, knownWeights, safe }: SumGrounds) {
    const cluesOf = (sides: readonly Side[]) => sides.map(({ clue }) => clue);
    const [ours, theirs] = [more, less].map((sides) => sides.map(({ rest }) => rest));
    const taken = -sum(knownWeights);
    const left = sum(theirs) - taken;
    const count = known.length;
    const most = ableWeights.every((weight) => weight === 1) ? able.length : total(ableWeights);
    const counted = { able: able.length ? this.name(able) : "", count: able.length, most };
    return [
      this.#text("compared", {
        first: this.#clues(cluesOf(more)),
        second: this.#clues(cluesOf(less), "clue_dative"),
        ours: total(ours),
        theirs: total(theirs),
      }),
      count ? this.#text("compared_known", { cells: this.name(known), count, taken, all: sum(theirs), left }) : "",
      this.#text("compared_difference", { all: sum(ours), left, difference: sum(ours) - left }),
      safe.length ? this.#text("ending_alone", { ending: this.#ending(safe, "safe") }) : "",
      this.#text(`compared_${this.conclusion}`, { ...this.#values, ...counted }),
    ];
  }

  #line({ supposed, alike }: Of<"line">) {
    const [cell, count] = [this.name([supposed.cell]), alike.length];
    const { conclusion } = this;
    return joined(
      this.#text("line_start", { cell, isMine: supposed.isMine }),
      ...this.#lineSteps(supposed),
      this.#text("line_end", { cell, conclusion, alike: count ? this.name(alike) : "", count }),
    );
  }

  /** @param label - of the case, such as "1.2." */
  #lineSteps({ steps, cases }: LineCase, label = ""): string[] {
    return [
      ...steps.map((step) => this.#lineStep(step)),
      ...cases.flatMap((own, place) => {
        const values = { label: `${label}${place + 1}`, cell: this.name([own.cell]), isMine: own.isMine };
        return [this.#text("line_case", values), ...this.#lineSteps(own, `${label}${place + 1}.`)];
      }),
    ];
  }

  #lineStep({ clue, isMine, shown, supposed, follows }: LineStep) {
    const [some, followed] = [(cells: Cells) => (cells.length ? this.name(cells) : ""), follows.length];
    const values = { clue: this.#clue(clue), follows: some(follows), followed };
    if (isMine) {
      const left = { supposed: some(supposed), count: supposed.length, shown: some(shown) };
      return this.#text(followed ? "line_mine" : "line_short", { ...values, ...left });
    }
    const mines = sorted([...shown, ...supposed]);
    const touched = { mines: this.name(mines), count: mines.length, number: clue[0] };
    return this.#text(followed ? "line_safe" : "line_many", { ...values, ...touched });
  }

  #shareSafe({ clues, needs, mines, found }: ShareGrounds) {
    const left = mines - found;
    const which = !mines ? "share_none" : !left ? "share_all" : found ? "share_found" : "share_only";
    const start = this.#text(which, { mines, found, left, difference: difference(mines, found) });
    const values = { start, ...this.#values };
    if (!clues.length) return this.#text("share_rest", values);
    const shared = { clues: this.#clues(clues), number: clues.length, left, total: total(needs) };
    return this.#text("share_safe", { ...values, ...shared });
  }

  #shareMine({ clues, needs, mines, found, safe }: ShareGrounds) {
    const left = mines - found;
    const counted = { mines, found, left, difference: difference(mines, found) };
    const start = this.#text(found ? "share_shown" : "share_mines", counted);
    const values = { ...this.#values, safe, start };
    if (!clues.length) return this.#text("share_covered", values);
    if (safe) values.start = this.#text("share_known", { start, safe });
    const shared = { clues: this.#clues(clues), number: clues.length, total: total(needs), left, needed: sum(needs) };
    return this.#text("share_mine", { ...values, ...shared, room: left - sum(needs) });
  }

  #percent(chance: number) {
    return isAlmostOne(chance)
      ? this.#text("percent_almost", {})
      : this.#text("percent", { percent: percentText(chance) });
  }

  #risk(chance: number, isEstimate: boolean) {
    if (chance > 0 && chance < LEAST_CHANCE) return this.#text("risk_least", {});
    return this.#text("risk", { percent: this.#percent(chance), isEstimate });
  }

  #guess({ chance, choice, safest, least, equals, opening, isSeen, beside, elsewhere, error }: GuessGrounds) {
    const [cell] = this.cells;
    const isEstimate = error !== null;
    const where = beside ? [this.#text("guess_beside", { count: beside })] : [];
    if (elsewhere) where.push(this.#text(beside ? "guess_elsewhere" : "guess_covered", { count: elsewhere }));
    const start = this.#text("guess_start", {
      isEstimate,
      where: listText(this.app, where),
      count: beside + elsewhere,
    });
    const values = { cell: this.name([cell]), isSeen, risk: this.#risk(chance, isEstimate) };
    const chanceText =
      cell === safest
        ? this.#text("guess_lowest", { ...values, equals })
        : this.#text("guess_higher", { ...values, least: this.#risk(least, isEstimate), safest: this.name([safest]) });
    const estimated = error ? this.#text("guess_error", { percent: this.#percent(error) }) : "";
    if (!choice) return joined(start, chanceText, estimated);
    if (choice.cell !== cell)
      return joined(start, chanceText, estimated, this.#text("guess_better", { cell: this.name([choice.cell]) }));
    const { wins, kind, policy } = choice;
    const gain = wins
      ? this.#text("guess_wins", { percent: this.#percent(wins[0] / wins[1]) })
      : opening >= LEAST_OPENING
        ? this.#text("guess_opening", { percent: this.#percent(opening) })
        : "";
    const isPolicy = kind === "guess" && policy !== "safest";
    const why = isPolicy ? this.#text(policy === "look-ahead" ? "guess_later" : "guess_settles", {}) : "";
    return joined(start, chanceText, estimated, gain, why);
  }
}

/** Sentences as one text, without empty ones. */
function joined(...sentences: string[]) {
  return sentences.filter(Boolean).join(" ");
}
