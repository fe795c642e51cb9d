// Boards and arrays that no memory holds, until it is all used: each is refused by a status, and what there was goes on.
import { readFileSync } from "node:fs";

const { exports: call } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(process.argv[2])));
call._initialize();
const outOfMemory = 3;
const check = (told, wanted, what) => {
  if (told !== wanted) throw new Error(`${what}: expected ${wanted}, got ${told}`);
};

function grid(...sides) {
  check(call.exchange(8 * sides.length), 0, "room");
  new Uint32Array(call.memory.buffer, call.exchange_place(), 2 * sides.length).set(sides);
  return call.grid_make(sides.length, 1);
}

check(grid(2 ** 31), -outOfMemory, "2^31 cells");
check(grid(2 ** 16, 2 ** 16), -outOfMemory, "2^32 cells");
check(grid(...new Array(40).fill(2)), -outOfMemory, "2^40 cells");
check(grid(...new Array(100).fill(1)) > 0, true, "one cell of 100 axes");

const small = grid(4, 5);
const game = call.game_make(small, 11);
const big = grid(2 ** 31 - 1);
check(big > 0, true, "2^31 - 1 cells");
// Nearly all of it is taken away, which costs nothing as it is never written; the rest holds a layout of 256 MiB.
call.memory.grow(65536 - call.memory.buffer.byteLength / 65536 - 9000);
let refused = 0;
const made = [];
for (let i = 0; i < 12 && !refused; ++i) {
  const handle = call.layout_random(big, 1000, 7n, BigInt(i), -1, 0);
  if (handle < 0) {
    check(-handle, outOfMemory, "a layout too many");
    ++refused;
  } else made.push(handle);
}
check(refused > 0, true, "no layout was refused");
check(call.game_make(big, 11), -outOfMemory, "a game");
check(call.solver_make(big) > 0, true, "a solver, which needs nothing yet");
check(call.generator_make(big), -outOfMemory, "a generator");
check(call.layout_value(made[0]), outOfMemory, "a value");
check(call.exchange(2 ** 31 - 1), outOfMemory, "a larger exchange");
check(call.exchange(2 ** 40), 6, "one past all");
// The small game hasn't noticed.
const layout = call.layout_random(small, 4, 7n, 0n, 0, 1);
check(layout > 0, true, "a small layout");
check(call.game_open_first(game, 0, layout), 0, "a move");
// And what was given back can be had again.
for (const handle of made) check(call.release(handle), 0, "giving back");
check(call.layout_random(big, 1000, 7n, 0n, -1, 0) > 0, true, "a layout once there is room");
console.log(`refused after ${made.length} layouts`);
