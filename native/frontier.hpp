// The frontier programme: how many ways one component's groups can hold mines, by number of mines.
//
// Groups are taken one after the other. Between two groups the past matters only by what is left of the clues that have
// groups on both sides, so ways that agree on that are merged into one state; a state holds a weight for every number of
// mines so far. Nothing is enumerated. The order of the groups keeps the boundary narrow.
#pragma once

#include "kernels.hpp"
#include "problem.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// One component on its own: sizes of groups, equations over them, in any order.
struct Spec {
    Array<u32> size;
    Array<u32> first;        // group -> start in `equation`, one more than groups
    Array<u32> equation;
    Array<i64> rest;         // per equation
    Array<u8> marked;        // per group: its mines are counted apart

    void clear() {
        size.clear();
        first.clear();
        equation.clear();
        rest.clear();
        marked.clear();
    }
    bool failed() const {
        return size.failed() || first.failed() || equation.failed() || rest.failed() || marked.failed();
    }
    u32 groups() const { return u32(size.size()); }
    u32 equations() const { return u32(rest.size()); }
};

constexpr int key_words = 4;

struct Key {
    u64 word[key_words];
};

class Frontier {
  public:
    // The weight of m mines with t of them in marked groups is total[t][m - low], in units of 2^exponent.
    Array<double> total;
    i64 low = 0;
    u64 span = 0;            // numbers of mines, from `low` on
    u64 counts = 1;          // numbers of marked mines, from 0 on
    i64 exponent = 0;
    u64 states_used = 0;
    u32 attempts = 0;

    Solved run(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits);

    // After run() without marked groups, given the weight of each number of mines in everything else (weight[m - low]):
    // the weight of all layouts, and for each group of the spec the weighted mines and safe cells in it.
    bool expect(const Spec& spec, const double* weight, double& all, double* mines, double* safe);

    // After run() without marked groups: the number of ways for each number of mines, modulo a prime below 2^31.
    bool count_modulo(const Spec& spec, u64 prime, Array<u64>& ways);

  private:
    static constexpr u32 none_edge = ~u32{0};  // a way that can't be finished

    struct State {
        u32 edge_first;      // into edges_
        u16 least, count;    // mines of this group: least .. least + count - 1
        i32 low, high;       // mines so far
        u64 place;           // of its weights
        bool alive;
    };

    void choose_order(const Spec& spec);
    void find_bounds(const Spec& spec);
    void find_checks(const Spec& spec);
    void order_by_equations(const Spec& spec, u32 start, Array<u32>& order);
    Solved discover_in_order(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits);
    double order_from(const Spec& spec, u32 start, Array<u32>& order);
    Solved discover(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits);
    template <int Words>
    Solved discover_words(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits);

    struct Term {
        u32 equation;
        i64 factor;
    };
    struct Check {
        u32 first, count;    // its terms
        i64 divisor;         // how often the group occurs in the combination
    };
    Array<u32> bound_first_, bound_of_;
    Array<u8> marks_;
    Array<Check> checks_;
    Array<Term> check_terms_;
    Array<i64> rows_, products_;
    Array<u8> usable_;
    Array<u32> order_, first_order_, trial_;
    Array<u32> groups_first_, groups_of_;   // equation -> groups
    Array<u32> undone_;                     // per equation: groups not yet taken
    Array<u32> room_;                       // per equation: cells not yet taken
    Array<u8> taken_, active_;
    Array<u32> candidates_, queue_;
    Array<u32> distance_;
    Array<u32> slot_of_, free_slots_;
    Array<Key> keys_, next_keys_;
    Array<State> states_;
    Array<u32> edges_;
    Array<u64> layer_;                      // first state of each layer, and the end
    Array<u32> table_;
    Array<double> forward_, backward_;
    Array<u64> ways_;
    Array<double> binomial_;                // of the group at hand
    int slot_bits_ = 0, slots_per_word_ = 0, counter_slot_ = -1;
    u64 numbers_ = 0;                       // weights in all
};

HS_INLINE double bits_for(double number) {
    double bits = 0;
    while (number > 1) {
        number *= 0.5;
        bits += 1;
    }
    return bits;
}

