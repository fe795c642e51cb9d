// The frontier program (dynamic programming): counts the ways to fill one component's groups, by number of mines.
//
// Groups are processed one by one. After each, the past matters only through the remaining mines of the clues that have
// groups on both sides. Ways that agree on these are merged into one state, which has a weight for every number of
// mines so far, so ways are never enumerated. The order of the groups keeps the boundary narrow.
#pragma once

#include "random/dice.hpp"
#include "solve/order_search.hpp"
#include "solve/resampling.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Frontier {
  public:
    // The weight of m mines with t of them in marked groups is total[t * span + m - low] 2^(tilt (m - low) + exponent).
    Array<double> total;
    i64 low = 0;
    u64 span = 0;            // number of weights: one for each number of mines, from `low` on
    u64 counts = 1;          // number of numbers of marked mines with a weight, from 0 on
    i64 exponent = 0;
    i64 tilt = 0;
    u64 states_used = 0;
    double steps = 0;        // cost of the latest sample; a step is about one multiplication
    bool sampled = false;    // the weights are an estimate
    bool large = false;      // weights may exceed the range of doubles; otherwise they are integers below 2^300

    // Counts all ways with `fewest_mines` to `most_mines` mines, and perhaps others. `wanted_tilt` is only a
    // preference.
    Solved run(const Spec& spec, i64 fewest_mines, i64 most_mines, i64 wanted_tilt, const Limits& limits);
    // Finds an order for samples; falls back to a plain one if searching for a good one exceeds the limits.
    Solved order(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits, const Limits& search);
    // Like run(), but keeps only a random selection of at most `most_states` states per layer. The result is unbiased.
    Solved sample(const Spec& spec, i64 fewest_mines, i64 most_mines, i64 wanted_tilt, u64 most_states, u64 key,
                  const Limits& limits);

    // After run() or sample() without marked groups, given the weight of each number of mines in everything else
    // (weight[m - low], tilted as `total` is): the chance of a mine in each group's cells. Chances of exactly 0 and 1
    // don't depend on the weights.
    Solved expect(const Spec& spec, const double* weight, double* chance, const Limits& limits);

    // Estimates log2 of the number of states that exact counting needs.
    Solved predict(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits, double& log2_states);

    // After run() without marked groups: the number of ways for each number of mines, modulo a prime below 2^31.
    Solved count_modulo(const Spec& spec, u64 prime, const Limits& limits, Array<u64>& ways);

    // After run() without marked groups: draws a way with low + number mines, all equally likely, and stores its mines
    // per group (layout_sampling.hpp).
    Solved draw(const Spec& spec, u64 number, Dice& dice, Array<u32>& mines);

    u64 bytes() const { return states_.bytes() + forward_.bytes() + backward_.bytes() + ways_.bytes() + raise_.bytes(); }
    void release() {
        states_.release();
        forward_.release();
        backward_.release();
        ways_.release();
        raise_.release();
    }

  private:
    Solved resample(const Spec& spec, u32 step);
    bool mark_dead_ends(u32 groups);
    bool fill_binomials(const Spec& spec, u32 step, i64& extra);
    void scale(Array<double>& weights, u64 begin, u64 end, i64& power) const;
    bool advance(const Spec& spec, u32 step);
    Solved sum_up(const Spec& spec);
    u64 length(const States::State& state) const { return u64(i64(state.high) - state.low + 1); }

    OrderSearch search_;
    States& states_ = search_.states;
    Resampling resampling_;
    Array<u32> number_;
    bool ordered_ = false;   // trials have found an order for samples
    Array<double> forward_, backward_, binomial_, mass_, raise_, own_raise_;
    Array<i64> exponents_;
    Array<u64> ways_;
    u64 numbers_ = 0;        // total number of weights stored

    struct Way {             // a predecessor of a state
        u64 state;           // the previous state
        u32 mines;           // mines in the group between the two states
        double weight;
    };
    Array<Way> ways_here_;
};

// Drops states that can't be completed, before any weights are added up. Returns false if none is left.
inline bool Frontier::mark_dead_ends(u32 groups) {
    Array<States::State>& state = states_.state;
    for (u32 step = groups; step-- > 0;) {
        const u64 next = states_.layer[step + 1];
        for (u64 s = states_.layer[step]; s < next; ++s) {
            bool alive = false;
            for (u32 i = 0; i < state[s].count && !alive; ++i) {
                const u32 edge = states_.edge[state[s].edge_first + i];
                alive = edge != States::no_edge && state[next + edge].place != States::dead;
            }
            if (!alive) state[s].place = States::dead;
        }
    }
    return state[0].place != States::dead;
}

