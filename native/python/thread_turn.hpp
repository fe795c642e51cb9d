// A turn that a thread keeps through several calls from Python, one after another or within each other.
#pragma once

#include <atomic>

#include "python/fork.hpp"

namespace hypersweep {

// The number of a thread, which no other one ever has.
inline std::atomic<u64> threads_numbered{0};
inline thread_local const u64 own_thread = ++threads_numbered;

// All of it is done with the GIL. What a thread held that a fork has left behind is free in the child.
class ThreadTurn {
  public:
    explicit ThreadTurn(const char* message) : message_(message) {}

    // Raises where another thread has it.
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
    // How often this thread has taken it and not given it back.
    u64 depth() const { return owner_ == own_thread ? depth_ : 0; }

  private:
    const char* message_;
    u64 owner_ = 0, depth_ = 0, forks_ = 0;
};

// The same for as long as one call lasts.
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
