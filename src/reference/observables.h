// Gauge observables, CONVENTIONS.md, "Lattice and links".  With P_munu(x) the plaquette whose corner is x:
//   plaquette       (1/N) Re tr P_munu(x), averaged over sites and planes,
//   rectangle       (1/N) Re tr of the loop two steps in mu, one in nu, averaged over sites and mu != nu,
//   Polyakov loop   (1/N) tr prod_t U_3(x,t), averaged over space,
//   link trace      (1/N) Re tr U_mu(x), averaged over sites and directions,
//   action density  sum_{mu<nu} (1 - (1/N) Re tr P_munu(x)), averaged over sites,
//   Wilson action   S = beta sum_x sum_{mu<nu} (1 - (1/N) Re tr P_munu(x)).
#pragma once

#include "reference/gauge_field.h"

#include <string_view>

namespace gaugegl::reference {

/// Means over the sites and all six planes, the three planes without t, the three with t.
struct Plaquettes {
    double all;   ///< of all six planes
    double space; ///< of the three without t
    double time;  ///< of the three with t
};

/// The local densities at one site; their means over the sites are the observables of the same name.
struct SiteObservables {
    double plaquetteSpace; ///< mean of the three spatial plaquettes with corner x
    double plaquetteTime;  ///< mean of the three plaquettes with t with corner x
    double actionDensity;  ///< sum over the six planes
    double linkTrace;      ///< mean of the four links from x
    double rectangle;      ///< mean of the twelve loops from x
};

/// Means of (1/N) Re tr P.
template<int N>
Plaquettes plaquettes(const GaugeField<N>& u);

/// Mean over the twelve oriented 1x2 loops.
template<int N>
double rectangle(const GaugeField<N>& u);

/// Mean over space.
template<int N>
std::complex<double> polyakovLoop(const GaugeField<N>& u);

/// Mean of (1/N) Re tr U.
template<int N>
double linkTrace(const GaugeField<N>& u);

/// Without beta, per site.
template<int N>
double actionDensity(const GaugeField<N>& u);

/// Of the whole lattice.
template<int N>
double wilsonAction(const GaugeField<N>& u, double beta);

/// One entry per site, numbered as the sites.
template<int N>
std::vector<SiteObservables> siteObservables(const GaugeField<N>& u);

/// L(x), one entry per spatial site, x fastest, z slowest.
template<int N>
std::vector<std::complex<double>> polyakovLoops(const GaugeField<N>& u);

/// Polyakov loops in the adjoint representation, (N^2 |L|^2 - 1) / (N^2 - 1): the sum over generators of
/// 2 tr(T_a P T_a P^dagger), divided by their number.
template<int N>
std::vector<double> adjointPolyakovLoops(const GaugeField<N>& u);

/// The density of an observable, by its name in the catalogue (gauge/observables/catalogue.h), at each of these sites: the numbers that
/// the device has there.  Lines around the lattice begin at the site and go in direction mu.  Throws std::logic_error for a name that is
/// not known here.
template<int N>
std::vector<std::vector<double>> densityOf(std::string_view observable, const GaugeField<N>& u,
                                           const std::vector<Coordinates>& sites, int mu);

} // namespace gaugegl::reference
