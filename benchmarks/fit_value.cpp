// Games for fit_value.py: positions right after a guess, as native/play/evaluation.hpp describes them, and what they were
// worth.
//
// No guess of these games fails. Where one would, the mines are dealt anew, among the layouts that fit the view and have none
// in the cell; the chance that it had failed goes into the value instead. So every game is played to its end, and its value,
// the product of the chances to survive and of the exact value of the end-game, has a third of the variance that "won or lost"
// has, and the same mean.
//
//   fit_value SHAPE MINES FIRST FIRST_OPEN SEED GAMES EXPLORE LEAD TRACE FILE
//
// In a share EXPLORE of the games one guess is any of the candidates, and what came before it isn't written. The target of a
// position is TRACE parts what came of it and 1 - TRACE parts what the policy expects at the next guess. FILE.positions gets
// rows of game, target, number of cells, binary logarithm of layouts and the inputs of the whole; FILE.cells those of the cells.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "board/moves.hpp"
#include "play/chooser.hpp"
#include "random/sampling.hpp"
#include "solve/estimate.hpp"

using namespace hypersweep;
using namespace hypersweep::HYPERSWEEP_VARIANT;

namespace {

constexpr u64 layout_stream = 14341837904301361619u;  // rng.stream_name("layout")
constexpr u64 explore_stream = 777;

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "fit_value: %s\n", what);
    std::exit(1);
}

void check(Solved solved) {
    if (solved != Solved::done) fail("an analysis failed");
}

std::vector<u64> numbers(const char* text) {
    std::vector<u64> found(1, 0);
    for (; *text; ++text) {
        if (*text == 'x' || *text == ',') {
            found.push_back(0);
        } else {
            found.back() = found.back() * 10 + u64(*text - '0');
        }
    }
    return found;
}

// A deterministic stream of numbers.
struct Explorer {
    u64 key, counter = 0;
    u64 below(u64 bound) { return stream_below(key, counter, bound); }
    double share() { return double(stream_value(key, counter++) >> 11) * 0x1p-53; }
};

struct Game {
    Game(const Geometry& g, u64 mines) : g(g), mines(mines), plane(g.words + 1), codes(g.cells), solver(g), known(g.cells),
                                         chance(g.cells) {}

    void deal(u64 key, const std::vector<u64>& excluded) {
        std::fill(plane.begin(), plane.end(), 0);
        NoPace pace;
        sample_board(g.cells, mines, key, excluded.data(), excluded.size(), plane.data(), pace);
        std::fill(codes.begin(), codes.end(), -1);
        opened = 0;
    }
    bool is_mine(u64 cell) const { return test_bit(plane.data(), cell); }
    i32 clue(u64 cell) const { return i32(count_around(g, plane.data(), cell)); }
    bool is_won() const { return opened == g.cells - mines; }
    void open(u64 first) {
        std::vector<u64> todo(1, first);
        while (!todo.empty()) {
            const u64 cell = todo.back();
            todo.pop_back();
            if (codes[cell] != -1) continue;
            if (is_mine(cell)) fail("a mine was opened");
            codes[cell] = clue(cell);
            ++opened;
            if (codes[cell] == 0) for_neighbours(g, cell, [&](u64 other) { todo.push_back(other); });
        }
    }
    // Mines anew, from all layouts that fit the view and have none in `safe`: cell after cell, by its chance given those before.
    void deal_again(u64 safe, Explorer& dice) {
        known = codes;
        known[safe] = code_silent;
        const Problem& problem = solver.problem;
        for (bool again = true; again;) {
            again = false;
            check(solver.analyse(known.data(), mines, false, Limits{}, chance.data()));
            for (u64 f = 0; f < problem.frontier.size() && !again; ++f) {
                const u64 cell = problem.frontier[f];
                if (problem.cells[cell] != Cell::unknown || chance[cell] == 0 || chance[cell] == 1) continue;
                known[cell] = dice.share() < chance[cell] ? code_mine : code_silent;
                again = true;
            }
        }
        std::fill(plane.begin(), plane.end(), 0);
        std::vector<u64> unseen;
        u64 left = mines;
        for (u64 cell = 0; cell < g.cells; ++cell) {
            if (chance[cell] == 1) {
                set_bit(plane.data(), cell);
                --left;
            } else if (problem.cells[cell] == Cell::unknown && chance[cell] > 0) {
                unseen.push_back(cell);
            }
        }
        for (u64 i = 0; i < left; ++i) {
            std::swap(unseen[i], unseen[i + dice.below(unseen.size() - i)]);
            set_bit(plane.data(), unseen[i]);
        }
    }
    static void set_bit(u64* bits, u64 i) { bits[i >> 6] |= u64{1} << (i & 63); }

