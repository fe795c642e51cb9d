// A guess by the estimate, with its deeper evaluation, compared with an obvious implementation: a fresh solver analyses
// the position after every answer, and the chance of an answer is its share of the layouts.
#undef HYPERSWEEP_VARIANT
#define HYPERSWEEP_VARIANT tested

#include <algorithm>
#include <cmath>
#include <map>

#include "play/chooser.hpp"
#include "solve/analysis.hpp"
#include "tests/boards.hpp"

namespace hypersweep {
namespace test {

using tested::Cell;
using tested::Chooser;
using tested::Endgame;
using tested::Evaluator;
using tested::Solver;

struct Tally {
    u64 guesses = 0, cells = 0, looked_further = 0, changed = 0, given_up = 0, unclear = 0;
};

static bool are_near(double a, double b) { return std::abs(a - b) < 1e-6; }

struct Plain {
    const Scene& board;
    u64 mines;
    ChoiceLimits caps;

    struct Position {
        Position(const Plain& plain, const std::vector<i32>& codes) : solver(plain.board.geometry), chance(codes.size()) {
            const Solved solved = solver.analyse(codes.data(), plain.mines, false, Limits{}, chance.data());
            CHECK(solved == Solved::done || solved == Solved::contradiction);
            fits = solved == Solved::done;
        }
        bool is_safe(u64 cell) const {
            const Cell state = solver.problem.cells[cell];
            return state == Cell::proven_safe || (state == Cell::unknown && chance[cell] == 0);
        }
        bool is_unseen(u64 cell) const { return solver.problem.frontier_of[cell] == tested::no_group; }

        Solver solver;
        std::vector<double> chance;
        bool fits;
    };

    bool has_safe_cell(const Position& position, u64 but) const {
        for (u64 cell = 0; cell < board.cells(); ++cell) {
            if (cell != but && position.is_safe(cell)) return true;
        }
        return false;
    }

    double worth(const Position& position) const {
        if (position.solver.log2_layouts <= 6) {
            Endgame end;
            const bool is_exact = end.solve(position.solver.problem, 128, 2000000, Limits{});
            if (is_exact) return double(end.wins) / double(end.layouts);
        }
        Evaluator evaluator;
        double win = 0;
        CHECK(evaluator.describe(position.solver, position.chance.data()) && evaluator.estimate(win));
        return win;
    }

    struct Answer {
        double share, worth;
    };

    // The outcomes of opening a cell, in the order of the clues.
    template <class Worth>
    std::vector<Answer> answers(const std::vector<i32>& codes, const Position& before, u64 cell, Worth&& worth_of) const {
        std::vector<i32> after = codes;
        std::vector<Answer> found;
        double all = 0;
        for (u64 clue = 0; clue <= board.table.neighbours[cell].size(); ++clue) {
            after[cell] = i32(clue);
            const Position position(*this, after);
            if (!position.fits) continue;
            const double share = std::exp2(position.solver.log2_layouts - before.solver.log2_layouts);
            all += share;
            found.push_back(Answer{share, worth_of(after, position)});
        }
        // The number of layouts is only accurate to one part in ten million.
        CHECK(are_near(all, 1 - before.chance[cell]));
        return found;
    }

    template <class Worth>
    double look(const std::vector<i32>& codes, const Position& before, u64 cell, Worth&& worth_of) const {
        double win = 0;
        for (const Answer& answer : answers(codes, before, cell, worth_of)) win += answer.share * answer.worth;
        return win;
    }

    double look_once(const std::vector<i32>& codes, const Position& before, u64 cell) const {
        return look(codes, before, cell, [&](const auto&, const Position& own) { return worth(own); });
    }

    // The chance to win with the best of the safest cells, judged by the positions after each answer.
    double next_guess(const std::vector<i32>& codes, const Position& position) const {
        u64 unseen = ~u64{0};
        const auto& neighbours = board.table.neighbours;
        std::vector<u64> cells;
        for (u64 cell = 0; cell < board.cells(); ++cell) {
            if (position.solver.problem.cells[cell] != Cell::unknown) continue;
            if (!position.is_unseen(cell)) {
                cells.push_back(cell);
            } else if (unseen == ~u64{0} || neighbours[cell].size() < neighbours[unseen].size()) {
                unseen = cell;
            }
        }
        if (unseen != ~u64{0}) cells.insert(std::upper_bound(cells.begin(), cells.end(), unseen), unseen);
        std::stable_sort(cells.begin(), cells.end(), [&](u64 a, u64 b) { return 1 - position.chance[a] > 1 - position.chance[b]; });
        if (cells.size() > caps.further) cells.resize(caps.further);
        double best = 0;
        for (const u64 cell : cells) {
            const double safe = 1 - position.chance[cell];
            if (safe < 1 - position.chance[cells[0]] - caps.further_margin || safe <= best) break;
            best = std::max(best, look_once(codes, position, cell));
        }
        return best;
    }

