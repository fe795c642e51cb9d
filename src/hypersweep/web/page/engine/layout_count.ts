// The number of layouts consistent with a position, combined from the counts of its components as in
// hypersweep.solve.mine_probability.

/** The counts that the solver returns. */
type Tally = { parts: {low: number, ways: bigint[]}[]; unseen: number; minesLeft: number };
/** The number of layouts: exact, or as a significand (at least 1, below 10) and a power of ten. */
export type LayoutCount = {exactly: bigint} | {leading: number, digits: number};

/** With more digits than this, the number is given as a power of ten. */
const MOST_DIGITS = 15;
/** Work limit for multiplying the parts; beyond it the product takes too long. */
const MOST_WORK = 4_000_000;

export function countLayouts({ parts, unseen, minesLeft }: Tally): LayoutCount | null {
  let low = 0;
  let ways = [1n];
  for (const part of parts) {
    if (ways.length * part.ways.length > MOST_WORK) return null;
    low += part.low;
    ways = product(ways, part.ways);
  }
  // The remaining mines may be anywhere among the cells without a neighbouring clue.
  const terms = ways.map((own, place) => ({ own, mines: minesLeft - low - place })).filter(({ own, mines }) => own && mines >= 0 && mines <= unseen);
  const logs = terms.map(({ own, mines }) => logarithm(own) + logBinomial(unseen, mines));
  if (!logs.length) return { exactly: 0n };
  const most = logs.reduce((before, own) => Math.max(before, own), -Infinity);
  const log = most + Math.log(logs.reduce((sum, own) => sum + Math.exp(own - most), 0));
  const digits = log / Math.LN10;
  if (digits > MOST_DIGITS + 0.5) {
    const whole = Math.floor(digits + 1e-9);
    return { leading: Math.max(1, 10 ** (digits - whole)), digits: whole };
  }
  return { exactly: terms.reduce((sum, { own, mines }) => sum + own * binomial(unseen, mines), 0n) };
}

function product(one: bigint[], other: bigint[]) {
  const found = new Array(one.length + other.length - 1).fill(0n);
  for (const [place, own] of one.entries()) if (own) for (const [at, ways] of other.entries()) found[place + at] += own * ways;
  return found;
}

/** @param number - positive */
function logarithm(number: bigint) {
  const text = number.toString(16);
  const kept = Math.min(text.length, 13);
  return Math.log(parseInt(text.slice(0, kept), 16)) + (text.length - kept) * Math.log(16);
}

/** The logarithm of n!: Stirling's series, after shifting n to where the series is accurate. */
function logFactorial(n: number) {
  let [own, shift] = [n + 1, 0];
  for (; own < 12; ++own) shift -= Math.log(own);
  const square = 1 / (own * own);
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / own;
  return shift + (own - 0.5) * Math.log(own) - own + 0.5 * Math.log(2 * Math.PI) + series;
}

function logBinomial(n: number, k: number) {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/** @returns at most about 10^16 here, so few steps are needed */
function binomial(n: number, k: number): bigint {
  const own = Math.min(k, n - k);
  let found = 1n;
  for (let step = 1; step <= own; ++step) found = (found * BigInt(n - own + step)) / BigInt(step);
  return found;
}
