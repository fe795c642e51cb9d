// The states of the frontier program, layer by layer, and the edges between them.
#pragma once

#include "solve/pruning.hpp"
#include "solve/request.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class States {
  public:
    static constexpr u32 no_edge = ~u32{0};  // a way that can't be completed
    static constexpr u64 dead = ~u64{0};     // value of `place` for a state that can't be completed
    static constexpr int most_words = 64;

    struct State {
        u32 edge_first;
        u32 least, count;    // mines of the next group: least .. least + count - 1
        i32 low, high;       // mines so far
        u64 place;           // where its weights are stored
    };

    Array<State> state;
    Array<u32> edge;         // index of the state in the next layer
    Array<u64> layer;        // first state of each layer; once all layers exist, also the end
    u64 counts = 1;          // number of distinguished numbers of marked mines, starting with 0

    // Creates the layer before the first group, with a single state.
    Solved begin(const Spec& spec, const u32* order, const Pruning& pruning, i64 fewest_mines, i64 most_mines,
                 const Limits& limits);
    // Creates the layer after the group of this step. Returns `over_budget` as soon as the limits are exceeded.
    Solved extend(u32 step);
    void finish() { layer.push(state.size()); }
    // Creates the whole program for one group under one clue, without marked mines: the group holds all mines.
    Solved make_single(u32 mines);

    // Drops states of the newest layer: number[s] is the new number of state s, or no_edge.
    void keep(const Array<u32>& number, u32 step);

    // The remaining mines of an equation in a state of the newest layer.
    i64 rest(u64 number, u32 equation) const {
        if (!active_[equation]) return spec_->rest[equation];
        if (!undone_[equation]) return 0;
        return read(&keys_[number * u64(words_)], slot_of_[equation]);
    }
    u32 undone(u32 equation) const { return undone_[equation]; }
    bool is_active(u32 equation) const { return active_[equation] && undone_[equation]; }
    i64 cells_left(u32 equation) const { return cells_left_[equation]; }
    u64 marked_mines(u64 number) const {
        return counter_slot_ < 0 ? 0 : u64(read(&keys_[number * u64(words_)], u32(counter_slot_)));
    }
    u64 bytes() const {
        return state.bytes() + edge.bytes() + keys_.bytes() + next_keys_.bytes() + table_.bytes() + layer.bytes();
    }
    void release() {
        state.release();
        edge.release();
        keys_.release();
        next_keys_.release();
        table_.release();
    }

  private:
    struct Part {            // an equation of the current group
        int word, shift;
        i64 start;           // the initial number of mines, if this group is the first of the equation; otherwise -1
        i64 cells_left;            // cells of the equation left after this group
    };
    struct Known {           // an entry of the key, and what it counts
        int word, shift;
        i64 factor;
    };

    bool assign_slots();
    bool describe(u32 step);
    Solved grow(u64 more);
    template <int Words>
    Solved extend_words(u32 step);

    i64 read(const u64* key, u32 slot) const {
        return i64((key[slot / u32(slots_per_word_)] >> (slot % u32(slots_per_word_) * u32(slot_bits_))) & mask_);
    }
    Known known(u32 slot, i64 factor) const {
        return Known{int(slot) / slots_per_word_, int(slot) % slots_per_word_ * slot_bits_, factor};
    }

    const Spec* spec_ = nullptr;
    const u32* order_ = nullptr;
    const Pruning* pruning_ = nullptr;
    Limits limits_;
    i64 fewest_mines_ = 0, most_mines_ = 0;

    // A key contains the remaining mines of each open equation. An equation occupies a slot of the key from its first
    // group to its last.
    Array<u32> slot_of_, free_slots_;
    int slot_bits_ = 0, slots_per_word_ = 0, counter_slot_ = -1, words_ = 1;
    u64 mask_ = 0;
    Array<u64> keys_, next_keys_;     // keys of the newest layer and of the one in progress
    Array<u32> table_;                // hash table of the states of the layer in progress, by key
    Array<u32> undone_;               // per equation: groups not yet processed
    Array<i64> cells_left_;                 // per equation: cells not yet processed
    Array<u8> active_;                // per equation: whether some of its groups were processed
    Array<Part> parts_;
    Array<Known> check_, need_, cover_;
    i64 check_constant_ = 0, check_divisor_ = 0, need_constant_ = 0, cover_constant_ = 0;
    u64 begin_[most_words] = {}, delta_[most_words] = {};
};