inline bool Frontier::fill_binomials(const Spec& spec, u32 step, i64& extra) {
    const u32 group = search_.variables.order[step], size = spec.size[group];
    u32 most = spec.most_mines(group), least = most;
    extra = 0;
    if (!large) return binomials(size, most, binomial_);
    // Use only numbers of mines that occur: in a large group, the binomials of other numbers would be far larger.
    u32 highest = 0;
    for (u64 s = states_.layer[step]; s < states_.layer[step + 1]; ++s) {
        const States::State& state = states_.state[s];
        if (state.count == 0) continue;
        least = state.least < least ? state.least : least;
        highest = state.least + state.count - 1 > highest ? state.least + state.count - 1 : highest;
    }
    most = highest > least ? highest : least;
    return tilted_binomials(size, least, most, tilt, binomial_, exponents_, extra);
}

// Scales the weights of a layer back into range, and keeps nonzero ones above 0.
inline void Frontier::scale(Array<double>& weights, u64 begin, u64 end, i64& power) const {
    if (!large) return;
    double most = 0;
    for (u64 i = begin; i < end; ++i) most = weights[i] > most ? weights[i] : most;
    if (most == 0) return;
    i64 shift = 0;
    if (most > 0x1p200 || most < 0.5) shift = exponent_of(most);
    power += shift;
    const double factor = power_of_two(-shift);
    for (u64 i = begin; i < end; ++i) {
        const double own = weights[i] * factor;
        weights[i] = weights[i] > 0 && own < least_weight ? least_weight : own;
    }
}

// Computes the weights of the layer after a step from the previous layer's weights.
inline bool Frontier::advance(const Spec& spec, u32 step) {
    i64 extra;
    if (!fill_binomials(spec, step, extra)) return false;
    const u64 next = states_.layer[step + 1];
    for (u64 s = states_.layer[step]; s < next; ++s) {
        const States::State& state = states_.state[s];
        if (state.place == States::dead) continue;
        const double* from = &forward_[state.place];
        const u64 own = length(state);
        for (u32 i = 0; i < state.count; ++i) {
            const u32 edge = states_.edge[state.edge_first + i];
            if (edge == States::no_edge) continue;
            const States::State& target = states_.state[next + edge];
            if (target.place == States::dead) continue;
            const u32 k = state.least + i;
            const double ways = binomial_[k];
            double* HS_RESTRICT to = &forward_[target.place + u64(i64(state.low) + k - target.low)];
            for (u64 m = 0; m < own; ++m) to[m] += ways * from[m];
        }
    }
    exponent += extra;
    return true;
}

inline Solved Frontier::sum_up(const Spec& spec) {
    const u64 last = states_.layer[spec.groups()], end = states_.state.size();
    counts = states_.counts;
    low = 0;
    i64 high = 0;
    for (u64 s = last; s < end; ++s) {
        if (s == last || states_.state[s].low < low) low = states_.state[s].low;
        if (s == last || states_.state[s].high > high) high = states_.state[s].high;
    }
    span = u64(high - low + 1);
    exponent += tilt * low;  // the tilt applies to every mine, including the first `low`
    if (!total.fill(span * counts, 0.0)) return Solved::out_of_memory;
    for (u64 s = last; s < end; ++s) {
        const States::State& state = states_.state[s];
        double* to = &total[states_.marked_mines(s - last) * span + u64(state.low - low)];
        for (u64 m = 0; m < length(state); ++m) to[m] += forward_[state.place + m];
    }
    return Solved::done;
}

inline Solved Frontier::run(const Spec& spec, i64 fewest_mines, i64 most_mines, i64 wanted_tilt, const Limits& limits) {
    sampled = false;
    raise_.clear();
    const Solved found = search_.find(spec, fewest_mines, most_mines, limits);
    ordered_ = false;
    states_used = states_.state.size();
    if (found != Solved::done) return found;
    large = spec.cells > 300;
    tilt = large ? wanted_tilt : 0;
    const u32 groups = spec.groups();
    if (!mark_dead_ends(groups)) return Solved::contradiction;
    numbers_ = 0;
    for (u64 s = 0; s < states_.state.size(); ++s) {
        States::State& state = states_.state[s];
        if (state.place == States::dead) continue;
        state.place = numbers_;
        numbers_ += length(state);
    }
    if (numbers_ * 2 * sizeof(double) + states_.bytes() > limits.bytes) return Solved::over_budget;
    if (!forward_.fill(numbers_, 0.0)) return Solved::out_of_memory;
    forward_[0] = 1;
    exponent = 0;
    u64 begin = 1;  // the first state has a single weight
    for (u32 step = 0; step < groups; ++step) {
        if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
        if (!advance(spec, step)) return Solved::out_of_memory;
        if (!large) continue;
        u64 end = begin;
        const u64 layer_end = states_.layer[step + 2];
        for (u64 s = states_.layer[step + 1]; s < layer_end; ++s) {
            if (states_.state[s].place != States::dead) end += length(states_.state[s]);
        }
        scale(forward_, begin, end, exponent);
        begin = end;
    }
    return sum_up(spec);
}

