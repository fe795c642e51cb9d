// An upper bound on best play, by information relaxation (Brown, Smith and Sun, Operations Research 58, 2010): a player
// with more information wins at least as often. docs/best-play.md proves the bounds.
//
// After a number of guesses, the player gets a helper, who opens every zero of the board and what it touches; then all
// cells that simple deduction proves safe are opened. What is left falls into parts that share no clue and don't touch.
// The helper also reveals each part's number of mines. So parts are independent, and the search of play_search.hpp
// computes the chance to win each of them. If a part is too large, the helper reveals its cells one by one, until it
// falls apart.
#pragma once

#include "play/choice.hpp"
#include "play/covered_cells.hpp"
#include "play/play_search.hpp"
#include "play/player.hpp"
#include "play/zero_search.hpp"
#include "solve/layout_sampling.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Where the mines are, and the clue of every cell.
class Truth {
  public:
    Array<u8> mined;  // per cell
    Array<i32> clue;

    // Computes the clues from the mines in `mined`. Returns false if memory ran out.
    bool count(const Problem& problem) {
        if (!clue.fill(mined.size(), 0)) return false;
        for (u64 i = 0; i < mined.size(); ++i) {
            if (mined[i]) problem.around(i, [&](u64 other) { ++clue[other]; });
        }
        return true;
    }
};

class UpperBound {
  public:
    // Position, in a layout's random stream, of the number that decides whether a searched layout is won.
    static constexpr u64 search_draw = u64{3} << 32;

    explicit UpperBound(const Geometry& geometry) : geometry_(geometry), levels_{} { problem_.set_geometry(geometry); }
    ~UpperBound() {
        for (Level* each : levels_) delete each;
    }
    UpperBound(const UpperBound&) = delete;
    UpperBound& operator=(const UpperBound&) = delete;

    // Finds a value whose mean over random layouts is at least best play's chance to win. `plane` is the layout,
    // `first` the first cell. `key` seeds the draws.
    Solved value(const u64* plane, u64 mines, u64 first, const BoundPlan& plan, u64 key, const Limits& limits, double& found);

    // After value(): whether the first cell isn't a zero, so that the player searches for one. add_to() then adds the
    // layout of results[result] to a search; `draw` is a random word.
    bool is_searching = false;
    bool add_to(ZeroSearch& search, u64 result, double won, u64 draw);

    u64 gave_up = 0;  // how often the latest call reached a limit: the helper revealed a cell, or a part counted as won

  private:
    // Working data for one guess.
    struct Level {
        explicit Level(const Geometry& geometry) : solver(geometry) {}
        Solver solver;
        Truth truth;
        Array<i32> codes;
        Array<double> chance, sum;
        Array<u32> count;
        Array<u64> chosen;
    };
    // Where the draws of each kind begin in a view's random stream.
    static constexpr u64 final_draws = 0, pilot_draws = u64{1} << 32, deep_draws = u64{2} << 32;

    struct Constraint {
        u64 cells;
        u32 least, most;
    };

    Level* level(u64 number) {
        if (!levels_[number]) levels_[number] = new (std::nothrow) Level(geometry_);
        return levels_[number];
    }

    bool open_cell(Array<i32>& codes, const Truth& truth, u64 cell);
    Solved deduce(Array<i32>& codes, const Truth& truth);
    bool find_parts(const Array<i32>& codes);
    bool list_layouts(u64 part, const Array<i32>& codes, const Truth& truth, bool is_helped, bool is_counted, const Limits& limits);
    bool solve_part(double& won);
    u64 most_connected(u64 part, const Array<i32>& codes);
    Solved find_ratios(const Truth& truth, double won);
    Solved with_helper(const Array<i32>& codes, const Truth& truth, const Limits& limits, bool with_cells, double& won);
    Solved play(u64 depth, Level& own, u64 key, const Limits& limits, double& won);
    Solved open_safe_cells(Level& own, const Limits& limits, bool& is_over, bool& is_too_large, double& won);
    Solved draw(Level& own, u64 draws, u64 key, u64 first_draw, const Limits& limits);
    double mean(const Level& own, u64 cell) const {
        return (1 - own.chance[cell]) * (own.count[cell] ? own.sum[cell] / own.count[cell] : 1);
    }

