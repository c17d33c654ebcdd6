#include "gauge/observables/densities.h"

#include "gauge/flops.h"
#include "gauge/observables/loop_kernels.h"

#include <algorithm>
#include <string_view>

namespace gaugegl {
namespace {

constexpr double compulsoryDensityLinks = 8; ///< of a site: with those of its neighbours, each is read once

int directionOf(char letter) { return int(std::string_view("xyzt").find(letter)); }

double flopsOf(const DensityWork& work, const MatrixFlops& f)
{
    return work.products * f.product + work.sums * f.sum + work.traces * f.trace + work.complexTraces * f.complexTrace +
           work.tracesAdj * f.traceAdj + work.reals;
}

/// Products of links along closed loops from a site, as whole matrices or by rows.
void setLoopsOfSite(KernelSpec& spec, const DensityWork& work, Group group, int rows)
{
    const double link = linkPlanes(group);
    if (work.linksOfRows > 0) {
        spec.defines["BY_ROWS"] = rows > 1 ? "1" : "0";
        spec.constants["uRows"] = rows;
        if (rows > 1) spec.label += "-rows";
    }
    spec.cost = {flopsOf(work, matrixFlops(group)), (work.links + work.linksOfRows * rows) * link + 1,
                 compulsoryDensityLinks * link + 1};
}

/// A line around the lattice, or where ranks divide it, what this one has of it.
void setLine(KernelSpec& spec, const DensityWork& work, Group group, const Lattice& lattice, int mu)
{
    const Share& part = lattice.share();
    const auto i = std::size_t(mu);
    const bool continues = part.origin[i] > 0, passesOn = part.origin[i] + part.extents[i] < lattice.extent(mu);
    if (mu != 3) spec.label += std::string("-") + directionNames[i];
    spec.defines["MU"] = std::to_string(mu);
    spec.defines["LENGTH"] = std::to_string(part.extents[i]);
    spec.defines["CONTINUES"] = continues ? "1" : "0";
    spec.defines["PASSES_ON"] = passesOn ? "1" : "0";
    if (passesOn) spec.resultPlanes = fullMatrixPlanes(group);
    spec.ownSite = {"uSame", "uOther", "uLine"};
    const MatrixFlops& f = matrixFlops(group);
    const double links = lattice.extent(mu), planes = links * linkPlanes(group) + 1;
    spec.cost = {(links - 1) * f.product + flopsOf(work, f), planes, planes};
}

} // namespace

DensityVariant densityOf(Observable observable, std::size_t part)
{
    const ObservableTraits& one = traits(observable);
    if (one.along.empty()) return {one.kernel};
    return {one.kernel, directionOf(one.along[part])};
}

const std::vector<DensityVariant>& densityVariants()
{
    static const std::vector<DensityVariant> all = [] {
        std::vector<DensityVariant> found = {densityOf(Observable::Plaquette)};
        for (const ObservablePart& part : observableParts()) {
            const Observable observable = part.of->observable;
            const DensityVariant one = densityOf(observable, part.index - firstPartOf(observable));
            if (std::ranges::find(found, one) == found.end()) found.push_back(one);
        }
        return found;
    }();
    return all;
}

KernelSpec densitySpec(const DensityVariant& density, Group group, const Lattice& lattice, Precision precision,
                       Registers registers)
{
    KernelSpec spec = siteKernelSpec(density.kernel->name, group, lattice);
    if (density.isOfLines()) {
        setLine(spec, density.kernel->work, group, lattice, density.mu);
        return spec;
    }
    spec.reach = density.kernel->reach;
    setLoopsOfSite(spec, density.kernel->work, group, loopRows(group, precision, registers));
    return spec;
}

TextureShape densityShape(const DensityVariant& density, const Lattice& lattice)
{
    return density.isOfLines() ? sliceShape(lattice, 1, density.mu) : halfFieldShape(lattice, 1);
}

double densityTexels(const DensityVariant& density, const Lattice& lattice)
{
    return double(density.isOfLines() ? texelsOfSlice(lattice, density.mu) : lattice.volume());
}

Coordinates siteOfDensity(const DensityVariant& density, const Lattice& lattice, int parity, std::size_t texel)
{
    return density.isOfLines() ? siteOfSliceTexel(lattice, parity, texel, density.mu)
                               : lattice.local().coordinates(siteOfTexel(lattice, parity, texel));
}

KernelSpec plaquetteSpec(Group group, const Lattice& lattice, Precision precision, Registers registers)
{
    return densitySpec(densityOf(Observable::Plaquette), group, lattice, precision, registers);
}

} // namespace gaugegl
