// Fork detection and waiting threads for the ends of channels. Part of channel.cpp.
#pragma once

#ifdef __linux__
#include <sys/eventfd.h>
#endif
#ifndef _WIN32
#include <pthread.h>
#endif

#include <atomic>
#include <limits>
#include <mutex>

#include "channel/packets.hpp"
#include "python/channel_messages.hpp"
#include "python/gil.hpp"
#include "python/interpreter.hpp"

namespace hypersweep {

#ifndef _WIN32

class PyEnd;

// Counts every fork of this process, whether by Python, a library, or a thread unknown to Python. The ends of channels
// compare these counts instead of detecting forks themselves. The fork handlers do the counting, so nothing can run
// between a fork and its count.
class Forks {
  public:
    static Forks& here() {
        // Never destroyed, because threads may outlive it.
        static Forks* forks = new Forks;
        return *forks;
    }
    // Increases whenever this process forks.
    u64 count() const { return count_; }
    // Number of forks that led to this process.
    u64 lives() const { return lives_; }

    void add(PyEnd& end);
    void remove(PyEnd& end);

    // Python calls this before and after its own forks. Starting another program may also fork, but that child uses
    // none of our ends, so Python doesn't announce the fork. On Linux, starting a program runs no fork handlers, so
    // every counted fork matters.
    void announce(bool begins) { announced_ += begins ? 1 : -1; }

  private:
    Forks() {
        pthread_atfork([] { here().before(); }, [] { here().in_parent(); }, [] { here().in_child(); });
    }
    void before() {
        // Hold the lock during the fork, so that the child's list is consistent.
        lock_.lock();
#ifdef __linux__
        ++count_;
#else
        if (announced_ > 0) ++count_;
#endif
    }
    void in_parent();
    void in_child();

    std::mutex lock_;
    PyEnd* first_ = nullptr;
    std::atomic<u64> count_{1}, lives_{1};
    std::atomic<int> announced_{0};
};

inline void look_for_signals() {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}
[[noreturn]] inline void fail(int error) {
    errno = error;
    PyErr_SetFromErrno(PyExc_OSError);
    throw nb::python_error();
}

// Wakes waiting threads. Unlike a pipe, the event has no name and can't be opened through /proc.
class Alarm {
  public:
    Alarm() = default;
    ~Alarm() { close(); }
    Alarm(const Alarm&) = delete;
    Alarm& operator=(const Alarm&) = delete;

    bool has_waiting() const { return waiting_ > 0; }

    // Waits until the descriptor (unless it is -1) is ready, or until woken, while other threads run. Before it
    // returns, signal handlers run, and their exceptions are raised.
    Step wait(int descriptor, bool to_write, const Deadline& deadline) {
        if (sleeps_ < 0) open();
        Step step;
        int error;
        ++waiting_;
        {
            const WithoutGil without;
            step = wait_for(descriptor, to_write, sleeps_, deadline);
            error = errno;
        }
        --waiting_;
        if (woken_ > 0 && take()) --woken_;
        look_for_signals();
        if (step == Step::failed) fail(error);
        return step;
    }
    // Wakes up to `most` waiting threads.
    void wake(std::size_t most = std::numeric_limits<std::size_t>::max()) {
        while (woken_ < waiting_ && woken_ < most) {
            put();
            ++woken_;
        }
    }
    // A forked child has no waiting threads, and must not use the parent's wake pipe.
    void forked() {
        waiting_ = woken_ = 0;
        close();
    }
    void close() {
        if (wakes_ >= 0 && wakes_ != sleeps_) ::close(wakes_);
        if (sleeps_ >= 0) ::close(sleeps_);
        sleeps_ = wakes_ = -1;
    }

  private:
    void open() {
#ifdef __linux__
        sleeps_ = wakes_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE);
        if (sleeps_ < 0) fail(errno);
#else
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) fail(errno);
        for (int each : pair) {
            fcntl(each, F_SETFD, FD_CLOEXEC);
            fcntl(each, F_SETFL, O_NONBLOCK);
        }
        sleeps_ = pair[0];
        wakes_ = pair[1];
#endif
    }
