// Streams, rand() of the GNU C library, and the ESP maps drawn from it.
#include "tests/boards.hpp"
#include "tests/naive_random.hpp"

namespace hypersweep {
namespace test {

static void test_streams(Dice& dice) {
    scene() = "streams";
    CHECK_EQUAL(naive::stream_name("layout"), 14341837904301361619u);
    std::vector<u64> bounds = {1, 2, 3, 10, 255, 256, 1u << 31, (u64{1} << 32) - 1, u64{1} << 32, (u64{1} << 32) + 1};
    // The worst bounds, for which almost half of all words are rejected.
    for (u64 more = 0; more < 3; ++more) {
        bounds.push_back((u64{1} << 63) + more);
        bounds.push_back(~u64{0} - more);
    }
    for (int i = 0; i < 20; ++i) bounds.push_back((dice.word() >> dice.below(64)) | 1);
    for (const Kernels* kernels : variants()) {
        // The first numbers of Stream(7, "layout"), as its docstring shows them.
        u64 counter = 0;
        const u64 known = kernels->stream_key(7, naive::stream_name("layout"), 0);
        for (u64 expected : {0u, 4u, 9u}) CHECK_EQUAL(kernels->stream_below(known, counter, 10), expected);
        for (int i = 0; i < 300; ++i) {
            const u64 seed = i ? dice.word() >> dice.below(64) : 0, name = dice.word(),
                      index = i % 3 ? dice.below(9) : dice.word();
            naive::Stream stream(seed, name, index);
            const u64 key = kernels->stream_key(seed, name, index);
            CHECK_EQUAL(key, stream.key);
            for (u64 place : {u64{0}, u64{1}, dice.word()}) {
                CHECK_EQUAL(kernels->stream_value(key, place), stream.word(place));
            }
            counter = 0;
            for (u64 bound : bounds) {
                CHECK_EQUAL(kernels->stream_below(key, counter, bound), stream.below(bound));
                CHECK_EQUAL(counter, stream.used);
            }
        }
    }
}

static void test_gnu(Dice& dice) {
    std::vector<u32> seeds = {0,           1,           2,           42,          0x7ffffffeu,
                              0x7fffffffu, 0x80000000u, 0x80000001u, 0xfffffffeu, 0xffffffffu};
    for (int i = 0; i < 60; ++i) seeds.push_back(u32(dice.word()));
    for (const Kernels* kernels : variants()) {
        GnuRandom known;
        kernels->gnu_seed(known, 0);
        for (u32 expected : {1804289383u, 846930886u, 1681692777u, 1714636915u}) {
            CHECK_EQUAL(kernels->gnu_next(known), expected);
        }
        for (u32 seed : seeds) {
            scene() = "seed " + std::to_string(seed);
            GnuRandom random;
            kernels->gnu_seed(random, seed);
            naive::GnuRandom expected(seed);
#if defined(__GLIBC__)
            std::srand(seed);
#endif
            for (int i = 0; i < 400; ++i) {
                const u32 value = kernels->gnu_next(random);
                CHECK_EQUAL(value, expected.next());
#if defined(__GLIBC__)
                CHECK_EQUAL(value, u32(std::rand()));
#endif
            }
        }
    }
}

static void check_esp(u64 cells, u64 mines, u64 start, u32 seed, u64 before) {
    scene() = "ESP map of " + std::to_string(mines) + " mines in " + std::to_string(cells) + " fields, start " +
              std::to_string(start) + ", seed " + std::to_string(seed);
    naive::GnuRandom stream(seed);
    for (u64 i = 0; i < before; ++i) stream.next();
    const naive::Bits expected = naive::esp_map(cells, mines, start, stream);
    std::vector<u32> after(70);
    for (u32& value : after) value = stream.next();
    CHECK_EQUAL(naive::count(expected), mines);
    for (const Kernels* kernels : variants()) {
        GnuRandom random;
        kernels->gnu_seed(random, seed);
        for (u64 i = 0; i < before; ++i) kernels->gnu_next(random);
        const Plane plane(cells);
        kernels->esp_map(plane.word(), cells, mines, start, random, Stop{});
        CHECK(plane == expected);
        // A second map must continue in the stream of the first one.
        for (u32 value : after) CHECK_EQUAL(kernels->gnu_next(random), value);
    }
}

static void test_esp(Dice& dice) {
    for (u64 cells = 1; cells < 150; ++cells) {
        check_esp(cells, dice.below(cells), dice.below(cells), u32(dice.word()), dice.below(40));
    }
    // When the last blocks begin, 2^12 to 2^14 fields are left; every size around block borders is tested.
    for (u64 tail : {0u, 4096u, 16384u}) {
        for (u64 block : {512u, 1024u, 1536u, 2048u, 3072u, 4608u}) {
            for (u64 cells = tail + block - 2; cells <= tail + block + 3; ++cells) {
                for (u64 start : {u64{0}, cells - 1, cells / 2, block - 1, block, dice.below(cells)}) {
                    check_esp(cells, dice.chance(30) ? cells - 1 : dice.below(cells), start % cells, u32(dice.word()),
                              dice.below(70));
                }
            }
        }
    }
    const u64 cells = 1000000;
    for (u64 start : {u64{0}, cells - 1, cells / 2 + 17}) {
        check_esp(cells, start == 0 ? 123456 : start == cells - 1 ? cells - 1 : 40, start, u32(start), start % 31);
    }
    check_esp(65521 * 3, 65521, 1537, 5, 0);
    check_esp(100000, 99990, 64, 6, 1);
    check_esp(50000, 0, 49998, 7, 2);
}

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(5);
    test_streams(dice);
    test_gnu(dice);
    test_esp(dice);
    return finish("random");
}
