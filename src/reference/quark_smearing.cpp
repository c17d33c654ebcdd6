#include "reference/quark_smearing.h"

namespace gaugegl::reference {

template<int N, int S>
FermionField<N, S> wuppertalSmeared(const GaugeField<N>& u, const FermionField<N, S>& psi, double alpha,
                                    const BoundaryPhases& boundary)
{
    const Lattice& lattice = u.lattice();
    FermionField<N, S> result(lattice);
    for (std::int64_t site = 0; site < lattice.volume(); ++site) {
        const Coordinates x = lattice.coordinates(site);
        for (int spin = 0; spin < S; ++spin)
            for (int a = 0; a < N; ++a) {
                std::complex<double> sum = psi(site, spin, a);
                for (int j = 0; j < 3; ++j) {
                    const Coordinates ahead = lattice.shifted(x, j, 1), behind = lattice.shifted(x, j, -1);
                    const std::complex<double> there = boundary.ofStep(lattice, j, x[std::size_t(j)]),
                                               back = boundary.ofStep(lattice, j, behind[std::size_t(j)]);
                    for (int b = 0; b < N; ++b) {
                        sum += alpha * there * u(j, x)(a, b) * psi(lattice.index(ahead), spin, b);
                        sum += alpha * std::conj(back * u(j, behind)(b, a)) * psi(lattice.index(behind), spin, b);
                    }
                }
                result(site, spin, a) = sum / (1 + 6 * alpha);
            }
    }
    return result;
}

#define GAUGEGL_INSTANTIATE(N, S)                                                                                      \
    template FermionField<N, S> wuppertalSmeared(const GaugeField<N>&, const FermionField<N, S>&, double,              \
                                                 const BoundaryPhases&);
GAUGEGL_INSTANTIATE(2, 4)
GAUGEGL_INSTANTIATE(3, 4)
GAUGEGL_INSTANTIATE(4, 4)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
