// Helpers for all native tests: checks that report where and on which board they failed, and random numbers that are
// the same in every run and on every machine.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <type_traits>

namespace hypersweep {
namespace test {

// The current test case, reported when a check fails.
inline std::string& scene() {
    static std::string text;
    return text;
}

inline std::uint64_t& checks() {
    static std::uint64_t count = 0;
    return count;
}

template <class Value>
void show(const Value& value) {
    if constexpr (std::is_enum_v<Value>) {
        std::cerr << int(value);
    } else if constexpr (std::is_integral_v<Value>) {
        std::cerr << +value;
    } else {
        std::cerr << value;
    }
}

// The first failure ends the test, because later ones would only repeat it.
[[noreturn]] inline void give_up(const char* file, int line) {
    std::cerr << "\n  at " << file << ':' << line << "\n  on " << scene() << std::endl;
    std::_Exit(1);
}

inline void check(bool holds, const char* condition, const char* file, int line) {
    ++checks();
    if (holds) return;
    std::cerr << "expected " << condition;
    give_up(file, line);
}

template <class Left, class Right>
void check_equal(const Left& left, const Right& right, const char* condition, const char* file, int line) {
    ++checks();
    if (left == Left(right)) return;
    std::cerr << "expected " << condition << ", got ";
    show(left);
    std::cerr << " and ";
    show(right);
    give_up(file, line);
}

#define CHECK(condition) ::hypersweep::test::check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(left, right) \
    ::hypersweep::test::check_equal((left), (right), #left " == " #right, __FILE__, __LINE__)

// SplitMix64: the same numbers on every platform.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}
    std::uint64_t word() {
        std::uint64_t word = state_ += 0x9e3779b97f4a7c15u;
        word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
        word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
        return word ^ (word >> 31);
    }
    std::uint64_t below(std::uint64_t bound) { return word() % bound; }
    std::uint64_t between(std::uint64_t least, std::uint64_t most) { return least + below(most - least + 1); }
    bool chance(unsigned percent) { return below(100) < percent; }

  private:
    std::uint64_t state_;
};

inline int finish(const char* name) {
    std::cout << name << ": " << checks() << " checks" << std::endl;
    return 0;
}

}  // namespace test
}  // namespace hypersweep
