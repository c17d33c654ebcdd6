// Every command that would need a lattice too large refuses it at once, naming one that fits.
#include "cli/program_gl.h"

namespace gaugegl::cli_test {
namespace {

class LatticeFitCliTest : public ProgramGlTest {};

TEST_F(LatticeFitCliTest, EveryCommandRefusesATextureThatIsTooLarge)
{
    const int size = testing_support::sharedContext()->capabilities().maxTextureSize;
    const std::string lattice = "2x2x2x" + std::to_string(size), fits = "Lt = " + std::to_string(size / 2);
    io::test::save(file("run.toml"),
                   "[lattice]\nextents = \"" + lattice + "\"\ngroup = \"su2\"\n[action]\nbeta = 2.3\n");

    for (const Arguments& arguments :
         {Arguments{"generate", "--lattice", lattice, "--beta", "6"},
          Arguments{"verify", "--lattice", lattice, "--quiet"}, Arguments{"bench", "--lattice", lattice, "--quiet"},
          Arguments{"run", "run.toml", "--quiet"}})
        expectError(run(arguments), deviceFailure, {"Lz Lt", "exceeds", fits + " at most fits"});
}

TEST_F(LatticeFitCliTest, ALatticeBeyondTheMemoryIsRefusedWithOneThatFits)
{
    const gl::Capabilities& c = testing_support::sharedContext()->capabilities();
    if (c.memoryBytes == 0 || c.memoryBytes > 100e9 || c.maxTextureSize < 16384)
        GTEST_SKIP() << "memory is unknown or larger than the largest textures";

    expectError(run({"generate", "--lattice", "180x180x128x128", "--beta", "6"}), deviceFailure,
                {"180x180x128x128 SU3", "needs", "GiB", "fits", "largest symmetric lattice"});
}

} // namespace
} // namespace gaugegl::cli_test
