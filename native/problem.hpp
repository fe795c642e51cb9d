// From what a player sees to a problem: groups of cells that the same clues see, and one equation per clue.
#pragma once

#include "array.hpp"
#include "neighbours.hpp"
#include "random.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Codes as in a view; `seen_silent` is an open cell whose clue isn't to be used.
enum : int { seen_covered = -1, seen_flagged = -2, seen_mine = -3, seen_exploded = -4, seen_wrong = -5, seen_silent = -6 };

enum class Cell : u8 { open, mine, unknown, safe, certain };

constexpr u32 no_group = ~u32{0};

struct Equation {
    u64 clue;         // index of the cell that shows it
    u32 first, count; // while cells are known one by one: its unknown cells in `cells_of_equations`
    u32 left;         // unknown cells not yet settled
    i64 rest;         // mines among them
    u32 groups_first, groups_count;
    u32 component;
};

struct Group {
    u32 size;
    u32 representative;              // a frontier cell with this group's equations
    u32 equations_first, equations_count;
    u32 component;
    double chance;                   // of a mine in each of its cells, once analysed
};

struct Component {
    u32 first_group, groups;         // in `group_order`
    u32 first_equation, equations;   // in `equation_order`
};

// Everything is kept between calls, so that a player who asks a thousand times allocates once.
class Problem {
  public:
    const Geometry* g = nullptr;
    Array<Cell> cells;               // of the whole board
    Array<u32> frontier_of;          // board index -> frontier number, only right for frontier cells
    Array<u64> frontier;             // unknown cells that some clue sees
    Array<u32> group_of;             // frontier number -> group, or no_group once settled
    Array<Equation> equations;
    Array<u32> cells_of_equations;
    Array<u32> equations_of_cells_first, equations_of_cells;
    Array<Group> groups;
    Array<u32> equations_of_groups;
    Array<u32> groups_of_equations;
    Array<Component> components;
    Array<u32> group_order, equation_order;
    u64 unseen = 0;                  // unknown cells that no clue sees
    i64 mines_left = 0;              // mines not known for certain
    u64 settled_mines = 0;
    u64 contradiction = none_cell;   // a clue that can't be, or none_cell

    static constexpr u64 none_cell = ~u64{0};

    void set_geometry(const Geometry& geometry) {
        g = &geometry;
        // A table of neighbours pays for boards that are asked about again and again; larger ones are walked.
        if (geometry.cells > (u64{1} << 22) / (geometry.most_neighbours + 1)) return;
        table_first_.resize(geometry.cells + 1);
        table_.clear();
        for (u64 i = 0; i < geometry.cells; ++i) {
            table_first_[i] = u32(table_.size());
            for_neighbours(geometry, i, [&](u64 other) { table_.push(u32(other)); });
        }
        table_first_[geometry.cells] = u32(table_.size());
    }

    template <class Visit>
    HS_INLINE_MEMBER void around(u64 index, Visit&& visit) const {
        if (table_first_.size()) {
            for (u32 i = table_first_[index]; i < table_first_[index + 1]; ++i) visit(u64(table_[i]));
        } else {
            for_neighbours(*g, index, visit);
        }
    }

    // False when clues contradict each other on their own (see `contradiction`) or memory is short (`failed`).
    bool read(const std::int32_t* codes, u64 mines, bool trust_flags);
    bool failed() const { return failed_; }

  private:
    bool settle(u32 cell, bool mine);
    bool propagate();
    bool compare_pairs();
    bool settle_difference(u32 a, u32 b, bool mines_in_a);
    void make_groups();
    void merge_equal_equations();
    void make_components();

    Array<u32> table_first_, table_;
    Array<u32> queue_;
    Array<u32> slots_, stamp_, member_, difference_;
    Array<u8> dirty_;
    Array<u64> hash_;
    bool failed_ = false;
};

