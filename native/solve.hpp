// Exact analysis of a view: components joined over the number of mines, and what follows for every cell.
#pragma once

#include "frontier.hpp"
#include "kernels.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Weights of a run of mine numbers as a double times 2^exponent, the largest near 1.
struct Weights {
    Array<double> value;
    i64 low = 0;
    i64 exponent = 0;

    u64 size() const { return value.size(); }
    void one() {
        value.fill(1, 1.0);
        low = exponent = 0;
    }
    // Brings the largest value near 1.
    void scale() {
        double most = 0;
        for (u64 i = 0; i < value.size(); ++i) most = value[i] > most ? value[i] : most;
        if (most == 0) return;
        while (most > 0x1p64) {
            for (u64 i = 0; i < value.size(); ++i) value[i] *= 0x1p-64;
            most *= 0x1p-64;
            exponent += 64;
        }
        while (most < 0x1p-64) {
            for (u64 i = 0; i < value.size(); ++i) value[i] *= 0x1p64;
            most *= 0x1p64;
            exponent -= 64;
        }
    }
};

HS_INLINE void convolve(const Weights& a, const double* b, u64 b_size, i64 b_low, i64 b_exponent, Weights& out) {
    out.value.fill(a.size() + b_size - 1, 0.0);
    out.low = a.low + b_low;
    out.exponent = a.exponent + b_exponent;
    for (u64 j = 0; j < b_size; ++j) {
        const double own = b[j];
        if (own == 0) continue;
        for (u64 i = 0; i < a.size(); ++i) out.value[i + j] += own * a.value[i];
    }
    out.scale();
}

// A double times a power of two, for numbers that leave the range of doubles.
struct Wide {
    double value;
    i64 exponent;
};

HS_INLINE Wide normal(double value, i64 exponent) {
    if (value == 0) return {0, 0};
    while (value >= 0x1p32) {
        value *= 0x1p-32;
        exponent += 32;
    }
    while (value < 0x1p-32) {
        value *= 0x1p32;
        exponent -= 32;
    }
    return {value, exponent};
}

HS_INLINE double power_of_two(i64 exponent) {
    if (exponent < -1060) return 0;
    double result = 1;
    for (; exponent >= 30; exponent -= 30) result *= 0x1p30;
    for (; exponent <= -30; exponent += 30) result *= 0x1p-30;
    for (; exponent > 0; --exponent) result *= 2;
    for (; exponent < 0; ++exponent) result *= 0.5;
    return result;
}

// The number of ways to put `left - t` mines into `cells` cells for t = low .. low + size - 1, relative to the largest of
// those that `wanted[t - low]` doesn't rule out (0). Neighbouring values differ by a simple factor, so each costs one
// rounding more than the one before: the relative error is at most `size` units in the last place.
inline bool outside_weights(u64 cells, i64 left, i64 low, u64 size, const double* wanted, Array<double>& out,
                            Array<double>& mantissa, Array<i64>& exponents, i64& first, i64& scale) {
    first = -1;
    if (!out.fill(size, 0.0) || !mantissa.fill(size, 0.0) || !exponents.fill(size, 0)) return false;
    Wide now{0, 0};
    bool any = false;
    i64 best = 0;
    for (u64 i = 0; i < size; ++i) {
        const i64 inside = left - (low + i64(i));  // mines outside the frontier
        if (inside < 0 || u64(inside) > cells) {
            now = {0, 0};
            continue;
        }
        if (now.value == 0) {
            now = {1, 0};  // the first that can be; its own size is a common factor
            first = inside;
        } else {
            // One mine fewer outside: C(n, k) = C(n, k + 1) (k + 1) / (n - k).
            now = normal(now.value * (double(inside + 1) / double(cells - u64(inside))), now.exponent);
        }
        mantissa[i] = now.value;
        exponents[i] = now.exponent;
        if (wanted[i] != 0) {
            const Wide product = normal(now.value * wanted[i], now.exponent);
            if (!any || product.exponent > best) best = product.exponent;
            any = true;
        }
    }
    if (!any) return false;
    scale = best;
    for (u64 i = 0; i < size; ++i) out[i] = mantissa[i] == 0 ? 0 : mantissa[i] * power_of_two(exponents[i] - best);
    return true;
}