    const Geometry& geometry_;
    Problem problem_;
    BoundPlan plan_;
    u64 mines_ = 0, first_ = 0;
    Level* levels_[most_bound_guesses + 1];
    PlaySearch<NumberedCells> search_;
    Array<i32> codes_;          // the view, with what the helper has revealed
    Array<u32> part_of_;        // per cell
    Array<u64> cells_of_parts_, first_of_parts_, stack_;
    Array<u8> number_of_;       // per cell, its number in the current part
    Array<double> ratio_;       // per cell: how its opening changes the chance to win
    Array<u8> is_settled_;      // per cell: whether it is in no part with several layouts
    Array<Constraint> constraints_;
    Array<u32> constraints_of_cells_first_, constraints_of_cells_;
    Truth drawn_;
};

// Opens a cell and, if it is a zero, everything that it leads to.
inline bool UpperBound::open_cell(Array<i32>& codes, const Truth& truth, u64 cell) {
    stack_.clear();
    codes[cell] = truth.clue[cell];
    if (truth.clue[cell] == 0) stack_.push(cell);
    while (stack_.size() && !stack_.failed()) {
        const u64 zero = stack_.last();
        stack_.resize(stack_.size() - 1);
        problem_.around(zero, [&](u64 other) {
            if (codes[other] != code_covered) return;
            codes[other] = truth.clue[other];
            if (truth.clue[other] == 0) stack_.push(other);
        });
    }
    return !stack_.failed();
}

// Opens cells until single clues and pairs of clues prove no further cell safe; proven mines are shown.
inline Solved UpperBound::deduce(Array<i32>& codes, const Truth& truth) {
    for (;;) {
        const Solved read = problem_.read(codes.data(), mines_, false);
        if (read != Solved::done || !problem_.has_settled()) return read;
        bool any = false;
        for (u64 i = 0; i < geometry_.cells; ++i) {
            if (codes[i] != code_covered) continue;
            if (problem_.cells[i] == Cell::proven_mine) codes[i] = code_mine;
            if (problem_.cells[i] != Cell::proven_safe) continue;
            any = true;
            if (!open_cell(codes, truth, i)) return Solved::out_of_memory;
        }
        if (!any) return Solved::done;
    }
}

// Covered cells that touch, or that one clue sees, are in one part.
inline bool UpperBound::find_parts(const Array<i32>& codes) {
    const u64 cells = geometry_.cells;
    if (!part_of_.fill(cells, no_group)) return false;
    cells_of_parts_.clear();
    first_of_parts_.clear();
    for (u64 i = 0; i < cells; ++i) {
        if (codes[i] != code_covered || part_of_[i] != no_group) continue;
        const u32 own = u32(first_of_parts_.size());
        first_of_parts_.push(cells_of_parts_.size());
        const auto take = [&](u64 cell) {
            if (codes[cell] != code_covered || part_of_[cell] != no_group) return;
            part_of_[cell] = own;
            cells_of_parts_.push(cell);
        };
        take(i);
        for (u64 next = first_of_parts_.last(); next < cells_of_parts_.size(); ++next) {
            problem_.around(cells_of_parts_[next], [&](u64 other) {
                take(other);
                // Visit each clue once: mark it with the part.
                if (codes[other] < 0 || part_of_[other] == own) return;
                part_of_[other] = own;
                problem_.around(other, take);
            });
        }
    }
    first_of_parts_.push(cells_of_parts_.size());
    return !cells_of_parts_.failed() && !first_of_parts_.failed();
}

