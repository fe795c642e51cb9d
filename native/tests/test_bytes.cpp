// Conversions between bits and bytes: numbers, marks and codes of cells, sixteen at a time if the processor supports
// it.
#define HYPERSWEEP_VARIANT bytes_and_bits

#include <array>
#include <memory>

#include "board/shown.hpp"
#include "solve/single_clues.hpp"
#include "tests/check.hpp"

namespace hypersweep {
namespace test {

using namespace HYPERSWEEP_VARIANT;

// Often a single bit, at either end of a block.
static u64 any_bits(Dice& dice, int round) {
    if (round < 64) return u64{1} << round;
    if (round == 64) return 0;
    if (round == 65) return ~u64{0};
    u64 bits = dice.word();
    for (u64 less = dice.below(4); less-- > 0;) bits &= dice.word();
    return dice.chance(20) ? ~bits : bits;
}

static void test_expand(Dice& dice) {
    for (int round = 0; round < 500; ++round) {
        for (int planes = 0; planes <= 8; ++planes) {
            scene() = std::to_string(planes) + " planes";
            u64 sums[8];
            for (int j = 0; j < planes; ++j) sums[j] = any_bits(dice, round % 3 ? 66 : int(dice.below(66)));
            std::array<u8, 66> bytes;
            bytes.fill(0xa5);
            expand_bytes(sums, planes, bytes.data() + 1);
            for (int i = 0; i < 64; ++i) {
                unsigned expected = 0;
                for (int j = 0; j < planes; ++j) expected |= unsigned((sums[j] >> i) & 1) << j;
                CHECK_EQUAL(bytes[std::size_t(1 + i)], expected);
            }
            CHECK(bytes[0] == 0xa5 && bytes[65] == 0xa5);
        }
    }
}

static void test_marks(Dice& dice) {
    for (int round = 0; round < 2000; ++round) {
        const u64 bits = any_bits(dice, round), count = round % 4 ? dice.below(70) : 64;
        scene() = std::to_string(count) + " bytes";
        // Rows are allocated without slack, so that a sanitizer detects any access beyond them.
        const std::unique_ptr<u8[]> bytes(new u8[count]);
        u64 expected = 0;
        for (u64 i = 0; i < count; ++i) {
            const bool mark = i < 64 ? (bits >> i) & 1 : dice.chance(50);
            bytes[i] = mark ? u8(1 + dice.below(255)) : 0;
            if (i < 64) expected |= u64{mark} << i;
        }
        CHECK_EQUAL(marked(bytes.get(), count), expected);
    }
}

template <int Bit>
static void test_gathered(Dice& dice) {
    for (int round = 0; round < 1000; ++round) {
        const unsigned count = round % 4 ? unsigned(dice.below(65)) : 64;
        scene() = "bit " + std::to_string(Bit) + " of " + std::to_string(count) + " bytes";
        const u64 bits = any_bits(dice, round);
        std::array<u8, 64 + bytes_beyond> bytes;
        for (u64 i = 0; i < bytes.size(); ++i) {
            const bool set = i < count ? (bits >> i) & 1 : dice.chance(50);
            bytes[i] = u8((dice.below(256) & ~(u64{1} << Bit)) | u64{set} << Bit);
        }
        CHECK_EQUAL(gather_bits<Bit>(bytes.data(), count), bits & low_mask(count));
    }
}

// Only the selected cells of a row may change.
template <class Code>
static void test_codes(Dice& dice) {
    for (int round = 0; round < 2000; ++round) {
        // A row has `count` of the 64 cells; another row follows it in memory.
        const bool whole = round % 3 != 0;
        const unsigned count = whole ? 64 : unsigned(1 + dice.below(63));
        scene() = std::to_string(count) + " codes of " + std::to_string(sizeof(Code)) + " bytes";
        const u64 bits = any_bits(dice, round) & low_mask(count);
        const std::unique_ptr<Code[]> from(new Code[count]), copied(new Code[count]), set(new Code[count]);
        const Code code = Code(dice.below(256));
        std::array<Code, 64> before;
        for (unsigned i = 0; i < count; ++i) {
            from[i] = Code(dice.below(256));
            before[i] = copied[i] = set[i] = Code(dice.below(256));
        }
        copy_codes(from.get(), copied.get(), bits, whole);
        set_codes(set.get(), bits, code, whole);
        for (unsigned i = 0; i < count; ++i) {
            const bool named = (bits >> i) & 1;
            CHECK_EQUAL(copied[i], named ? from[i] : before[i]);
            CHECK_EQUAL(set[i], named ? code : before[i]);
        }
    }
}

#if defined(HS_BYTES)
template <int Part>
static void test_masks(u64 bits) {
    const Bytes mask = bits_mask<Part>(bits);
    for (int i = 0; i < 16; ++i) CHECK_EQUAL(unsigned(mask[i]), (bits >> (16 * Part + i)) & 1 ? 0xffu : 0u);
    CHECK_EQUAL(mask_bits(mask), (bits >> (16 * Part)) & 0xffff);
}
#endif

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    Dice dice(1);
    test_expand(dice);
    test_marks(dice);
    test_gathered<0>(dice);
    test_gathered<3>(dice);
    test_gathered<7>(dice);
    test_codes<std::int8_t>(dice);
    test_codes<std::int16_t>(dice);
#if defined(HS_BYTES)
    for (int round = 0; round < 1000; ++round) {
        const std::uint64_t bits = any_bits(dice, round);
        test_masks<0>(bits);
        test_masks<1>(bits);
        test_masks<2>(bits);
        test_masks<3>(bits);
    }
#endif
    return finish("bytes");
}
