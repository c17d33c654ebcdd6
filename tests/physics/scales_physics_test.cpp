// From a run file to a number with its error: string tension, scale of the gradient flow and transition temperature
// against published values (the demos of demos/runs do the same on larger lattices).
#include "cli/program_gl.h"

#include <cmath>

namespace gaugegl::cli_test {
namespace {

constexpr double scaleSigmas = 4;

/// A published value.
struct Known {
    double value;
    double error;
};

class ScalesTest : public ProgramGlTest {
protected:
    Json resultOf(const std::string& command, const std::string& text) const
    {
        io::test::save(file("a.toml"), text + "[output]\ndirectory = \"out\"\nplots = false\n");
        return json({command, "a.toml", "--quiet"});
    }

    /// Within four combined errors, its own error being at most this fraction of it.
    static void expectNear(const char* what, const Json& found, Known known, double relativeError)
    {
        ASSERT_TRUE(found["mean"].is_number() && found["error"].is_number()) << what << ": " << found;
        const double mean = found["mean"], error = found["error"];
        const double sigmas = (mean - known.value) / std::hypot(error, known.error);
        std::printf("%-24s %.5f +- %.5f   expected %.4f +- %.4f   %+.2f sigma\n", what, mean, error, known.value,
                    known.error, sigmas);
        EXPECT_LT(std::abs(sigmas), scaleSigmas) << what;
        EXPECT_LT(error, relativeError * known.value) << what;
    }
};

// The string tension of table I of Fingberg, Heller, Karsch (hep-lat/9208012).  The lattice is 1.35 fm wide, so that
// all distances are fitted.
TEST_F(ScalesTest, StringTensionOfSU2IsTheKnownOne)
{
    const Json result = resultOf("run", R"([lattice]
extents = "8x8x8x8"
group = "su2"
[action]
beta = 2.3
[update]
seed = 11
overrelaxation = 3
thermalisation = 200
sweeps = 3000
[measure]
every = 10
[loops]
every = 10
r_max = 4
t_max = 4
ape_steps = 10
fit_range = [1, 4]
)");

    expectNear("a sqrt(sigma)", result["loops"]["root_sigma"], {0.3690, 0.0030}, 0.04);
    EXPECT_EQ(result["loops"]["fit"]["good"], true);
}

// t0 by the formula of LatticeQCD's AnalysisToolbox for the Wilson action, good to 2 %.
TEST_F(ScalesTest, FlowScaleOfSU3IsTheKnownOne)
{
    const Json result = resultOf("run", R"([lattice]
extents = "8x8x8x8"
group = "su3"
[action]
beta = 5.8
[update]
seed = 12
overrelaxation = 4
thermalisation = 200
sweeps = 1200
[measure]
every = 20
[flow]
every = 20
time = 2.0
record = 0.2
step = 0.1
)");

    // 60 flows know it to 2 %; demos/runs/su3-flow.toml, to 1 %, takes an hour.
    expectNear("t0/a^2", result["flow"]["t0"], {1.523, 0.030}, 0.03);
}

// The critical coupling of two time slices, 1.8800(30) in infinite volume (hep-lat/9208012).
TEST_F(ScalesTest, TransitionOfSU2IsWhereItIsKnownToBe)
{
    const Json result = resultOf("scan", R"([lattice]
extents = "8x8x8x2"
group = "su2"
[scan]
beta = [1.8, 1.83, 1.85, 1.87, 1.89, 1.91, 1.94]
[update]
seed = 13
overrelaxation = 3
thermalisation = 300
sweeps = 6000
[measure]
every = 4
observables = ["plaquette", "polyakov_loop"]
)");

    const Json& peak = result["peaks"][0];
    EXPECT_GT(peak["probability"].get<double>(), 1e-3) << peak;
    const double position = peak["position"]["mean"], error = peak["position"]["error"];
    std::printf("%-24s %.4f +- %.4f   expected 1.8800\n", "beta_c of 8x8x8x2", position, error);
    EXPECT_NEAR(position, 1.88, 0.02); // the peak of a finite volume is not the transition
    EXPECT_LT(error, 0.01);
}

} // namespace
} // namespace gaugegl::cli_test
