// Exact analysis of a view: components joined over the number of mines, and what follows for every cell.
#pragma once

#include "solve/deduction.hpp"
#include "solve/maximum_entropy.hpp"
#include "solve/frontier.hpp"
#include "solve/product_tree.hpp"
#include "solve/bound_tightening.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// What an estimate may take: `repeats` samples of at most `states` states per layer in each component past the budget. Both
// come out smaller where the budget's states, memory or time don't do for that.
struct Sampling {
    u64 states = 2000;
    u64 repeats = 20;
    u64 seed = 0;
};

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
    // With `all`, every component within the limits is counted where some aren't, for guess_chances.
    Solved analyse(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits, double* probability,
                   bool all = false);

    // Looks for safe cells first, and counts only where that finds none: `done` with `problem.has_safe_cell()`, or as analyse.
    Solved find_safe(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits, double* probability,
                     bool all = false);

    // An estimate where the exact answer takes too much: components within the limits are still counted exactly, the others
    // are sampled, and where there is no room even for that, chances are as in guess_chances. `deviation` holds a standard error
    // per cell, or is null. The same for the same seed on every machine, unless time is short.
    Solved estimate(const std::int32_t* codes, u64 mines, bool trust_flags, const Sampling& sampling, const Limits& limits,
                    double* probability, double* deviation);

    // After an analysis past its limits: chances by a rule of thumb, good enough to choose a move by and fast. How good isn't
    // known, so `deviation` is that of a single layout drawn at random. What the components that were counted settle holds.
    Solved guess_chances(const Limits& limits, double* probability, double* deviation = nullptr);

    // After an analysis past its limits: how wide the component is at which it gave up.
    Solved measure_width(const Limits& limits, Width& width);

    bool was_read() const { return is_read_; }
    bool exact = true;          // the latest probabilities

    // What is settled without counting; other cells get one half.
    void write_settled(double* probability) const;

    u64 components() const { return problem.components.size(); }
    const Frontier& frontier(u64 component) const { return *frontiers_[component]; }
    const Spec& spec(u64 component) const { return *specs_[component]; }
    Solved count_modulo(u64 component, u64 prime, const Limits& limits, Array<u64>& ways) {
        return frontiers_[component]->count_modulo(*specs_[component], prime, limits, ways);
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
    // Components of more states are worth a closer look at what all clues say together.
    static constexpr u64 easy_states = 20000;
    // Where one component is past the limits, the others get that many states at most.
    static constexpr u64 other_states = 200000;
    // What samples may take for each of the budget's states, and for how many they may take it in any case.
    static constexpr double steps_per_state = 1024;
    static constexpr u64 least_states = u64{1} << 18;

    Solved begin(const std::int32_t* codes, u64 mines, bool trust_flags, u64 bytes);
    Solved prepare();
    Solved count_components(const Limits& limits, bool all);
    Solved settle_more(const Limits& limits);
    Solved count(const Limits& limits, bool safe_will_do, bool all);
    bool make_spec(const Component& component, Spec& spec) const;
    bool add_component(u64 number);
    bool temper(const Frontier& frontier, Array<double>& out, i64& power);
    Solved join(const Limits& limits);
    Solved spread(const Limits& limits);
    void write(double* probability) const;
    void write_errors(double* deviation) const;
    Solved spread_counted(const Limits& limits);
    Solved take_sample(const Sampling& sampling, u64 most_states, u64 turn, const Limits& limits, double& steps, u64& bytes);
    Solved sample(const Sampling& sampling, const Limits& limits, double* probability, double* deviation);
    double steps_of_sample(const Spec& spec, u64 most_states) const;
    void add_sample();
    void finish_samples(u64 repeats, u64 most_states, double* probability, double* deviation);
    Solved run_marked(u64 number, u32 own_group, const Limits& limits);

    Array<Frontier*> frontiers_;
    Array<Spec*> specs_;
    Joining joining_;
    Relaxation relaxation_;
    Evening evening_;
    i64 tilt_ = 0;
    Array<double> outside_, weight_, chance_;
    Array<i64> exponents_;
    Array<u32> local_;          // global equation -> its number in the spec being made
    Array<u8> near_, touched_, used_;  // used_: of an analysis, whether a component is still to be counted
    Array<u8> sure_;            // per group: 1 safe, 2 a mine for certain, by a component that was counted
    Array<u32> beside_;
    Array<double> joint_, joined_, outside_row_, beyond_, marked_;
    double unseen_chance_ = 0;
    Wide all_{0, 0};            // weight of all layouts
    Frontier marked_frontier_;
    Spec marked_spec_;
    // Of an estimate: a number per group and one for the cells that no clue sees.
    Array<double> sum_, squares_, products_;
    double all_sum_ = 0, all_squares_ = 0, log2_sum_ = 0;
    i64 unit_ = 0;
    u64 hits_ = 0;
    u64 failed_ = 0;            // the component at which an analysis gave up
    bool is_read_ = false;
};

