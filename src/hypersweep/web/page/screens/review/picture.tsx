// The drawings of a review: symbols for guesses, the chart of the chance to survive over time with the risk of every
// guess, and both with the board as one self-contained SVG. The same as in review/review_picture.py.

import { render } from "preact";
import { Arrangement } from "../../board/arrangement.ts";
import { dressed, styleOf } from "../../board/themes.ts";
import { CODES } from "../../engine/terms.ts";
import { allowedRisk, givenAway, timelineOf, type Findings, type ReviewedMove } from "../../play/findings.ts";
import { chanceText, figuresText, summary, tipText, type Names } from "../../play/review_report.ts";
import type { App } from "../../app.ts";

// Of the chart.
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 58, 14, 30];
const MARK = 6.5;
const DEATH = "#d81b3c";
const INKS = { ink: "#1d2733", soft: "#566372", value: "#1c62a8" };
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];
const MOVES = [1, 2, 5, 10, 20, 50, 100];
/** Five steps of the chance colours: upper bound of the risk, colour, and text colour. */
const COLOURS: [number, string, string][] = [
  [0.1, "#ffe488", "#2b1d0e"],
  [0.25, "#fdbb48", "#2b1d0e"],
  [0.4, "#ee8226", "#2b1d0e"],
  [0.6, "#c04a0c", "#ffffff"],
  [1.01, "#6a1f03", "#ffffff"],
];

// Of the picture.
const EDGE = 24;
const [NARROWEST, WIDEST] = [640, 1180];
const LARGEST_SCALE = 1.6;
const HEAD = 66;
/** Boards with more cells than this aren't drawn. */
const MOST_CELLS = 50_000;
const SIDE = 18;
const METRICS = { cell: [SIDE, SIDE] as [number, number], gapsAcross: [0, 10, 16, 22], gapsDown: [0, 5, 10, 14], label: [6, 13] as [number, number] };
/** Maximum width of lines on folded boards (with an odd number of dimensions). */
const FOLD = 720;
const FONTS = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";
const DARK =
  "@media (prefers-color-scheme: dark){.hs-review .hs-page{fill:#161b22}.hs-review .hs-ink{fill:#e8edf2}" +
  ".hs-review .hs-soft{fill:#a3b0bd}.hs-review .hs-rule{stroke:#333d49}.hs-review .hs-line{stroke:#6cb0f2}" +
  ".hs-review .hs-area{fill:#6cb0f2}.hs-review .hs-value{fill:#8cc4f8}.hs-review .hs-best{stroke:#e8edf2}.hs-review .hs-stem{stroke:#8391a0}}";

const round = (value: number) => Math.round(value * 100) / 100;

type WordsProps = { x: number; y: number; kind: keyof typeof INKS; size?: number; weight?: number; anchor?: "middle" | "end"; children: string };

function Words({ x, y, kind, size = 11, weight = 400, anchor, children }: WordsProps) {
  return (
    <text x={round(x)} y={round(y)} font-size={size} font-weight={weight} text-anchor={anchor ?? "start"} fill={INKS[kind]} class={`hs-${kind}`}>
      {children}
    </text>
  );
}

type Look = { verdict: string; risk?: number | null; survived?: boolean; isTakenBack?: boolean };
type SignProps = Look & { x: number; y: number; radius: number; label?: string; tip?: string; isPlain?: boolean };

/** The symbol of a guess: its shape shows the verdict; its colour the risk, darker for more. */
export function Sign({ verdict, risk, survived = true, isTakenBack, x, y, radius, label = "", tip, isPlain }: SignProps) {
  const own = COLOURS.find(([below]) => (risk ?? 0) < below) ?? COLOURS[4];
  const [fill, ink] = isPlain ? ["#c8d0d9", "#222b36"] : [own[1], own[2]];
  const look = {
    fill,
    stroke: survived ? "#222b36" : DEATH,
    "stroke-width": round(survived ? radius / 9 : radius / 3.2),
    "stroke-dasharray": isTakenBack ? "2.5 2" : undefined,
  };
  const side = round(1.76 * radius);
  const size = round(radius * [1.2, 1.15, 0.95, 0.75, 0.6][Math.min(label.length, 5) - 1]);
  const [r, a, b] = [1.2 * radius, 1.02 * radius, 0.42 * radius];
  // A diamond, and an octagon like a stop sign.
  const diamond = [[0, -r], [r, 0], [0, r], [-r, 0]];
  const octagon = [[-b, -a], [b, -a], [a, -b], [a, b], [b, a], [-b, a], [-a, b], [-a, -b]];
  const corners = verdict === "risky guess" ? diamond : octagon;
  return (
    <g class="hs-sign">
      {tip && <title>{tip}</title>}
      {verdict === "forced guess" ? (
        <circle cx={x} cy={y} r={radius} {...look} />
      ) : verdict === "unneeded guess" ? (
        <rect x={round(x - side / 2)} y={round(y - side / 2)} width={side} height={side} rx={radius / 5} {...look} />
      ) : (
        <polygon points={corners.map(([right, down]) => `${(x + right).toFixed(1)},${(y + down).toFixed(1)}`).join(" ")} {...look} />
      )}
      {label && <text x={x} y={round(y + 0.36 * size)} font-size={size} font-weight={700} text-anchor="middle" fill={ink}>{label}</text>}
    </g>
  );
}