// Lists a part's layouts with its true number of mines in search_.pool. With `is_helped`, none of its safe cells is a
// zero, because the helper has opened all zeros. Returns false if there are too many layouts, or memory ran out. That
// depends only on what the player knows, which includes the number of mines if `is_counted`.
inline bool UpperBound::list_layouts(u64 part, const Array<i32>& codes, const Truth& truth, bool is_helped,
                                     bool is_counted, const Limits& limits) {
    const u64 begin = first_of_parts_[part], count = first_of_parts_[part + 1] - begin;
    search_.start(limits, ~u64{0}, plan_.steps);
    if (count > 64) return false;
    NumberedCells& cells = search_.cells;
    cells.clear();
    u32 total = 0, groups = 1;
    for (u64 n = 0; n < count; ++n) {
        const u64 cell = cells_of_parts_[begin + n];
        cells.add(cell, 0);
        number_of_[cell] = u8(n);
        total += truth.mined[cell];
    }
    constraints_.clear();
    constraints_.push(is_counted ? Constraint{cells.all(), total, total} : Constraint{cells.all(), 0, 64});
    for (u64 n = 0; n < count; ++n) {
        u64 near = 0;
        bool has_mine = false;
        problem_.around(cells.cell(n), [&](u64 other) {
            if (codes[other] == code_covered) near |= u64{1} << number_of_[other];
            has_mine = has_mine || codes[other] == code_mine;
            // A clue belongs to the first of the cells that it sees.
            if (codes[other] < 0) return;
            Constraint clue{0, 0, 0};
            i32 rest = codes[other];
            problem_.around(other, [&](u64 seen) {
                if (codes[seen] == code_covered) clue.cells |= u64{1} << number_of_[seen];
                rest -= codes[seen] == code_mine;
            });
            if (lowest(clue.cells) != n) return;
            clue.least = clue.most = u32(rest);
            constraints_.push(clue);
            cells.part_groups(clue.cells, groups);
        });
        cells.set_near(n, near);
        if (is_helped && !has_mine) constraints_.push(Constraint{near | (u64{1} << n), 1, 64});
    }
    // The constraints of each cell.
    if (!constraints_of_cells_first_.resize(count + 1)) return search_.give_up(Solved::out_of_memory);
    constraints_of_cells_.clear();
    for (u64 n = 0; n < count; ++n) {
        constraints_of_cells_first_[n] = u32(constraints_of_cells_.size());
        for (u64 c = 0; c < constraints_.size(); ++c) {
            if ((constraints_[c].cells >> n) & 1) constraints_of_cells_.push(u32(c));
        }
    }
    constraints_of_cells_first_[count] = u32(constraints_of_cells_.size());
    if (constraints_.failed() || constraints_of_cells_.failed()) return search_.give_up(Solved::out_of_memory);
    u64 mined = 0;
    u8 tried[65] = {};
    for (u64 n = 0;;) {
        if (n == count) {
            // If the number of mines isn't known, there are more layouts, most of which are dropped below.
            if (search_.pool.size() == (is_counted ? plan_.layouts : 16 * plan_.layouts)) return false;
            search_.pool.push(mined);
            if (search_.pool.failed()) return search_.give_up(Solved::out_of_memory);
        } else if (tried[n] < 2) {
            mined = (mined & ~(u64{1} << n)) | (u64{tried[n]++} << n);
            const u64 open = cells.all() & ~low_mask(unsigned(n) + 1);
            bool fits = true;
            for (u32 c = constraints_of_cells_first_[n]; fits && c < constraints_of_cells_first_[n + 1]; ++c) {
                const Constraint& own = constraints_[constraints_of_cells_[c]];
                const u32 least = u32(population(mined & own.cells));
                fits = least <= own.most && least + u32(population(open & own.cells)) >= own.least;
            }
            if (!search_.go_on(16)) return false;
            if (fits) ++n;
            continue;
        } else {
            tried[n] = 0;
            mined &= ~(u64{1} << n);
        }
        if (n == 0) break;
        --n;
    }
    u64 kept = 0;
    for (u64 i = 0; i < search_.pool.size(); ++i) {
        if (population(search_.pool[i]) == total) search_.pool[kept++] = search_.pool[i];
    }
    search_.pool.resize(kept);
    return true;
}

// After list_layouts(): the chance to win the part. Returns false if the search exceeds its limits; the part then counts
// as won.
inline bool UpperBound::solve_part(double& won) {
    won = 1;
    const u64 layouts = search_.pool.size();
    if (layouts == 1) return true;
    if (!search_.make()) return search_.give_up(Solved::out_of_memory);
    const u64 wins = search_.wins(0, layouts, 0);
    if (search_.why() != Solved::done) return false;
    won = double(wins) / double(layouts);
    return true;
}

