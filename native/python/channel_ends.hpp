// The ends of channels as Python sees them. Part of channel.cpp, and included by nothing else.
#pragma once

#include <vector>

#include "python/channel_waiting.hpp"

namespace hypersweep {

#ifndef _WIN32

// What `fill` and `send` give back; hypersweep.channel makes errors of them.
enum class Answer : int { done, would_block, ended, closed, broken, size, type };

// The receiving end. Threads read in turns, and what one has read is there for all. Where senders and receiver are
// threads of one process, messages go from hand to hand, without the system.
class PyInlet : public PyMessages, public PyEnd {
  public:
    PyInlet(u64 size, u64 payload, bool is_socket, u64 room)
        : PyMessages(size, payload, process_space(), is_socket, room),
          PyEnd([](PyEnd& end, bool is_child) { static_cast<PyInlet&>(end).forked(is_child); }),
          room_(room) {}
    ~PyInlet() {
        if (turn_) PyThread_free_lock(turn_);
    }

    // Takes the descriptor, unless this has had one already. `arrived`: there are senders in other processes.
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
        room_made_.wake();
        // Otherwise somebody may be reading, and what is half done goes when this goes.
        if (!is_used()) clear();
    }
    // The oldest message as a new reference, or null.
    PyObject* take() {
        PyObject* message = PyMessages::take();
        if (room_made_.has_waiting()) wake_senders();
        return message;
    }

    // Waits until there is a message to take.
    Answer fill(double seconds) {
        const Deadline deadline(seconds);
        const Use use(*this);
        received_in_ = Forks::here().lives();
        kept_in_ = Forks::here().count();
        // Other threads are told what is left, even if this one, interrupted, never takes its message.
        struct Tell {
            ~Tell() { inlet.wake(inlet.ready_.size()); }
            PyInlet& inlet;
        } tell{*this};
        while (is_open()) {
            if (!ready_.empty()) return Answer::done;
            // Where there is no other thread, nobody can close this end, and the read itself may wait: that is quicker.
            const Step step = receive(deadline.never() && inlet_.can_wait() && is_only_thread());
            look_for_signals();
            if (!ready_.empty()) continue;
            if (step == Step::ended) return Answer::ended;
            const bool is_late = step == Step::empty && wait(false, deadline) == Step::late;
            if (is_late && ready_.empty()) return Answer::would_block;
        }
        return Answer::closed;
    }

    // Whether this process is the one that receives. Its senders then make room by reading what is there, unless the
    // room was agreed on.
    bool receives_here() const { return is_open() && room_ == 0 && (is_alone() || has_received()); }
    void make_room() {
        if (is_alone()) kept_in_ = Forks::here().count();
        read_what_is_there();
    }

    // Whether every sender is in this process and so is the receiver: messages need not go through the system then. They
    // do until somebody here receives, or until the system has no room for more, as a child that is forked before may
    // turn out to be the one that receives.
    bool keeps_here() const {
        return is_alone() && !sent_elsewhere_ && !reads_blocking_ && is_open() && (room_ != 0 || kept_in_ == attached_in_);
    }
    // What came through the system before is read before anything is put here, so that each sender's order is kept.
    bool must_read_first() const { return through_system_ || empties_; }
    void sent_through_system() { through_system_ = true; }
    bool has_room() const { return room_ == 0 || ready_.size() < room_; }
    void put_here(PyObject* message) {
        ready_.push_back(message);
        wake(ready_.size());
    }
    void read_what_is_there() {
        const Use use(*this);
        Step step = Step::failed;
        struct Finish {
            ~Finish() {
                // Whatever comes through the system meanwhile says so itself.
                if (step != Step::empty && step != Step::ended) inlet.through_system_ = true;
            }
            PyInlet& inlet;
            const Step& step;
        } finish{*this, step};
        step = receive(false, true);
    }
    // Waits until somebody takes a message, or something else changes.
    Step wait_for_room(const Deadline& deadline) { return room_made_.wait(-1, false, deadline); }
    // Tells senders that wait for room, as far as there is some; or all of them, as something else has changed.
    void wake_senders() { room_made_.wake(has_room() ? std::size_t(room_) - ready_.size() : 0); }
    void wake_all_senders() { room_made_.wake(); }

    // What is pending, for the process that will receive from here on; None while threads use this.
    nb::object hand_over() {
        if (is_used()) return nb::none();
        // First, so that senders put nothing here any more that would stay behind.
        attached_in_ = received_in_ = 0;
        wake_all_senders();
        return pending();
    }
    // From here on a sender may be in another process.
    void sender_handed_over() {
        sent_elsewhere_ = true;
        wake_all_senders();
    }
    static void announce_fork(bool begins) { Forks::here().announce(begins); }

