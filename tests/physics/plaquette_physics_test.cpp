// Averages of whole runs against numbers that were found without this program: the plaquette and <|L|> of an
// independent slow double-precision program on the same lattice, 8x8x8x8, and at strong coupling the series of the
// plaquette.
//
// Single precision, on both paths with different random numbers, from the hot start.  The numbers are printed.  The
// lattice is symmetric: <|L|> is averaged over the loops in all four directions, on the host, for a smaller error.
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/chain/ensemble.h"
#include "gaugegl/fields/transfer.h"

#include "checks/oracle_field.h"
#include "support/device_fixture.h"

#include <cmath>
#include <cstdio>

namespace gaugegl {
namespace {

using analysis::Estimate;
using testing_support::sharedDevice;

struct Published {
    double mean, error;
};

struct Point {
    const char* label; ///< of the test; holds the group
    Group group;
    double beta;
    Published plaquette, polyakov;
    int sweeps; ///< tau_int of the plaquette is 2 to 4 sweeps, that of |L| 0.5 to 7
    ActionType action = ActionType::Wilson;
    Published rectangle = {};
};

/// Largest own error of plaquette and |L|.
constexpr double largestPlaquetteError = 3e-4;

/// Sweeps between measurements of |L|, whose tau_int is up to 7 sweeps.
constexpr int loopEvery = 3;

/// The mean of |L| over the four directions, L being the mean over the loops in one direction.
template<int N>
double loopMagnitude(const reference::GaugeField<N>& u)
{
    const Lattice& lattice = u.lattice();
    double sum = 0;
    for (int mu = 0; mu < 4; ++mu) {
        std::complex<double> loops = 0;
        for (std::int64_t site = 0; site < lattice.volume(); ++site) {
            Coordinates x = lattice.coordinates(site);
            if (x[std::size_t(mu)] != 0) continue;
            reference::Matrix<N> line = u(mu, site);
            for (int step = 1; step < lattice.extent(mu); ++step)
                line = line * u(mu, lattice.shifted(x, mu, step));
            loops += trace(line);
        }
        sum += std::abs(loops) / (N * double(lattice.volume()) / lattice.extent(mu));
    }
    return sum / 4;
}

constexpr double plaquetteSigmas = 4;

// Heat bath and two overrelaxation sweeps, as here; errors from binning and tau_int.
const Point points[] = {
    {"SU2_beta2_3", Group::SU2, 2.3, {0.60251, 0.00012}, {0.02303, 0.00030}, 6000},
    {"SU2_beta2_4", Group::SU2, 2.4, {0.630245, 0.000099}, {0.03598, 0.00071}, 18000},
    {"SU3_beta5_7", Group::SU3, 5.7, {0.54952, 0.00024}, {0.01461, 0.00026}, 3000},
    {"SU3_beta6_0", Group::SU3, 6.0, {0.59435, 0.00013}, {0.0270, 0.0014}, 12000},
};

class AverageTest : public testing::TestWithParam<std::tuple<Point, Path>> {
protected:
    void SetUp() override
    {
        device_ = sharedDevice(path(), Precision::Single);
        if (device_ == nullptr) GTEST_SKIP() << "this driver lacks the path";
    }
    const Point& point() const { return std::get<0>(GetParam()); }
    Path path() const { return std::get<1>(GetParam()); }

    RunConfig config() const
    {
        RunConfig run;
        run.lattice = {{8, 8, 8, 8}, point().group};
        run.action.beta = point().beta;
        run.update.start = Start::Hot;
        run.update.seed = path() == Path::Fragment ? 101 : 202;
        run.update.overrelaxation = 2;
        run.update.thermalisation = 300;
        run.update.sweeps = point().sweeps;
        run.measure.observables = {Observable::Plaquette};
        return run;
    }

    /// Runs a chain; the magnitudes of loops are measured if there is room for them.
    EnsembleHistory history(const RunConfig& run, std::vector<double>* magnitudes = nullptr) const
    {
        Ensemble ensemble(*device_, run);
        EnsembleEvents events;
        if (magnitudes != nullptr)
            events.measured = [magnitudes](const Ensemble& e, const Measurement& m) {
                if (m.sweep % loopEvery == 0)
                    magnitudes->push_back(
                        std::visit([](const auto& u) { return loopMagnitude(u); }, oracleField(e.field())));
            };
        runEnsemble(ensemble, events);
        return ensemble.history();
    }

    Estimate plaquetteOf(const EnsembleHistory& history) const
    {
        std::vector<double> series;
        for (const Measurement& m : history.measurements)
            series.push_back(m.values.plaquette);
        return analysis::gammaMethod(series);
    }