#ifdef __linux__
    using Token = u64;
#else
    using Token = char;
#endif
    void put() {
        const Token token = 1;
        // If the pipe is full, all threads have already been woken.
        [[maybe_unused]] const ssize_t written = ::write(wakes_, &token, sizeof token);
    }
    bool take() {
        Token token;
        return read(sleeps_, &token, sizeof token) == ssize_t(sizeof token);
    }

    std::size_t waiting_ = 0, woken_ = 0;  // number of waiting threads, and of those already woken
    int sleeps_ = -1, wakes_ = -1;
};

// A descriptor that several threads may use. Closing it wakes the waiting ones; the last user releases it.
class PyEnd {
  public:
    explicit PyEnd(void (*after_fork)(PyEnd&, bool is_child)) : after_fork_(after_fork) { Forks::here().add(*this); }
    ~PyEnd() {
        Forks::here().remove(*this);
        let_go();
    }
    PyEnd(const PyEnd&) = delete;
    PyEnd& operator=(const PyEnd&) = delete;

    bool is_open() const { return descriptor_ >= 0 && !closed_; }
    int descriptor() const { return descriptor_; }
    void close() {
        closed_ = true;
        alarm_.wake();
        if (users_ == 0) let_go();
    }

  protected:
    void hold(int descriptor) { descriptor_ = descriptor; }
    bool is_used() const { return users_ > 0; }

    class Use {
      public:
        explicit Use(PyEnd& end) : end_(end), life_(Forks::here().lives()) { ++end.users_; }
        ~Use() {
            // A signal handler may have forked: the child's count doesn't include this thread.
            if (life_ == Forks::here().lives() && --end_.users_ == 0 && end_.closed_) end_.let_go();
        }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

      private:
        PyEnd& end_;
        u64 life_;
    };

    // Waits until the descriptor is ready, this end is closed, or the thread is woken.
    Step wait(bool to_write, const Deadline& deadline) {
        return closed_ ? Step::done : alarm_.wait(descriptor_, to_write, deadline);
    }
    void wake(std::size_t most) { alarm_.wake(most); }

    // Only the thread that forked exists in the child.
    void forked() {
        users_ = 0;
        alarm_.forked();
        if (closed_) let_go();
    }

  private:
    friend class Forks;
    void let_go() {
        if (descriptor_ >= 0) ::close(descriptor_);
        descriptor_ = -1;
        alarm_.close();
    }

    void (*after_fork_)(PyEnd&, bool);
    PyEnd* before_ = nullptr;
    PyEnd* next_ = nullptr;
    int descriptor_ = -1;
    bool closed_ = false;
    unsigned users_ = 0;  // number of threads that use the descriptor
    Alarm alarm_;
};

inline void Forks::add(PyEnd& end) {
    const std::lock_guard<std::mutex> guard(lock_);
    end.next_ = first_;
    if (first_) first_->before_ = &end;
    first_ = &end;
}
inline void Forks::remove(PyEnd& end) {
    const std::lock_guard<std::mutex> guard(lock_);
    (end.before_ ? end.before_->next_ : first_) = end.next_;
    if (end.next_) end.next_->before_ = end.before_;
}
inline void Forks::in_parent() {
    // During a fork that Python doesn't know about, other threads may be changing the ends. Without a GIL only
    // announced forks are safe, because Python stops all other threads first.
#ifdef Py_GIL_DISABLED
    const bool may_touch = announced_ > 0;
#else
    const bool may_touch = may_touch_python();
#endif
    for (PyEnd* end = may_touch ? first_ : nullptr; end; end = end->next_) end->after_fork_(*end, false);
    lock_.unlock();
}
inline void Forks::in_child() {
    ++lives_;
    ++count_;
    announced_ = 0;
    for (PyEnd* end = first_; end; end = end->next_) end->after_fork_(*end, true);
    lock_.unlock();
}

#endif  // _WIN32

}  // namespace hypersweep
