// Calls the module's functions at random, with numbers that make sense and numbers that don't: none of them may trap.
import { readFileSync } from "node:fs";

const [file, seed, rounds] = process.argv.slice(2);
const { exports: call } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
call._initialize();

let state = BigInt(seed) + 1n;
function bits() {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number(state >> 33n);
}
const below = (bound) => bits() % bound;
const pick = (values) => values[below(values.length)];

const odd = [0, 1, 2, 3, 7, 8, 63, 64, 65, 255, 1000, 65535, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, -1, -2];
const oddDoubles = [...odd, 0.5, -0.5, NaN, Infinity, -Infinity, 2 ** 52, 2 ** 53, 2 ** 64, 1e300];
const oddLongs = [0n, 1n, 7n, 2n ** 63n, 2n ** 64n - 1n];

// What each argument stands for: h a handle, n a number of 32 bits, d a double, l a long, s a small number, c a cell.
const forms = {
  exchange: "d", exchange_place: "", results_place: "", interface_version: "", release: "h",
  grid_make: "ss", grid_neighbours: "hc",
  layout_random: "hclldn", layout_from_bits: "hs", layout_bits: "h", layout_is_mine: "hc", layout_value: "h",
  game_make: "hs", game_punish: "hl", game_of_layout: "hs", game_play: "hsc", game_open_first: "hch", game_undo: "h", game_redo: "h",
  game_changes: "h", game_codes: "hccs", game_codes_at: "hss", game_standing: "h",
  game_layout: "h", game_value: "h",
  solver_make: "h", solver_analyse: "hcssslttt", solver_chances: "h", solver_errors: "h", solver_component: "hs",
  solver_doubtful: "h", reasoner_make: "h", reasoner_begin: "hcs", reasoner_go_on: "hnhssnttt", reasoner_reason_of: "hc", reasoner_row: "hs",
  reasoner_blame: "hcttt",
  solver_clues: "hcttt", solver_tally: "hs", solver_choose_next: "hsttt",
  generator_make: "h", generator_deduce: "hhcsttt", search_make: "hcldsssllldl", search_go_on: "hstt",
};
for (const name of Object.keys(call)) {
  if (typeof call[name] === "function" && name !== "_initialize" && !(name in forms)) throw new Error(`no form for ${name}`);
}
// Three out of four arguments make sense, so that calls get far.
const draw = {
  h: () => (below(20) ? 1 + below(handles + 1) : pick(odd)),
  n: () => (below(4) ? below(4) : pick(odd)),
  s: () => (below(8) ? below(5) : pick(odd)),
  c: () => (below(8) ? below(40) : pick(odd)),
  t: () => (below(6) ? pick([1 << 12, 1 << 16, 1 << 20]) : pick(odd.filter((one) => one < 2 ** 20))),
  d: () => (below(4) ? below(64) : pick(oddDoubles)),
  l: () => (below(2) ? BigInt(below(9)) : pick(oddLongs)),
};
let handles = 1;

// Boards are small: what is given as sides is mostly 1 to 5.
function fill() {
  const bytes = pick([0, 4, 8, 16, 24, 64, 200, 1024, 4096]);
  if (call.exchange(bytes) !== 0) return;
  const numbers = new Int32Array(call.memory.buffer, call.exchange_place(), bytes >> 2);
  const kind = below(4);
  for (let i = 0; i < numbers.length; ++i) {
    numbers[i] = kind === 0 ? 1 + below(5) : kind === 1 ? below(6) - 2 : kind === 2 ? below(40) : below(8) ? below(3) : pick(odd);
  }
}

