// The solver for views of one grid, and its memory between analyses. Its methods are in analysis.hpp, marginals.hpp,
// clue_chances.hpp and estimate.hpp.
#pragma once

#include "solve/backbone.hpp"
#include "solve/frontier.hpp"
#include "solve/maximum_entropy.hpp"
#include "solve/product_tree.hpp"
#include "solve/request.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Limits of an estimate: `repeats` samples of at most `states` states per layer, in each component that exceeds the
// budget. Both are reduced if the budget's states, memory or time are too small.
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

    // Computes the probability of a mine in each cell of the board (open cells 0, shown mines 1). With `all`, counts
    // every component within the limits even if others exceed them, for guess_chances.
    Solved analyse(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits, double* probability,
                   bool all = false);

    // The first of two steps of an analysis: settles what can be settled without counting. Flags aren't trusted.
    Solved read_view(const std::int32_t* codes, u64 mines, const Limits& limits) {
        return begin(codes, mines, false, limits.bytes);
    }
    Solved find_chances(const Limits& limits, double* probability, bool all = false);
    // Only checks whether a layout fits, without computing chances: returns `contradiction` if none does.
    Solved find_fit(const std::int32_t* codes, u64 mines, const Limits& limits);

    // Looks for safe cells first, and counts only if there are none: returns `done` with `problem.has_safe_cell()`, or
    // behaves like analyse.
    Solved find_safe(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits, double* probability,
                     bool all = false);

    // Finds which cells are certain: for each cell of the board 1 safe, 2 a mine, 0 uncertain. Flags are trusted. Uses
    // the clues alone if they settle anything, otherwise also the number of mines, if allowed; `by_count` reports
    // which. Takes a consistent layout, which affects the speed, not the result.
    Solved find_certain(const std::int32_t* codes, u64 mines, const u64* fitting, const Limits& limits, bool may_count,
                        Array<u8>& sure, bool& by_count);

    // Estimates the probabilities if counting exceeds the limits: components within the limits are still counted
    // exactly, and the others sampled; if memory doesn't suffice for samples, the chances are those of guess_chances.
    // `deviation`, unless null, receives a standard error per cell. The same seed leads to the same result on every
    // machine, unless time is short.
    Solved estimate(const std::int32_t* codes, u64 mines, bool trust_flags, const Sampling& sampling, const Limits& limits,
                    double* probability, double* deviation);

    // After an analysis that exceeded its limits: computes chances by maximum entropy, which is fast and good enough to
    // choose a move. Their error is unknown, so `deviation` is that of a single random layout. Cells that counted
    // components settle are certain.
    Solved guess_chances(const Limits& limits, double* probability, double* deviation = nullptr);

    // Draws random layouts that are consistent with the view, all equally likely: a bit per cell, each layout padded to
    // whole bytes. Layout i depends only on the view, the seed, the name and i.
    Solved sample_layouts(const std::int32_t* codes, u64 mines, bool trust_flags, u64 seed, u64 name, u64 first_index,
                          u64 count_wanted, const Limits& limits, u8* bits);
    // Draws random layouts in two steps, with a byte per cell, 1 for a mine; the second step may be repeated.
    Solved weigh_layouts(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits);
    Solved draw_layout(u64 key, u8* mined);

    // After an analysis that exceeded its limits: the size of the component at which it gave up.
    Solved measure_width(const Limits& limits, Width& width);

    bool was_read() const { return is_read_; }
    bool exact = true;          // whether the latest probabilities are exact

    // Writes what is settled without counting; other cells get one half.
    void write_settled(double* probability) const;

    u64 components() const { return problem.components.size(); }
    const Frontier& frontier(u64 component) const { return *frontiers_[component]; }
    const Spec& spec(u64 component) const { return *specs_[component]; }
    Solved count_modulo(u64 component, u64 prime, const Limits& limits, Array<u64>& ways) {
        return frontiers_[component]->count_modulo(*specs_[component], prime, limits, ways);
    }
    // The component with a contradiction, or components() if the number of mines caused it.
    u64 contradictory = 0;
    u64 states = 0;
    u64 work_of_examples() const { return backbone_.work; }  // work of the latest find_certain
    double log2_layouts = 0;    // log2 of the number of consistent layouts, accurate enough to choose a method

    // Computes, for each clue from 0, the chance that a covered cell is safe and shows it, based on the latest
    // analysis. `chance` has one entry more than the cell has neighbours.
    Solved clue_chances(u64 cell, const Limits& limits, double* chance);

  private:
    // With a single component: its minimum number of mines, because the unseen cells can't hold more of them.
    i64 fewest_mines() const {
        return problem.components.size() == 1 ? problem.mines_left - i64(problem.unseen) : 0;
    }
    // For components with more states, bound tightening is tried first.
    static constexpr u64 easy_states = 20000;
    // If one component exceeds the limits, each of the others gets at most this many states.
    static constexpr u64 other_states = 200000;
    // Limits of find_certain: states counted right away, and moves used to decide cells without counting.
    static constexpr u64 soon_counted = 1000;
    static constexpr u64 most_moves = u64{1} << 16;
    // Cost limits of samples: steps per state of the budget, and the minimum number of states assumed.
    static constexpr double steps_per_state = 1024;
    static constexpr u64 least_states = u64{1} << 18;

    Solved begin(const std::int32_t* codes, u64 mines, bool trust_flags, u64 bytes);
    Solved prepare();
    Solved count_components(const Limits& limits, bool all);
    Solved take_bounds();
    Solved settle_more(const Limits& limits);
    Solved settle_likely(const Limits& limits);
    Solved count(const Limits& limits, bool safe_will_do, bool all);
    bool make_spec(const Component& component, Spec& spec) const;
    bool add_component(u64 number);
    bool temper(const Frontier& frontier, Array<double>& out, i64& power);
    Solved count_certain(const Limits& limits);
    Solved find_by_clues(const Limits& limits, bool& any);
    Solved find_by_examples(bool is_counted, const Limits& limits, bool& any);
    bool count_says_more() const;
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
    ProductTree tree_;
    BoundTightening tightening_;
    Backbone backbone_;
    MaximumEntropy entropy_;
    i64 tilt_ = 0;
    Array<double> outside_, weight_, chance_;
    Array<i64> exponents_;
    Array<u32> local_;          // global equation -> its number in the current spec
    Array<u8> near_, touched_, wanted_, used_;  // used_: whether a component still has to be counted
    Array<u8> sure_;            // per group: 1 safe, 2 a mine, if a counted component proves it
    Array<u32> beside_, drawn_;
    Array<Portion> portions_;   // per group
    Array<u8> mined_;           // per cell
    Array<double> joint_, joined_, outside_row_, beyond_, marked_;
    double unseen_chance_ = 0;
    Wide all_{0, 0};            // total weight of all layouts
    Frontier marked_frontier_;
    Spec marked_spec_;
    // Sums of an estimate: one entry per group and one for the cells that no clue sees.
    Array<double> sum_, squares_, products_;
    double all_sum_ = 0, all_squares_ = 0, log2_sum_ = 0;
    i64 unit_ = 0;
    u64 hits_ = 0;
    u64 failed_ = 0;            // the component at which an analysis gave up
    bool is_read_ = false;
    bool has_entropy_ = false;  // whether `entropy_` belongs to the current problem
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