inline bool Solver::make_spec(const Component& component, Spec& spec) const {
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
    return spec.link();
}

inline bool Solver::add_component(u64 number) {
    const Component& component = problem.components[number];
    for (u32 i = 0; i < component.equations; ++i) {
        local_[problem.equation_order[component.first_equation + i]] = i;
    }
    while (frontiers_.size() <= number) {
        if (!frontiers_.reserve(number + 1) || !specs_.reserve(number + 1)) return false;
        Frontier* const frontier = new (std::nothrow) Frontier;
        Spec* const spec = new (std::nothrow) Spec;
        if (!frontier || !spec) {
            delete frontier;
            delete spec;
            return false;
        }
        frontiers_.push(frontier);
        specs_.push(spec);
    }
    return make_spec(component, *specs_[number]);
}

// Reads the view, and makes a spec of every component.
inline Solved Solver::begin(const std::int32_t* codes, u64 mines, bool trust_flags, u64 bytes) {
    states = 0;
    contradictory = 0;
    log2_layouts = 0;
    failed_ = ~u64{0};
    exact = true;
    is_read_ = false;
    // Memory is kept for the next analysis, but not when it may need much of it itself.
    u64 held = 0;
    for (u64 c = 0; c < frontiers_.size(); ++c) held += frontiers_[c]->bytes();
    if (held > bytes / 8) {
        for (u64 c = 0; c < frontiers_.size(); ++c) frontiers_[c]->release();
    }
    const Solved read = problem.read(codes, mines, trust_flags);
    is_read_ = read == Solved::done;
    return is_read_ ? prepare() : read;
}

inline Solved Solver::prepare() {
    const u64 count = problem.components.size();
    contradictory = count;
    failed_ = ~u64{0};
    if (!used_.fill(count, 1)) return Solved::out_of_memory;
    if (problem.mines_left < 0) return Solved::contradiction;
    if (!local_.resize(problem.equations.size())) return Solved::out_of_memory;
    for (u64 c = 0; c < count; ++c) {
        if (!add_component(c)) return Solved::out_of_memory;
    }
    // As many halvings as make a mine about as likely as none.
    u64 cells = problem.unseen;
    for (u64 i = 0; i < problem.groups.size(); ++i) cells += problem.groups[i].size;
    const double mine = double(problem.mines_left) + 0.5, safe = double(i64(cells) - problem.mines_left) + 0.5;
    tilt_ = 0;
    for (double ratio = safe > 0 ? safe / mine : 1; ratio > 1.41 && tilt_ < 40; ratio *= 0.5) ++tilt_;
    for (double ratio = safe > 0 ? mine / safe : 1; ratio > 1.41 && tilt_ > -40; ratio *= 0.5) --tilt_;
    return joining_.begin(count) ? Solved::done : Solved::out_of_memory;
}

