// Calls the page's functions with random arguments, valid and invalid; sanitizers detect every access outside the
// memory that a call may touch. In the page itself such an access would silently corrupt something else.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "check.hpp"
#include "web/exchange.cpp"
#include "web/game.cpp"
#include "web/generator.cpp"
#include "web/grid.cpp"
#include "web/handles.cpp"
#include "web/layout.cpp"
#include "web/reasons.cpp"
#include "web/solver.cpp"

using namespace hypersweep;
using namespace hypersweep::web;
using hypersweep::test::finish;

namespace {

u64 state = 1;
u64 bits() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
}
u32 below(u32 bound) { return u32(bits() % bound); }
constexpr u32 strange[] = {0, 1, 2, 7, 8, 63, 64, 65, 255, 1000, 65535, 0x7fffffff, 0x80000000u, 0xffffffffu};
u32 odd() { return strange[below(sizeof strange / sizeof strange[0])]; }
u32 small() { return below(8) ? below(5) : odd(); }
u32 cell() { return below(8) ? below(40) : odd(); }
double place() { return below(6) ? double(below(40)) : below(2) ? -1.0 : double(odd()) + 0.5; }

// Number of successful calls that depend on earlier ones.
u64 moves = 0, first_opens = 0, component_lists = 0, clue_chances = 0, tallies = 0, next_choices = 0, deductions = 0, boards = 0, pauses = 0, punished = 0,
    conclusions = 0, counted_conclusions = 0, rows = 0, blames = 0;

// Handles by kind. There are few of each, so that objects of one grid are often combined.
std::vector<int> handles[7];
constexpr std::size_t most_of_a_kind = 3;

int handle(Kind kind) {
    const std::vector<int>& own = handles[below(40) ? u32(kind) : below(7)];
    return own.empty() || !below(60) ? int(odd()) : own[below(u32(own.size()))];
}
int made(Kind kind, int told) {
    if (told <= 0) return told;
    std::vector<int>& own = handles[int(kind)];
    own.push_back(told);
    if (own.size() > most_of_a_kind) {
        const u32 which = below(most_of_a_kind);
        CHECK(release(own[which]) == done);
        CHECK(release(own[which]) == bad_handle);
        own.erase(own.begin() + which);
    }
    return told;
}

template <class Number, class Draw>
void fill(u64 count, Draw&& draw) {
    CHECK(exchange(double(count * sizeof(Number))) == done);
    Number* const numbers = given<Number>(count);
    for (u64 i = 0; i < count; ++i) numbers[i] = Number(draw());
}

int make_grid() {
    const u32 axes = 1 + below(4);
    u32 drawn = 0;
    fill<u32>(2 * axes, [&] { return drawn++ < axes ? 1 + below(5) : below(2); });
    return grid_make(axes, int(below(2)));
}

// Codes of a possible view, or arbitrary numbers.
void fill_codes() {
    const u32 covered = below(7), wild = below(4);
    fill<std::int32_t>(1024, [&] { return !wild && !below(50) ? i32(odd()) : below(6) < covered ? -1 : i32(below(4)) - i32(below(9) == 0) * 4; });
}

// Draws a few conclusions, then checks the rows.
void draw_conclusions(int reasoner, int solver) {
    fill<u32>(20, [] { return below(25); });
    const u32 ways = below(3) ? below(by_few) : below(2) ? 2 * by_all - 1 : odd();
    const int status = reasoner_go_on(reasoner, ways, solver, below(3) ? 0 : below(22), int(below(2)), below(4) ? below(5) : odd(), 1 << 12,
                                      1 << 20, below(3) * 20);
    if (status == bad_handle || status == bad_argument) return;
    conclusions += status == done && results[0] > 0;
    counted_conclusions += status == done && solver;
    const u32 count = u32(results[0]);
    if (status == done && count) {
        const u32 which = below(count);
        CHECK(reasoner_row(reasoner, count) == bad_argument && reasoner_row(reasoner, which) == done);
        const u64 size = u64(results[0]);
        const std::int32_t* const row = given<std::int32_t>(size);
        CHECK(row && size >= 6 && row[0] <= i32(ReasonRule::count) && row[2] <= i32(Grounds::all) && 6 + row[3] + row[4] + row[5] <= i32(size));
        ++rows;
    }
    if (status == contradiction) blames += reasoner_blame(reasoner, 0, 1 << 12, 1 << 20, 0) == done;
}