inline bool States::assign_slots() {
    const Spec& spec = *spec_;
    const u32 equations = spec.equations();
    if (!slot_of_.fill(equations, 0) || !free_slots_.reserve(equations) || !undone_.resize(equations) ||
        !active_.fill(equations, 0) || !cells_left_.fill(equations, 0)) {
        return false;
    }
    free_slots_.clear();
    for (u32 e = 0; e < equations; ++e) undone_[e] = spec.groups_first[e + 1] - spec.groups_first[e];
    u32 slots = 0;
    i64 largest = 1;
    u64 most_marked = 0;
    for (u32 step = 0; step < spec.groups(); ++step) {
        const u32 group = order_[step];
        if (spec.marked[group]) most_marked += spec.size[group];
        for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
            const u32 e = spec.equation[i];
            cells_left_[e] += spec.size[group];
            if (active_[e]) continue;
            active_[e] = 1;
            if (spec.rest[e] > largest) largest = spec.rest[e];
            if (free_slots_.size()) {
                slot_of_[e] = free_slots_.last();
                free_slots_.resize(free_slots_.size() - 1);
            } else {
                slot_of_[e] = slots++;
            }
        }
        // Release slots only after the whole group, because its equations are all open at once.
        for (u32 i = spec.first[group]; i < spec.first[group + 1]; ++i) {
            if (--undone_[spec.equation[i]] == 0) free_slots_.push(slot_of_[spec.equation[i]]);
        }
    }
    counter_slot_ = -1;
    if (most_marked) {
        counter_slot_ = int(slots++);
        if (i64(most_marked) > largest) largest = i64(most_marked);
    }
    counts = most_marked + 1;
    slot_bits_ = 1;
    while ((largest >> slot_bits_) != 0) ++slot_bits_;
    slots_per_word_ = 64 / slot_bits_;
    mask_ = (u64{1} << slot_bits_) - 1;
    words_ = int((slots + u32(slots_per_word_) - 1) / u32(slots_per_word_));
    words_ = words_ <= 1 ? 1 : words_ == 3 ? 4 : words_;
    active_.fill(equations, 0);
    for (u32 e = 0; e < equations; ++e) undone_[e] = spec.groups_first[e + 1] - spec.groups_first[e];
    return true;
}

inline Solved States::begin(const Spec& spec, const u32* order, const Pruning& pruning, i64 fewest_mines, i64 most_mines,
                            const Limits& limits) {
    spec_ = &spec;
    order_ = order;
    pruning_ = &pruning;
    fewest_mines_ = fewest_mines;
    most_mines_ = most_mines;
    limits_ = limits;
    state.clear();
    edge.clear();
    layer.clear();
    keys_.clear();
    next_keys_.clear();
    if (!assign_slots()) return Solved::out_of_memory;
    if (words_ > most_words) return Solved::over_budget;
    if (!keys_.fill(u64(words_), 0) || !layer.reserve(spec.groups() + 2)) return Solved::out_of_memory;
    state.push(State{0, 0, 0, 0, 0, 0});
    layer.push(0);
    return state.failed() ? Solved::out_of_memory : Solved::done;
}

inline Solved States::make_single(u32 mines) {
    counts = 1;
    counter_slot_ = -1;
    if (!state.resize(2) || !edge.resize(1) || !layer.resize(3)) return Solved::out_of_memory;
    state[0] = State{0, mines, 1, 0, 0, 0};
    state[1] = State{0, 0, 0, i32(mines), i32(mines), 0};
    edge[0] = 0;
    for (u32 i = 0; i < 3; ++i) layer[i] = i;
    return Solved::done;
}

