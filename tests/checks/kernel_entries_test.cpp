// Every kernel of the catalogue has a row in `gaugegl bench`.
#include "checks/kernel_entry.h"
#include "gaugegl/base/error.h"
#include "hmc/kernels.h"
#include "host/bundle_hopping.h"

#include <gtest/gtest.h>

#include <set>

namespace gaugegl {
namespace {

const Lattice unequal({4, 6, 8, 10});

std::set<std::string> kernelsOfTheCatalogue()
{
    std::set<std::string> all;
    for (const GroupTraits& t : groupTraits)
        for (const KernelSpec& spec : everyKernel(t.group, unequal, Path::Compute, Precision::Single))
            all.insert(spec.kernel);
    return all;
}

TEST(BenchEntries, MeasureEveryKernelOfTheCatalogue)
{
    std::set<std::string> measured;
    for (const KernelEntry& entry : kernelEntries())
        measured.insert(entry.kernels.begin(), entry.kernels.end());

    for (const std::string& kernel : kernelsOfTheCatalogue())
        EXPECT_TRUE(measured.contains(kernel)) << kernel;
}

TEST(BenchEntries, NameKernelsOfTheCatalogueAlone)
{
    std::set<std::string> listed = kernelsOfTheCatalogue();
    listed.insert({"copy", "trajectory", "eigen"});
    for (const KernelEntry& entry : kernelEntries())
        for (const std::string& kernel : entry.kernels)
            EXPECT_TRUE(listed.contains(kernel)) << entry.name << ": " << kernel;
}

TEST(BenchEntries, HaveNamesOfTheirOwnAndWorkSomewhere)
{
    std::set<std::string> names;
    for (const KernelEntry& entry : kernelEntries()) {
        EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
        EXPECT_TRUE(entry.work || entry.host.work) << entry.name;
        EXPECT_EQ(entry.kernels.empty(), !entry.work) << entry.name;
    }
    EXPECT_THROW(kernelEntry("none"), InputError);
}

TEST(BenchEntries, ExistForTheGroupsThatHaveTheirFeature)
{
    for (const KernelEntry& entry : kernelEntries())
        for (const GroupTraits& t : groupTraits) {
            const bool exists = entry.existsOn({t.group, Path::Compute, Precision::Single, Storage::Texture, unequal});
            EXPECT_FALSE(entry.needs && !has(t.group, *entry.needs) && exists) << entry.name << " " << t.title;
            if (t.group == Group::SU3 && entry.work) {
                EXPECT_TRUE(exists) << entry.name;
            }
        }
    const KernelEntry &stored = kernelEntry("heatbath-stored"), &eight = kernelEntry("fix-landau-eight-threads");
    EXPECT_FALSE(stored.existsOn({Group::SU3, Path::Compute, Precision::Double, Storage::Texture, unequal}));
    EXPECT_FALSE(eight.existsOn({Group::SU3, Path::Fragment, Precision::Single, Storage::Texture, unequal}));
    EXPECT_FALSE(
        kernelEntry("wilson-hop").existsOn({Group::SU4, Path::Compute, Precision::Single, Storage::Texture, unequal}));
}

TEST(BenchEntries, RightHandSidesOfTheHostReadTheirFieldsEachAndLinksOnce)
{
    const Lattice lattice({4, 4, 4, 4});
    constexpr double linkBytes = 8 * 2 * 9 * sizeof(float);
    for (const auto& [name, kind] : {std::pair("wilson", FermionKind::Wilson), {"staggered", FermionKind::Staggered}})
        for (const int rhs : {2, 12}) {
            const Sampling once{.batchSeconds = 0, .seconds = 0, .samples = 3};
            const std::string hop = std::string(name) + "-hop";
            const HostSetting single{lattice, Group::SU3, Precision::Single, 1};
            const KernelTiming one = timingOf(kernelEntry(hop), single, once),
                               all = timingOf(kernelEntry(hop + "-rhs" + std::to_string(rhs)), single, once);
            const host::Bundle<float> field(std::make_shared<const host::BlockLayout>(lattice), kind, Group::SU3, 0, 1,
                                            rhs, host::allInUse(rhs));

            EXPECT_EQ(all.sites, one.sites);
            EXPECT_EQ(all.flops, rhs * one.flops);
            EXPECT_EQ(all.bytesLoaded, rhs * one.bytesLoaded);
            EXPECT_EQ(all.bytesCompulsory,
                      2.0 * sizeof(float) * double(field.all().size()) + one.sites * linkBytes); // read and written
        }
}

} // namespace
} // namespace gaugegl
