// Estimates beyond the limits: they must finish in time by a clock that advances at each reading, stop at any moment,
// and be identical to the last bit in every copy of the kernels.
#include <cmath>
#include <cstring>

#include "tests/boards.hpp"
#include "tests/positions.hpp"

namespace hypersweep {
namespace test {

struct Estimate {
    Solved solved;
    bool exact;
    std::vector<double> chance, error;
};

struct Lattice {
    Scene board;
    naive::Bits mines;
    u64 count = 0;
    std::vector<i32> codes;

    Lattice(Dice& dice, const naive::Grid& grid, unsigned percent)
        : board(grid), mines(random_bits(dice, board.cells(), percent)), count(naive::count(mines)),
          codes(lattice_codes(board.table, grid, mines)) {}

    Estimate estimate(const Kernels& kernels, const Limits& limits) const {
        Estimate own{Solved::done, false, std::vector<double>(board.cells()), std::vector<double>(board.cells())};
        void* const solver = kernels.solver_make(board.geometry);
        Findings findings{};
        own.solved = kernels.solver_estimate(solver, codes.data(), count, false, 300, 6, 0, limits, own.chance.data(),
                                             own.error.data(), findings);
        own.exact = findings.exact;
        kernels.solver_free(solver);
        return own;
    }

    void check(const Estimate& own) const {
        CHECK_EQUAL(own.solved, Solved::done);
        double sum = 0;
        for (u64 i = 0; i < board.cells(); ++i) {
            CHECK(own.chance[i] >= 0 && own.chance[i] <= 1 && own.error[i] >= 0 && own.error[i] <= 0.5);
            if (own.chance[i] == 0 || own.chance[i] == 1) {
                CHECK_EQUAL(own.error[i], 0.0);
                CHECK_EQUAL(bool(mines[i]), own.chance[i] == 1);
            }
            sum += own.chance[i];
        }
        CHECK(std::fabs(sum - double(count)) < 0.02 * double(count) + 0.5);
    }
};

struct Tally {
    u64 in_time = 0, stopped = 0, exact = 0;
};

static void test_lattice(const Lattice& lattice, Tally& tally) {
    const Kernels& kernels = *variants().front();
    for (u64 all : {1u, 30u, 300u, 3000u}) {
        Clock clock;
        clock.all = all;
        const Estimate own = lattice.estimate(kernels, clock.limits(1 << 18));
        lattice.check(own);
        CHECK(clock.ticks <= all + all / 5 + 400);
        ++tally.in_time;
        tally.exact += own.exact;
    }
    for (u64 moment = 1; moment < 4000; moment = moment * 2 + 1) {
        Clock clock;
        clock.interrupted = moment;
        const Estimate own = lattice.estimate(kernels, clock.limits(1 << 18));
        CHECK_EQUAL(own.solved, clock.ticks < moment ? Solved::done : Solved::stopped);
        tally.stopped += own.solved == Solved::stopped;
        if (own.solved == Solved::done) break;
    }
    for (u64 states : {1000u, 1u << 18}) {
        Estimate first;
        for (const Kernels* other : variants()) {
            Clock clock;
            const Estimate own = lattice.estimate(*other, clock.limits(states));
            lattice.check(own);
            if (first.chance.empty()) first = own;
            CHECK(std::memcmp(own.chance.data(), first.chance.data(), own.chance.size() * sizeof(double)) == 0);
            CHECK(std::memcmp(own.error.data(), first.error.data(), own.error.size() * sizeof(double)) == 0);
        }
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(23);
    Tally tally;
    for (const naive::Grid& grid : {make_grid({15, 18}), make_grid({5, 6, 7}), make_grid({24, 26}, true, {true, false})}) {
        const Lattice lattice(dice, grid, grid.shape.size() > 2 ? 18 : 33);
        scene() = grid.format() + ", lattice";
        test_lattice(lattice, tally);
    }
    std::cout << tally.in_time << " estimates in time, " << tally.exact << " of them exact, " << tally.stopped << " stopped"
              << std::endl;
    CHECK(tally.stopped > 10);
    return finish("estimates");
}
