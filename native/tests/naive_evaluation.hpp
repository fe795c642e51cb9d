// A slow but obvious implementation of an evaluation's inputs: which cells are described, in which order and by which
// numbers, and the numbers for the whole position. It uses the view, the chances, and the cells that the solver had
// settled before counting; clues, groups and components are computed independently. For boards on which a cell has at
// most 8 neighbours.
#pragma once

#include <cmath>
#include <cstring>
#include <map>

#include "tests/naive.hpp"

namespace naive {

// Inputs of a described cell, in the order of the network. Its neighbours are those that are covered and not known to
// be mines, except for `neighbours`.
struct CellNumbers {
    double one;
    double mine;                // chance of a mine
    double doubt;               // from 0 if the cell is certain to 1 for a chance of one half
    double is_safe;
    double is_unseen;           // no clue sees it
    double clues_to_come;       // expected number of safe neighbours
    double safe_around;         // number of neighbours known to be safe
    double questions_around;    // number of other neighbours
    double unseen_around;       // number of these that no clue sees
    double clue_variance;       // variance of the clue that it would show
    double zero;                // the chance that it shows a zero
    double clues;               // number of clues that see it, counting clues with the same cells once
    double alike;               // size of its group, capped at 4
    double mines_alike;         // mines expected in its group, capped at 3
    double likeness;            // highest chance that no future clue distinguishes it from another cell of its group
    double doubt_by_likeness;
    double neighbours;          // number of all neighbours, divided by 8
    double log_groups;          // logarithm of the number of groups in its component
    double behind;              // how much less safe it is than the safest uncertain cell
    double doubt_alone;         // doubt, lower the more clues are to come next to it
    double fewest_cells;        // minimum number of unknown cells of a clue next to it
    double fewest_exceptions;   // minimum number of mines, or safe cells, of such a clue
    double tightness;           // sum of 1 / cells over these clues
    double single_mines;        // number of these clues with one mine
    // Sums over the neighbours that are also described.
    double near_doubt, near_clues_to_come, near_unseen_around, near_clue_variance, near_clues, near_alike, near_doubt_by_likeness,
        near_behind, near_tightness;
    double near_seen;           // number of doubtful neighbours that some clue sees
};

// Inputs of a position. A cell is doubtful if it is known neither to be safe nor to be a mine.
struct WholeNumbers {
    double layouts_50;          // logarithm of the number of layouts, capped at 400, divided by 50
    double log_layouts;         // logarithm of that logarithm
    double doubtful_100, log_doubtful;
    double mines_20;            // expected number among doubtful cells
    double density;             // expected mines divided by the number of doubtful cells
    double unseen_100, log_unseen;
    double unseen_mine;         // chance of a mine for cells that no clue sees
    double log_safe, any_safe;
    double risk;                // risk of the best guess, if no cell is safe
    double components;
    double variance;            // sum over the seen doubtful cells
    double lesser;              // chance of the less likely state, summed over the seen doubtful cells
    double open, known_mines;   // shares of the board
    double best_zero;           // highest chance that a doubtful cell shows a zero
    double best_safe_zero;      // highest chance that a safe cell shows a zero
    double log_safe_zeros;      // sum of the chances of a zero over the described safe cells
    double log_safe_variance;   // possible information from safe cells
    double log_safe_beside_unseen;
    double unseen_inside_50, unseen_edges_10, unseen_corners;
    double dead;                // doubt about cells without future clues next to them
    double twins;               // doubt about pairs that no clue may distinguish
    double log_near_best;       // described cells almost as safe as the best guess, if no cell is safe
    double best_variance;       // maximum information from one of these cells
    double log_cells;
};

template <class Numbers>
std::vector<double> list(const Numbers& numbers) {
    std::vector<double> found(sizeof(Numbers) / sizeof(double));
    std::memcpy(found.data(), &numbers, sizeof(Numbers));
    return found;
}

class Evaluation {
  public:
    std::vector<u64> described;  // ascending
    std::vector<CellNumbers> cells;
    WholeNumbers whole{};

