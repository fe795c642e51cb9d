// A fork copies the process, but not its other threads. Their work would never finish in the child, and their locks
// would be held forever. So a fork waits until no thread works on a board.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include "python/binding.hpp"

namespace hypersweep {

// Pieces of work on boards without the GIL: in all threads, and in this one. This thread can only fork during its own
// work from a signal handler; it then exists in the child, and so does its work.
inline std::atomic<u64> pieces_running{0};
inline thread_local u64 own_pieces_running = 0;

// Forks that are waiting for such work, or in progress.
inline std::atomic<u64> forks_under_way{0};

// Number of forks between the first process and this one. It differs from the parent's, which identifies locks held by
// threads that don't exist here.
inline u64 forks_lived_through = 0;

// A piece of work that forks wait for. It begins with the GIL held. If a fork is in progress, it keeps the GIL, which
// the fork needs as well; otherwise it releases it. It ends without the GIL, once everything is consistent.
class Piece {
  public:
    Piece() {
        ++own_pieces_running;
        ++pieces_running;
    }
    // Checked after counting: without a GIL a fork may begin at the same time, and then one of the two sees the other.
    bool may_let_go() const { return forks_under_way == 0; }
    ~Piece() {
        --pieces_running;
        --own_pieces_running;
    }
    Piece(const Piece&) = delete;
    Piece& operator=(const Piece&) = delete;
};

// Before a fork. The wait takes no lock, because a child could inherit it.
inline void fork_begins() {
    ++forks_under_way;
    if (pieces_running <= own_pieces_running) return;
    const WithoutGil without;
    while (pieces_running > own_pieces_running) std::this_thread::sleep_for(std::chrono::microseconds(50));
}

// After a fork, in the parent (even if it failed), and in the child, whose only thread is the one that forked. Python
// calls these C++ functions directly: Ctrl-C could interrupt a Python function before it has done anything.
inline void fork_ended_in_parent() { --forks_under_way; }
inline void fork_ended_in_child() {
    forks_under_way = 0;
    ++forks_lived_through;
    pieces_running = own_pieces_running;
}

}  // namespace hypersweep
