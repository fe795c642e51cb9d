// Batches of layouts and of random games, compared with single ones.
#include "tests/boards.hpp"
#include "tests/naive_random.hpp"

namespace hypersweep {
namespace test {

static std::vector<u64> kept_free(const naive::Table& table, FirstOpen policy, u64 first) {
    if (policy == FirstOpen::any) return {};
    std::vector<u64> cells{first};
    if (policy == FirstOpen::opening) {
        cells.insert(cells.end(), table.neighbours[first].begin(), table.neighbours[first].end());
    }
    return cells;
}

// Boards of many words, in which a step along an axis crosses several words.
template <class Visit>
static void for_batch_scenes(Dice& dice, int random, Visit&& visit) {
    for_scenes(dice, random, visit);
    for (bool wrapped : {false, true}) {
        visit(Scene(make_grid({17, 129}, true, {wrapped, !wrapped})));
        visit(Scene(make_grid({7, 8, 66}, true, {wrapped, true, wrapped})));
        visit(Scene(make_grid({6, 5, 4, 21}, false, {true, wrapped, false, wrapped})));
    }
    // A board with two-byte clues.
    visit(Scene(make_grid({3, 3, 3, 3, 3, 3})));
}

static u64 number_at(const u8* bytes, u64 place, int size) {
    if (size == 1) return bytes[place];
    std::uint16_t number;
    std::memcpy(&number, bytes + 2 * place, 2);
    return number;
}

struct Batch {
    const Scene& board;
    SampleJob job;
    std::vector<naive::Bits> layouts;
    std::vector<std::vector<u64>> clues;
};

static void check_batch(const Kernels& kernels, const Batch& batch, bool wants_bits, bool wants_clues, bool tight) {
    SampleJob job = batch.job;
    const u64 cells = batch.board.cells(), bytes = (cells + 7) / 8;
    Results<u8> bits(job.count * bytes, tight);
    Results<u8> clues(job.count * cells * u64(job.clue_bytes), tight);
    job.bits = wants_bits ? bits.data() : nullptr;
    job.clues = wants_clues ? clues.data() : nullptr;
    CHECK(kernels.sample_batch(job));
    CHECK(bits.is_kept() && clues.is_kept());
    for (u64 i = 0; i < job.count; ++i) {
        for (u64 place = 0; wants_bits && place < bytes * 8; ++place) {
            const bool bit = (bits[i * bytes + place / 8] >> (place % 8)) & 1;
            CHECK_EQUAL(bit, place < cells && batch.layouts[i][place]);
        }
        for (u64 cell = 0; wants_clues && cell < cells; ++cell) {
            CHECK_EQUAL(number_at(clues.data(), i * cells + cell, job.clue_bytes), batch.clues[i][cell]);
        }
    }
}

static void test_sample_batches(Dice& dice) {
    for_batch_scenes(dice, 180, [&](const Scene& board) {
        const u64 cells = board.cells();
        const FirstOpen policy = FirstOpen(dice.below(3));
        const std::vector<u64> excluded = kept_free(board.table, policy, dice.below(cells));
        const u64 space = cells - excluded.size();
        const u64 mines = cells == 729 || dice.chance(20) ? space
                          : dice.chance(30)               ? std::min<u64>(space, dice.below(5))
                                                          : dice.between(0, space);
        const u64 first_index = dice.chance(30) ? ~u64{0} - 30 : dice.below(1000);
        Batch batch{
            board,
            {&board.geometry, mines, dice.word(), dice.word(), first_index, dice.between(0, 19), excluded.data(),
             excluded.size(), nullptr, nullptr, board.table.most_neighbours > 255 || dice.chance(30) ? 2 : 1},
            {},
            {}};
        for (u64 i = 0; i < batch.job.count; ++i) {
            const u64 key = naive::Stream(batch.job.seed, batch.job.name, first_index + i).key;
            batch.layouts.push_back(naive::random_mines(cells, mines, key, excluded));
            batch.clues.push_back(board.table.clues(batch.layouts.back()));
        }
        scene() += ", " + std::to_string(mines) + " mines, " + std::to_string(batch.job.count) + " layouts";
        for (const Kernels* kernels : variants()) {
            check_batch(*kernels, batch, true, true, dice.chance(50));
            check_batch(*kernels, batch, true, false, dice.chance(50));
            check_batch(*kernels, batch, false, true, dice.chance(50));
        }
    });
}

struct Played {
    Outcome outcome;
    u64 clicks, opened;
};

// One random game, as described in hypersweep.batch.play_random.
static Played naive_play(const Scene& board, const PlayJob& job, u64 index) {
    naive::Stream clicks(job.seed, job.click_name, index);
    const u64 first = clicks.below(board.cells());
    const u64 key = naive::Stream(job.seed, job.layout_name, index).key;
    const naive::Bits mines =
        naive::random_mines(board.cells(), job.mines, key, kept_free(board.table, job.first_open, first));
    naive::Game game(board.table, mines, RuleFlags{true, true, false, true});
    u64 clicked = 1;
    game.open(first);
    while (game.now.outcome == Outcome::ongoing) {
        u64 cell = clicks.below(board.cells());
        while (game.now.open[cell]) cell = clicks.below(board.cells());
        game.open(cell);
        ++clicked;
    }
    return {game.now.outcome, clicked, game.opened()};
}

static void test_play_batches(Dice& dice) {
    u64 won = 0, lost = 0;
    for_batch_scenes(dice, 250, [&](const Scene& board) {
        const u64 cells = board.cells();
        const FirstOpen policy = FirstOpen(dice.below(3));
        const u64 most_kept = policy == FirstOpen::any    ? 0
                              : policy == FirstOpen::safe ? 1
                                                          : board.table.most_neighbours + 1;
        if (most_kept > cells) return;
        const u64 space = cells - most_kept;
        const u64 mines = dice.chance(25)   ? dice.between(0, space)
                          : dice.chance(25) ? space - std::min<u64>(space, dice.below(3))
                                            : std::min<u64>(space, dice.below(1 + cells / 6));
        const u64 count = dice.between(0, cells > 300 ? 9 : 19);
        scene() += ", " + std::to_string(mines) + " mines, first open " + std::to_string(int(policy));
        PlayJob job{&board.geometry, mines,  dice.word(), dice.word(), dice.word(), dice.below(100),
                    count,           policy, nullptr,     nullptr,     nullptr};
        std::vector<Played> expected;
        for (u64 i = 0; i < count; ++i) expected.push_back(naive_play(board, job, job.first_index + i));
        for (const Kernels* kernels : variants()) {
            const bool tight = dice.chance(50);
            Results<u8> outcomes(count, tight);
            Results<u64> clicks(count, tight), opened(count, tight);
            job.outcomes = outcomes.data();
            job.clicks = clicks.data();
            job.opened = opened.data();
            CHECK(kernels->play_batch(job));
            for (u64 i = 0; i < count; ++i) {
                CHECK_EQUAL(outcomes[i], expected[i].outcome);
                CHECK_EQUAL(clicks[i], expected[i].clicks);
                CHECK_EQUAL(opened[i], expected[i].opened);
                (expected[i].outcome == Outcome::won ? won : lost) += 1;
            }
            CHECK(outcomes.is_kept() && clicks.is_kept() && opened.is_kept());
        }
    });
    scene() = "random games";
    CHECK(won > 100 && lost > 100);
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(6);
    test_sample_batches(dice);
    test_play_batches(dice);
    return finish("batches");
}