    // `settled` are the covered cells that clues alone, or flags, have settled; clues are about the others.
    Evaluation(const Table& table, const std::vector<std::int32_t>& codes, const Bits& settled,
               const std::vector<double>& chances, double log2_layouts)
        : table_(table), codes_(codes), settled_(settled), chances_(chances) {
        find_clues();
        find_components();
        for (u64 cell = 0; cell < table.cells; ++cell) {
            if (is_doubtful(cell)) best_safe_ = std::max(best_safe_, 1 - mine(cell));
        }
        std::map<u64, CellNumbers> own;
        for (u64 cell = 0; cell < table.cells; ++cell) {
            if (is_described(cell)) own[cell] = describe(cell);
        }
        for (const auto& [cell, numbers] : own) {
            described.push_back(cell);
            cells.push_back(numbers);
            for (const u64 other : table.neighbours[cell]) {
                if (own.count(other)) add(cells.back(), own[other]);
            }
        }
        describe_whole(log2_layouts);
    }

    bool is_safe(u64 cell) const { return is_live(cell) && mine(cell) == 0; }
    bool is_unseen(u64 cell) const { return is_doubtful(cell) && !is_seen(cell); }

  private:
    struct Clue {
        std::set<u64> cells;
        i64 mines;
    };

    bool is_open(u64 cell) const { return codes_[cell] >= 0; }
    bool is_known_mine(u64 cell) const { return !is_open(cell) && chances_[cell] == 1; }
    bool is_live(u64 cell) const { return !is_open(cell) && !is_known_mine(cell); }
    bool is_doubtful(u64 cell) const { return is_live(cell) && !is_safe(cell); }

    // Chances are stored in single precision: chances that round to 0 or 1 count as certain.
    double mine(u64 cell) const { return double(float(chances_[cell])); }

    bool is_seen(u64 cell) const {
        return any_around(cell, [&](u64 other) { return is_open(other); });
    }

    template <class Holds>
    bool any_around(u64 cell, const Holds& holds) const {
        return std::any_of(table_.neighbours[cell].begin(), table_.neighbours[cell].end(), holds);
    }

    template <class Number>
    double sum_around(u64 cell, const Number& number) const {
        double sum = 0;
        for (const u64 other : table_.neighbours[cell]) {
            if (is_live(other)) sum += double(number(other));
        }
        return sum;
    }

    template <class Number>
    double sum(const Number& number) const {
        double sum = 0;
        for (u64 cell = 0; cell < table_.cells; ++cell) sum += double(number(cell));
        return sum;
    }

    double clues_to_come(u64 cell) const {
        return sum_around(cell, [&](u64 other) { return 1 - mine(other); });
    }

    double questions_around(u64 cell) const {
        return sum_around(cell, [&](u64 other) { return is_doubtful(other); });
    }

    double clue_variance(u64 cell) const {
        return sum_around(cell, [&](u64 other) { return mine(other) * (1 - mine(other)); });
    }

    // The chance that neither the cell nor any neighbour is a mine, treating them as independent.
    double zero(u64 cell) const {
        double chance = 1 - mine(cell);
        for (const u64 other : table_.neighbours[cell]) {
            if (!is_open(other)) chance *= 1 - mine(other);
        }
        return chance;
    }

    double doubt(u64 cell) const { return 4 * mine(cell) * (1 - mine(cell)); }
    double told(u64 cell) const { return std::min(clue_variance(cell), 1.0); }

    // Doubtful cells far from all known ones are alike, and safe cells without doubtful neighbours give no information.
    bool is_described(u64 cell) const {
        if (is_safe(cell)) return questions_around(cell) > 0;
        if (!is_doubtful(cell)) return false;
        return is_seen(cell) || any_around(cell, [&](u64 other) { return !is_open(other) && !is_unseen(other); });
    }

    void find_clues() {
        std::set<std::set<u64>> said;
        for (u64 cell = 0; cell < table_.cells; ++cell) {
            if (!is_open(cell)) continue;
            Clue clue{{}, codes_[cell]};
            for (const u64 other : table_.neighbours[cell]) {
                if (is_open(other)) continue;
                if (!settled_[other]) {
                    clue.cells.insert(other);
                } else {
                    clue.mines -= is_known_mine(other);
                }
            }
            if (!clue.cells.empty() && said.insert(clue.cells).second) clues_.push_back(clue);
        }
        for (std::size_t i = 0; i < clues_.size(); ++i) {
            for (const u64 cell : clues_[i].cells) clues_of_[cell].push_back(i);
        }
        for (const auto& [cell, seen_by] : clues_of_) groups_[seen_by].insert(cell);
    }

