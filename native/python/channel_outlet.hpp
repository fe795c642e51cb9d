// The sending end of a channel for Python. Part of channel.cpp, and included by nothing else.
#pragma once

#include <vector>

#include "python/channel_inlet.hpp"

namespace hypersweep {

#ifndef _WIN32

// Identifies this process to receivers: the header for parts of long messages sent by its threads.
class Sending {
  public:
    // Distinguishes long messages sent at the same time by several threads or by a signal handler: to the receiver each
    // has a different sender. All senders in a process share the numbers, and each message takes the lowest free one.
    // So a later message replaces an abandoned one, even if its sender was closed, and the receiver never stores more
    // unfinished messages than this process has sent at once.
    Sending() {
        const nb::ft_lock_guard guard(lock_);
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
        const nb::ft_lock_guard guard(lock_);
        // A signal handler may have forked, and the child uses separate numbers.
        if (life_ == began_in_) used_[number_] = false;
    }
    Sending(const Sending&) = delete;
    Sending& operator=(const Sending&) = delete;

    Part part;

  private:
    static inline nb::ft_mutex lock_;  // protects all static members
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
        // Report a missing receiver as an error instead of raising SIGPIPE.
        fcntl(descriptor, F_SETNOSIGPIPE, 1);
#endif
    }

    void close() {
        PyEnd::close();
        inlet_.wake_all_senders();
    }

    nb::handle inlet() const { return inlet_object_; }

    // From now on a sender may be in another process.
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
    // The bytes to send. `bytes` objects are immutable, so they are sent without a copy.
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

        u64 bytes() const { return u64(given ? bytes_size(given) : buffer.len); }
        const u8* data() const {
            return given ? reinterpret_cast<const u8*>(bytes_data(given)) : static_cast<const u8*>(buffer.buf);
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

    // Passes a message to the receiver in this process. Returns false if it must go through the system after all;
    // `seconds` is then the time left.
    bool deliver(const View& view, double& seconds, Answer& answer) {
        if (!inlet_.must_read_first() && inlet_.has_space()) {
            inlet_.put_here(view.message());
            answer = Answer::done;
            return true;
        }
        const Deadline deadline(seconds);
        const Use use(*this);
        // A woken thread that doesn't use the free place wakes another one.
        struct Tell {
            ~Tell() { inlet.wake_senders(); }
            PyInlet& inlet;
        } tell{inlet_};
        while (inlet_.keeps_here()) {
            if (inlet_.must_read_first()) {
                inlet_.read_what_is_there();
                look_for_signals();
            } else if (inlet_.has_space()) {
                inlet_.put_here(view.message());
                answer = Answer::done;
                return true;
            } else if (inlet_.wait_for_space(deadline) == Step::late && !inlet_.has_space()) {
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
                inlet_.make_space();
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

    // Sending a short message takes less time than releasing the GIL.
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
    nb::object inlet_object_;  // keeps the receiver alive
};

#endif  // _WIN32

}  // namespace hypersweep
