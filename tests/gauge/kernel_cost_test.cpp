// The loads of kernelCost are those of the shaders' text (shaders/load_counter.h).
#include "checks/copy.h"
#include "gauge/update/update_cost.h"

#include "shaders/load_counter.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

using namespace testing_support;

/// Planes that all passes of a kernel load, and store, at a site.
double countedPlanes(const KernelSpec& spec, Path path, Precision precision)
{
    const bool byRows = spec.defines.contains("BY_ROWS") && spec.defines.at("BY_ROWS") == "1"; // the length of uRows
    double planes = spec.resultPlanes;
    const int lanes = spec.defines.contains("LANES") ? std::stoi(spec.defines.at("LANES")) : 1;
    for (const LayerRange& range : passes(spec, path, precision)) {
        const std::string text = preprocessed(kernelSource(spec, path, precision, range).text());
        planes += lanes * total(LoadCounter(text, byRows ? 3 : 1).ofFunction("kernel"));
    }
    return planes;
}

class KernelCostTest : public testing::TestWithParam<std::tuple<Group, Path, Precision>> {};

TEST_P(KernelCostTest, LoadsAreThoseOfTheSource)
{
    if (preprocessed("int x;").empty()) GTEST_SKIP() << "there is no c++ here to preprocess shaders with";
    const auto [group, path, precision] = GetParam();
    const Lattice lattice({4, 6, 8, 10});
    for (const KernelSpec& spec : allKernels(group, lattice, path, precision))
        EXPECT_EQ(spec.cost.of(1).planesLoaded, countedPlanes(spec, path, precision)) << spec.label;
}

INSTANTIATE_TEST_SUITE_P(AllVariants, KernelCostTest,
                         testing::Combine(testing::Values(Group::SU2, Group::SU3),
                                          testing::Values(Path::Fragment, Path::Compute),
                                          testing::Values(Precision::Single, Precision::Double)),
                         [](const auto& variant) {
                             return name(std::get<0>(variant.param)) + "_" + name(std::get<1>(variant.param)) + "_" +
                                    name(std::get<2>(variant.param));
                         });

int occurrences(const std::string& text, const std::string& word)
{
    int count = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
        ++count;
    return count;
}

// The bandwidth of a copy counts each element once as read and once as written.
TEST(KernelCost, CopiesOfFormatsReadAndWriteEachElementOnce)
{
    if (preprocessed("int x;").empty()) GTEST_SKIP() << "there is no c++ here to preprocess shaders with";
    for (const CopyFormat& format : copyFormats())
        for (const Path path : {Path::Fragment, Path::Compute}) {
            if (!copies(format, path)) continue;
            const std::string text = preprocessed(copySource(format, path).text());
            EXPECT_EQ(occurrences(text, "texelFetch(") + occurrences(text, "return source["), 1) << text;
            EXPECT_EQ(
                occurrences(text, "imageStore(") + occurrences(text, "    target[") + occurrences(text, "oTexel ="), 1)
                << text;
            EXPECT_EQ(occurrences(text, " copied("), 2) << text; // its definition and one call
        }
}

TEST(KernelCost, UpdatesCompulsorilyMoveNineLinks)
{
    const Lattice lattice({4, 4, 4, 4});
    for (const char* kernel : {"heatbath", "overrelaxation"}) {
        EXPECT_EQ(updateCost(kernel, lattice, {.group = Group::SU2}).planesCompulsory, 9);
        for (const auto staples : stapleSources(Group::SU3, LoopSet()))
            EXPECT_EQ(updateCost(kernel, lattice, {.staples = staples}).planesCompulsory, 27);
    }
}

// QUDA counts 3069 for a heat bath and 3111 for an overrelaxation of a link of SU(3) (pgauge_heatbath.cu): without the
// projection at the end, and with other ways to write proposals and subgroups.
TEST(KernelCost, FlopsOfUpdatesAreCloseToThoseOfOtherPrograms)
{
    const Lattice lattice({4, 4, 4, 4});
    const double projection = reunitariseSpec(Group::SU3).cost.of(1).flops;
    const auto flops = [&](const char* kernel) { return updateCost(kernel, lattice, {}).flops - projection; };
    EXPECT_NEAR(flops("heatbath"), 3069, 0.1 * 3069);
    EXPECT_NEAR(flops("overrelaxation"), 3111, 0.05 * 3111);
}

// Only the last subgroup ends with a projection, so the arithmetic is the same; loads are not.
TEST(KernelCost, StoredStaplesCostTheSameFlopsAndMoreLoads)
{
    const Lattice lattice({4, 4, 4, 4});
    for (const char* kernel : {"heatbath", "overrelaxation"}) {
        const KernelCost fused = updateCost(kernel, lattice, {});
        const KernelCost stored = updateCost(kernel, lattice, {.staples = StapleSource::Stored});
        const KernelCost byRows = updateCost(kernel, lattice, {.staples = StapleSource::ByRows});
        EXPECT_EQ(stored.flops, fused.flops);
        EXPECT_EQ(byRows.flops, fused.flops);
        EXPECT_GT(stored.planesLoaded, fused.planesLoaded);
        EXPECT_GT(byRows.planesLoaded, 2 * fused.planesLoaded);
    }
}

TEST(KernelCost, OtherGeneratorsLoadTheirNumbersAndCostTheSameFlops)
{
    const Lattice lattice({4, 4, 4, 4});
    for (const Group group : {Group::SU2, Group::SU3}) {
        const UpdateKernel variant{.group = group};
        const double subgroups = subgroupCount(group);
        const KernelCost philox = updateCost("heatbath", lattice, variant);
        const KernelCost ranlux = updateCost("heatbath", lattice, variant, {GeneratorType::Ranlux, 3});
        const KernelCost lcg = updateCost("heatbath", lattice, variant, {GeneratorType::Lcg});
        EXPECT_EQ(ranlux.flops, philox.flops);
        EXPECT_EQ(ranlux.planesLoaded - philox.planesLoaded, 2 * subgroups);
        EXPECT_EQ(ranlux.planesCompulsory - philox.planesCompulsory, 2 * subgroups);
        EXPECT_EQ(lcg.flops, philox.flops);
        EXPECT_EQ(lcg.planesLoaded - philox.planesLoaded, 1);
        EXPECT_EQ(lcg.planesCompulsory - philox.planesCompulsory, 1);
    }
}

// QUDA counts 18 staples of five links for the rectangles of a link; here products are shared among them.
TEST(KernelCost, RectanglesAddEighteenStaplesAndCopiesOfOtherColours)
{
    for (const auto& [extents, colours] : {std::pair(std::array{4, 4, 8, 4}, 4), {std::array{4, 6, 8, 10}, 8}}) {
        const Lattice lattice(extents);
        const KernelCost wilson = updateCost("overrelaxation", lattice, {.staples = StapleSource::Stored});
        const KernelCost improved = updateCost("overrelaxation", lattice,
                                               {.staples = StapleSource::Stored, .loops = actions::symanzik.loops()});
        EXPECT_EQ(improved.flops - wilson.flops, 6 * (9 * 198 + 6 * 18));
        EXPECT_EQ(improved.planesLoaded - wilson.planesLoaded, (84 - 18) * 3 + (colours - 1) * (6 + 6));
        EXPECT_EQ(improved.planesCompulsory, colours * 27);
    }
}

} // namespace
} // namespace gaugegl