HS_INLINE double log2_of(double number) {
    const Wide wide = normal(number, 0);
    double rest = wide.value, whole = double(wide.exponent), bit = 1;
    while (rest >= 2) {
        rest *= 0.5;
        whole += 1;
    }
    while (rest < 1) {
        rest *= 2;
        whole -= 1;
    }
    // Twenty binary digits are plenty.
    for (int i = 0; i < 20; ++i) {
        rest *= rest;
        bit *= 0.5;
        if (rest >= 2) {
            rest *= 0.5;
            whole += bit;
        }
    }
    return whole;
}

// Rough beyond a few thousand cells, where no more than "very many" is wanted of it.
inline double log2_binomial(u64 n, u64 k) {
    if (k > n) return 0;
    if (n - k < k) k = n - k;
    if (k > 4096) return double(k);
    Wide product{1, 0};
    for (u64 i = 0; i < k; ++i) product = normal(product.value * (double(n - i) / double(i + 1)), product.exponent);
    return log2_of(product.value) + double(product.exponent);
}

class Solver {
  public:
    Problem problem;

    explicit Solver(const Geometry& geometry) { problem.set_geometry(geometry); }
    ~Solver() {
        for (u64 i = 0; i < frontiers_.size(); ++i) delete frontiers_[i];
        for (u64 i = 0; i < specs_.size(); ++i) delete specs_[i];
    }
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    // Probabilities of a mine per cell of the board (open cells 0, shown mines 1).
    Solved analyse(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits, double* probability);

    u64 components() const { return problem.components.size(); }
    const Frontier& frontier(u64 component) const { return *frontiers_[component]; }
    const Spec& spec(u64 component) const { return *specs_[component]; }
    bool count_modulo(u64 component, u64 prime, Array<u64>& ways) {
        return frontiers_[component]->count_modulo(*specs_[component], prime, ways);
    }
    // The component in which a contradiction was found, or components() if it lies in the number of mines.
    u64 contradictory = 0;
    u64 states = 0;
    double log2_layouts = 0;    // of the number of layouts that fit, near enough to choose a method by

    // The chance that a covered cell is safe and shows each clue from 0 on, given the latest analysis. `chance` holds one
    // number more than the cell has neighbours.
    Solved clue_chances(u64 cell, const Limits& limits, double* chance);

  private:
    // Mines that the only component must hold because there is no room for them elsewhere.
    i64 fewest_mines() const {
        return problem.components.size() == 1 ? problem.mines_left - i64(problem.unseen) : 0;
    }
    void make_spec(const Component& component, Spec& spec) const;
    Solved run_marked(u64 number, u32 own_group, const Limits& limits);

    Array<Frontier*> frontiers_;
    Array<Spec*> specs_;
    Weights before_, after_, scratch_, others_;
    Array<double> outside_, weight_, mantissa_, group_mines_, group_safe_;
    Array<i64> exponents_;
    Array<u32> local_;          // global equation -> its number in the spec being made
    Array<u8> near_, touched_, used_;
    Array<u32> beside_;
    Array<double> joint_, joined_, outside_row_, beyond_;
    double unseen_chance_ = 0;
    Array<Weights*> suffixes_;
    Frontier marked_frontier_;
    Spec marked_spec_;
};

inline void Solver::make_spec(const Component& component, Spec& spec) const {
    spec.clear();
    for (u32 i = 0; i < component.groups; ++i) {
        const Group& group = problem.groups[problem.group_order[component.first_group + i]];
        spec.size.push(group.size);
        spec.marked.push(0);
        spec.first.push(u32(spec.equation.size()));
        for (u32 j = 0; j < group.equations_count; ++j) {
            spec.equation.push(local_[problem.equations_of_groups[group.equations_first + j]]);
        }
    }
    spec.first.push(u32(spec.equation.size()));
    for (u32 i = 0; i < component.equations; ++i) {
        spec.rest.push(problem.equations[problem.equation_order[component.first_equation + i]].rest);
    }
}

