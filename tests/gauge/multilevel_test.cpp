// The multilevel algorithm on the CPU: what it is without updates, what it does not change, and that it has the mean of plain correlators.
#include "gauge/observables/multilevel.h"

#include "gaugegl/base/error.h"
#include "gaugegl/host/gauge_field.h"
#include "host/gauge_field.h"
#include "host/link_update.h"
#include "host/matrix.h"

#include <cmath>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

using Complex = std::complex<double>;

const Lattice slabLattice({4, 6, 8, 8});
const std::vector<host::LineDistance> someDistances = {{0, 1}, {0, 2}, {1, 1}, {1, 3}, {2, 2}, {2, 4}};

bool always(std::int64_t) { return true; }

std::shared_ptr<host::LinkField> hotLinks(const Lattice& lattice, Group group, std::uint64_t seed)
{
    const auto layout = std::make_shared<const host::BlockLayout>(lattice);
    auto u = std::make_shared<host::LinkField>(layout, group);
    host::hotStart(*u, seed);
    return u;
}

HostGaugeField onHost(const host::LinkField& u) { return {u.layout()->lattice(), u.group(), u.links()}; }

/// The mean of Re L(x) L(x + R)^* by its definition.
template<int N>
double plainCorrelator(const HostGaugeField& u, const host::LineDistance& to)
{
    const Lattice& lattice = u.lattice;
    const auto loopAt = [&](Coordinates x) {
        host::Matrix<N> product = host::matrix<N>(u.link(3, lattice.index(x)));
        for (x[3] = 1; x[3] < lattice.extent(3); ++x[3])
            product = host::product<N>(product, host::matrix<N>(u.link(3, lattice.index(x))));
        return host::trace<N>(product) / double(N);
    };
    double sum = 0;
    for (std::int64_t point = 0; point < lattice.spatialVolume(); ++point) {
        const Coordinates x = lattice.coordinates(point);
        Coordinates y = x;
        for (int k = 0; k < to.distance; ++k)
            y = lattice.shifted(y, to.mu, +1);
        sum += (loopAt(x) * std::conj(loopAt(y))).real();
    }
    return sum / double(lattice.spatialVolume());
}

double plainCorrelator(const HostGaugeField& u, const host::LineDistance& to)
{
    return withColours(u.group, [&](auto n) { return plainCorrelator<n>(u, to); });
}

TEST(Multilevel, WithoutUpdatesIsTheProductOfThePolyakovLoops)
{
    const std::vector<std::vector<SlabLevel>> all = {
        {{1, 0}}, {{2, 0}}, {{8, 0}}, {{2, 0}, {4, 0}}, {{1, 0}, {2, 0}, {8, 0}}};
    for (const Group group : {Group::SU2, Group::SU3}) {
        const auto u = hotLinks(slabLattice, group, 3);
        for (const std::vector<SlabLevel>& levels : all) {
            const auto found = multilevelCorrelators(u, {levels, {.beta = 2}, 1, someDistances}, /*seed=*/1, always);
            ASSERT_TRUE(found);
            for (std::size_t k = 0; k < someDistances.size(); ++k)
                EXPECT_NEAR(found->at(k), plainCorrelator(onHost(*u), someDistances[k]), 1e-13)
                    << name(group) << " " << levels.size() << " levels, distance " << k;
        }
    }
}

