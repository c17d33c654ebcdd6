// What reweighting makes of the histories of a scan, which these tests write.
#include "run/scan_reweighting.h"

#include "io/sample_field.h"
#include "run/scan_report.h"

#include <fmt/format.h>
#include <random>

namespace gaugegl {
namespace {

class ScanReweightingTest : public testing::Test {
protected:
    /// On 4x4x4x4, with a run at each of these couplings.
    std::vector<ScanPoint> points(const std::string& group, const std::string& more,
                                  const std::string& couplings = "[2.0, 2.2, 2.4]") const
    {
        return pointsOf(parseRunConfig("[lattice]\nextents = [4, 4, 4, 4]\ngroup = \"" + group +
                                           "\"\n[scan]\nbeta = " + couplings + "\n[output]\ndirectory = '" +
                                           folder_.file("out") + "'\n" + more, // of Windows it has backslashes
                                       "scan.toml"));
    }
    /// Histories with a Gaussian density of states of the given action, of which rectangles of coefficient c1 make a part.
    std::vector<analysis::ChainAtCoupling> write(const std::vector<ScanPoint>& points, double c1) const
    {
        std::mt19937_64 generator(3);
        std::normal_distribution<double> normal;
        std::vector<analysis::ChainAtCoupling> chains;
        for (const ScanPoint& point : points) {
            analysis::ChainAtCoupling chain{.beta = point.run.action.beta};
            std::string history = "sweep,polyakov_abs,rectangle,action_density\n";
            for (int n = 1; n <= 400; ++n) {
                const double action = 700 - 16 * chain.beta + 4 * normal(generator);
                const double loop = std::abs(0.2 - 0.01 * (action - 665) + 0.05 * normal(generator));
                const double rectangle = 0.3 + 0.02 * normal(generator);
                const double density = (action / 256 - 12 * c1 * (1 - rectangle)) / (1 - 8 * c1);
                history += fmt::format("{},{:.15g},{:.15g},{:.15g}\n", n, loop, rectangle, density);
                chain.action.push_back(action);
                chain.observable.push_back(loop);
            }
            chains.push_back(std::move(chain));
            std::filesystem::create_directories(point.run.output.directory);
            io::test::save(point.run.output.directory + "/history.csv", history);
        }
        return chains;
    }

private:
    io::test::TemporaryFolder folder_;
};

TEST_F(ScanReweightingTest, TakesTheWholeActionOfEachConfiguration)
{
    for (const auto& [action, c1] : {std::pair{"", 0.}, std::pair{"[action]\ntype = \"symanzik\"\n", -1. / 12}}) {
        SCOPED_TRACE(action);
        const std::vector<ScanPoint> scan = points("su3", action);
        const auto chains = write(scan, c1);
        const std::vector<double> couplings = {2.0, 2.1, 2.4};

        const std::vector<ScanReweighting> found = reweightingsOf(scan);
        const analysis::Reweighting expected = analysis::reweight(chains, couplings, 64);

        ASSERT_EQ(found.size(), 1u);
        EXPECT_EQ(found[0].failure, "");
        EXPECT_EQ(found[0].nt, 4);
        ASSERT_EQ(found[0].result.points.size(), 101u);
        for (const auto& [at, of] : {std::pair{0u, 0u}, std::pair{25u, 1u}, std::pair{100u, 2u}}) {
            const analysis::ReweightedPoint &point = found[0].result.points[at], &exact = expected.points[of];
            EXPECT_NEAR(point.beta, exact.beta, 1e-12);
            EXPECT_NEAR(point.mean.mean, exact.mean.mean, 1e-8);
            EXPECT_NEAR(point.susceptibility.mean, exact.susceptibility.mean, 1e-7);
            EXPECT_NEAR(point.susceptibility.error, exact.susceptibility.error, 1e-7);
            EXPECT_NEAR(point.independent, exact.independent, 1e-3);
        }
        const std::string csv = toCsv(found);
        EXPECT_TRUE(csv.starts_with("nt,beta,polyakov_abs,polyakov_abs_error,susceptibility,susceptibility_error,"
                                    "binder,binder_error,independent_data\n4,2,0."))
            << csv.substr(0, 200);
        EXPECT_EQ(std::ranges::count(csv, '\n'), 102);
    }
}

TEST_F(ScanReweightingTest, SaysWhyThereIsNone)
{
    const auto failure = [&](const std::string& more, const std::string& couplings = "[2.0, 2.2]") {
        const std::vector<ScanReweighting> found = reweightingsOf(points("su3", more, couplings));
        return found.empty() ? "no loops" : found.front().failure;
    };

    EXPECT_EQ(failure("[action]\ntype = \"iwasaki\"\n[measure]\nobservables = [\"plaquette\", \"polyakov_loop\"]\n"),
              "the Iwasaki action has rectangles, which were not measured: 'rectangle' is missing in observables of "
              "[measure]");
    EXPECT_EQ(failure("[hmc]\n[[hmc.fermions]]\nkind = \"wilson\"\nkappa = 0.1\n"),
              "[[hmc.fermions]]: runs with quarks in the action are not reweighted");
    EXPECT_EQ(failure("", "[2.0]"), "reweighting needs 2 couplings at least, there is 1");
    EXPECT_EQ(failure("[measure]\nobservables = [\"plaquette\"]\n"), "no loops");
}

} // namespace
} // namespace gaugegl
