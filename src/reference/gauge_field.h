// The gauge field U_mu(x) in double precision, products of links along a path, and gauge transformations
//   U_mu(x) -> g(x) U_mu(x) g(x+mu)^dagger.
#pragma once

#include "gaugegl/core/generator.h"
#include "gaugegl/core/lattice.h"
#include "gaugegl/core/random.h"
#include "reference/matrix.h"

#include <initializer_list>
#include <span>
#include <vector>

namespace gaugegl::reference {

/// Four links per site of a periodic lattice, with value semantics.
template<int N>
class GaugeField {
public:
    /// The cold start: every link is the identity.
    explicit GaugeField(const Lattice& lattice);

    /// Extents.
    const Lattice& lattice() const { return lattice_; }

    /// U_mu(x); the site is numbered x fastest, t slowest.
    Matrix<N>& operator()(int mu, std::int64_t site) { return links_[std::size_t(4 * site + mu)]; }
    /// U_mu of the site with that number.
    const Matrix<N>& operator()(int mu, std::int64_t site) const { return links_[std::size_t(4 * site + mu)]; }

    /// U_mu(x).
    Matrix<N>& operator()(int mu, const Coordinates& x) { return (*this)(mu, lattice_.index(x)); }
    /// U_mu(x).
    const Matrix<N>& operator()(int mu, const Coordinates& x) const { return (*this)(mu, lattice_.index(x)); }

private:
    Lattice lattice_;
    std::vector<Matrix<N>> links_;
};

/// Every link independent and Haar distributed: CONVENTIONS.md, "Hot start".
template<int N>
GaugeField<N> hotStart(const Lattice& lattice, std::uint64_t seed, Precision precision);
/// hotStart() with the numbers of any generator.
template<int N>
GaugeField<N> hotStart(const Lattice& lattice, const LinkDraws& draws);

/// One step of a path: from x to x+mu (sign +1) or to x-mu (sign -1).
struct Step {
    int mu;   ///< direction, 0 to 3
    int sign; ///< +1 forwards, -1 backwards
};

/// The product of the links along the path that starts at x: a step +mu multiplies by U_mu(x) from the right, a step
/// -mu by U_mu(x-mu)^dagger.
template<int N>
Matrix<N> pathProduct(const GaugeField<N>& u, Coordinates x, std::span<const Step> path);
/// pathProduct() for a path given as a list.
template<int N>
Matrix<N> pathProduct(const GaugeField<N>& u, Coordinates x, std::initializer_list<Step> path)
{
    return pathProduct(u, x, std::span<const Step>(path.begin(), path.size()));
}

/// One Haar distributed g(x) per site, numbered as the sites: CONVENTIONS.md, "Random gauge transformation".
template<int N>
std::vector<Matrix<N>> randomGaugeTransformation(const Lattice& lattice, const GeneratorChoice& generator,
                                                 std::uint64_t seed, Precision precision);
/// randomTransformation() with numbers from Philox.
template<int N>
std::vector<Matrix<N>> randomGaugeTransformation(const Lattice& lattice, std::uint64_t seed, Precision precision)
{
    return randomGaugeTransformation<N>(lattice, GeneratorChoice(), seed, precision);
}

/// The field g(x) U_mu(x) g(x+mu)^dagger.  Throws InputError unless g has one element per site.
template<int N>
GaugeField<N> transformed(const GaugeField<N>& u, const std::vector<Matrix<N>>& g);

} // namespace gaugegl::reference