// A frontier's weights with the common tilt, the largest near 1; 2^power was taken out.
inline bool Solver::temper(const Frontier& frontier, Array<double>& out, i64& power) {
    const u64 size = frontier.counts * frontier.span;
    if (!out.resize(size)) return false;
    const i64 more = tilt_ - frontier.tilt;
    bool any = false;
    power = 0;
    for (u64 i = 0; i < size; ++i) {
        if (frontier.total[i] == 0) continue;
        const i64 own = exponent_of(frontier.total[i]) - more * i64(i % frontier.span);
        power = !any || own > power ? own : power;
        any = true;
    }
    for (u64 i = 0; i < size; ++i) {
        out[i] = scaled(frontier.total[i], -more * i64(i % frontier.span) - power, least_weight);
    }
    return true;
}

// The number of layouts, and the weight of every number of mines in each component.
inline Solved Solver::join(const Limits& limits) {
    const u64 count = problem.components.size();
    for (u64 c = 0; c < count; ++c) {
        Weights& leaf = joining_.leaf(c);
        i64 power;
        if (!temper(*frontiers_[c], leaf.value, power)) return Solved::out_of_memory;
        leaf.low = frontiers_[c]->low;
        leaf.exponent = frontiers_[c]->exponent + power;
    }
    const Solved joined = joining_.join(limits);
    if (joined != Solved::done) return joined;
    Weights& whole = joining_.whole();
    i64 first = 0, scale = 0;
    if (!outside_weights(problem.unseen, problem.mines_left, whole.low, whole.size(), whole.value.data(), tilt_, outside_,
                         exponents_, first, scale)) {
        contradictory = count;
        return outside_.failed() || exponents_.size() < whole.size() ? Solved::out_of_memory : Solved::contradiction;
    }
    double all = 0, beyond = 0;
    bool never = true, always = true;
    for (u64 i = 0; i < whole.size(); ++i) {
        const double own = whole.value[i] * outside_[i];
        if (own == 0) continue;
        const i64 inside = problem.mines_left - whole.low - i64(i);
        all += own;
        beyond += own * double(inside);
        never = never && inside == 0;
        always = always && inside == i64(problem.unseen);
    }
    all_ = Wide{all, whole.exponent + scale};
    log2_layouts = log2_of(all) + double(all_.exponent) + log2_binomial(problem.unseen, u64(first));
    const double part = problem.unseen ? beyond / all / double(problem.unseen) : 0;
    unseen_chance_ = never ? 0 : always ? 1 : part < 0x1p-1000 ? 0x1p-1000 : part > 1 - 0x1p-53 ? 1 - 0x1p-53 : part;
    if (!whole.share.resize(whole.size())) return Solved::out_of_memory;
    std::memcpy(whole.share.data(), outside_.data(), whole.size() * sizeof(double));
    return joining_.hand_down(limits);
}

// The chance of every group.
inline Solved Solver::spread(const Limits& limits) {
    for (u64 c = 0; c < problem.components.size(); ++c) {
        const Component& component = problem.components[c];
        Frontier& own = *frontiers_[c];
        const Weights& leaf = joining_.leaf(c);
        // Back from the common tilt to the frontier's: its weights times these are at most about 1.
        const i64 less = tilt_ - own.tilt, power = leaf.exponent - own.exponent;
        if (!weight_.resize(own.span) || !chance_.resize(component.groups)) return Solved::out_of_memory;
        for (u64 m = 0; m < own.span; ++m) {
            weight_[m] = scaled(leaf.share[m], -less * i64(m) - power, own.large ? least_weight : 0x1p-600);
        }
        const Solved found = own.expect(*specs_[c], weight_.data(), chance_.data(), limits);
        if (found != Solved::done) return found;
        for (u32 i = 0; i < component.groups; ++i) {
            problem.groups[problem.group_order[component.first_group + i]].chance = chance_[i];
        }
    }
    return Solved::done;
}

inline void Solver::write(double* probability) const {
    for (u64 i = 0; i < problem.g->cells; ++i) {
        const Cell cell = problem.cells[i];
        probability[i] = cell == Cell::unknown ? unseen_chance_ : cell == Cell::mine || cell == Cell::certain ? 1 : 0;
    }
    for (u64 i = 0; i < problem.frontier.size(); ++i) {
        if (problem.group_of[i] != no_group) probability[problem.frontier[i]] = problem.groups[problem.group_of[i]].chance;
    }
}

