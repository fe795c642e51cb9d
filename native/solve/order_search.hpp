// Searches for a variable order whose states fit into the limits.
#pragma once

#include "solve/variable_order.hpp"
#include "solve/scaled.hpp"
#include "solve/states.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class OrderSearch {
  public:
    VariableOrder variables;
    Pruning pruning;
    States states;

    // Finds all states that can lead to between `fewest_mines` and `most_mines` mines, and perhaps others.
    Solved find(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits);

    // Tries several orders and chooses the best, with its checks and bounds; `log2_states` is its estimated number of
    // states.
    Solved find_order(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits);
    double log2_states = 0;

    // Uses the narrow order, as a fallback if the search takes too long.
    Solved take_narrow(const Spec& spec, const Limits& limits) { return take(spec, 0, limits); }

    // Estimates the number of states that one order needs, as `log2_states`; a better order may need fewer.
    Solved predict(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits);

  private:
    struct Candidate {
        double log2_states;
        u64 number;
    };

    static constexpr u64 kept = 8;  // orders that get a second trial

    // Whether a component has just one group and one clue, as about half of all components in real games do.
    static bool is_single(const Spec& spec) {
        return spec.groups() == 1 && spec.equations() == 1 && !spec.marked[0] && spec.rest[0] >= 0 &&
               spec.rest[0] <= i64(spec.size[0]);
    }

    // Order 0 is the narrow one; the others finish equations, starting from each in turn, then partly at random.
    Solved take(const Spec& spec, u64 number, const Limits& limits);
    Solved in_order(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits, u64 most_states);
    Solved attempt(const Spec& spec, u64 number, i64 fewest_mines, i64 most_mines, const Limits& limits, u64 most_states);
    Solved try_out(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits, u64 most_states,
                   double log2_enough, Candidate& candidate);
    Solved rank(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits, u64 first, u64 step, u64 end);
    Solved rank_all(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits, bool thoroughly);
    Solved look_closer(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits, u64 orders);
    void sort_candidates();
    double most_of_layer(const Spec& spec, double enough) const;

    Array<Candidate> candidates_;
    Array<u32> number_;
    Array<i64> cells_;   // of each equation
};

inline Solved OrderSearch::take(const Spec& spec, u64 number, const Limits& limits) {
    const u64 equations = spec.equations();
    if (number == 0) {
        const Solved found = variables.choose(spec, limits);
        if (found != Solved::done) return found;
    } else if (!variables.by_equations(spec, u32((number - 1) % equations), (number - 1) / equations * number)) {
        return Solved::out_of_memory;
    }
    return pruning.find(spec, variables.order, limits);
}

inline Solved OrderSearch::in_order(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits,
                                  u64 most_states) {
    Limits own = limits;
    own.states = limits.states < most_states ? limits.states : most_states;
    Solved found = states.begin(spec, variables.order.data(), pruning, fewest_mines, most_mines, own);
    for (u32 step = 0; found == Solved::done && step < spec.groups(); ++step) found = states.extend(step);
    if (found == Solved::done) states.finish();
    return found;
}

inline Solved OrderSearch::attempt(const Spec& spec, u64 number, i64 fewest_mines, i64 most_mines, const Limits& limits,
                                 u64 most_states) {
    const Solved taken = take(spec, number, limits);
    return taken != Solved::done ? taken : in_order(spec, fewest_mines, most_mines, limits, most_states);
}

// An upper bound on the number of states in the newest layer: they differ only in the open equations' remaining mines.
inline double OrderSearch::most_of_layer(const Spec& spec, double enough) const {
    double most = double(states.counts);
    for (u32 e = 0; e < spec.equations() && most < enough; ++e) {
        if (!states.is_active(e)) continue;
        const i64 rest = spec.rest[e], left = states.cells_left(e), taken = cells_[e] - left;
        const i64 high = rest < left ? rest : left, low = rest > taken ? rest - taken : 0;
        most *= double(high - low + 1);
    }
    return most;
}

