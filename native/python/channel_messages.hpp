// A channel's messages, for Python. Part of channel.cpp, and included by nothing else.
#pragma once

#include <nanobind/nanobind.h>

#include <deque>
#include <memory>

#include "channel/inlet.hpp"
#include "python/items.hpp"

namespace hypersweep {
namespace nb = nanobind;

// Messages that have arrived but haven't been taken yet. Iterating takes them and never waits. No signal handler runs
// between taking a message and returning it, so Ctrl-C never loses one.
class PyMessages {
  public:
    PyMessages(u64 size, u64 payload, u32 space, bool is_socket, u64 most)
        : size_(size), most_(most), is_socket_(is_socket), inlet_(size, payload, space, is_socket, most) {}
    ~PyMessages() { clear(); }
    PyMessages(const PyMessages&) = delete;
    PyMessages& operator=(const PyMessages&) = delete;

    // Removes the oldest message. Returns a new reference to it, or null if there is none.
    PyObject* take() {
        if (ready_.empty()) return nullptr;
        PyObject* message = ready_.front();
        ready_.pop_front();
        return message;
    }
    std::size_t count() const { return ready_.size(); }
    void put(nb::bytes message) { ready_.push_back(message.release().ptr()); }

    // Accepts bytes that were read elsewhere.
    void feed(nb::bytes bytes) {
        const u8* data = reinterpret_cast<const u8*>(bytes.c_str());
        for (u64 left = bytes.size(); left > 0;) {
            const u64 taken = inlet_.stage(data, left);
            if (taken == 0) throw std::bad_alloc();
            data += taken;
            left -= taken;
            collect();
        }
    }

    // Pending data from which another process can continue: whole messages for `put`, and packets for `feed`.
    nb::tuple pending() {
        collect();
        nb::list messages, packets;
        for (PyObject* message : ready_) messages.append(nb::borrow(message));
        const Assembly& assembly = inlet_.assembly;
        for (const Block* block = assembly.begun.first(); block; block = block->next) {
            Part part = block->at;
            for (part.offset = 0; part.offset < block->at.offset; part.offset += assembly.payload) {
                char* data;
                nb::object packet = new_packet(sizeof part + assembly.payload, data);
                std::memcpy(data, &part, sizeof part);
                std::memcpy(data + sizeof part, block->data + part.offset, std::size_t(assembly.payload));
                packets.append(packet);
            }
        }
        u64 bytes;
        const u8* rest = inlet_.rest(bytes);
        if (bytes > 0) packets.append(nb::bytes(rest, std::size_t(bytes)));
        return nb::make_tuple(messages, packets);
    }

    void clear_ready() {
        while (PyObject* message = take()) Py_DECREF(message);
    }
    void clear() {
        clear_ready();
        Assembly& assembly = inlet_.assembly;
        for (BlockList* list : {&assembly.begun, &assembly.finished, &assembly.dropped}) {
            while (Block* block = list->take_first()) free_block(block);
        }
        if (assembly.spare) free_block(assembly.spare);
        assembly.spare = nullptr;
    }

  protected:
    // Drops data that was read but isn't yet a complete message.
    void forget() {
        const Assembly& assembly = inlet_.assembly;
        new (&inlet_) Inlet(size_, assembly.payload, assembly.space, is_socket_, most_);
    }
    // Converts the data read so far to Python messages.
    void collect() {
        while (inlet_.sort() == Step::need_block) lend_block();
        collect_finished();
    }
    bool collect_finished() {
        const std::size_t before = ready_.size();
        char* space;
        while (inlet_.has_short()) {
            nb::object message = new_packet(size_, space);
            std::memcpy(space, inlet_.next_short(), std::size_t(size_));
            ready_.push_back(message.release().ptr());
        }
        Assembly& assembly = inlet_.assembly;
        while (Block* block = assembly.finished.take_first()) {
            ready_.push_back(static_cast<PyObject*>(block->owner));
            block->owner = nullptr;
            free_block(block);
        }
        while (Block* block = assembly.dropped.take_first()) free_block(block);
        return ready_.size() > before;
    }
    void lend_block() {
        auto block = std::make_unique<Block>();
        char* data;
        block->owner = new_packet(size_, data).release().ptr();
        block->data = reinterpret_cast<u8*>(data);
        inlet_.assembly.spare = block.release();
    }

    u64 size_;
    u64 most_;  // maximum number of messages read at once
    bool is_socket_;
    Inlet inlet_;
    std::deque<PyObject*> ready_;

  private:
    static nb::object new_packet(u64 bytes, char*& data) {
        PyObject* object = PyBytes_FromStringAndSize(nullptr, Py_ssize_t(bytes));
        if (!object) throw nb::python_error();
        data = bytes_data(object);
        return nb::steal(object);
    }
    static void free_block(Block* block) {
        Py_XDECREF(static_cast<PyObject*>(block->owner));
        delete block;
    }
};

}  // namespace hypersweep