// Resamples the newest layer, whose weights are known, down to the allowed size.
inline Solved Frontier::resample(const Spec& spec, u32 step) {
    Array<States::State>& state = states_.state;
    const u64 base = states_.layer.last(), count = state.size() - base;
    if (!mass_.resize(count)) return Solved::out_of_memory;
    for (u64 s = 0; s < count; ++s) {
        double sum = 0;
        for (u64 m = 0; m < length(state[base + s]); ++m) sum += forward_[state[base + s].place + m];
        mass_[s] = sum;
    }
    if (!resampling_.choose(spec, states_, step, mass_, number_, own_raise_)) return Solved::out_of_memory;
    u64 place = state[base].place;
    u64 kept = 0;
    for (u64 s = 0; s < count; ++s) {
        if (number_[s] == States::no_edge) continue;
        States::State& own = state[base + s];
        for (u64 m = 0; m < length(own); ++m) forward_[place + m] = forward_[own.place + m] * own_raise_[s];
        own.place = place;
        place += length(own);
        raise_.push(own_raise_[s]);
        ++kept;
    }
    forward_.resize(place);
    states_.keep(number_, step);
    return raise_.failed() ? Solved::out_of_memory : kept ? Solved::done : Solved::contradiction;
}

inline Solved Frontier::order(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits,
                              const Limits& search) {
    ordered_ = false;
    if (spec.groups() == 0) return Solved::contradiction;
    Solved found = search_.find_order(spec, fewest_mines, most_mines, search);
    if (found == Solved::stopped || found == Solved::over_budget) found = search_.take_narrow(spec, limits);
    ordered_ = found == Solved::done;
    return found;
}

inline Solved Frontier::predict(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits,
                                double& log2_states) {
    ordered_ = false;
    const Solved found = search_.predict(spec, fewest_mines, most_mines, limits);
    log2_states = found == Solved::done ? search_.log2_states : 0;
    return found;
}

inline Solved Frontier::sample(const Spec& spec, i64 fewest_mines, i64 most_mines, i64 wanted_tilt, u64 most_states, u64 key,
                               const Limits& limits) {
    sampled = true;
    large = true;  // each state may now represent many others
    tilt = wanted_tilt;
    exponent = 0;
    const u32 groups = spec.groups();
    steps = 0;
    if (!ordered_) return Solved::contradiction;
    resampling_.most_states = most_states;
    resampling_.key = key;
    const double density = tilt >= 0 ? 1 / (1 + 1 / power_of_two(-tilt)) : 1 - 1 / (1 + 1 / power_of_two(tilt));
    const u32* order = search_.variables.order.data();
    if (!resampling_.prepare(spec, order, density)) return Solved::out_of_memory;
    Solved found = states_.begin(spec, order, search_.pruning, fewest_mines, most_mines, limits);
    if (found != Solved::done) return found;
    raise_.clear();
    raise_.push(1);
    forward_.clear();
    forward_.push(1);
    if (raise_.failed() || forward_.failed()) return Solved::out_of_memory;
    for (u32 step = 0; step < groups; ++step) {
        found = states_.extend(step);
        if (found != Solved::done) return found;
        u64 place = forward_.size();
        const u64 begin = place, edges = states_.edge.size() - states_.state[states_.layer[step]].edge_first;
        for (u64 s = states_.layer.last(); s < states_.state.size(); ++s) {
            states_.state[s].place = place;
            place += length(states_.state[s]);
        }
        if (place * 2 * sizeof(double) + states_.bytes() > limits.bytes) return Solved::over_budget;
        if (!forward_.resize(place)) return Solved::out_of_memory;
        for (u64 i = begin; i < place; ++i) forward_[i] = 0;
        if (!advance(spec, step)) return Solved::out_of_memory;
        scale(forward_, begin, place, exponent);
        found = resample(spec, step);
        if (found != Solved::done) return found;
        scale(forward_, begin, forward_.size(), exponent);
        // Finding a state takes about as long as twenty multiplications, and its weights are read forwards and
        // backwards.
        steps += 20 * double(edges) + 6 * double(place - begin) + resampling_.steps;
    }
    states_.finish();
    states_used = states_.state.size();
    numbers_ = forward_.size();
    if (!mark_dead_ends(groups)) return Solved::contradiction;
    return sum_up(spec);
}

