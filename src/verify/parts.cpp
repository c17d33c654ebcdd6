#include "verify/parts.h"

#include "gaugegl/base/error.h"
#include "verify/fermion_checks.h"
#include "verify/fixing.h"
#include "verify/gauge.h"
#include "verify/hmc.h"

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

constexpr CheckedPart parts[] = {
    {"gauge", "gauge", verifyGauge, true},
    {"rectangles", "gauge", verifyRectangles, false},
    {"fixing", "fixing", verifyFixing, true},
    {"linear-algebra", "fermions", ofQuarks<verifyEveryLinearAlgebra>, true},
    {"wilson", "fermions", ofQuarks<verifyHopsOf<FermionKind::Wilson>>, true},
    {"staggered", "fermions", ofQuarks<verifyHopsOf<FermionKind::Staggered>>, true},
    {"clover", "fermions", ofQuarks<verifyClover>, false},
    {"domain-wall", "fermions", ofQuarks<verifyDomainWall>, false},
    {"overlap", "fermions", ofQuarks<verifyOverlap>, false},
    {"smeared-sources", "fermions", ofQuarks<verifyWuppertal>, false},
    {"forces", "hmc", verifyForces, true},
    {"rectangle-forces", "hmc", verifyRectangleForces, false},
    {"clover-forces", "hmc", verifyCloverForces, false},
    {"stout-forces", "hmc", verifyStoutForces, false},
};

} // namespace

std::span<const CheckedPart> checkedParts() { return parts; }

std::vector<const CheckedPart*> checkedParts(std::span<const std::string> names)
{
    const auto isOf = [](const std::string& name) {
        return
            [&name](const CheckedPart& part) { return name == "all" || name == part.name || name == part.catalogue; };
    };
    for (const std::string& name : names)
        if (std::ranges::none_of(parts, isOf(name))) {
            std::vector<std::string_view> known;
            for (const CheckedPart& part : parts)
                known.push_back(part.name);
            throw InputError(fmt::format("there are no kernels \"{}\" (--kernels): expected all, fermions, hmc, {}",
                                         name, fmt::join(known, ", ")));
        }
    std::vector<const CheckedPart*> chosen;
    for (const CheckedPart& part : parts)
        if (names.empty() ? part.standard
                          : std::ranges::any_of(names, [&](const std::string& name) { return isOf(name)(part); }))
            chosen.push_back(&part);
    return chosen;
}

std::vector<Check> verifyCatalogue(const std::string& catalogue, Device& device, const Lattice& lattice, Group group,
                                   const CheckPlan& plan, const CheckObserver& observer)
{
    std::vector<Check> all;
    for (const CheckedPart* part : checkedParts(std::vector{catalogue}))
        std::ranges::move(part->verify(device, lattice, group, observer, plan), std::back_inserter(all));
    return all;
}

} // namespace gaugegl
