// The solver of views of one grid, and its memory between analyses. Its methods are in analysis.hpp, marginals.hpp,
// clue_chances.hpp and estimate.hpp.
#pragma once

#include "solve/backbone.hpp"
#include "solve/frontier.hpp"
#include "solve/maximum_entropy.hpp"
#include "solve/product_tree.hpp"
#include "solve/request.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Limits of an estimate: `repeats` samples of at most `states` states per layer, in each component past the budget.
// Both are reduced if the budget's states, memory or time are too small.
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
    // With `all`, counts every component within the limits even if others exceed them, for guess_chances.
    Solved analyse(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits, double* probability,
                   bool all = false);

    // An analysis in two steps, the first of which settles what it can without counting. Flags aren't trusted.
    Solved read_view(const std::int32_t* codes, u64 mines, const Limits& limits) {
        return begin(codes, mines, false, limits.bytes);
    }
    Solved find_chances(const Limits& limits, double* probability, bool all = false);
    // The same without the chances: returns a contradiction if no layout fits.
    Solved find_fit(const std::int32_t* codes, u64 mines, const Limits& limits);

    // Looks for safe cells first, and counts only if there are none: returns `done` with `problem.has_safe_cell()`, or
    // like analyse.
    Solved find_safe(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits, double* probability,
                     bool all = false);

    // What is certain: per cell of the board 1 safe, 2 a mine, 0 neither. Flags are trusted. Uses the clues alone if
    // they settle anything, otherwise the number of mines too, if allowed; `by_count` tells which. Takes a consistent
    // layout, which affects the speed, not the result.
    Solved find_certain(const std::int32_t* codes, u64 mines, const u64* fitting, const Limits& limits, bool may_count,
                        Array<u8>& sure, bool& by_count);

    // An estimate if the exact answer takes too much: components within the limits are still counted exactly, the
    // others are sampled; without memory for that, chances are those of guess_chances. `deviation` receives a standard
    // error per cell, or is null. The same seed leads to the same result on every machine, unless time is short.
    Solved estimate(const std::int32_t* codes, u64 mines, bool trust_flags, const Sampling& sampling, const Limits& limits,
                    double* probability, double* deviation);

    // After an analysis past its limits: chances by a rule of thumb, fast and good enough to choose a move. Their error
    // is unknown, so `deviation` is that of a single random layout. What counted components settle is certain.
    Solved guess_chances(const Limits& limits, double* probability, double* deviation = nullptr);

    // Random layouts that are consistent with the view, each equally likely: a bit per cell, each layout in whole
    // bytes. Layout i is the same for the same seed, name and i.
    Solved sample_layouts(const std::int32_t* codes, u64 mines, bool trust_flags, u64 seed, u64 name, u64 first_index,
                          u64 count_wanted, const Limits& limits, u8* bits);
    // The same in two steps, a byte per cell, 1 for a mine; the second step may be repeated.
    Solved weigh_layouts(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits);
    Solved draw_layout(u64 key, u8* mined);

    // After an analysis past its limits: the size of the component at which it gave up.
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
    u64 work_of_examples() const { return backbone_.work; }  // in the latest search for what is certain
    double log2_layouts = 0;    // of the number of consistent layouts, precise enough to choose a method

    // The chance that a covered cell is safe and shows each clue from 0 on, given the latest analysis. `chance` has one
    // more number than the cell has neighbours.
    Solved clue_chances(u64 cell, const Limits& limits, double* chance);

  private:
    // Mines that the only component must have because the other cells can't hold them.
    i64 fewest_mines() const {
        return problem.components.size() == 1 ? problem.mines_left - i64(problem.unseen) : 0;
    }
    // Components with more states get bound tightening first.
    static constexpr u64 easy_states = 20000;
    // If one component exceeds the limits, the others get this many states at most.
    static constexpr u64 other_states = 200000;
    // If only certain cells are wanted, more of them are found quickly without counting.
    static constexpr u64 soon_counted = 1000;
    static constexpr u64 most_moves = u64{1} << 16;
    // Limits of samples for each of the budget's states, and for a minimum number of states.
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
    Array<u8> near_, touched_, wanted_, used_;  // used_: whether a component of an analysis is still to be counted
    Array<u8> sure_;            // per group: 1 safe, 2 a mine for certain, by a counted component
    Array<u32> beside_, drawn_;
    Array<Portion> portions_;   // per group
    Array<u8> mined_;           // per cell
    Array<double> joint_, joined_, outside_row_, beyond_, marked_;
    double unseen_chance_ = 0;
    Wide all_{0, 0};            // weight of all layouts
    Frontier marked_frontier_;
    Spec marked_spec_;
    // For an estimate: a number per group and one for the cells that no clue sees.
    Array<double> sum_, squares_, products_;
    double all_sum_ = 0, all_squares_ = 0, log2_sum_ = 0;
    i64 unit_ = 0;
    u64 hits_ = 0;
    u64 failed_ = 0;            // the component at which an analysis gave up
    bool is_read_ = false;
    bool has_entropy_ = false;  // of the current problem
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