inline Solved Solver::analyse(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits,
                              double* probability) {
    contradictory = components();
    states = 0;
    if (!problem.read(codes, mines, trust_flags)) {
        contradictory = 0;
        return problem.failed() ? Solved::out_of_memory : Solved::contradiction;
    }
    const u64 count = problem.components.size();
    contradictory = count;
    if (problem.mines_left < 0) return Solved::contradiction;
    local_.resize(problem.equations.size());
    for (u64 c = 0; c < count; ++c) {
        const Component& component = problem.components[c];
        for (u32 i = 0; i < component.equations; ++i) {
            local_[problem.equation_order[component.first_equation + i]] = i;
        }
        if (c == frontiers_.size()) {
            frontiers_.push(new Frontier);
            specs_.push(new Spec);
        }
        make_spec(component, *specs_[c]);
        const Solved found = frontiers_[c]->run(*specs_[c], fewest_mines(), problem.mines_left, limits);
        states += frontiers_[c]->states_used;
        if (found == Solved::contradiction) contradictory = c;
        if (found != Solved::done) return found;
    }
    // Everything before a component and everything after it, joined.
    while (suffixes_.size() < count + 1) suffixes_.push(new Weights);
    suffixes_[count]->one();
    for (u64 c = count; c-- > 0;) {
        const Frontier& own = *frontiers_[c];
        convolve(*suffixes_[c + 1], own.total.data(), own.span, own.low, own.exponent, *suffixes_[c]);
    }
    const Weights& whole = *suffixes_[0];
    const u64 range = whole.size();
    i64 first = 0, scale = 0;
    if (!outside_weights(problem.unseen, problem.mines_left, whole.low, range, whole.value.data(), outside_, mantissa_,
                         exponents_, first, scale)) {
        contradictory = count;
        return outside_.failed() || mantissa_.failed() || exponents_.failed() ? Solved::out_of_memory
                                                                               : Solved::contradiction;
    }
    double all = 0, beyond = 0;
    for (u64 i = 0; i < range; ++i) {
        const double own = whole.value[i] * outside_[i];
        all += own;
        beyond += own * double(problem.mines_left - whole.low - i64(i));
    }
    log2_layouts = log2_of(all) + double(whole.exponent + scale) + log2_binomial(problem.unseen, u64(first));
    const double unseen = problem.unseen ? beyond / all / double(problem.unseen) : 0;
    unseen_chance_ = unseen;
    const Geometry& g = *problem.g;
    for (u64 i = 0; i < g.cells; ++i) {
        const Cell cell = problem.cells[i];
        probability[i] = cell == Cell::unknown ? unseen : cell == Cell::mine || cell == Cell::certain ? 1 : 0;
    }
    group_mines_.resize(problem.groups.size());
    before_.one();
    for (u64 c = 0; c < count; ++c) {
        const Component& component = problem.components[c];
        Frontier& own = *frontiers_[c];
        convolve(before_, suffixes_[c + 1]->value.data(), suffixes_[c + 1]->size(), suffixes_[c + 1]->low,
                 suffixes_[c + 1]->exponent, others_);
        // weight of m mines here = sum over the others' numbers of theirs times what is left outside
        weight_.fill(own.span, 0.0);
        for (u64 m = 0; m < own.span; ++m) {
            double sum = 0;
            for (u64 o = 0; o < others_.size(); ++o) {
                const i64 place = own.low + i64(m) + others_.low + i64(o) - whole.low;
                if (place >= 0 && u64(place) < range) sum += others_.value[o] * outside_[u64(place)];
            }
            weight_[m] = sum;
        }
        group_mines_.resize(own.total.size() > component.groups ? own.total.size() : component.groups);
        group_safe_.resize(component.groups);
        double unused = 0;
        if (!own.expect(*specs_[c], weight_.data(), unused, group_mines_.data(), group_safe_.data())) {
            return Solved::out_of_memory;
        }
        for (u32 i = 0; i < component.groups; ++i) {
            Group& group = problem.groups[problem.group_order[component.first_group + i]];
            group.chance = group_safe_[i] == 0 ? 1 : group_mines_[i] == 0 ? 0 : group_mines_[i] / double(group.size);
            // The shares of mines and safe cells add up to the group's size once they are put in proportion.
            if (group.chance != 0 && group.chance != 1) {
                group.chance = group_mines_[i] / (group_mines_[i] + group_safe_[i]);
            }
        }
        convolve(before_, own.total.data(), own.span, own.low, own.exponent, scratch_);
        before_.value.resize(scratch_.size());
        std::memcpy(before_.value.data(), scratch_.value.data(), scratch_.size() * sizeof(double));
        before_.low = scratch_.low;
        before_.exponent = scratch_.exponent;
    }
    for (u64 i = 0; i < problem.frontier.size(); ++i) {
        if (problem.group_of[i] != no_group) probability[problem.frontier[i]] = problem.groups[problem.group_of[i]].chance;
    }
    return Solved::done;
}

