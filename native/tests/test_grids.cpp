// Geometry, neighbours, clues and visible codes, on grids of every type.
#include "tests/boards.hpp"

namespace hypersweep {
namespace test {

static void test_geometry() {
    scene() = "geometry_make";
    Geometry g;
    const u64 none[1] = {0};
    const bool no_wrap[80] = {};
    CHECK(!geometry_make(g, 1, none, no_wrap, true));
    const u64 with_zero[3] = {3, 0, 4};
    CHECK(!geometry_make(g, 3, with_zero, no_wrap, false));

    // A board without axes has one cell, and so has one with many axes of side 1.
    CHECK(geometry_make(g, 0, none, no_wrap, true));
    CHECK_EQUAL(g.cells, 1u);
    CHECK_EQUAL(g.most_neighbours, 0u);
    u64 sides[80];
    std::fill(sides, sides + 80, u64{1});
    sides[7] = 3;
    sides[71] = 4;
    CHECK(geometry_make(g, 80, sides, no_wrap, true));
    CHECK_EQUAL(g.axes, 2);
    CHECK_EQUAL(g.cells, 12u);
    CHECK_EQUAL(g.row_length, 4u);
    CHECK_EQUAL(g.most_neighbours, 8u);

    // The largest possible board, and the next larger one.
    std::fill(sides, sides + 80, u64{2});
    CHECK(geometry_make(g, 62, sides, no_wrap, true));
    CHECK_EQUAL(g.cells, u64{1} << 62);
    CHECK_EQUAL(g.most_neighbours, (u64{1} << 62) - 1);
    CHECK(geometry_make(g, 62, sides, no_wrap, false));
    CHECK_EQUAL(g.most_neighbours, 62u);
    CHECK(!geometry_make(g, 63, sides, no_wrap, true));
    CHECK(!geometry_make(g, 80, sides, no_wrap, true));
    const u64 large[2] = {u64{1} << 31, u64{1} << 31}, larger[2] = {u64{1} << 31, (u64{1} << 31) + 1};
    const u64 huge[2] = {u64{1} << 32, u64{1} << 32}, longest[1] = {~u64{0}};
    CHECK(geometry_make(g, 2, large, no_wrap, true));
    CHECK_EQUAL(g.chunks, u64{1} << 56);
    CHECK(!geometry_make(g, 2, larger, no_wrap, true));
    CHECK(!geometry_make(g, 2, huge, no_wrap, true));
    CHECK(!geometry_make(g, 1, longest, no_wrap, true));
}

static void test_neighbours(Dice& dice) {
    for_scenes(dice, 250, [&](const Scene& board) {
        const Geometry& g = board.geometry;
        CHECK_EQUAL(g.cells, board.cells());
        CHECK_EQUAL(g.most_neighbours, board.table.most_neighbours);
        CHECK_EQUAL(g.words, (board.cells() + 63) / 64);
        CHECK_EQUAL(g.rows * g.row_length, g.cells);
        for (const Kernels* kernels : variants()) {
            for (u64 index = 0; index < board.cells(); ++index) {
                Results<u64> out(board.table.neighbours[index].size(), index % 2 == 0);
                const u64 count = kernels->neighbours(g, index, out.data());
                CHECK_EQUAL(count, board.table.neighbours[index].size());
                std::vector<u64> found(out.data(), out.data() + count);
                std::sort(found.begin(), found.end());
                CHECK(found == board.table.neighbours[index]);
                CHECK(out.is_kept());
            }
        }
    });
}

template <class Number, class Kernel>
static void check_clues(Kernel kernel, const Geometry& g, const Plane& mines, const std::vector<u64>& clues, u64 begin,
                        u64 end, bool tight) {
    Results<Number> out(end - begin, tight);
    kernel(g, mines.word(), begin, end, out.data());
    for (u64 i = begin; i < end; ++i) CHECK_EQUAL(u64(out[i - begin]), clues[i]);
    CHECK(out.is_kept());
}

static void test_clues(Dice& dice) {
    auto test_scene = [&](const Scene& board) {
        const Geometry& g = board.geometry;
        for (unsigned percent : {0u, 3u, 20u, 50u, 90u, 100u}) {
            const naive::Bits bits = random_bits(dice, board.cells(), percent);
            const Plane mines(bits);
            const std::vector<u64> clues = board.table.clues(bits);
            for (const Kernels* kernels : variants()) {
                for (int i = 0; i < 3; ++i) {
                    const u64 begin = i ? dice.between(0, g.cells) : 0,
                              end = i ? dice.between(begin, g.cells) : g.cells;
                    const bool tight = dice.chance(50);
                    if (g.most_neighbours < 256) check_clues<u8>(kernels->clues8, g, mines, clues, begin, end, tight);
                    check_clues<std::uint16_t>(kernels->clues16, g, mines, clues, begin, end, tight);
                    check_clues<u32>(kernels->clues32, g, mines, clues, begin, end, tight);
                }
                for (u64 i = 0; i < g.cells; ++i) CHECK_EQUAL(kernels->clue(g, mines.word(), i), clues[i]);
            }
        }
    };
    for_scenes(dice, 250, test_scene);
    test_scene(Scene(make_grid({3, 3, 3, 3, 3, 3})));  // two-byte clues
}

template <class Number, class Kernel>
static void check_codes(Kernel kernel, const Board& board, const std::vector<int>& codes, u64 begin, u64 end,
                        bool reveal, bool tight) {
    Results<Number> out(end - begin, tight);
    kernel(board, begin, end, reveal, out.data());
    for (u64 i = begin; i < end; ++i) CHECK_EQUAL(int(out[i - begin]), codes[i]);
    CHECK(out.is_kept());
}

template <class Number>
static void check_counts_around(const Kernels& kernels, const Scene& board, const std::vector<int>& codes) {
    const std::vector<Number> given(codes.begin(), codes.end());
    std::vector<u64> indices;
    for (u64 i = 0; i < board.cells(); i += 3) indices.push_back(board.cells() - 1 - i);
    Results<u32> out(2 * indices.size(), true);
    kernels.counts_around(board.geometry, given.data(), int(sizeof(Number)), indices.data(), indices.size(), out.data());
    for (u64 i = 0; i < indices.size(); ++i) {
        u32 covered = 0, flags = 0;
        for (u64 other : board.table.neighbours[indices[i]]) {
            covered += codes[other] == code_covered || codes[other] == code_mine;
            flags += codes[other] == code_flagged || codes[other] == code_wrong_flag;
        }
        CHECK_EQUAL(out[2 * i], covered);
        CHECK_EQUAL(out[2 * i + 1], flags);
    }
    CHECK(out.is_kept());
}

static void test_codes(Dice& dice) {
    for_scenes(dice, 150, [&](const Scene& board) {
        const u64 cells = board.cells();
        const naive::Bits mines = random_bits(dice, cells, unsigned(dice.below(101)));
        // Arbitrary planes, including those that no game leads to: flags on open cells, open mines in an ongoing game.
        naive::Game game(board.table, mines, random_rules(dice));
        game.now.open = random_bits(dice, cells, unsigned(dice.below(101)));
        game.now.flags = random_bits(dice, cells, 30);
        Position position(board.geometry, mines, game.now.open, game.now.flags, game.rules);
        for (Outcome outcome : {Outcome::ongoing, Outcome::won, Outcome::lost}) {
            position.board.outcome = game.now.outcome = outcome;
            for (bool reveal : {false, true}) {
                std::vector<int> codes(cells);
                for (u64 i = 0; i < cells; ++i) codes[i] = game.code(i, reveal);
                for (const Kernels* kernels : variants()) {
                    for (int i = 0; i < 3; ++i) {
                        const u64 begin = i ? dice.between(0, cells) : 0, end = i ? dice.between(begin, cells) : cells;
                        const bool tight = dice.chance(50);
                        check_codes<std::int16_t>(kernels->codes16, position.board, codes, begin, end, reveal, tight);
                        check_codes<std::int32_t>(kernels->codes32, position.board, codes, begin, end, reveal, tight);
                    }
                    check_counts_around<std::int16_t>(*kernels, board, codes);
                    check_counts_around<std::int32_t>(*kernels, board, codes);
                }
            }
        }
    });
}

// Clues that need more than two bytes: on 3^11, the cells around the middle touch (almost) every other cell.
static void test_many_neighbours() {
    const naive::Grid grid = make_grid(std::vector<u64>(11, 3));
    const Geometry g = make_geometry(grid);
    scene() = grid.format();
    const u64 middle = g.cells / 2, begin = middle - 2, end = middle + 3;
    naive::Bits bits(g.cells, true);
    for (u64 i = 0; i < g.cells; i += 1000) bits[i] = false;
    std::vector<u64> clues;
    for (u64 i = begin; i < end; ++i) {
        u64 clue = 0;
        for (u64 other : grid.neighbours(i)) clue += bits[other];
        clues.push_back(clue);
    }
    const naive::Bits covered(g.cells);
    Position position(g, bits, covered, covered, RuleFlags{});
    for (const Kernels* kernels : variants()) {
        Results<u32> numbers(end - begin, true);
        Results<std::int32_t> codes(end - begin, true);
        kernels->clues32(g, position.mines.word(), begin, end, numbers.data());
        kernels->codes32(position.board, begin, end, true, codes.data());
        for (u64 i = begin; i < end; ++i) {
            CHECK_EQUAL(numbers[i - begin], clues[i - begin]);
            CHECK_EQUAL(kernels->clue(g, position.mines.word(), i), clues[i - begin]);
            CHECK_EQUAL(codes[i - begin], bits[i] ? -3 : int(clues[i - begin]));
        }
    }
    CHECK(*std::max_element(clues.begin(), clues.end()) > 65535);
}

static void test_names() {
    scene() = "named_kernels";
    CHECK(named_kernels("") == nullptr);
    CHECK(named_kernels("x86_64_v5") == nullptr);
    CHECK(named_kernels("baseline") != nullptr);
    CHECK(named_kernels(best_kernels()->name) == best_kernels());
    for (const Kernels* kernels : variants()) {
        if (std::strcmp(kernels->name, "portable") != 0) CHECK(named_kernels(kernels->name) == kernels);
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(2);
    test_names();
    test_geometry();
    test_neighbours(dice);
    test_clues(dice);
    test_codes(dice);
    test_many_neighbours();
    return finish("grids");
}