inline bool Problem::read(const std::int32_t* codes, u64 mines, bool trust_flags) {
    const u64 all = g->cells;
    failed_ = !cells.resize(all) || !frontier_of.resize(all);
    if (failed_) return false;
    contradiction = none_cell;
    frontier.clear();
    equations.clear();
    cells_of_equations.clear();
    queue_.clear();
    dirty_.clear();
    unseen = settled_mines = 0;
    mines_left = i64(mines);
    u64 unknown = 0;
    for (u64 i = 0; i < all; ++i) {
        const int code = codes[i];
        Cell cell = Cell::open;
        if (code == seen_mine || code == seen_exploded || (code == seen_flagged && trust_flags)) {
            cell = Cell::mine;
            --mines_left;
        } else if (code == seen_covered || code == seen_flagged || code == seen_wrong) {
            cell = code == seen_wrong ? Cell::open : Cell::unknown;
            unknown += cell == Cell::unknown;
        }
        cells[i] = cell;
        frontier_of[i] = no_group;
    }
    for (u64 i = 0; i < all; ++i) {
        if (codes[i] < 0) continue;
        Equation equation{};
        equation.clue = i;
        equation.rest = codes[i];
        equation.first = u32(cells_of_equations.size());
        around(i, [&](u64 other) {
            if (cells[other] == Cell::mine) --equation.rest;
            if (cells[other] != Cell::unknown) return;
            if (frontier_of[other] == no_group) {
                frontier_of[other] = u32(frontier.size());
                frontier.push(other);
            }
            cells_of_equations.push(frontier_of[other]);
        });
        equation.count = equation.left = u32(cells_of_equations.size()) - equation.first;
        if (equation.rest < 0 || equation.rest > i64(equation.left)) {
            contradiction = i;
            return false;
        }
        if (equation.count) equations.push(equation);
    }
    unseen = unknown - frontier.size();
    const u64 seen = frontier.size();
    failed_ = cells_of_equations.failed() || equations.failed() || frontier.failed() ||
              !equations_of_cells_first.fill(seen + 1, 0) || !equations_of_cells.resize(cells_of_equations.size()) ||
              !group_of.fill(seen, no_group) || !queue_.reserve(2 * equations.size() + cells_of_equations.size());
    if (failed_) return false;
    for (u64 i = 0; i < cells_of_equations.size(); ++i) ++equations_of_cells_first[cells_of_equations[i]];
    u32 total = 0;
    for (u64 i = 0; i <= seen; ++i) {
        const u32 own = equations_of_cells_first[i];
        equations_of_cells_first[i] = total;
        total += own;
    }
    for (u64 e = equations.size(); e-- > 0;) {
        // Filled from the back of each list, equations descending: every list comes out ascending.
        const Equation& equation = equations[e];
        for (u32 i = 0; i < equation.count; ++i) {
            const u32 cell = cells_of_equations[equation.first + i];
            ++group_of[cell];  // how many of the list are filled, less one
            const u32 end = equations_of_cells_first[cell + 1];
            equations_of_cells[end - 1 - group_of[cell]] = u32(e);
        }
    }
    if (!propagate() || !compare_pairs()) return false;
    mines_left -= i64(settled_mines);
    make_groups();
    if (failed_) return false;
    merge_equal_equations();
    if (contradiction != none_cell) return false;
    make_components();
    return !failed_;
}

inline bool Problem::settle(u32 cell, bool mine) {
    Cell& state = cells[frontier[cell]];
    if (state != Cell::unknown) return true;
    state = mine ? Cell::certain : Cell::safe;
    settled_mines += mine;
    for (u32 i = equations_of_cells_first[cell]; i < equations_of_cells_first[cell + 1]; ++i) {
        Equation& equation = equations[equations_of_cells[i]];
        --equation.left;
        equation.rest -= mine;
        if (dirty_.size() == equations.size()) dirty_[equations_of_cells[i]] = 1;
        if (equation.rest < 0 || equation.rest > i64(equation.left)) {
            contradiction = equation.clue;
            return false;
        }
        if (equation.left && (equation.rest == 0 || equation.rest == i64(equation.left))) {
            queue_.push(equations_of_cells[i]);
        }
    }
    return true;
}

// Clues whose unknown cells are all mines or all safe, until there are none.
inline bool Problem::propagate() {
    for (u64 e = 0; e < equations.size(); ++e) {
        if (equations[e].rest == 0 || equations[e].rest == i64(equations[e].left)) queue_.push(u32(e));
    }
    for (u64 next = 0; next < queue_.size(); ++next) {
        const Equation equation = equations[queue_[next]];
        if (equation.left == 0) continue;
        const bool mine = equation.rest != 0;
        for (u32 i = 0; i < equation.count; ++i) {
            if (!settle(cells_of_equations[equation.first + i], mine)) return false;
        }
    }
    failed_ = queue_.failed();
    return !failed_;
}

