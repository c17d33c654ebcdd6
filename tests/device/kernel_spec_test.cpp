// Which source a kernel gets: version, passes and the numbers of the lattice.
#include "gaugegl/device/kernel_spec.h"
#include "gaugegl/gauge/kernels.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

/// The passes of a kernel follow each other without gaps; each has at most `most` layers.
void expectPasses(const KernelSpec& spec, Path path, Precision precision, int most)
{
    int next = 0;
    for (const LayerRange& pass : passes(spec, path, precision)) {
        EXPECT_EQ(pass.first, next);
        EXPECT_GE(pass.count, 1);
        EXPECT_LE(pass.count, most);
        next += pass.count;
    }
    EXPECT_EQ(next, spec.resultPlanes * (precision == Precision::Double ? 2 : 1));
}

TEST(KernelSpecTest, PassesCoverEveryLayerOnceAndNeverExceedTheTargets)
{
    for (int planes = 1; planes <= 20; ++planes) {
        KernelSpec spec{.kernel = "copy", .label = "copy", .defines = {}, .resultPlanes = planes};
        expectPasses(spec, Path::Fragment, Precision::Single, 8);
        expectPasses(spec, Path::Fragment, Precision::Double, 8);
        EXPECT_EQ(passes(spec, Path::Fragment, Precision::Single).size(), std::size_t((planes + 7) / 8));
        EXPECT_EQ(passes(spec, Path::Compute, Precision::Double).size(), 1u);
        EXPECT_EQ(passes(spec, Path::Compute, Precision::Double)[0].count, 2 * planes);
        spec.planesPerPass = 2;
        for (const Path path : {Path::Fragment, Path::Compute}) {
            expectPasses(spec, path, Precision::Single, 2);
            expectPasses(spec, path, Precision::Double, 4);
        }
    }
}

TEST(KernelSpecTest, ShiftsDivideWhereTheExtentIsAPowerOfTwo)
{
    const gl::Defines defines = latticeDefines(Lattice({16, 6, 8, 10}));

    EXPECT_EQ(defines.at("LX"), "16");
    EXPECT_EQ(defines.at("LY"), "6");
    EXPECT_EQ(defines.at("LZ"), "8");
    EXPECT_EQ(defines.at("LT"), "10");
    EXPECT_EQ(defines.at("HALF_X"), "8");
    EXPECT_EQ(defines.at("SHIFT_HALF_X"), "3");
    EXPECT_EQ(defines.at("SHIFT_ROWS_Z"), "3");
    EXPECT_EQ(latticeDefines(Lattice({12, 4, 6, 4})).at("SHIFT_HALF_X"), "-1");
    EXPECT_EQ(latticeDefines(Lattice({12, 4, 6, 4})).at("SHIFT_ROWS_Z"), "-1");
    EXPECT_EQ(latticeDefines(Lattice({2, 4, 6, 4})).at("SHIFT_HALF_X"), "0");
}

class KernelSourceTest : public testing::TestWithParam<Group> {};

TEST_P(KernelSourceTest, SinglePrecisionFragmentsAskForNothingButVersion330)
{
    for (const KernelSpec& spec : allKernels(GetParam(), Lattice({4, 6, 8, 10}), Path::Fragment, Precision::Single))
        for (const LayerRange& layers : passes(spec, Path::Fragment, Precision::Single)) {
            const std::string text = kernelSource(spec, Path::Fragment, Precision::Single, layers).text();
            EXPECT_EQ(text.rfind("#version 330\n", 0), 0u) << spec.label;
            EXPECT_EQ(text.find("#version", 1), std::string::npos) << spec.label;
            EXPECT_EQ(text.find("#extension"), std::string::npos) << spec.label;
        }
    EXPECT_EQ(vertexSource().text().rfind("#version 330\n", 0), 0u);
    EXPECT_EQ(vertexSource().text().find("#extension"), std::string::npos);
}

TEST_P(KernelSourceTest, DoubleFragmentsAskForTheExtensionAndComputeForVersion430)
{
    const Lattice lattice({4, 6, 8, 10});
    for (const KernelSpec& spec : allKernels(GetParam(), lattice, Path::Fragment, Precision::Double)) {
        const std::string text =
            kernelSource(spec, Path::Fragment, Precision::Double, {0, 2 * spec.resultPlanes}).text();
        EXPECT_EQ(text.rfind("#version 400\n#extension GL_ARB_gpu_shader_fp64 : require\n", 0), 0u) << spec.label;
    }
    for (const KernelSpec& spec : allKernels(GetParam(), lattice, Path::Compute, Precision::Single)) {
        const std::string text = kernelSource(spec, Path::Compute, Precision::Single, {0, spec.resultPlanes}).text();
        EXPECT_EQ(text.rfind("#version 430\n", 0), 0u) << spec.label;
    }
}

