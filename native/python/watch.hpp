// A long move that another thread looks at, and may cancel.
#pragma once

#include <atomic>

#include "board/state.hpp"

namespace hypersweep {

// How far a move has come, and whether it is still wanted; any thread may ask and say so at any time.
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

// What a kernel asks while it is watched: it tells how far it has come each time, in the thread that runs it.
class Watched {
  public:
    // Without a watch `stop` is all that is asked, and for short work nothing is.
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
