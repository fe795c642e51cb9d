// The ends of channels as Python sees them. Part of channel.cpp, and included by nothing else.
#pragma once

#include <bit>
#include <limits>
#ifdef __GLIBCXX__
#include <cxxabi.h>
#endif

#include "channel_messages.hpp"

namespace hypersweep {

#ifndef _WIN32

// What `fill` and `send` give back; hypersweep.channel makes errors of them.
enum class Answer : int { done, would_block, ended, closed, broken, size, type };

// Lets other threads run. A daemon thread that comes back when the interpreter has ended is made to end as well, before
// Python 3.14 by unwinding its stack, which functions that throw nothing turn into the end of the process. It sleeps
// instead, as it would under later versions.
class Unlocked {
  public:
    Unlocked() : state_(PyEval_SaveThread()) {}
    ~Unlocked() {
#ifdef __GLIBCXX__
        try {
            PyEval_RestoreThread(state_);
        } catch (const abi::__forced_unwind&) {
            for (;;) pause();
        }
#else
        PyEval_RestoreThread(state_);
#endif
    }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

  private:
    PyThreadState* state_;
};

// A descriptor that several threads may use. Closing it wakes those that wait, and the last of them lets it go.
class PyEnd {
  public:
    PyEnd() = default;
    ~PyEnd() { let_go(); }
    PyEnd(const PyEnd&) = delete;
    PyEnd& operator=(const PyEnd&) = delete;

    bool is_open() const { return descriptor_ >= 0 && !closed_; }
    int descriptor() const { return descriptor_; }
    void close() {
        closed_ = true;
        // Nobody takes this out of the pipe any more.
        if (waiting_ > 0) put_wake();
        if (users_ == 0) let_go();
    }
    // Only the thread that forked goes on in the child.
    void forked() {
        ++life_;
        users_ = waiting_ = woken_ = 0;
        close_wake();
        if (closed_) let_go();
    }

  protected:
    void hold(int descriptor) { descriptor_ = descriptor; }
    bool is_used() const { return users_ > 0; }

    class Use {
      public:
        explicit Use(PyEnd& end) : end_(end), life_(end.life_) { ++end.users_; }
        ~Use() {
            if (life_ == end_.life_ && --end_.users_ == 0 && end_.closed_) end_.let_go();
        }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

      private:
        PyEnd& end_;
        unsigned life_;
    };

    // Waits for the descriptor, for `wake`, or for the end to be closed, with other threads running meanwhile. Handlers
    // of signals run before it returns, and what they raise comes out of here.
    Step wait(bool to_write, const Deadline& deadline) {
        if (closed_) return Step::done;
        if (wake_[0] < 0) make_wake();
        Step step;
        int error;
        const unsigned life = life_;
        ++waiting_;
        {
            const Unlocked unlocked;
            step = wait_for(descriptor_, to_write, wake_[0], deadline);
            error = errno;
        }
        if (life == life_) {
            --waiting_;
            char taken;
            if (!closed_ && woken_ > 0 && read(wake_[0], &taken, 1) == 1) --woken_;
        }
        look_for_signals();
        if (step == Step::failed) fail(error);
        return step;
    }
    // Makes up to so many of those that wait look again.
    void wake(std::size_t most) {
        while (woken_ < waiting_ && woken_ < most) {
            put_wake();
            ++woken_;
        }
    }

    static void look_for_signals() {
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
    [[noreturn]] static void fail(int error) {
        errno = error;
        PyErr_SetFromErrno(PyExc_OSError);
        throw nb::python_error();
    }

  private:
    void make_wake() {
        int pair[2];
        if (pipe(pair) != 0) fail(errno);
        for (int which = 0; which < 2; ++which) {
            fcntl(pair[which], F_SETFD, FD_CLOEXEC);
            fcntl(pair[which], F_SETFL, O_NONBLOCK);
            wake_[which] = pair[which];
        }
    }
    void put_wake() {
        // Should the pipe be full, then everybody has been woken.
        [[maybe_unused]] const ssize_t written = ::write(wake_[1], "", 1);
    }
    void close_wake() {
        for (int& descriptor : wake_) {
            if (descriptor >= 0) ::close(descriptor);
            descriptor = -1;
        }
    }
    void let_go() {
        if (descriptor_ >= 0) ::close(descriptor_);
        descriptor_ = -1;
        close_wake();
    }

    int descriptor_ = -1;
    bool closed_ = false;
    unsigned life_ = 0;                            // how often this process came to be by a fork
    unsigned users_ = 0, waiting_ = 0, woken_ = 0;  // threads: that need the descriptor, wait for it, were woken
    int wake_[2] = {-1, -1};
};

// The receiving end. Threads read in turns, and what one has read is there for all.
class PyInlet : public PyMessages, public PyEnd {
  public:
    PyInlet(u64 size, u64 payload, u32 space, bool is_socket)
        : PyMessages(size, payload, space, is_socket), turn_(new_lock()) {}
    ~PyInlet() { PyThread_free_lock(turn_); }

    void attach(int descriptor) {
        hold(descriptor);
        alone_ = true;
    }
    void close() {
        PyEnd::close();
        clear_ready();
        // Otherwise somebody may be reading, and what is half done goes when this goes.
        if (!is_used()) clear();
    }