// The chance to win with the helper's information. With `with_cells`, ratio_ receives, for each safe covered cell, the
// factor by which opening it first changes this chance, and is_settled_ is set.
inline Solved UpperBound::with_helper(const Array<i32>& codes, const Truth& truth, const Limits& limits, bool with_cells,
                                      double& won) {
    const u64 cells = geometry_.cells;
    won = 1;
    if (!codes_.resize(cells) || (with_cells && (!ratio_.fill(cells, 1) || !is_settled_.fill(cells, 1)))) return Solved::out_of_memory;
    for (u64 i = 0; i < cells; ++i) codes_[i] = codes[i];
    for (u64 i = 0; i < cells; ++i) {
        if (truth.clue[i] == 0 && !truth.mined[i] && codes_[i] == code_covered && !open_cell(codes_, truth, i)) {
            return Solved::out_of_memory;
        }
    }
    for (u64 part = 0;;) {
        const Solved found = deduce(codes_, truth);
        if (found != Solved::done) return found;
        if (!find_parts(codes_)) return Solved::out_of_memory;
        // deduce() uses no total of mines, so a revealed cell changes only its own part. The cells of finished parts stay
        // covered, so parts keep their order: continue with the one that was too large.
        bool is_large = false;
        for (; part + 1 < first_of_parts_.size(); ++part) {
            double own = 1;
            if (!list_layouts(part, codes_, truth, true, true, limits) || !solve_part(own)) {
                if (search_.why() == Solved::stopped || search_.why() == Solved::out_of_memory) return search_.why();
                is_large = true;
                break;
            }
            won *= own;
            if (!with_cells || search_.pool.size() == 1) continue;
            for (u64 c = first_of_parts_[part]; c < first_of_parts_[part + 1]; ++c) is_settled_[cells_of_parts_[c]] = 0;
            const Solved weighed = find_ratios(truth, own);
            if (weighed != Solved::done) return weighed;
        }
        if (!is_large) return Solved::done;
        ++gave_up;
        const u64 cell = most_connected(part, codes_);
        if (truth.mined[cell]) {
            codes_[cell] = code_mine;
        } else if (!open_cell(codes_, truth, cell)) {
            return Solved::out_of_memory;
        }
    }
}

// The cell of a part with the most covered neighbours.
inline u64 UpperBound::most_connected(u64 part, const Array<i32>& codes) {
    u64 found = 0, most = 0;
    for (u64 i = first_of_parts_[part]; i < first_of_parts_[part + 1]; ++i) {
        u64 near = 1;
        problem_.around(cells_of_parts_[i], [&](u64 other) { near += codes[other] == code_covered; });
        if (near <= most) continue;
        most = near;
        found = cells_of_parts_[i];
    }
    return found;
}

// After solve_part(): for each safe cell of the part, the chance to win the part after opening that cell, divided by
// the chance before.
inline Solved UpperBound::find_ratios(const Truth& truth, double won) {
    const u64 layouts = search_.pool.size();
    if (!search_.pool.resize(2 * layouts)) return Solved::out_of_memory;
    // If the limits end the search, the part counts as won after opening any of the remaining cells: knowing that a
    // cell is safe may raise the chance to win.
    for (u64 n = 0; n < search_.cells.count(); ++n) ratio_[search_.cells.cell(n)] = 1 / won;
    for (u64 n = 0; n < search_.cells.count(); ++n) {
        const u64 cell = search_.cells.cell(n);
        if (truth.mined[cell]) continue;
        u64 ends[65];
        const u64 clues = search_.split(0, layouts, n, layouts, ends);
        // The number of the part's mines around the cell: its clue, less the neighbouring mines that are shown.
        i32 shown = truth.clue[cell];
        problem_.around(cell, [&](u64 other) { shown -= codes_[other] == code_mine; });
        u64 from = layouts;
        for (u64 c = 0; c < clues; from = ends[c++]) {
            if (population(search_.pool[from] & search_.cells.near(n)) != unsigned(shown)) continue;
            const u64 size = ends[c] - from, wins = search_.wins(from, size, u64{1} << n);
            if (search_.why() == Solved::done) ratio_[cell] = double(wins) / double(size) / won;
            break;
        }
        if (search_.why() == Solved::stopped || search_.why() == Solved::out_of_memory) return search_.why();
        if (search_.why() == Solved::done) continue;
        ++gave_up;
        break;
    }
    return Solved::done;
}

