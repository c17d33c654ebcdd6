// What limits each kernel of `gaugegl bench`.
#include "checks/kernel_entry.h"

#include <gtest/gtest.h>

#include <map>

namespace gaugegl {
namespace {

/// The class of every row of a device, by its name.
std::map<std::string, KernelClass> classesOfRows()
{
    std::map<std::string, KernelClass> classes;
    for (const KernelEntry& entry : kernelEntries())
        if (entry.work) classes[entry.name] = classOf(entry.kernels.front());
    return classes;
}

TEST(BenchClasses, AreThoseOfTheKernels)
{
    const std::map<std::string, KernelClass> classes = classesOfRows();

    for (const char* row : {"plaquette", "overrelaxation", "wilson-hop", "staggered-axpy", "fix-accumulate"})
        EXPECT_EQ(classes.at(row), KernelClass::Streaming) << row;
    for (const char* row : {"heatbath", "heatbath-creutz", "heatbath-symanzik", "heatbath-ranlux"})
        EXPECT_EQ(classes.at(row), KernelClass::HeatBath) << row;
    for (const char* row : {"fix-landau", "fix-coulomb", "fix-landau-two-step", "fix-landau-eight-threads"})
        EXPECT_EQ(classes.at(row), KernelClass::Fixing) << row;
    for (const char* row :
         {"copy", "reduction-32", "number", "random_links", "momenta", "ranlux", "trajectory-wilson-solver"})
        EXPECT_EQ(classes.at(row), KernelClass::Other) << row;
}

TEST(BenchClasses, HaveTheirNamesAndWhatACardShouldReach)
{
    for (const KernelClassTraits& t : kernelClasses)
        EXPECT_EQ(traits(parseChoice<KernelClass>(t.name)).value, t.value);

    EXPECT_EQ(traits(KernelClass::Streaming).wanted, 0.85);
    EXPECT_EQ(traits(KernelClass::HeatBath).wanted, 0.60);
    EXPECT_EQ(traits(KernelClass::Fixing).wanted, 0.70);
    EXPECT_FALSE(traits(KernelClass::Other).wanted);
}

} // namespace
} // namespace gaugegl