// Two clues with cells in common: if one needs so many mines more than the other as it has cells of its own, those are all
// mines, and the other one's own cells are all safe. Repeated until nothing follows.
inline bool Problem::compare_pairs() {
    const u64 count = equations.size();
    failed_ = !dirty_.fill(count, 1) || !stamp_.fill(count, no_group) || !member_.fill(frontier.size(), no_group);
    if (failed_) return false;
    for (bool again = true; again;) {
        again = false;
        for (u32 a = 0; a < count; ++a) {
            if (!dirty_[a]) continue;
            dirty_[a] = 0;
            if (!equations[a].left) continue;
            for (u32 i = 0; i < equations[a].count; ++i) member_[cells_of_equations[equations[a].first + i]] = a;
            bool settled = false;
            for (u32 i = 0; i < equations[a].count && !settled; ++i) {
                const u32 cell = cells_of_equations[equations[a].first + i];
                if (cells[frontier[cell]] != Cell::unknown) continue;
                for (u32 j = equations_of_cells_first[cell]; j < equations_of_cells_first[cell + 1] && !settled; ++j) {
                    const u32 b = equations_of_cells[j];
                    if (b == a || stamp_[b] == a) continue;
                    stamp_[b] = a;
                    const Equation& other = equations[b];
                    const i64 more = equations[a].rest - other.rest;
                    // Own cells of a number at least left(a) - left(b), those of b likewise: most pairs end here.
                    if (more < 0 ? -more > i64(other.left) : more > i64(equations[a].left)) continue;
                    i64 common = 0;
                    for (u32 k = 0; k < other.count; ++k) {
                        const u32 shared = cells_of_equations[other.first + k];
                        common += member_[shared] == a && cells[frontier[shared]] == Cell::unknown;
                    }
                    const i64 own = i64(equations[a].left) - common, its = i64(other.left) - common;
                    if (own + its == 0 || (more != own && -more != its)) {
                        if (own + its == 0 && more != 0) {
                            contradiction = other.clue;
                            return false;
                        }
                        continue;
                    }
                    settled = true;
                    if (!settle_difference(a, b, more == own)) return false;
                }
            }
            // The lists have changed under us: this clue is looked at again.
            if (settled) {
                dirty_[a] = 1;
                again = true;
                for (u32 e = 0; e < count; ++e) stamp_[e] = no_group;
                for (u64 c = 0; c < frontier.size(); ++c) member_[c] = no_group;
            }
        }
    }
    return !failed_;
}

// Settles the cells that only one of two clues sees: a's are mines and b's safe, or the other way round.
inline bool Problem::settle_difference(u32 a, u32 b, bool mines_in_a) {
    const u64 begin = queue_.size();
    for (int side = 0; side < 2; ++side) {
        const Equation own = equations[side ? b : a];
        const Equation other = equations[side ? a : b];
        difference_.clear();
        for (u32 i = 0; i < own.count; ++i) {
            const u32 cell = cells_of_equations[own.first + i];
            if (cells[frontier[cell]] != Cell::unknown) continue;
            bool shared = false;
            for (u32 j = 0; j < other.count && !shared; ++j) shared = cells_of_equations[other.first + j] == cell;
            if (!shared) difference_.push(cell);
        }
        for (u64 i = 0; i < difference_.size(); ++i) {
            if (!settle(difference_[i], (side == 0) == mines_in_a)) return false;
        }
    }
    for (u64 next = begin; next < queue_.size(); ++next) {
        const Equation equation = equations[queue_[next]];
        if (equation.left == 0) continue;
        const bool mine = equation.rest != 0;
        for (u32 i = 0; i < equation.count; ++i) {
            if (!settle(cells_of_equations[equation.first + i], mine)) return false;
        }
    }
    return true;
}