// An order that starts with one group and goes on with whichever leaves the narrowest boundary. Returns an estimate of the
// number of states it will take.
inline double Frontier::order_from(const Spec& spec, u32 start, Array<u32>& order) {
    const u32 groups = spec.groups(), equations = spec.equations();
    order.clear();
    taken_.fill(groups, 0);
    active_.fill(equations, 0);
    for (u32 e = 0; e < equations; ++e) undone_[e] = groups_first_[e + 1] - groups_first_[e];
    candidates_.clear();
    candidates_.push(start);
    taken_[start] = 1;  // 1: a candidate, 2: taken
    double width = 0, cost = 0;
    while (order.size() < groups) {
        u32 best = 0;
        double best_score = 1e300;
        for (u32 c = 0; c < candidates_.size(); ++c) {
            const u32 group = candidates_[c];
            double score = 0;
            for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
                const u32 e = spec.equation[i];
                const double weight = distance_[e] * 0.25;
                if (!active_[e]) score += undone_[e] > 1 ? weight : 0;
                else if (undone_[e] == 1) score -= weight;
                else score -= 0.125 * weight / undone_[e];  // nearer to its end
            }
            if (score < best_score) {
                best_score = score;
                best = c;
            }
        }
        const u32 group = candidates_[best];
        // The order of candidates is kept, so that of equals the oldest is taken: the boundary moves like a front.
        for (u64 c = best; c + 1 < candidates_.size(); ++c) candidates_[c] = candidates_[c + 1];
        candidates_.resize(candidates_.size() - 1);
        taken_[group] = 2;
        order.push(group);
        for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
            const u32 e = spec.equation[i];
            const double weight = distance_[e] * 0.25;
            --undone_[e];
            if (!active_[e]) {
                active_[e] = 1;
                if (undone_[e]) width += weight;
                for (u32 j = groups_first_[e]; j < groups_first_[e + 1]; ++j) {
                    if (taken_[groups_of_[j]] == 0) {
                        taken_[groups_of_[j]] = 1;
                        candidates_.push(groups_of_[j]);
                    }
                }
            } else if (undone_[e] == 0) {
                width -= weight;
            }
        }
        double states = 1;
        for (double bits = width; bits > 0; bits -= 1) states *= bits >= 1 ? 2 : 1 + bits;
        cost += states;
        if (candidates_.size() == 0 && order.size() < groups) {
            // Groups without any equation in common with the others: only where marking has split a component.
            for (u32 other = 0; other < groups; ++other) {
                if (taken_[other] == 0) {
                    taken_[other] = 1;
                    candidates_.push(other);
                    break;
                }
            }
        }
    }
    return cost;
}

// An order that finishes one equation after the other, always the one with the fewest ways left to fill it. On wide
// boundaries, where every group touches most equations anyway, finished equations are what keeps the states few.
inline void Frontier::order_by_equations(const Spec& spec, u32 start, Array<u32>& order) {
    const u32 groups = spec.groups(), equations = spec.equations();
    order.clear();
    taken_.fill(groups, 0);
    for (u32 e = 0; e < equations; ++e) {
        undone_[e] = groups_first_[e + 1] - groups_first_[e];
        room_[e] = 0;
        for (u32 j = groups_first_[e]; j < groups_first_[e + 1]; ++j) room_[e] += spec.size[groups_of_[j]];
    }
    u32 now = start;
    while (order.size() < groups) {
        // Of the equation's groups first those in the most finished other equations.
        while (undone_[now]) {
            u32 best = groups;
            double best_score = -1e300;
            for (u32 j = groups_first_[now]; j < groups_first_[now + 1]; ++j) {
                const u32 group = groups_of_[j];
                if (taken_[group]) continue;
                double score = 0;
                for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
                    score += 1.0 / double(undone_[spec.equation[i]]);
                }
                if (score > best_score) {
                    best_score = score;
                    best = group;
                }
            }
            taken_[best] = 1;
            order.push(best);
            for (u32 i = spec.first[best]; i < spec.first[best + 1]; ++i) {
                --undone_[spec.equation[i]];
                room_[spec.equation[i]] -= spec.size[best];
            }
        }
        double fewest = 1e300;
        for (u32 e = 0; e < equations; ++e) {
            if (!undone_[e]) continue;
            const double cost = double(undone_[e]);
            if (cost < fewest) {
                fewest = cost;
                now = e;
            }
        }
    }
}

