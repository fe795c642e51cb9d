// Many views analysed in one call must have the same results as in single calls, with codes of every width; views
// without an answer must be marked, and views must not affect each other.
#include <cmath>
#include <cstring>

#include "tests/boards.hpp"
#include "tests/positions.hpp"

namespace hypersweep {
namespace test {

struct Rows {
    const Scene& board;
    std::vector<i32> codes;
    std::vector<u64> mines;
    std::vector<double> chance;
    std::vector<u8> status;

    explicit Rows(const Scene& board) : board(board) {}
    void add(const std::vector<i32>& own, u64 count) {
        codes.insert(codes.end(), own.begin(), own.end());
        mines.push_back(count);
    }
    template <class Code>
    Solved run(const Kernels& kernels, bool trust_flags, bool may_estimate, const Limits& limits) {
        // One byte of padding in front, because multi-byte codes may be unaligned.
        std::vector<u8> bytes(1 + codes.size() * sizeof(Code));
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const Code code = Code(codes[i]);
            std::memcpy(bytes.data() + 1 + i * sizeof(Code), &code, sizeof code);
        }
        chance.assign(codes.size(), -1);
        status.assign(mines.size(), 99);
        const ViewBatch batch{&board.geometry, bytes.data() + 1, int(sizeof(Code)), mines.data(), mines.size(),  trust_flags,
                              may_estimate,    300,              6,                 7,            chance.data(), status.data()};
        return kernels.analyse_batch(batch, limits);
    }
};

template <class Code>
void test_like_single(const Kernels& kernels, Dice& dice) {
    for (int turn = 0; turn < 40; ++turn) {
        const naive::Grid grid = random_grid(dice, 60);
        const Scene board(grid);
        Rows rows(board);
        std::vector<naive::Seen> seen;
        const bool trust_flags = dice.chance(50);
        for (u64 view = dice.below(9); view-- > 0;) {
            seen.push_back(random_position(dice, board.table));
            rows.add(seen.back().codes, seen.back().mines);
        }
        CHECK_EQUAL(rows.run<Code>(kernels, trust_flags, false, Limits{}), Solved::done);
        void* const solver = kernels.solver_make(board.geometry);
        std::vector<double> chance(board.cells());
        for (std::size_t view = 0; view < seen.size(); ++view) {
            Findings findings{};
            const Solved solved = kernels.solver_analyse(solver, seen[view].codes.data(), seen[view].mines, trust_flags,
                                                         Limits{}, chance.data(), findings);
            CHECK_EQUAL(int(rows.status[view]), int(solved));
            for (u64 i = 0; i < board.cells(); ++i) {
                const double own = rows.chance[view * board.cells() + i];
                if (solved == Solved::done) CHECK_EQUAL(own, chance[i]);
                else CHECK(std::isnan(own));
            }
        }
        kernels.solver_free(solver);
    }
}

void test_past_the_limits(const Kernels& kernels, Dice& dice) {
    const naive::Grid grid = make_grid({11, 13});
    const Scene board(grid);
    Rows rows(board);
    const naive::Bits layout = random_bits(dice, board.cells(), 25);
    const u64 mines = naive::count(layout);
    const std::vector<i32> hard = lattice_codes(board.table, grid, layout), easy(board.cells(), -1);
    rows.add(easy, 20);
    rows.add(hard, mines);
    rows.add(easy, 30);
    rows.add(easy, board.cells() + 1);
    Limits limits;
    limits.states = 50;
    CHECK_EQUAL(rows.run<i32>(kernels, false, false, limits), Solved::done);
    CHECK(rows.status == std::vector<u8>({0, u8(Solved::over_budget), 0, u8(Solved::contradiction)}));
    CHECK(std::isnan(rows.chance[board.cells()]));
    CHECK_EQUAL(rows.chance[2 * board.cells()], 30.0 / double(board.cells()));

    CHECK_EQUAL(rows.run<std::int8_t>(kernels, false, true, limits), Solved::done);
    CHECK(rows.status == std::vector<u8>({0, view_estimated, 0, u8(Solved::contradiction)}));
    std::vector<double> chance(board.cells()), error(board.cells());
    void* const solver = kernels.solver_make(board.geometry);
    Findings findings{};
    const Solved solved = kernels.solver_estimate(solver, hard.data(), mines, false, 300, 6, 7, limits, chance.data(),
                                                  error.data(), findings);
    kernels.solver_free(solver);
    CHECK_EQUAL(solved, Solved::done);
    for (u64 i = 0; i < board.cells(); ++i) CHECK_EQUAL(rows.chance[board.cells() + i], chance[i]);
}

// Stops before a given view: earlier results must be valid, and all others marked as timed out.
struct Patience {
    u64 left;
    static bool stop(void* opaque) {
        u64& left = static_cast<Patience*>(opaque)->left;
        return left == 0 || --left == 0;
    }
};

void test_stopped(const Kernels& kernels) {
    const Scene board(make_grid({3, 4, 5}));
    for (u64 looks = 1; looks < 12; ++looks) {
        Rows rows(board);
        for (u64 view = 0; view < 4; ++view) rows.add(std::vector<i32>(board.cells(), -1), 6 * view);
        Patience patience{looks};
        Limits limits;
        limits.stop = Patience::stop;
        limits.stop_with = &patience;
        const Solved solved = rows.run<std::int16_t>(kernels, false, false, limits);
        bool late = false;
        for (u64 view = 0; view < 4; ++view) {
            late = late || rows.status[view] == u8(Solved::stopped);
            CHECK_EQUAL(int(rows.status[view]), int(late ? Solved::stopped : Solved::done));
            const double own = rows.chance[(view + 1) * board.cells() - 1];
            if (late) CHECK(std::isnan(own));
            else CHECK_EQUAL(own, double(6 * view) / double(board.cells()));
        }
        CHECK_EQUAL(solved, late ? Solved::stopped : Solved::done);
        CHECK(looks > 1 || late);
        CHECK(looks < 11 || !late);
    }
}

// A hard view must not make the easy ones after it inexact.
void test_in_time(const Kernels& kernels, Dice& dice) {
    const naive::Grid grid = make_grid({11, 13});
    const Scene board(grid);
    Rows rows(board);
    const naive::Bits layout = random_bits(dice, board.cells(), 25);
    const u64 mines = naive::count(layout);
    const std::vector<i32> hard = lattice_codes(board.table, grid, layout), easy(board.cells(), -1);
    for (int turn = 0; turn < 5; ++turn) {
        rows.add(hard, mines);
        rows.add(easy, 30);
    }
    for (const u64 all : {u64{100}, u64{1000}, u64{100000}}) {
        Clock clock;
        clock.all = all;
        CHECK_EQUAL(rows.run<i32>(kernels, false, true, clock.limits(50)), Solved::done);
        for (u64 view = 0; view < 10; ++view) CHECK_EQUAL(int(rows.status[view]), int(view % 2 ? 0 : view_estimated));
        if (all >= 1000) CHECK(clock.ticks < 2 * all);
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    for (const hypersweep::Kernels* kernels : variants()) {
        scene() = kernels->name;
        Dice dice(31);
        test_like_single<std::int8_t>(*kernels, dice);
        test_like_single<std::int16_t>(*kernels, dice);
        test_like_single<hypersweep::i32>(*kernels, dice);
        test_past_the_limits(*kernels, dice);
        test_stopped(*kernels);
        test_in_time(*kernels, dice);
    }
    return finish("views in batches");
}
