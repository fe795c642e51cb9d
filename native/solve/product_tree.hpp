// Joins components by number of mines: multiplies their generating functions up a product tree, then computes on the
// way down the weight of everything else for each component.
#pragma once

#include <new>

#include "random/dice.hpp"
#include "solve/request.hpp"
#include "solve/scaled.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// The weight of low + i mines is value[i] 2^(tilt i + exponent), with one tilt for all nodes. Every possible number of
// mines weighs at least `least_weight` times the largest weight.
struct Weights {
    Array<double> value;
    Array<double> share;     // weight of everything else, by number of mines here, scaled so that the largest product
                             // with `value` is near 1
    i64 low = 0;
    i64 exponent = 0;
    u64 drawn = 0;           // a number of mines drawn at random, relative to `low`

    u64 size() const { return value.size(); }
    // Scales the largest value to near 1.
    void scale() {
        double most = 0;
        for (u64 i = 0; i < value.size(); ++i) most = value[i] > most ? value[i] : most;
        if (most == 0) return;
        const i64 shift = exponent_of(most);
        exponent += shift;
        for (u64 i = 0; i < value.size(); ++i) value[i] = scaled(value[i], -shift, least_weight);
    }
    void scale_share() {
        double most = 0;
        for (u64 i = 0; i < value.size(); ++i) most = value[i] * share[i] > most ? value[i] * share[i] : most;
        if (most == 0) return;
        const i64 shift = exponent_of(most);
        for (u64 i = 0; i < value.size(); ++i) {
            share[i] = value[i] == 0 ? 0 : scaled(share[i], -shift, least_weight);
        }
    }
};

inline bool convolve(const Weights& a, const Weights& b, Weights& out) {
    if (!out.value.fill(a.size() + b.size() - 1, 0.0)) return false;
    out.low = a.low + b.low;
    out.exponent = a.exponent + b.exponent;
    double* HS_RESTRICT to = out.value.data();
    const double* from = a.value.data();
    const u64 size = a.size();
    for (u64 j = 0; j < b.size(); ++j) {
        const double own = b.value[j];
        if (own == 0) continue;
        for (u64 i = 0; i < size; ++i) to[i + j] += own * from[i];
    }
    out.scale();
    return true;
}

class ProductTree {
  public:
    ProductTree() = default;
    ~ProductTree() {
        for (u64 i = 0; i < nodes_.size(); ++i) delete nodes_[i];
    }
    ProductTree(const ProductTree&) = delete;
    ProductTree& operator=(const ProductTree&) = delete;

    // Reserves space for components; their weights then go into leaf(0), leaf(1), ... Returns false if memory ran out.
    bool begin(u64 leaves) {
        leaves_ = leaves;
        const u64 wanted = leaves ? 2 * leaves - 1 : 1;
        if (!nodes_.reserve(wanted)) return false;
        while (nodes_.size() < wanted) {
            Weights* const fresh = new (std::nothrow) Weights;
            if (!fresh) return false;
            nodes_.push(fresh);
        }
        if (leaves) return true;
        nodes_[0]->low = nodes_[0]->exponent = 0;
        return nodes_[0]->value.fill(1, 1.0);
    }
    // Node i joins nodes 2 i + 1 and 2 i + 2; the leaves come last.
    Weights& leaf(u64 number) { return *nodes_[leaves_ - 1 + number]; }
    Weights& whole() { return *nodes_[0]; }