// Estimates the states of an order: layers are thinned evenly to a few states, and a factor makes up for the dropped
// ones, up to the bound of `most_of_layer`. Beyond `enough`, the estimate isn't refined.
inline Solved OrderSearch::try_out(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits, u64 most_states,
                                 double log2_enough, Candidate& candidate) {
    const Solved taken = take(spec, candidate.number, limits);
    if (taken != Solved::done) return taken;
    if (!cells_.fill(spec.equations(), 0)) return Solved::out_of_memory;
    for (u32 e = 0; e < spec.equations(); ++e) {
        for (u32 j = spec.groups_first[e]; j < spec.groups_first[e + 1]; ++j) cells_[e] += spec.size[spec.groups_of[j]];
    }
    double most = 0;
    const double enough = log2_enough < 1000 ? power_of_two(i64(log2_enough) + 1) : 1e300;
    // A sample that dies out early by chance looks cheap, so draw another one.
    for (u64 turn = 0; turn < 3; ++turn) {
        Limits own = limits;
        own.states = ~u64{0};
        Solved found = states.begin(spec, variables.order.data(), pruning, fewest_mines, most_mines, own);
        double factor = 1, sum = 0;
        for (u32 step = 0; found == Solved::done && step < spec.groups(); ++step) {
            found = states.extend(step);
            if (found != Solved::done) break;
            const u64 count = states.state.size() - states.layer.last();
            const double layer = factor * double(count);
            if (layer > double(count)) {
                const double bound = most_of_layer(spec, layer);
                if (bound < layer) factor *= bound / layer;
            }
            sum += factor * double(count);
            if (sum > enough) break;
            if (count <= most_states) continue;
            if (!number_.resize(count)) return Solved::out_of_memory;
            const double share = double(most_states) / double(count);
            const double shift = double(stream_value(turn, step) >> 11) * 0x1p-53;
            u32 kept = 0;
            for (u64 s = 0; s < count; ++s) {
                const bool keep = double(s + 1) * share - shift > double(kept);
                number_[s] = keep ? kept++ : States::no_edge;
            }
            states.keep(number_, step);
            factor *= double(count) / double(kept);
        }
        if (found != Solved::done && found != Solved::contradiction) return found;
        most = sum > most ? sum : most;
        if (found == Solved::done) break;
    }
    candidate.log2_states = 0;
    for (; most > 2; most *= 0.5) candidate.log2_states += 1;
    candidate.log2_states += most - 1;
    return Solved::done;
}

inline void OrderSearch::sort_candidates() {
    for (u64 i = 1; i < candidates_.size(); ++i) {
        const Candidate own = candidates_[i];
        u64 at = i;
        for (; at > 0 && candidates_[at - 1].log2_states > own.log2_states; --at) candidates_[at] = candidates_[at - 1];
        candidates_[at] = own;
    }
}

// Adds the results of small trials of some orders, best first.
inline Solved OrderSearch::rank(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits, u64 first, u64 step,
                              u64 end) {
    if (!candidates_.reserve(candidates_.size() + (end - first) / step + 1)) return Solved::out_of_memory;
    for (u64 number = first; number < end; number += step) {
        Candidate candidate{0, number};
        const double enough = candidates_.size() < kept ? 1e9 : candidates_[kept - 1].log2_states;
        const Solved found = try_out(spec, fewest_mines, most_mines, limits, 200, enough, candidate);
        if (found != Solved::done) return found;
        candidates_.push(candidate);
        sort_candidates();
    }
    return Solved::done;
}

// Tries many orders in small trials, and the best of them in larger trials.
inline Solved OrderSearch::rank_all(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits, bool thoroughly) {
    const u64 work = u64(spec.equations()) * spec.equations() * spec.groups() + 1;
    const u64 wanted = 2 * u64(spec.equations()) + 20;
    u64 tries = (thoroughly ? 300000000 : 50000000) / work;
    tries = tries == 0 ? 1 : tries < 4 ? 4 : tries > wanted ? wanted : tries;
    candidates_.clear();
    Solved found = rank(spec, fewest_mines, most_mines, limits, 0, 1, tries);
    if (found != Solved::done) return found;
    return look_closer(spec, fewest_mines, most_mines, limits, thoroughly ? kept : 2);
}

