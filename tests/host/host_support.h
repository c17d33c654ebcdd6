// Fields of the host beside what all sides exchange.
#pragma once

#include "core/fermion_source.h"
#include "host/hopping.h"

#include <cmath>

namespace gaugegl::host::test {

/// |deviation| / |reference| that is allowed.
template<class T>
constexpr double tolerance = sizeof(T) == sizeof(double) ? 1e-14 : 1e-6;

/// |a - b| / |b|.
inline double deviation(const HalfVector& a, const HalfVector& b)
{
    double difference = 0, norm = 0;
    for (std::size_t k = 0; k < b.size(); ++k) {
        difference += std::norm(a.at(k) - b[k]);
        norm += std::norm(b[k]);
    }
    return std::sqrt(difference / norm);
}

/// One parity of a random field, in exchange format.
inline HalfVector randomHalf(const Lattice& lattice, FermionKind kind, Group group, int parity, std::uint64_t seed)
{
    return halfOf(lattice, gaussianSource(lattice, kind, group, seed), parity, fermionComponents(kind, group));
}

/// What a field holds, in exchange format.
template<class T>
HalfVector downloaded(const Field<T>& field)
{
    HalfVector values(std::size_t(field.size() / 2));
    download(std::span<std::complex<double>>(values), field);
    return values;
}

/// The layouts of every instruction set that this processor has.
inline std::vector<std::shared_ptr<const BlockLayout>> layouts(const Lattice& lattice)
{
    std::vector<std::shared_ptr<const BlockLayout>> all;
    for (const InstructionSet set : availableInstructionSets())
        all.push_back(std::make_shared<const BlockLayout>(lattice, set));
    return all;
}

} // namespace gaugegl::host::test
