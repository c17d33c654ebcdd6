// The loads of fermionKernelCost are those of the shaders' text (shaders/load_counter.h).
#include "fermion/kernels.h"
#include "fermion/operators/half_spinors.h"
#include "fermion/operators/wuppertal.h"

#include "shaders/load_counter.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

using namespace testing_support;

const Lattice lattice({4, 6, 8, 10});

/// Where a program runs.
struct Where {
    Path path = Path::Fragment;
    Precision precision = Precision::Single;
};
constexpr Where everywhere[] = {
    {Path::Fragment, Precision::Single}, {Path::Fragment, Precision::Double}, {Path::Compute, Precision::Single}};

/// Formats of the fields that a program reads, by their names; the others are Real.
using Formats = std::map<std::string, FieldFormat>;

/// Planes that all passes load and store for a texel; those of 16 bits count half.
double countedPlanes(const KernelSpec& spec, const Where& where, const Formats& formats)
{
    double planes = 0;
    for (const Target& target : spec.fields())
        planes +=
            layersOf(target, Precision::Single, Storage::Texture) * (target.format == FieldFormat::Real ? 1 : 0.5);
    for (const LayerRange& range : passes(spec, where.path, where.precision)) {
        const std::string text = preprocessed(kernelSource(spec, where.path, where.precision, range).text());
        for (const auto& [field, loads] : LoadCounter(text).ofFunction("kernel")) {
            const auto format = formats.find(field);
            planes += loads * (format == formats.end() || format->second == FieldFormat::Real ? 1 : 0.5);
        }
    }
    return planes;
}

void expectLoadsOfText(const KernelSpec& spec, const Where& where, const Formats& formats, double texelsOfSite = 1)
{
    const int count = int(passes(spec, where.path, where.precision).size());
    EXPECT_DOUBLE_EQ(spec.cost.of(count).planesLoaded, texelsOfSite * countedPlanes(spec, where, formats))
        << spec.label << " " << name(where.path) << " " << name(where.precision);
}

void expectHop(HopKernel kernel, const Where& where)
{
    kernel.boundary = {{0, 0, 0, 0}, false}; // phases load nothing
    const FieldFormat fields = kernel.format, links = kernel.storage.links;
    expectLoadsOfText(hopSpec(lattice, kernel), where,
                      {{"uPsi", fields}, {"uChi", fields}, {"uResidual", fields}, {"uSame", links}, {"uOther", links}},
                      kernel.kind == FermionKind::Wilson ? 1 : 0.5);
}

class FermionKernelCost : public testing::TestWithParam<std::tuple<Group, FermionKind>> {
protected:
    void SetUp() override
    {
        if (preprocessed("int x;").empty()) GTEST_SKIP() << "there is no c++ here to preprocess shaders with";
        std::tie(group_, kind_) = GetParam();
    }
    Group group_ = Group::SU3;
    FermionKind kind_ = FermionKind::Wilson;
};

TEST_P(FermionKernelCost, LoadsOfHopsInEveryStorageAreThoseOfTheSource)
{
    for (const HopStorage& storage : hopStorages(group_, Precision::Single))
        expectHop({.kind = kind_, .group = group_, .storage = storage}, {});
    for (const FieldFormat links : {FieldFormat::Real, FieldFormat::Half, FieldFormat::Fixed})
        for (const FieldFormat fields : {FieldFormat::Half, FieldFormat::BlockFloat16})
            expectHop({.kind = kind_, .group = group_, .format = fields, .storage = {.links = links}}, {});
}

TEST_P(FermionKernelCost, LoadsOfWhatIsFusedAreThoseOfTheSource)
{
    for (const Where& where : everywhere) {
        HopKernel k{.kind = kind_, .group = group_};
        for (bool HopKernel::*more : {&HopKernel::terms, &HopKernel::diagonal, &HopKernel::updateResidual}) {
            k.*more = true;
            expectHop(k, where);
        }
    }
}

