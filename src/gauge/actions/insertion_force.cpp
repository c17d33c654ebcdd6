#include "gauge/actions/insertion_force.h"

#include "gauge/actions/staple_kernels.h"
#include "gauge/flops.h"
#include "gaugegl/gauge/observables/lines.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

/// The number of a plane (mu, nu), mu < nu, in the order 01, 02, 03, 12, 13, 23.
int planeNumber(int mu, int nu) { return mu == 0 ? nu - 1 : mu + nu; }

/// Runs the kernel for all links and planes; `bind` binds the insertions for (mu, nu) at sites of a parity.
template<class Bind>
void runForPlanes(AlgebraField& out, const GaugeField& u, Insertions insertions, const InsertionFactor& by,
                  const Bind& bind)
{
    const auto step = [&u](int mu, int sign) {
        Coordinates d{};
        d[std::size_t(mu)] = sign;
        return wrapped(u.lattice(), d);
    };
    const KernelSpec spec = insertionForceSpec(u.group(), u.lattice(), insertions, by.registers);
    forEveryLinkTexture(4, [&](int mu, int parity) {
        for (int nu = 0; nu < 4; ++nu) {
            if (nu == mu) continue;
            Kernel kernel(u.device(), spec);
            bind(kernel, mu, nu, parity);
            kernel.read("uMuSame", u.links(mu, parity))
                .read("uMuOther", u.links(mu, 1 - parity))
                .read("uNuSame", u.links(nu, parity))
                .read("uNuOther", u.links(nu, 1 - parity))
                .read("uAlgebra", out.of(mu, parity))
                .set("uAheadMu", step(mu, 1))
                .set("uAheadNu", step(nu, 1))
                .set("uBackNu", step(nu, -1))
                .set("uOld", 1.0)
                .set("uForce", by.factor)
                .set("uParity", parity)
                .run(out.scratch());
            out.replace(mu, parity);
        }
    });
}

} // namespace

KernelSpec insertionForceSpec(Group group, const Lattice& lattice, Insertions insertions, Registers registers)
{
    const bool sites = insertions == Insertions::OfSites,
               rows = registers == Registers::Few && !traits(group).quaternions;
    KernelSpec spec{
        .kernel = "insertion_force",
        .label = fmt::format("insertion_force-{}-{}{}", word(group), sites ? "sites" : "links", rows ? "-rows" : ""),
        .defines = latticeDefines(lattice),
        .resultPlanes = traits(group).algebraPlanes};
    spec.defines.merge(groupDefines(group));
    spec.defines["CORNERS"] = sites ? "4" : "3";
    spec.defines["BY_ROWS"] = rows ? "1" : "0";
    spec.ownSite = {"uAlgebra"};
    // Of both plaquettes seven or eight products and two or three sums; U V, their difference, the factors.
    const MatrixFlops& f = matrixFlops(group);
    const int corners = sites ? 4 : 3;
    const double algebra = traits(group).algebraPlanes, link = linkPlanes(group), times = rows ? colours(group) : 1;
    const double inserted = sites ? 8 * insertionPlanes(group) : 8 * algebra;
    spec.cost = {2 * ((corners + 4) * f.product + (corners - 1) * f.sum) + f.product + 2 * f.sum + f.elementPart +
                     3 * f.elementSum + (sites ? 0 : 4 * f.sum),
                 times * (7 * link + inserted) + 2 * algebra,
                 4 * link + (sites ? 2.0 * insertionPlanes(group) : 4 * algebra) + 2 * algebra};
    return spec;
}

void addInsertionForce(AlgebraField& out, const GaugeField& u, const SiteInsertions& insertions,
                       const InsertionFactor& by)
{
    runForPlanes(out, u, Insertions::OfSites, by, [&](Kernel& kernel, int mu, int nu, int parity) {
        kernel.read("uInsertSame", *insertions[std::size_t(parity)])
            .read("uInsertOther", *insertions[std::size_t(1 - parity)])
            .set("uFirstPlane", insertionPlanes(u.group()) * planeNumber(std::min(mu, nu), std::max(mu, nu)))
            .set("uSign", mu < nu ? 1.0 : -1.0);
    });
}

void addInsertionForce(AlgebraField& out, const GaugeField& u, const AlgebraField& ofLinks, const InsertionFactor& by)
{
    runForPlanes(out, u, Insertions::OfLinks, by, [&](Kernel& kernel, int mu, int nu, int parity) {
        kernel.read("uInsertMuSame", ofLinks.of(mu, parity))
            .read("uInsertMuOther", ofLinks.of(mu, 1 - parity))
            .read("uInsertNuSame", ofLinks.of(nu, parity))
            .read("uInsertNuOther", ofLinks.of(nu, 1 - parity));
    });
}

} // namespace gaugegl