inline void Solver::write_settled(double* probability) const {
    for (u64 i = 0; i < problem.g->cells; ++i) {
        const Cell cell = problem.cells[i];
        probability[i] = cell == Cell::unknown ? 0.5 : cell == Cell::mine || cell == Cell::certain ? 1 : 0;
    }
}

// Counts every component, or up to the first one past the limits; `used_` marks those that weren't.
inline Solved Solver::count_components(const Limits& limits, bool all) {
    Limits own = limits;
    Solved result = Solved::done;
    used_.fill(problem.components.size(), 1);
    failed_ = ~u64{0};
    for (u64 c = 0; c < problem.components.size(); ++c) {
        const Solved found = frontiers_[c]->run(*specs_[c], fewest_mines(), problem.mines_left, tilt_, own);
        states += frontiers_[c]->states_used;
        if (found == Solved::contradiction) contradictory = c;
        if (found == Solved::over_budget && failed_ == ~u64{0}) failed_ = c;
        if (found == Solved::over_budget && all) {
            if (frontiers_[c]->bytes() > limits.bytes / 8) frontiers_[c]->release();
            own.states = own.states < other_states ? own.states : other_states;
            result = found;
            continue;
        }
        if (found != Solved::done) return found;
        used_[c] = 0;
        const u64 held = frontiers_[c]->bytes();
        own.bytes = own.bytes > held ? own.bytes - held : 0;
    }
    return result;
}

// Settles what follows from all clues together.
inline Solved Solver::settle_more(const Limits& limits) {
    Solved found = relaxation_.tighten(problem, limits);
    if (found != Solved::done && found != Solved::over_budget) return found;
    contradictory = problem.components.size();
    if (relaxation_.impossible) return Solved::contradiction;
    bool any = false;
    found = problem.settle_groups(relaxation_.least, relaxation_.most, any);
    return found == Solved::done && any ? prepare() : found;
}

inline Solved Solver::count(const Limits& limits, bool safe_will_do, bool all) {
    Limits easy = limits;
    easy.states = limits.states < easy_states ? limits.states : easy_states;
    Solved found = count_components(easy, false);
    if (found != Solved::over_budget) return found;
    if (limits.states <= easy_states) return all ? count_components(limits, all) : found;
    found = settle_more(limits);
    if (found != Solved::done || (safe_will_do && problem.has_safe_cell())) return found;
    return count_components(limits, all);
}

inline Solved Solver::measure_width(const Limits& limits, Width& width) {
    width = Width{};
    if (failed_ >= problem.components.size()) return Solved::done;
    width.clues = problem.components[failed_].equations;
    width.groups = problem.components[failed_].groups;
    frontiers_[failed_]->release();
    used_[failed_] = 1;
    return frontiers_[failed_]->predict(*specs_[failed_], fewest_mines(), problem.mines_left, limits, width.log2_states);
}

inline Solved Solver::analyse(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits,
                              double* probability, bool all) {
    Solved found = begin(codes, mines, trust_flags, limits.bytes);
    if (found == Solved::done) found = count(limits, false, all);
    if (found == Solved::done) found = join(limits);
    if (found == Solved::done) found = spread(limits);
    if (found == Solved::done) write(probability);
    return found;
}

inline Solved Solver::find_safe(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits,
                                double* probability, bool all) {
    Solved found = begin(codes, mines, trust_flags, limits.bytes);
    if (found != Solved::done || problem.has_safe_cell()) return found;
    found = count(limits, true, all);
    if (found != Solved::done || problem.has_safe_cell()) return found;
    found = join(limits);
    if (found == Solved::done) found = spread(limits);
    if (found == Solved::done) write(probability);
    return found;
}

