// RANLUX: M. Luescher, Comput. Phys. Commun. 79 (1994) 100; F. James, Comput. Phys. Commun. 79 (1994) 111.
//   x_n = x_{n-10} - x_{n-24} - c_{n-1} mod 2^24, with the borrow c_n = 1 when the difference is negative, else 0;
// of every p numbers the last 24 are delivered.
#pragma once

#include <array>
#include <cstdint>

namespace gaugegl {

/// The complete state of the generator.
struct RanluxState {
    std::array<std::uint32_t, 24> words{}; ///< below 2^24, the oldest first
    std::uint32_t carry = 0;               ///< the borrow, 0 or 1
    /// Equal states, from which the same numbers follow.
    bool operator==(const RanluxState&) const = default;
};

/// p of the luxury levels 0 to 4: 24, 48, 97, 223, 389.  Throws InputError for another level.
int ranluxPeriod(int level);

/// Numbers in blocks of 24.  The numbers of a block are the words of the state, so nothing else is stored; the next
/// block is the state after p steps.
class Ranlux {
public:
    /// The first block of this seed, with James' linear congruential numbers as the 24 words before it; seed 0 is
    /// 314159265.  The levels 3 and 4 are gsl_rng_ranlux and gsl_rng_ranlux389 of the GNU Scientific Library.
    Ranlux(int level, std::uint32_t seed);

    /// Continues from a state.  Throws InputError if a word or the carry is out of range.
    Ranlux(int level, const RanluxState& state);

    /// The current block, to be used from its first number to its last; a number x is the uniform x / 2^24.
    const std::array<std::uint32_t, 24>& block() const { return state_.words; }
    /// The state, from which Ranlux(level, state) continues.
    const RanluxState& state() const { return state_; }

    /// Advances to the next block.
    void advance() { step(period_); }

private:
    void step(int count);

    int period_;
    RanluxState state_;
};

} // namespace gaugegl