// Calls that only get through after others: with the very things that those have made.
const planned = [];
function plan(name, values, status) {
  if (below(2)) return;
  const tail = [1 << 16, 1 << 20, 0];
  if (name === "solver_analyse" && status === 0) {
    planned.push(["solver_clues", [values[0], below(20), ...tail]], ["solver_choose_next", [values[0], below(4), ...tail]]);
  }
  if (name === "solver_analyse" && status === 0) planned.push(["solver_tally", [values[0], 0]]);
  if (name === "reasoner_make" && status > 0) {
    // Played from the last on: a view, what follows by all ways, and what there is to read then.
    planned.push(["reasoner_row", [status, below(3)]], ["reasoner_reason_of", [status, below(20)]]);
    planned.push(["reasoner_blame", [status, below(9), ...tail]]);
    for (let i = 0; i < 3; ++i) planned.push(["reasoner_go_on", [status, below(32), 0, below(3), below(2), below(9), ...tail]]);
    planned.push(["reasoner_begin", [status, below(4), below(2)]]);
    const solver = call.solver_make(values[0]);
    if (below(2) && solver > 0) {
      for (let i = 0; i < 3; ++i) planned.push(["reasoner_go_on", [status, 511, solver, 0, below(2), 9, ...tail]]);
      planned.push(["reasoner_begin", [status, 3, 0, "same"]], ["solver_analyse", [solver, 3, 0, 50, 3, 1n, ...tail]]);
    } else if (solver > 0) call.release(solver);
  }
  if (name === "solver_analyse" && status === 0) planned.push(["solver_doubtful", [values[0]]]);
  if (name === "solver_analyse" && status < 2) planned.push(["solver_component", [values[0], 0]]);
  if (name === "solver_make" && status > 0) {
    for (let i = 0; i < 3; ++i) planned.push(["solver_analyse", [status, below(4), below(2), 50, below(2) * 3, 1n, ...tail]]);
  }
  if (name === "generator_make" && status > 0) {
    const layout = call.layout_random(values[0], below(6), 3n, BigInt(below(99)), -1, 0);
    if (layout > 0) planned.push(["generator_deduce", [status, layout, below(9), below(4), ...tail]]);
  }
  if (name === "search_make" && status > 0) {
    for (let i = 0; i < 5; ++i) planned.push(["search_go_on", [status, 1 + below(2000), tail[0], tail[1]]]);
  }
  if (name === "game_make" && status > 0) {
    const layout = call.layout_random(values[0], below(6), 3n, BigInt(below(99)), -1, 0);
    // Played from the last on: with guesses punished or without, there and back.
    for (let i = 0; i < 12; ++i) planned.push([pick(["game_undo", "game_redo"]), [status]], ["game_play", [status, below(3), below(40)]]);
    if (layout > 0) planned.push(["game_open_first", [status, below(9), layout]]);
    if (below(3)) planned.push(["game_punish", [status, BigInt(below(9))]]);
  }
}

const statuses = {};
for (let round = 0; round < Number(rounds); ++round) {
  const isFilled = planned[planned.length - 1]?.[1].at(-1) !== "same";
  if (below(3) === 0 && isFilled) fill();
  const [name, own] = planned.pop() ?? [pick(Object.keys(forms)), null];
  // So that time goes into more than one long piece of work.
  if (name === "exchange") continue;
  if (name === "release" && below(20)) continue;
  let values = own ?? [...forms[name]].map((form) => draw[form]());
  if (name === "grid_make") {
    // Sides up to 5, or what lies there.
    if (below(3)) {
      const axes = 1 + below(4);
      if (call.exchange(8 * axes) !== 0) continue;
      new Uint32Array(call.memory.buffer, call.exchange_place(), 2 * axes).set(
        Array.from({ length: 2 * axes }, (_, place) => (place < axes ? 1 + below(5) : below(2))),
      );
      values = [axes, below(2)];
    } else if (call.exchange_place()) {
      // Boards of more than some thousand cells would take all the time.
      const head = new Uint32Array(call.memory.buffer, call.exchange_place(), 4);
      for (let i = 0; i < 4; ++i) if (head[i] > 6) head[i] = 6;
      if (values[0] > 4 && values[0] < 512) values[0] = 4;
    }
  }
  // With the codes that were analysed just before.
  const isSame = values[values.length - 1] === "same";
  if (isSame) values.pop();
  if ((name === "reasoner_begin" && !isSame) || name === "solver_analyse") {
    call.exchange(4 * 1024);
    const codes = new Int32Array(call.memory.buffer, call.exchange_place(), 1024);
    for (let i = 0; i < 1024; ++i) codes[i] = below(60) ? below(5) - 3 + 2 * below(2) : pick(odd);
    const covered = below(6);
    if (below(3)) for (let i = 0; i < 1024; ++i) codes[i] = below(6) < covered ? -1 : below(3);
  }
  // Work without an end is no harm, but takes long.
  if (name === "search_make") values.splice(7, 1, BigInt(below(50))), values.splice(10, 1, below(50));
  if (name === "solver_analyse") values.splice(3, 2, below(200), below(4));
  let status;
  try {
    status = call[name](...values);
  } catch (error) {
    console.error(`${name}(${values.join(", ")}) in round ${round} of seed ${seed}: ${error}`);
    process.exit(1);
  }
  plan(name, values, status);
  if (/_make|layout_random|from_bits|of_layout|game_layout/.test(name) && status > 0) handles = Math.max(handles, status);
  if (handles > 60) for (; handles > 8; --handles) call.release(handles);
  const told = `${name}:${status > 0 && /make|random|bits|layout/.test(name) && status > 7 ? "handle" : status}`;
  statuses[told] = (statuses[told] ?? 0) + 1;
}
const reached = Object.keys(forms).filter((name) => statuses[`${name}:0`] || statuses[`${name}:handle`] || /place|make|random|from|of_|chances|errors|version/.test(name));
const never = Object.keys(forms).filter((name) => !reached.includes(name) && name !== "exchange" && name !== "release");
if (never.length) {
  console.error(`no call of ${never.join(", ")} got through`);
  process.exit(1);
}
console.log(`${rounds} calls, ${call.memory.buffer.byteLength / 2 ** 20} MiB in the end`);