void call_anything() {
    const u32 budget[] = {1 << 12, 1 << 20, 0};
    switch (below(44)) {
        case 0: fill<u32>(below(300), [] { return below(2) ? below(6) : odd(); }); break;
        case 1: if (!below(20)) made(Kind::grid, make_grid()); break;
        case 4: grid_neighbours(handle(Kind::grid), cell()); break;
        case 5: case 6: made(Kind::layout, layout_random(handle(Kind::grid), small(), bits(), bits(), place(), small())); break;
        case 7: made(Kind::layout, layout_from_bits(handle(Kind::grid), small())); break;
        case 8: layout_bits(handle(Kind::layout)); break;
        case 9: layout_is_mine(handle(Kind::layout), cell()); break;
        case 10: layout_value(handle(Kind::layout)); break;
        case 11:
        case 12:
            if (const int game = made(Kind::game, game_make(handle(Kind::grid), below(33))); below(2)) punished += game_punish(game, bits()) == done;
            break;
        case 13: made(Kind::game, game_of_layout(handle(Kind::layout), below(17))); break;
        case 14: case 15: case 16: moves += game_play(handle(Kind::game), small(), cell()) == done; break;
        case 17: first_opens += game_open_first(handle(Kind::game), cell(), handle(Kind::layout)) == done; break;
        case 18: game_undo(handle(Kind::game)); break;
        case 19: game_redo(handle(Kind::game)); break;
        case 20:
        case 21: game_changes(handle(Kind::game)); break;
        case 22: game_codes(handle(Kind::game), cell(), cell(), int(below(2))); break;
        case 23: fill<u32>(40, [] { return below(30); }); game_codes_at(handle(Kind::game), below(50), int(below(2))); break;
        case 24: game_standing(handle(Kind::game)); break;
        case 25: made(Kind::layout, game_layout(handle(Kind::game))); game_value(handle(Kind::game)); break;
        case 26: made(Kind::solver, solver_make(handle(Kind::grid))); break;
        case 27: case 28: fill_codes(); solver_analyse(handle(Kind::solver), below(12), int(below(2)), below(60), below(4), bits(), budget[0], budget[1], below(3) * 40); break;
        case 29:
            component_lists += solver_component(handle(Kind::solver), small()) == done;
            clue_chances += solver_clues(handle(Kind::solver), cell(), budget[0], budget[1], 0) == done;
            tallies += solver_tally(handle(Kind::solver), small()) == done;
            break;
        case 30:
        case 31: next_choices += solver_choose_next(handle(Kind::solver), below(4), budget[0], budget[1], 0) == done; break;
        case 32: made(Kind::generator, generator_make(handle(Kind::grid))); break;
        case 33:
            deductions += generator_deduce(handle(Kind::generator), handle(Kind::layout), cell(), below(5), budget[0], budget[1], 0) == done;
            break;
        case 34:
            made(Kind::search, search_make(handle(Kind::grid), small(), bits(), place(), below(4), below(5), int(below(2)), below(20), below(20),
                                           bits(), below(30), bits()));
            break;
        case 35: case 36:
            if (search_go_on(handle(Kind::search), below(2) ? below(100) : below(100000), budget[0], budget[1]) == done) {
                boards += made(Kind::layout, int(results[0])) > 0;
                pauses += results[1] != 0;
            }
            break;
        case 37: made(Kind::reasoner, reasoner_make(handle(Kind::grid))); break;
        case 38: fill_codes(); reasoner_begin(handle(Kind::reasoner), below(12), int(below(2))); break;
        case 39: case 40: draw_conclusions(handle(Kind::reasoner), below(3) ? 0 : handle(Kind::solver)); break;
        case 41: {
            // Both need the same view, because some ways to draw conclusions use the solver's counts.
            const int grid = handle(Kind::grid);
            const int reasoner = made(Kind::reasoner, reasoner_make(grid)), solver = made(Kind::solver, solver_make(grid));
            const u32 mines = below(12);
            const int trusts = int(below(2));
            fill_codes();
            if (solver_analyse(solver, mines, trusts, 50, 3, bits(), budget[0], budget[1], 0) != done) break;
            // The codes are still in the exchange.
            if (reasoner_begin(reasoner, mines, trusts) != done) break;
            for (int i = 0; i < 4; ++i) draw_conclusions(reasoner, solver);
            break;
        }
        case 42:
            blames += reasoner_blame(handle(Kind::reasoner), cell(), budget[0], budget[1], 0) == done;
            break;
        case 43: {
            const int reasoner = handle(Kind::reasoner);
            if (reasoner_reason_of(reasoner, cell()) == done && results[0] >= 0) CHECK(reasoner_row(reasoner, u32(results[0])) == done);
            reasoner_row(reasoner, small());
            solver_doubtful(handle(Kind::solver));
            break;
        }
    }
}