TEST_P(FermionKernelCost, LoadsOfSeveralRightHandSidesAreThoseOfTheSourceAndLinksAreReadOnce)
{
    for (const int slices : {2, 3, 4, 6, 12})
        for (const Where& where : everywhere) {
            const HopKernel k{.kind = kind_, .group = group_, .boundary = {{0, 0, 0, 0}, false}, .slices = slices};
            HopKernel one = k;
            one.slices = 1;
            expectHop(k, where);
            const double link = costPlanes(hopLinkPlanes(group_, k.storage.reconstruct), k.storage.links);
            EXPECT_DOUBLE_EQ(slices * hopSpec(lattice, k).cost.of(1).planesCompulsory,
                             slices * hopSpec(lattice, one).cost.of(1).planesCompulsory - (slices - 1) * 8 * link);
        }
}

TEST_P(FermionKernelCost, LoadsOfVariantsForFewRegistersAreThoseOfTheSource)
{
    for (const HopRegisters registers : {HopRegisters::Steps, HopRegisters::Parts, HopRegisters::Planes})
        for (const bool fused : {false, true})
            expectHop({.kind = kind_,
                       .group = group_,
                       .storage = defaultHopStorage(group_, Precision::Single, Registers::Few),
                       .variant = {.registers = registers},
                       .diagonal = fused,
                       .terms = fused},
                      {Path::Compute, Precision::Single});
}

TEST_P(FermionKernelCost, LoadsOfWuppertalSmearingAreThoseOfTheSource)
{
    for (const Where& where : everywhere)
        for (const Registers registers : {Registers::Many, Registers::Few})
            expectLoadsOfText(wuppertalSpec(group_, lattice, where.precision, {{0.5, 0, 1, 1}, false}, registers),
                              where, {});
}

TEST_P(FermionKernelCost, LoadsOfLinearAlgebraAreThoseOfTheSource)
{
    using enum LinearOperation;
    const int planes = fermionPlanes(kind_, group_);
    const auto expect = [&](const LinearKernel& k, const Where& where) {
        expectLoadsOfText(linearSpec(planes, k), where, {{"uX", k.x}, {"uY", k.y}, {"uP", k.y}});
    };
    for (const Where& where : everywhere)
        for (const LinearOperation operation : {Axpy, Xpay, Update, Products})
            expect({.operation = operation}, where);
    for (const FieldFormat format : {FieldFormat::Half, FieldFormat::BlockFloat16}) {
        for (const LinearOperation operation : {Axpy, Update, Products})
            expect({.operation = operation, .x = format, .y = format}, {});
        expect({.operation = Axpy, .complex = true, .terms = true, .x = format, .y = format}, {});
        expect({.operation = Scale, .constant = true, .x = format}, {});
        expect({.operation = Scale, .constant = true, .y = format}, {});
        expect({.operation = Axpy, .constant = true, .x = format}, {});
    }
    expect({.operation = Zero, .constant = true}, {});
}

INSTANTIATE_TEST_SUITE_P(Kinds, FermionKernelCost,
                         testing::Combine(testing::Values(Group::SU2, Group::SU3),
                                          testing::Values(FermionKind::Wilson, FermionKind::Staggered)),
                         [](const auto& variant) {
                             return name(std::get<0>(variant.param)) +
                                    (std::get<1>(variant.param) == FermionKind::Wilson ? "_wilson" : "_staggered");
                         });

TEST(FermionKernelCost, LoadsOfNumbersAndConversionsOfLinksAreThoseOfTheSource)
{
    if (preprocessed("int x;").empty()) GTEST_SKIP() << "there is no c++ here to preprocess shaders with";
    for (const bool complex : {false, true})
        for (int operation = 0; operation < 3; ++operation)
            expectLoadsOfText(numberSpec(operation, complex), {}, {});
    expectLoadsOfText(shiftsSpec(12), {}, {});
    for (const Group group : {Group::SU2, Group::SU3})
        for (const HopStorage& storage : hopStorages(group, Precision::Single))
            expectLoadsOfText(hopLinksSpec(lattice, group, storage), {}, {});
    for (const Group group : {Group::SU2, Group::SU3})
        for (const int sign : {1, -1})
            expectLoadsOfText(halfSpinorSpec(group, {.mu = 3, .sign = sign}), {}, {});
}

