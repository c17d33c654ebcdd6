// The checks that a verifier has made so far.
#pragma once

#include "checks/check.h"
#include "checks/check_selection.h"
#include "gaugegl/device/device.h"

#include <utility>
#include <vector>

namespace gaugegl {

/// The checks of one group on one device, each reported to an observer as it is made; both must outlive the list.
class CheckList {
public:
    /// Empty.
    CheckList(const Device& device, Group group, const CheckObserver& observer, const CheckPlan& plan = {})
        : device_(&device), group_(group), observer_(&observer), plan_(plan)
    {}

    /// Calls `body`, which makes this number of checks; if the plan only counts them, `body` is not called, or in a dry run alone.
    template<class Body>
    void make(int number, const Body& body)
    {
        CheckSelection* selection = plan_.selection;
        if (plan_.count && selection)
            selection->consider(number, *device_, body);
        else if (plan_.count)
            *plan_.count += number;
        else if (!selection || selection->next())
            body();
    }
    /// make() for kernel variants that the device would not choose, if the plan includes them.
    template<class Body>
    void makeOfVariants(int number, const Body& body)
    {
        if (plan_.variants) make(number, body);
    }
    /// As given.
    const CheckPlan& plan() const { return plan_; }

    /// Conditions of a check besides its deviation.
    struct Besides {
        bool required = true;  ///< whether they hold
        std::string note = {}; ///< of what was counted
    };

    /// Adds a check; it has passed if the deviation (NaN is none) is at most `allowed` and `besides` holds.
    void report(const std::string& name, double deviation, double allowed, const Besides& besides = {true, {}})
    {
        if (plan_.count) return; // a dry run (CheckSelection)
        done_.push_back({name, group_, device_->path(), device_->precision(), device_->storage(), deviation, allowed,
                         deviation <= allowed && besides.required, besides.note});
        if (*observer_) (*observer_)(done_.back());
    }

    /// Appends checks that another verifier has already reported to the same observer.
    void append(const std::vector<Check>& checks) { done_.insert(done_.end(), checks.begin(), checks.end()); }

    /// A tolerance by the precision of the device.
    double either(double single, double inDouble) const
    {
        return device_->precision() == Precision::Single ? single : inDouble;
    }

    /// All so far.
    const std::vector<Check>& done() const { return done_; }

private:
    const Device* device_;
    Group group_;
    const CheckObserver* observer_;
    CheckPlan plan_;
    std::vector<Check> done_;
};

} // namespace gaugegl
