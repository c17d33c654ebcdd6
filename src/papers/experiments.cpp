#include "papers/experiment.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <iterator>

namespace gaugegl::papers {
namespace {

template<class All, class Name>
auto find(const All& all, const std::string& wanted, const char* what, const Name& name)
{
    const auto found = std::ranges::find_if(all, [&](const auto& one) { return name(one) == wanted; });
    if (found != all.end()) return found;
    std::vector<std::string> names;
    std::ranges::transform(all, std::back_inserter(names), name);
    throw InputError(fmt::format("there is no {} '{}'; there are {}", what, wanted, fmt::join(names, ", ")));
}

std::string keyOf(const Paper& paper) { return paper.key; }

} // namespace

const std::vector<Paper>& papersRepeated()
{
    static const std::vector<Paper> all = {
        {"egri", "Egri, Fodor, Hoelbling, Katz, Nogradi, Szabo: Lattice QCD as a video game", "hep-lat/0611022"},
        {"cardoso", "Cardoso, Bicudo: SU(2) Lattice Gauge Theory Simulations on Fermi GPUs", "arXiv:1010.4834"},
        {"schroeck", "Schroeck, Vogt: Gauge fixing using overrelaxation and simulated annealing on GPUs",
         "arXiv:1209.4008"},
        {"bach", "Bach, Lindenstruth, Philipsen, Pinke: Lattice QCD based on OpenCL", "arXiv:1209.5942"}};
    return all;
}

const std::vector<Experiment>& experiments()
{
    static const std::vector<Experiment> all = [] {
        std::vector<Experiment> list;
        const auto make = {egriExperiments, cardosoExperiments, schroeckExperiments, bachExperiments};
        auto paper = papersRepeated().begin();
        for (const auto one : make)
            std::ranges::move(one(*paper++), std::back_inserter(list));
        return list;
    }();
    return all;
}

const Experiment& experimentOf(const std::string& id)
{
    return *find(experiments(), id, "experiment", [](const Experiment& one) { return one.id; });
}

std::vector<const Experiment*> chosenExperiments(const std::vector<std::string>& ids,
                                                 const std::vector<std::string>& paperKeys, bool all)
{
    for (const std::string& id : ids)
        experimentOf(id);
    for (const std::string& key : paperKeys)
        find(papersRepeated(), key, "paper", keyOf);
    std::vector<const Experiment*> chosen;
    for (const Experiment& one : experiments())
        if (all || std::ranges::count(ids, one.id) > 0 || std::ranges::count(paperKeys, one.paper->key) > 0)
            chosen.push_back(&one);
    return chosen;
}

} // namespace gaugegl::papers