    const std::set<u64>& group(u64 cell) const { return groups_.at(clues_of_.at(cell)); }

    // Clues connect groups to components; each component is named after its lowest cell.
    void find_components() {
        for (const auto& each : clues_of_) component_[each.first] = each.first;
        for (bool changed = true; changed;) {
            changed = false;
            for (const Clue& clue : clues_) {
                u64 least = table_.cells;
                for (const u64 cell : clue.cells) least = std::min(least, component_[cell]);
                for (const u64 cell : clue.cells) {
                    changed = changed || component_[cell] != least;
                    component_[cell] = least;
                }
            }
        }
    }

    double groups_in_component(u64 cell) const {
        double number = 0;
        for (const auto& each : groups_) number += component_.at(*each.second.begin()) == component_.at(cell);
        return number;
    }

    // A clue distinguishes two cells if it touches only one of them. The cells stay alike if all places for such a clue
    // turn out to be mines.
    double likeness(u64 one, u64 other) const {
        std::set<u64> places;
        for (const u64 near : table_.neighbours[one]) places.insert(near);
        for (const u64 near : table_.neighbours[other]) {
            if (!places.insert(near).second) places.erase(near);
        }
        places.erase(one);
        places.erase(other);
        double chance = 1;
        for (const u64 near : places) {
            if (is_live(near)) chance *= mine(near);
        }
        return chance;
    }

    double likeness(u64 cell) const {
        double most = 0;
        for (const u64 other : group(cell)) {
            if (other != cell) most = std::max(most, likeness(cell, other));
        }
        return most;
    }

    CellNumbers describe(u64 cell) const {
        CellNumbers own{};
        own.one = 1;
        own.mine = mine(cell);
        own.doubt = doubt(cell);
        own.is_safe = is_safe(cell);
        own.is_unseen = !is_seen(cell);
        own.clues_to_come = clues_to_come(cell);
        own.safe_around = sum_around(cell, [&](u64 other) { return is_safe(other); });
        own.questions_around = questions_around(cell);
        own.unseen_around = sum_around(cell, [&](u64 other) { return is_unseen(other); });
        own.clue_variance = clue_variance(cell);
        own.zero = zero(cell);
        own.neighbours = double(table_.neighbours[cell].size()) / 8;
        own.doubt_alone = own.doubt / (1 + own.clues_to_come);
        if (is_safe(cell)) return own;
        own.behind = best_safe_ - (1 - mine(cell));
        if (!is_seen(cell)) return own;
        own.alike = std::min(double(group(cell).size()), 4.0);
        own.mines_alike = std::min(double(group(cell).size()) * mine(cell), 3.0);
        own.likeness = likeness(cell);
        own.doubt_by_likeness = own.likeness * own.doubt;
        own.log_groups = std::log2(1 + groups_in_component(cell));
        own.fewest_cells = own.fewest_exceptions = 99;
        for (const std::size_t i : clues_of_.at(cell)) {
            const double seen = double(clues_[i].cells.size()), mines = double(clues_[i].mines);
            own.clues += 1;
            own.fewest_cells = std::min(own.fewest_cells, seen);
            own.fewest_exceptions = std::min({own.fewest_exceptions, mines, seen - mines});
            own.tightness += 1 / seen;
            own.single_mines += mines == 1;
        }
        return own;
    }

    static void add(CellNumbers& to, const CellNumbers& near) {
        to.near_doubt += near.doubt;
        to.near_clues_to_come += near.clues_to_come;
        to.near_unseen_around += near.unseen_around;
        to.near_clue_variance += near.clue_variance;
        to.near_clues += near.clues;
        to.near_alike += near.alike;
        to.near_doubt_by_likeness += near.doubt_by_likeness;
        to.near_behind += near.behind;
        to.near_tightness += near.tightness;
        to.near_seen += near.is_safe == 0 && near.is_unseen == 0;
    }