TEST_P(KernelSourceTest, LabelsNameOneProgramEach)
{
    for (const Path path : {Path::Fragment, Path::Compute})
        for (const Precision precision : {Precision::Single, Precision::Double}) {
            std::map<std::string, int> labels;
            for (const KernelSpec& spec : allKernels(GetParam(), Lattice({4, 6, 8, 10}), path, precision))
                ++labels[spec.label];
            for (const auto& [label, count] : labels)
                EXPECT_EQ(count, 1) << label;
        }
}

INSTANTIATE_TEST_SUITE_P(Groups, KernelSourceTest, testing::Values(Group::SU2, Group::SU3),
                         [](const auto& group) { return name(group.param); });

// The part of the second of two ranks in t and of two in z, with ghosts of one and two slices.
TEST(SharedLayoutTest, RowsOfAPartLieAmongGhosts)
{
    Share share{.origin = {0, 0, 4, 6}, .extents = {4, 4, 4, 6}, .ghosts = {0, 0, 1, 2}};
    const Lattice lattice = Lattice({4, 4, 8, 12}).shared(share);
    const TextureShape shape = halfFieldShape(lattice, 3);
    EXPECT_EQ(shape.height, 24);
    EXPECT_EQ(shape.storedSlice(), 6);
    EXPECT_EQ(shape.storedHeight(), 6 * (6 + 4));
    EXPECT_EQ(shape.storedRow(0), 2 * 6 + 1);
    EXPECT_EQ(shape.storedRow(5), 3 * 6 + 2);
    EXPECT_EQ(pairFieldShape(lattice, 3).storedHeight(), 6 * (3 + 2));
    EXPECT_EQ(pairFieldShape(lattice, 3).storedRow(0), 6 + 1);
    const gl::Defines defines = latticeDefines(lattice);
    EXPECT_EQ(defines.at("LT"), "6");
    EXPECT_EQ(defines.at("WHOLE_LT"), "12");
    EXPECT_EQ(defines.at("ROWS_Z"), "6");
    EXPECT_FALSE(latticeDefines(lattice.whole()).contains("SHARED_LATTICE"));
    const Texel behind = storedTexelOf(lattice, {0, 0, 3, 5}, 3, +1),
                wrapped = storedTexelOf(lattice, {3, 0, 0, 0}, 0, +1);
    EXPECT_EQ(behind.row, 3 + 1 + 6 * (6 + 2));
    EXPECT_EQ(wrapped.column, 0);
}

// Each line in y, z and t once, each line in x from x = 0 and from x = 1.
TEST(SliceLayoutTest, TexelsOfASliceAreTheBeginningsOfLines)
{
    const Lattice lattice({4, 6, 8, 10});
    for (int mu = 0; mu < 4; ++mu) {
        std::map<Coordinates, int> lines; // by their site with x_mu = 0
        const TextureShape shape = sliceShape(lattice, 1, mu);
        for (int parity = 0; parity < 2; ++parity)
            for (std::size_t texel = 0; texel < shape.texels(); ++texel) {
                Coordinates x = siteOfSliceTexel(lattice, parity, texel, mu);
                EXPECT_EQ(Lattice::parity(x), parity);
                EXPECT_LT(x[std::size_t(mu)], mu == 0 ? 2 : 1);
                x[std::size_t(mu)] = 0;
                ++lines[x];
            }
        EXPECT_EQ(std::int64_t(2 * shape.texels()), texelsOfSlice(lattice, mu));
        EXPECT_EQ(std::int64_t(lines.size()), lattice.volume() / lattice.extent(mu));
        for (const auto& [x, times] : lines)
            EXPECT_EQ(times, mu == 0 ? 2 : 1);
    }
}

// Ranks that divide z: the last of them has the lines in z, all of them those in t.
TEST(SliceLayoutTest, LinesThatRanksDivideBelongToTheLastOne)
{
    const Share share{.origin = {0, 0, 4, 0}, .extents = {4, 4, 4, 12}, .ghosts = {0, 0, 1, 0}};
    Share first = share;
    first.origin[2] = 0;
    const Lattice whole({4, 4, 8, 12});
    EXPECT_TRUE(sliceShape(whole.shared(share), 1, 2).ghosts.counts);
    EXPECT_FALSE(sliceShape(whole.shared(first), 1, 2).ghosts.counts);
    EXPECT_TRUE(sliceShape(whole.shared(first), 1, 3).ghosts.counts);
    EXPECT_EQ(sliceShape(whole.shared(share), 1, 2).height, 12);
    EXPECT_EQ(sliceShape(whole.shared(share), 1, 3).storedHeight(), 4);
    EXPECT_EQ(sliceShape(whole.shared(share), 1, 0).height, 4 * 12);
}

} // namespace
} // namespace gaugegl
