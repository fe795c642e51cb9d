// Layouts drawn from streams: they must match the description of Layout.random, and all be equally likely.
#include <cmath>
#include <map>

#include "tests/boards.hpp"
#include "tests/naive_random.hpp"

namespace hypersweep {
namespace test {

static void check_sample(const Kernels& kernels, u64 cells, u64 mines, u64 key, const std::vector<u64>& excluded,
                         const naive::Bits& expected) {
    Plane plane(cells);
    const std::unique_ptr<u64[]> kept_free(new u64[excluded.size()]);
    std::copy(excluded.begin(), excluded.end(), kept_free.get());
    kernels.sample(cells, mines, key, kept_free.get(), excluded.size(), plane.word(), Stop{});
    CHECK_EQUAL(kernels.population(plane.word(), plane.words()), mines);
    for (u64 cell : excluded) CHECK(!plane.test(cell));
    CHECK(plane == expected);
}

static std::vector<u64> random_excluded(Dice& dice, u64 cells) {
    const u64 choice = dice.below(5);
    if (choice == 0) return {};
    const u64 wanted = choice == 1   ? 1
                       : choice == 2 ? std::min<u64>(cells, 27)
                       : choice == 3 ? dice.below(cells + 1)
                                     : cells;
    std::set<u64> chosen;
    for (u64 i = 0; i < wanted; ++i) chosen.insert(dice.below(cells));
    return {chosen.begin(), chosen.end()};
}

static u64 random_mines(Dice& dice, u64 most) {
    const u64 choice = dice.below(6);
    return choice == 0   ? 0
           : choice == 1 ? most
           : choice == 2 ? std::min<u64>(most, dice.below(9))
           : choice == 3 ? most / 2
           : choice == 4 ? most - std::min<u64>(most, dice.below(9))
                         : dice.between(0, most);
}

static void test_samples(Dice& dice) {
    for (int i = 0; i < 1200; ++i) {
        static const u64 edges[] = {1,   2,   15,  16,  17,  63,  64,  65,   127, 128,
                                    129, 448, 449, 511, 512, 513, 576, 1023, 1025};
        const u64 cells = i % 2 ? edges[dice.below(19)] : dice.between(1, 900);
        const std::vector<u64> excluded = random_excluded(dice, cells);
        const u64 mines = random_mines(dice, cells - excluded.size()), key = dice.word();
        scene() = std::to_string(mines) + " mines in " + std::to_string(cells) + " cells, " +
                  std::to_string(excluded.size()) + " kept free, key " + std::to_string(key);
        const naive::Bits expected = naive::random_mines(cells, mines, key, excluded);
        for (const Kernels* kernels : variants()) check_sample(*kernels, cells, mines, key, excluded, expected);
    }
    for (u64 mines : {0u, 1u, 7u, 8u, 9u, 500u, 6250u, 6251u, 20000u, 50000u, 50001u, 99000u, 100000u}) {
        const u64 cells = 100003;
        scene() = std::to_string(mines) + " mines in " + std::to_string(cells) + " cells";
        const naive::Bits expected = naive::random_mines(cells, mines, mines, {5, 99999});
        for (const Kernels* kernels : variants()) check_sample(*kernels, cells, mines, mines, {5, 99999}, expected);
    }
}

// More cells than a 32-bit number can index; only a few pages of the plane's memory are touched.
static void test_sparse_sample() {
    if (sizeof(void*) < 8) return;
    const u64 cells = (u64{1} << 33) + 77, mines = 300;
    scene() = "a few mines in 2^33 cells";
    naive::Stream stream(11);
    std::set<u64> expected;
    while (expected.size() < mines) expected.insert(stream.below(cells));
    CHECK(*expected.rbegin() > u64{1} << 32);
    for (const Kernels* kernels : variants()) {
        const Plane plane(cells);
        kernels->sample(cells, mines, 11, nullptr, 0, plane.word(), Stop{});
        std::set<u64> found;
        for (u64 cell : expected) {
            if (plane.test(cell)) found.insert(cell);
        }
        CHECK(found == expected);
    }
}

// The inverse of mix().
static u64 unmixed(u64 value) {
    auto inverse = [](u64 odd) {
        u64 found = odd;  // correct to three bits, and to twice as many after each step
        for (int i = 0; i < 5; ++i) found *= 2 - odd * found;
        return found;
    };
    value ^= (value >> 31) ^ (value >> 62);
    value *= inverse(0x94D049BB133111EBu);
    value ^= (value >> 27) ^ (value >> 54);
    value *= inverse(0xBF58476D1CE4E5B9u);
    return value ^ (value >> 30) ^ (value >> 60);
}

// Rejections are extremely rare, so these keys are constructed: some have a rejected word at a given position, others
// just avoid one.
static void test_passed_over() {
    u64 passed = 0;
    for (u64 cells : {1000u, 4095u, 65537u}) {
        for (u64 place = 0; place < 24; ++place) {
            for (u64 multiple : {u64{0}, u64{1}, cells / 3, cells - 1}) {
                // The smallest word whose product with `cells` reaches multiple * 2^64, so that its low half is below
                // `cells`.
                const u64 word = multiple ? (~u64{0} / cells) * multiple +
                                                (~u64{0} % cells * multiple + multiple + cells - 1) / cells
                                          : 0;
                const u64 key = unmixed(word) - (place + 1) * naive::golden;
                scene() = "a word near a multiple of 2^64 / " + std::to_string(cells);
                naive::Stream stream(key);
                CHECK_EQUAL(stream.word(place), word);
                u64 high, low;
                naive::multiply(word, cells, high, low);
                CHECK_EQUAL(high, multiple);
                CHECK(low < cells);
                passed += low < (~u64{0} % cells + 1) % cells;
                for (u64 mines : {21u, 40u, 60u}) {
                    const naive::Bits expected = naive::random_mines(cells, mines, key, {});
                    for (const Kernels* kernels : variants()) check_sample(*kernels, cells, mines, key, {}, expected);
                }
                u64 counter;
                for (const Kernels* kernels : variants()) {
                    counter = stream.used = place;
                    CHECK_EQUAL(kernels->stream_below(key, counter, cells), stream.below(cells));
                    CHECK_EQUAL(counter, stream.used);
                }
            }
        }
    }
    CHECK(passed > 24);
}

// Every possible layout must be equally likely: a chi-squared test over all of them, on fixed keys.
static void test_uniform() {
    struct Case {
        u64 cells, mines;
        std::vector<u64> excluded;
        double layouts;
    };
    const Case cases[] = {{6, 2, {3}, 10},  {7, 3, {}, 35},    {9, 6, {0, 8}, 7},
                          {32, 2, {}, 496}, {33, 1, {32}, 32}, {8, 4, {}, 70}};
    const Kernels& kernels = *best_kernels();
    for (const Case& tried : cases) {
        scene() = std::to_string(tried.mines) + " mines in " + std::to_string(tried.cells) + " cells, all layouts";
        std::map<u64, double> seen;
        const double draws = 40 * tried.layouts;
        Plane plane(tried.cells);
        for (u64 i = 0; i < u64(draws); ++i) {
            plane.word()[0] = 0;
            kernels.sample(tried.cells, tried.mines, kernels.stream_key(1, 2, i), tried.excluded.data(),
                           tried.excluded.size(), plane.word(), Stop{});
            seen[plane.word()[0]] += 1;
        }
        CHECK_EQUAL(double(seen.size()), tried.layouts);
        double squares = 0;
        for (const auto& [layout, times] : seen) squares += (times - 40) * (times - 40) / 40;
        // Fails with a chance of about 1 in 10^5, by Wilson and Hilferty's cube-root approximation.
        const double freedom = tried.layouts - 1, spread = 2 / (9 * freedom);
        CHECK(squares < freedom * std::pow(1 - spread + 4.3 * std::sqrt(spread), 3));
    }
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(9);
    test_samples(dice);
    test_sparse_sample();
    test_passed_over();
    test_uniform();
    return finish("sampling");
}
