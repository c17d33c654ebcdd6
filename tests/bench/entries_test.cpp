// Every kernel of the catalogue has a row in `gaugegl bench`.
#include "bench/copy.h"
#include "bench/fermions.h"
#include "bench/gauge.h"
#include "bench/hmc.h"
#include "hmc/kernels.h"

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

} // namespace
} // namespace gaugegl