// Computes how the group of this step changes a key, and what must hold before and after it.
inline bool States::describe(u32 step) {
    const Spec& spec = *spec_;
    const u32 group = order_[step];
    const u32 own = spec.first[group + 1] - spec.first[group];
    check_.clear();
    need_.clear();
    cover_.clear();
    check_divisor_ = check_constant_ = need_constant_ = cover_constant_ = 0;
    if (pruning_->checks.size() && pruning_->checks[step].count) {
        const Pruning::Check& check = pruning_->checks[step];
        check_divisor_ = check.divisor;
        if (!check_.reserve(check.count)) return false;
        for (u32 i = 0; i < check.count; ++i) {
            const Pruning::Term& term = pruning_->terms[check.first + i];
            if (!active_[term.equation]) {
                check_constant_ += term.factor * spec.rest[term.equation];
            } else if (undone_[term.equation]) {
                check_.push(known(slot_of_[term.equation], term.factor));
            }
        }
    }
    for (int w = 0; w < words_; ++w) begin_[w] = delta_[w] = 0;
    if (!parts_.resize(own)) return false;
    for (u32 i = 0; i < own; ++i) {
        const u32 e = spec.equation[spec.first[group] + i];
        const Known place = known(slot_of_[e], 1);
        cells_left_[e] -= spec.size[group];
        --undone_[e];
        parts_[i] = Part{place.word, place.shift, -1, cells_left_[e]};
        if (!active_[e]) {
            active_[e] = 1;
            parts_[i].start = spec.rest[e];
            begin_[place.word] += u64(spec.rest[e]) << place.shift;
        }
        delta_[place.word] += u64{1} << place.shift;
    }
    if (!pruning_->bound_first.size()) return true;
    for (u32 side = 0; side < 2; ++side) {
        const u32 from = pruning_->bound_first[2 * step + side], to = pruning_->bound_first[2 * step + side + 1];
        Array<Known>& list = side ? cover_ : need_;
        if (!list.reserve(to - from)) return false;
        for (u32 i = from; i < to; ++i) {
            const u32 e = pruning_->bound_of[i];
            if (active_[e]) list.push(known(slot_of_[e], 1));
            else (side ? cover_constant_ : need_constant_) += spec.rest[e];
        }
    }
    return true;
}

// Reserves memory for further states and edges, within the limits.
inline Solved States::grow(u64 more) {
    if (limits_.stop && limits_.stop(limits_.stop_with)) return Solved::stopped;
    if (state.size() > limits_.states || bytes() > limits_.bytes) return Solved::over_budget;
    if (state.size() + more >= no_edge - 1 || edge.size() + more >= no_edge - 1) return Solved::over_budget;
    if (!state.reserve(state.size() + more) || !edge.reserve(edge.size() + more) ||
        !next_keys_.reserve(next_keys_.size() + more * u64(words_))) {
        return Solved::out_of_memory;
    }
    return Solved::done;
}