inline void Frontier::choose_order(const Spec& spec) {
    const u32 groups = spec.groups(), equations = spec.equations();
    groups_first_.fill(equations + 1, 0);
    for (u64 i = 0; i < spec.equation.size(); ++i) ++groups_first_[spec.equation[i]];
    u32 sum = 0;
    for (u32 e = 0; e <= equations; ++e) {
        const u32 own = groups_first_[e];
        groups_first_[e] = sum;
        sum += own;
    }
    groups_of_.resize(sum);
    undone_.fill(equations, 0);
    room_.fill(equations, 0);
    for (u32 group = 0; group < groups; ++group) {
        for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
            const u32 e = spec.equation[i];
            groups_of_[groups_first_[e] + undone_[e]++] = group;
            room_[e] += spec.size[group];
        }
    }
    // What an open equation costs, in quarter bits: how many values it may have left.
    distance_.resize(equations > groups ? equations : groups);
    // The first pass walks from any group to one far away, a good end to start from.
    distance_.fill(equations > groups ? equations : groups, 0);
    queue_.clear();
    taken_.fill(groups, 0);
    active_.fill(equations, 0);
    queue_.push(0);
    taken_[0] = 1;
    for (u64 next = 0; next < queue_.size(); ++next) {
        const u32 group = queue_[next];
        for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
            const u32 e = spec.equation[i];
            if (active_[e]) continue;
            active_[e] = 1;
            for (u32 j = groups_first_[e]; j < groups_first_[e + 1]; ++j) {
                if (taken_[groups_of_[j]]) continue;
                taken_[groups_of_[j]] = 1;
                queue_.push(groups_of_[j]);
            }
        }
    }
    const u32 far = queue_.last(), middle = queue_[queue_.size() / 2];
    for (u32 e = 0; e < equations; ++e) {
        const i64 rest = spec.rest[e], room = i64(room_[e]);
        const i64 values = (rest < room - rest ? rest : room - rest) + 1;
        distance_[e] = u32(4 * bits_for(double(values > 1 ? values : 2)));
    }
    double best = order_from(spec, far, order_);
    const u32 starts[] = {0, middle, groups - 1, groups / 2, groups / 3, groups / 4, groups / 5};
    // More starts where much work lies ahead.
    for (u32 start : starts) {
        if (best < 200) break;
        const double cost = order_from(spec, start < groups ? start : 0, trial_);
        if (cost < best) {
            best = cost;
            order_.resize(groups);
            std::memcpy(order_.data(), trial_.data(), groups * sizeof(u32));
        }
    }
}