  private:
    // Whether this process, and no other, has had the receiver since it was opened or brought here.
    bool is_alone() const { return attached_in_ == Forks::here().count(); }
    bool has_received() const { return received_in_ == Forks::here().lives(); }

    void forked(bool is_child) {
        if (!is_child) return wake_all_senders();
        PyEnd::forked();
        room_made_.forked();
        // Threads that don't exist here may have been in the midst of reading.
        if (reading_) forget();
        reading_ = reads_blocking_ = empties_ = false;
    }

    static bool is_only_thread() {
        return !PyThreadState_Next(PyInterpreterState_ThreadHead(PyInterpreterState_Get()));
    }

    // No handler of a signal, and no other code in Python, runs in its thread while somebody has the turn.
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

    // A process that was forked needs a lock of its own: a thread that doesn't exist here may hold the one it has.
    void renew_turn() {
        const u64 life = Forks::here().lives();
        if (turn_of_ == life) return;
        PyThread_type_lock turn = PyThread_allocate_lock();
        if (!turn) throw std::bad_alloc();
        turn_ = turn;
        turn_of_ = life;
        inlet_.assembly.space = process_space();
    }

    // Reads what is there, with other threads running meanwhile.
    Step receive(bool wait, bool empties = false) {
        const Turn turn(*this);
        // Until what came through the system lies here, nothing of the same sender may be put here before it.
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
            // The next message was begun, but it is for the next call to go on.
            if (found) return Step::done;
            lend_block();
        }
    }

    u64 room_;                        // messages that may wait here; 0 for as many as there is memory for
    PyThread_type_lock turn_ = nullptr;
    u64 turn_of_ = 0;                 // the process that made it
    bool reading_ = false;            // somebody has the turn
    bool reads_blocking_ = false;     // and can only be woken by what comes through the system
    bool was_attached_ = false;       // it has, or had, the descriptor
    bool sent_elsewhere_ = false;     // other processes have senders
    bool through_system_ = false;     // what senders of this process have sent may still lie there
    bool empties_ = false;            // whoever has the turn brings here what came through the system
    u64 attached_in_ = 0;             // counts of forks: when the descriptor came; 0 if never, or if it was handed over
    u64 kept_in_ = 0;                 //   when messages were last brought here
    u64 received_in_ = 0;             // the process that has received; 0 for none
    Alarm room_made_;
};

// Who this process is to receivers: what stands before the parts of the long messages that its threads send.
class Sending {
  public:
    // Tells the long messages apart that are under way at the same time, from several threads or from the handler of a
    // signal: to the receiver each is another sender. The numbers of a process serve all its senders, and the lowest
    // that is free is taken. So a message that was given up makes way for a later one, even if its sender was closed,
    // and no more of them are kept than this process ever sent at once.
    Sending() {
        if (life_ != Forks::here().lives()) {
            identity_ = sending_identity();
            used_.clear();
            life_ = Forks::here().lives();
        }
        while (number_ < used_.size() && used_[number_]) ++number_;
        if (number_ == used_.size()) used_.push_back(false);
        used_[number_] = true;
        part = identity_;
        part.sender += number_;
        part.message = ++identity_.message;
    }
    ~Sending() {
        // The handler of a signal may have forked: the child has other numbers.
        if (life_ == began_in_) used_[number_] = false;
    }
    Sending(const Sending&) = delete;
    Sending& operator=(const Sending&) = delete;

    Part part;

  private:
    static inline Part identity_{};
    static inline std::vector<bool> used_;
    static inline u64 life_ = 0;
    u64 number_ = 0;
    u64 began_in_ = Forks::here().lives();
};

// A sending end. Any number of threads may send at once.
class PyOutlet : public PyEnd {
  public:
    PyOutlet(int descriptor, u64 size, u64 payload, bool is_socket, PyInlet& inlet)
        : PyEnd([](PyEnd& end, bool is_child) {
              if (is_child) static_cast<PyOutlet&>(end).forked();
          }),
          size_(size),
          payload_(payload),
          is_socket_(is_socket),
          inlet_(inlet),
          inlet_object_(nb::find(inlet)) {
        hold(descriptor);
#ifdef F_SETNOSIGPIPE
        // Nobody receives: that is said by an error, and by nothing else.
        fcntl(descriptor, F_SETNOSIGPIPE, 1);
#endif
    }

