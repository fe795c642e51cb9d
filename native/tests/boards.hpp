// Boards for tests: grids of every type, planes allocated without slack, and the kernels that this machine can run.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels.hpp"
#include "tests/check.hpp"
#include "tests/naive.hpp"

namespace hypersweep {

namespace portable {
const Kernels& kernels();  // portable.cpp
}

namespace test {

inline const std::vector<const Kernels*>& variants() {
    static const std::vector<const Kernels*> found = [] {
        std::vector<const Kernels*> tables;
#if defined(HYPERSWEEP_PORTABLE_COPY)
        tables.push_back(&portable::kernels());
#endif
        for (const char* name : {"baseline", "x86_64_v3", "x86_64_v4"}) {
            if (const Kernels* table = named_kernels(name)) tables.push_back(table);
        }
        std::cout << "kernels:";
        for (const Kernels* table : tables) std::cout << ' ' << table->name;
        std::cout << std::endl;
        return tables;
    }();
    return found;
}

// A bit string as the words of a plane, including the spare one.
using Words = std::vector<u64>;

inline Words pack(const naive::Bits& bits) {
    Words words((bits.size() + 63) / 64 + 1);
    for (u64 i = 0; i < bits.size(); ++i) words[i >> 6] |= u64{bits[i]} << (i & 63);
    return words;
}

// A plane's memory ends with its spare word, so that a sanitizer detects any access beyond it.
class Plane {
  public:
    explicit Plane(u64 cells) : cells_(cells), words_((cells + 63) / 64), word_(plane_make(words_)) {
        CHECK(word_ != nullptr);
    }
    explicit Plane(const naive::Bits& bits) : Plane(bits.size()) {
        const Words words = pack(bits);
        std::copy(words.begin(), words.end(), word_);
    }
    Plane(Plane&& other) noexcept
        : cells_(other.cells_), words_(other.words_), word_(std::exchange(other.word_, nullptr)) {}
    Plane& operator=(Plane&&) = delete;
    ~Plane() { plane_free(word_); }

    u64* word() const { return word_; }
    u64 words() const { return words_; }
    bool test(u64 i) const { return (word_[i >> 6] >> (i & 63)) & 1; }

    // No bit is ever set past the last cell.
    bool is_tidy() const { return word_[words_] == 0 && (cells_ % 64 == 0 || word_[words_ - 1] >> (cells_ % 64) == 0); }
    bool is_empty() const {
        for (u64 w = 0; w <= words_; ++w) {
            if (word_[w]) return false;
        }
        return true;
    }
    Words copy() const { return Words(word_, word_ + words_ + 1); }
    bool operator==(const Words& words) const {
        return words.size() == words_ + 1 && std::equal(words.begin(), words.end(), word_);
    }
    bool operator==(const naive::Bits& bits) const { return bits.size() == cells_ && *this == pack(bits); }

  private:
    u64 cells_, words_;
    u64* word_;
};

inline Geometry make_geometry(const naive::Grid& grid) {
    Geometry geometry;
    const std::unique_ptr<bool[]> wrap(new bool[grid.shape.size()]);
    for (std::size_t axis = 0; axis < grid.shape.size(); ++axis) wrap[axis] = grid.wrap[axis];
    CHECK(geometry_make(geometry, int(grid.shape.size()), grid.shape.data(), wrap.get(), grid.moore));
    return geometry;
}

// A grid with the data that tests need.
struct Scene {
    explicit Scene(const naive::Grid& grid) : table(grid), geometry(make_geometry(grid)) { scene() = grid.format(); }

    u64 cells() const { return table.cells; }