inline Solved Solver::clue_chances(u64 cell, const Limits& limits, double* chance) {
    u64 neighbours = 0, known = 0, near_unseen = 0;
    const u64 count = problem.components.size();
    if (!near_.fill(problem.frontier.size(), 0) || !touched_.fill(count, 0)) return Solved::out_of_memory;
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
    if (!joint_.fill(1, 1.0)) return Solved::out_of_memory;
    u64 joint_counts = 1, joint_span = 1;
    i64 joint_low = 0;
    auto add = [&](const double* own, u64 own_counts, u64 own_span, i64 own_low) {
        const u64 counts = joint_counts + own_counts - 1, span = joint_span + own_span - 1;
        if (!joined_.fill(counts * span, 0.0)) return false;
        for (u64 a = 0; a < joint_counts; ++a) {
            for (u64 b = 0; b < own_counts; ++b) {
                double* HS_RESTRICT to = &joined_[(a + b) * span];
                for (u64 m = 0; m < own_span; ++m) {
                    const double weight = own[b * own_span + m];
                    if (weight == 0) continue;
                    for (u64 i = 0; i < joint_span; ++i) to[i + m] += weight * joint_[a * joint_span + i];
                }
            }
        }
        double most = 0;
        for (u64 i = 0; i < counts * span; ++i) most = joined_[i] > most ? joined_[i] : most;
        const i64 shift = most > 0 ? exponent_of(most) : 0;
        for (u64 i = 0; i < counts * span; ++i) joined_[i] = scaled(joined_[i], -shift, least_weight);
        joint_.swap(joined_);
        joint_counts = counts;
        joint_span = span;
        joint_low += own_low;
        return true;
    };
    bool fits = true;
    joining_.without([&](u64 c) { return touched_[c] != 0; },
                     [&](const Weights& own) { fits = fits && add(own.value.data(), 1, own.size(), own.low); });
    for (u64 c = 0; c < count && fits; ++c) {
        if (!touched_[c]) continue;
        const Solved found = run_marked(c, own_group, limits);
        if (found == Solved::contradiction) return Solved::done;
        if (found != Solved::done) return found;
        i64 power;
        fits = temper(marked_frontier_, marked_, power) &&
               add(marked_.data(), marked_frontier_.counts, marked_frontier_.span, marked_frontier_.low);
    }
    if (!fits) return Solved::out_of_memory;
    // Mines among the unseen neighbours, and the rest of the unseen cells.
    const u64 beyond = problem.unseen - near_unseen - (own_unseen ? 1 : 0);
    const u64 size = joint_span + near_unseen;
    i64 row_power = 0;
    if (!weight_.fill(size, 0.0) ||
        !tilted_binomials(u32(near_unseen), 0, u32(near_unseen), tilt_, outside_row_, exponents_, row_power)) {
        return Solved::out_of_memory;
    }
    for (u64 t = 0; t < joint_counts; ++t) {
        for (u64 m = 0; m < joint_span; ++m) {
            for (u64 j = 0; j <= near_unseen; ++j) weight_[m + j] += joint_[t * joint_span + m] * outside_row_[j];
        }
    }
    i64 first = 0, scale = 0;
    if (!outside_weights(beyond, problem.mines_left, joint_low, size, weight_.data(), tilt_, beyond_, exponents_, first,
                         scale)) {
        return beyond_.failed() || exponents_.size() < size ? Solved::out_of_memory : Solved::done;
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
    if (!beside_.fill(problem.groups.size(), 0) || !used_.fill(plain.equations(), 0)) return Solved::out_of_memory;
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
    if (!spec.link()) return Solved::out_of_memory;
    if (spec.groups() == 0) {
        // The cell was all there was.
        for (u32 e = 0; e < plain.equations(); ++e) {
            if (plain.rest[e] != 0) return Solved::contradiction;
        }
        if (!marked_frontier_.total.fill(1, 1.0)) return Solved::out_of_memory;
        marked_frontier_.low = marked_frontier_.tilt = 0;
        marked_frontier_.span = marked_frontier_.counts = 1;
        marked_frontier_.exponent = 0;
        return Solved::done;
    }
    // An equation may have lost its only cell.
    for (u64 i = 0; i < spec.equation.size(); ++i) used_[spec.equation[i]] = 1;
    for (u32 e = 0; e < plain.equations(); ++e) {
        if (!used_[e] && plain.rest[e] != 0) return Solved::contradiction;
    }
    return marked_frontier_.run(spec, fewest_mines(), problem.mines_left, tilt_, limits);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
