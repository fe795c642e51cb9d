// A fork copies the process, but not its other threads. Their work would never finish in the child, and their locks
// would be held forever. So a fork waits until no thread works on a board.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include "python/binding.hpp"

namespace hypersweep {

// Number of pieces of work on boards without the GIL, in all threads and in this one. This thread can fork during its
// own work only from a signal handler; the child then has the thread and its work.
inline std::atomic<u64> pieces_running{0};
inline thread_local u64 own_pieces_running = 0;

// Number of forks that are waiting for such work, or in progress.
inline std::atomic<u64> forks_under_way{0};

// Number of forks between the first process and this one. A lock with an earlier number was taken before a fork, by a
// thread that may not exist here.
inline u64 forks_lived_through = 0;

// A piece of work that forks wait for. It begins with the GIL held, and releases it unless a fork is in progress, which
// needs the GIL too. It ends without the GIL, once everything is consistent.
class Piece {
  public:
    Piece() {
        ++own_pieces_running;
        ++pieces_running;
    }
    // Check this after counting. Without a GIL a fork may begin at the same time; then at least one of the two sees the
    // other.
    bool may_let_go() const { return forks_under_way == 0; }
    ~Piece() {
        --pieces_running;
        --own_pieces_running;
    }
    Piece(const Piece&) = delete;
    Piece& operator=(const Piece&) = delete;
};

// Runs before a fork. Waits without a lock, because a child could inherit it.
inline void fork_begins() {
    ++forks_under_way;
    if (pieces_running <= own_pieces_running) return;
    const WithoutGil without;
    while (pieces_running > own_pieces_running) std::this_thread::sleep_for(std::chrono::microseconds(50));
}

// These run after a fork: in the parent, even if the fork failed, and in the child, whose only thread is the one that
// forked. Python calls these C++ functions directly: Ctrl-C could interrupt a Python function before it has done
// anything.
inline void fork_ended_in_parent() { --forks_under_way; }
inline void fork_ended_in_child() {
    forks_under_way = 0;
    ++forks_lived_through;
    pieces_running = own_pieces_running;
}

}  // namespace hypersweep
