#include "config/schema.h"

#include "config/run_file_reference.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace gaugegl {
namespace {

using config::Type;
using Json = nlohmann::ordered_json;

void addRange(Json& schema, const KeyRange& range)
{
    if (std::isfinite(range.least)) schema[range.open ? "exclusiveMinimum" : "minimum"] = range.least;
    if (std::isfinite(range.most)) schema[range.open ? "exclusiveMaximum" : "maximum"] = range.most;
}

/// Of one value.
Json schemaOf(const RunFileKey& key)
{
    Json schema;
    switch (key.type.kind) {
    case Type::Boolean:
        schema["type"] = "boolean";
        break;
    case Type::Integer:
        schema["type"] = "integer";
        break;
    case Type::Real:
        schema["type"] = "number";
        break;
    case Type::Text:
        schema["type"] = "string";
        break;
    case Type::Extents: {
        const Json integers = {{"type", "array"}, {"items", {{"type", "integer"}}}, {"minItems", 4}, {"maxItems", 4}};
        return {{"anyOf", {integers, {{"type", "string"}, {"pattern", "^[0-9]+(x[0-9]+){3}$"}}}}};
    }
    case Type::Records:
        return {{"type", "array"}};
    }
    if (!key.choices.empty() && key.type.kind == Type::Text) schema["enum"] = key.choices;
    addRange(schema, key.range);
    return schema;
}

Json propertyOf(const RunFileKey& key)
{
    Json schema = schemaOf(key);
    if (key.type.list && key.type.kind != Type::Records)
        schema = {{"anyOf", {schema, {{"type", "array"}, {"items", schema}}}}};
    schema["description"] = key.help;
    if (!key.standard.empty()) schema["default"] = Json::parse(key.standard, nullptr, /*allow_exceptions=*/false);
    return schema;
}

/// With each value of its selector a section has keys of its own, and requires them.
Json variantsOf(const RunFileSection& section)
{
    const auto selector = std::ranges::find(section.keys, section.selector, &RunFileKey::name);
    Json all = Json::array();
    for (const std::string& choice : selector->choices) {
        Json refused, required = Json::array();
        for (const RunFileKey& key : section.keys) {
            const bool has = key.with.empty() || std::ranges::find(key.with, choice) != key.with.end();
            if (!has) refused[key.name] = false;
            if (has && !key.with.empty() && key.required) required.push_back(key.name);
        }
        Json condition = {{"properties", {{section.selector, {{"const", choice}}}}}};
        if (Json::parse(selector->standard.empty() ? "null" : selector->standard) != choice)
            condition["required"] = {section.selector}; // else it is this one where it is not given
        Json then;
        if (!refused.is_null()) then["properties"] = refused;
        if (!required.empty()) then["required"] = required;
        if (!then.is_null()) all.push_back({{"if", condition}, {"then", then}});
    }
    return all;
}

Json schemaOf(const RunFileSection& section)
{
    Json properties, required = Json::array();
    for (const RunFileKey& key : section.keys) {
        properties[key.name] = propertyOf(key);
        if (key.required && key.with.empty()) required.push_back(key.name);
    }
    Json schema = {{"type", "object"}, {"description", section.help}, {"properties", properties}};
    if (!required.empty()) schema["required"] = required;
    schema["additionalProperties"] = false;
    if (!section.selector.empty()) schema["allOf"] = variantsOf(section);
    return schema;
}

} // namespace

std::string runFileSchema()
{
    Json properties;
    for (const RunFileSection& section : runFileReference()) {
        const std::size_t dot = section.name.find('.');
        if (dot == std::string::npos)
            properties[section.name] = schemaOf(section);
        else
            properties[section.name.substr(0, dot)]["properties"][section.name.substr(dot + 1)]["items"] =
                schemaOf(section);
    }
    // In a scan the couplings are those of [scan].
    properties["action"].erase("required");
    const Json action = {{"required", {"action"}}, {"properties", {{"action", {{"required", {"beta"}}}}}}};
    const Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                         {"title", "Run file of gaugegl"},
                         {"type", "object"},
                         {"properties", properties},
                         {"required", {"lattice"}},
                         {"additionalProperties", false},
                         {"if", {{"not", {{"required", {"scan"}}}}}},
                         {"then", action}};
    return schema.dump(2) + "\n";
}

} // namespace gaugegl
