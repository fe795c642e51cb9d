// The codes of a view, passed from Python.
#pragma once

#include <cstring>
#include <vector>

#include "python/binding.hpp"

namespace hypersweep {

// The codes of a view, one int32 per cell. A buffer of int16, the usual case, is widened, and an unaligned one is
// copied.
class Codes {
  public:
    Codes(nb::handle object, u64 cells) : bytes_(object, false) {
        if (bytes_.holds(cells, 2)) {
            wide_.resize(std::size_t(cells));
            for (u64 i = 0; i < cells; ++i) {
                std::int16_t narrow;
                std::memcpy(&narrow, bytes_.data() + 2 * i, 2);
                wide_[std::size_t(i)] = narrow;
            }
        } else if (!bytes_.holds(cells, 4)) {
            throw std::invalid_argument("wrong size of codes");
        } else if (!bytes_.is_aligned(4)) {
            wide_.resize(std::size_t(cells));
            std::memcpy(wide_.data(), bytes_.data(), std::size_t(4 * cells));
        }
    }
    const std::int32_t* data() const {
        return wide_.empty() ? reinterpret_cast<const std::int32_t*>(bytes_.data()) : wide_.data();
    }

  private:
    Bytes bytes_;
    std::vector<std::int32_t> wide_;
};

}  // namespace hypersweep