    void describe_whole(double log2_layouts) {
        const auto is_questioned = [&](u64 cell) { return is_doubtful(cell) && is_seen(cell); };
        const double layouts = std::min(log2_layouts, 400.0), all = double(table_.cells);
        const double doubtful = sum([&](u64 cell) { return is_doubtful(cell); });
        const double mines = sum([&](u64 cell) { return is_doubtful(cell) ? mine(cell) : 0; });
        const double unseen = sum([&](u64 cell) { return is_unseen(cell); });
        const double safe = sum([&](u64 cell) { return is_safe(cell); });
        whole.layouts_50 = layouts / 50;
        whole.log_layouts = std::log2(1 + layouts);
        whole.doubtful_100 = doubtful / 100;
        whole.log_doubtful = std::log2(1 + doubtful);
        whole.mines_20 = mines / 20;
        whole.density = doubtful > 0 ? mines / doubtful : 0;
        whole.unseen_100 = unseen / 100;
        whole.log_unseen = std::log2(1 + unseen);
        whole.unseen_mine = unseen > 0 ? sum([&](u64 cell) { return is_unseen(cell) ? mine(cell) : 0; }) / unseen : 0;
        whole.log_safe = std::log2(1 + safe);
        whole.any_safe = safe > 0;
        whole.risk = safe > 0 ? 0 : 1 - best_safe_;
        std::set<u64> components;
        for (const auto& each : component_) components.insert(each.second);
        whole.components = double(components.size());
        whole.variance = sum([&](u64 cell) { return is_questioned(cell) ? mine(cell) * (1 - mine(cell)) : 0; });
        whole.lesser = sum([&](u64 cell) { return is_questioned(cell) ? std::min(mine(cell), 1 - mine(cell)) : 0; });
        whole.open = sum([&](u64 cell) { return is_open(cell); }) / all;
        whole.known_mines = sum([&](u64 cell) { return is_known_mine(cell); }) / all;
        const auto tells = [&](u64 cell) { return is_safe(cell) && questions_around(cell) > 0; };
        for (u64 cell = 0; cell < table_.cells; ++cell) {
            if (is_doubtful(cell)) whole.best_zero = std::max(whole.best_zero, zero(cell));
            if (is_safe(cell)) whole.best_safe_zero = std::max(whole.best_safe_zero, zero(cell));
        }
        whole.log_safe_zeros = std::log2(1 + sum([&](u64 cell) { return tells(cell) ? zero(cell) : 0; }));
        whole.log_safe_variance = std::log2(1 + sum([&](u64 cell) { return is_safe(cell) ? told(cell) : 0; }));
        whole.log_safe_beside_unseen = std::log2(1 + sum([&](u64 cell) {
            return is_safe(cell) && any_around(cell, [&](u64 other) { return is_unseen(other); });
        }));
        const auto unseen_with = [&](u64 least, u64 most) {
            return sum([&](u64 cell) {
                const u64 neighbours = table_.neighbours[cell].size();
                return is_unseen(cell) && least <= neighbours && neighbours <= most;
            });
        };
        whole.unseen_inside_50 = unseen_with(8, 8) / 50;
        whole.unseen_edges_10 = unseen_with(5, 7) / 10;
        whole.unseen_corners = unseen_with(0, 4);
        double near_best = 0;
        for (const u64 cell : described) {
            if (is_safe(cell)) continue;
            const double behind = best_safe_ - (1 - mine(cell));
            if (clues_to_come(cell) == 0) whole.dead += doubt(cell);
            if (is_seen(cell) && group(cell).size() == 2) whole.twins += likeness(cell) * doubt(cell) / 4;
            if (safe > 0) continue;
            near_best += behind < 0.02;
            if (behind < 0.03) whole.best_variance = std::max(whole.best_variance, (1 - mine(cell)) * told(cell));
        }
        whole.log_near_best = std::log2(1 + near_best);
        whole.log_cells = std::log2(1 + all);
    }

    const Table& table_;
    const std::vector<std::int32_t>& codes_;
    const Bits& settled_;
    const std::vector<double>& chances_;
    std::vector<Clue> clues_;
    std::map<u64, std::vector<std::size_t>> clues_of_;          // per cell that a clue is about
    std::map<std::vector<std::size_t>, std::set<u64>> groups_;  // cells seen by the same clues
    std::map<u64, u64> component_;
    double best_safe_ = 0;
};

}  // namespace naive
