// A growable array of plain numbers, for kernels that can't know sizes in advance. Standard containers aren't used,
// because the linker would merge their code across the copies of the kernels. Nothing throws if memory runs out:
// `resize` and `reserve` return false, and `failed` stays true until the array is cleared.
#pragma once

#include <cstdlib>
#include <cstring>

#include "variant.hpp"

// Tests redefine this macro to simulate failures.
#ifndef HYPERSWEEP_REALLOC
#define HYPERSWEEP_REALLOC std::realloc
#endif

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

template <class T>
class Array {
  public:
    Array() = default;
    ~Array() { std::free(data_); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;

    T* data() { return data_; }
    const T* data() const { return data_; }
    u64 size() const { return size_; }
    bool failed() const { return failed_; }
    u64 bytes() const { return size_ * sizeof(T); }
    T& operator[](u64 i) { return data_[i]; }
    const T& operator[](u64 i) const { return data_[i]; }
    T& last() { return data_[size_ - 1]; }
    void clear() {
        size_ = 0;
        failed_ = false;
    }
    // Frees the memory.
    void release() {
        std::free(data_);
        data_ = nullptr;
        capacity_ = 0;
        clear();
    }

    void swap(Array& other) {
        T* const data = data_;
        const u64 size = size_, capacity = capacity_;
        const bool failed = failed_;
        data_ = other.data_;
        size_ = other.size_;
        capacity_ = other.capacity_;
        failed_ = other.failed_;
        other.data_ = data;
        other.size_ = size;
        other.capacity_ = capacity;
        other.failed_ = failed;
    }

    bool reserve(u64 capacity) {
        if (capacity <= capacity_) return true;
        // Large arrays grow only by half, to limit unused memory.
        const u64 more = capacity_ < (u64{1} << 20) ? capacity_ * 2 : capacity_ + capacity_ / 2;
        u64 wanted = more > capacity ? more : capacity;
        if (wanted < 16) wanted = 16;
        void* fresh = wanted > most_bytes / sizeof(T) ? nullptr : HYPERSWEEP_REALLOC(data_, std::size_t(wanted) * sizeof(T));
        if (!fresh) {
            failed_ = true;
            return false;
        }
        data_ = static_cast<T*>(fresh);
        capacity_ = wanted;
        return true;
    }
    void push(const T& value) {
        const T copy = value;
        if (size_ == capacity_ && !reserve(size_ + 1)) return;
        data_[size_++] = copy;
    }
    // New elements are uninitialised.
    bool resize(u64 size) {
        if (!reserve(size)) return false;
        size_ = size;
        return true;
    }
    bool fill(u64 size, const T& value) {
        const T copy = value;
        if (!resize(size)) return false;
        for (u64 i = 0; i < size; ++i) data_[i] = copy;
        return true;
    }

  private:
    T* data_ = nullptr;
    u64 size_ = 0;
    u64 capacity_ = 0;
    bool failed_ = false;
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