// Opens all cells that are certainly safe. Small parts are won or lost apart from the rest: `won` is multiplied by the
// chance to win them, and they are shown. `is_too_large` reports that the analysis exceeds its limits.
inline Solved UpperBound::open_safe_cells(Level& own, const Limits& limits, bool& is_over, bool& is_too_large, double& won) {
    Limits less = limits;
    less.states = plan_.states;
    is_over = is_too_large = false;
    for (;;) {
        const Solved found = own.solver.find_safe(own.codes.data(), mines_, false, less, own.chance.data());
        is_too_large = found == Solved::over_budget;
        if (is_too_large && !own.solver.problem.has_safe_cell()) return Solved::done;
        if (found != Solved::done && !is_too_large) return found;
        const bool is_settled = own.solver.problem.has_safe_cell();
        bool any = false;
        for (u64 i = 0; i < geometry_.cells; ++i) {
            if (own.codes[i] != code_covered) continue;
            const Cell state = own.solver.problem.cells[i];
            const bool is_safe = state == Cell::proven_safe || (!is_settled && state == Cell::unknown && own.chance[i] == 0);
            if (!is_safe) continue;
            any = true;
            if (!open_cell(own.codes, own.truth, i)) return Solved::out_of_memory;
        }
        if (any) continue;
        for (u64 i = 0; i < geometry_.cells; ++i) {
            if (own.codes[i] == code_covered && own.chance[i] == 1) own.codes[i] = code_mine;
        }
        if (!find_parts(own.codes)) return Solved::out_of_memory;
        is_over = first_of_parts_.size() == 1;
        if (is_over) return Solved::done;
        // The number of mines in each part is unknown, unless there is only one. Whether a part is shown must not
        // depend on it: the bound has to hold for every number.
        const bool is_counted = first_of_parts_.size() == 2;
        for (u64 p = 0; p + 1 < first_of_parts_.size(); ++p) {
            double part = 1;
            if (list_layouts(p, own.codes, own.truth, false, is_counted, limits)) {
                any = true;
                gave_up += !solve_part(part);
                won *= part;
                for (u64 c = first_of_parts_[p]; c < first_of_parts_[p + 1]; ++c) {
                    const u64 cell = cells_of_parts_[c];
                    own.codes[cell] = own.truth.mined[cell] ? code_mine : own.truth.clue[cell];
                }
            }
            if (search_.why() == Solved::stopped || search_.why() == Solved::out_of_memory) return search_.why();
        }
        if (!any) return Solved::done;
    }
}

// Draws layouts that fit own.codes, and adds up the chances to win with the helper after opening each cell.
inline Solved UpperBound::draw(Level& own, u64 draws, u64 key, u64 first_draw, const Limits& limits) {
    const u64 cells = geometry_.cells;
    if (!own.sum.fill(cells, 0) || !own.count.fill(cells, 0) || !drawn_.mined.resize(cells)) return Solved::out_of_memory;
    Solved found = own.solver.weigh_layouts(own.codes.data(), mines_, false, limits);
    for (u64 d = 0; d < draws && found == Solved::done; ++d) {
        found = own.solver.draw_layout(stream_value(key, first_draw + d), drawn_.mined.data());
        if (found != Solved::done) break;
        if (!drawn_.count(problem_)) return Solved::out_of_memory;
        double won = 1;
        found = with_helper(own.codes, drawn_, limits, true, won);
        for (u64 i = 0; i < cells && found == Solved::done; ++i) {
            if (own.codes[i] != code_covered || drawn_.mined[i]) continue;
            own.sum[i] += won * ratio_[i];
            ++own.count[i];
        }
    }
    return found;
}