// SU(4) has no updates on the CPU, but has operators.
TEST(TwoLinkOperators, OfFourColoursMultiplyAlongTime)
{
    const Lattice lattice({2, 4, 2, 4});
    HostGaugeField u = hostGaugeField(lattice, Group::SU4);
    for (std::int64_t site = 0; site < lattice.volume(); ++site)
        host::drawElement(Group::SU4, u.link(3, site),
                          philoxDraws({.seed = 5, .site = std::uint32_t(site)}, Precision::Double));
    const std::vector<host::LineDistance> distances = {{0, 1}, {1, 1}, {1, 2}};
    host::TwoLinkOperators thin(lattice, Group::SU4, 1, distances), thick(lattice, Group::SU4, 2, distances);
    const auto goesOn = [] { return true; };
    const std::vector<Complex> links = host::temporalLinks(u, lattice);

    EXPECT_TRUE(thin.addLines(links, goesOn) && thin.addLines(links, goesOn)); // twice what they are
    EXPECT_TRUE(thick.addProducts(thin, 0.5, goesOn));
    // As after many updates: products of the sums of all slabs are beyond the range of doubles.
    host::TwoLinkOperators large(lattice, Group::SU4, 1, distances);
    EXPECT_TRUE(large.addProducts(thin, 0.5e80, goesOn));

    for (const std::vector<double>& found :
         {thin.correlators(0.5, goesOn), thick.correlators(1, goesOn), large.correlators(1e-80, goesOn)})
        for (std::size_t k = 0; k < distances.size(); ++k)
            EXPECT_NEAR(found.at(k), plainCorrelator(u, distances[k]), 1e-13);
    EXPECT_TRUE(thick.correlators(1, [] { return false; }).empty());
}

// Transformations of the interiors of slabs may differ from sample to sample; on the slices between them they are those of the configuration.
TEST(TwoLinkOperators, AveragesOfSlabsAreGaugeInvariant)
{
    for (const Group group : {Group::SU2, Group::SU3}) {
        host::TwoLinkOperators plain(slabLattice, group, 2, someDistances), transformed = plain;
        const auto goesOn = [] { return true; };
        const auto ofAll = host::randomTransformation(slabLattice, group, {}, 1, Precision::Double);
        for (std::uint64_t sample = 0; sample < 3; ++sample) {
            HostGaugeField u = onHost(*hotLinks(slabLattice, group, 10 + sample));
            ASSERT_TRUE(plain.addLines(host::temporalLinks(u, slabLattice), goesOn));
            auto g = host::randomTransformation(slabLattice, group, {}, 20 + sample, Precision::Double);
            const auto size = std::size_t(colours(group) * colours(group));
            for (std::int64_t site = 0; site < slabLattice.volume(); ++site)
                if (slabLattice.coordinates(site)[3] % 2 == 0)
                    std::copy_n(ofAll.begin() + std::ptrdiff_t(std::size_t(site) * size), size,
                                g.begin() + std::ptrdiff_t(std::size_t(site) * size));
            host::transform(u, g, slabLattice);
            ASSERT_TRUE(transformed.addLines(host::temporalLinks(u, slabLattice), goesOn));
        }
        const auto expected = plain.correlators(1, goesOn), found = transformed.correlators(1, goesOn);
        for (std::size_t k = 0; k < someDistances.size(); ++k) {
            EXPECT_NEAR(found.at(k), expected.at(k), 1e-10);
            EXPECT_GT(std::abs(expected[k]), 1e-6);
        }
    }
}

TEST(Multilevel, LeavesTheConfigurationAndFollowsFromItsSeed)
{
    const auto u = hotLinks(slabLattice, Group::SU2, 4);
    const LinkVector before = u->links();
    const Multilevel task{{{2, 2}, {4, 3}}, {.beta = 2.3}, 1, someDistances};
    EXPECT_EQ(task.measurements(), 6);
    std::int64_t last = -1;
    const auto seen = [&](std::int64_t done) {
        EXPECT_TRUE(done == last || done == last + 1);
        last = done;
        return true;
    };
    const auto a = multilevelCorrelators(u, task, 7, seen), b = multilevelCorrelators(u, task, 7, always),
               c = multilevelCorrelators(u, task, 8, always);
    ASSERT_TRUE(a && b && c);
    EXPECT_EQ(last, 6);
    EXPECT_EQ(*a, *b);
    EXPECT_NE(*a, *c);
    EXPECT_EQ(u->links(), before);
    EXPECT_FALSE(multilevelCorrelators(u, task, 7, [](std::int64_t done) { return done < 4; }));
}

TEST(TwoLinkOperators, BeyondTheMemoryOfTheMachineAreRefused)
{
    const std::vector<host::LineDistance> many(10000); // 700 TB
    EXPECT_THROW(host::TwoLinkOperators(Lattice({64, 64, 64, 64}), Group::SU4, 1, many), InputError);
}