template <int Words>
Solved Frontier::discover_words(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits) {
    const u32 groups = spec.groups();
    const u64 mask = (u64{1} << slot_bits_) - 1;
    states_.clear();
    edges_.clear();
    layer_.clear();
    keys_.clear();
    keys_.push(Key{});
    states_.push(State{0, 0, 0, 0, 0, 0, true});
    layer_.push(0);
    struct Part {
        int word, shift;
        i64 start;       // the rest, where this group is the first to use the equation; otherwise -1
        i64 room;        // cells of the equation left after this group
    };
    Part part[512];
    for (u32 step = 0; step < groups; ++step) {
        if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
        const u32 group = order_[step];
        const u32 size = spec.size[group];
        const u64 first = layer_.last(), count = states_.size() - first;
        layer_.push(states_.size());
        u64 begin[Words] = {}, delta[Words] = {};
        u32 parts = 0;
        // The check of this step: what is left of open equations, and a number for those that nobody has touched.
        struct Known {
            int word, shift;
            i64 factor;
        };
        Known known[512];
        u32 knowns = 0;
        i64 constant = 0;
        const bool checked = checks_.size() == groups && checks_[step].count && checks_[step].count <= 512;
        for (u32 i = 0; checked && i < checks_[step].count; ++i) {
            const Term& term = check_terms_[checks_[step].first + i];
            if (!active_[term.equation]) {
                constant += term.factor * spec.rest[term.equation];
            } else if (undone_[term.equation]) {
                const int slot = int(slot_of_[term.equation]);
                known[knowns++] = Known{slot / slots_per_word_, slot % slots_per_word_ * slot_bits_, term.factor};
            }
        }
        for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
            const u32 e = spec.equation[i];
            const u32 slot = slot_of_[e];
            room_[e] -= size;
            --undone_[e];
            if (parts == 512) return Solved::over_budget;
            Part& own = part[parts++];
            own.word = int(slot) / slots_per_word_;
            own.shift = int(slot) % slots_per_word_ * slot_bits_;
            own.room = i64(room_[e]);
            own.start = -1;
            if (!active_[e]) {
                active_[e] = 1;
                own.start = spec.rest[e];
                begin[own.word] += u64(own.start) << own.shift;
            }
            delta[own.word] += u64{1} << own.shift;
        }
        // The equations that bound what comes after this group.
        Known need[512], cover[512];
        u32 needs = 0, covers = 0;
        i64 least_constant = 0, most_constant = 0;
        const bool bounded = bound_first_.size() == 2 * u64(groups) + 1;
        for (u32 side = 0; bounded && side < 2; ++side) {
            for (u32 i = bound_first_[2 * step + side]; i < bound_first_[2 * step + side + 1]; ++i) {
                const u32 e = bound_of_[i];
                if (!active_[e]) {
                    (side ? most_constant : least_constant) += spec.rest[e];
                } else if (side ? covers < 512 : needs < 512) {
                    const int slot = int(slot_of_[e]);
                    (side ? cover[covers++] : need[needs++]) =
                        Known{slot / slots_per_word_, slot % slots_per_word_ * slot_bits_, 1};
                }
            }
        }
        const bool counted = counter_slot_ >= 0 && spec.marked[group];
        const int counter_word = counted ? counter_slot_ / slots_per_word_ : 0;
        const u64 counter_unit = counted ? u64{1} << (counter_slot_ % slots_per_word_ * slot_bits_) : 0;
        if (!edges_.reserve(edges_.size() + count * (size + 1))) return Solved::out_of_memory;
        u64 room = 16;
        const u64 guess = count * (size + 1) < 4 * count + 64 ? count * (size + 1) : 4 * count + 64;
        while (room < 2 * guess) room *= 2;
        if (!table_.fill(room, 0)) return Solved::out_of_memory;
        next_keys_.clear();
        for (u64 s = 0; s < count; ++s) {
            const Key key = keys_[s];
            i64 least = 0, most = size;
            for (u32 p = 0; p < parts; ++p) {
                const i64 rest =
                    part[p].start >= 0 ? part[p].start : i64((key.word[part[p].word] >> part[p].shift) & mask);
                if (rest - part[p].room > least) least = rest - part[p].room;
                if (rest < most) most = rest;
            }
            if (checked) {
                i64 sum = constant;
                for (u32 i = 0; i < knowns; ++i) {
                    sum += known[i].factor * i64((key.word[known[i].word] >> known[i].shift) & mask);
                }
                const i64 k = sum / checks_[step].divisor;
                if (k * checks_[step].divisor != sum || k < least || k > most) {
                    most = least - 1;
                } else {
                    least = most = k;
                }
            }
            const i64 low = states_[first + s].low, high = states_[first + s].high;
            if (low + most > most_mines) most = most_mines - low;
            State& state = states_[first + s];
            state.edge_first = u32(edges_.size());
            state.least = u16(least);
            state.count = u16(most < least ? 0 : most - least + 1);
            state.alive = false;
            for (i64 k = least; k <= most; ++k) {
                u64 word[Words];
                u64 hash = 0;
                for (int w = 0; w < Words; ++w) {
                    word[w] = key.word[w] + begin[w] - u64(k) * delta[w];
                    if (counted && w == counter_word) word[w] += u64(k) * counter_unit;
                    hash = (hash ^ word[w]) * 0x9e3779b97f4a7c15u;
                    hash ^= hash >> 32;
                }
                if (bounded) {
                    i64 least_more = least_constant, most_more = most_constant;
                    for (u32 i = 0; i < needs; ++i) least_more += i64((word[need[i].word] >> need[i].shift) & mask);
                    for (u32 i = 0; i < covers; ++i) most_more += i64((word[cover[i].word] >> cover[i].shift) & mask);
                    if (low + k + least_more > most_mines || high + k + most_more < fewest_mines) {
                        edges_.push(none_edge);
                        continue;
                    }
                }
                u64 slot = hash & (room - 1);
                u64 to;
                for (;; slot = (slot + 1) & (room - 1)) {
                    if (table_[slot] == 0) {
                        to = next_keys_.size();
                        Key fresh{};
                        for (int w = 0; w < Words; ++w) fresh.word[w] = word[w];
                        next_keys_.push(fresh);
                        states_.push(State{0, 0, 0, i32(low + k), i32(high + k), 0, false});
                        if (states_.failed() || next_keys_.failed()) return Solved::out_of_memory;
                        table_[slot] = u32(to + 1);
                        if (2 * next_keys_.size() > room) {
                            room *= 2;
                            if (!table_.fill(room, 0)) return Solved::out_of_memory;
                            for (u64 n = 0; n < next_keys_.size(); ++n) {
                                u64 own = 0;
                                for (int w = 0; w < Words; ++w) {
                                    own = (own ^ next_keys_[n].word[w]) * 0x9e3779b97f4a7c15u;
                                    own ^= own >> 32;
                                }
                                u64 place = own & (room - 1);
                                while (table_[place]) place = (place + 1) & (room - 1);
                                table_[place] = u32(n + 1);
                            }
                        }
                        break;
                    }
                    to = table_[slot] - 1;
                    bool same = true;
                    for (int w = 0; w < Words; ++w) same = same && next_keys_[to].word[w] == word[w];
                    if (same) {
                        State& target = states_[layer_.last() + to];
                        if (low + k < target.low) target.low = i32(low + k);
                        if (high + k > target.high) target.high = i32(high + k);
                        break;
                    }
                }
                edges_.push(u32(to));
            }
        }
        if (states_.size() > limits.states || edges_.size() >= (u64{1} << 32) - 1024) return Solved::over_budget;
        if (states_.bytes() + edges_.bytes() + keys_.bytes() + next_keys_.bytes() > limits.bytes) {
            return Solved::over_budget;
        }
        keys_.resize(next_keys_.size());
        if (keys_.failed()) return Solved::out_of_memory;
        if (next_keys_.size()) std::memcpy(keys_.data(), next_keys_.data(), next_keys_.size() * sizeof(Key));
        if (next_keys_.size() == 0) return Solved::contradiction;
    }
    layer_.push(states_.size());
    return Solved::done;
}

