#include "report/warnings.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::report {
namespace {

constexpr const char* key = "warnings";

/// A sentence, and the keys that lead to it.
struct Found {
    std::string place, sentence;
};

std::string below(const std::string& place, const std::string& name)
{
    return place.empty() ? name : fmt::format("{} {}", place, name);
}

std::vector<Found> gathered(const Json& value, const std::string& place);

/// Of each place below the elements what the first of them says that says something there, and how many do.
std::vector<Found> ofElements(const Json& list, const std::string& place)
{
    std::vector<Found> all;
    std::vector<std::string> places; // of every element once
    for (const Json& one : list) {
        const std::vector<Found> before = all;
        std::vector<std::string> here;
        for (const Found& found : gathered(one, place)) {
            if (std::ranges::count(before, found.place, &Found::place) == 0) all.push_back(found);
            if (std::ranges::count(here, found.place) == 0) here.push_back(found.place);
        }
        places.insert(places.end(), here.begin(), here.end());
    }
    for (Found& one : all)
        if (const auto count = std::ranges::count(places, one.place); count > 1)
            one.sentence += fmt::format(" (the first of {}, of {} in all)", count, list.size());
    return all;
}

std::vector<Found> gathered(const Json& value, const std::string& place)
{
    std::vector<Found> all;
    if (value.is_array()) return ofElements(value, place);
    if (!value.is_object()) return all;
    for (const auto& [name, inner] : value.items()) {
        if (name != key) {
            const std::vector<Found> found = gathered(inner, below(place, name));
            all.insert(all.end(), found.begin(), found.end());
            continue;
        }
        for (const Json& one : inner)
            if (one.is_string()) all.push_back({place, one.get<std::string>()});
    }
    return all;
}

/// "a, b, c and 4 more: SENTENCE".
std::string line(const std::vector<std::string>& places, const std::string& sentence)
{
    constexpr std::size_t most = 4;
    if (places.size() == 1 && places.front().empty()) return sentence;
    const std::size_t shown = places.size() <= most ? places.size() : most - 1;
    std::string names = fmt::format("{}", fmt::join(places.begin(), places.begin() + std::ptrdiff_t(shown), ", "));
    if (shown < places.size()) names += fmt::format(" and {} more", places.size() - shown);
    return fmt::format("{}: {}", names, sentence);
}

} // namespace

Warnings warningsIn(const Json& results)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> bySentence;
    for (const Found& found : gathered(results, "")) {
        auto at = std::ranges::find(bySentence, found.sentence, [](const auto& one) { return one.first; });
        if (at == bySentence.end()) at = bySentence.insert(bySentence.end(), {found.sentence, {}});
        if (std::ranges::count(at->second, found.place) == 0) at->second.push_back(found.place);
    }
    Warnings all;
    all.reserve(bySentence.size());
    for (const auto& [sentence, places] : bySentence)
        all.push_back(line(places, sentence));
    return all;
}

void addWarnings(Json& results, const Warnings& further)
{
    Warnings all = further;
    append(all, warningsIn(results));
    results[key] = all;
}

std::string warningLines(const Warnings& warnings)
{
    std::string text;
    for (const std::string& one : warnings)
        text += fmt::format("warning: {}\n", one);
    return text;
}

} // namespace gaugegl::report