// A game on a line of 3 cells with a mine at the end, as the page plays it.
void play_a_game() {
    fill<u32>(2, [n = 0u]() mutable { return n++ == 0 ? 3u : 0u; });
    const int grid = grid_make(1, 1);
    fill<u8>(1, [] { return 4; });
    const int layout = layout_from_bits(grid, 1), game = game_make(grid, 11);
    CHECK(grid > 0 && layout > 0 && game > 0);
    CHECK(game_layout(game) == -undecided && game_play(game, 0, 0) == undecided);
    CHECK(game_play(game, 1, 2) == done && results[2] == 1);
    CHECK(game_open_first(game, 0, layout) == done);
    CHECK(results[0] == 2 && results[1] == 2 && results[3] == int(Outcome::won));
    CHECK(game_changes(game) == done && results[0] == 2 && given<u32>(2)[1] == 1);
    CHECK(game_codes(game, 0, 3, 0) == done);
    const std::int32_t* const codes = given<std::int32_t>(3);
    CHECK(codes[0] == 0 && codes[1] == 1 && codes[2] == code_flagged);
    CHECK(game_undo(game) == done && results[1] == -2 && results[3] == int(Outcome::ongoing));
    CHECK(game_redo(game) == done && results[1] == 2);
    CHECK(game_play(game, 0, 3) == bad_argument && game_play(game, 3, 0) == bad_argument && game_play(layout, 0, 0) == bad_handle);
    // Shared objects must survive, whichever owner is released first.
    CHECK(release(grid) == done && release(layout) == done && game_value(game) == done && results[0] + results[1] == 1);
    CHECK(release(game) == done && release(game) == bad_handle);
}

// Reasons on a line "0 # 1 #": the second cell is safe, so the fourth is a mine.
void explain_a_line() {
    fill<u32>(2, [n = 0u]() mutable { return n++ == 0 ? 4u : 0u; });
    const int grid = grid_make(1, 1), reasoner = reasoner_make(grid), solver = solver_make(grid);
    CHECK(grid > 0 && reasoner > 0 && solver > 0);
    const auto show = [](i32 first, i32 second) {
        const i32 codes[] = {first, code_covered, second, code_covered};
        fill<std::int32_t>(4, [&codes, n = 0]() mutable { return codes[n++]; });
    };
    const auto name = [](u32 cell) { fill<u32>(1, [=] { return cell; }); };
    const auto go_on = [&](u32 ways, int with, int any_safe) {
        name(3);
        return reasoner_go_on(reasoner, ways, with, 1, any_safe, 9, 1 << 12, 1 << 20, 0);
    };
    CHECK(go_on(by_clue, 0, 0) == bad_argument);
    show(0, 1);
    CHECK(reasoner_begin(reasoner, 5, 0) == bad_argument && reasoner_begin(grid, 1, 0) == bad_handle);
    CHECK(reasoner_begin(reasoner, 1, 0) == done);
    CHECK(go_on(by_clue | by_few, 0, 0) == bad_argument && go_on(2 * by_all, 0, 0) == bad_argument && go_on(by_clue, grid, 0) == bad_handle);
    CHECK(go_on(by_clue, 0, 0) == done && results[0] == 2 && results[1] == 0 && results[2] == 1);
    CHECK(reasoner_row(reasoner, 0) == done && results[0] > 8);
    const i32* const row = given<i32>(8);
    CHECK(row[0] == i32(ReasonRule::clue) && row[1] == 0 && row[3] == 1 && row[4] == 1 && row[5] == 0 && row[6] == 1 && row[7] == 0);
    CHECK(reasoner_reason_of(reasoner, 3) == done && results[0] == 1 && reasoner_reason_of(reasoner, 0) == done && results[0] == -1);
    CHECK(reasoner_reason_of(reasoner, 4) == bad_argument && reasoner_row(reasoner, 2) == bad_argument);
    // A solver may only be used if it has analysed the same view.
    show(0, 1);
    CHECK(solver_doubtful(solver) == bad_argument && solver_analyse(solver, 1, 1, 0, 0, 0, 1 << 12, 1 << 20, 0) == done);
    CHECK(go_on(by_all, solver, 1) == bad_argument);
    show(0, 1);
    CHECK(solver_analyse(solver, 1, 0, 0, 0, 0, 1 << 12, 1 << 20, 0) == done && solver_doubtful(solver) == done);
    CHECK(results[0] == 0 && results[1] == 0 && go_on(by_all, solver, 1) == done && results[2] == 1);
    // The first clue can't be satisfied.
    show(2, 1);
    CHECK(reasoner_begin(reasoner, 1, 0) == done && reasoner_blame(reasoner, 3, 1 << 12, 1 << 20, 0) == done);
    CHECK(results[0] == 1 && results[1] == 0 && given<u32>(1)[0] == 0);
    CHECK(reasoner_blame(reasoner, 4, 1 << 12, 1 << 20, 0) == bad_argument);
    for (const int own : {reasoner, solver, grid}) CHECK(release(own) == done);
}

