// Building blocks: bits of planes, runs in rows, products, and sets of chunks.
#define HYPERSWEEP_VARIANT small_parts

#include <set>

#include "board/cascade.hpp"
#include "kernels.hpp"
#include "tests/boards.hpp"
#include "tests/naive_random.hpp"

namespace hypersweep {
namespace test {

using namespace HYPERSWEEP_VARIANT;

static u64 naive_fill(u64 seeds, u64 through) {
    for (u64 before = 0; before != seeds;) {
        before = seeds;
        seeds |= ((seeds << 1) | (seeds >> 1)) & through;
    }
    return seeds;
}

static void test_fill_row(Dice& dice) {
    // Tests every row of eight cells at either end of a word, then long rows.
    for (u64 through = 0; through < 256; ++through) {
        for (u64 seeds = through;; seeds = (seeds - 1) & through) {
            for (int shift : {0, 29, 56}) {
                CHECK_EQUAL(fill_row(seeds << shift, through << shift), naive_fill(seeds, through) << shift);
            }
            if (seeds == 0) break;
        }
    }
    for (int i = 0; i < 20000; ++i) {
        u64 through = dice.word();
        for (u64 more = dice.below(5); more-- > 0;) through |= dice.word();
        u64 seeds = through & dice.word();
        for (u64 less = dice.below(5); less-- > 0;) seeds &= dice.word();
        CHECK_EQUAL(fill_row(seeds, through), naive_fill(seeds, through));
    }
    CHECK_EQUAL(fill_row(1, ~u64{0}), ~u64{0});
    CHECK_EQUAL(fill_row(u64{1} << 63, ~u64{0}), ~u64{0});
}

static void test_planes(Dice& dice) {
    for (u64 cells : {1, 7, 63, 64, 65, 127, 128, 129, 200}) {
        const naive::Bits bits = random_bits(dice, cells, 50);
        const Plane plane(bits);
        for (u64 begin = 0; begin < cells; ++begin) {
            for (unsigned size = 1; size <= 64 && begin + size <= cells; ++size) {
                u64 expected = 0;
                for (unsigned i = 0; i < size; ++i) expected |= u64{bits[begin + i]} << i;
                CHECK_EQUAL(load_bits(plane.word(), begin, size), expected);
            }
            CHECK_EQUAL(test_bit(plane.word(), begin), bool(bits[begin]));
        }
        Plane copy(cells);
        for (u64 i = 0; i < cells; ++i) {
            set_bit(copy.word(), i);
            if (!bits[i]) clear_bit(copy.word(), i);
        }
        CHECK(copy == bits);
    }
    for (unsigned size = 0; size <= 64; ++size) {
        CHECK_EQUAL(population(low_mask(size)), size);
        if (size < 64) CHECK_EQUAL(lowest(~low_mask(size)), size);
    }
    for (int i = 0; i < 2000; ++i) {
        const u64 left = dice.word() >> dice.below(64), right = dice.word() >> dice.below(64);
        u64 low, naive_high, naive_low;
        const u64 high = multiply(left, right, low);
        naive::multiply(left, right, naive_high, naive_low);
        CHECK_EQUAL(high, naive_high);
        CHECK_EQUAL(low, naive_low);
    }
}

static void test_index_set(Dice& dice) {
    for (u64 bound : {1u, 2u, 63u, 64u, 65u, 200u, 4095u, 4096u, 4097u, 262143u, 262144u, 262145u, 20000000u}) {
        scene() = "a set below " + std::to_string(bound);
        IndexSet set{};
        CHECK(index_set_make(set, bound));
        u64 below = 64;
        for (int level = 1; level < set.levels; ++level) below *= 64;
        CHECK(below >= bound);
        std::set<u64> expected;
        auto check_next = [&](u64 from) {
            const auto found = expected.lower_bound(from);
            CHECK_EQUAL(index_set_next(set, from), found == expected.end() ? none : *found);
        };
        for (int i = 0; i < 3000; ++i) {
            // Dense and sparse members: adjacent members share summary bits.
            const u64 member = dice.chance(50) ? dice.below(bound) : dice.below(bound) / 64 * 64 % bound;
            if (dice.chance(i % 1000 < 500 ? 70 : 30)) {
                index_set_insert(set, member);
                expected.insert(member);
            } else {
                index_set_erase(set, member);
                expected.erase(member);
            }
            check_next(0);
            check_next(member);
            check_next(dice.below(bound));
            check_next(bound - 1);
            if (member + 1 < bound) check_next(member + 1);
        }
        u64 from = 0;
        for (u64 member : expected) {
            CHECK_EQUAL(index_set_next(set, from), member);
            from = member + 1;
        }
        for (u64 member : expected) index_set_erase(set, member);
        for (int level = 0; level < set.levels; ++level) {
            for (u64 w = 0; w <= set.words[level]; ++w) CHECK_EQUAL(set.level[level][w], 0u);
        }
        CHECK_EQUAL(index_set_next(set, 0), none);
        index_set_free(set);
        CHECK_EQUAL(set.levels, 0);
    }
}

static void test_populations(Dice& dice) {
    for (u64 cells : {1, 64, 65, 200, 511, 512, 513, 5000}) {
        const naive::Bits bits = random_bits(dice, cells, 40), other = random_bits(dice, cells, 60);
        const Plane plane(bits), second(other);
        u64 both = 0;
        for (u64 i = 0; i < cells; ++i) both += bits[i] && other[i];
        for (const Kernels* kernels : variants()) {
            scene() = std::string(kernels->name) + ", " + std::to_string(cells) + " cells";
            CHECK_EQUAL(kernels->population(plane.word(), plane.words()), naive::count(bits));
            CHECK_EQUAL(kernels->common_population(plane.word(), second.word(), false, plane.words()), both);
            CHECK_EQUAL(kernels->common_population(plane.word(), second.word(), true, plane.words()),
                        naive::count(bits) - both);
            CHECK_EQUAL(kernels->population(plane.word(), 0), 0u);
        }
    }
}

static void test_items(Dice& dice) {
    for (int round = 0; round < 2000; ++round) {
        const u64 count = round % 3 ? dice.below(65) : 64;
        const std::uintptr_t wanted = dice.below(20), low = round % 5 ? 5 : ~std::uintptr_t{3}, span = dice.below(12);
        std::uintptr_t items[64];
        u64 bits = 0;
        bool odd = false;
        for (u64 i = 0; i < count; ++i) {
            // Mostly the wanted item, so that sometimes no other occurs.
            items[i] = dice.below(8) ? wanted : dice.below(20);
            bool within = false;
            for (std::uintptr_t step = 0; step <= span; ++step) within |= items[i] == low + step;
            if (items[i] == wanted) {
                bits |= u64{1} << i;
            } else {
                odd |= !within;
            }
        }
        for (const Kernels* kernels : variants()) {
            bool others = !odd;
            CHECK_EQUAL(kernels->item_bits(items, count, wanted, low, span, others), bits);
            CHECK_EQUAL(others, odd);
        }
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(1);
    test_fill_row(dice);
    test_planes(dice);
    test_index_set(dice);
    test_populations(dice);
    test_items(dice);
    return finish("bits");
}