TEST(Multilevel, RefusesWhatItsSlabsDoNotFit)
{
    const auto u = hotLinks(slabLattice, Group::SU2, 4);
    const auto with = [&](std::vector<SlabLevel> levels, const GaugeAction& action = {}) {
        multilevelCorrelators(u, {std::move(levels), {.beta = 2.3, .action = action}, 1, someDistances}, 1, always);
    };
    EXPECT_THROW(with({{3, 1}}), InputError);
    EXPECT_THROW(with({{0, 1}}), InputError);
    EXPECT_THROW(with({{4, 1}, {2, 1}}), InputError);
    EXPECT_THROW(with({{2, 1}}, actions::symanzik), InputError);
}

/// Mean and error of numbers in bins.
std::pair<double, double> binned(const std::vector<double>& all, std::size_t bin)
{
    std::vector<double> means;
    for (std::size_t first = 0; first + bin <= all.size(); first += bin) {
        double sum = 0;
        for (std::size_t k = first; k < first + bin; ++k)
            sum += all[k];
        means.push_back(sum / double(bin));
    }
    double mean = 0, square = 0;
    for (const double one : means)
        mean += one / double(means.size());
    for (const double one : means)
        square += (one - mean) * (one - mean);
    return {mean, std::sqrt(square / double(means.size() * (means.size() - 1)))};
}

/// The difference of both correlators on each configuration has the mean 0, and that of the multilevel algorithm is the more precise one.
void compareWithPlain(Group group, const HeatBath& heatBath, const std::vector<SlabLevel>& levels)
{
    constexpr int configurations = 240;
    const Lattice lattice({4, 4, 6, 4});
    const auto u = hotLinks(lattice, group, 6);
    host::LinkUpdates<double> updates(u->layout(), group);
    const std::vector<LinkSet> sets = linkSets(lattice, heatBath.action.loops());
    const std::vector<host::LineDistance> distances = {{0, 1}, {2, 1}, {0, 2}, {2, 2}};
    std::vector<std::vector<double>> differences(distances.size()), plain = differences, slabs = differences;
    for (int k = -30; k < configurations; ++k) {
        for (const LinkSet& set : sets)
            updates.heatBath(*u, set, heatBath, {11, std::uint32_t(k + 30)});
        for (const LinkSet& set : sets)
            updates.overrelaxation(*u, set);
        if (k < 0) continue;
        const auto found = multilevelCorrelators(u, {levels, heatBath, 1, distances}, std::uint64_t(1000 + k), always);
        ASSERT_TRUE(found);
        const HostGaugeField links = onHost(*u);
        for (std::size_t r = 0; r < distances.size(); ++r) {
            plain[r].push_back(plainCorrelator(links, distances[r]));
            slabs[r].push_back(found->at(r));
            differences[r].push_back(slabs[r].back() - plain[r].back());
        }
    }
    for (std::size_t r = 0; r < distances.size(); ++r) {
        const auto [difference, error] = binned(differences[r], 10);
        const auto [mean, ofPlain] = binned(plain[r], 10);
        const auto [average, ofSlabs] = binned(slabs[r], 10);
        EXPECT_LT(std::abs(difference), 4 * error)
            << name(group) << ": " << average << " +- " << ofSlabs << ", plain " << mean << " +- " << ofPlain;
        EXPECT_LT(ofSlabs, ofPlain);
        if (distances[r].distance == 1) {
            EXPECT_GT(average, 8 * error) << "the comparison says something";
        }
    }
}

TEST(Multilevel, AgreesWithPlainAverages)
{
    compareWithPlain(Group::SU2, {.beta = 2.2}, {{2, 6}});
    compareWithPlain(Group::SU2, {.beta = 2.2}, {{1, 3}, {2, 2}});
    compareWithPlain(Group::SU2, {.beta = 2.2}, {{2, 3}, {4, 2}});
    compareWithPlain(Group::SU3, {.beta = 5.5}, {{2, 4}});
}

} // namespace
} // namespace gaugegl