// Tries the best orders so far with larger trials; drops the others.
inline Solved OrderSearch::look_closer(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits, u64 orders) {
    if (candidates_.size() > orders) candidates_.resize(orders);
    double best = 1e9;
    for (u64 i = 0; i < candidates_.size(); ++i) {
        const Solved found = try_out(spec, fewest_mines, most_mines, limits, 3000, best + 2, candidates_[i]);
        if (found != Solved::done) return found;
        if (candidates_[i].log2_states < best) best = candidates_[i].log2_states;
    }
    sort_candidates();
    log2_states = best;
    return Solved::done;
}

inline Solved OrderSearch::find_order(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits) {
    // With few allowed states, a better order gains little.
    const Solved found = rank_all(spec, fewest_mines, most_mines, limits, limits.states >= u64{1} << 20);
    if (found != Solved::done) return found;
    return take(spec, candidates_[0].number, limits);
}

inline Solved OrderSearch::predict(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits) {
    candidates_.clear();
    const Solved found = rank(spec, fewest_mines, most_mines, limits, 0, 1, 1);
    if (found == Solved::done) log2_states = candidates_[0].log2_states;
    return found;
}

// No order is best for every boundary, and no formula predicts the best one. So the narrow order gets some states
// first; if that isn't enough, trials of a few orders, then of many, are compared.
inline Solved OrderSearch::find(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits) {
    constexpr u64 few = 20000, some = 1000000, many = 4000000;
    if (spec.groups() == 0) return Solved::contradiction;
    log2_states = 0;
    if (is_single(spec) && spec.rest[0] <= most_mines && limits.states > 1) {
        pruning.clear();
        return variables.order.fill(1, 0) ? states.make_single(u32(spec.rest[0])) : Solved::out_of_memory;
    }
    Solved found = variables.choose(spec, limits);
    if (found != Solved::done) return found;
    pruning.clear();
    found = in_order(spec, fewest_mines, most_mines, limits, few);
    if (found != Solved::over_budget || limits.states <= few) return found;
    // Trials can't see merges with the states that they left out, but larger trials of the best order rarely
    // overestimate by 9 bits.
    const double most = bits_for(double(limits.states)) + 9;
    found = predict(spec, fewest_mines, most_mines, limits);
    if (found == Solved::done) {
        // No other order would save that much.
        if (log2_states > most + 30) return Solved::over_budget;
        found = rank(spec, fewest_mines, most_mines, limits, 1, spec.equations() / 10 + 1, spec.equations() + 1);
    }
    if (found != Solved::done) return found;
    if (candidates_[0].log2_states < 20.5) {
        found = attempt(spec, candidates_[0].number, fewest_mines, most_mines, limits, some);
        if (found != Solved::over_budget) return found;
    }
    // A second, larger trial of two of these orders shows whether searching for the best one pays off.
    found = look_closer(spec, fewest_mines, most_mines, limits, 2);
    if (found != Solved::done) return found;
    if (log2_states > most + 5) return Solved::over_budget;
    found = rank_all(spec, fewest_mines, most_mines, limits, true);
    if (found != Solved::done) return found;
    if (log2_states > most) return Solved::over_budget;
    static constexpr u64 states_of[] = {some, many, ~u64{0}};
    static constexpr u64 orders_of[] = {3, 2, 1};
    for (int round = 0; round < 3; ++round) {
        if (round && limits.states <= states_of[round - 1]) break;
        for (u64 i = 0; i < orders_of[round] && i < candidates_.size(); ++i) {
            found = attempt(spec, candidates_[i].number, fewest_mines, most_mines, limits, states_of[round]);
            if (found != Solved::over_budget) return found;
        }
    }
    return found;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
