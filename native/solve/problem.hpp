// From a view to a problem: groups of cells seen by the same clues, and one equation per clue.
#pragma once

#include "array.hpp"
#include "board/neighbours.hpp"
#include "random/stream.hpp"
#include "solve/request.hpp"
#include "solve/rules.hpp"
#include "solve/single_clues.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// What is known about a cell: shown by the view, or settled later. A mine is shown by the view or by a trusted flag;
// "proven" means that it follows from clues.
enum class Cell : u8 { open, shown_mine, unknown, proven_safe, proven_mine };

constexpr u32 no_group = ~u32{0};
constexpr u32 settled_cell = no_group - 1;  // in place of a frontier number: a clue sees the cell, but it is settled

struct Equation {
    u64 clue;         // index of the cell that shows it
    u32 first, count; // until cells are grouped: its unknown cells in `cells_of_equations`
    u32 left;         // unknown cells not yet settled
    i64 rest;         // number of mines among them
    u32 groups_first, groups_count;
    u32 component;
};

struct Group {
    u32 size;
    u32 representative;              // a frontier cell with this group's equations
    u32 equations_first, equations_count;
    u32 component;
    double chance;                   // chance of a mine in each of its cells, once analysed
};

struct Component {
    u32 first_group, groups;         // in `group_order`
    u32 first_equation, equations;   // in `equation_order`
};

// Keeps its memory between calls, so that a thousand analyses allocate only once.
class Problem {
  public:
    const Geometry* g = nullptr;
    Array<Cell> cells;               // of the whole board
    Array<u32> frontier_of;          // board index -> frontier number; `settled_cell`, or no_group if no clue sees the cell
    Array<u64> frontier;             // cells that some clue sees, unknown or settled later
    Array<u32> group_of;             // frontier number -> group, or no_group once settled
    Array<Equation> equations;
    Array<u32> cells_of_equations;
    Array<u32> equations_of_cells_first, equations_of_cells;
    Array<Group> groups;
    Array<u32> equations_of_groups;
    Array<u32> groups_of_equations;
    Array<Component> components;
    Array<u32> group_order, equation_order;
    u64 spare = 0;                   // unknown cells added outside the board, so that any number of mines fits
    u64 unseen = 0;                  // unknown cells that no clue sees, including `spare`
    i64 mines_left = 0;              // number of mines not yet located
    u64 settled_mines = 0;
    u64 contradiction = none_cell;   // a clue that can't be satisfied, or none_cell

    static constexpr u64 none_cell = ~u64{0};

    void set_geometry(const Geometry& geometry) {
        g = &geometry;
        single_clues_.set_geometry(geometry);
        // A table of neighbours pays off for boards that are analysed repeatedly. For larger boards, neighbours are
        // computed each time.
        if (geometry.cells > (u64{1} << 22) / (geometry.most_neighbours + 1)) return;
        if (!table_first_.resize(geometry.cells + 1)) return;
        table_.clear();
        for (u64 i = 0; i < geometry.cells; ++i) {
            table_first_[i] = u32(table_.size());
            for_neighbours(geometry, i, [&](u64 other) { table_.push(u32(other)); });
        }
        table_first_[geometry.cells] = u32(table_.size());
        if (table_.failed()) table_first_.clear();
    }

    template <class Visit>
    HS_INLINE_MEMBER void around(u64 index, Visit&& visit) const {
        if (table_first_.size()) {
            for (u32 i = table_first_[index]; i < table_first_[index + 1]; ++i) visit(u64(table_[i]));
        } else {
            for_neighbours(*g, index, visit);
        }
    }

    u64 neighbours(u64 index) const {
        if (table_first_.size()) return table_first_[index + 1] - table_first_[index];
        u64 count = 0;
        for_neighbours(*g, index, [&](u64) { ++count; });
        return count;
    }

    // Returns `contradiction` if clues contradict each other (see the member of that name), `over_budget` for boards
    // too large for 32-bit numbers.
    Solved read(const std::int32_t* codes, u64 mines, bool trust_flags);

    // Applies bounds on the mines of each group, and what follows from them. Sets `any` if they settled a cell; groups,
    // equations and components are then renumbered.
    Solved settle_groups(const Array<i64>& least, const Array<i64>& most, bool& any);

    // Whether a covered cell is known to be safe without counting.
    bool has_safe_cell() const { return settled_safe_ != 0; }
    // Whether any covered cell is known to be safe or a mine.
    bool has_settled() const { return settled_safe_ + settled_mines != 0; }

  private:
    bool begin_reading(const std::int32_t* codes, bool trust_flags);
    bool settle_single_clues(const std::int32_t* codes);
    Solved add_equation(u64 clue, i64 shown);
    Solved regroup();
    bool settle(u32 cell, bool mine);
    bool propagate(u64 begin);
    bool compare_pairs();
    bool settle_difference(u32 a, u32 b, bool mines_in_a);
    void make_groups();
    void merge_equal_equations();
    void make_components();

