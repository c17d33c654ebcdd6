// The reference's hopping terms as dense matrices, for lattices of a few sites.
#pragma once

#include "core/fermion_source.h"
#include "reference/dirac.h"

#include <Eigen/Core>

namespace gaugegl::testing_support {

/// The hopping term from the sites of a parity to those of the other one; S spins.
template<int N, int S, class Operator>
Eigen::MatrixXcd denseHopping(const Lattice& lattice, const Operator& op, int from)
{
    const std::size_t n = std::size_t(lattice.halfVolume()) * S * N;
    Eigen::MatrixXcd h(n, n);
    for (std::size_t k = 0; k < n; ++k) {
        HalfVector unit(n);
        unit[k] = 1;
        reference::FermionField<N, S> in(lattice), out(lattice);
        setHalf(lattice, in.vector(), unit, from, S * N);
        op.hop(out, in);
        const HalfVector column = halfOf(lattice, out.vector(), 1 - from, S * N);
        h.col(Eigen::Index(k)) = Eigen::Map<const Eigen::VectorXcd>(column.data(), Eigen::Index(n));
    }
    return h;
}

} // namespace gaugegl::testing_support