HS_INLINE i64 common_divisor(i64 a, i64 b) {
    if (a < 0) a = -a;
    if (b < 0) b = -b;
    while (b) {
        const i64 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// What the groups not yet taken can't undo. Whole combinations of equations in which the groups to come cancel out must
// have nothing left; a combination in which only the next group remains settles that group. The combinations are found from the end:
// all of them cancel where no group is left, and each group put back before them spoils one and changes others.
// States that no later choice could save are left out at once instead of when their last equation is finished.
inline void Frontier::find_checks(const Spec& spec) {
    const u32 groups = spec.groups(), equations = spec.equations();
    constexpr i64 most = 1 << 20;
    checks_.clear();
    check_terms_.clear();
    if (!rows_.fill(u64(equations) * equations, 0) || !checks_.fill(groups, Check{0, 0, 0})) return;
    usable_.fill(equations, 1);
    for (u32 e = 0; e < equations; ++e) rows_[u64(e) * equations + e] = 1;
    for (u32 step = groups; step-- > 0;) {
        const u32 group = order_[step];
        u32 pivot = equations;
        u64 fewest = ~u64{0};
        products_.fill(equations, 0);
        for (u32 row = 0; row < equations; ++row) {
            if (!usable_[row]) continue;
            i64 product = 0;
            for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
                product += rows_[u64(row) * equations + spec.equation[i]];
            }
            products_[row] = product;
            if (!product) continue;
            u64 support = 0;
            for (u32 e = 0; e < equations; ++e) support += rows_[u64(row) * equations + e] != 0;
            if (support < fewest) {
                fewest = support;
                pivot = row;
            }
        }
        if (pivot == equations) continue;
        const i64* own = &rows_[u64(pivot) * equations];
        for (u32 row = 0; row < equations; ++row) {
            if (row == pivot || !products_[row]) continue;
            i64* other = &rows_[u64(row) * equations];
            const i64 divisor = common_divisor(products_[row], products_[pivot]);
            const i64 a = products_[pivot] / divisor, b = products_[row] / divisor;
            i64 common = 0;
            bool fits = true;
            for (u32 e = 0; e < equations; ++e) {
                other[e] = a * other[e] - b * own[e];
                common = common_divisor(common, other[e]);
                fits = fits && other[e] < most && other[e] > -most;
            }
            if (!fits || common == 0) {
                usable_[row] = 0;
                continue;
            }
            for (u32 e = 0; e < equations; ++e) other[e] /= common;
        }
        Check& check = checks_[step];
        check.divisor = products_[pivot];
        check.first = u32(check_terms_.size());
        for (u32 e = 0; e < equations; ++e) {
            if (own[e]) check_terms_.push(Term{e, own[e]});
        }
        check.count = u32(check_terms_.size()) - check.first;
        usable_[pivot] = 0;
    }
}

// Bounds on the mines still to come. Equations that share no group of those to come each need their own mines; and where
// each group to come is in one of some equations, these hold all mines to come. Both are found greedily for each step.
inline void Frontier::find_bounds(const Spec& spec) {
    const u32 groups = spec.groups(), equations = spec.equations();
    bound_first_.clear();
    bound_of_.clear();
    if (!marks_.resize(groups) || !bound_first_.reserve(2 * u64(groups) + 1)) return;
    for (u32 e = 0; e < equations; ++e) undone_[e] = groups_first_[e + 1] - groups_first_[e];
    taken_.fill(groups, 0);
    for (u32 step = 0; step < groups; ++step) {
        taken_[order_[step]] = 1;
        for (u32 i = spec.first[order_[step]]; i < spec.first[order_[step] + 1]; ++i) --undone_[spec.equation[i]];
        for (int cover = 0; cover < 2; ++cover) {
            bound_first_.push(u32(bound_of_.size()));
            for (u32 group = 0; group < groups; ++group) marks_[group] = taken_[group];
            trial_.clear();  // equations that are out of the question
            active_.fill(equations, 0);
            for (;;) {
                u32 best = equations;
                double best_score = 0;
                for (u32 e = 0; e < equations; ++e) {
                    if (!undone_[e] || active_[e]) continue;
                    u32 fresh = 0;
                    for (u32 j = groups_first_[e]; j < groups_first_[e + 1]; ++j) fresh += !marks_[groups_of_[j]];
                    if (!fresh || (!cover && fresh < undone_[e])) {
                        active_[e] = 1;
                        continue;
                    }
                    // The rests of this very moment aren't known; those of the beginning tell the large from the small.
                    const double rest = double(spec.rest[e]) + 0.5;
                    const double score = cover ? double(fresh) / rest : rest / double(fresh);
                    if (score > best_score) {
                        best_score = score;
                        best = e;
                    }
                }
                if (best == equations) break;
                active_[best] = 1;
                bound_of_.push(best);
                for (u32 j = groups_first_[best]; j < groups_first_[best + 1]; ++j) marks_[groups_of_[j]] = 1;
            }
        }
    }
    bound_first_.push(u32(bound_of_.size()));
}

// No order is the best one for every boundary, and no estimate tells beforehand. So cheap tries come first: each order
// gets some states, then each gets more, until one of them is through.
inline Solved Frontier::discover(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits) {
    if (spec.failed() || spec.groups() == 0) return spec.failed() ? Solved::out_of_memory : Solved::contradiction;
    choose_order(spec);
    Limits own = limits;
    own.states = limits.states < 20000 ? limits.states : 20000;
    checks_.clear();
    bound_first_.clear();
    Solved found = discover_in_order(spec, fewest_mines, most_mines, own);
    if (found != Solved::over_budget || limits.states <= own.states) return found;
    first_order_.resize(spec.groups());
    std::memcpy(first_order_.data(), order_.data(), spec.groups() * sizeof(u32));
    while (own.states < limits.states) {
        own.states = own.states * 4 < limits.states ? own.states * 4 : limits.states;
        for (u32 attempt = 0; attempt < 4; ++attempt) {
            if (attempt == 0) {
                std::memcpy(order_.data(), first_order_.data(), spec.groups() * sizeof(u32));
            } else {
                order_by_equations(spec, (attempt - 1) * spec.equations() / 3, order_);
            }
            for (u32 e = 0; e < spec.equations(); ++e) {
                room_[e] = 0;
                for (u32 j = groups_first_[e]; j < groups_first_[e + 1]; ++j) room_[e] += spec.size[groups_of_[j]];
            }
            find_checks(spec);
            find_bounds(spec);
            for (u32 e = 0; e < spec.equations(); ++e) undone_[e] = groups_first_[e + 1] - groups_first_[e];
            found = discover_in_order(spec, fewest_mines, most_mines, own);
            attempts = attempt;
            if (found != Solved::over_budget) return found;
        }
    }
    return found;
}

inline Solved Frontier::discover_in_order(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits) {
    const u32 groups = spec.groups(), equations = spec.equations();
    // Which equations are open at the same time: each takes a slot of the key from its first group to its last.
    slot_of_.fill(equations, 0);
    free_slots_.clear();
    for (u32 e = 0; e < equations; ++e) undone_[e] = groups_first_[e + 1] - groups_first_[e];
    active_.fill(equations, 0);
    u32 slots = 0;
    i64 most_rest = 1;
    u64 most_marked = 0;
    for (u32 step = 0; step < groups; ++step) {
        const u32 group = order_[step];
        if (spec.size[group] >= 1u << 15) return Solved::over_budget;
        if (spec.marked[group]) most_marked += spec.size[group];
        for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
            const u32 e = spec.equation[i];
            if (!active_[e]) {
                active_[e] = 1;
                if (spec.rest[e] > most_rest) most_rest = spec.rest[e];
                if (free_slots_.size()) {
                    slot_of_[e] = free_slots_.last();
                    free_slots_.resize(free_slots_.size() - 1);
                } else {
                    slot_of_[e] = slots++;
                }
            }
        }
        // Slots are given back only after the whole group, whose equations are all open at once.
        for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
            if (--undone_[spec.equation[i]] == 0) free_slots_.push(slot_of_[spec.equation[i]]);
        }
    }
    counter_slot_ = -1;
    if (most_marked) {
        counter_slot_ = int(slots++);
        if (i64(most_marked) > most_rest) most_rest = i64(most_marked);
    }
    slot_bits_ = 1;
    while ((most_rest >> slot_bits_) != 0) ++slot_bits_;
    slots_per_word_ = 64 / slot_bits_;
    const u32 words = (slots + u32(slots_per_word_) - 1) / u32(slots_per_word_);
    active_.fill(equations, 0);
    for (u32 e = 0; e < equations; ++e) undone_[e] = groups_first_[e + 1] - groups_first_[e];
    if (groups_of_.failed() || slot_of_.failed() || free_slots_.failed() || order_.failed() || active_.failed()) {
        return Solved::out_of_memory;
    }
    counts = most_marked + 1;
    if (words <= 1) return discover_words<1>(spec, fewest_mines, most_mines, limits);
    if (words == 2) return discover_words<2>(spec, fewest_mines, most_mines, limits);
    if (words <= key_words) return discover_words<key_words>(spec, fewest_mines, most_mines, limits);
    return Solved::over_budget;
}

