// Guesses with the learned estimate: identical to the last bit in every copy of the kernels, in whole games on
// supported board sizes, and on sizes just beyond.
#include "tests/boards.hpp"

namespace hypersweep {
namespace test {

struct Chosen {
    u64 cell;
    double score;
};

struct Tally {
    u64 guesses = 0, exact = 0, bold = 0, further = 0, given_up = 0, missed = 0, won = 0;
};

// A cell that was abandoned must not be chosen, and its score must be far from the best; other scores must not depend
// on it. test_looks.cpp tests its exact score.
static void check_given_up(const Kernels& kernels, void* chooser, const std::vector<i32>& codes, u64 mines, Tally& tally) {
    ChoiceLimits patient, plain;
    patient.further_log2_layouts = plain.further_log2_layouts = 0;
    patient.hopeless = 1;
    std::vector<u64> cells(codes.size());
    std::vector<double> scores(codes.size()), known(codes.size(), -1);
    Choice choice{}, other{};
    const auto choose = [&](const ChoiceLimits& caps, Choice& to) {
        return kernels.chooser_choose(chooser, codes.data(), mines, false, Policy::look_ahead, caps, Limits{}, to);
    };
    CHECK_EQUAL(choose(patient, other), Solved::done);
    u64 count = kernels.chooser_weighed(chooser, other, Limits{}, cells.data(), scores.data(), cells.size());
    double most = 0;
    for (u64 i = 0; i < count; ++i) {
        known[cells[i]] = scores[i];
        most = std::max(most, scores[i]);
    }
    CHECK_EQUAL(choose(plain, choice), Solved::done);
    count = kernels.chooser_weighed(chooser, choice, Limits{}, cells.data(), scores.data(), cells.size());
    for (u64 i = 0; i < count; ++i) {
        if (known[cells[i]] < 0 || scores[i] == known[cells[i]]) continue;
        CHECK(cells[i] != choice.cell);
        CHECK(scores[i] > 0 && scores[i] < most * (1 - plain.hopeless));
        ++tally.given_up;
    }
    tally.missed += choice.cell != other.cell;
}

// Plays one game up to the guess that fails. Returns the guesses.
static std::vector<Chosen> guesses(const Kernels& kernels, const Scene& board, const naive::Bits& mines, Tally& tally) {
    const u64 cells = board.cells(), count = naive::count(mines);
    void* const chooser = kernels.chooser_make(board.geometry);
    std::vector<i32> codes(cells, -1);
    std::vector<Chosen> found;
    u64 left = cells - count;
    for (u64 i = 0; i < cells && left; ++i) {
        if (mines[i]) continue;
        codes[i] = i32(board.table.clue(mines, i));
        --left;
        break;
    }
    while (left) {
        Choice choice{};
        CHECK_EQUAL(kernels.chooser_choose(chooser, codes.data(), count, false, Policy::look_ahead, ChoiceLimits{},
                                           Limits{}, choice),
                    Solved::done);
        CHECK(choice.cell < cells && codes[choice.cell] == -1);
        if (!choice.proven_safe) {
            found.push_back(Chosen{choice.cell, choice.score});
            ++tally.guesses;
            tally.exact += choice.exact;
            const bool is_estimated = !choice.exact && board.cells() >= 120 && board.cells() <= 512 &&
                                      board.geometry.axes == 2 && board.geometry.most_neighbours == 8;
            // No play wins more often than its next move is safe.
            if (is_estimated) CHECK(choice.score > 0 && choice.score <= choice.safety);
            // All copies must choose the same cells, so only the fastest one also chooses with other limits.
            if (is_estimated && &kernels == variants().back()) {
                ChoiceLimits plain, nearer;
                plain.reached = 0;
                plain.reach = 0;
                plain.lead = 1e9;
                plain.further_log2_layouts = nearer.further_log2_layouts = 0;
                Choice other{};
                CHECK_EQUAL(kernels.chooser_choose(chooser, codes.data(), count, false, Policy::look_ahead, plain,
                                                   Limits{}, other),
                            Solved::done);
                tally.bold += other.cell != choice.cell;
                CHECK_EQUAL(kernels.chooser_choose(chooser, codes.data(), count, false, Policy::look_ahead, nearer,
                                                   Limits{}, other),
                            Solved::done);
                tally.further += other.cell != choice.cell;
                check_given_up(kernels, chooser, codes, count, tally);
            }
            if (mines[choice.cell]) break;
        }
        codes[choice.cell] = i32(board.table.clue(mines, choice.cell));
        --left;
    }
    tally.won += left == 0;
    kernels.chooser_free(chooser);
    return found;
}

static void test_variants(Dice& dice, Tally& tally) {
    const std::vector<naive::Grid> grids = {make_grid({16, 30}),
                                            make_grid({10, 13}, true, {true, false}),
                                            make_grid({11, 12}, true, {true, true}),
                                            make_grid({22, 23}),
                                            make_grid({19, 27}),
                                            make_grid({1, 13, 17}),
                                            make_grid({9, 10}, false),
                                            make_grid({4, 5, 6}),
                                            make_grid({2, 70}),
                                            make_grid({3, 5})};
    for (const naive::Grid& grid : grids) {
        const Scene board(grid);
        for (unsigned percent : {12u, 17u, 21u}) {
            const naive::Bits mines = random_bits(dice, board.cells(), percent);
            std::vector<Chosen> first;
            for (const Kernels* kernels : variants()) {
                scene() = board.table.grid.format() + ", guesses of " + kernels->name;
                // Only the last variant counts, so that the totals don't depend on how many variants this machine has.
                Tally other;
                const std::vector<Chosen> found = guesses(*kernels, board, mines, kernels == variants().back() ? tally : other);
                if (first.empty()) first = found;
                CHECK_EQUAL(found.size(), first.size());
                for (std::size_t i = 0; i < found.size(); ++i) {
                    CHECK_EQUAL(found[i].cell, first[i].cell);
                    CHECK_EQUAL(found[i].score, first[i].score);
                }
            }
        }
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(21);
    Tally tally;
    for (int i = 0; i < 4; ++i) test_variants(dice, tally);
    std::cout << tally.guesses << " guesses, " << tally.exact << " of them exact, " << tally.bold
              << " by the estimate alone, " << tally.further << " by a look one guess further; " << tally.given_up
              << " cells given up, which changed " << tally.missed << " guesses; " << tally.won << " games won" << std::endl;
    scene() = "the tally";
    CHECK(tally.guesses > 200 && tally.exact > 20 && tally.bold > 10 && tally.further > 4 && tally.won > 50 &&
          tally.given_up > 200 && tally.missed <= 2);
    return finish("choices");
}
