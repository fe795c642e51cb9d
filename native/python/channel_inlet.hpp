// The receiving end of a channel for Python. Part of channel.cpp, and included by nothing else.
#pragma once

#include "python/channel_waiting.hpp"

namespace hypersweep {

#ifndef _WIN32

// Results of `fill` and `send`, which hypersweep.channel turns into errors.
enum class Answer : int { done, would_block, ended, closed, broken, size, type };

// The receiving end. Threads take turns reading, and messages read by one are available to all. If senders and receiver
// are threads of one process, messages are handed over directly, without a system call.
class PyInlet : public PyMessages, public PyEnd {
  public:
    PyInlet(u64 size, u64 payload, bool is_socket, u64 capacity)
        : PyMessages(size, payload, process_space(), is_socket, capacity),
          PyEnd([](PyEnd& end, bool is_child) { static_cast<PyInlet&>(end).forked(is_child); }),
          capacity_(capacity) {}
    ~PyInlet() {
        if (turn_) PyThread_free_lock(turn_);
    }

    // Takes over the descriptor; returns false if this end has already had one. `arrived` is true if the end comes from
    // another process, which may have senders.
    bool attach(int descriptor, bool arrived) {
        if (was_attached_) return false;
        was_attached_ = true;
        hold(descriptor);
        attached_in_ = Forks::here().count();
        sent_elsewhere_ = arrived;
        return true;
    }
    void close() {
        PyEnd::close();
        clear_ready();
        space_made_.wake();
        // Partial messages are freed now, or with this object if a thread may be reading.
        if (!is_used()) clear();
    }
    // Removes the oldest message. Returns a new reference to it, or null if there is none.
    PyObject* take() {
        PyObject* message = PyMessages::take();
        if (space_made_.has_waiting()) wake_senders();
        return message;
    }

    // Waits until there is a message to take.
    Answer fill(double seconds) {
        const Deadline deadline(seconds);
        const Use use(*this);
        received_in_ = Forks::here().lives();
        kept_in_ = Forks::here().count();
        // Wakes other threads for the remaining messages, even if this thread is interrupted.
        struct Tell {
            ~Tell() { inlet.wake(inlet.ready_.size()); }
            PyInlet& inlet;
        } tell{*this};
        while (is_open()) {
            if (!ready_.empty()) return Answer::done;
            // If no other thread could close this end meanwhile, the read itself may wait, which is faster.
            const Step step = receive(deadline.never() && inlet_.can_wait() && is_only_thread());
            look_for_signals();
            if (!ready_.empty()) continue;
            if (step == Step::ended) return Answer::ended;
            const bool is_late = step == Step::empty && wait(false, deadline) == Step::late;
            if (is_late && ready_.empty()) return Answer::would_block;
        }
        return Answer::closed;
    }

    // Whether this process is the receiver and no capacity was set; its senders then make room by reading pending data.
    bool receives_here() const { return is_open() && capacity_ == 0 && (is_alone() || has_received()); }
    void make_space() {
        if (is_alone()) kept_in_ = Forks::here().count();
        read_what_is_there();
    }

    // Whether all senders and the receiver are in this process, so that messages can bypass the system. Without a
    // capacity, messages still go through the system until this process receives or the system's buffer is full,
    // because a child forked earlier may be the receiver.
    bool keeps_here() const {
        return is_alone() && !sent_elsewhere_ && !reads_blocking_ && is_open() && (capacity_ != 0 || kept_in_ == attached_in_);
    }
    // To preserve each sender's order, data sent earlier through the system is read before a message is delivered here
    // directly.
    bool must_read_first() const { return through_system_ || empties_; }
    void sent_through_system() { through_system_ = true; }
    bool has_space() const { return capacity_ == 0 || ready_.size() < capacity_; }
    void put_here(PyObject* message) {
        ready_.push_back(message);
        wake(ready_.size());
    }
    void read_what_is_there() {
        const Use use(*this);
        Step step = Step::failed;
        struct Finish {
            ~Finish() {
                // Data that arrives through the system in the meantime is detected separately.
                if (step != Step::empty && step != Step::ended) inlet.through_system_ = true;
            }
            PyInlet& inlet;
            const Step& step;
        } finish{*this, step};
        step = receive(false, true);
    }
    // Waits until a message is taken or another change occurs.
    Step wait_for_space(const Deadline& deadline) { return space_made_.wait(-1, false, deadline); }
    // `wake_senders` wakes as many waiting senders as there are free places. After any other change, `wake_all_senders`
    // wakes all of them.
    void wake_senders() { space_made_.wake(has_space() ? std::size_t(capacity_) - ready_.size() : 0); }
    void wake_all_senders() { space_made_.wake(); }