    SingleClues single_clues_;
    Array<u32> table_first_, table_;
    Array<u32> queue_;
    Array<u32> slots_, stamp_, member_, difference_;
    enum : u8 { as_compared, changed_since, never_compared };
    Array<u8> dirty_;                // per equation, while pairs are compared: whether it changed since its comparison
    Array<u64> hash_;
    u64 settled_safe_ = 0;
    bool failed_ = false;
};

// Reads what the view shows of each cell.
inline bool Problem::begin_reading(const std::int32_t* codes, bool trust_flags) {
    const u64 all = g->cells;
    if (!cells.reserve(all + bytes_beyond) || !cells.resize(all) || !frontier_of.resize(all)) return false;
    std::memset(frontier_of.data(), 0xff, std::size_t(all) * sizeof(u32));
    // Written without branches, because codes are hard to predict.
    const std::int32_t flag_of_mine = trust_flags ? code_flagged : code_mine, flag = trust_flags ? code_covered : code_flagged;
    Cell* const out = cells.data();
    for (u64 i = 0; i < all; ++i) {
        const std::int32_t code = codes[i];
        const u8 mine = u8((code == code_mine) | (code == code_exploded) | (code == flag_of_mine));
        const u8 covered = u8((code == code_covered) | (code == flag));
        static_assert(u8(Cell::open) == 0 && u8(Cell::shown_mine) == 1 && u8(Cell::unknown) == 2);
        out[i] = Cell(mine | (covered << 1));
    }
    return true;
}

// Applies single clues to the whole board at once. Returns false if that isn't possible, or if clues contradict each
// other: going clue by clue then finds which.
inline bool Problem::settle_single_clues(const std::int32_t* codes) {
    if (!single_clues_.suits() || !single_clues_.settle(reinterpret_cast<const u8*>(cells.data()), codes)) return false;
    single_clues_.for_safe([&](u64 cell) {
        cells[cell] = Cell::proven_safe;
        frontier_of[cell] = settled_cell;
    });
    single_clues_.for_mines([&](u64 cell) {
        cells[cell] = Cell::proven_mine;
        frontier_of[cell] = settled_cell;
    });
    settled_safe_ = single_clues_.safe;
    settled_mines = single_clues_.mines;
    return true;
}

inline Solved Problem::add_equation(u64 clue, i64 shown) {
    if (cells_of_equations.size() + g->most_neighbours >= no_group) return Solved::over_budget;
    if (!cells_of_equations.reserve(cells_of_equations.size() + g->most_neighbours) ||
        !frontier.reserve(frontier.size() + g->most_neighbours)) {
        return Solved::out_of_memory;
    }
    // The capacity suffices for all entries, so they are written without checks and counted here.
    u32* const list = cells_of_equations.data() + cells_of_equations.size();
    u64* const fresh = frontier.data();
    u32 count = 0, seen = u32(frontier.size());
    i64 rest = shown;
    around(clue, [&](u64 other) {
        const Cell state = cells[other];
        if (state == Cell::open || state == Cell::proven_safe) return;
        if (state != Cell::unknown) {
            --rest;
            return;
        }
        u32& number = frontier_of[other];
        if (number == no_group) {
            number = seen;
            fresh[seen++] = other;
        }
        list[count++] = number;
    });
    if (rest < 0 || rest > i64(count)) {
        contradiction = clue;
        return Solved::contradiction;
    }
    if (!count) return Solved::done;
    Equation equation{};
    equation.clue = clue;
    equation.rest = rest;
    equation.first = u32(cells_of_equations.size());
    equation.count = equation.left = count;
    cells_of_equations.resize(cells_of_equations.size() + count);
    frontier.resize(seen);
    equations.push(equation);
    return Solved::done;
}