HS_INLINE void binomials(u32 size, Array<double>& row) {
    row.resize(size + 1);
    row[0] = 1;
    for (u32 k = 0; k < size; ++k) row[k + 1] = row[k] * double(size - k) / double(k + 1);
}

inline Solved Frontier::run(const Spec& spec, i64 fewest_mines, i64 most_mines, const Limits& limits) {
    const Solved found = discover(spec, fewest_mines, most_mines, limits);
    states_used = states_.size();
    if (found != Solved::done) return found;
    const u32 groups = spec.groups();
    // States that lead nowhere are left out before anything is added up.
    const u64 last = layer_[groups];
    for (u64 s = last; s < states_.size(); ++s) states_[s].alive = true;
    for (u32 step = groups; step-- > 0;) {
        for (u64 s = layer_[step]; s < layer_[step + 1]; ++s) {
            State& state = states_[s];
            bool alive = false;
            for (u32 i = 0; i < state.count; ++i) {
                const u32 edge = edges_[state.edge_first + i];
                alive = alive || (edge != none_edge && states_[layer_[step + 1] + edge].alive);
            }
            state.alive = alive;
        }
    }
    if (!states_[0].alive) return Solved::contradiction;
    numbers_ = 0;
    for (u64 s = 0; s < states_.size(); ++s) {
        states_[s].place = numbers_;
        if (states_[s].alive) numbers_ += u64(states_[s].high - states_[s].low + 1);
    }
    if (numbers_ * 2 * sizeof(double) + states_.bytes() + edges_.bytes() > limits.bytes) return Solved::over_budget;
    if (!forward_.fill(numbers_, 0.0)) return Solved::out_of_memory;
    forward_[states_[0].place] = 1;
    exponent = 0;
    for (u32 step = 0; step < groups; ++step) {
        if (limits.stop && limits.stop(limits.stop_with)) return Solved::stopped;
        binomials(spec.size[order_[step]], binomial_);
        for (u64 s = layer_[step]; s < layer_[step + 1]; ++s) {
            const State& state = states_[s];
            if (!state.alive) continue;
            const double* from = &forward_[state.place];
            const u32 length = u32(state.high - state.low + 1);
            for (u32 i = 0; i < state.count; ++i) {
                const u32 edge = edges_[state.edge_first + i];
                if (edge == none_edge) continue;
                const State& target = states_[layer_[step + 1] + edge];
                if (!target.alive) continue;
                const u32 k = u32(state.least) + i;
                const double ways = binomial_[k];
                double* HS_RESTRICT to = &forward_[target.place + u64(state.low + i32(k) - target.low)];
                for (u32 m = 0; m < length; ++m) to[m] += ways * from[m];
            }
        }
        // Weights grow with every group; a common power of two is taken out before they overflow.
        const u64 begin = states_[layer_[step + 1]].place;
        const u64 end = layer_[step + 2] < states_.size() ? states_[layer_[step + 2]].place : numbers_;
        double most = 0;
        for (u64 i = begin; i < end; ++i) most = forward_[i] > most ? forward_[i] : most;
        if (most > 0x1p400) {
            for (u64 i = begin; i < end; ++i) forward_[i] *= 0x1p-300;
            exponent += 300;
        }
    }
    low = 0;
    i64 high = 0;
    for (u64 s = last; s < states_.size(); ++s) {
        if (s == last || states_[s].low < low) low = states_[s].low;
        if (s == last || states_[s].high > high) high = states_[s].high;
    }
    span = u64(high - low + 1);
    if (!total.fill(span * counts, 0.0)) return Solved::out_of_memory;
    for (u64 s = last; s < states_.size(); ++s) {
        const State& state = states_[s];
        u64 counter = 0;
        if (counter_slot_ >= 0) {
            counter = (keys_[s - last].word[counter_slot_ / slots_per_word_] >>
                       (counter_slot_ % slots_per_word_ * slot_bits_)) &
                      ((u64{1} << slot_bits_) - 1);
        }
        for (i32 m = state.low; m <= state.high; ++m) {
            total[counter * span + u64(m - low)] += forward_[state.place + u64(m - state.low)];
        }
    }
    return Solved::done;
}

