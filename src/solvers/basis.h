// What is done with the vectors of an orthonormal basis.
#pragma once

#include "algebra/concepts.h"
#include "solvers/dense_eigen.h"

#include <complex>
#include <span>
#include <vector>

namespace gaugegl {

/// w -= v (v, w) for all v; returns the (v, w), which stay where they are computed.
template<VectorField V>
std::vector<ComplexOf<V>> removeParts(V& w, std::span<const V> from)
{
    std::vector<ComplexOf<V>> parts;
    parts.reserve(from.size());
    for (const V& v : from)
        parts.push_back(dot(v, w));
    for (std::size_t i = 0; i < from.size(); ++i)
        axpy(-parts[i], from[i], w);
    return parts;
}

/// x / |x|; x is not 0.
template<VectorField V>
V normalised(const V& x, double norm)
{
    V unit = zeroLike(x);
    axpy(1 / norm, x, unit);
    return unit;
}

/// sum_i vectors[i] matrix(i, columns[j]) for each j.
template<VectorField V>
std::vector<V> rotated(const std::vector<V>& vectors, const SmallMatrix& matrix, std::span<const std::size_t> columns)
{
    std::vector<V> sums;
    sums.reserve(columns.size());
    for (const std::size_t column : columns) {
        sums.push_back(zeroLike(vectors.front()));
        for (std::size_t i = 0; i < vectors.size(); ++i)
            axpy(matrix(i, column), vectors[i], sums.back());
    }
    return sums;
}

} // namespace gaugegl
