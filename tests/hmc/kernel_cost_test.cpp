// The loads of hmcKernelCost are those of the shaders' text (shaders/load_counter.h).
#include "hmc/kernels.h"

#include "shaders/load_counter.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

using namespace testing_support;

class HmcKernelCost : public testing::TestWithParam<std::tuple<Group, Path, Precision>> {};

TEST_P(HmcKernelCost, LoadsAreThoseOfTheSource)
{
    if (preprocessed("int x;").empty()) GTEST_SKIP() << "there is no c++ here to preprocess shaders with";
    const auto [group, path, precision] = GetParam();
    for (const KernelSpec& spec : hmcKernels(group, Lattice({4, 6, 8, 10}), precision)) {
        double planes = spec.resultPlanes;
        const std::vector<LayerRange> all = passes(spec, path, precision);
        for (const LayerRange& range : all)
            planes += total(
                LoadCounter(preprocessed(kernelSource(spec, path, precision, range).text())).ofFunction("kernel"));
        EXPECT_EQ(spec.cost.of(int(all.size())).planesLoaded, planes) << spec.label;
    }
}

INSTANTIATE_TEST_SUITE_P(AllVariants, HmcKernelCost,
                         testing::Values(std::tuple(Group::SU2, Path::Fragment, Precision::Single),
                                         std::tuple(Group::SU3, Path::Fragment, Precision::Double),
                                         std::tuple(Group::SU3, Path::Compute, Precision::Single)),
                         [](const auto& variant) {
                             return name(std::get<0>(variant.param)) + "_" + name(std::get<1>(variant.param)) + "_" +
                                    name(std::get<2>(variant.param));
                         });

// A spinor, its neighbour and two more: twice the vectors of a hop in one direction.
TEST(HmcKernelCost, CompulsoryLoadsOfAForceAreFourFieldsALinkAndMomenta)
{
    const Lattice lattice({4, 4, 4, 4});
    const auto compulsory = [&](FermionKind kind, Group group) {
        return fermionForceSpec(lattice, {.kind = kind, .group = group}).cost.of(1).planesCompulsory;
    };
    EXPECT_EQ(compulsory(FermionKind::Wilson, Group::SU3), 4 * 6 + 3 + 2 * 2);
    EXPECT_EQ(compulsory(FermionKind::Wilson, Group::SU2), 4 * 4 + 1 + 2 * 1);
    EXPECT_EQ(compulsory(FermionKind::Staggered, Group::SU3), 4 * 1.5 + 3 + 2 * 2);
    EXPECT_EQ(compulsory(FermionKind::Staggered, Group::SU2), 4 * 1 + 1 + 2 * 1);
}

} // namespace
} // namespace gaugegl