inline Solved Problem::read(const std::int32_t* codes, u64 mines, bool trust_flags) {
    const u64 all = g->cells;
    frontier.clear();
    groups.clear();
    components.clear();
    equations.clear();
    cells_of_equations.clear();
    queue_.clear();
    dirty_.clear();
    contradiction = none_cell;
    unseen = settled_mines = settled_safe_ = 0;
    if (all > u64{1} << 31 || mines > all + spare) return all > u64{1} << 31 ? Solved::over_budget : Solved::contradiction;
    if (!begin_reading(codes, trust_flags)) return Solved::out_of_memory;
    u64 unknown = 0, shown_mines = 0;
    Solved found = Solved::done;
    if (settle_single_clues(codes)) {
        unknown = single_clues_.unknown;
        shown_mines = single_clues_.shown_mines;
        single_clues_.for_open_clues([&](u64 i) {
            if (found == Solved::done) found = add_equation(i, codes[i]);
        });
    } else {
        for (u64 i = 0; i < all; ++i) {
            unknown += cells[i] == Cell::unknown;
            shown_mines += cells[i] == Cell::shown_mine;
        }
        for (u64 i = 0; i < all && found == Solved::done; ++i) {
            if (codes[i] >= 0) found = add_equation(i, codes[i]);
        }
    }
    mines_left = i64(mines) - i64(shown_mines);
    if (found != Solved::done) return found;
    unseen = unknown - frontier.size() + spare;
    const u64 seen = frontier.size();
    if (equations.failed() || !equations_of_cells_first.fill(seen + 1, 0) ||
        !equations_of_cells.resize(cells_of_equations.size()) || !group_of.fill(seen, no_group) ||
        !queue_.reserve(2 * equations.size() + cells_of_equations.size())) {
        return Solved::out_of_memory;
    }
    for (u64 i = 0; i < cells_of_equations.size(); ++i) ++equations_of_cells_first[cells_of_equations[i]];
    u32 total = 0;
    for (u64 i = 0; i <= seen; ++i) {
        const u32 own = equations_of_cells_first[i];
        equations_of_cells_first[i] = total;
        total += own;
    }
    for (u64 e = equations.size(); e-- > 0;) {
        // Fill each list from the back, with equations in descending order, so that it is ascending.
        const Equation& equation = equations[e];
        for (u32 i = 0; i < equation.count; ++i) {
            const u32 cell = cells_of_equations[equation.first + i];
            ++group_of[cell];  // number of list entries so far, minus one
            const u32 end = equations_of_cells_first[cell + 1];
            equations_of_cells[end - 1 - group_of[cell]] = u32(e);
        }
    }
    failed_ = false;
    for (u64 e = 0; e < equations.size(); ++e) {
        if (clue_settles(equations[e].rest, i64(equations[e].left))) queue_.push(u32(e));
    }
    if (!propagate(0) || !compare_pairs()) return failed_ ? Solved::out_of_memory : Solved::contradiction;
    mines_left -= i64(settled_mines);
    return regroup();
}

inline Solved Problem::regroup() {
    make_groups();
    if (!failed_) merge_equal_equations();
    if (contradiction != none_cell) return Solved::contradiction;
    if (!failed_) make_components();
    return failed_ ? Solved::out_of_memory : Solved::done;
}

inline Solved Problem::settle_groups(const Array<i64>& least, const Array<i64>& most, bool& any) {
    const u64 mines_before = settled_mines;
    any = failed_ = false;
    queue_.clear();
    for (u32 cell = 0; cell < frontier.size(); ++cell) {
        const u32 group = group_of[cell];
        if (group == no_group) continue;
        const bool safe = most[group] == 0;
        if (!safe && least[group] < i64(groups[group].size)) continue;
        any = true;
        if (!settle(cell, !safe)) return Solved::contradiction;
    }
    if (!any) return Solved::done;
    if (!propagate(0) || !compare_pairs()) return failed_ ? Solved::out_of_memory : Solved::contradiction;
    mines_left -= i64(settled_mines - mines_before);
    return mines_left < 0 ? Solved::contradiction : regroup();
}

// Cells seen by exactly the same clues form a group: only their number of mines matters.
inline void Problem::make_groups() {
    const u64 seen = frontier.size();
    u64 capacity = 16;
    while (capacity < 2 * seen) capacity *= 2;
    groups.clear();
    equations_of_groups.clear();
    failed_ = !slots_.fill(capacity, no_group) || !hash_.resize(seen) || !groups.reserve(seen) ||
              !equations_of_groups.reserve(equations_of_cells.size());
    if (failed_) return;
    for (u32 cell = 0; cell < seen; ++cell) {
        group_of[cell] = no_group;
        if (cells[frontier[cell]] != Cell::unknown) continue;
        const u32* own = &equations_of_cells[equations_of_cells_first[cell]];
        const u32 count = equations_of_cells_first[cell + 1] - equations_of_cells_first[cell];
        u64 hash = count;
        for (u32 i = 0; i < count; ++i) hash = mix(hash + (own[i] + 1) * golden);
        for (u64 slot = hash & (capacity - 1);; slot = (slot + 1) & (capacity - 1)) {
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
    // Lists the groups of each equation.
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

// Two clues that see the same groups are equal, or contradict each other. The second is dropped.
inline void Problem::merge_equal_equations() {
    u64 capacity = 16;
    while (capacity < 2 * equations.size()) capacity *= 2;
    failed_ = !slots_.fill(capacity, no_group);
    if (failed_) return;
    for (u32 e = 0; e < equations.size(); ++e) {
        Equation& equation = equations[e];
        if (!equation.groups_count) continue;
        const u32* own = &groups_of_equations[equation.groups_first];
        u64 hash = equation.groups_count;
        for (u32 i = 0; i < equation.groups_count; ++i) hash = mix(hash + (own[i] + 1) * golden);
        for (u64 slot = hash & (capacity - 1);; slot = (slot + 1) & (capacity - 1)) {
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

// A component is a set of groups that share clues, directly or indirectly.
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
