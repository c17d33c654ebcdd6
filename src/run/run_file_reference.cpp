#include "run/run_file_reference.h"

#include "run_config_parser.h"

#include <fmt/format.h>
#include <map>

namespace gaugegl {
namespace {

/// A run file without values, but for one selector.
struct Sample {
    std::string toml;
    std::string value; ///< of the selector
};

/// The key that says which others there are.
std::string selectorOf(const std::string& section)
{
    if (section == "hmc.fermions") return "kind";
    return section == "spectrum" || section == "condensate" || section == "inverter" ? "operator" : "";
}

std::vector<Sample> samples()
{
    std::vector<Sample> all = {{"", ""}, {"[hmc]\n[loops]\n[flow]\n[scan]\n", ""}};
    for (const std::string& type : choices<DiracType>())
        all.push_back({fmt::format("[spectrum]\noperator = '{0}'\n[condensate]\noperator = '{0}'\n[inverter]\n"
                                   "operator = '{0}'\n",
                                   type),
                       type});
    for (const std::string& kind : choices<FermionAction>())
        all.push_back({fmt::format("[[hmc.fermions]]\nkind = '{}'\n", kind), kind});
    return all;
}

/// A key of another sample goes behind the one that precedes it there.
void merge(RunFileSection& section, const std::vector<RunFileKey>& asked, const std::string& value)
{
    std::vector<RunFileKey>& keys = section.keys;
    auto place = keys.begin();
    for (RunFileKey key : asked) {
        auto found = std::ranges::find(keys, key.name, &RunFileKey::name);
        if (found == keys.end()) {
            if (key.required) key.standard.clear();
            if (!key.standard.empty()) key.help.resize(std::min(key.help.find(", by default "), key.help.size()));
            found = keys.insert(place, std::move(key));
        }
        found->with.push_back(value);
        place = found + 1;
    }
}

RunFileSection& sectionOf(std::vector<RunFileSection>& sections, const std::string& name)
{
    const auto found = std::ranges::find(sections, name, &RunFileSection::name);
    if (found != sections.end()) return *found;
    RunFileSection section;
    section.name = name;
    section.selector = selectorOf(name);
    section.repeated = name.find('.') != std::string::npos;
    for (const auto& [known, help] : runFileSections)
        if (known == name) section.help = help;
    if (section.repeated) section.help = "One term of the quarks of [hmc]; there may be several.";
    return sections.emplace_back(std::move(section));
}

} // namespace

std::vector<RunFileSection> runFileReference()
{
    std::vector<RunFileSection> sections;
    std::map<std::string, std::size_t> variants;
    const std::string file = "run file";
    for (const auto& [text, value] : samples()) {
        const toml::table root = toml::parse(text, file);
        RunFileLog log;
        readSections({root, file, &log});
        for (const auto& [name, keys] : log.asked()) {
            RunFileSection& section = sectionOf(sections, name);
            if (section.selector.empty() && !section.keys.empty()) continue; // [update] beside [hmc] has fewer
            merge(section, keys, value);
            ++variants[name];
        }
    }
    for (RunFileSection& section : sections)
        for (RunFileKey& key : section.keys)
            if (key.with.size() == variants[section.name]) key.with.clear();
    const auto place = [](const RunFileSection& section) {
        const std::string first = section.name.substr(0, section.name.find('.'));
        return std::pair(std::ranges::find(runFileSections, first, &NamedSection::name) - runFileSections.begin(),
                         section.name.size());
    };
    std::ranges::stable_sort(sections, {}, place);
    return sections;
}

} // namespace gaugegl
