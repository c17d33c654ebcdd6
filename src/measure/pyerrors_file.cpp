// The JSON of pyerrors (F. Joswig et al., Comput. Phys. Commun. 288 (2023) 108750; pyerrors.input.json, version 0.2 to 1): {"obsdata": [{"type",
// "layout", "tag", "value": [..], "data": [{"id", "replica": [{"name", "deltas": [[configuration, delta, ..], ..]}]}]}]}.  What a configuration has is value + delta.
#include "measure/named_array.h"

#include "gaugegl/base/error.h"

#include <charconv>
#include <fmt/format.h>
#include <limits>

namespace gaugegl::measure {
namespace {

/// The extents of "8, 1, 1".
std::vector<std::size_t> layoutOfText(const std::string& text)
{
    std::vector<std::size_t> shape;
    for (const char *at = text.data(), *end = at + text.size(); at < end; ++at) {
        std::size_t extent = 0;
        const auto [next, error] = std::from_chars(at, end, extent);
        if (error != std::errc()) continue;
        shape.push_back(extent);
        at = next;
        if (at == end) break;
    }
    return shape;
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

/// All replica one after the other; of correlators [t, i, j] becomes [i, j, t].
NamedArray observablesOf(const Json& json, const std::string& name)
{
    std::vector<std::size_t> shape = layoutOfText(json.at("layout").get<std::string>());
    const Json& values = json.at("value");
    std::size_t size = 1;
    for (const std::size_t extent : shape)
        size *= extent;
    if (shape.empty() || size == 0 || size != values.size()) throw InputError("layout and values differ");
    const bool correlator = json.at("type") == "Corr" && shape.size() == 3;
    const std::size_t slices = shape.front(), matrix = size / slices;
    if (correlator) shape = {shape[1], shape[2], slices};
    if (json.at("data").size() != 1)
        throw InputError(fmt::format("'{}' is of {} ensembles; a fit is of one", name, json.at("data").size()));
    NamedArray array{name, plainAxes(shape), {}};
    for (const Json& replica : json.at("data").at(0).at("replica"))
        for (const Json& deltas : replica.at("deltas")) {
            if (deltas.size() != size + 1) throw InputError("a configuration has not all numbers");
            std::vector<double>& one = array.values.emplace_back(size);
            for (std::size_t k = 0; k < size; ++k)
                one[correlator ? k % matrix * slices + k / matrix : k] = numberOf(values[k]) + numberOf(deltas[k + 1]);
        }
    return array;
}

} // namespace

std::vector<NamedArray> pyerrorsArrays(const std::string& file, const std::string& text)
{
    std::string plain = text.starts_with("\x1f\x8b") ? inflated(file, text, 31) : text;
    for (std::size_t at = plain.find("NaN"); at != std::string::npos;
         at = plain.find("NaN", at)) // as Python writes it, which is no JSON
        plain.replace(at, 3, "null");
    const Json json = parsedJson(plain);
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
