// Every kernel of the catalogue has a row in `gaugegl bench`.
#include "bench/copy.h"
#include "bench/fermions.h"
#include "bench/gauge.h"
#include "bench/hmc.h"
#include "hmc/kernels.h"
#include "host/bundle_hopping.h"

#include <gtest/gtest.h>

#include <set>

namespace gaugegl {
namespace {

TEST(BenchEntries, MeasureEveryKernelOfTheCatalogue)
{
    std::set<std::string> measured;
    for (const BenchmarkEntry& entry : benchmarkEntries())
        for (const std::string& kernel : entry.kernels())
            measured.insert(kernel);
    for (const FermionBenchmarkEntry& entry : fermionBenchmarkEntries())
        measured.insert(entry.kernel());
    for (const HmcBenchmarkEntry& entry : hmcBenchmarkEntries())
        measured.insert(entry.kernel);

    for (const GroupTraits& t : groupTraits)
        for (const KernelSpec& spec : everyKernel(t.group, Lattice({4, 6, 8, 10}), Path::Compute, Precision::Single))
            EXPECT_TRUE(measured.contains(spec.kernel)) << spec.label;
}

TEST(BenchEntries, NameKernelsOfTheCatalogueAlone)
{
    std::set<std::string> listed = {"copy"};
    for (const GroupTraits& t : groupTraits)
        for (const KernelSpec& spec : everyKernel(t.group, Lattice({4, 6, 8, 10}), Path::Compute, Precision::Single))
            listed.insert(spec.kernel);
    for (const BenchmarkEntry& entry : benchmarkEntries())
        for (const std::string& kernel : entry.kernels())
            EXPECT_TRUE(listed.contains(kernel)) << entry.name << ": " << kernel;
    for (const FermionBenchmarkEntry& entry : fermionBenchmarkEntries())
        EXPECT_TRUE(listed.contains(entry.kernel())) << entry.name << ": " << entry.kernel();
    for (const HmcBenchmarkEntry& entry : hmcBenchmarkEntries())
        EXPECT_TRUE(entry.isTrajectory() || listed.contains(entry.kernel)) << entry.name << ": " << entry.kernel;
}

TEST(BenchEntries, ExistForTheGroupsThatHaveTheirFeature)
{
    const Lattice lattice({4, 6, 8, 10});
    for (const BenchmarkEntry& entry : benchmarkEntries())
        for (const GroupTraits& t : groupTraits)
            EXPECT_FALSE(entry.needs && !has(t.group, *entry.needs) &&
                         entry.exists(t.group, Precision::Single, lattice, Path::Compute))
                << entry.name << " " << t.title;
    for (const FermionBenchmarkEntry& entry : fermionBenchmarkEntries())
        EXPECT_FALSE(entry.exists(Group::SU4, Precision::Single, Storage::Texture)) << entry.name;
}

TEST(BenchEntries, RightHandSidesOfTheHostReadTheirFieldsEachAndLinksOnce)
{
    const Lattice lattice({4, 4, 4, 4});
    constexpr double linkBytes = 8 * 2 * 9 * sizeof(float);
    for (const auto& [name, kind] : {std::pair("wilson", FermionKind::Wilson), {"staggered", FermionKind::Staggered}})
        for (const int rhs : {2, 12}) {
            const Sampling once{.batchSeconds = 0, .seconds = 0, .samples = 3};
            const std::string hop = std::string(name) + "-hop";
            const KernelTiming one = measureHost({hop, lattice, Group::SU3, Precision::Single, 1}, once),
                               all = measureHost(
                                   {hop + "-rhs" + std::to_string(rhs), lattice, Group::SU3, Precision::Single, 1},
                                   once);
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
