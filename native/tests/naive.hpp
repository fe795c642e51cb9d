// A slow but obvious implementation of the kernels: cells are lists of coordinates, rules are followed literally, undo
// stores copies. It shares only the plain types in state.hpp with the kernels. Never optimise it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "board/state.hpp"

namespace naive {

using hypersweep::i64;
using hypersweep::Outcome;
using hypersweep::RuleFlags;
using hypersweep::u32;
using hypersweep::u64;

using Cell = std::vector<u64>;
using Bits = std::vector<bool>;

inline u64 count(const Bits& bits) { return u64(std::count(bits.begin(), bits.end(), true)); }

struct Grid {
    std::vector<u64> shape;
    std::vector<bool> wrap;
    bool moore = true;

    u64 cells() const {
        u64 product = 1;
        for (u64 side : shape) product *= side;
        return product;
    }

    Cell cell(u64 index) const {
        Cell found(shape.size());
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            found[axis] = index % shape[axis];
            index /= shape[axis];
        }
        return found;
    }

    u64 index(const Cell& cell) const {
        u64 found = 0;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) found = found * shape[axis] + cell[axis];
        return found;
    }

    // Tries every step of -1, 0 and 1 along each axis; the set removes duplicates on wrapped axes.
    std::vector<u64> neighbours(u64 index) const {
        const Cell here = cell(index);
        std::set<u64> found;
        std::vector<int> step(shape.size(), -1);
        Cell there(here);
        for (;;) {
            int moved = 0;
            bool inside = true;
            for (std::size_t axis = 0; axis < shape.size(); ++axis) {
                moved += step[axis] != 0;
                i64 place = i64(here[axis]) + step[axis];
                const i64 side = i64(shape[axis]);
                if (wrap[axis]) place = (place + side) % side;
                inside = inside && place >= 0 && place < side;
                there[axis] = u64(place);
            }
            if (inside && (moore || moved == 1)) found.insert(this->index(there));
            std::size_t axis = 0;
            while (axis < shape.size() && step[axis] == 1) step[axis++] = -1;
            if (axis == shape.size()) break;
            ++step[axis];
        }
        found.erase(index);
        return {found.begin(), found.end()};
    }

    std::string format() const {
        std::string text, wrapped;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            text += (axis ? "x" : "") + std::to_string(shape[axis]);
            if (wrap[axis]) wrapped += (wrapped.empty() ? "" : ",") + std::to_string(axis);
        }
        return text + (moore ? "" : "~orthogonal") + (wrapped.empty() ? "" : "~wrap=" + wrapped);
    }
};

// A grid whose neighbours have been computed.
struct Table {
    explicit Table(const Grid& grid) : grid(grid), cells(grid.cells()), neighbours(cells) {
        for (u64 index = 0; index < cells; ++index) {
            neighbours[index] = grid.neighbours(index);
            most_neighbours = std::max<u64>(most_neighbours, neighbours[index].size());
        }
    }

    u64 clue(const Bits& mines, u64 index) const {
        u64 number = 0;
        for (u64 other : neighbours[index]) number += mines[other];
        return number;
    }

    std::vector<u64> clues(const Bits& mines) const {
        std::vector<u64> numbers(cells);
        for (u64 index = 0; index < cells; ++index) numbers[index] = clue(mines, index);
        return numbers;
    }

    Grid grid;
    u64 cells;
    u64 most_neighbours = 0;
    std::vector<std::vector<u64>> neighbours;
};

// The changes made by a move; `cells` lists, in order, the cells whose open or flag bit changed.
struct Change {
    std::vector<u64> cells;
    u64 opened = 0;
    i64 flag_change = 0;
    bool mine = false;
};

struct State {
    Bits open, flags;
    Outcome outcome = Outcome::ongoing;
};

struct Game {
    Game(const Table& table, const Bits& mines, const RuleFlags& rules)
        : table(table), mines(mines), rules(rules), now{Bits(table.cells), Bits(table.cells), Outcome::ongoing} {}

    u64 opened() const {
        u64 number = 0;
        for (u64 i = 0; i < table.cells; ++i) number += now.open[i] && !mines[i];
        return number;
    }
    i64 covered_flags() const {
        i64 number = 0;
        for (u64 i = 0; i < table.cells; ++i) number += now.flags[i] && !now.open[i];
        return number;
    }

    Change open(u64 index) {
        if (now.outcome != Outcome::ongoing || now.open[index]) return {};
        if (now.flags[index] && rules.flag_protects_click) return {};
        const State before = now;
        click(index);
        return settle(before);
    }

    Change flag(u64 index) {
        if (now.outcome != Outcome::ongoing) return {};
        if (now.open[index] && !rules.flags_on_open) return {};
        if (now.flags[index] && !rules.flag_toggles) return {};
        const State before = now;
        now.flags[index] = !now.flags[index];
        return settle(before);
    }

    Change chord(u64 index) {
        if (now.outcome != Outcome::ongoing || !rules.chord || !now.open[index] || mines[index]) return {};
        std::vector<u64> flagged, unflagged, exploding;
        for (u64 other : table.neighbours[index]) {
            if (now.open[other]) continue;
            (now.flags[other] ? flagged : unflagged).push_back(other);
            if (!now.flags[other] && mines[other]) exploding.push_back(other);
        }
        const u64 clue = table.clue(mines, index);
        if (clue == 0 || flagged.size() != clue) return {};
        const State before = now;
        for (u64 other : exploding.empty() ? unflagged : exploding) {
            if (!now.open[other]) click(other);
        }
        return settle(before);
    }

    void undo() {
        now = history.back();
        history.pop_back();
    }

    int code(u64 index, bool reveal) const {
        const int clue = int(table.clue(mines, index));
        if (reveal) return mines[index] ? -3 : clue;
        if (now.open[index]) return mines[index] ? -4 : clue;
        const bool over = now.outcome != Outcome::ongoing;
        if (now.flags[index]) return over && !mines[index] ? -5 : -2;
        return over && mines[index] ? -3 : -1;
    }

    const Table& table;
    Bits mines;
    RuleFlags rules;
    State now;
    std::vector<State> history;

  private:
    void uncover(u64 index) {
        now.open[index] = true;
        if (!rules.flags_on_open) now.flags[index] = false;
    }

    // Only cells opened by this click spread, not those that were open before.
    void click(u64 index) {
        uncover(index);
        if (mines[index]) {
            now.outcome = Outcome::lost;
            return;
        }
        std::deque<u64> queue{index};
        for (; !queue.empty(); queue.pop_front()) {
            if (table.clue(mines, queue.front()) != 0) continue;
            for (u64 other : table.neighbours[queue.front()]) {
                if (now.open[other] || (now.flags[other] && rules.flag_protects_cascade)) continue;
                uncover(other);
                queue.push_back(other);
            }
        }
    }

    Change settle(const State& before) {
        Change change;
        bool opened_any = false;
        for (u64 i = 0; i < table.cells; ++i) {
            const bool opens = now.open[i] != before.open[i];
            if (opens || now.flags[i] != before.flags[i]) change.cells.push_back(i);
            opened_any = opened_any || opens;
            change.opened += opens && !mines[i];
            change.mine = change.mine || (opens && mines[i]);
            change.flag_change += (now.flags[i] && !now.open[i]) - (before.flags[i] && !before.open[i]);
        }
        if (change.cells.empty()) return change;
        history.push_back(before);
        if (opened_any && now.outcome == Outcome::ongoing && opened() == table.cells - count(mines)) {
            now.outcome = Outcome::won;
        }
        return change;
    }
};

}  // namespace naive