    // Waits until there is a message to take.
    Answer fill(double seconds) {
        const Deadline deadline(seconds);
        const Use use(*this);
        received_ = true;
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

    // Whether this process is the one that receives. Its senders then make room by reading what is there.
    bool receives_here() const { return is_open() && (alone_ || received_); }
    void make_room() {
        const Use use(*this);
        receive(false);
    }

    nb::object pending() {
        if (is_used()) return nb::none();
        return PyMessages::pending();
    }

    // From here on the receiver may be in another process.
    void handed_over() { alone_ = received_ = false; }
    void forked(bool is_child) {
        alone_ = false;
        if (!is_child) return;
        received_ = false;
        PyEnd::forked();
        // Threads that don't exist here may have had the turn, and may have been in the midst of reading.
        turn_ = new_lock();
        if (reading_) forget();
        reading_ = false;
    }

  private:
    static PyThread_type_lock new_lock() {
        PyThread_type_lock lock = PyThread_allocate_lock();
        if (!lock) throw std::bad_alloc();
        return lock;
    }
    static bool is_only_thread() {
        return !PyThreadState_Next(PyInterpreterState_ThreadHead(PyInterpreterState_Get()));
    }

    // No handler of a signal, and no other code in Python, runs in its thread while somebody has the turn.
    class Turn {
      public:
        explicit Turn(PyInlet& inlet) : inlet_(inlet) {
            if (!PyThread_acquire_lock(inlet.turn_, NOWAIT_LOCK)) {
                const Unlocked unlocked;
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

    // Reads what is there, with other threads running meanwhile.
    Step receive(bool wait) {
        const Turn turn(*this);
        for (;;) {
            Step step;
            int error;
            {
                const Unlocked unlocked;
                step = inlet_.advance(descriptor(), wait);
                error = errno;
            }
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

    PyThread_type_lock turn_;
    bool reading_ = false;   // somebody has the turn
    bool alone_ = false;     // opened or brought here, and neither forked nor handed over since
    bool received_ = false;  // this process has received since it came to be
};

// A sending end. Any number of threads may send at once.
class PyOutlet : public PyEnd {
  public:
    PyOutlet(int descriptor, u64 size, u64 payload, bool is_socket, u64 sender, u32 process, u32 space, PyInlet& inlet)
        : size_(size),
          payload_(payload),
          is_socket_(is_socket),
          part_{sender, 0, 0, process, space},
          inlet_(inlet),
          inlet_object_(nb::find(inlet)) {
        hold(descriptor);
#ifdef F_SETNOSIGPIPE
        // Nobody receives: that is said by an error, and by nothing else.
        fcntl(descriptor, F_SETNOSIGPIPE, 1);
#endif
    }

    Answer send(nb::handle data, double seconds) {
        if (!is_open()) return Answer::closed;
        const View view(data);
        if (!view.found) return Answer::type;
        if (u64(view.buffer.len) != size_) return Answer::size;
        const u8* bytes = static_cast<const u8*>(view.buffer.buf);
        if (size_ <= payload_) {
            return put_through(seconds, [&] { return write_packet(descriptor(), is_socket_, nullptr, bytes, size_); });
        }
        const Number number(*this);
        Part part = part_;
        part.sender += number.value;
        part.message = ++part_.message;
        const auto write = [&] { return write_parts(descriptor(), is_socket_, part, bytes, size_, payload_); };
        return put_through(seconds, write);
    }

    void forked(u64 sender, u32 process, u32 space) {
        PyEnd::forked();
        numbers_ = 0;
        part_ = {sender, 0, 0, process, space};
    }

  private:
    struct View {
        explicit View(nb::handle data) : found(PyObject_GetBuffer(data.ptr(), &buffer, PyBUF_SIMPLE) == 0) {
            if (!found) PyErr_Clear();
        }
        ~View() {
            if (found) PyBuffer_Release(&buffer);
        }
        View(const View&) = delete;
        View& operator=(const View&) = delete;
        Py_buffer buffer;
        bool found;
    };

    // Tells the long messages apart that are under way at the same time, from several threads or from the handler of a
    // signal: to the receiver each is another sender, and one that was given up makes way for the next of its number.
    struct Number {
        explicit Number(PyOutlet& outlet) : outlet(outlet), value(u64(std::countr_one(outlet.numbers_))) {
            if (value < 64) {
                outlet.numbers_ |= u64{1} << value;
            } else {
                value += ++outlet.beyond_;
            }
        }
        ~Number() {
            if (value < 64) outlet.numbers_ &= ~(u64{1} << value);
        }
        Number(const Number&) = delete;
        Number& operator=(const Number&) = delete;
        PyOutlet& outlet;
        u64 value;
    };

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
        if (size_ < 8192) return write();
        const Use use(*this);
        int error;
        Step step;
        {
            const Unlocked unlocked;
            step = write();
            error = errno;
        }
        errno = error;
        return step;
    }

    u64 size_, payload_;
    bool is_socket_;
    Part part_;
    u64 numbers_ = 0, beyond_ = 0;
    PyInlet& inlet_;
    nb::object inlet_object_;  // keeps it alive
};

#endif  // _WIN32

}  // namespace hypersweep
