#include "core/domain_wall.h"

#include "gaugegl/base/error.h"

#include <Eigen/Dense>
#include <fmt/format.h>

namespace gaugegl {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Matrix partOf(const SliceMatrix& m, int part)
{
    return Eigen::Map<const Matrix>(m.parts[std::size_t(part)].data(), m.slices, m.slices);
}

std::vector<double> numbersOf(const Matrix& m) { return {m.data(), m.data() + m.size()}; }

/// f of each part.
template<class F>
SliceMatrix ofParts(int slices, const F& f)
{
    return {slices, {numbersOf(f(0)), numbersOf(f(1))}};
}

/// The step T of P_+ (part 0), which comes from below, or of P_-.
Matrix step(int slices, double mass, int part)
{
    Matrix t = Matrix::Zero(slices, slices);
    for (int s = 0; s < slices; ++s) {
        const int from = part == 0 ? s - 1 : s + 1;
        if (from < 0)
            t(s, slices - 1) = -mass;
        else if (from == slices)
            t(s, 0) = -mass;
        else
            t(s, from) = 1;
    }
    return t;
}

} // namespace

SliceMatrix SliceMatrix::transposed() const
{
    return ofParts(slices, [this](int part) { return Matrix(partOf(*this, part).transpose()); });
}

SliceMatrix operator*(double factor, SliceMatrix m)
{
    for (std::vector<double>& part : m.parts)
        for (double& number : part)
            number *= factor;
    return m;
}

SliceMatrix product(const SliceMatrix& a, const SliceMatrix& b)
{
    return ofParts(a.slices, [&](int part) { return Matrix(partOf(a, part) * partOf(b, part)); });
}

SliceMatrix diagonalSlices(const std::vector<double>& factors)
{
    const Matrix m = Eigen::Map<const Eigen::VectorXd>(factors.data(), Eigen::Index(factors.size())).asDiagonal();
    return ofParts(int(factors.size()), [&](int) -> const Matrix& { return m; });
}

DomainWallMatrices::DomainWallMatrices(const DomainWallParameters& quark)
{
    const int ls = quark.ls();
    const auto diagonal = [&](const std::vector<double>& numbers) {
        return Eigen::Map<const Eigen::VectorXd>(numbers.data(), ls).asDiagonal();
    };
    const auto hopped = [&](int part) {
        Matrix m = diagonal(quark.c) * step(ls, quark.mass, part);
        m += Matrix(diagonal(quark.b));
        return m;
    };
    b = ofParts(ls, hopped);
    a = ofParts(ls, [&](int part) {
        return Matrix(Matrix::Identity(ls, ls) - step(ls, quark.mass, part) + (4 - quark.m5) * hopped(part));
    });
    inverse = ofParts(ls, [&](int part) {
        const Eigen::FullPivLU<Matrix> lu(partOf(a, part));
        if (!lu.isInvertible())
            throw InputError(
                fmt::format("domain wall with M5 = {}, m = {}, Ls = {}: the matrix A in the fifth dimension has no "
                            "inverse, which even-odd needs",
                            quark.m5, quark.mass, ls));
        return Matrix(lu.inverse());
    });
    k = product(b, inverse);
}

DomainWallParameters withMass(DomainWallParameters quark, double mass)
{
    quark.mass = mass;
    return quark;
}

} // namespace gaugegl