// Cells that exactly the same clues see form a group: which of them are mines doesn't matter, only how many.
inline void Problem::make_groups() {
    const u64 seen = frontier.size();
    u64 room = 16;
    while (room < 2 * seen) room *= 2;
    groups.clear();
    equations_of_groups.clear();
    failed_ = !slots_.fill(room, no_group) || !hash_.resize(seen) || !groups.reserve(seen) ||
              !equations_of_groups.reserve(equations_of_cells.size());
    if (failed_) return;
    for (u32 cell = 0; cell < seen; ++cell) {
        group_of[cell] = no_group;
        if (cells[frontier[cell]] != Cell::unknown) continue;
        const u32* own = &equations_of_cells[equations_of_cells_first[cell]];
        const u32 count = equations_of_cells_first[cell + 1] - equations_of_cells_first[cell];
        u64 hash = count;
        for (u32 i = 0; i < count; ++i) hash = mix(hash + (own[i] + 1) * golden);
        for (u64 slot = hash & (room - 1);; slot = (slot + 1) & (room - 1)) {
            const u32 found = slots_[slot];
            if (found == no_group) {
                slots_[slot] = group_of[cell] = u32(groups.size());
                Group group{1, cell, u32(equations_of_groups.size()), count, no_group, 0};
                for (u32 i = 0; i < count; ++i) equations_of_groups.push(own[i]);
                groups.push(group);
                break;
            }
            const Group& group = groups[found];
            if (group.equations_count == count &&
                std::memcmp(&equations_of_groups[group.equations_first], own, count * sizeof(u32)) == 0) {
                group_of[cell] = found;
                ++groups[found].size;
                break;
            }
        }
    }
    // Groups of each equation.
    for (u64 e = 0; e < equations.size(); ++e) equations[e].groups_count = 0;
    for (u64 i = 0; i < equations_of_groups.size(); ++i) ++equations[equations_of_groups[i]].groups_count;
    u32 total = 0;
    for (u64 e = 0; e < equations.size(); ++e) {
        equations[e].groups_first = total;
        total += equations[e].groups_count;
        equations[e].groups_count = 0;
    }
    failed_ = !groups_of_equations.resize(total);
    if (failed_) return;
    for (u32 group = 0; group < groups.size(); ++group) {
        for (u32 i = 0; i < groups[group].equations_count; ++i) {
            Equation& equation = equations[equations_of_groups[groups[group].equations_first + i]];
            groups_of_equations[equation.groups_first + equation.groups_count++] = group;
        }
    }
}

// Two clues that see the same groups say the same thing, or contradict each other. The second one is dropped.
inline void Problem::merge_equal_equations() {
    u64 room = 16;
    while (room < 2 * equations.size()) room *= 2;
    failed_ = !slots_.fill(room, no_group);
    if (failed_) return;
    for (u32 e = 0; e < equations.size(); ++e) {
        Equation& equation = equations[e];
        if (!equation.groups_count) continue;
        const u32* own = &groups_of_equations[equation.groups_first];
        u64 hash = equation.groups_count;
        for (u32 i = 0; i < equation.groups_count; ++i) hash = mix(hash + (own[i] + 1) * golden);
        for (u64 slot = hash & (room - 1);; slot = (slot + 1) & (room - 1)) {
            if (slots_[slot] == no_group) {
                slots_[slot] = e;
                break;
            }
            const Equation& other = equations[slots_[slot]];
            if (other.groups_count == equation.groups_count &&
                std::memcmp(&groups_of_equations[other.groups_first], own, equation.groups_count * sizeof(u32)) == 0) {
                if (other.rest != equation.rest) {
                    contradiction = equation.clue;
                    return;
                }
                for (u32 i = 0; i < equation.groups_count; ++i) {
                    Group& group = groups[own[i]];
                    u32* list = &equations_of_groups[group.equations_first];
                    u32 kept = 0;
                    for (u32 j = 0; j < group.equations_count; ++j) {
                        if (list[j] != e) list[kept++] = list[j];
                    }
                    group.equations_count = kept;
                }
                equation.groups_count = 0;
                break;
            }
        }
    }
}

// Groups that share clues, directly or by way of others.
inline void Problem::make_components() {
    components.clear();
    group_order.clear();
    equation_order.clear();
    failed_ = !group_order.reserve(groups.size()) || !equation_order.reserve(equations.size()) ||
              !components.reserve(groups.size());
    if (failed_) return;
    for (u32 e = 0; e < equations.size(); ++e) equations[e].component = no_group;
    for (u32 start = 0; start < groups.size(); ++start) {
        if (groups[start].component != no_group) continue;
        const u32 number = u32(components.size());
        Component component{u32(group_order.size()), 0, u32(equation_order.size()), 0};
        groups[start].component = number;
        group_order.push(start);
        for (u64 next = component.first_group; next < group_order.size(); ++next) {
            const Group& group = groups[group_order[next]];
            for (u32 i = 0; i < group.equations_count; ++i) {
                const u32 e = equations_of_groups[group.equations_first + i];
                if (equations[e].component != no_group) continue;
                equations[e].component = number;
                equation_order.push(e);
                for (u32 j = 0; j < equations[e].groups_count; ++j) {
                    const u32 other = groups_of_equations[equations[e].groups_first + j];
                    if (groups[other].component != no_group) continue;
                    groups[other].component = number;
                    group_order.push(other);
                }
            }
        }
        component.groups = u32(group_order.size()) - component.first_group;
        component.equations = u32(equation_order.size()) - component.first_equation;
        components.push(component);
    }
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
