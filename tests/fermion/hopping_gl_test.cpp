// The hopping terms on the device against the reference, in every storage, and what is fused to them against plain
// operations.
#include "fermion/operators/hopping.h"

#include "device/tuner.h"
#include "fermion/hopping_fixture.h"
#include "gaugegl/base/error.h"

namespace gaugegl::testing_support {
namespace {

TEST_P(Hopping, AgreesWithTheReferenceForEveryBoundary)
{
    const GaugeField u = gauge(links_);
    const HopLinks links(u, {});
    std::vector<BoundaryPhases> boundaries = {BoundaryPhases{{0.25, 0, -0.5, 1}, false}};
    if (precision() == Precision::Single) { // in double precision compiling takes its time
        boundaries.push_back({});
        boundaries.push_back({{0.5, 1, 0.3, 1}, true});
        boundaries.push_back({{0, 0, 0.3, 0}, false, 0.3});
        boundaries.push_back({.isospin = -0.2});
    }
    for (const BoundaryPhases& boundary : boundaries)
        for (const FermionKind kind : hoppingKinds)
            compare(DeviceHopping(kind, links, boundary), kind, boundary, tolerance());
}

TEST_P(Hopping, OfSeveralVectorsSideBySideHasTheBitsOfEachAlone)
{
    if (takesLong()) GTEST_SKIP() << "the text is that of single precision";
    const GaugeField u = gauge(links_);
    const HopLinks links(u, {});
    constexpr int vectors = 3;
    for (const FermionKind kind : hoppingKinds) {
        const DeviceHopping one(kind, links, {{0.25, 0, 0, 1}, false}), all = one.inSlices(vectors);
        const auto components = std::size_t(fermionComponents(kind, group()));
        HalfVector together(std::size_t(lattice_.halfVolume()) * vectors * components);
        std::vector<HalfVector> expected;
        for (std::size_t v = 0; v < vectors; ++v) {
            const HalfVector psi = halfOf(lattice_, gaussianSource(lattice_, kind, group(), 3 + v), 1, int(components));
            FermionField out = one.makeField(0);
            one.hop(out, uploaded(one.space(), psi), {.parity = 0});
            expected.push_back(downloaded(out));
            for (std::size_t site = 0; site < psi.size() / components; ++site)
                std::copy_n(&psi[site * components], components, &together[(site * vectors + v) * components]);
        }

        FermionField out = all.makeField(0);
        all.hop(out, uploaded(all.space(), together), {.parity = 0});

        const HalfVector hopped = downloaded(out);
        for (std::size_t v = 0; v < vectors; ++v)
            for (std::size_t k = 0; k < expected[v].size(); ++k)
                ASSERT_EQ(hopped[(k / components * vectors + v) * components + k % components], expected[v][k])
                    << v << " " << k;
    }
}

TEST_P(Hopping, IsTheSameWhetherTexelsAreFetchedOrReadAsImages)
{
    if (inBuffers()) GTEST_SKIP() << "there are no textures";
    const FermionVector psi = gaussianSource(lattice_, FermionKind::Wilson, group(), 3);
    std::vector<FermionVector> results;
    for (const bool images : {false, true}) {
        Device other(sharedContext(), {.path = device().path(), .precision = precision(), .images = images});
        EXPECT_EQ(other.images(), images && other.context().capabilities().compute());
        GaugeField u(other, lattice_, group());
        upload(u, links_);
        const HopLinks links(u, {});
        const DeviceHopping op(FermionKind::Wilson, links, {});
        const FermionField in =
            uploaded(op.space(), halfOf(lattice_, psi, 1, fermionComponents(FermionKind::Wilson, group())));
        FermionField out = op.makeField(0);
        op.hop(out, in, {.parity = 0});
        results.push_back(downloaded(out));
    }
    EXPECT_LT(gaugegl::deviation(results[0], results[1]), tolerance());
}

TEST_P(Hopping, AgreesWithTheReferenceInEveryStorage)
{
    if (inBuffers()) GTEST_SKIP() << "how fields lie in buffers is the same for all kernels";
    const GaugeField u = gauge(links_);
    const BoundaryPhases boundary{{0, 0.5, 0, 1}, false};
    for (const Reconstruct reals : {Reconstruct::R12, Reconstruct::R18, Reconstruct::R8})
        for (const FieldFormat format : {FieldFormat::Real, FieldFormat::Half, FieldFormat::Fixed})
            for (const Neighbours neighbours : {Neighbours::Computed, Neighbours::Table, Neighbours::InLinks}) {
                const HopStorage storage{reals, format, neighbours};
                if (!exists(storage, group(), precision(), device().storage())) {
                    EXPECT_THROW(HopLinks(u, storage), InputError);
                    continue;
                }
                // Compiling takes its time, and the text is the same: what differs is tried on one path, in single
                // precision.
                const bool special = format != FieldFormat::Real || neighbours != Neighbours::Computed;
                if (special && (precision() == Precision::Double || device().path() == Path::Compute)) continue;
                const HopLinks links(u, storage);
                // Rounded links: 2^-11 relative or 2^-16 absolute, and the third row is rebuilt from them.
                const double ofLinks = format == FieldFormat::Half ? 1e-3 : format == FieldFormat::Fixed ? 1e-4 : 0;
                const double allowed = (reals == Reconstruct::R8 ? 100 : 1) * tolerance() + ofLinks;
                for (const FermionKind kind : hoppingKinds)
                    compare(DeviceHopping(kind, links, boundary), kind, boundary, allowed, {Sign::Plus});
            }
}

TEST_P(Hopping, AgreesWithTheReferenceInSixteenBits)
{
    if (precision() == Precision::Double || device().storage() == Storage::Buffer)
        GTEST_SKIP() << "16 bits go with single precision in textures";
    const GaugeField u = gauge(links_);
    const BoundaryPhases boundary;
    const HopLinks halfLinks(u, {.links = FieldFormat::Half}),
        fixedLinks(u, {.reconstruct = group() == Group::SU2 ? Reconstruct::R12 : Reconstruct::R18,
                       .links = FieldFormat::Fixed});
    for (const FermionKind kind : hoppingKinds) {
        compare(DeviceHopping(kind, halfLinks, boundary, FieldFormat::Half), kind, boundary, 3e-3);
        compare(DeviceHopping(kind, fixedLinks, boundary, FieldFormat::BlockFloat16), kind, boundary, 3e-4);
    }
}

TEST_P(Hopping, EightRealsServeSmoothAndColdLinks)
{
    if (inBuffers()) GTEST_SKIP() << "how fields lie in buffers is the same for all kernels";
    if (group() == Group::SU2) GTEST_SKIP() << "SU(2) has its quaternion";
    auto smooth = reference::GaugeField<3>(lattice_);
    const auto rough = reference::hotStart<3>(lattice_, 9, Precision::Double);
    for (const double amount : {0.0, 1e-4, 1e-2}) {
        for (std::int64_t site = 0; site < lattice_.volume(); ++site)
            for (int mu = 0; mu < 4; ++mu) {
                auto& link = smooth(mu, site);
                link = reference::Matrix<3>::identity();
                for (int i = 0; i < 3; ++i)
                    for (int j = 0; j < 3; ++j)
                        link(i, j) += amount * rough(mu, site)(i, j);
                link = reference::reunitarised(link);
            }
        links_ = smooth;
        const GaugeField u = gauge(links_);
        const HopLinks links(u, {.reconstruct = Reconstruct::R8});
        // |c0| is the root of a difference that is small there.
        compare(DeviceHopping(FermionKind::Wilson, links, {}), FermionKind::Wilson, {},
                precision() == Precision::Single ? 1e-4 : 1e-11);
    }
}

TEST_P(Hopping, FusesWhatPlainOperationsDo)
{
    if (inBuffers()) GTEST_SKIP() << "how fields lie in buffers is the same for all kernels";
    if (takesLong()) GTEST_SKIP() << "what is fused is the same text for SU(2)";
    const GaugeField u = gauge(links_);
    const HopLinks links(u, {});
    for (const FermionKind kind : hoppingKinds) {
        const bool wilson = kind == FermionKind::Wilson;
        const DeviceHopping op(kind, links, {});
        const FermionVector psi = gaussianSource(lattice_, kind, group(), 3);
        const auto hops = oracleHops(links_, kind, {}, psi);
        const int components = fermionComponents(kind, group());
        const HalfVector chi = randomHalf(lattice_, kind, group(), 1, 4),
                         before = randomHalf(lattice_, kind, group(), 1, 5);
        const FermionField in = uploaded(op.space(), halfOf(lattice_, psi, 0, components)),
                           chiField = uploaded(op.space(), chi);
        const Hop hop{1, Sign::Minus, {0.4, wilson ? -0.7 : 0, 0.2, wilson ? 0.9 : 0}};
        const HalfVector h = halfOf(lattice_, hops[1], 1, components),
                         sum = combined(hop.factors, chi, h, op.space()->description());
        const auto size2 = [](const HalfVector& v) {
            double s = 0;
            for (const auto& c : v)
                s += std::norm(c);
            return s;
        };

        FermionField out = op.makeField(1);
        op.hop(out, in, hop, chiField);
        EXPECT_LT(gaugegl::deviation(downloaded(out), sum), tolerance());
        const double norm = value(op.hopNorm2(out, in, hop, chiField));
        EXPECT_LT(gaugegl::deviation(downloaded(out), sum), tolerance());
        EXPECT_NEAR(norm / size2(sum), 1, 4 * tolerance());

        Hop bare = hop;
        bare.factors = {0, 0, 0.5, 0};
        const auto [ofOut, ofPsi] = op.hopNorms(out, in, bare);
        EXPECT_NEAR(value(ofOut) / (0.25 * size2(h)), 1, 4 * tolerance());
        EXPECT_NEAR(value(ofPsi) / size2(halfOf(lattice_, psi, 0, components)), 1, 4 * tolerance());

        FermionField residual = uploaded(op.space(), before);
        const DeviceReal three = 3 * (ofOut / ofOut);
        HalfVector expected = before;
        for (std::size_t i = 0; i < expected.size(); ++i)
            expected[i] -= 3.0 * sum[i];
        const double left = value(op.hopAndUpdateResidual(residual, three, in, hop, chiField));
        EXPECT_LT(gaugegl::deviation(downloaded(residual), expected), 2 * tolerance());
        EXPECT_NEAR(left / size2(expected), 1, 8 * tolerance());
    }
}

TEST_P(Hopping, DoesTheSameInEveryVariant)
{
    if (inBuffers()) GTEST_SKIP() << "how fields lie in buffers is the same for all kernels";
    if (takesLong()) GTEST_SKIP() << "the variants are the same text for SU(2)";
    const GaugeField u = gauge(links_);
    const HopLinks links(u, defaultHopStorage(group(), precision(), Registers::Few));
    for (const FermionKind kind : hoppingKinds) {
        DeviceHopping op(kind, links, {});
        const Hop hop{1, Sign::Plus, {0.4, 0, 0.2, 0}};
        const FermionField psi = uploaded(op.space(), randomHalf(lattice_, kind, group(), 0, 3)),
                           chi = uploaded(op.space(), randomHalf(lattice_, kind, group(), 1, 4));
        FermionField expected = op.makeField(1), out = op.makeField(1);
        op.use({});
        const double norm = value(op.hopNorm2(expected, psi, hop, chi));
        std::vector<HopVariant> variants = hopVariants(device(), kind, group());
        // Compiling the loops of a fragment shader takes software drivers minutes in single precision.
        if (device().path() == Path::Compute || precision() == Precision::Double)
            variants.push_back({.registers = fewHopRegisters(kind, group(), precision())});
        for (const HopVariant& variant : variants) {
            if (precision() == Precision::Double && variant.group != WorkGroup{}) continue; // compiling takes its time
            op.use(variant);
            EXPECT_NEAR(value(op.hopNorm2(out, psi, hop, chi)) / norm, 1, 4 * tolerance()) << name(variant);
            if (sameArithmetic(variant)) {
                EXPECT_EQ(downloaded(out), downloaded(expected)) << name(variant);
            }
            EXPECT_LT(gaugegl::deviation(downloaded(out), downloaded(expected)), tolerance()) << name(variant);
        }
    }
}

TEST_P(Hopping, IsTunedOnceForADevice)
{
    if (precision() == Precision::Double || device().storage() == Storage::Buffer) GTEST_SKIP() << "the same text";
    const std::string file = testing::TempDir() + "tuning-" + name(group()) + name(device().path());
    std::remove(file.c_str());
    const GaugeField u = gauge(links_);
    const HopLinks links(u, {});
    DeviceHopping op(FermionKind::Staggered, links, {}), again(FermionKind::Staggered, links, {});
    Tuner tuner(device(), file);
    op.tune(tuner);
    EXPECT_EQ(tuner.timed(), timedOf(hopVariants(device(), FermionKind::Staggered, group())));

    Tuner reader(device(), file);
    again.tune(reader);

    EXPECT_EQ(reader.timed(), 0);
    EXPECT_EQ(again.variant(), op.variant());
    std::remove(file.c_str());
}

INSTANTIATE_TEST_SUITE_P(Device, Hopping, testing::ValuesIn(hoppingVariants()), variantName);

} // namespace
} // namespace gaugegl::testing_support