inline bool Frontier::expect(const Spec& spec, const double* weight, double& all, double* mines, double* safe) {
    const u32 groups = spec.groups();
    if (!backward_.fill(numbers_, 0.0)) return false;
    const u64 last = layer_[groups];
    for (u64 s = last; s < states_.size(); ++s) {
        for (i32 m = states_[s].low; m <= states_[s].high; ++m) {
            backward_[states_[s].place + u64(m - states_[s].low)] = weight[m - low];
        }
    }
    all = 0;
    for (u32 step = groups; step-- > 0;) {
        const u32 group = order_[step];
        const u32 size = spec.size[group];
        binomials(size, binomial_);
        double with_mines = 0, with_safe = 0;
        for (u64 s = layer_[step]; s < layer_[step + 1]; ++s) {
            const State& state = states_[s];
            if (!state.alive) continue;
            const double* forward = &forward_[state.place];
            double* HS_RESTRICT backward = &backward_[state.place];
            const u32 length = u32(state.high - state.low + 1);
            for (u32 i = 0; i < state.count; ++i) {
                const u32 edge = edges_[state.edge_first + i];
                if (edge == none_edge) continue;
                const State& target = states_[layer_[step + 1] + edge];
                if (!target.alive) continue;
                const u32 k = u32(state.least) + i;
                const double ways = binomial_[k];
                const double* from = &backward_[target.place + u64(state.low + i32(k) - target.low)];
                double sum = 0;
                for (u32 m = 0; m < length; ++m) {
                    backward[m] += ways * from[m];
                    sum += forward[m] * from[m];
                }
                with_mines += double(k) * ways * sum;
                with_safe += double(size - k) * ways * sum;
            }
        }
        mines[group] = with_mines;
        safe[group] = with_safe;
        // As on the way forward, a common power of two is taken out; sums are fractions of the whole of this step.
        const double whole = with_mines + with_safe;
        if (whole > 0) {
            mines[group] /= whole;
            safe[group] /= whole;
        }
        const u64 begin = states_[layer_[step]].place;
        const u64 end = states_[layer_[step + 1]].place;
        double most = 0;
        for (u64 i = begin; i < end; ++i) most = backward_[i] > most ? backward_[i] : most;
        if (most > 0x1p300) {
            for (u64 i = begin; i < end; ++i) backward_[i] *= 0x1p-300;
        }
    }
    all = 1;
    return true;
}

