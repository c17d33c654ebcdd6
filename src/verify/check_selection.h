// The checks that run programs which somebody needs.
#pragma once

#include "device/program_precompiler.h"
#include "gaugegl/base/error.h"

#include <map>
#include <string>
#include <vector>

namespace gaugegl {

/// Which checks of a plan are made: those that run one of some programs.  They are found by a dry run of each while the checks are
/// counted; then the same checks follow in the same order.
class CheckSelection {
public:
    /// Labels of the programs by their keys (ProgramPrecompiler::needed), on the lattice of the checks.
    explicit CheckSelection(std::map<std::string, std::string> needed) : left_(needed), needed_(std::move(needed)) {}

    /// Of the next check, when it is counted: whether it is to be made.
    template<class Body>
    bool decide(const Device& device, const Body& body)
    {
        const ProgramPrecompiler dry(device);
        bool known = true;
        try {
            body();
        } catch (const Error&) { // of numbers that are all 1; what would have followed is not known
            known = false;
        }
        bool runs = !known;
        for (const auto& [key, label] : dry.needed()) {
            runs = runs || needed_.contains(key);
            left_.erase(key);
        }
        decided_.push_back(runs);
        return runs;
    }
    /// Of the next check, when it is made.
    bool next() { return decided_.at(at_++); }

    /// When all are counted: the labels of the programs that no check runs.
    const std::map<std::string, std::string>& left() const { return left_; }

private:
    std::map<std::string, std::string> left_, needed_;
    std::vector<bool> decided_;
    std::size_t at_ = 0;
};

} // namespace gaugegl
