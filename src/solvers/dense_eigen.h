// The eigenvalues and eigenvectors of small dense Hermitian matrices, those of Rayleigh and Ritz.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace gaugegl {

/// A square matrix by rows.
class SmallMatrix {
public:
    /// n x n zeros.
    explicit SmallMatrix(std::size_t n = 0) : n_(n), numbers_(n * n) {}

    /// Rows.
    std::size_t size() const { return n_; }
    /// The element in row i and column j.
    std::complex<double>& operator()(std::size_t i, std::size_t j) { return numbers_[i * n_ + j]; }
    /// The element in row i and column j.
    const std::complex<double>& operator()(std::size_t i, std::size_t j) const { return numbers_[i * n_ + j]; }
    /// More rows and columns, of zeros.
    void grow(std::size_t n);

private:
    std::size_t n_;
    std::vector<std::complex<double>> numbers_;
};

/// matrix = Q diag(values) Q^dagger.
struct DenseEigen {
    std::vector<double> values; ///< in rising order
    SmallMatrix vectors;        ///< Q: column j belongs to value j
};

/// Of a Hermitian matrix, whose lower triangle is read.
DenseEigen eigenOf(const SmallMatrix& matrix);

} // namespace gaugegl
