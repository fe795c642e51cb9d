// A lock that a thread can hold during several calls from Python, one after another or nested.
#pragma once

#include <atomic>

#include "python/fork.hpp"

namespace hypersweep {

// A number unique to each thread.
inline std::atomic<u64> threads_numbered{0};
inline thread_local const u64 own_thread = ++threads_numbered;

// All access happens with the GIL. In a forked child, locks held by the parent's other threads count as free.
class ThreadTurn {
  public:
    explicit ThreadTurn(const char* message) : message_(message) {}

    // Raises if another thread holds the lock.
    void check() const {
        if (depth_ && owner_ != own_thread && forks_ == forks_lived_through) raise_own("BusyError", message_);
    }
    void take() {
        check();
        if (owner_ != own_thread) depth_ = 0;
        owner_ = own_thread;
        forks_ = forks_lived_through;
        ++depth_;
    }
    void give_back() {
        if (depth_ && owner_ == own_thread) --depth_;
    }
    // How many times this thread has taken the lock without releasing it.
    u64 depth() const { return owner_ == own_thread ? depth_ : 0; }

  private:
    const char* message_;
    u64 owner_ = 0, depth_ = 0, forks_ = 0;
};

// Holds the lock for the duration of one call.
class TurnTaken {
  public:
    explicit TurnTaken(ThreadTurn& turn) : turn_(turn) { turn_.take(); }
    ~TurnTaken() { turn_.give_back(); }
    TurnTaken(const TurnTaken&) = delete;
    TurnTaken& operator=(const TurnTaken&) = delete;

  private:
    ThreadTurn& turn_;
};

}  // namespace hypersweep
