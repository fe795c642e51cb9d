// Lets other threads follow and cancel a long move.
#pragma once

#include <atomic>

#include "board/state.hpp"

namespace hypersweep {

// The progress of a move, and whether it is cancelled; any thread may read or cancel it.
class PyWatch {
  public:
    void cancel() { cancelled_ = true; }
    bool is_cancelled() const { return cancelled_; }
    u64 opened() const { return opened_; }

  private:
    friend class Watched;
    std::atomic<bool> cancelled_ = false;
    std::atomic<u64> opened_ = 0;
};

// The stop function of a watched kernel, which also reports progress at each call; it runs in the thread that makes the
// move.
class Watched {
  public:
    // Without a watch, the kernel calls only `stop`; for short work, it calls nothing.
    Watched(const Stop& stop, PyWatch* watch, const Board* board)
        : inner_(stop), watch_(watch), board_(board), before_(board ? board->opened : 0) {}
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

    Stop stop() { return watch_ && inner_.stop ? Stop{ask, this} : inner_; }

  private:
    static bool ask(void* opaque) {
        const Watched& own = *static_cast<const Watched*>(opaque);
        if (own.board_) own.watch_->opened_ = own.board_->opened - own.before_;
        return own.watch_->cancelled_ || own.inner_.stop(own.inner_.stop_with);
    }

    Stop inner_;
    PyWatch* watch_;
    const Board* board_;
    u64 before_;
};

inline bool is_cancelled(const PyWatch* watch) { return watch && watch->is_cancelled(); }

}  // namespace hypersweep