inline Solved Solver::clue_chances(u64 cell, const Limits& limits, double* chance) {
    u64 neighbours = 0, known = 0, near_unseen = 0;
    const u64 count = problem.components.size();
    near_.fill(problem.frontier.size(), 0);
    touched_.fill(count, 0);
    problem.around(cell, [&](u64 other) {
        ++neighbours;
        const Cell state = problem.cells[other];
        if (state == Cell::mine || state == Cell::certain) ++known;
        if (state != Cell::unknown) return;
        const u32 frontier = problem.frontier_of[other];
        if (frontier == no_group) {
            ++near_unseen;
        } else {
            near_[frontier] = 1;
            touched_[problem.groups[problem.group_of[frontier]].component] = 1;
        }
    });
    for (u64 t = 0; t <= neighbours; ++t) chance[t] = 0;
    const u32 own_frontier = problem.frontier_of[cell];
    const Cell own_state = problem.cells[cell];
    const bool own_unseen = own_state == Cell::unknown && own_frontier == no_group;
    u32 own_group = no_group;
    double safe = own_state == Cell::safe ? 1 : 0;
    if (own_state == Cell::unknown && !own_unseen) {
        own_group = problem.group_of[own_frontier];
        touched_[problem.groups[own_group].component] = 1;
        safe = 1 - problem.groups[own_group].chance;
    } else if (own_unseen) {
        safe = 1 - unseen_chance_;
    }
    if (safe == 0) return Solved::done;

    // Components that have nothing to do with the cell, then the others with their marked mines counted apart.
    joint_.fill(1, 1.0);
    u64 joint_counts = 1, joint_span = 1;
    i64 joint_low = 0;
    for (int pass = 0; pass < 2; ++pass) {
        for (u64 c = 0; c < count; ++c) {
            if (touched_[c] != pass) continue;
            const Frontier* own = frontiers_[c];
            if (pass == 1) {
                const Solved found = run_marked(c, own_group, limits);
                if (found == Solved::contradiction) return Solved::done;
                if (found != Solved::done) return found;
                own = &marked_frontier_;
            }
            const u64 counts = joint_counts + own->counts - 1, span = joint_span + own->span - 1;
            if (!joined_.fill(counts * span, 0.0)) return Solved::out_of_memory;
            for (u64 a = 0; a < joint_counts; ++a) {
                for (u64 b = 0; b < own->counts; ++b) {
                    double* to = &joined_[(a + b) * span];
                    for (u64 m = 0; m < own->span; ++m) {
                        const double weight = own->total[b * own->span + m];
                        if (weight == 0) continue;
                        for (u64 i = 0; i < joint_span; ++i) to[i + m] += weight * joint_[a * joint_span + i];
                    }
                }
            }
            double most = 0;
            for (u64 i = 0; i < counts * span; ++i) most = joined_[i] > most ? joined_[i] : most;
            const double factor = most > 0 ? 1 / most : 1;
            if (!joint_.resize(counts * span)) return Solved::out_of_memory;
            for (u64 i = 0; i < counts * span; ++i) joint_[i] = joined_[i] * factor;
            joint_counts = counts;
            joint_span = span;
            joint_low += own->low;
        }
    }
    // Mines among the unseen neighbours, and the rest of the unseen cells.
    const u64 beyond = problem.unseen - near_unseen - (own_unseen ? 1 : 0);
    const u64 size = joint_span + near_unseen;
    if (!weight_.fill(size, 0.0)) return Solved::out_of_memory;
    binomials(u32(near_unseen), outside_row_);
    for (u64 t = 0; t < joint_counts; ++t) {
        for (u64 m = 0; m < joint_span; ++m) {
            for (u64 j = 0; j <= near_unseen; ++j) weight_[m + j] += joint_[t * joint_span + m] * outside_row_[j];
        }
    }
    i64 first = 0, scale = 0;
    if (!outside_weights(beyond, problem.mines_left, joint_low, size, weight_.data(), beyond_, mantissa_, exponents_, first,
                         scale)) {
        return beyond_.failed() ? Solved::out_of_memory : Solved::done;
    }
    double all = 0;
    for (u64 t = 0; t < joint_counts; ++t) {
        for (u64 j = 0; j <= near_unseen; ++j) {
            double sum = 0;
            for (u64 m = 0; m < joint_span; ++m) sum += joint_[t * joint_span + m] * beyond_[m + j];
            chance[known + t + j] += sum * outside_row_[j];
            all += sum * outside_row_[j];
        }
    }
    if (all > 0) {
        for (u64 t = 0; t <= neighbours; ++t) chance[t] *= safe / all;
    }
    return Solved::done;
}