HS_INLINE u64 hash_key(const u64* word, int words) {
    u64 hash = 0;
    for (int w = 0; w < words; ++w) {
        hash = (hash ^ word[w]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return hash;
}

// `Words` is the number of words of a key, or 0 to use `words_`.
template <int Words>
Solved States::extend_words(u32 step) {
    const u32 group = order_[step], size = spec_->size[group];
    const u64 first = layer.last(), count = state.size() - first, base = state.size();
    const int words = Words ? Words : words_;
    const u64 widest = u64(spec_->most_mines(group)) + 1, mask = mask_;
    if (!describe(step)) return Solved::out_of_memory;
    layer.push(base);
    const Part* parts = parts_.data();
    const u64 parts_count = parts_.size(), checks = check_.size(), needs = need_.size(), covers = cover_.size();
    const bool bounded = pruning_->bound_first.size() != 0;
    const bool counted = counter_slot_ >= 0 && spec_->marked[group];
    const Known counter = counted ? known(u32(counter_slot_), 1) : Known{0, 0, 0};
    const u64 guess = count * widest < 4 * count + 64 ? count * widest : 4 * count + 64;
    u64 capacity = 16;
    while (capacity < 2 * guess) capacity *= 2;
    if (!table_.fill(capacity, 0)) return Solved::out_of_memory;
    next_keys_.clear();
    u64 spare = 0;  // number of further states and edges that fit into memory
    for (u64 s = 0; s < count; ++s) {
        if (spare < widest || (s & 0xffff) == 0) {
            const u64 ahead = (count - s) * widest < 4096 + widest ? (count - s) * widest : 4096 + widest;
            const Solved grown = grow(ahead);
            if (grown != Solved::done) return grown;
            spare = ahead;
        }
        u64 key[Words ? Words : most_words];
        for (int w = 0; w < words; ++w) key[w] = keys_[s * u64(words) + u64(w)];
        i64 least = 0, most = size;
        for (u64 p = 0; p < parts_count; ++p) {
            const i64 rest = parts[p].start >= 0 ? parts[p].start : i64((key[parts[p].word] >> parts[p].shift) & mask);
            if (rest - parts[p].cells_left > least) least = rest - parts[p].cells_left;
            if (rest < most) most = rest;
        }
        if (check_divisor_) {
            i64 sum = check_constant_;
            for (u64 i = 0; i < checks; ++i) {
                sum += check_[i].factor * i64((key[check_[i].word] >> check_[i].shift) & mask);
            }
            const i64 k = sum / check_divisor_;
            if (k * check_divisor_ != sum || k < least || k > most) {
                most = least - 1;
            } else {
                least = most = k;
            }
        }
        const i64 low = state[first + s].low, high = state[first + s].high;
        if (low + most > most_mines_) most = most_mines_ - low;
        State& from = state[first + s];
        from.edge_first = u32(edge.size());
        from.least = u32(least);
        from.count = u32(most < least ? 0 : most - least + 1);
        spare -= from.count;
        for (i64 k = least; k <= most; ++k) {
            u64 word[Words ? Words : most_words] = {};
            for (int w = 0; w < words; ++w) word[w] = key[w] + begin_[w] - u64(k) * delta_[w];
            if (counted) word[counter.word] += u64(k) << counter.shift;
            if (bounded) {
                i64 least_more = need_constant_, most_more = cover_constant_;
                for (u64 i = 0; i < needs; ++i) least_more += i64((word[need_[i].word] >> need_[i].shift) & mask);
                for (u64 i = 0; i < covers; ++i) most_more += i64((word[cover_[i].word] >> cover_[i].shift) & mask);
                if (low + k + least_more > most_mines_ || high + k + most_more < fewest_mines_) {
                    edge.push(no_edge);
                    continue;
                }
            }
            u64 slot = hash_key(word, words) & (capacity - 1);
            u64 to = 0;
            for (;; slot = (slot + 1) & (capacity - 1)) {
                if (table_[slot] == 0) {
                    to = state.size() - base;
                    for (int w = 0; w < words; ++w) next_keys_.push(word[w]);
                    state.push(State{0, 0, 0, i32(low + k), i32(high + k), 0});
                    table_[slot] = u32(to + 1);
                    if (2 * (to + 1) <= capacity) break;
                    capacity *= 2;
                    if (!table_.fill(capacity, 0)) return Solved::out_of_memory;
                    for (u64 n = 0; n <= to; ++n) {
                        u64 place = hash_key(&next_keys_[n * u64(words)], words) & (capacity - 1);
                        while (table_[place]) place = (place + 1) & (capacity - 1);
                        table_[place] = u32(n + 1);
                    }
                    break;
                }
                to = table_[slot] - 1;
                bool same = true;
                for (int w = 0; w < words; ++w) same = same && next_keys_[to * u64(words) + u64(w)] == word[w];
                if (same) {
                    State& target = state[base + to];
                    if (low + k < target.low) target.low = i32(low + k);
                    if (high + k > target.high) target.high = i32(high + k);
                    break;
                }
            }
            edge.push(u32(to));
        }
    }
    keys_.swap(next_keys_);
    if (state.size() > limits_.states || bytes() > limits_.bytes) return Solved::over_budget;
    return state.size() == base ? Solved::contradiction : Solved::done;
}

inline Solved States::extend(u32 step) {
    if (words_ == 1) return extend_words<1>(step);
    if (words_ == 2) return extend_words<2>(step);
    if (words_ == 4) return extend_words<4>(step);
    return extend_words<0>(step);
}

inline void States::keep(const Array<u32>& number, u32 step) {
    const u64 base = layer.last(), count = state.size() - base;
    u64 kept = 0;
    for (u64 s = 0; s < count; ++s) {
        if (number[s] == no_edge) continue;
        state[base + kept] = state[base + s];
        for (int w = 0; w < words_; ++w) keys_[kept * u64(words_) + u64(w)] = keys_[s * u64(words_) + u64(w)];
        ++kept;
    }
    state.resize(base + kept);
    keys_.resize(kept * u64(words_));
    for (u64 i = state[layer[step]].edge_first; i < edge.size(); ++i) {
        if (edge[i] != no_edge) edge[i] = number[edge[i]];
    }
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
