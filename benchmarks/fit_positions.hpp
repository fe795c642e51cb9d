// Positions for fit_value.py, as described by native/play/evaluation.hpp, in columns, each in a file of its own.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "guessing_games.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class PositionFiles {
  public:
    PositionFiles(const Contest& contest, const std::string& name) : mines_(contest.mines), solver_(contest.g), chance_(contest.g.cells) {
        const char* const columns[] = {"game", "target", "layouts", "whole", "cells", "touching", "sights", "clues", "areas", "sizes"};
        for (const char* column : columns) {
            files_.push_back(std::fopen((name + "." + column).c_str(), "wb"));
            if (!files_.back()) fail("can't write");
        }
    }
    ~PositionFiles() {
        for (std::FILE* file : files_) {
            if (std::fclose(file)) fail("can't write");
        }
    }

    u64 written = 0;

    // The binary logarithm of the number of consistent layouts.
    double read(const std::vector<i32>& codes) {
        check(solver_.analyse(codes.data(), mines_, false, Limits{}, chance_.data()));
        return solver_.log2_layouts;
    }
    const Problem& problem() const { return solver_.problem; }
    // Writes the latest position, unless the evaluation describes no cell of it.
    void write(u64 game, double target) {
        if (!evaluator_.describe(solver_, chance_.data())) fail("out of memory");
        const EvaluationGraph& graph = evaluator_.graph;
        const u64 rows = graph.area.size();
        if (rows == 0) return;
        const float value = float(target), layouts = float(solver_.log2_layouts);
        const i32 number = i32(game);
        put(0, &number, 1);
        put(1, &value, 1);
        put(2, &layouts, 1);
        put(3, evaluator_.whole, whole_inputs::count);
        put(4, evaluator_.cells[0].own, rows * u64(cell_inputs::count));
        pairs_.clear();
        for (u32 row = 0; row < rows; ++row) {
            for (u32 i = graph.touching_first[row]; i < graph.touching_first[row + 1]; ++i) add(row, graph.touching[i]);
        }
        const u64 touching = pairs_.size() / 2;
        put(5, pairs_.data(), pairs_.size());
        pairs_.clear();
        for (u64 i = 0; i < graph.sights.size(); ++i) add(graph.sights[i].row, graph.sights[i].clue);
        put(6, pairs_.data(), pairs_.size());
        if (graph.clues.size()) put(7, graph.clues[0].own, 4 * graph.clues.size());
        pairs_.clear();
        for (u64 row = 0; row < rows; ++row) pairs_.push_back(u16(graph.area[row]));
        put(8, pairs_.data(), rows);
        const i32 sizes[5] = {i32(rows), i32(touching), i32(graph.sights.size()), i32(graph.clues.size()), i32(graph.areas)};
        put(9, sizes, 5);
        ++written;
    }

  private:
    template <class T>
    void put(std::size_t column, const T* values, u64 count) {
        if (std::fwrite(values, sizeof(T), count, files_[column]) != count) fail("can't write");
    }
    void add(u32 one, u32 other) {
        pairs_.push_back(u16(one));
        pairs_.push_back(u16(other));
    }

    u64 mines_;
    Solver solver_;
    std::vector<double> chance_;
    Evaluator evaluator_;
    std::vector<u16> pairs_;
    std::vector<std::FILE*> files_;
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
