// Fermion fields and parameters as the device, the host and the reference exchange them: CONVENTIONS.md, "Fermions".
//   Wilson, twisted mass   M = 1 + 2 i kappa mu gamma_5 - kappa H - kappa c_SW sum_{mu<nu} gamma_mu gamma_nu G_munu
//   staggered              D = m + 1/2 sum_mu eta_mu(x) [ U_mu(x) T_mu - h.c. ]
#pragma once

#include "gaugegl/core/group.h"
#include "gaugegl/core/lattice.h"

#include <array>
#include <complex>
#include <string_view>
#include <type_traits>
#include <vector>

namespace gaugegl {

/// A kind of fermion field with its hopping term.  Twisted mass has Wilson's.
enum class FermionKind { Wilson, Staggered };

/// What is known of a kind.
struct FermionKindTraits {
    FermionKind kind;       ///< which
    const char* name;       ///< of its kernels, checks and benchmarks
    const char* field;      ///< what a field is called in text
    int spins;              ///< components of a colour vector on each site
    int stepVectors;        ///< colour vectors that a step to a neighbour multiplies by the link
    int sitesPerTexel;      ///< 2: the sites of t = 2k and 2k + 1
    bool staggeredPhases;   ///< the link of direction mu is multiplied by eta_mu(x)
    bool antihermitianHops; ///< H(mu)^dagger = -H(-mu); otherwise gamma_5 H(-mu) gamma_5
};

/// The registry, in the order of FermionKind.
constexpr std::array<FermionKindTraits, 2> fermionKinds = {{
    {FermionKind::Wilson, "wilson", "Wilson spinor", 4, 2, 1, false, false},
    {FermionKind::Staggered, "staggered", "staggered vector", 1, 1, 2, true, true},
}};

/// The entry of a kind.
constexpr const FermionKindTraits& traits(FermionKind kind) { return fermionKinds[std::size_t(kind)]; }

/// Calls f with the kind as a constant, std::integral_constant<FermionKind, ..>.
template<class F>
decltype(auto) withKind(FermionKind kind, F&& f)
{
    if (kind == FermionKind::Wilson) return f(std::integral_constant<FermionKind, FermionKind::Wilson>());
    return f(std::integral_constant<FermionKind, FermionKind::Staggered>());
}

/// Spin components of a site: 4 or 1.
constexpr int spins(FermionKind kind) { return traits(kind).spins; }

/// Whether gamma matrices act on the fields.
constexpr bool hasSpin(FermionKind kind) { return spins(kind) > 1; }

/// Complex components of a site.
constexpr int fermionComponents(FermionKind kind, Group group) { return spins(kind) * colours(group); }

/// A fermion field on the whole lattice in the exchange layout: [(site * spins + spin) * colours + colour], sites x
/// fastest, gamma matrices in the DeGrand-Rossi basis.
using FermionVector = std::vector<std::complex<double>>;

/// A fermion field on one parity in the exchange layout: [(half site * spins + spin) * colours + colour], where
/// half site = xh + (Lx/2) (y + Ly (z + Lz t)) with x = 2 xh + ((y + z + t + parity) mod 2).
using HalfVector = std::vector<std::complex<double>>;

/// The number of the site with that half site and parity.
std::int64_t siteOfHalf(const Lattice& lattice, int parity, std::int64_t half);
/// The part of a field on one parity.  `components` is the number of complex components per site.
HalfVector halfOf(const Lattice& lattice, const FermionVector& full, int parity, int components);
/// Overwrites the part of a field on one parity.  `components` is the number of complex components per site.
void setHalf(const Lattice& lattice, FermionVector& full, const HalfVector& half, int parity, int components);

/// The links of the whole lattice in the exchange layout: [((site * 4 + mu) * N + row) * N + column].
using LinkVector = std::vector<std::complex<double>>;

/// Phases exp(i pi theta_mu) of fermions around the lattice, and the weights of their steps in t.
struct BoundaryPhases {
    std::array<double, 4> theta = {0, 0, 0, 1}; ///< 0 periodic, 1 antiperiodic, any other number
    bool spread = false; ///< false: the phase is on the step from L-1 to 0; true: exp(i pi theta / L) is on every step
    /// a mu of an isospin chemical potential (Hasenfratz and Karsch, Phys. Lett. B 125 (1983) 308): every step in t is multiplied by e^mu
    /// forwards and by e^-mu backwards, in H^dagger by e^-mu forwards and e^mu backwards.
    double isospin = 0;

    /// The phase of the step from a site with coordinate x_mu = x in direction +mu, without the weight; backwards the conjugate is taken.
    std::complex<double> ofStep(const Lattice& lattice, int mu, int x) const;
    /// "periodic", "antiperiodic" (in time), or "tx,ty,tz,tt", optionally followed by ":spread", without weights.  Throws InputError.
    static BoundaryPhases parse(std::string_view text);
    /// Equal numbers.
    bool operator==(const BoundaryPhases&) const = default;
};

/// The parameters of the Wilson and twisted-mass operators.
struct WilsonParameters {
    double kappa = 0;             ///< 1 / (2 (a m + 4))
    double mu = 0;                ///< of the twisted mass; 0: Wilson
    BoundaryPhases boundary = {}; ///< of the fermions
    double clover = 0;            ///< c_SW, the coefficient of the clover term; 0: there is none

    /// 2 kappa mu, the coefficient of i gamma_5.
    constexpr double twist() const { return 2 * kappa * mu; }
    /// Whether the diagonal of the operator has blocks, the clover term.
    constexpr bool hasBlocks() const { return clover != 0; }
};

/// The parameters of domain-wall quarks, with D_W = 4 - M_5 - H / 2, Wilson's M / (2 kappa) at the mass -M_5:
///   (D_5 psi)(s) = (1 + b_s D_W) psi(s) - (1 - c_s D_W) [P_- psi(s + 1) + P_+ psi(s - 1)],  P_+- = (1 +- gamma_5) / 2,
///   psi(L_s) = -m psi(0), psi(-1) = -m psi(L_s - 1).
/// Shamir: b = 1, c = 0; Moebius: constant b, c; Borici: b = c = 1; optimal: b_s = c_s, the weights of a Zolotarev sign.
struct DomainWallParameters {
    double m5 = 0;                ///< M_5, the height of the wall
    double mass = 0;              ///< m, of the quarks
    std::vector<double> b = {};   ///< b_s of every slice; their number is L_s
    std::vector<double> c = {};   ///< c_s of every slice, as many
    BoundaryPhases boundary = {}; ///< of the fermions, in the four dimensions

    /// L_s, the extent of the fifth dimension.
    int ls() const { return int(b.size()); }
};

/// The parameters of overlap quarks:
///   D = rho (1 + gamma_5 sign H_W(-rho)),  H_W(-rho) = gamma_5 D_W(-rho),  D(m) = (1 - m / (2 rho)) D + m.
struct OverlapParameters {
    double rho = 0;               ///< of the kernel, between 0 and 2
    double mass = 0;              ///< m, of the quarks
    BoundaryPhases boundary = {}; ///< of the fermions
};

/// The parameters of the staggered operator.
struct StaggeredParameters {
    double mass = 0;              ///< a m
    BoundaryPhases boundary = {}; ///< of the fermions
};

} // namespace gaugegl
