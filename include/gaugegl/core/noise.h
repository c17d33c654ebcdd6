// Noise, random vectors eta of <eta> = 0 and <eta eta^dagger> = 1, and its dilution: eta is the sum of parts that are 0 but at some times,
// spins, colours or sites, and sum_b eta_b^dagger A eta_b over the parts has the mean tr A as eta^dagger A eta has, without the noise of
// the elements of A between parts.
//   S. Dong, K. Liu, Phys. Lett. B 328 (1994) 130 (Z_2); J. Foley et al., Comput. Phys. Commun. 172 (2005) 145 (dilution).
#pragma once

#include "gaugegl/core/choice.h"
#include "gaugegl/core/fermion.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace gaugegl {

/// What every component of noise is: one of the n-th roots of 1, each as probable, or a complex Gaussian.
enum class NoiseType { Z2, Z3, Z4, Gaussian };
/// The names of its values in run files, in order.
template<>
inline constexpr auto choiceTexts<NoiseType> = std::to_array<NamedChoice<NoiseType>>(
    {{NoiseType::Z2, "z2"}, {NoiseType::Z3, "z3"}, {NoiseType::Z4, "z4"}, {NoiseType::Gaussian, "gaussian"}});

/// The seed of noise number k of `vectors` on a sweep: seed + 2^32 (vectors sweep + k), modulo 2^64.
std::uint64_t noiseSeed(std::uint64_t seed, int vectors, std::int64_t sweep, int k);

/// How noise is cut into parts, which are those of all chosen ways together.
struct Dilution {
    bool time = false;    ///< the sites of each t by themselves
    bool spin = false;    ///< each spin by itself
    bool colour = false;  ///< each colour by itself
    bool evenOdd = false; ///< the even sites and the odd ones
    bool sites = false;   ///< each site by itself; not with time or even-odd

    /// "none", or time, spin, colour, even-odd and sites with commas between.  Throws InputError for another text.
    static Dilution parse(std::string_view text);
    /// The parts of a field on this lattice, the whole one.
    std::int64_t parts(const Lattice& lattice, FermionKind kind, Group group) const;
    /// Whether every part of a field has one component of one site: with noise of modulus 1 the trace is exact.
    bool isComplete(FermionKind kind) const { return sites && colour && (spin || !hasSpin(kind)); }
    /// The part that a component of a site of the whole lattice is in.
    std::int64_t partOf(const Lattice& lattice, const Coordinates& x, int component, FermionKind kind,
                        Group group) const;
    /// The numbers of eta in that part, and 0 elsewhere; of a shared lattice the sites of lattice.local(), as eta.
    FermionVector part(const FermionVector& eta, std::int64_t number, const Lattice& lattice, FermionKind kind,
                       Group group) const;
};

/// Throws InputError for spins of quarks that have none.
void validate(const Dilution& dilution, FermionKind kind);

} // namespace gaugegl