    void close() {
        PyEnd::close();
        inlet_.wake_all_senders();
    }

    // From here on a sender may be in another process.
    void hand_over() { inlet_.sender_handed_over(); }

    Answer send(nb::handle data, double seconds) {
        if (!is_open()) return Answer::closed;
        const View view(data);
        if (!view.found) return Answer::type;
        if (view.bytes() != size_) return Answer::size;
        if (inlet_.keeps_here()) {
            Answer answer;
            if (deliver(view, seconds, answer)) return answer;
        }
        const u8* bytes = view.data();
        if (size_ <= payload_) {
            return put_through(seconds, [&] { return write_packet(descriptor(), is_socket_, nullptr, bytes, size_); });
        }
        Sending sending;
        const auto write = [&] {
            return write_parts(descriptor(), is_socket_, sending.part, bytes, size_, payload_);
        };
        return put_through(seconds, write);
    }

  private:
    // The bytes of what is to be sent. Python's `bytes` never change: they are given away as they are.
    struct View {
        explicit View(nb::handle data) : given(PyBytes_CheckExact(data.ptr()) ? data.ptr() : nullptr) {
            if (given) return;
            found = PyObject_GetBuffer(data.ptr(), &buffer, PyBUF_SIMPLE) == 0;
            if (!found) PyErr_Clear();
        }
        ~View() {
            if (found && !given) PyBuffer_Release(&buffer);
        }
        View(const View&) = delete;
        View& operator=(const View&) = delete;

        u64 bytes() const { return u64(given ? PyBytes_GET_SIZE(given) : buffer.len); }
        const u8* data() const {
            return given ? reinterpret_cast<const u8*>(PyBytes_AS_STRING(given)) : static_cast<const u8*>(buffer.buf);
        }
        PyObject* message() const {
            if (given) return Py_NewRef(given);
            PyObject* copy = PyBytes_FromStringAndSize(static_cast<const char*>(buffer.buf), buffer.len);
            if (!copy) throw nb::python_error();
            return copy;
        }

        PyObject* given;
        Py_buffer buffer;
        bool found = true;
    };

    // Gives a message to the receiver in this process. Says whether that came to an end; it may turn out that the
    // message has to go through the system after all, within the seconds that are left.
    bool deliver(const View& view, double& seconds, Answer& answer) {
        if (!inlet_.must_read_first() && inlet_.has_room()) {
            inlet_.put_here(view.message());
            answer = Answer::done;
            return true;
        }
        const Deadline deadline(seconds);
        const Use use(*this);
        // Who was woken and doesn't use the room leaves it to another.
        struct Tell {
            ~Tell() { inlet.wake_senders(); }
            PyInlet& inlet;
        } tell{inlet_};
        while (inlet_.keeps_here()) {
            if (inlet_.must_read_first()) {
                inlet_.read_what_is_there();
                look_for_signals();
            } else if (inlet_.has_room()) {
                inlet_.put_here(view.message());
                answer = Answer::done;
                return true;
            } else if (inlet_.wait_for_room(deadline) == Step::late && !inlet_.has_room()) {
                answer = Answer::would_block;
                return true;
            }
            if (!is_open()) {
                answer = Answer::closed;
                return true;
            }
        }
        if (!deadline.never()) seconds = double(deadline.left()) * 1e-6;
        return false;
    }

    // Writes until everything is written, waiting for room in between.
    template <class Write>
    Answer put_through(double seconds, const Write& write) {
        Step step = write_freely(write);
        if (step == Step::done) return Answer::done;
        const Deadline deadline(seconds);
        const Use use(*this);
        while (step == Step::full) {
            if (inlet_.receives_here()) {
                inlet_.make_room();
            } else if (wait(true, deadline) == Step::late) {
                return Answer::would_block;
            }
            look_for_signals();
            if (!is_open()) return Answer::closed;
            step = write_freely(write);
        }
        if (step == Step::failed) fail(errno);
        return step == Step::broken ? Answer::broken : Answer::done;
    }

    // A short message is sent faster than other threads could be let run.
    template <class Write>
    Step write_freely(const Write& write) {
        Step step;
        if (size_ < 8192) {
            step = write();
        } else {
            const Use use(*this);
            int error;
            {
                const WithoutGil without;
                step = write();
                error = errno;
            }
            errno = error;
        }
        inlet_.sent_through_system();
        return step;
    }

    u64 size_, payload_;
    bool is_socket_;
    PyInlet& inlet_;
    nb::object inlet_object_;  // keeps it alive
};

#endif  // _WIN32

}  // namespace hypersweep
