// Abelian and centre projection, straight from CONVENTIONS.md, "Abelian and centre projection".  Angles are in turns,
// of 2 pi.  An Abelian link has the angles
//   phi_i = arg U_ii - (1/N) [sum_j arg U_jj],
// with the sum in [-1/2, 1/2) turns; a plaquette those of the links around it, made the flux of [-1/2, 1/2) by turns
// that Dirac strings carry (DeGrand and Toussaint, Phys. Rev. D 22 (1980) 2478).  What leaves a cube is a monopole:
//   k_mu(x) = sum_nu eps_munurhosigma [flux_rhosigma(x+nu) - flux_rhosigma(x)].
#pragma once

#include "gaugegl/core/projection.h"
#include "reference/gauge_field.h"

namespace gaugegl::reference {

/// A number for each colour.
template<int N>
using Colourful = std::array<double, std::size_t(N)>;

/// The angles of an Abelian link; their sum is a whole number.  In SU(2) the second is minus the first.
template<int N>
Colourful<N> abelianAngles(const Matrix<N>& link);

/// Angles on the links [4 site + mu].
template<int N>
using AbelianField = std::vector<Colourful<N>>;

/// Those of all links.
template<int N>
AbelianField<N> abelianProjection(const GaugeField<N>& u);

/// The flux of a plaquette, each in [-1/2, 1/2], the sum of colours 0: where it would be 1 the largest is one less,
/// where it would be -1 the smallest is one more.
template<int N>
Colourful<N> flux(const AbelianField<N>& a, const Lattice& lattice, const Coordinates& x,
                  const std::array<int, 2>& plane);

/// k_mu(x) of each colour, whole numbers.
template<int N>
Colourful<N> monopoleCurrent(const AbelianField<N>& a, const Lattice& lattice, const Coordinates& x, int mu);

/// Means over colours at a site.
struct AbelianSite {
    double monopoles = 0;     ///< mean of |k_mu| over directions
    double monopolesTime = 0; ///< |k_3|
    double space = 0;         ///< plaquette, mean of three planes
    double time = 0;          ///< plaquette, mean of three planes
};

/// What every site adds.
template<int N>
std::vector<AbelianSite> abelianSites(const GaugeField<N>& u);
/// Means over sites.
template<int N>
AbelianObservables abelianObservables(const GaugeField<N>& u);

/// z of the element e^{2 pi i z/N} of the centre whose trace is nearest to that of the link: the largest Re(tr U e^{-2
/// pi i z/N}), the first of equal ones.
template<int N>
int centreOf(const Matrix<N>& link);

/// Fractions of plaquettes at a site that are not 1.
struct CentreSite {
    double space = 0; ///< of three planes
    double time = 0;  ///< of three planes
};

/// What every site adds.
template<int N>
std::vector<CentreSite> centreSites(const GaugeField<N>& u);
/// Means over sites.
template<int N>
CentreObservables centreObservables(const GaugeField<N>& u);

} // namespace gaugegl::reference
