#include "gaugegl/gauge/kernels.h"

#include "gaugegl/device/reduction.h"

#include <fmt/format.h>
#include <stdexcept>

namespace gaugegl {
namespace {

std::string lower(Group group) { return group == Group::SU2 ? "su2" : "su3"; }

gl::Defines groupDefines(Group group)
{
    return {{"NC", std::to_string(colours(group))}, {"SUBGROUP_COUNT", group == Group::SU2 ? "1" : "3"}};
}

gl::Defines siteDefines(Group group, const Lattice& lattice)
{
    gl::Defines defines = latticeDefines(lattice);
    defines.merge(groupDefines(group));
    return defines;
}

KernelSpec density(const std::string& kernel, Group group, const Lattice& lattice)
{
    return {.kernel = kernel,
            .label = kernel + "-" + lower(group),
            .defines = siteDefines(group, lattice),
            .resultPlanes = 1};
}

} // namespace

KernelSpec plaquetteSpec(Group group, const Lattice& lattice) { return density("plaquette", group, lattice); }
KernelSpec rectangleSpec(Group group, const Lattice& lattice) { return density("rectangle", group, lattice); }
KernelSpec polyakovSpec(Group group, const Lattice& lattice) { return density("polyakov", group, lattice); }
KernelSpec unitaritySpec(Group group, const Lattice& lattice) { return density("unitarity", group, lattice); }

KernelSpec reunitariseSpec(Group group)
{
    return {.kernel = "reunitarise",
            .label = "reunitarise-" + lower(group),
            .defines = groupDefines(group),
            .resultPlanes = linkPlanes(group)};
}

KernelSpec randomLinksSpec(Group group, const Lattice& lattice)
{
    KernelSpec spec = density("random_links", group, lattice);
    spec.resultPlanes = linkPlanes(group);
    return spec;
}

KernelSpec overrelaxationSpec(Group group, const Lattice& lattice, int mu)
{
    KernelSpec spec = density("overrelaxation", group, lattice);
    spec.label += fmt::format("-mu{}", mu);
    spec.defines["MU"] = std::to_string(mu);
    spec.resultPlanes = linkPlanes(group);
    return spec;
}

KernelSpec heatBathSpec(Group group, const Lattice& lattice, int mu, HeatBathAlgorithm algorithm, bool countAccepted)
{
    KernelSpec spec = density("heatbath", group, lattice);
    const bool creutz = algorithm == HeatBathAlgorithm::Creutz;
    spec.label += fmt::format("{}{}-mu{}", creutz ? "-creutz" : "", countAccepted ? "-counted" : "", mu);
    spec.defines["MU"] = std::to_string(mu);
    spec.defines["CREUTZ"] = creutz ? "1" : "0";
    spec.defines["COUNT_ACCEPTED"] = countAccepted ? "1" : "0";
    spec.resultPlanes = countAccepted ? 1 : linkPlanes(group);
    return spec;
}

std::vector<KernelSpec> allKernels(Group group, const Lattice& lattice, Path path)
{
    std::vector<KernelSpec> specs = {plaquetteSpec(group, lattice), rectangleSpec(group, lattice),
                                     polyakovSpec(group, lattice),  unitaritySpec(group, lattice),
                                     reunitariseSpec(group),        randomLinksSpec(group, lattice)};
    for (int mu = 0; mu < 4; ++mu) {
        specs.push_back(overrelaxationSpec(group, lattice, mu));
        for (const auto algorithm : {HeatBathAlgorithm::KennedyPendleton, HeatBathAlgorithm::Creutz})
            specs.push_back(heatBathSpec(group, lattice, mu, algorithm, false));
    }
    for (const auto algorithm : {HeatBathAlgorithm::KennedyPendleton, HeatBathAlgorithm::Creutz})
        specs.push_back(heatBathSpec(group, lattice, 3, algorithm, true));
    if (group == Group::SU2) // what does not depend on the group is listed once
        for (int fold : {2, 4, 8, 16})
            for (bool first : {true, false}) specs.push_back(Reduction::spec(path, fold, first));
    specs.push_back(copySpec(linkPlanes(group)));
    return specs;
}

KernelCost kernelCost(const std::string& kernel, Group group, const Lattice& lattice)
{
    // Flops: complex matrix products 198 in SU(3); 28 for quaternions.  Re tr of a product: 35 and 7.  A row rotation of
    // one SU(2) subgroup: 28 flop a column for the quaternion on two rows, so 84 in SU(3) and 28 in SU(2).  Rebuilding a
    // third row: 42 (three complex cross components of 14), counted for no link, as the papers do.
    const bool su3 = group == Group::SU3;
    const double link = linkPlanes(group), mul = su3 ? 198 : 28, reTrace = su3 ? 35 : 7, add = su3 ? 18 : 4;
    const double subgroups = su3 ? 3 : 1, rotation = su3 ? 84 : 28;
    const double staple = 12 * mul + 6 * add; // twelve products, six sums
    // The links that the staple of U_mu at one parity touches: of the other directions every link once in both parities
    // (2 x 3 per updated site), of mu those of the other parity once, and the link itself; plus the new link.
    const double updateCompulsory = (6 + 1 + 1 + 1) * link;
    if (kernel == "plaquette") return {6 * (2 * mul + reTrace + 1) + 4, (4 + 24) * link + 1, (4 + 4) * link + 1};
    if (kernel == "rectangle") return {4 * mul + 12 * (3 * mul + reTrace + 1), (8 + 48) * link + 1, (4 + 4) * link + 1};
    if (kernel == "polyakov") {
        const double lt = lattice.extent(3);
        return {(lt - 1) * mul + 2, lt * link + 1, lt * link + 1};
    }
    if (kernel == "unitarity") return {su3 ? 200.0 : 40.0, 4 * link + 1, 4 * link + 1};
    if (kernel == "reunitarise") return {su3 ? 122.0 : 12.0, 2 * link, 2 * link};
    if (kernel == "random_links") return {su3 ? 122.0 : 12.0, link, link};
    if (kernel == "overrelaxation")
        return {staple + mul + subgroups * (12 + 28 + 2 * rotation), 20 * link, updateCompulsory};
    if (kernel == "heatbath") // one accepted proposal a subgroup: about 60 flop for the proposal and the element
        return {staple + mul + subgroups * (12 + 60 + 28 + 2 * rotation), 20 * link, updateCompulsory};
    if (kernel == "copy") return {0, 2 * link, 2 * link};
    if (kernel == "fold") return {4 * 13, 1, 1};
    throw std::out_of_range("no kernel " + kernel);
}

} // namespace gaugegl
