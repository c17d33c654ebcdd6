// What settings say of the chains: couplings of several groups, links from files.
#include "settings.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl::view {
namespace {

Group otherGroup(Group group)
{
    const auto index = std::size_t(group);
    return groupTraits[index == 0 ? 1 : index - 1].group;
}

} // namespace

double sameBeta(Group from, Group to, double beta)
{
    return std::stod(fmt::format("{:.4g}", beta * traits(to).beta.transition / traits(from).beta.transition));
}

io::StatedAction madeWith(const Settings& settings, int sweeps)
{
    const ActionSection& action = settings.run.action;
    if (settings.stated && sweeps == 0) return *settings.stated;
    return {action.beta, gaugeActionOf(action).of(LoopShape::Rectangle)};
}

void takeStated(Settings& settings, const io::StatedAction& stated)
{
    settings.stated = stated;
    ActionSection& action = settings.run.action;
    if (stated.beta) action.beta = *stated.beta;
    if (!stated.c1) return;
    constexpr double rounding = 1e-6; // other programs write six digits
    for (std::size_t i = 0; i < namedActions.size(); ++i) {
        action = {.type = ActionType(i), .beta = action.beta};
        if (std::abs(namedActions[i].action.of(LoopShape::Rectangle) - *stated.c1) < rounding) return;
    }
    action = {.type = ActionType::Custom, .beta = action.beta, .c1 = *stated.c1};
}

void showFile(Settings& settings, const std::string& file, const io::GaugeFileHints& hints)
{
    const io::GaugeFileHeader header = io::openGaugeFile(file, hints)->header();
    settings.run.lattice = {header.lattice.extents(), header.group};
    settings.run.action.beta = traits(header.group).beta.scaling; // of links whose file does not say it
    settings.run.update.start = Start::File;
    settings.run.update.file = file;
    settings.paused = true;
    takeStated(settings, header.action);
}

void noteChoice(const Settings& before, Settings& after)
{
    const RunConfig &old = before.run, &now = after.run;
    if (old.action.beta != now.action.beta || gaugeActionOf(old.action) != gaugeActionOf(now.action) ||
        now.update.start != Start::File || old.update.file != now.update.file)
        after.stated.reset();
}

std::vector<Settings> chainsOf(const Settings& settings)
{
    std::vector<Settings> chains = {settings};
    if (!settings.both) return chains;
    chains.push_back(settings);
    RunConfig& other = chains.back().run;
    other.lattice.group = otherGroup(settings.run.lattice.group);
    other.action.beta = sameBeta(settings.run.lattice.group, other.lattice.group, settings.run.action.beta);
    return chains;
}

void stepThrough(Settings& settings, int steps)
{
    int mu = 3;
    while (settings.mode == ViewMode::Slice && (settings.plane[0] == mu || settings.plane[1] == mu))
        --mu;
    const int extent = settings.run.lattice.extents[std::size_t(mu)];
    int& place = settings.position[std::size_t(mu)];
    place = ((place + steps) % extent + extent) % extent;
}

} // namespace gaugegl::view