    const Geometry& g;
    u64 mines, opened = 0;
    std::vector<u64> plane;
    std::vector<i32> codes;
    Solver solver;
    std::vector<i32> known;
    std::vector<double> chance;
};

struct Position {
    std::vector<i32> codes;
    double survived;  // the chance to come so far
    double expected;  // what the policy expected at the next guess
};

}  // namespace

int main(int count, char** words) {
    if (count != 11) fail("expected SHAPE MINES FIRST FIRST_OPEN SEED GAMES EXPLORE LEAD TRACE FILE");
    const std::vector<u64> sides = numbers(words[1]), place = numbers(words[3]);
    const bool wrap[most_axes] = {};
    Geometry g;
    if (!geometry_make(g, int(sides.size()), sides.data(), wrap, true)) fail("no such board");
    if (!Evaluator::suits(g)) fail("nothing is estimated on such a board");
    const u64 mines = numbers(words[2])[0], seed = numbers(words[5])[0], games = numbers(words[6])[0];
    u64 first = 0;
    for (std::size_t axis = 0; axis < sides.size(); ++axis) first = first * sides[axis] + place[axis];
    std::vector<u64> excluded(1, first);
    if (std::string(words[4]) == "opening") for_neighbours(g, first, [&](u64 other) { excluded.push_back(other); });
    const double explore = std::atof(words[7]), trace = std::atof(words[9]);
    ChoiceLimits caps;
    caps.lead = std::atof(words[8]);
    const Limits limits;
    std::FILE* const to_positions = std::fopen((std::string(words[10]) + ".positions").c_str(), "wb");
    std::FILE* const to_cells = std::fopen((std::string(words[10]) + ".cells").c_str(), "wb");
    if (!to_positions || !to_cells) fail("can't write");

    Game game(g, mines);
    Chooser chooser(g);
    Evaluator evaluator;
    std::vector<Position> positions;
    double sum = 0, squares = 0, counted = 0;
    for (u64 number = 0; number < games; ++number) {
        game.deal(stream_key(seed, layout_stream, number), excluded);
        Explorer dice{stream_key(seed, explore_stream, number)};
        const bool exploring = dice.share() < explore;
        const u64 turn = dice.below(10);
        positions.clear();
        double survived = 1, value = 1;
        game.open(first);
        for (u64 guesses = 0; !game.is_won();) {
            check(chooser.read(game.codes.data(), mines, false, limits, true, true));
            bool any = false;
            for (u64 cell = 0; cell < g.cells; ++cell) {
                if (game.codes[cell] != -1 || !chooser.is_safe(cell)) continue;
                any = true;
                game.open(cell);
            }
            if (any) continue;
            Choice choice{};
            check(chooser.guess(Policy::look_ahead, caps, limits, choice));
            if (!positions.empty()) positions.back().expected = choice.score;
            if (choice.exact) {
                value = choice.score;
                break;
            }
            if (exploring && guesses == turn) {
                // Half of the time one of the safest.
                const u64 all = chooser.candidates(), few = all < 14 ? all : 14;
                choice.cell = chooser.candidate(dice.below(dice.below(2) ? few : all));
                positions.clear();
            }
            ++guesses;
            survived *= 1 - chooser.mine_chance[choice.cell];
            if (game.is_mine(choice.cell)) game.deal_again(choice.cell, dice);
            positions.push_back(Position{game.codes, survived, 1});
            positions.back().codes[choice.cell] = game.clue(choice.cell);
            game.open(choice.cell);
        }
        if (!exploring) {
            sum += survived * value;
            squares += survived * value * survived * value;
            ++counted;
        }
        double target = value;
        for (std::size_t i = positions.size(); i-- > 0;) {
            const Position& own = positions[i];
            if (i + 1 < positions.size()) {
                target *= positions[i + 1].survived / own.survived;
                target = trace * target + (1 - trace) * own.expected;
            }
            check(game.solver.analyse(own.codes.data(), mines, false, limits, game.chance.data()));
            if (!evaluator.describe(game.solver, game.chance.data())) fail("out of memory");
            const float head[4] = {float(number), float(target), float(evaluator.cells.size() / Evaluator::cell_inputs),
                                   float(game.solver.log2_layouts)};
            std::fwrite(head, sizeof(float), 4, to_positions);
            std::fwrite(evaluator.whole, sizeof(float), Evaluator::whole_inputs, to_positions);
            std::fwrite(evaluator.cells.data(), sizeof(float), evaluator.cells.size(), to_cells);
        }
    }
    if (std::fclose(to_positions) || std::fclose(to_cells)) fail("can't write");
    const double mean = sum / counted, variance = squares / counted - mean * mean;
    std::printf("%s with %s mines, first open %s at %s: wins %.2f %% (standard error %.2f)\n", words[1], words[2], words[4], words[3],
                100 * mean, 100 * std::sqrt(variance / counted));
    return 0;
}
