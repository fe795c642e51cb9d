// A strict decoder for the kernel's reasons: a row must have exactly the numbers that its grounds require.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "tests/boards.hpp"
#include "tests/naive_solver.hpp"

namespace hypersweep {
namespace test {

struct Row {
    u32 rule, grounds;
    bool is_mine;
    std::vector<u64> cells, clues, because;
    std::vector<i32> rest;

    bool operator==(const Row&) const = default;
};

class RowReader {
  public:
    explicit RowReader(const std::vector<i32>& numbers) : numbers_(numbers) {}

    Row read() {
        Row row{};
        row.rule = u32(next());
        row.is_mine = next() != 0;
        row.grounds = u32(next());
        const u64 cells = u64(next()), clues = u64(next()), because = u64(next());
        row.cells = take(cells);
        row.clues = take(clues);
        row.because = take(because);
        row.rest.assign(numbers_.begin() + std::ptrdiff_t(place_), numbers_.end());
        pass(Grounds(row.grounds));
        CHECK_EQUAL(place_, numbers_.size());
        return row;
    }

  private:
    i32 next() {
        CHECK(place_ < numbers_.size());
        return numbers_[place_++];
    }
    // Reads a list, which must be ascending.
    std::vector<u64> take(u64 count) {
        std::vector<u64> found;
        for (u64 i = 0; i < count; ++i) {
            found.push_back(u64(u32(next())));
            CHECK(i == 0 || found[i - 1] < found[i]);
        }
        return found;
    }
    u64 list() { return take(u64(next())).size(); }
    void pass_case() {
        next();
        next();
        for (i32 steps = next(); steps > 0; --steps) {
            next();
            next();
            for (int i = 0; i < 3; ++i) list();
        }
        const i32 cases = next();
        CHECK(cases == 0 || cases == 2);
        for (i32 i = 0; i < cases; ++i) pass_case();
    }
    void pass(Grounds grounds) {
        if (grounds == Grounds::clue) {
            next();
            next();
            list();
            list();
        } else if (grounds == Grounds::sum) {
            const i32 sides = next() + next();
            next();
            for (i32 i = 0; i < sides; ++i) {
                next();
                next();
                for (int j = 0; j < 5; ++j) list();
            }
            for (int i = 0; i < 2; ++i) {
                for (u64 weights = list(); weights > 0; --weights) CHECK(next() != 0);
            }
            list();
        } else if (grounds == Grounds::line) {
            list();
            pass_case();
        } else if (grounds == Grounds::share) {
            for (i32 clues = next(); clues > 0; --clues) {
                next();
                next();
            }
            for (int i = 0; i < 3; ++i) next();
        } else if (grounds == Grounds::bound) {
            for (int i = 0; i < 3; ++i) next();
        }
    }

    const std::vector<i32>& numbers_;
    std::size_t place_ = 0;
};

// One variant's reasoner, for the duration of a scope.
struct Reasoning {
    Reasoning(const Kernels& kernels, const Geometry& g) : kernels(kernels), reasoner(kernels.reasoner_make(g)) {}
    Reasoning(const Reasoning&) = delete;
    Reasoning& operator=(const Reasoning&) = delete;
    ~Reasoning() { kernels.reasoner_free(reasoner); }

    Solved begin(const naive::Seen& seen) {
        return kernels.reasoner_begin(reasoner, seen.codes.data(), seen.mines, seen.trust_flags);
    }
    Solved go_on(const ReasonsAsked& asked, const Limits& limits, ReasonsFound& found) {
        return kernels.reasoner_go_on(reasoner, asked, limits, found);
    }
    std::vector<Row> rows(u64 count) {
        std::vector<Row> found;
        for (u64 reason = 0; reason < count; ++reason) {
            const i32* first;
            const u64 size = kernels.reasoner_row(reasoner, reason, first);
            const std::vector<i32> numbers(first, first + size);
            found.push_back(RowReader(numbers).read());
        }
        return found;
    }

    const Kernels& kernels;
    void* reasoner;
};

}  // namespace test
}  // namespace hypersweep
