// Plays games encoded as bytes: a grid, rules, a position and moves. Whatever the bytes, the invariants of a board must
// hold after every move, all variants must agree, and undo must restore everything.
//
// With libFuzzer this is a fuzz target; otherwise a program that plays a fixed number of random inputs.
#include "tests/boards.hpp"

namespace hypersweep {
namespace test {

// The input bytes in order; zeros after the last one.
class Input {
  public:
    Input(const u8* data, std::size_t size) : data_(data), size_(size) {}
    bool is_empty() const { return size_ == 0; }
    u64 byte() {
        if (size_ == 0) return 0;
        --size_;
        return *data_++;
    }
    u64 below(u64 bound) {
        u64 number = byte();
        if (bound > 256) number = (number << 8) | byte();
        return number % bound;
    }

  private:
    const u8* data_;
    std::size_t size_;
};

static naive::Grid read_grid(Input& input) {
    static const u64 longs[] = {63, 64, 65, 127, 128, 129, 200};
    const u64 first = input.byte();
    std::vector<u64> shape;
    u64 cells = 1;
    for (u64 axes = first % 5 + 1; axes-- > 0;) {
        const u64 choice = input.byte();
        const u64 side = choice >= 224 ? longs[choice % 7] : choice % 7 + 1;
        if (cells * side > 2000) break;
        cells *= side;
        shape.push_back(side);
    }
    if (shape.empty()) shape.push_back(1);
    std::vector<bool> wrap;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) wrap.push_back((first >> (3 + axis)) & 1);
    return make_grid(shape, input.byte() % 2 == 0, wrap);
}

// Reads a plane; each byte determines the next few cells, of which `share` in 256 are set.
static naive::Bits read_bits(Input& input, u64 cells) {
    const u64 share = input.byte();
    Dice dice(input.below(65536));
    naive::Bits bits(cells);
    for (u64 i = 0; i < cells; ++i) bits[i] = dice.below(256) < share;
    return bits;
}

struct Planes {
    explicit Planes(const Position& position) : open(position.open.copy()), flags(position.flags.copy()) {}
    Words open, flags;
};

static void check_invariants(const Kernels& kernels, const Position& position) {
    const Board& board = position.board;
    const u64 words = position.open.words();
    CHECK(position.is_clean());
    CHECK(position.open.is_tidy() && position.flags.is_tidy());
    CHECK_EQUAL(kernels.common_population(position.open.word(), board.mines, true, words), board.opened);
    CHECK_EQUAL(i64(kernels.common_population(position.flags.word(), position.open.word(), true, words)),
                board.covered_flags);
    if (board.outcome == Outcome::won) CHECK_EQUAL(board.opened, board.geometry->cells - board.mine_count);
}

static void check_move(const Kernels& kernels, const Position& position, const Planes& before, const Record& record) {
    const Board& board = position.board;
    auto was = [](const Words& words, u64 i) { return ((words[i >> 6] >> (i & 63)) & 1) != 0; };
    std::vector<u64> changed;
    u64 opened = 0;
    bool mine = false;
    for (u64 i = 0; i < board.geometry->cells; ++i) {
        const bool open = position.open.test(i), flag = position.flags.test(i);
        CHECK(open || !was(before.open, i));
        const bool opens = open != was(before.open, i);
        if (opens || flag != was(before.flags, i)) changed.push_back(i);
        opened += opens && !position.mines.test(i);
        mine = mine || (opens && position.mines.test(i));
        if (!opens) continue;
        CHECK_EQUAL(flag, board.rules.flags_on_open && was(before.flags, i));
        // All neighbours of an open zero must be open, except flagged ones if flags protect them from cascades.
        if (position.mines.test(i) || kernels.clue(*board.geometry, board.mines, i) != 0) continue;
        Results<u64> around(board.geometry->most_neighbours, true);
        const u64 count = kernels.neighbours(*board.geometry, i, around.data());
        for (u64 j = 0; j < count; ++j) {
            CHECK(position.open.test(around[j]) ||
                  (position.flags.test(around[j]) && board.rules.flag_protects_cascade));
        }
    }
    CHECK(record.cells() == changed);
    CHECK_EQUAL(record.delta.opened, opened);
    CHECK_EQUAL(record.delta.mine, mine);
    CHECK_EQUAL(mine, board.outcome == Outcome::lost);
    CHECK_EQUAL(record.delta.kind == MoveKind::flag, changed.size() == 1 && position.open == before.open);
}

static void play_input(Input input) {
    const naive::Grid grid = read_grid(input);
    const Geometry geometry = make_geometry(grid);
    scene() = grid.format();
    const naive::Bits mines = read_bits(input, geometry.cells);
    const u64 choice = input.byte();
    const RuleFlags rules{(choice & 1) != 0, (choice & 2) != 0, (choice & 4) != 0, (choice & 8) == 0, (choice & 64) == 0};
    const bool fresh = (choice & 48) == 0;
    const naive::Bits none(geometry.cells);
    const naive::Bits open = fresh ? none : read_bits(input, geometry.cells);
    const naive::Bits flags = fresh ? none : read_bits(input, geometry.cells);

    const auto& tables = variants();
    std::vector<std::unique_ptr<Position>> positions;
    for (std::size_t v = 0; v < tables.size(); ++v) {
        positions.push_back(std::make_unique<Position>(geometry, mines, open, flags, rules));
    }
    struct Step {
        Planes before;
        u64 opened;
        i64 covered_flags;
        std::vector<std::unique_ptr<Record>> records;
    };
    std::vector<Step> steps;
    auto undo = [&] {
        Step& step = steps.back();
        for (std::size_t v = 0; v < tables.size(); ++v) {
            tables[v]->undo(positions[v]->board, step.records[v]->delta);
            CHECK(positions[v]->open == step.before.open);
            CHECK(positions[v]->flags == step.before.flags);
            CHECK_EQUAL(positions[v]->board.opened, step.opened);
            CHECK_EQUAL(positions[v]->board.covered_flags, step.covered_flags);
            CHECK_EQUAL(positions[v]->board.outcome, Outcome::ongoing);
            check_invariants(*tables[v], *positions[v]);
        }
        steps.pop_back();
    };
    for (int moves = 0; moves < 60 && !input.is_empty(); ++moves) {
        const u64 kind = input.byte();
        if (kind % 8 == 7) {
            if (!steps.empty()) undo();
            continue;
        }
        const u64 index = input.below(geometry.cells);
        const Board& first = positions[0]->board;
        Step step{Planes(*positions[0]), first.opened, first.covered_flags, {}};
        for (std::size_t v = 0; v < tables.size(); ++v) {
            step.records.push_back(std::make_unique<Record>());
            Record& record = *step.records.back();
            CHECK(move(*tables[v], positions[v]->board, MoveKind(kind % 8 % 3), index, record.delta));
            check_invariants(*tables[v], *positions[v]);
            if (!record.is_empty()) check_move(*tables[v], *positions[v], step.before, record);
            CHECK_EQUAL(record.is_empty(), step.records[0]->is_empty());
            CHECK(positions[v]->open == positions[0]->open.copy());
            CHECK(positions[v]->flags == positions[0]->flags.copy());
            CHECK_EQUAL(positions[v]->board.outcome, first.outcome);
        }
        if (!step.records[0]->is_empty()) steps.push_back(std::move(step));
    }
    while (!steps.empty()) undo();
}

}  // namespace test
}  // namespace hypersweep

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    hypersweep::test::play_input({data, size});
    return 0;
}

#if !defined(HYPERSWEEP_LIBFUZZER)
int main() {
    using namespace hypersweep::test;
    Dice dice(7);
    for (int i = 0; i < 6000; ++i) {
        std::vector<std::uint8_t> bytes(std::size_t(dice.between(0, 120)));
        for (auto& byte : bytes) byte = std::uint8_t(dice.word());
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    return finish("fuzz");
}
#endif