    // The chance to win, based only on the likeliest answers if these show that it is too low. If rounding leaves that
    // in doubt, `is_clear` is false.
    double look_until(const std::vector<i32>& codes, const Position& before, u64 cell, double least_win, bool& is_given_up,
                      bool& is_clear) const {
        std::vector<Answer> found = answers(codes, before, cell, [&](const auto&, const Position& own) { return worth(own); });
        std::stable_sort(found.begin(), found.end(), [](const Answer& a, const Answer& b) { return a.share > b.share; });
        const double own_safe = 1 - before.chance[cell];
        double seen = 0, win = 0;
        is_given_up = false;
        is_clear = true;
        for (u64 n = 0; n < found.size(); ++n) {
            if (n > 0) {
                const double enough = seen - caps.enough * own_safe, ahead = win * own_safe - least_win * seen;
                const bool is_tie = std::abs(found[n - 1].share - found[n].share) < 1e-6;
                if (std::abs(enough) < 1e-6 || std::abs(ahead) < 1e-6 || (is_tie && enough > 0)) is_clear = false;
                if (enough > 0 && ahead < 0) {
                    is_given_up = true;
                    return win / seen * own_safe;
                }
            }
            seen += found[n].share;
            win += found[n].share * found[n].worth;
        }
        return win;
    }