    // Multiplies up the tree. Returns `done`, `stopped` or `out_of_memory`, like the functions below.
    Solved multiply(const Limits& limits) {
        for (u64 i = leaves_ > 0 ? leaves_ - 1 : 0; i-- > 0;) {
            const Weights &a = *nodes_[2 * i + 1], &b = *nodes_[2 * i + 2];
            if (is_stopped(limits, a, b)) return Solved::stopped;
            if (!convolve(a, b, *nodes_[i])) return Solved::out_of_memory;
        }
        return Solved::done;
    }
    // Passes shares down from the whole to each leaf.
    Solved distribute(const Limits& limits) {
        for (u64 i = 0; i + 1 < leaves_; ++i) {
            Weights &a = *nodes_[2 * i + 1], &b = *nodes_[2 * i + 2];
            if (is_stopped(limits, a, b)) return Solved::stopped;
            if (!distribute_to(*nodes_[i], a, b) || !distribute_to(*nodes_[i], b, a)) return Solved::out_of_memory;
        }
        return Solved::done;
    }
    // Draws the number of mines of each leaf, given the total (layout_sampling.hpp).
    void draw(u64 whole_number, Dice& dice);
    // Visits nodes that together contain exactly the leaves for which `left_out` is false.
    template <class LeftOut, class Visit>
    void without(const LeftOut& left_out, const Visit& visit) {
        if (leaves_) without_from(0, left_out, visit);
    }

  private:
    // Most products are too short to check for a stop.
    static bool is_stopped(const Limits& limits, const Weights& a, const Weights& b) {
        return a.size() * b.size() > 10000 && limits.stop && limits.stop(limits.stop_with);
    }
    static bool distribute_to(const Weights& both, Weights& own, const Weights& other) {
        if (!own.share.resize(own.size())) return false;
        for (u64 i = 0; i < own.size(); ++i) {
            double sum = 0;
            for (u64 j = 0; j < other.size(); ++j) sum += both.share[i + j] * other.value[j];
            own.share[i] = sum;
        }
        own.scale_share();
        return true;
    }
    template <class LeftOut>
    bool is_whole(u64 node, const LeftOut& left_out) const {
        if (node >= leaves_ - 1) return !left_out(node - (leaves_ - 1));
        return is_whole(2 * node + 1, left_out) && is_whole(2 * node + 2, left_out);
    }
    template <class LeftOut, class Visit>
    void without_from(u64 node, const LeftOut& left_out, const Visit& visit) {
        if (is_whole(node, left_out)) return visit(*nodes_[node]);
        if (node >= leaves_ - 1) return;
        without_from(2 * node + 1, left_out, visit);
        without_from(2 * node + 2, left_out, visit);
    }

    Array<Weights*> nodes_;
    u64 leaves_ = 0;
};

// The number of ways to put `left - t` mines into `cells` cells for t = low .. low + size - 1, times 2^(tilt (t -
// low)); 0 unless `wanted[t - low]`. Each value follows from its neighbour by a simple factor with one more rounding:
// between two values n apart the relative error is at most 3 n units in the last place. Values are relative to the ways
// for `first` mines; 2^scale was factored out. Returns false if none is possible, or memory ran out.
inline bool outside_weights(u64 cells, i64 left, i64 low, u64 size, const double* wanted, i64 tilt, Array<double>& out,
                            Array<i64>& exponents, i64& first, i64& scale) {
    first = -1;
    out.clear();
    if (!out.fill(size, 0.0) || !exponents.resize(size)) return false;
    Wide now{0, 0};
    bool any = false;
    i64 best = 0;
    for (u64 i = 0; i < size; ++i) {
        exponents[i] = 0;
        const i64 inside = left - (low + i64(i));  // mines outside the frontier
        if (inside < 0 || u64(inside) > cells) continue;
        if (now.value == 0) {
            now = {1, tilt * i64(i)};
            first = inside;
        } else {
            // One mine fewer outside: C(n, k) = C(n, k + 1) (k + 1) / (n - k).
            now = normal(now.value * (double(inside + 1) / double(cells - u64(inside))), now.exponent + tilt);
        }
        if (wanted[i] == 0) continue;
        out[i] = now.value;
        exponents[i] = now.exponent;
        const Wide product = normal(now.value * wanted[i], now.exponent);
        if (!any || product.exponent > best) best = product.exponent;
        any = true;
    }
    if (!any) return false;
    scale = best;
    for (u64 i = 0; i < size; ++i) out[i] = scaled(out[i], exponents[i] - best, least_weight);
    return true;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
