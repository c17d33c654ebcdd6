#include "key_options.h"

#include "config/run_file_reference.h"
#include "config/sections.h"
#include "config/words.h"
#include "help.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

const char* typeName(const config::Key& key)
{
    switch (config::typeOf(key).kind) {
    case config::Type::Integer:
        return std::holds_alternative<std::uint64_t*>(key.value) ? "UINT" : "INT";
    case config::Type::Real:
        return "FLOAT";
    default:
        return "TEXT";
    }
}

std::string sectionOf(const std::string& key) { return key.substr(0, key.find('.')); }
std::string nameOf(const std::string& key) { return key.substr(key.find('.') + 1); }

/// What is wrong with a key, as the error of its option, which is there or not: "--step -1 must be ..".
InputError errorOf(const std::string& option, const RunConfigError& error, bool isGiven)
{
    std::string text = error.what();
    const std::string begin = error.key() + " = ", end = " in [" + error.section() + "]",
                      last = " (in [" + error.section() + "])";
    if (text.ends_with(last)) text.resize(text.size() - last.size());
    const std::size_t behind = text.find(end);
    if (!text.starts_with(begin) || behind == std::string::npos)
        return InputError(text.starts_with(begin) ? fmt::format("{} {}", option, text.substr(begin.size()))
                          : text.starts_with(error.key() + " ") ? option + text.substr(error.key().size())
                          : isGiven                             ? fmt::format("{}: {}", option, text)
                                                                : text);
    return InputError(fmt::format("{} {}{}", option, text.substr(begin.size(), behind - begin.size()),
                                  text.substr(behind + end.size())));
}

/// A text in which "gauge = 'landau'" is "--gauge landau", and "propagator = true" is "--propagator".
std::string asOption(std::string text, const std::string& key, const std::string& option)
{
    const std::string said = " " + key + " = ", isTrue = "true";
    const std::size_t at = text.find(said), value = at + said.size();
    if (at == std::string::npos) return text;
    if (text.compare(value, isTrue.size(), isTrue) == 0)
        return text.replace(at + 1, said.size() - 1 + isTrue.size(), option);
    const std::size_t end = text[value] == '\'' ? text.find('\'', value + 1) : std::string::npos;
    if (end == std::string::npos) return text;
    const std::string word = text.substr(value + 1, end - value - 1);
    return text.replace(at + 1, end - at, fmt::format("{} {}", option, word));
}

bool isListOfTexts(const config::Key& key) { return std::holds_alternative<std::vector<std::string>*>(key.value); }

} // namespace

void open(RunConfig& run, const std::string& section)
{
    config::sectionNamed(section).open(run);
    config::setWord(config::keyNamed(run, section + ".every"), "1");
}

RunConfig runWith(const std::string& section)
{
    RunConfig run;
    open(run, section);
    return run;
}

std::string optionOf(std::string_view key)
{
    std::string option = fmt::format("--{}", key);
    std::ranges::replace(option, '_', '-');
    return option;
}

std::vector<std::string> keysOf(const std::string& section)
{
    std::vector<std::string> names;
    const std::vector<RunFileSection> all = runFileReference();
    for (const RunFileKey& key : std::ranges::find(all, section, &RunFileSection::name)->keys)
        if (key.name != "every") names.push_back(key.name);
    return names;
}

CLI::Option* KeyOptions::add(const std::string& option, const std::string& key)
{
    return add(option, key, /*flags=*/true);
}

CLI::Option* KeyOptions::add(const std::string& option, const std::string& key, bool flags)
{
    RunConfig run = run_;
    config::sectionNamed(sectionOf(key)).open(run);
    const config::Key of = config::keyOfVariant(run, key);
    Given& given = all_.emplace_back(Given{.key = key, .selects = of.facts.selects, .required = of.facts.required});
    if (flags && config::typeOf(of).kind == config::Type::Boolean) {
        const bool standard = config::wordOf(of) == "true";
        given.words = {standard ? "false" : "true"};
        return given.option = command_->add_flag(option, of.facts.help);
    }
    given.option = command_->add_option(option, given.words, of.facts.help);
    // Not CLI::IsMember, which would refuse other spellings that a key takes, as SU(3).
    given.option->type_name(of.choices.empty() ? typeName(of) : fmt::format("{{{}}}", fmt::join(of.choices, ",")));
    if (!config::typeOf(of).list)
        given.option->expected(1);
    else if (!isListOfTexts(of)) // which may have commas
        given.option->delimiter(',');
    given.option->allow_extra_args(false); // files may follow
    return given.option->default_str(config::wordOf(of));
}

void KeyOptions::require(const std::string& option, const std::string& key)
{
    add(option, key)->required()->default_str("");
}