inline Solved Frontier::expect(const Spec& spec, const double* weight, double* chance, const Limits& limits) {
    const u32 groups = spec.groups();
    if (!backward_.fill(numbers_, 0.0)) return Solved::out_of_memory;
    const Array<States::State>& state = states_.state;
    for (u64 s = states_.layer[groups]; s < state.size(); ++s) {
        const double own_raise = sampled ? raise_[s] : 1;
        for (u64 m = 0; m < length(state[s]); ++m) {
            backward_[state[s].place + m] = weight[u64(state[s].low - low) + m] * own_raise;
        }
    }
    u64 end = numbers_;
    for (u32 step = groups; step-- > 0;) {
        if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
        const u32 group = search_.variables.order[step], size = spec.size[group];
        i64 extra;
        if (!fill_binomials(spec, step, extra)) return Solved::out_of_memory;
        double with_mines = 0, with_safe = 0;
        u64 begin = end;
        const u64 next = states_.layer[step + 1];
        for (u64 s = next; s-- > states_.layer[step];) {
            const States::State& own = state[s];
            if (own.place == States::dead) continue;
            begin = own.place;
            const double* forward = &forward_[own.place];
            double* HS_RESTRICT backward = &backward_[own.place];
            const u64 numbers = length(own);
            for (u32 i = 0; i < own.count; ++i) {
                const u32 edge = states_.edge[own.edge_first + i];
                if (edge == States::no_edge) continue;
                const States::State& target = state[next + edge];
                if (target.place == States::dead) continue;
                const u32 k = own.least + i;
                const double ways = binomial_[k];
                const double* from = &backward_[target.place + u64(i64(own.low) + k - target.low)];
                double sum = 0;
                for (u64 m = 0; m < numbers; ++m) {
                    backward[m] += ways * from[m];
                    sum += forward[m] * from[m];
                }
                with_mines += double(k) * ways * sum;
                with_safe += double(size - k) * ways * sum;
            }
            for (u64 m = 0; sampled && m < numbers; ++m) backward[m] *= raise_[s];
        }
        const double part = with_mines / (with_mines + with_safe);
        chance[group] = with_mines == 0 ? 0 : with_safe == 0 ? 1 : part < 0x1p-1000 ? 0x1p-1000
                        : part > 1 - 0x1p-53                     ? 1 - 0x1p-53
                                                                 : part;
        i64 unused = 0;
        scale(backward_, begin, end, unused);
        end = begin;
    }
    return Solved::done;
}

inline Solved Frontier::count_modulo(const Spec& spec, u64 prime, const Limits& limits, Array<u64>& ways) {
    const u32 groups = spec.groups();
    Array<u64> row;
    if (!ways_.fill(numbers_, 0) || !ways.fill(span, 0)) return Solved::out_of_memory;
    const Array<States::State>& state = states_.state;
    ways_[0] = 1;
    for (u32 step = 0; step < groups; ++step) {
        const u32 group = search_.variables.order[step], size = spec.size[group], most = spec.most_mines(group);
        if (most >= prime || !row.resize(u64(most) + 1)) return Solved::out_of_memory;
        // Binomials by modular inverses: x^(prime - 2) is the inverse of x.
        row[0] = 1;
        for (u32 k = 0; k < most; ++k) {
            u64 inverse = 1, power = k + 1;
            for (u64 e = prime - 2; e; e >>= 1) {
                if (e & 1) inverse = inverse * power % prime;
                power = power * power % prime;
            }
            row[k + 1] = row[k] * ((size - k) % prime) % prime * inverse % prime;
        }
        const u64 next = states_.layer[step + 1];
        for (u64 s = states_.layer[step]; s < next; ++s) {
            if (limits.stop && (s & 255) == 0 && limits.stop(limits.stop_with)) return Solved::stopped;
            if (state[s].place == States::dead) continue;
            for (u32 i = 0; i < state[s].count; ++i) {
                const u32 edge = states_.edge[state[s].edge_first + i];
                if (edge == States::no_edge || state[next + edge].place == States::dead) continue;
                const States::State& target = state[next + edge];
                const u32 k = state[s].least + i;
                u64* to = &ways_[target.place + u64(i64(state[s].low) + k - target.low)];
                for (u64 m = 0; m < length(state[s]); ++m) to[m] = (to[m] + row[k] * ways_[state[s].place + m]) % prime;
            }
        }
    }
    for (u64 s = states_.layer[groups]; s < state.size(); ++s) {
        for (u64 m = 0; m < length(state[s]); ++m) {
            u64& sum = ways[u64(state[s].low - low) + m];
            sum = (sum + ways_[state[s].place + m]) % prime;
        }
    }
    return Solved::done;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