/** Whether the chart shows the unavoidable risk, that is, if the guess exceeded it and it isn't 0. */
function hasBetter(move: ReviewedMove) {
  return givenAway(move) > 0 && allowedRisk(move) > 0;
}

/** Tick positions from 0 to 1 with their labels: about six round numbers. */
function ticksOf(app: App, span: number, byTime: boolean): [number, string][] {
  const unit = byTime ? 1000 : 1;
  const steps = byTime ? SECONDS : MOVES;
  let step = steps.find((each) => span / (each * unit) <= 7) ?? (steps.at(-1) as number);
  while (span / (step * unit) > 7) step *= 2;
  return Array.from({ length: Math.floor(span / (step * unit)) + 1 }, (_, number) => {
    const value = number * step;
    const clock = `${Math.floor(value / 60)}:${String(value % 60).padStart(2, "0")}`;
    const name = byTime ? (span >= 60_000 ? clock : app.text("review.seconds", { seconds: value })) : app.text("review.chart_move", { number: value });
    return [(value * unit) / span, name];
  });
}

export const chartHeight = (tall: number) => TOP + tall + BOTTOM;

type ChartProps = {
  app: App;
  findings: Findings;
  names: Names;
  width: number;
  tall: number;
  /** the shown move, if guesses lead to their moves */ number?: number;
  pick?: (number: number) => void;
};

/** The chart. The horizontal axis is the game's clock, or the move number if all moves have the same time. */
export function Chart({ app, findings, names, width, tall, number, pick }: ChartProps) {
  const { record, moves, guesses } = findings;
  const inner = width - LEFT - RIGHT;
  const right = LEFT + inner;
  const byTime = record.milliseconds > 0;
  const span = byTime ? record.milliseconds : Math.max(1, moves.length);
  const across = (move: ReviewedMove) => round(LEFT + inner * Math.min(1, (byTime ? move.milliseconds : move.number) / span));
  const down = (chance: number) => round(TOP + tall * (1 - chance));
  let path = `M${LEFT} ${down(1).toFixed(1)}`;
  let chance = 1;
  for (const [move, left] of timelineOf(findings)) {
    chance = left;
    path += `H${across(move).toFixed(1)}V${down(chance).toFixed(1)}`;
  }
  path += `H${right.toFixed(1)}`;
  const here = number ? moves[number - 1] : undefined;
  // Arrow keys lead from guess to guess, as everywhere on this screen, so the Tab key needs only one of them.
  const tabbed = guesses.filter((move) => move.number <= (number ?? 0)).at(-1) ?? guesses[0];
  let labelled = -100;
  return (
    <>
      {here && <line x1={across(here)} x2={across(here)} y1={8} y2={chartHeight(tall) - 24} class="here" aria-hidden="true" />}
      <g>
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <>
            <line x1={LEFT} y1={down(share)} x2={right} y2={down(share)} stroke="#dde3ea" class="hs-rule" />
            <Words x={LEFT - 8} y={down(share) + 4} kind="soft" anchor="end">{`${100 * share}%`}</Words>
          </>
        ))}
        {ticksOf(app, span, byTime).map(([place, name]) => {
          const x = round(LEFT + inner * place);
          return (
            <>
              <line x1={x} y1={TOP + tall} x2={x} y2={TOP + tall + 5} stroke="#9aa7b4" class="hs-rule" />
              <Words x={x} y={TOP + tall + 18} kind="soft" anchor="middle">{name}</Words>
            </>
          );
        })}
        <path d={`${path}V${down(0).toFixed(1)}H${LEFT}Z`} fill="#2f7ac2" fill-opacity={0.13} class="hs-area" />
        <path d={path} fill="none" stroke="#2f7ac2" stroke-width={2} stroke-linejoin="round" class="hs-line" />
        <Words x={right + 7} y={down(chance) + 4} kind="value" size={12} weight={700}>{chanceText(app, chance, findings.isEstimate)}</Words>
        {guesses.map((move) => {
          const [x, best] = [across(move), down(allowedRisk(move))];
          return (
            <>
              <line x1={x} y1={down(0)} x2={x} y2={down(move.risk ?? 0)} stroke="#566372" stroke-width={1.5} class="hs-stem" />
              {hasBetter(move) && <line x1={x - 6} y1={best} x2={x + 6} y2={best} stroke="#1d2733" stroke-width={2} class="hs-best" />}
            </>
          );
        })}
        {guesses.map((move) => {
          const [x, y] = [across(move), down(move.risk ?? 0)];
          const tip = tipText(app, move, names);
          const sign = <Sign {...move} x={x} y={y} radius={MARK} tip={tip} />;
          // If guesses are close together, only the first one is labelled with its number.
          const isLabelled = x - labelled >= 17;
          if (isLabelled) labelled = x;
          const press = (event: KeyboardEvent) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            pick?.(move.number);
          };
          return (
            <>
              {pick ? (
                <g role="button" aria-label={tip} tabindex={move === tabbed ? 0 : -1} ref={move === here ? follow : undefined}
                  onClick={() => pick(move.number)} onKeyDown={press}>
                  {sign}
                </g>
              ) : sign}
              {isLabelled && <Words x={x} y={y - MARK - 5} kind="ink" size={10} weight={600} anchor="middle">{String(move.number)}</Words>}
            </>
          );
        })}
      </g>
    </>
  );
}

