// Files of low modes: what is written comes back, and what does not belong to a configuration or is damaged is refused.
#include "chain/mode_file.h"

#include "core/fermion_source.h"
#include "fermion/low_modes_support.h"

#include "gaugegl/base/error.h"
#include "gaugegl/io/fermion_file.h"

#include <cmath>
#include <filesystem>
#include <fstream>

namespace gaugegl::testing_support {
namespace {

class ModeFileTest : public testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(folder_); }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    std::string path(const char* name) const { return (folder_ / name).string(); }

    /// As a finder of modes gives them, but any numbers: files do not know what they mean.
    LowModes anyModes(const SpectralParameters& of, int count) const
    {
        LowModes modes{.of = of, .status = SolverStatus::Converged, .converged = count, .norm = 8.0 / 3};
        for (int k = 0; k < count; ++k) {
            FermionVector& vector = modes.vectors.emplace_back(
                gaussianSource(links_.lattice, of.dirac.kind(), links_.group, std::uint64_t(k)));
            double norm2 = 0;
            for (const auto& number : vector)
                norm2 += std::norm(number);
            for (auto& number : vector)
                number /= std::sqrt(norm2);
            modes.eigenvalues.push_back((k + 1) / 7.0);
            modes.residuals.push_back(1e-9 / (k + 3));
            if (traits(of.type).wholeLattice) modes.chiralities.push_back(std::cos(k + 1));
            if (of.type == SpectralType::Overlap) modes.imaginary.push_back(std::sin(k + 1));
        }
        return modes;
    }

    const HostGaugeField links_ = hotLinks(Lattice({2, 4, 2, 2}), Group::SU3);

private:
    std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

void expectRefused(const std::function<void()>& work, const std::string& part)
{
    try {
        work();
        ADD_FAILURE() << "nothing was thrown, expected " << part;
    } catch (const FileError& error) {
        EXPECT_PRED_FORMAT2(testing::IsSubstring, part, std::string(error.what()));
    }
}

TEST_F(ModeFileTest, ComesBackBitForBit)
{
    for (const SpectralTraits& traits : spectralTraits) {
        SpectralParameters of = matrixOfTest(traits.type, /*improved=*/true);
        of.dirac.kappa = of.dirac.kappa == 0 ? 0 : 1.0 / 7;
        if (!hasEvenOdd(traits.dirac)) { // no bound is measured: the file has those that were given
            of.dirac.signModes = 0;
            of.dirac.lambdaMin = 1e-3;
            of.dirac.lambdaMax = 8;
        }
        const LowModes modes = anyModes(of, 3);
        writeModes(path("modes.lime"), modes, links_, links_.lattice);
        const LowModes read = readModes(path("modes.lime"), links_, links_.lattice);

        EXPECT_EQ(describe(read.of), describe(of));
        EXPECT_EQ(read.of.dirac.boundary, of.dirac.boundary);
        EXPECT_EQ(read.eigenvalues, modes.eigenvalues);
        EXPECT_EQ(read.residuals, modes.residuals);
        EXPECT_EQ(read.chiralities, modes.chiralities);
        EXPECT_EQ(read.imaginary, modes.imaginary);
        EXPECT_EQ(read.norm, modes.norm);
        EXPECT_EQ(read.vectors, modes.vectors);
    }
}

TEST_F(ModeFileTest, IsRefusedForAnotherConfigurationOrOperator)
{
    const SpectralParameters of = matrixOfTest(SpectralType::Wilson);
    const LowModes modes = anyModes(of, 2);
    writeModes(path("modes.lime"), modes, links_, links_.lattice);
    HostGaugeField other = links_;
    std::swap(other.links.front(), other.links.back());
    const HostGaugeField larger = hotLinks(Lattice({2, 4, 2, 4}), Group::SU3);
    DiracParameters quark = of.dirac;

    expectRefused([&] { readModes(path("modes.lime"), other, links_.lattice); }, "another configuration");
    expectRefused([&] { readModes(path("modes.lime"), larger, larger.lattice); }, "2x4x2x2");
    EXPECT_NO_THROW(requireModesFor("f", modes, quark));
    quark.kappa = 0.141;
    expectRefused([&] { requireModesFor("f", modes, quark); }, "kappa = 0.141");
    quark = of.dirac;
    quark.boundary = BoundaryPhases::parse("periodic");
    expectRefused([&] { requireModesFor("f", modes, quark); }, "boundary");
    expectRefused([&] { requireModesFor("f", modes, {.type = DiracType::Staggered, .mass = 0.1}); },
                  "--operator staggered");
}

TEST_F(ModeFileTest, ThatIsDamagedIsRefused)
{
    const LowModes modes = anyModes(matrixOfTest(SpectralType::Staggered), 2);
    writeModes(path("modes.lime"), modes, links_, links_.lattice);
    const auto size = std::filesystem::file_size(path("modes.lime"));
    {
        std::fstream file(path("modes.lime"), std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(std::streamoff(size) / 2);
        file.put('x');
    }
    EXPECT_THROW(readModes(path("modes.lime"), links_, links_.lattice), FileError);
    writeModes(path("modes.lime"), modes, links_, links_.lattice);
    std::filesystem::resize_file(path("modes.lime"), size - 200);
    EXPECT_THROW(readModes(path("modes.lime"), links_, links_.lattice), FileError);
    io::writeFermions(path("other.lime"), {.kind = FermionKind::Staggered,
                                           .group = Group::SU3,
                                           .lattice = links_.lattice,
                                           .info = "no modes",
                                           .records = {{io::FermionRole::Solution, "x", modes.vectors[0]}}});
    expectRefused([&] { readModes(path("other.lime"), links_, links_.lattice); }, "not of low modes");
}

} // namespace
} // namespace gaugegl::testing_support
