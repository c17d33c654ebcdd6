#include "gauge/observables/multilevel.h"

#include "gaugegl/base/error.h"
#include "gaugegl/fields/transfer.h"
#include "gaugegl/gauge/update/update.h"
#include "host/link_update.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// A copy of the links of a configuration, whose interiors are updated.
class CopiedLinks {
public:
    virtual ~CopiedLinks() = default;
    CopiedLinks() = default;
    CopiedLinks(const CopiedLinks&) = delete;
    CopiedLinks& operator=(const CopiedLinks&) = delete;

    virtual SharedLattice shared() const = 0;
    virtual Group group() const = 0;
    virtual void heatBath(const LinkSet& set, std::uint32_t sweep) = 0;
    virtual void overrelaxation(const LinkSet& set) = 0;
    /// As host::temporalLinks(); collective.
    virtual std::vector<std::complex<double>> temporal() = 0;
};

class CopyOnDevice : public CopiedLinks {
public:
    CopyOnDevice(const GaugeField& u, const HeatBath& parameters, std::uint64_t seed)
        : u_(u), parameters_(parameters),
          generator_(Generator::create(u.device(), u.lattice(),
                                       {.group = u.group(), .seed = seed, .trials = parameters.trials})),
          onHost_(hostGaugeField(u.lattice().local(), u.group()))
    {}

    SharedLattice shared() const override { return u_.device().sharedBy(u_.lattice()); }
    Group group() const override { return u_.group(); }
    void heatBath(const LinkSet& set, std::uint32_t sweep) override
    {
        gaugegl::heatBath(u_, set, parameters_, *generator_, sweep);
    }
    void overrelaxation(const LinkSet& set) override { gaugegl::overrelaxation(u_, set, parameters_.action); }
    std::vector<std::complex<double>> temporal() override
    {
        for (const int parity : {0, 1})
            downloadLinks(onHost_, u_.links(3, parity), 3, parity);
        return host::temporalLinks(onHost_, shared());
    }

private:
    GaugeField u_;
    HeatBath parameters_;
    std::unique_ptr<Generator> generator_;
    HostGaugeField onHost_;
};

class CopyOnHost : public CopiedLinks {
public:
    CopyOnHost(const host::LinkField& u, const HeatBath& parameters, std::uint64_t seed)
        : u_(u), updates_(u.layout(), u.group(), parameters.action), parameters_(parameters), seed_(seed)
    {}

    SharedLattice shared() const override { return u_.layout()->shared(); }
    Group group() const override { return u_.group(); }
    void heatBath(const LinkSet& set, std::uint32_t sweep) override
    {
        updates_.heatBath(u_, set, parameters_, {seed_, sweep});
    }
    void overrelaxation(const LinkSet& set) override { updates_.overrelaxation(u_, set); }
    std::vector<std::complex<double>> temporal() override { return host::temporalLinks(u_); }

private:
    host::LinkField u_;
    host::LinkUpdates<double> updates_;
    HeatBath parameters_;
    std::uint64_t seed_;
};

std::unique_ptr<CopiedLinks> copyOf(const AnyLinks& links, const HeatBath& parameters, std::uint64_t seed)
{
    if (const auto* field = std::get_if<const GaugeField*>(&links))
        return std::make_unique<CopyOnDevice>(**field, parameters, seed);
    return std::make_unique<CopyOnHost>(*std::get<1>(links), parameters, seed);
}

/// Averages level by level.
class Averages {
public:
    Averages(CopiedLinks& links, const Multilevel& task, const MultilevelProgress& goesOn)
        : links_(&links), task_(&task), goesOn_([this, &goesOn] { return goesOn(done_); })
    {
        const Lattice lattice = links.shared().lattice();
        for (const SlabLevel& level : task.levels) {
            sets_.push_back(linkSetsBetween(lattice, level.thickness));
            sums_.emplace_back(lattice, links.group(), level.thickness, task.distances);
        }
    }

    std::optional<std::vector<double>> correlators()
    {
        const std::size_t last = sums_.size() - 1;
        if (!sum(last)) return std::nullopt;
        std::vector<double> values = sums_[last].correlators(weightOf(last), goesOn_);
        if (values.empty()) return std::nullopt;
        return values;
    }

private:
    int samplesOf(std::size_t level) const { return std::max(task_->levels[level].updates, 1); }
    double weightOf(std::size_t level) const { return 1.0 / samplesOf(level); }

    /// Sums the operators of a level over its measurements; false if it was ended.
    bool sum(std::size_t level)
    {
        sums_[level].setZero();
        for (int k = 0; k < samplesOf(level); ++k) {
            if (task_->levels[level].updates > 0 && !update(sets_[level])) return false;
            if (level > 0) {
                if (!sum(level - 1)) return false;
                if (!sums_[level].addProducts(sums_[level - 1], weightOf(level - 1), goesOn_)) return false;
                continue;
            }
            if (!sums_[0].addLines(links_->temporal(), goesOn_)) return false;
            ++done_;
        }
        return true;
    }

    bool update(const std::vector<LinkSet>& sets)
    {
        for (const LinkSet& set : sets) {
            if (!goesOn_()) return false;
            links_->heatBath(set, sweep_);
        }
        ++sweep_;
        for (int k = 0; k < task_->overrelaxation; ++k)
            for (const LinkSet& set : sets) {
                if (!goesOn_()) return false;
                links_->overrelaxation(set);
            }
        return true;
    }

    CopiedLinks* links_;
    const Multilevel* task_;
    std::int64_t done_ = 0;
    host::TwoLinkOperators::GoesOn goesOn_;
    std::vector<std::vector<LinkSet>> sets_; ///< [level]
    std::vector<host::TwoLinkOperators> sums_;
    std::uint32_t sweep_ = 0;
};

} // namespace

std::int64_t Multilevel::measurements() const
{
    std::int64_t all = 1;
    for (const SlabLevel& level : levels)
        all *= std::max(level.updates, 1);
    return all;
}

std::optional<std::vector<double>> multilevelCorrelators(const AnyLinks& links, const Multilevel& task,
                                                         std::uint64_t seed, const MultilevelProgress& goesOn)
{
    if (!task.heatBath.action.loops().plaquettesOnly())
        throw InputError("the multilevel algorithm is for actions of plaquettes alone, as rectangles reach over the "
                         "fixed time slices");
    for (std::size_t k = 1; k < task.levels.size(); ++k)
        if (task.levels[k].thickness % task.levels[k - 1].thickness != 0)
            throw InputError(fmt::format("slabs of {} time slices do not consist of slabs of {}",
                                         task.levels[k].thickness, task.levels[k - 1].thickness));
    const std::unique_ptr<CopiedLinks> copy = copyOf(links, task.heatBath, seed);
    return Averages(*copy, task, goesOn).correlators();
}

} // namespace gaugegl