/** The focus follows the shown move from guess to guess. */
function follow(sign: SVGElement | null) {
  if (sign?.closest("svg")?.contains(document.activeElement)) sign.focus();
}

function board(app: App, findings: Findings, names: Names) {
  const { board: shape, mines } = findings.record;
  if (shape.cells > MOST_CELLS) {
    const text = app.text("review.too_large", { board: shape.format(), cells: shape.cells });
    return { drawing: <Words x={0} y={14} kind="soft">{text}</Words>, width: NARROWEST, height: 24 };
  }
  const whole = new Arrangement(shape.sides, { metrics: METRICS });
  const fold = Math.max(1, Math.floor((shape.sides[shape.sides.length - 1] * FOLD) / whole.width));
  const arrangement = whole.width > FOLD ? new Arrangement(shape.sides, { metrics: METRICS, fold }) : whole;
  const { width, height } = arrangement;
  const theme = dressed("light");
  const largest = Math.max(1, Math.min(shape.maxNeighbours, mines));
  const cell = (code: number, index: number) => {
    const [x, y] = arrangement.place(shape.cell(index)) ?? [0, 0];
    const { text, ground } = styleOf(theme, code, 0, largest);
    const [middleX, middleY] = [x + SIDE / 2, y + SIDE / 2];
    const size = code < 10 ? 13 : code < 100 ? 10 : 8;
    return (
      <>
        <rect x={x + 0.5} y={y + 0.5} width={SIDE - 1} height={SIDE - 1} rx={2} fill={ground} />
        {code > 0 && <text x={middleX} y={round(middleY + 0.36 * size)} font-size={size} fill={text}>{String(code)}</text>}
        {(code === CODES.flagged || code === CODES.wrongFlag) && (
          <path d={`M${middleX - 3} ${middleY + 5}v-10l7 3.5l-7 3.5`} fill={text} stroke={text} stroke-width={1.4} />
        )}
        {code === CODES.wrongFlag && <path d={`M${x + 3} ${y + 3}l12 12m0 -12l-12 12`} stroke={text} stroke-width={1.6} />}
        {(code === CODES.mine || code === CODES.exploded) && <circle cx={middleX} cy={middleY} r={4} fill={text} />}
      </>
    );
  };
  // For two guesses at one cell, draw the later one on top; undone guesses are below all others.
  const order = [...findings.guesses].sort((one, other) => Number(other.isTakenBack) - Number(one.isTakenBack) || one.number - other.number);
  const scale = Math.min(LARGEST_SCALE, WIDEST / width);
  const drawing = (
    <g transform={`scale(${scale.toFixed(4)})`} font-weight={700} text-anchor="middle">
      {arrangement.labels(0, 0, width, height).map(({ x, y, text }) => (
        <text x={x} y={y + 10} font-size={10} font-weight={400} text-anchor="start" fill={INKS.soft} class="hs-soft">{text}</text>
      ))}
      {Array.from(findings.codes, cell)}
      {order.map((move) => {
        const [x, y] = arrangement.place(shape.cell(move.cell)) ?? [0, 0];
        return <Sign {...move} x={x + SIDE / 2} y={y + SIDE / 2} radius={7.8} label={String(move.number)} tip={tipText(app, move, names)} />;
      })}
    </g>
  );
  return { drawing, width: width * scale, height: height * scale };
}

