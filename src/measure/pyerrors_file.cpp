// The JSON of pyerrors (F. Joswig et al., Comput. Phys. Commun. 288 (2023) 108750; pyerrors.input.json, version 0.2 to 1): {"obsdata": [{"type",
// "layout", "tag", "value": [..], "data": [{"id", "replica": [{"name", "deltas": [[configuration, delta, ..], ..]}]}]}]}.  What a configuration has is value + delta.
#include "measure/named_array.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace gaugegl::measure {
namespace {

/// Python writes NaN, which is no JSON.
std::string withNulls(std::string_view text)
{
    constexpr std::string_view word = "NaN";
    std::string plain;
    for (;;) {
        const std::size_t end = text.find(word);
        plain += text.substr(0, end);
        if (end == std::string_view::npos) return plain;
        plain += "null";
        text.remove_prefix(end + word.size());
    }
}

/// The tag of the whole, or else its number.
std::string nameOfObservables(const Json& json, std::size_t number)
{
    const Json* tags = json.contains("tag") ? &json.at("tag") : nullptr;
    if (tags && tags->is_object()) tags = &tags->at("tag");
    if (tags && tags->is_array() && !tags->empty() && tags->back().is_string() && tags->back() != "None")
        return tags->back().get<std::string>();
    return std::to_string(number);
}

double numberOf(const Json& json)
{
    return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

/// All replica one after the other; of correlators, which are [t, 1] or [t, i, j], t becomes the last axis.
NamedArray observablesOf(const Json& json, const std::string& name)
{
    std::vector<std::size_t> shape = extentsIn(json.at("layout").get<std::string>());
    const Json& values = json.at("value");
    std::size_t size = shape.empty() ? 0 : 1;
    for (const std::size_t extent : shape)
        size = extent != 0 && size <= values.size() / extent ? size * extent : 0;
    if (size == 0 || size != values.size()) throw InputError("layout and values differ");
    const bool correlator = json.at("type") == "Corr";
    const std::size_t slices = correlator ? shape.front() : 1, others = size / slices;
    if (correlator) std::rotate(shape.begin(), shape.begin() + 1, shape.end());
    const std::size_t ensembles = json.at("data").size();
    const std::size_t constants = json.contains("cdata") ? json.at("cdata").size() : 0;
    if (ensembles != 1 || constants != 0)
        throw InputError(fmt::format("'{}' is of {} ensembles and {} constants with errors; a fit is of one ensemble",
                                     name, ensembles, constants));
    NamedArray array{name, plainAxes(shape), {}};
    for (const Json& replica : json.at("data").at(0).at("replica"))
        for (const Json& deltas : replica.at("deltas")) {
            if (deltas.size() != size + 1) throw InputError("a configuration has not all numbers");
            std::vector<double>& one = array.values.emplace_back(size);
            for (std::size_t k = 0; k < size; ++k)
                one[k % others * slices + k / others] = numberOf(values[k]) + numberOf(deltas[k + 1]);
        }
    return array;
}

} // namespace

std::vector<NamedArray> pyerrorsArrays(const std::string& file, const std::string& text)
{
    const Json json = parsedJson(withNulls(text.starts_with("\x1f\x8b") ? inflated(file, text, 31) : text));
    if (!json.is_object() || !json.contains("obsdata") || !json.at("obsdata").is_array())
        throw FileError(file, "is no JSON with \"obsdata\", as pyerrors writes it");
    std::vector<NamedArray> arrays;
    try {
        for (const Json& one : json.at("obsdata"))
            if (one.at("type") != "Obs") arrays.push_back(observablesOf(one, nameOfObservables(one, arrays.size())));
    } catch (const nlohmann::json::exception&) {
        throw FileError(file, fmt::format("observable {} is not as pyerrors writes it", arrays.size()));
    } catch (const InputError& error) {
        throw FileError(file, fmt::format("observable {}: {}", arrays.size(), error.what()));
    }
    return arrays;
}

} // namespace gaugegl::measure
