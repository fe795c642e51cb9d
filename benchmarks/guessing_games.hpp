// Games in which no guess fails, for fit_value.cpp and guesses.cpp.
//
// If a guess would fail, the mines are dealt again, among the consistent layouts without a mine in that cell, and the
// value of the game is multiplied by the chance of surviving. So every game is played to its end. Its value, the
// product of the chances of surviving and of the exact value of the end-game, has a third of the variance of "won or
// lost", and the same mean.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "board/moves.hpp"
#include "play/chooser.hpp"
#include "random/sampling.hpp"
#include "solve/estimate.hpp"
#include "solve/layout_sampling.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

constexpr u64 layout_stream = 14341837904301361619u;  // rng.stream_name("layout")

[[noreturn]] inline void fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::exit(1);
}

inline void check(Solved solved) {
    if (solved != Solved::done) fail("an analysis failed");
}

// "16x30" or "3,3".
inline std::vector<u64> numbers(const char* text) {
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
    u64 next() { return stream_value(key, counter++); }
    u64 below(u64 bound) { return stream_below(key, counter, bound); }
    double share() { return double(next() >> 11) * 0x1p-53; }
};

// A board to play on, and where the first click goes: SHAPE MINES FIRST FIRST_OPEN.
struct Contest {
    Geometry g;
    u64 mines = 0, first = 0;
    std::vector<u64> excluded;

    explicit Contest(char** words) {
        const std::vector<u64> sides = numbers(words[0]), place = numbers(words[2]);
        const bool wrap[most_axes] = {};
        if (!geometry_make(g, int(sides.size()), sides.data(), wrap, true)) fail("no such board");
        if (!Evaluator::suits(g)) fail("nothing is estimated on such a board");
        if (place.size() != sides.size()) fail("the first cell isn't on the board");
        mines = numbers(words[1])[0];
        for (std::size_t axis = 0; axis < sides.size(); ++axis) first = first * sides[axis] + place[axis];
        excluded.push_back(first);
        if (std::string(words[3]) == "opening") for_neighbours(g, first, [&](u64 other) { excluded.push_back(other); });
    }
};

// One game and its mines; the player's knowledge is `codes` alone.
struct GuessingGame {
    explicit GuessingGame(const Contest& contest) : contest(contest), plane(contest.g.words + 1), codes(contest.g.cells, -1),
                                                    mined_(contest.g.cells), known_(contest.g.cells), solver_(contest.g) {}

    void deal(u64 key) {
        std::fill(plane.begin(), plane.end(), 0);
        NoPace pace;
        sample_board(contest.g.cells, contest.mines, key, contest.excluded.data(), contest.excluded.size(), plane.data(), pace);
        std::fill(codes.begin(), codes.end(), -1);
        opened = 0;
    }
    // A view in the middle of a game; lay() or deal_again() add the mines.
    void show(const std::vector<i32>& view) {
        codes = view;
        opened = 0;
        for (const i32 code : codes) opened += code != -1;
    }
    void lay(const std::vector<u8>& mined) {
        std::fill(plane.begin(), plane.end(), 0);
        for (u64 cell = 0; cell < mined.size(); ++cell) plane[cell >> 6] |= u64{mined[cell]} << (cell & 63);
    }
    // Deals mines again, from all consistent layouts without a mine in `safe`.
    void deal_again(u64 safe, u64 key) {
        known_ = codes;
        known_[safe] = code_silent;
        check(solver_.weigh_layouts(known_.data(), contest.mines, false, Limits{}));
        check(solver_.draw_layout(key, mined_.data()));
        lay(mined_);
    }

    bool is_mine(u64 cell) const { return test_bit(plane.data(), cell); }
    i32 clue(u64 cell) const { return i32(count_around(contest.g, plane.data(), cell)); }
    bool is_won() const { return opened == contest.g.cells - contest.mines; }
    void open(u64 from) {
        todo_.assign(1, from);
        while (!todo_.empty()) {
            const u64 cell = todo_.back();
            todo_.pop_back();
            if (codes[cell] != -1) continue;
            if (is_mine(cell)) fail("a mine was opened");
            codes[cell] = clue(cell);
            ++opened;
            if (codes[cell] == 0) for_neighbours(contest.g, cell, [&](u64 other) { todo_.push_back(other); });
        }
    }
    // Opens a cell that is safe in some consistent layout, after dealing again if it is a mine. Returns its chance of
    // being safe, `safe`, by which the game's value is multiplied.
    double risk(u64 cell, double safe, Explorer& dice) {
        if (is_mine(cell)) deal_again(cell, dice.next());
        open(cell);
        return safe;
    }
    // Opens all cells that the chooser has just found safe. Returns false if there are none.
    bool open_safe(const Chooser& chooser) {
        bool any = false;
        for (u64 cell = 0; cell < contest.g.cells; ++cell) {
            if (codes[cell] != -1 || !chooser.is_safe(cell)) continue;
            any = true;
            open(cell);
        }
        return any;
    }
    // Reads the view and opens safe cells until a guess is due. Returns false if the game is won.
    bool come_to_a_guess(Chooser& chooser) {
        while (!is_won()) {
            check(chooser.read(codes.data(), contest.mines, false, Limits{}, true, true));
            if (!open_safe(chooser)) return true;
        }
        return false;
    }

    const Contest& contest;
    std::vector<u64> plane;
    std::vector<i32> codes;
    u64 opened = 0;

  private:
    std::vector<u8> mined_;
    std::vector<i32> known_;
    std::vector<u64> todo_;
    Solver solver_;
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