/** The legend of shapes and colours, with only those that occur. */
function legend(app: App, { guesses }: Findings, width: number) {
  if (!guesses.length) return { drawing: null, height: 8 };
  const verdicts = ["forced guess", "risky guess", "unneeded guess", "blunder"];
  const signs: [name: string, look: Look | null][] = verdicts
    .filter((verdict) => guesses.some((move) => move.verdict === verdict))
    .map((verdict) => [verdict.replace(" ", "_"), { verdict }]);
  const dead = guesses.find(({ survived }) => !survived);
  const undone = guesses.find(({ isTakenBack }) => isTakenBack);
  if (dead) signs.push(["mine", { verdict: dead.verdict, survived: false }]);
  if (undone) signs.push(["taken_back", { verdict: undone.verdict, isTakenBack: true }]);
  if (guesses.some(hasBetter)) signs.push(["best", null]);
  let [x, y] = [0, 8];
  const entries = [...signs.map(([name, look]) => {
    const text = app.text(`review.sign_${name}`);
    const sign = look ? <Sign {...look} x={8} y={0} radius={8} isPlain /> : <path d="M2 0h12" stroke={INKS.ink} stroke-width={2} class="hs-best" />;
    // The width is estimated, because SVG can't measure text.
    return { needed: 40 + 6.7 * text.length, drawing: <>{sign}<Words x={22} y={4} kind="soft" size={12}>{text}</Words></> };
  }), { needed: 48 * (COLOURS.length + 1), drawing: <Swatches app={app} /> }];
  const drawing = entries.map((entry) => {
    if (x && x + entry.needed > width) [x, y] = [0, y + 24];
    const placed = <g transform={`translate(${x.toFixed(1)} ${y})`}>{entry.drawing}</g>;
    x += entry.needed;
    return placed;
  });
  return { drawing, height: y + 26 };
}

function Swatches({ app }: { app: App }) {
  return (
    <>
      <Words x={0} y={4} kind="soft" size={12}>{app.text("review.risk")}</Words>
      {COLOURS.map(([below, fill, ink], place) => (
        <>
          <rect x={48 * (place + 1)} y={-8} width={46} height={17} rx={2} fill={fill} />
          <text x={48 * (place + 1) + 23} y={4.5} font-size={11} text-anchor="middle" fill={ink}>
            {below <= 0.6 ? `< ${Math.round(100 * below)}%` : app.text("review.more")}
          </text>
        </>
      ))}
    </>
  );
}

export function pictureText(app: App, findings: Findings, names: Names & { player: string }) {
  const drawn = board(app, findings, names);
  const width = Math.max(NARROWEST, drawn.width);
  const meaning = legend(app, findings, width);
  const [title, figures] = [summary(app, findings, names), figuresText(app, findings)];
  const signs = HEAD + drawn.height + 16;
  const top = signs + meaning.height + 14;
  const tall = 130;
  const [wide, high] = [round(width + 2 * EDGE), round(top + 6 + chartHeight(tall) + 16)];
  const host = document.createElement("div");
  render(
    <svg viewBox={`0 0 ${wide} ${high}`} width={wide} height={high} role="img" class="hs-review" font-family={FONTS}>
      <title>{app.text("review.picture", { summary: title, figures })}</title>
      <style>{DARK}</style>
      <rect width={wide} height={high} rx={10} fill="#ffffff" class="hs-page" />
      <Words x={EDGE} y={26} kind="ink" size={17} weight={700}>{title}</Words>
      <Words x={EDGE} y={47} kind="soft" size={13}>{figures}</Words>
      <g transform={`translate(${(EDGE + (width - drawn.width) / 2).toFixed(1)} ${HEAD})`}>{drawn.drawing}</g>
      <g transform={`translate(${EDGE} ${signs.toFixed(1)})`}>{meaning.drawing}</g>
      <Words x={EDGE} y={top} kind="ink" size={12} weight={600}>{app.text("review.chart")}</Words>
      <g transform={`translate(${EDGE} ${(top + 6).toFixed(1)})`}><Chart app={app} findings={findings} names={names} width={width} tall={tall} /></g>
    </svg>,
    host,
  );
  return `${new XMLSerializer().serializeToString(host.firstElementChild as Element)}\n`;
}