    double look_further(const std::vector<i32>& codes, const Position& before, u64 cell) const {
        return look(codes, before, cell, [&](const std::vector<i32>& after, const Position& own) {
            const double near = worth(own);
            if (after[cell] == 0 || own.solver.log2_layouts <= 6 || has_safe_cell(own, cell)) return near;
            return 0.5 * (near + next_guess(after, own));
        });
    }
};

static void choose(Chooser& chooser, const std::vector<i32>& codes, u64 mines, const ChoiceLimits& caps, Choice& choice) {
    CHECK_EQUAL(tested::choose(chooser, codes.data(), mines, false, Policy::look_ahead, caps, Limits{}, choice), Solved::done);
}

// Cells must be abandoned if the likeliest answers are bad; their score is based on these answers.
static void check_given_up(const Scene& board, const std::vector<i32>& codes, u64 mines, double enough, double hopeless, Tally& tally) {
    ChoiceLimits caps;
    caps.further_log2_layouts = 0;
    caps.enough = enough;
    caps.hopeless = hopeless;
    const Plain plain{board, mines, caps};
    const Plain::Position before(plain, codes);
    Choice choice{};
    Chooser chooser(board.geometry);
    choose(chooser, codes, mines, caps, choice);
    double best = 0;
    for (u64 w = 0; w < chooser.weighed.size(); ++w) {
        const auto& own = chooser.weighed[w];
        bool is_given_up = false, is_clear = false;
        const double expected = plain.look_until(codes, before, own.cell, best * (1 - hopeless), is_given_up, is_clear);
        if (is_clear) CHECK(are_near(own.score, expected));
        if (is_clear && is_given_up) CHECK(own.cell != choice.cell);
        tally.given_up += is_clear && is_given_up;
        tally.unclear += !is_clear;
        if (is_clear ? !is_given_up : own.score > best * (1 - hopeless)) best = std::max(best, own.score);
    }
}

// If no cell is abandoned, every score must equal that of the obvious implementation, and so must the chosen cell.
static void check_guess(const Scene& board, const std::vector<i32>& codes, u64 mines, Tally& tally) {
    ChoiceLimits caps, by_two_moves, nearer;
    caps.hopeless = by_two_moves.hopeless = nearer.hopeless = 1;
    by_two_moves.further_log2_layouts = nearer.further_log2_layouts = 0;
    by_two_moves.lead = 1e9;
    const Plain plain{board, mines, caps};
    const Plain::Position before(plain, codes);
    Choice choice{}, default_choice{}, near{};
    Chooser first(board.geometry), chooser(board.geometry), other(board.geometry);
    choose(first, codes, mines, by_two_moves, default_choice);
    choose(other, codes, mines, nearer, near);
    choose(chooser, codes, mines, caps, choice);

    std::vector<std::pair<double, u64>> ranked;
    std::map<u64, double> once;
    for (u64 w = 0; w < other.weighed.size(); ++w) {
        const u64 cell = other.weighed[w].cell;
        once[cell] = plain.look_once(codes, before, cell);
        CHECK(are_near(other.weighed[w].score, once[cell]));
        if (cell != default_choice.cell) ranked.push_back({-once[cell], cell});
        ++tally.cells;
    }
    std::sort(ranked.begin(), ranked.end());
    double best = once.at(default_choice.cell);
    if (!ranked.empty()) best = std::max(best, -ranked[0].first);
    std::vector<u64> close = {default_choice.cell};
    bool is_clear = ranked.size() < caps.closest || ranked[caps.closest - 1].first - ranked[caps.closest - 2].first > 1e-6;
    for (const auto& [worse, cell] : ranked) {
        is_clear = is_clear && std::abs(-worse - best * (1 - caps.close)) > 1e-6;
        if (close.size() < caps.closest && -worse >= best * (1 - caps.close)) close.push_back(cell);
    }
    if (before.solver.log2_layouts > caps.further_log2_layouts || !is_clear) return;
    std::map<u64, double> further;
    if (close.size() > 1) {
        for (const u64 cell : close) further[cell] = plain.look_further(codes, before, cell);
    }
    CHECK_EQUAL(chooser.weighed.size(), once.size());
    u64 matched = 0;
    for (u64 w = 0; w < chooser.weighed.size(); ++w) {
        const auto own = further.find(chooser.weighed[w].cell);
        CHECK(are_near(chooser.weighed[w].score, own == further.end() ? once.at(chooser.weighed[w].cell) : own->second));
        matched += own != further.end();
    }
    CHECK_EQUAL(matched, further.size());
    u64 favourite = default_choice.cell;
    for (const auto& [cell, win] : further) {
        if (win > further.at(favourite)) favourite = cell;
    }
    if (!further.empty()) {
        const double lead = further.at(favourite) - further.at(default_choice.cell) * (1 + caps.lead);
        if (std::abs(lead) > 1e-6) {
            CHECK_EQUAL(choice.cell == default_choice.cell, lead < 0);
            CHECK(lead < 0 || are_near(further.at(choice.cell), further.at(favourite)));
        }
    }
    tally.looked_further += further.size();
    tally.changed += choice.cell != near.cell;
}

static void check_game(Dice& dice, u64 count, Tally& tally) {
    const Scene board(make_grid({10, 12}));
    naive::Bits mines(board.cells());
    for (u64 laid = 0; laid < count;) {
        const u64 cell = 1 + dice.below(board.cells() - 1);
        laid += !mines[cell];
        mines[cell] = true;
    }
    std::vector<i32> codes(board.cells(), -1);
    Chooser player(board.geometry);
    for (u64 cell = 0, left = board.cells() - count;;) {
        codes[cell] = i32(board.table.clue(mines, cell));
        if (!--left) return;
        Choice choice{};
        choose(player, codes, count, ChoiceLimits{}, choice);
        if (!choice.proven_safe) {
            if (choice.exact) return;
            ++tally.guesses;
            check_guess(board, codes, count, tally);
            const ChoiceLimits usual;
            check_given_up(board, codes, count, usual.enough, usual.hopeless, tally);
            check_given_up(board, codes, count, 0, 0.03, tally);
            check_given_up(board, codes, count, 0.8, 0.01, tally);
        }
        if (mines[choice.cell]) return;
        cell = choice.cell;
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(22);
    Tally tally;
    for (int game = 0; game < 12; ++game) check_game(dice, 24, tally);
    std::cout << tally.guesses << " guesses, " << tally.cells << " cells weighed, " << tally.looked_further
              << " of them one guess further, which changed " << tally.changed << "; "
              << tally.given_up << " given up, and of " << tally.unclear << " it wasn't clear" << std::endl;
    scene() = "the tally";
    CHECK(tally.guesses > 15 && tally.cells > 150 && tally.looked_further > 20 && tally.changed > 0 && tally.given_up > 150 &&
          tally.unclear * 5 < tally.given_up);
    return finish("looks");
}