    // Returns the pending data for the process that becomes the receiver; None while threads are using this object.
    nb::object hand_over() {
        if (is_used()) return nb::none();
        // Do this first, so that senders deliver nothing more here.
        attached_in_ = received_in_ = 0;
        wake_all_senders();
        return pending();
    }
    // From now on a sender may be in another process.
    void sender_handed_over() {
        sent_elsewhere_ = true;
        wake_all_senders();
    }
    static void announce_fork(bool begins) { Forks::here().announce(begins); }

  private:
    // Whether no other process has had the receiver since it was opened or brought here.
    bool is_alone() const { return attached_in_ == Forks::here().count(); }
    bool has_received() const { return received_in_ == Forks::here().lives(); }

    void forked(bool is_child) {
        if (!is_child) return wake_all_senders();
        PyEnd::forked();
        space_made_.forked();
        // After a fork, the thread that was reading may not exist here.
        if (reading_) forget();
        reading_ = reads_blocking_ = empties_ = false;
    }

    // During its turn, a thread runs no signal handlers and no other Python code.
    class Turn {
      public:
        explicit Turn(PyInlet& inlet) : inlet_(inlet) {
            inlet.renew_turn();
            if (!PyThread_acquire_lock(inlet.turn_, NOWAIT_LOCK)) {
                const WithoutGil without;
                PyThread_acquire_lock(inlet.turn_, WAIT_LOCK);
            }
            inlet.reading_ = true;
        }
        ~Turn() {
            inlet_.reading_ = false;
            PyThread_release_lock(inlet_.turn_);
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

      private:
        PyInlet& inlet_;
    };

    // A forked process needs a new lock: the old one may be held by a thread that exists only in the parent.
    void renew_turn() {
        const u64 life = Forks::here().lives();
        if (turn_of_ == life) return;
        PyThread_type_lock turn = PyThread_allocate_lock();
        if (!turn) throw std::bad_alloc();
        turn_ = turn;
        turn_of_ = life;
        inlet_.assembly.space = process_space();
    }

    // Reads pending data while other threads run.
    Step receive(bool wait, bool empties = false) {
        const Turn turn(*this);
        // Until data sent through the system has been read, no message may be delivered here directly, as it would
        // overtake that data.
        struct Emptying {
            ~Emptying() { inlet.empties_ = false; }
            PyInlet& inlet;
        } emptying{*this};
        empties_ = empties;
        if (empties) through_system_ = false;
        for (;;) {
            Step step;
            int error;
            reads_blocking_ = wait;
            {
                const WithoutGil without;
                step = inlet_.advance(descriptor(), wait);
                error = errno;
            }
            reads_blocking_ = false;
            const bool found = collect_finished();
            if (!is_open()) clear_ready();
            wake(ready_.size());
            if (step == Step::failed) fail(error);
            if (step != Step::need_block) return step;
            // The next message has begun; the next call continues it.
            if (found) return Step::done;
            lend_block();
        }
    }

    u64 capacity_;                        // maximum number of waiting messages; 0 for as many as memory allows
    PyThread_type_lock turn_ = nullptr;
    u64 turn_of_ = 0;                 // the process that created the lock
    bool reading_ = false;            // a thread is reading
    bool reads_blocking_ = false;     // the reading thread waits in the read itself, and only data through the system
                                      // can wake it
    bool was_attached_ = false;       // has, or has had, a descriptor
    bool sent_elsewhere_ = false;     // other processes have senders
    bool through_system_ = false;     // data sent by this process may still be in the system
    bool empties_ = false;            // the reading thread is emptying the system's buffers
    u64 attached_in_ = 0;             // fork count when the descriptor was attached; 0 if never, or handed over since
    u64 kept_in_ = 0;                 // fork count when messages last stayed in this process
    u64 received_in_ = 0;             // the process that has received; 0 for none
    Alarm space_made_;
};

#endif  // _WIN32

}  // namespace hypersweep