void KeyOptions::addSection(const std::string& section, const std::vector<std::string>& without)
{
    for (const std::string& key : keysOf(section)) {
        if (std::ranges::find(without, key) != without.end()) continue;
        CLI::Option* const made = add(optionOf(key), fmt::format("{}.{}", section, key));
        if (all_.back().required) made->default_str("");
    }
    whole_.push_back(section);
}

void KeyOptions::addUnlisted(const std::string& section)
{
    for (const std::string& name : keysOf(section)) {
        const std::string key = fmt::format("{}.{}", section, name);
        add("--" + key, key, /*flags=*/false)->group(unlistedGroup);
    }
    whole_.push_back(section);
}

const KeyOptions::Given* KeyOptions::of(const std::string& key) const
{
    const auto found = std::ranges::find(all_, key, &Given::key);
    return found == all_.end() ? nullptr : &*found;
}

bool KeyOptions::isGiven(const std::string& key) const
{
    const Given* const one = of(key);
    return one != nullptr && one->option->count() > 0;
}

bool KeyOptions::isSectionGiven(const std::string& section) const
{
    return std::ranges::any_of(
        all_, [&](const Given& one) { return sectionOf(one.key) == section && one.option->count() > 0; });
}

void KeyOptions::named(const std::function<void()>& check) const
{
    try {
        check();
    } catch (const RunConfigError& error) {
        const Given* const one = of(error.section() + "." + error.key());
        if (one == nullptr) throw;
        std::string text = errorOf(one->option->get_name(), error, one->option->count() > 0).what();
        // What a run file says as "gauge = 'landau'" is "--gauge landau" here.
        for (const Given& other : all_)
            if (sectionOf(other.key) == error.section())
                text = asOption(text, nameOf(other.key), other.option->get_name());
        throw InputError(text);
    }
}

std::string KeyOptions::selection(RunConfig& run, const std::string& section) const
{
    for (const config::Key& key : config::sectionNamed(section).keys(run))
        if (const Given* const one = of(section + "." + key.name); one != nullptr && one->selects)
            return fmt::format("{} {}", one->option->get_name(), config::wordOf(key));
    return {};
}

void KeyOptions::setOne(RunConfig& run, const Given& one) const
{
    const std::vector<config::Key> keys = config::sectionNamed(sectionOf(one.key)).keys(run);
    const auto found = std::ranges::find(keys, nameOf(one.key), &config::Key::name);
    std::string words = fmt::format("{}", fmt::join(one.words, ","));
    const bool isFlag = one.option->get_expected_max() == 0;
    if (isFlag && !one.option->as<bool>()) words = words == "true" ? "false" : "true"; // --nucleon=false
    if (found == keys.end())
        throw InputError(fmt::format("{} {} does not apply to {}", one.option->get_name(), words,
                                     selection(run, sectionOf(one.key))));
    try {
        if (isListOfTexts(*found))
            *std::get<std::vector<std::string>*>(found->value) = one.words;
        else
            config::setWord(*found, words);
    } catch (const RunConfigError&) {
        throw; // names the key
    } catch (const InputError& error) {
        const std::string text = error.what();
        const bool says = text.find(words) != std::string::npos;
        throw InputError(
            fmt::format("{}{}: {}", one.option->get_name(), says ? "" : fmt::format(" '{}'", words), text));
    }
}

void KeyOptions::requireKeys(RunConfig& run, const std::string& section) const
{
    for (const config::Key& key : config::sectionNamed(section).keys(run)) {
        const Given* const one = of(fmt::format("{}.{}", section, key.name));
        if (one == nullptr || !key.facts.required || one->option->count() > 0) continue;
        const std::string selected = selection(run, section);
        throw InputError(selected.empty()
                             ? fmt::format("{} is missing: {}", one->option->get_name(), key.facts.help)
                             : fmt::format("{} needs {}: {}", selected, one->option->get_name(), key.facts.help));
    }
}

void KeyOptions::setGiven(RunConfig& run) const
{
    for (const bool selecting : {true, false})
        for (const Given& one : all_)
            if (one.option->count() > 0 && one.selects == selecting) setOne(run, one);
}

void KeyOptions::set(RunConfig& run) const
{
    setGiven(run);
    for (const std::string& section : whole_)
        if (config::sectionNamed(section).has(run)) requireKeys(run, section);
}

RunConfig KeyOptions::given() const
{
    RunConfig run = run_;
    setGiven(run);
    return run;
}

RunConfig KeyOptions::run() const
{
    RunConfig run = run_;
    set(run);
    return run;
}

} // namespace gaugegl::cli