// The player plays on from own.codes, with `depth` guesses before the helper speaks.
inline Solved UpperBound::play(u64 depth, Level& own, u64 key, const Limits& limits, double& won) {
    if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
    won = 1;
    const u64 cells = geometry_.cells;
    if (!own.chance.resize(cells)) return Solved::out_of_memory;
    bool is_over = false, is_too_large = false;
    Solved found = open_safe_cells(own, limits, is_over, is_too_large, won);
    if (found != Solved::done || is_over) return found;
    if (depth == 0 || is_too_large) {
        double rest = 1;
        found = with_helper(own.codes, own.truth, limits, false, rest);
        won *= rest;
        return found;
    }
    own.chosen.clear();
    if (depth > 1) {
        // A first sample chooses the cells to look at more deeply; it isn't used again, so that no mean is biased.
        found = draw(own, plan_.samples, key, pilot_draws, limits);
        if (found != Solved::done) return found;
        for (u64 n = 0; n < plan_.candidates; ++n) {
            u64 best = cells;
            for (u64 i = 0; i < cells; ++i) {
                if (own.codes[i] != code_covered || own.chance[i] == 1) continue;
                bool is_new = true;
                for (u64 c = 0; c < own.chosen.size(); ++c) is_new = is_new && own.chosen[c] != i;
                if (is_new && (best == cells || mean(own, i) > mean(own, best))) best = i;
            }
            if (best < cells) own.chosen.push(best);
        }
    }
    found = draw(own, plan_.samples, key, final_draws, limits);
    if (found != Solved::done) return found;
    if (own.chosen.size()) {
        Level* const next = level(depth - 1);
        if (!next) return Solved::out_of_memory;
        for (u64 c = 0; c < own.chosen.size(); ++c) {
            own.sum[own.chosen[c]] = 0;
            own.count[own.chosen[c]] = 0;
        }
        if (!next->truth.mined.resize(cells)) return Solved::out_of_memory;
        for (u64 d = 0; d < plan_.deep_samples; ++d) {
            const u64 drawn = stream_value(key, deep_draws + d);
            found = own.solver.draw_layout(drawn, next->truth.mined.data());
            if (found != Solved::done) return found;
            if (!next->truth.count(problem_) || !next->codes.resize(cells)) return Solved::out_of_memory;
            for (u64 c = 0; c < own.chosen.size(); ++c) {
                const u64 cell = own.chosen[c];
                if (next->truth.mined[cell]) continue;
                std::memcpy(next->codes.data(), own.codes.data(), cells * sizeof(i32));
                if (!open_cell(next->codes, next->truth, cell)) return Solved::out_of_memory;
                double rest = 1;
                found = play(depth - 1, *next, mix(drawn + cell), limits, rest);
                if (found != Solved::done) return found;
                own.sum[cell] += rest;
                ++own.count[cell];
            }
        }
    }
    double best = 0;
    for (u64 i = 0; i < cells; ++i) {
        if (own.codes[i] == code_covered && mean(own, i) > best) best = mean(own, i);
    }
    won *= best;
    return Solved::done;
}

inline Solved UpperBound::value(const u64* plane, u64 mines, u64 first, const BoundPlan& plan, u64 key, const Limits& limits,
                                double& found) {
    const u64 cells = geometry_.cells;
    plan_ = plan;
    mines_ = mines;
    first_ = first;
    gave_up = 0;
    is_searching = false;
    found = 0;
    Level* const own = level(plan.guesses);
    if (!own || !own->truth.mined.resize(cells) || !own->codes.fill(cells, code_covered) || !number_of_.resize(cells)) {
        return Solved::out_of_memory;
    }
    for (u64 i = 0; i < cells; ++i) own->truth.mined[i] = u8((plane[i >> 6] >> (i & 63)) & 1);
    if (own->truth.mined[first]) return Solved::done;
    if (!own->truth.count(problem_) || !open_cell(own->codes, own->truth, first)) return Solved::out_of_memory;
    is_searching = plan.search_guesses && own->truth.clue[first] > 0;
    if (is_searching) return with_helper(own->codes, own->truth, limits, true, found);
    return plan.guesses ? play(plan.guesses, *own, key, limits, found)
                        : with_helper(own->codes, own->truth, limits, false, found);
}

