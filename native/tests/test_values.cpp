// 3BV, its parts, its progress, and ZiNi, compared with their literal definitions.
#include "tests/boards.hpp"

namespace hypersweep {
namespace test {

// Numbers the groups from 1; cells in no group get 0. Returns the number of groups.
static u64 groups(const naive::Table& table, const naive::Bits& through, std::vector<u64>& group) {
    group.assign(table.cells, 0);
    u64 count = 0;
    for (u64 start = 0; start < table.cells; ++start) {
        if (!through[start] || group[start]) continue;
        std::deque<u64> queue{start};
        group[start] = ++count;
        for (; !queue.empty(); queue.pop_front()) {
            for (u64 other : table.neighbours[queue.front()]) {
                if (!through[other] || group[other]) continue;
                group[other] = count;
                queue.push_back(other);
            }
        }
    }
    return count;
}

struct Values {
    Values(const naive::Table& table, const naive::Bits& mines)
        : table(table), mines(mines), zeros(table.cells), single(table.cells) {
        for (u64 i = 0; i < table.cells; ++i) zeros[i] = !mines[i] && table.clue(mines, i) == 0;
        openings = groups(table, zeros, opening);
        for (u64 i = 0; i < table.cells; ++i) {
            single[i] = !mines[i] && !zeros[i];
            for (u64 other : table.neighbours[i]) single[i] = single[i] && !zeros[other];
        }
        islands = groups(table, single, island);
    }

    void reveal(u64 cell, naive::Bits& open) const {
        open[cell] = true;
        if (!zeros[cell]) return;
        for (u64 i = 0; i < table.cells; ++i) {
            if (opening[i] != opening[cell]) continue;
            open[i] = true;
            for (u64 other : table.neighbours[i]) open[other] = true;
        }
    }

    i64 premium(u64 cell, const naive::Bits& open, const naive::Bits& flags) const {
        i64 gain = i64{single[cell] && !open[cell]} - !open[cell] - 1;
        std::vector<u64> seen;
        for (u64 other : table.neighbours[cell]) {
            gain += single[other] && !open[other];
            gain -= mines[other] && !flags[other];
            const bool fresh = std::find(seen.begin(), seen.end(), opening[other]) == seen.end();
            if (zeros[other] && !open[other] && fresh) {
                seen.push_back(opening[other]);
                ++gain;
            }
        }
        return gain;
    }

    u64 zini(bool human) const {
        naive::Bits open(table.cells), flags(table.cells);
        u64 clicks = 0;
        for (u64 i = 0; human && i < table.cells; ++i) {
            if (!zeros[i] || open[i]) continue;
            reveal(i, open);
            ++clicks;
        }
        for (;;) {
            u64 best = table.cells, next = table.cells;
            i64 most = -1;
            for (u64 i = table.cells; i-- > 0;) {
                if (mines[i]) continue;
                if (!open[i] && (zeros[i] || single[i])) next = i;
                if (zeros[i] || (human && !open[i])) continue;
                const i64 gain = premium(i, open, flags);
                if (gain < 0 || gain < most) continue;
                most = gain;
                best = i;
            }
            if (best == table.cells) {
                if (next == table.cells) return clicks;
                reveal(next, open);
                ++clicks;
                continue;
            }
            clicks += !open[best] + 1;
            open[best] = true;
            for (u64 other : table.neighbours[best]) {
                clicks += mines[other] && !flags[other];
                flags[other] = flags[other] || mines[other];
                if (!mines[other]) reveal(other, open);
            }
        }
    }

    const naive::Table& table;
    const naive::Bits& mines;
    naive::Bits zeros, single;
    std::vector<u64> opening, island;
    u64 openings, islands;
};

static void test_values(Dice& dice) {
    for_scenes(dice, 150, [&](const Scene& board) {
        for (unsigned percent : {0u, 3u, 12u, 25u, 60u, 100u}) {
            const naive::Bits bits = random_bits(dice, board.cells(), percent);
            const naive::Bits open_bits = random_bits(dice, board.cells(), unsigned(dice.below(101)));
            const Plane mines(bits), open(open_bits);
            const Values expected(board.table, bits);
            std::vector<u64> begun;
            for (u64 i = 0; i < board.cells(); ++i) {
                if (open_bits[i] && expected.zeros[i]) begun.push_back(expected.opening[i]);
            }
            std::sort(begun.begin(), begun.end());
            begun.erase(std::unique(begun.begin(), begun.end()), begun.end());
            u64 single = 0, single_open = 0;
            for (u64 i = 0; i < board.cells(); ++i) {
                single += expected.single[i];
                single_open += expected.single[i] && open_bits[i];
            }
            for (const Kernels* kernels : variants()) {
                for (bool with_open : {false, true}) {
                    BoardValue value;
                    CHECK(kernels->board_value(board.geometry, mines.word(), with_open ? open.word() : nullptr, value, Stop{}));
                    CHECK_EQUAL(value.openings, expected.openings);
                    CHECK_EQUAL(value.single, single);
                    CHECK_EQUAL(value.islands, expected.islands);
                    CHECK_EQUAL(value.openings_open, with_open ? begun.size() : 0);
                    CHECK_EQUAL(value.single_open, with_open ? single_open : 0);
                }
                CHECK(mines == bits);
                CHECK(open == open_bits);
            }
        }
    });
}

static void test_zini(Dice& dice) {
    for (int i = 0; i < 120; ++i) {
        const Scene board(random_grid(dice, 90));
        const naive::Bits bits = random_bits(dice, board.cells(), unsigned(dice.below(40)));
        const Plane mines(bits);
        const Values expected(board.table, bits);
        for (bool human : {false, true}) {
            const u64 wanted = expected.zini(human);
            for (const Kernels* kernels : variants()) {
                u64 clicks = 0;
                CHECK(kernels->zini(board.geometry, mines.word(), human, clicks, Stop{}));
                CHECK_EQUAL(clicks, wanted);
            }
        }
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(9);
    test_values(dice);
    test_zini(dice);
    return finish("values");
}