    void compare(const char* what, const Estimate& found, const Published& expected) const
    {
        const double sigmas = (found.mean - expected.mean) / std::hypot(found.error, expected.error);
        std::printf(
            "%-12s %-9s %-9s %.6f +- %.6f  tau_int %5.2f  %5zu measurements   expected %.6f +- %.6f   %+.2f sigma\n",
            point().label, name(path()).c_str(), what, found.mean, found.error, found.tauInt, found.count,
            expected.mean, expected.error, sigmas);
        EXPECT_LT(std::abs(sigmas), plaquetteSigmas) << what;
    }

    Device* device_ = nullptr;
};

std::string pointName(const testing::TestParamInfo<std::tuple<Point, Path>>& info)
{
    return std::string(std::get<0>(info.param).label) + "_" + name(std::get<1>(info.param));
}

TEST_P(AverageTest, OfPlaquetteAndPolyakovLoopIsTheKnownOne)
{
    std::vector<double> magnitudes;

    const Estimate p = plaquetteOf(history(config(), &magnitudes)), l = analysis::gammaMethod(magnitudes);

    EXPECT_LE(p.error, largestPlaquetteError);
    EXPECT_LE(l.error, largestPlaquetteError);
    compare("plaquette", p, point().plaquette);
    compare("|L|", l, point().polyakov);
}

INSTANTIATE_TEST_SUITE_P(Device, AverageTest,
                         testing::Combine(testing::ValuesIn(points), testing::Values(Path::Fragment, Path::Compute)),
                         pointName);

// The plaquette and the rectangle on 4x4x4x4 with rectangles in the action: of an independent program (heat bath and
// one overrelaxation), and at weak coupling beta (1 - P) = 0.8367(10), beta (1 - R) = 1.587(3), times 1 - 1/V, of
// another.
constexpr double modes = 1 - 1 / 256.0;
const Point improved[] = {
    {"SU3_symanzik4_5", Group::SU3, 4.5, {0.63708, 0.00029}, {}, 3000, ActionType::Symanzik, {0.42568, 0.00044}},
    {"SU3_iwasaki200",
     Group::SU3,
     200,
     {1 - 0.8367 * modes / 200, 0.0010 / 200},
     {},
     1000,
     ActionType::Iwasaki,
     {1 - 1.587 * modes / 200, 0.003 / 200}},
};

class RectangleActionTest : public AverageTest {};

TEST_P(RectangleActionTest, PlaquetteAndRectangleAreTheKnownOnes)
{
    RunConfig run = config();
    run.lattice.extents = {4, 4, 4, 4};
    run.action.type = point().action;
    if (point().beta > 100) run.update.start = Start::Cold; // there the constant modes of a hot start hardly move
    run.update.overrelaxation = 1;
    run.measure.observables = {Observable::Plaquette, Observable::Rectangle};

    const EnsembleHistory found = history(run);
    std::vector<double> rectangles;
    for (const Measurement& m : found.measurements)
        rectangles.push_back(m.values.rectangle());
    const Estimate p = plaquetteOf(found), r = analysis::gammaMethod(rectangles);

    EXPECT_LE(p.error, 5e-4);
    EXPECT_LE(r.error, 5e-4);
    compare("plaquette", p, point().plaquette);
    compare("rectangle", r, point().rectangle);
}

INSTANTIATE_TEST_SUITE_P(Device, RectangleActionTest,
                         testing::Combine(testing::ValuesIn(improved), testing::Values(Path::Fragment, Path::Compute)),
                         pointName);

// SU(2): P = b/4 - b^3/96 + 7 b^5/1536 - 31 b^7/23040 (the next term is 1e-6 at b = 0.5); SU(3): P = u + 72 u^5 u', u
// the plaquette of one plaquette alone.
const Point strongCoupling[] = {
    {"SU2_beta0_5", Group::SU2, 0.5, {0.12383, 0.00001}, {}, 2000},
    {"SU3_beta1_0", Group::SU3, 1.0, {0.060130, 0.00001}, {}, 600},
};

class StrongCouplingTest : public AverageTest {};

TEST_P(StrongCouplingTest, PlaquetteOfCreutzHeatBathIsThatOfTheSeries)
{
    RunConfig run = config();
    run.update.heatbath = HeatBathAlgorithm::Creutz;
    run.update.thermalisation = 20;
    run.measure.observables = {Observable::Plaquette};

    const Estimate p = plaquetteOf(history(run));

    EXPECT_LE(p.error, 1e-4);
    compare("plaquette", p, point().plaquette);
}

INSTANTIATE_TEST_SUITE_P(Device, StrongCouplingTest,
                         testing::Combine(testing::ValuesIn(strongCoupling),
                                          testing::Values(Path::Fragment, Path::Compute)),
                         pointName);

} // namespace
} // namespace gaugegl