// A game on a line of 8 cells with 2 mines where guesses are punished: its moves decide the mines, and undoing them
// restores the earlier layout.
void play_a_punished_game() {
    fill<u32>(2, [n = 0u]() mutable { return n++ == 0 ? 8u : 0u; });
    const int grid = grid_make(1, 1);
    fill<u8>(1, [] { return 128 + 2; });
    const int layout = layout_from_bits(grid, 1), game = game_make(grid, 11);
    CHECK(grid > 0 && layout > 0 && game > 0);
    CHECK(game_punish(layout, 7) == bad_handle && game_punish(game, 7) == done);
    // The first cell shows 1: the second is a mine, and no other cell is certain.
    CHECK(game_open_first(game, 0, layout) == done && results[1] == 1);
    CHECK(game_punish(game, 8) == bad_argument);
    CHECK(game_play(game, 0, 7) == done && results[1] >= 1 && results[3] == int(Outcome::ongoing));
    const double opened = results[1];
    const int moved = game_layout(game);
    CHECK(moved > 0 && layout_is_mine(moved, 7) == done && results[0] == 0);
    CHECK(game_undo(game) == done && results[1] == -opened);
    const int before = game_layout(game);
    CHECK(layout_is_mine(before, 7) == done && results[0] == 1);
    // After the first open is undone, the mines are undecided again; redoing it restores the same mines.
    CHECK(game_undo(game) == done && game_layout(game) == -undecided);
    CHECK(game_redo(game) == done && results[1] == 1);
    CHECK(game_redo(game) == done && results[1] == opened && game_redo(game) == done && results[0] == 0);
    const int again = game_layout(game);
    for (u32 i = 0; i < 8; ++i) {
        CHECK(layout_is_mine(moved, i) == done);
        const double mine = results[0];
        CHECK(layout_is_mine(again, i) == done && results[0] == mine);
    }
    // Opening a cell that is certainly a mine hits it.
    CHECK(game_play(game, 0, 1) == done && results[3] == int(Outcome::lost));
    for (const int own : {game, again, before, moved, layout, grid}) CHECK(release(own) == done);
}

}  // namespace

int main() {
    play_a_game();
    play_a_punished_game();
    explain_a_line();
    for (u64 round = 0; round < 200000; ++round) call_anything();
    for (const std::vector<int>& kind : handles) {
        for (const int own : kind) CHECK(release(own) == done);
    }
    std::printf("%llu moves, %llu first opens, %llu components, %llu cells' clues, %llu choices, %llu deductions, %llu boards, %llu pauses, %llu punished\n",
                (unsigned long long)moves, (unsigned long long)first_opens, (unsigned long long)component_lists,
                (unsigned long long)clue_chances, (unsigned long long)next_choices, (unsigned long long)deductions,
                (unsigned long long)boards, (unsigned long long)pauses, (unsigned long long)punished);
    CHECK(moves && first_opens && component_lists && clue_chances && tallies && next_choices && deductions && boards && pauses && punished);
    std::printf("%llu conclusions, %llu by counting, %llu rows, %llu blames\n", (unsigned long long)conclusions,
                (unsigned long long)counted_conclusions, (unsigned long long)rows, (unsigned long long)blames);
    CHECK(conclusions && counted_conclusions && rows && blames);
    CHECK(exchange(0.5) == bad_argument && exchange(-1) == bad_argument);
    return finish("web");
}