inline bool UpperBound::add_to(ZeroSearch& search, u64 result, double won, u64 draw) {
    const Truth& truth = levels_[plan_.guesses]->truth;
    const double uniform = double(draw >> 11) * 0x1p-53;
    return search.add(result, u32(truth.clue[first_]), [&](u64 i) {
        return ZeroSearch::Outcome{truth.mined[i] != 0, is_settled_[i] != 0, uniform < won * ratio_[i], u32(truth.clue[i])};
    });
}

// Writes the values of consecutive random layouts.
inline Solved upper_bounds(const BoundJob& job, const Limits& limits) {
    const Geometry& g = *job.geometry;
    UpperBound bound(g);
    ZeroSearch search(g);
    // A search must not outlast the game: before the first zero, every guess opens one cell.
    BoundPlan plan = job.plan;
    const u64 unopened = job.mines + 1 < g.cells ? g.cells - job.mines - 1 : 0;
    if (plan.search_guesses > unopened) plan.search_guesses = unopened;
    Array<u64> excluded, plane;
    if (!promised_cells(g, job.first, job.first_open, excluded)) return Solved::out_of_memory;
    Pace pace(limits);
    for (u64 i = 0; i < job.count; ++i) {
        if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
        if (!plane.fill(g.words + 1, 0)) return Solved::out_of_memory;
        const u64 index = job.first_index + i;
        if (!sample_board(g.cells, job.mines, stream_key(job.seed, job.name, index), excluded.data(), excluded.size(),
                          plane.data(), pace)) {
            return Solved::stopped;
        }
        const Solved found = bound.value(plane.data(), job.mines, job.first, plan, stream_key(job.seed, job.draws, index),
                                         limits, job.results[i].value);
        if (found != Solved::done) return found;
        job.results[i].gave_up = double(bound.gave_up);
        const u64 draw = stream_value(stream_key(job.seed, job.draws, index), UpperBound::search_draw);
        if (bound.is_searching && !bound.add_to(search, i, job.results[i].value, draw)) return Solved::out_of_memory;
    }
    return plan.search_guesses ? search.run(job.first, plan.search_guesses, limits, job.results) : Solved::done;
}

// Adds up the values of all layouts that keep the promise, with the helper from the start.
inline Solved exact_upper_bound(const BoundJob& job, const Limits& limits, double& sum, u64& layouts, u64& gave_up) {
    const Geometry& g = *job.geometry;
    UpperBound bound(g);
    Array<u64> excluded, plane, places, chosen;
    sum = 0;
    layouts = gave_up = 0;
    if (!promised_cells(g, job.first, job.first_open, excluded) || !plane.fill(g.words + 1, 0)) return Solved::out_of_memory;
    for (u64 i = 0; i < excluded.size(); ++i) plane[excluded[i] >> 6] |= u64{1} << (excluded[i] & 63);
    for (u64 i = 0; i < g.cells; ++i) {
        if (!test_bit(plane.data(), i)) places.push(i);
    }
    if (job.mines > places.size()) return Solved::done;
    for (u64 i = 0; i < job.mines; ++i) chosen.push(i);
    if (places.failed() || chosen.failed()) return Solved::out_of_memory;
    for (;;) {
        if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
        if (!plane.fill(g.words + 1, 0)) return Solved::out_of_memory;
        for (u64 i = 0; i < job.mines; ++i) plane[places[chosen[i]] >> 6] |= u64{1} << (places[chosen[i]] & 63);
        double value = 0;
        const Solved found = bound.value(plane.data(), job.mines, job.first, job.plan, 0, limits, value);
        if (found != Solved::done) return found;
        sum += value;
        ++layouts;
        gave_up += bound.gave_up > 0;
        // The next set of places, in lexicographic order.
        u64 i = job.mines;
        while (i > 0 && chosen[i - 1] == places.size() - job.mines + i - 1) --i;
        if (i == 0) return Solved::done;
        ++chosen[i - 1];
        for (; i < job.mines; ++i) chosen[i] = chosen[i - 1] + 1;
    }
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