inline bool Frontier::count_modulo(const Spec& spec, u64 prime, Array<u64>& ways) {
    const u32 groups = spec.groups();
    if (!ways_.fill(numbers_, 0) || !ways.fill(span, 0)) return false;
    ways_[states_[0].place] = 1;
    for (u32 step = 0; step < groups; ++step) {
        const u32 size = spec.size[order_[step]];
        // Binomials modulo a prime larger than any group, by inverses.
        u64 row[1 << 10];
        if (size >= 1 << 10) return false;
        row[0] = 1;
        for (u32 k = 0; k < size; ++k) {
            u64 inverse = 1, power = (k + 1) % prime, e = prime - 2;
            for (; e; e >>= 1) {
                if (e & 1) inverse = inverse * power % prime;
                power = power * power % prime;
            }
            row[k + 1] = row[k] * ((size - k) % prime) % prime * inverse % prime;
        }
        for (u64 s = layer_[step]; s < layer_[step + 1]; ++s) {
            const State& state = states_[s];
            if (!state.alive) continue;
            for (u32 i = 0; i < state.count; ++i) {
                const u32 edge = edges_[state.edge_first + i];
                if (edge == none_edge) continue;
                const State& target = states_[layer_[step + 1] + edge];
                if (!target.alive) continue;
                const u32 k = u32(state.least) + i;
                for (i32 m = state.low; m <= state.high; ++m) {
                    u64& to = ways_[target.place + u64(m + i32(k) - target.low)];
                    to = (to + row[k] * ways_[state.place + u64(m - state.low)]) % prime;
                }
            }
        }
    }
    for (u64 s = layer_[groups]; s < states_.size(); ++s) {
        for (i32 m = states_[s].low; m <= states_[s].high; ++m) {
            ways[u64(m - low)] = (ways[u64(m - low)] + ways_[states_[s].place + u64(m - states_[s].low)]) % prime;
        }
    }
    return true;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