TEST(FermionKernelCost, LoadsOfSlicesAreThoseOfTheSource)
{
    if (preprocessed("int x;").empty()) GTEST_SKIP() << "there is no c++ here to preprocess shaders with";
    for (const Group group : {Group::SU2, Group::SU3})
        for (const int slices : {1, 8}) {
            expectHop({.group = group, .diagonal = true, .slices = slices}, {});
            for (const bool diagonal : {false, true})
                for (const FieldFormat format : {FieldFormat::Real, FieldFormat::BlockFloat16})
                    expectLoadsOfText(mixSpec(lattice, {.group = group,
                                                        .format = format,
                                                        .slices = slices,
                                                        .diagonal = diagonal,
                                                        .terms = diagonal}),
                                      {}, {{"uX", format}, {"uChi", format}});
        }
}

TEST(FermionKernelCost, HopsCountTheFlopsThatEveryoneCounts)
{
    const BoundaryPhases periodic{{0, 0, 0, 0}, false};
    const auto flops = [&](FermionKind kind, Group group, bool diagonal) {
        return hopSpec(lattice, {.kind = kind, .group = group, .boundary = periodic, .diagonal = diagonal})
            .cost.of(1)
            .flops;
    };
    EXPECT_EQ(flops(FermionKind::Wilson, Group::SU3, false), 1320 + 24); // and the factor
    EXPECT_EQ(flops(FermionKind::Wilson, Group::SU3, true), 1320 + 24 + 48);
    EXPECT_EQ(flops(FermionKind::Wilson, Group::SU2, false), 624 + 16);
    EXPECT_EQ(flops(FermionKind::Staggered, Group::SU3, false), 570 + 6);
    EXPECT_EQ(flops(FermionKind::Staggered, Group::SU2, false), 252 + 4);
}

// 24 link texels for two sites and three for a pair of colour vectors, as Egri et al. have it, are 8 x 3 + 3 planes.
TEST(FermionKernelCost, HopsCompulsorilyMoveEightLinksAndTwoFields)
{
    const auto planes = [](FermionKind kind, const HopStorage& storage, FieldFormat format) {
        return hopSpec(lattice, {.kind = kind, .format = format, .storage = storage}).cost.of(1).planesCompulsory;
    };
    EXPECT_EQ(planes(FermionKind::Wilson, {}, FieldFormat::Real), 8 * 3 + 6 + 6);
    EXPECT_EQ(planes(FermionKind::Wilson, {.reconstruct = Reconstruct::R8}, FieldFormat::Real), 8 * 2 + 6 + 6);
    EXPECT_EQ(planes(FermionKind::Wilson, {.neighbours = Neighbours::Table}, FieldFormat::Real), 8 * 3 + 6 + 6 + 2);
    EXPECT_EQ(planes(FermionKind::Wilson, {.links = FieldFormat::Half}, FieldFormat::Half), (8 * 3 + 6 + 6) * 0.5);
    EXPECT_EQ(planes(FermionKind::Wilson, {.links = FieldFormat::Half}, FieldFormat::Real), 8 * 3 * 0.5 + 6 + 6);
    EXPECT_EQ(planes(FermionKind::Wilson, {}, FieldFormat::Half), 8 * 3 + 6 * 0.5 + 6 * 0.5);
    // The slices of a site share its links.
    EXPECT_EQ(hopSpec(lattice, {.boundary = {{0, 0, 0, 0}}, .slices = 8}).cost.of(1).planesCompulsory, 3 + 6 + 6);
    EXPECT_EQ(planes(FermionKind::Staggered, {}, FieldFormat::Real), 8 * 3 + 1.5 + 1.5);
    EXPECT_EQ(planes(FermionKind::Staggered, {.links = FieldFormat::Fixed}, FieldFormat::BlockFloat16),
              (8 * 3 + 2 + 2) * 0.5);
}

} // namespace
} // namespace gaugegl
