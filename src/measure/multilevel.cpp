// [multilevel]: correlators of Polyakov loops of configurations by the multilevel algorithm.
#include "measure/pair_correlators.h"

#include "core/mixing.h"
#include "gauge/observables/multilevel.h"
#include "gaugegl/base/interrupt.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace gaugegl::measure {
namespace {

/// The directions in space of the pairs that a separation on an axis stands for; the others have the same correlators.
std::vector<host::LineDistance> distancesOf(const analysis::Separation& separation, const analysis::Space& extents)
{
    const int distance = int(std::lround(separation.distance));
    std::vector<host::LineDistance> distances;
    std::size_t number = std::size_t(distance);
    for (int mu = 0; mu < 3; ++mu) {
        if (std::ranges::find(separation.all, number) != separation.all.end()) distances.push_back({mu, distance});
        number *= std::size_t(extents[std::size_t(mu)]);
    }
    return distances;
}

/// A key of its own for each configuration of a chain: its numbers are those of no chain.
std::uint64_t seedOf(const Configuration& configuration)
{
    constexpr std::uint64_t multilevel = 0x6d756c7469; // "multi"
    return mixed(mixed(multilevel, configuration.key), std::uint64_t(configuration.stream));
}

class MultilevelPairs : public PairCorrelators {
public:
    explicit MultilevelPairs(const RunConfig& run)
        : PairCorrelators("multilevel", run, separationsOf(run, run.multilevel->rMost, /*onAxis=*/true),
                          run.multilevel->fitFrom),
          section_(*run.multilevel)
    {
        task_.heatBath = heatBathOf(run);
        task_.overrelaxation = section_.overrelaxation;
        for (std::size_t k = 0; k < section_.thickness.size(); ++k)
            task_.levels.push_back({section_.thickness[k], section_.updates[k]});
        for (const analysis::Separation& one : separations()) {
            const auto distances = distancesOf(one, spaceOf(run));
            task_.distances.insert(task_.distances.end(), distances.begin(), distances.end());
            directions_.push_back(distances.size());
        }
    }

    std::optional<Record> measure(const Configuration& configuration) override
    {
        const std::int64_t all = task_.measurements();
        std::int64_t shown = -1;
        const auto goesOn = [&](std::int64_t done) {
            if (configuration.say && std::exchange(shown, done) != done)
                configuration.say(fmt::format("multilevel: {} of {} measurements of slabs", done, all));
            return !interrupted();
        };
        const auto values = multilevelCorrelators(configuration.links, task_, seedOf(configuration), goesOn);
        if (!values) return std::nullopt;
        Record record = emptyRecord(configuration.sweep);
        auto next = values->begin();
        for (const std::size_t directions : directions_) {
            double sum = 0;
            for (std::size_t k = 0; k < directions; ++k)
                sum += *next++;
            record.arrays[0].push_back(sum / double(directions));
        }
        return record;
    }

    Json results(const Records& records) const override
    {
        Json json = {{"thickness", section_.thickness},
                     {"updates", section_.updates},
                     {"overrelaxation", section_.overrelaxation}};
        json.update(PairCorrelators::results(records));
        return json;
    }

    std::string title() const override
    {
        return fmt::format("correlators of Polyakov loops by the multilevel algorithm, slabs of {} slices, {} updates",
                           fmt::join(section_.thickness, " and "), fmt::join(section_.updates, " and "));
    }

private:
    MultilevelSection section_;
    Multilevel task_;
    std::vector<std::size_t> directions_; ///< of each separation
};

} // namespace

std::unique_ptr<Measurement> makeMultilevel(const RunConfig& run) { return std::make_unique<MultilevelPairs>(run); }

} // namespace gaugegl::measure
