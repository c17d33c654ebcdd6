#include "checks/parts.h"

#include "checks/fermion_checks.h"
#include "checks/fixing_checks.h"
#include "checks/gauge_checks.h"
#include "checks/hmc_checks.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace gaugegl {
namespace {

/// A verifier of what belongs to quarks.
template<auto verify>
std::vector<Check> ofQuarks(Device& device, const Lattice& lattice, Group group, const CheckObserver& observer,
                            const CheckPlan& plan)
{
    if (!has(group, Feature::Fermions)) return {};
    FermionChecks checks{device, lattice, group, CheckList(device, group, observer, plan)};
    verify(checks);
    return checks.list.done();
}

template<FermionKind kind>
void verifyHopsOf(FermionChecks& checks)
{
    verifyHops(checks, kind);
}

void verifyEveryLinearAlgebra(FermionChecks& checks)
{
    verifyNumbers(checks);
    for (const FermionKindTraits& fermions : fermionKinds)
        verifyLinearAlgebra(checks, fermions.kind);
}

/// Of links: updates and observables, smearing and flow, loops.
std::vector<KernelEntry> linkEntries()
{
    std::vector<KernelEntry> all = gaugeEntries();
    std::ranges::move(smearingEntries(), std::back_inserter(all));
    std::ranges::move(loopEntries(), std::back_inserter(all));
    return all;
}

template<FermionKind kind>
std::vector<KernelEntry> fermionEntriesOf()
{
    return fermionEntries(kind);
}

constexpr KernelPart parts[] = {
    {"gauge", "gauge", verifyGauge, true, linkEntries},
    {"rectangles", "gauge", verifyRectangles, false},
    {"fixing", "fixing", verifyFixing, true, fixingEntries},
    {"linear-algebra", "fermions", ofQuarks<verifyEveryLinearAlgebra>, true},
    {"wilson", "fermions", ofQuarks<verifyHopsOf<FermionKind::Wilson>>, true, fermionEntriesOf<FermionKind::Wilson>},
    {"staggered", "fermions", ofQuarks<verifyHopsOf<FermionKind::Staggered>>, true,
     fermionEntriesOf<FermionKind::Staggered>},
    {"clover", "fermions", ofQuarks<verifyClover>, false},
    {"domain-wall", "fermions", ofQuarks<verifyDomainWall>, false},
    {"overlap", "fermions", ofQuarks<verifyOverlap>, false},
    {"smeared-sources", "fermions", ofQuarks<verifyWuppertal>, false},
    {"forces", "hmc", verifyForces, true, hmcEntries},
    {"rectangle-forces", "hmc", verifyRectangleForces, false},
    {"clover-forces", "hmc", verifyCloverForces, false},
    {"stout-forces", "hmc", verifyStoutForces, false},
};

} // namespace

std::span<const KernelPart> kernelParts() { return parts; }

const std::vector<KernelEntry>& kernelEntries()
{
    static const std::vector<KernelEntry> entries = [] {
        std::vector<KernelEntry> all;
        for (const KernelPart& part : parts)
            if (part.entries) std::ranges::move(part.entries(), std::back_inserter(all));
        std::ranges::move(hostEntries(), std::back_inserter(all));
        return all;
    }();
    return entries;
}

std::vector<const KernelPart*> checkedParts(std::span<const std::string> names)
{
    const auto isOf = [](const std::string& name) {
        return [&name](const KernelPart& part) { return name == "all" || name == part.name || name == part.catalogue; };
    };
    for (const std::string& name : names)
        if (std::ranges::none_of(parts, isOf(name))) {
            std::vector<std::string_view> known;
            for (const KernelPart& part : parts)
                known.push_back(part.name);
            throw InputError(fmt::format("there are no kernels \"{}\" (--kernels): expected all, fermions, hmc, {}",
                                         name, fmt::join(known, ", ")));
        }
    std::vector<const KernelPart*> chosen;
    for (const KernelPart& part : parts)
        if (names.empty() ? part.standard
                          : std::ranges::any_of(names, [&](const std::string& name) { return isOf(name)(part); }))
            chosen.push_back(&part);
    return chosen;
}

std::vector<Check> verifyCatalogue(const std::string& catalogue, Device& device, const Lattice& lattice, Group group,
                                   const CheckPlan& plan, const CheckObserver& observer)
{
    std::vector<Check> all;
    for (const KernelPart* part : checkedParts(std::vector{catalogue}))
        std::ranges::move(part->verify(device, lattice, group, observer, plan), std::back_inserter(all));
    return all;
}

} // namespace gaugegl
