// Random layouts that are consistent with a view, each equally likely.
//
// First the total number of mines in all components is drawn, weighted by the ways to fill the unseen cells; then, down
// the product tree, that of each component. Each component is filled by going backwards through the states of its
// frontier program, whose weights are known. The cells within a group, and the unseen cells, are drawn uniformly.
#pragma once

#include "solve/analysis.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Draws the number of mines of each leaf, given the total; `drawn` is relative to the node's `low`.
inline void ProductTree::draw(u64 whole_number, Dice& dice) {
    nodes_[0]->drawn = whole_number;
    for (u64 i = 0; i + 1 < leaves_; ++i) {
        Weights &a = *nodes_[2 * i + 1], &b = *nodes_[2 * i + 2];
        const u64 both = nodes_[i]->drawn;
        const u64 least = both < b.size() ? 0 : both - (b.size() - 1), most = both < a.size() ? both : a.size() - 1;
        a.drawn = least + dice.pick(most - least + 1, [&](u64 n) { return a.value[least + n] * b.value[both - least - n]; });
        b.drawn = both - a.drawn;
    }
}

inline Solved Frontier::draw(const Spec& spec, u64 number, Dice& dice, Array<u32>& mines) {
    const Array<States::State>& state = states_.state;
    const u32 groups = spec.groups();
    i64 left = low + i64(number);
    const auto weight = [&](u64 s) {
        const States::State& own = state[s];
        return own.place == States::dead || left < own.low || left > own.high ? 0.0 : forward_[own.place + u64(left - own.low)];
    };
    if (!mines.resize(groups)) return Solved::out_of_memory;
    const u64 last = states_.layer[groups];
    u64 now = last + dice.pick(state.size() - last, [&](u64 s) { return weight(last + s); });
    for (u32 step = groups; step-- > 0;) {
        i64 unused;
        if (!fill_binomials(spec, step, unused)) return Solved::out_of_memory;
        const u64 next = states_.layer[step + 1], whole = u64(left);
        ways_here_.clear();
        for (u64 s = states_.layer[step]; s < next; ++s) {
            const States::State& own = state[s];
            if (own.place == States::dead) continue;
            for (u32 i = 0; i < own.count; ++i) {
                if (states_.edge[own.edge_first + i] != u32(now - next)) continue;
                left = i64(whole) - i64(own.least + i);
                const double ways = weight(s) * binomial_[own.least + i];
                if (ways > 0) ways_here_.push(Way{s, own.least + i, ways});
            }
        }
        if (ways_here_.failed()) return Solved::out_of_memory;
        const Way& way = ways_here_[dice.pick(ways_here_.size(), [&](u64 w) { return ways_here_[w].weight; })];
        mines[search_.variables.order[step]] = way.mines;
        now = way.state;
        left = i64(whole) - i64(way.mines);
    }
    return Solved::done;
}

// After count() and join(): draws a layout, as one byte per cell of the board, 1 for a mine.
inline Solved Solver::draw_layout(u64 key, u8* mined) {
    Dice dice(key);
    const Weights& whole = tree_.whole();
    const u64 number = dice.pick(whole.size(), [&](u64 i) { return whole.value[i] * outside_[i]; });
    tree_.draw(number, dice);
    if (!portions_.resize(problem.groups.size())) return Solved::out_of_memory;
    for (u64 c = 0; c < problem.components.size(); ++c) {
        const Component& component = problem.components[c];
        const Solved found = frontiers_[c]->draw(*specs_[c], tree_.leaf(c).drawn, dice, drawn_);
        if (found != Solved::done) return found;
        for (u32 i = 0; i < component.groups; ++i) {
            const u32 group = problem.group_order[component.first_group + i];
            portions_[group] = Portion{problem.groups[group].size, drawn_[i]};
        }
    }
    Portion unseen{problem.unseen, u64(problem.mines_left - whole.low - i64(number))};
    for (u64 i = 0; i < problem.g->cells; ++i) {
        const Cell cell = problem.cells[i];
        if (cell != Cell::unknown) {
            mined[i] = cell == Cell::shown_mine || cell == Cell::proven_mine;
        } else {
            const u32 frontier = problem.frontier_of[i];
            mined[i] = (frontier == no_group ? unseen : portions_[problem.group_of[frontier]]).take(dice);
        }
    }
    return Solved::done;
}

inline Solved Solver::sample_layouts(const std::int32_t* codes, u64 mines, bool trust_flags, u64 seed, u64 name, u64 first_index,
                                     u64 count_wanted, const Limits& limits, u8* bits) {
    const u64 cells = problem.g->cells, row = (cells + 7) / 8;
    if (!mined_.resize(cells)) return Solved::out_of_memory;
    Solved found = weigh_layouts(codes, mines, trust_flags, limits);
    for (u64 i = 0; i < count_wanted && found == Solved::done; ++i, bits += row) {
        if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
        found = draw_layout(stream_key(seed, name, first_index + i), mined_.data());
        for (u64 b = 0; b < row; ++b) bits[b] = 0;
        for (u64 cell = 0; cell < cells; ++cell) bits[cell >> 3] |= u8(mined_[cell] << (cell & 7));
    }
    return found;
}

inline Solved Solver::weigh_layouts(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits) {
    Solved found = begin(codes, mines, trust_flags, limits.bytes);
    if (found == Solved::done) found = count(limits, false, false);
    return found == Solved::done ? join(limits) : found;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
