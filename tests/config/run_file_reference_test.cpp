// What is told of run files is what their parser takes.
#include "config/run_file_reference.h"
#include "config/schema.h"
#include "config/sections.h"
#include "run_config_text.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

namespace gaugegl {
namespace {

using namespace run_config_test;

const RunFileSection* sectionNamed(const std::vector<RunFileSection>& sections, const std::string& name)
{
    const auto found = std::ranges::find(sections, name, &RunFileSection::name);
    return found == sections.end() ? nullptr : &*found;
}

const RunFileKey* keyNamed(const RunFileSection& section, std::string_view name)
{
    const auto found = std::ranges::find(section.keys, name, &RunFileKey::name);
    return found == section.keys.end() ? nullptr : &*found;
}

/// Every section and key of a run file is told.
void expectListed(const std::vector<RunFileSection>& reference, const std::string& text, const std::string& file)
{
    const std::regex head(R"(\[+([a-z.]+)\]+.*)"), assignment(R"(([a-z0-9_]+) *=.*)");
    const RunFileSection* section = nullptr;
    std::istringstream lines(text);
    std::smatch match;
    for (std::string line; std::getline(lines, line);)
        if (std::regex_match(line, match, head)) {
            section = sectionNamed(reference, match[1]);
            ASSERT_NE(section, nullptr) << line << " of " << file;
        } else if (std::regex_match(line, match, assignment)) {
            ASSERT_NE(section, nullptr) << line << " of " << file;
            EXPECT_NE(keyNamed(*section, match[1].str()), nullptr) << section->name << ": " << line << " of " << file;
        }
}

TEST(RunFileReference, HasEveryKeyOfTheDemos)
{
    const std::vector<RunFileSection> reference = runFileReference();
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(GAUGEGL_SOURCE_DIR "/demos/runs")) {
        const std::string file = entry.path().string();
        std::ostringstream text;
        text << std::ifstream(file).rdbuf();
        expectListed(reference, text.str(), file);
        expectListed(reference, toToml(loadRunConfig(file)), file);
        ++files;
    }
    EXPECT_GE(files, 20);
}

TEST(RunFileReference, TellsWhatEveryKeyMeansAndIs)
{
    std::set<std::string> names;
    for (const RunFileSection& section : runFileReference()) {
        EXPECT_TRUE(names.insert(section.name).second) << section.name;
        EXPECT_NE(section.help, "") << section.name;
        for (const RunFileKey& key : section.keys) {
            EXPECT_NE(key.help, "") << section.name << '.' << key.name;
            EXPECT_NE(key.kind, "") << section.name << '.' << key.name;
            EXPECT_FALSE(key.required && !key.standard.empty()) << section.name << '.' << key.name;
        }
    }
    EXPECT_EQ(names.size(),
              config::sections().size() + 1); // those that an unknown one is refused with, and [[hmc.fermions]]
    const std::string refused = messageWith("[nothing]\n");
    for (const std::string& name : names)
        EXPECT_TRUE(name == "hmc.fermions" || refused.find("[" + name + "]") != std::string::npos) << refused;
}

// A key is known to the parser where it is told, and refused where it is told to be that of other operators.
TEST(RunFileReference, SaysWhichOperatorHasWhichNumber)
{
    const std::vector<RunFileSection> reference = runFileReference();
    const RunFileSection& inverter = *sectionNamed(reference, "inverter");
    ASSERT_EQ(inverter.selector, "operator");
    int distinguished = 0;
    for (const std::string& type : choices<DiracType>())
        for (const RunFileKey& key : inverter.keys) {
            const bool has = key.with.empty() || std::ranges::find(key.with, type) != key.with.end();
            const std::string message = messageWith("[inverter]\noperator = \"" + type + "\"\n" + key.name + " = {}\n");
            EXPECT_EQ(message.find("unknown key '" + key.name) == std::string::npos, has || key.name == "operator")
                << type << ": " << message;
            distinguished += !has;
        }
    EXPECT_GE(distinguished, 30);
}

TEST(RunFileReference, TellsRequiredKeysAndDefaults)
{
    const std::vector<RunFileSection> reference = runFileReference();
    const auto key = [&](const char* section, const char* name) {
        return *keyNamed(*sectionNamed(reference, section), name);
    };

    for (const auto& [section, name] : {std::pair("lattice", "extents"),
                                        {"lattice", "group"},
                                        {"action", "beta"},
                                        {"spectrum", "every"},
                                        {"spectrum", "kappa"},
                                        {"spectrum", "m5"},
                                        {"flow", "time"},
                                        {"scan", "beta"},
                                        {"hmc.fermions", "kind"}})
        EXPECT_TRUE(key(section, name).required) << section << '.' << name;
    EXPECT_EQ(key("update", "sweeps").standard, std::to_string(RunConfig().update.sweeps));
    EXPECT_EQ(key("output", "format").standard, "\"ildg\"");
    EXPECT_EQ(key("output", "format").choices, io::writtenFormats());
    EXPECT_EQ(key("lattice", "group").choices.size(), allGroups().size());
    EXPECT_EQ(key("spectrum", "direction").standard, "\"t\"");
    EXPECT_EQ(key("spectrum", "every").kind, "an integer");
    EXPECT_EQ(key("spectrum", "mu").with, std::vector<std::string>{"twisted-mass"});
    EXPECT_EQ(key("device", "tuning").standard, "true");
}

// Written out, the defaults change nothing.
TEST(RunFileReference, TellsDefaultsThatAreThoseOfTheParser)
{
    std::string text;
    for (const RunFileSection& section : runFileReference()) {
        if (section.name != "update" && section.name != "measure" && section.name != "output" &&
            section.name != "device")
            continue;
        text += "[" + section.name + "]\n";
        for (const RunFileKey& key : section.keys)
            if (!key.standard.empty()) text += key.name + " = " + key.standard + "\n";
    }
    EXPECT_EQ(toToml(parseRunConfig(minimal + text, "run.toml")), toToml(parseRunConfig(minimal, "run.toml")));
}

// Without each of the keys that are told to be required, a section is refused, and with all of them read.
TEST(RunFileReference, RequiredKeysAreThoseWithoutWhichAnOperatorIsRefused)
{
    const std::map<std::string, std::string> values = {{"kappa", "0.1"}, {"mass", "0.1"},     {"mu", "0.1"},
                                                       {"m5", "1.5"},    {"ls", "8"},         {"rho", "1.4"},
                                                       {"every", "10"},  {"lambda_max", "6"}, {"lambda_min", "0.1"}};
    const std::vector<RunFileSection> reference = runFileReference();
    for (const char* name : {"spectrum", "inverter"})
        for (const std::string& type : choices<DiracType>()) {
            const std::string head = fmt::format("[{}]\noperator = \"{}\"\n", name, type);
            std::vector<std::string> required;
            for (const RunFileKey& key : sectionNamed(reference, name)->keys)
                if (key.required && (key.with.empty() || std::ranges::find(key.with, type) != key.with.end()))
                    required.push_back(key.name);
            const auto messageWithout = [&](const std::string& left) {
                std::string text = head;
                for (const std::string& key : required)
                    if (key != left) text += key + " = " + values.at(key) + "\n";
                return messageWith(text);
            };
            EXPECT_EQ(messageWithout(""), "no error") << head;
            for (const std::string& key : required)
                EXPECT_NE(messageWithout(key).find(key), std::string::npos) << head << messageWithout(key);
        }
}

TEST(RunFileSchema, HasRangesWordsAndTheKeysOfEachOperator)
{
    const auto schema = nlohmann::json::parse(runFileSchema());
    const auto& sections = schema["properties"];
    for (const RunFileSection& section : runFileReference()) {
        if (section.name == "hmc.fermions") continue;
        ASSERT_TRUE(sections.contains(section.name)) << section.name;
        for (const RunFileKey& key : section.keys)
            EXPECT_EQ(sections[section.name]["properties"][key.name].value("description", ""), key.help)
                << section.name << '.' << key.name;
    }
    const auto& lattice = sections["lattice"];
    EXPECT_EQ(lattice["properties"]["group"]["enum"].size(), allGroups().size());
    EXPECT_EQ(lattice["required"], nlohmann::json({"extents", "group"}));
    EXPECT_FALSE(lattice["additionalProperties"].get<bool>());
    const auto& flow = sections["flow"]["properties"];
    EXPECT_EQ(flow["time"]["exclusiveMinimum"], 0);
    EXPECT_EQ(flow["record"]["default"], 0.1);
    EXPECT_EQ(sections["update"]["properties"]["luxury"]["maximum"], 4);
    EXPECT_EQ(sections["hmc"]["properties"]["fermions"]["items"]["required"], nlohmann::json({"kind"}));
    const auto& variants = sections["spectrum"]["allOf"];
    ASSERT_EQ(variants.size(), choices<DiracType>().size());
    const auto& wilson = variants[0];
    EXPECT_EQ(wilson["if"]["properties"]["operator"]["const"], "wilson");
    EXPECT_FALSE(wilson["if"].contains("required")) << "the default operator";
    EXPECT_EQ(wilson["then"]["required"], nlohmann::json({"kappa"}));
    EXPECT_EQ(wilson["then"]["properties"]["mass"], false);
}

} // namespace
} // namespace gaugegl