// One component once more, with the groups split into cells next to the marked cell and others, and that cell safe.
inline Solved Solver::run_marked(u64 number, u32 own_group, const Limits& limits) {
    const Component& component = problem.components[number];
    const Spec& plain = *specs_[number];
    beside_.fill(problem.groups.size(), 0);
    for (u64 i = 0; i < problem.frontier.size(); ++i) {
        if (near_[i]) ++beside_[problem.group_of[i]];
    }
    Spec& spec = marked_spec_;
    spec.clear();
    for (u32 e = 0; e < plain.equations(); ++e) spec.rest.push(plain.rest[e]);
    for (u32 i = 0; i < component.groups; ++i) {
        const u32 group = problem.group_order[component.first_group + i];
        u32 size = problem.groups[group].size;
        if (group == own_group) --size;
        const u32 parts[2] = {size - beside_[group], beside_[group]};
        for (int marked = 0; marked < 2; ++marked) {
            if (!parts[marked]) continue;
            spec.size.push(parts[marked]);
            spec.marked.push(u8(marked));
            spec.first.push(u32(spec.equation.size()));
            for (u32 j = plain.first[i]; j < plain.first[i + 1]; ++j) spec.equation.push(plain.equation[j]);
        }
    }
    spec.first.push(u32(spec.equation.size()));
    if (spec.groups() == 0) {
        // The cell was all there was.
        for (u32 e = 0; e < plain.equations(); ++e) {
            if (plain.rest[e] != 0) return Solved::contradiction;
        }
        marked_frontier_.total.fill(1, 1.0);
        marked_frontier_.low = 0;
        marked_frontier_.span = marked_frontier_.counts = 1;
        marked_frontier_.exponent = 0;
        return Solved::done;
    }
    // An equation may have lost its only cell.
    used_.fill(plain.equations(), 0);
    for (u64 i = 0; i < spec.equation.size(); ++i) used_[spec.equation[i]] = 1;
    for (u32 e = 0; e < plain.equations(); ++e) {
        if (!used_[e] && plain.rest[e] != 0) return Solved::contradiction;
    }
    return marked_frontier_.run(spec, fewest_mines(), problem.mines_left, limits);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
