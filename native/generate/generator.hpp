// Tries one layout after another until one can be finished by deduction.
#pragma once

#include "generate/layouts.hpp"
#include "generate/repair.hpp"
#include "random/sampling.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

class Generator {
  public:
    explicit Generator(const Geometry& geometry) : g_(geometry), deducer_(geometry), repair_(geometry, deducer_) {}
    Array<u32> steps;  // of the latest deduction that was recorded

    bool make() { return deducer_.make() && repair_.make() && is_kept_.fill(g_.cells, 0); }

    Solved deduce(const u64* mines, u64 mine_count, u64 first, Effort hardest, const Limits& limits, bool is_noted, Deduced& deduced) {
        steps.clear();
        deducer_.steps = is_noted ? &steps : nullptr;
        deducer_.restart();
        deducer_.begin(mines, mine_count, first);
        const Solved found = deducer_.go_on(hardest, limits);
        deducer_.steps = nullptr;
        if (steps.failed()) return Solved::out_of_memory;
        deduced = Deduced{deducer_.is_finished(), deducer_.effort(), deducer_.opened(), deducer_.states()};
        return found;
    }

    // Finds a layout and stores it in `plane`. The same job leads to the same layout on every machine, because limits
    // count work, not time.
    Solved search(const SearchJob& job, const Limits& limits, u64* plane, Search& search);

  private:
    const Geometry& g_;
    Deducer deducer_;
    Repair repair_;
    Array<u8> is_kept_;
    VainLayouts vain_;
};

// Reports progress at every check for a stop.
struct Reporter {
    const Stop& inner;
    const Deducer& deducer;
    Search& search;

    static bool stop(void* opaque) {
        const Reporter& own = *static_cast<const Reporter*>(opaque);
        own.note();
        return own.inner.stop && own.inner.stop(own.inner.stop_with);
    }
    void note() const {
        const u64 opened = deducer.opened();
        search.most_opened = opened > search.most_opened ? opened : search.most_opened;
    }
};

inline Solved Generator::search(const SearchJob& job, const Limits& limits, u64* plane, Search& search) {
    if (!search.is_paused) {
        search = Search{};
        deducer_.restart();
        deducer_.is_paused = repair_.is_paused = false;
        vain_.begin(g_.cells - job.excluded_count, job.mines);
    }
    search.is_paused = false;
    for (u64 i = 0; i < job.excluded_count; ++i) is_kept_[job.excluded[i]] = 1;
    const Reporter reporter{limits, deducer_, search};
    Limits own = limits;
    own.stop = Reporter::stop;
    own.stop_with = const_cast<Reporter*>(&reporter);
    Solved found = Solved::done;
    Pace pace(own);
    for (; search.tried < job.tries && !search.found && !search.is_spent && !search.is_exhausted; ++search.tried) {
        search.is_paused = deducer_.work() >= job.pause;
        if (search.is_paused) break;
        // A layout interrupted by a pause is still in memory.
        const bool is_begun = deducer_.is_paused || repair_.is_paused;
        const bool is_repaired = is_begun ? repair_.is_paused : search.tried >= job.uniform || deducer_.work() >= job.uniform_work;
        const u64 key = stream_key(job.seed, job.name, search.tried);
        if (!is_begun) {
            std::memset(plane, 0, std::size_t((g_.words + 1) * sizeof(u64)));
            found = sample_board(g_.cells, job.mines, key, job.excluded, job.excluded_count, plane, pace) ? Solved::done
                                                                                                         : Solved::stopped;
            if (found != Solved::done) break;
        }
        if (is_repaired) {
            found = repair_.mend(plane, job, is_kept_.data(), mix(key), vain_, own);
        } else {
            if (!is_begun) deducer_.begin(plane, job.mines, job.first);
            found = deducer_.go_on(job.hardest, own, job.pause);
        }
        search.is_paused = deducer_.is_paused || repair_.is_paused;
        if (search.is_paused) {
            reporter.note();
            break;
        }
        if (found != Solved::done && found != Solved::over_budget) break;
        reporter.note();
        search.is_spent = deducer_.work() >= job.work;
        search.too_large += found == Solved::over_budget;
        found = pace.over(deducer_.steps_of_layout()) ? Solved::stopped : Solved::done;
        if (found != Solved::done) break;
        const bool is_proven = deducer_.is_finished() && (!is_repaired || repair_.is_proven);
        search.found = is_proven && (!job.exactly || deducer_.effort() == job.hardest);
        if (!search.found) {
            if (!is_repaired) vain_.note(plane, is_kept_.data());
            search.is_exhausted = vain_.are_all();
            continue;
        }
        search.effort = deducer_.effort();
        search.changes = is_repaired ? repair_.changes : 0;
    }
    search.work = deducer_.work();
    search.states = deducer_.states();
    for (u64 i = 0; i < job.excluded_count; ++i) is_kept_[job.excluded[i]] = 0;
    return found;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
