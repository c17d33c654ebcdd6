// The reference's hopping terms as dense matrices, for lattices of a few sites.
#pragma once

#include "core/fermion_source.h"
#include "reference/dirac.h"

#include <Eigen/Core>

#include <functional>

namespace gaugegl::testing_support {

/// The part of an operator apply(out, in) from the sites of a parity to those of another one; S spins.
template<int N, int S>
Eigen::MatrixXcd
densePart(const Lattice& lattice,
          const std::function<void(reference::FermionField<N, S>&, const reference::FermionField<N, S>&)>& apply,
          int from, int to)
{
    const std::size_t n = std::size_t(lattice.halfVolume()) * S * N;
    Eigen::MatrixXcd matrix(n, n);
    for (std::size_t k = 0; k < n; ++k) {
        HalfVector unit(n);
        unit[k] = 1;
        reference::FermionField<N, S> in(lattice), out(lattice);
        setHalf(lattice, in.vector(), unit, from, S * N);
        apply(out, in);
        const HalfVector column = halfOf(lattice, out.vector(), to, S * N);
        matrix.col(Eigen::Index(k)) = Eigen::Map<const Eigen::VectorXcd>(column.data(), Eigen::Index(n));
    }
    return matrix;
}

/// The hopping term from the sites of a parity to those of the other one; S spins.
template<int N, int S, class Operator>
Eigen::MatrixXcd denseHopping(const Lattice& lattice, const Operator& op, int from)
{
    return densePart<N, S>(
        lattice, [&op](auto& out, const auto& in) { op.hop(out, in); }, from, 1 - from);
}

/// What an operator has on the sites of a parity: without its hopping term; S spins.
template<int N, int S, class Operator>
Eigen::MatrixXcd denseDiagonal(const Lattice& lattice, const Operator& op, int parity)
{
    return densePart<N, S>(
        lattice, [&op](auto& out, const auto& in) { op.apply(out, in); }, parity, parity);
}

} // namespace gaugegl::testing_support