    naive::Table table;
    Geometry geometry;
};

inline naive::Grid make_grid(std::vector<u64> shape, bool moore = true, std::vector<bool> wrap = {}) {
    wrap.resize(shape.size());
    return naive::Grid{std::move(shape), std::move(wrap), moore};
}

// Shapes with axes of different lengths, and with rows that just fit into whole words, or just don't.
inline std::vector<naive::Grid> chosen_grids() {
    const std::vector<std::vector<u64>> shapes = {
        {3, 4},   {3, 4, 5}, {2, 3, 4, 5}, {1},      {1, 1, 1},       {2},       {63},       {3, 64}, {65}, {2, 3, 127},
        {5, 128}, {129},     {2, 3, 200},  {200, 3}, {1, 5, 1, 2, 1}, {3, 3, 3}, {2, 1, 64}, {64, 2}};
    std::vector<naive::Grid> grids;
    for (const auto& shape : shapes) {
        for (bool moore : {true, false}) {
            grids.push_back(make_grid(shape, moore));
            grids.push_back(make_grid(shape, moore, std::vector<bool>(shape.size(), true)));
        }
    }
    return grids;
}

// One to seven axes of 1 to 7 cells, sometimes a long one; at most `most` cells in total.
inline naive::Grid random_grid(Dice& dice, u64 most = 700) {
    static const u64 longs[] = {63, 64, 65, 127, 128, 129, 200};
    const std::size_t axes = std::size_t(dice.between(1, 7));
    u64 most_left = axes > 5 ? std::min<u64>(most, 260) : most;
    std::vector<u64> shape;
    if (most_left >= 200 && axes < 6 && dice.chance(40)) {
        shape.push_back(longs[dice.below(7)]);
        most_left /= shape.back();
    }
    while (shape.size() < axes) {
        shape.push_back(dice.between(1, std::min<u64>(7, std::max<u64>(most_left, 1))));
        most_left /= shape.back();
    }
    for (std::size_t axis = 0; axis + 1 < axes; ++axis) {
        std::swap(shape[axis], shape[axis + std::size_t(dice.below(axes - axis))]);
    }
    std::vector<bool> wrap(axes);
    const unsigned share = unsigned(dice.below(4)) * 33;
    for (std::size_t axis = 0; axis < axes; ++axis) wrap[axis] = dice.chance(share);
    return make_grid(shape, dice.chance(65), wrap);
}

// Calls visit(scene) for the chosen grids and then for some random ones.
template <class Visit>
void for_scenes(Dice& dice, int random, Visit&& visit) {
    for (const naive::Grid& grid : chosen_grids()) visit(Scene(grid));
    for (int i = 0; i < random; ++i) visit(Scene(random_grid(dice)));
}

inline naive::Bits random_bits(Dice& dice, u64 cells, unsigned percent) {
    naive::Bits bits(cells);
    for (u64 i = 0; i < cells; ++i) bits[i] = dice.chance(percent);
    return bits;
}

inline RuleFlags random_rules(Dice& dice) {
    const u64 word = dice.word();
    return RuleFlags{(word & 1) != 0, (word & 2) != 0, (word & 4) != 0, (word & 56) != 0, (word & 192) != 0};
}

// A board played with one variant, with its planes.
struct Position {
    Position(const Geometry& geometry, const naive::Bits& mine_bits, const naive::Bits& open_bits,
             const naive::Bits& flag_bits, const RuleFlags& rules)
        : mines(mine_bits), open(open_bits), flags(flag_bits), fresh(geometry.cells) {
        board.geometry = &geometry;
        board.mines = mines.word();
        board.open = open.word();
        board.flags = flags.word();
        board.fresh = fresh.word();
        board.rules = rules;
        for (u64 i = 0; i < geometry.cells; ++i) {
            board.mine_count += mine_bits[i];
            board.opened += open_bits[i] && !mine_bits[i];
            board.covered_flags += flag_bits[i] && !open_bits[i];
        }
        CHECK(index_set_make(board.dirty, geometry.chunks));
    }
    Position(const Position&) = delete;
    Position& operator=(const Position&) = delete;
    ~Position() { index_set_free(board.dirty); }

    // Whether no data of the latest move is left on the board, as required between moves.
    bool is_clean() const {
        for (int level = 0; level < board.dirty.levels; ++level) {
            for (u64 w = 0; w <= board.dirty.words[level]; ++w) {
                if (board.dirty.level[level][w]) return false;
            }
        }
        return fresh.is_empty();
    }

    Plane mines, open, flags, fresh;
    Board board{};
};

// The record of one move.
struct Record {
    Record() = default;
    Record(const Record&) = delete;
    Record& operator=(const Record&) = delete;
    ~Record() { delta_free(delta); }

    bool is_empty() const { return !delta.single && !delta.first; }

    // The changed cells, in order; each must occur once.
    std::vector<u64> cells() const {
        std::vector<u64> found;
        if (delta.single) found.push_back(delta.index);
        for (const TouchBlock* block = delta.first; block; block = block->next) {
            for (u64 i = 0; i < block->used; ++i) {
                const Touch& touch = block->touches[i];
                CHECK(touch.opened != 0);
                CHECK((touch.unflagged & ~touch.opened) == 0);
                for (u64 bit = 0; bit < 64; ++bit) {
                    if ((touch.opened >> bit) & 1) found.push_back(touch.word * 64 + bit);
                }
            }
        }
        std::sort(found.begin(), found.end());
        CHECK(std::adjacent_find(found.begin(), found.end()) == found.end());
        return found;
    }

    Delta delta{};
};

inline bool move(const Kernels& kernels, Board& board, MoveKind kind, u64 index, Delta& delta) {
    if (kind == MoveKind::open) return kernels.open(board, index, delta);
    if (kind == MoveKind::chord) return kernels.chord(board, index, delta);
    kernels.flag(board, index, delta);
    return true;
}

// Memory for results with margins on both sides, to check kernels whose stores a sanitizer can't see; with `tight`,
// without margins.
template <class Number>
class Results {
  public:
    Results(u64 size, bool tight)
        : size_(size), margin_(tight ? 0 : 64), bytes_(new u8[std::size_t((size + 2 * margin_) * sizeof(Number))]) {
        std::memset(bytes_.get(), 0xa5, std::size_t((size + 2 * margin_) * sizeof(Number)));
    }
    Number* data() { return reinterpret_cast<Number*>(bytes_.get()) + margin_; }
    Number operator[](u64 i) { return data()[i]; }
    bool is_kept() const {
        const u64 edge = margin_ * sizeof(Number), all = (size_ + 2 * margin_) * sizeof(Number);
        for (u64 i = 0; i < edge; ++i) {
            if (bytes_[std::size_t(i)] != 0xa5 || bytes_[std::size_t(all - 1 - i)] != 0xa5) return false;
        }
        return true;
    }

  private:
    u64 size_, margin_;
    std::unique_ptr<u8[]> bytes_;
};

}  // namespace test
}  // namespace hypersweep
