#include "checks/check_selection.h"

#include "device/program_precompiler.h"
#include "gaugegl/base/error.h"

#include <algorithm>

namespace gaugegl {

void CheckSelection::consider(int number, const Device& device, const std::function<void()>& body)
{
    const ProgramPrecompiler dry(device);
    try {
        body();
    } catch (
        const Error&) { // NOLINT(bugprone-empty-catch): numbers that are all 1 may be refused; its programs until there count
    }
    Body& one = bodies_.emplace_back(Body{number, {}});
    for (const auto& [key, label] : dry.needed())
        one.programs.insert(key);
}

int CheckSelection::choose()
{
    const auto isNeeded = [this](const std::string& program) { return needed_.contains(program); };
    std::set<std::string> checked;
    const auto take = [&](Body& body) {
        body.taken = true;
        checked.insert(body.programs.begin(), body.programs.end());
    };
    for (Body& body : bodies_)
        if (!body.programs.empty() && std::ranges::all_of(body.programs, isNeeded)) take(body);
    int number = 0;
    for (Body& body : bodies_) {
        if (std::ranges::any_of(body.programs, [&](const std::string& program) {
                return isNeeded(program) && !checked.contains(program);
            }))
            take(body);
        if (body.taken) number += body.number;
    }
    return number;
}

std::vector<std::string> CheckSelection::left() const
{
    std::vector<std::string> labels;
    for (const auto& [key, label] : needed_)
        if (std::ranges::none_of(bodies_,
                                 [&key = key](const Body& body) { return body.taken && body.programs.contains(key); }))
            labels.push_back(label);
    return labels;
}

} // namespace gaugegl
