#include "key_options.h"

#include "config/words.h"

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

} // namespace

InputError errorOf(const std::string& option, const RunConfigError& error)
{
    const std::string text = error.what(), begin = error.key() + " = ", end = " in [" + error.section() + "]";
    const std::size_t behind = text.find(end);
    if (!text.starts_with(begin) || behind == std::string::npos) return InputError(fmt::format("{}: {}", option, text));
    return InputError(fmt::format("{} {}{}", option, text.substr(begin.size(), behind - begin.size()),
                                  text.substr(behind + end.size())));
}

CLI::Option* KeyOptions::add(const std::string& option, const std::string& key)
{
    const config::Key of = config::keyNamed(run_, key);
    Given& given = all_.emplace_back(Given{.key = key});
    if (config::typeOf(of).kind == config::Type::Boolean) {
        given.words = {"true"};
        CLI::Option* const flag = command_->add_flag(option, of.facts.help);
        given.option = flag;
        return flag;
    }
    CLI::Option* const made = command_->add_option(option, given.words, of.facts.help);
    given.option = made;
    // Not CLI::IsMember, which would refuse other spellings that a key takes, as SU(3).
    made->type_name(of.choices.empty() ? typeName(of) : fmt::format("{{{}}}", fmt::join(of.choices, ",")));
    if (config::typeOf(of).list)
        made->delimiter(',');
    else
        made->expected(1);
    made->default_str(config::wordOf(of));
    return made;
}

void KeyOptions::require(const std::string& option, const std::string& key)
{
    add(option, key)->required()->default_str("");
}

bool KeyOptions::isGiven(const std::string& key) const
{
    return std::ranges::any_of(all_, [&](const Given& one) { return one.key == key && one.option->count() > 0; });
}

void KeyOptions::named(const std::function<void()>& check) const
{
    try {
        check();
    } catch (const RunConfigError& error) {
        const std::string key = error.section() + "." + error.key();
        const auto of = std::ranges::find(all_, key, &Given::key);
        if (of == all_.end()) throw;
        throw errorOf(of->option->get_name(), error);
    }
}

RunConfig KeyOptions::run() const
{
    RunConfig run = run_;
    for (const Given& one : all_) {
        if (one.option->count() == 0) continue;
        try {
            config::setWord(config::keyNamed(run, one.key), fmt::format("{}", fmt::join(one.words, ",")));
        } catch (const RunConfigError&) {
            throw; // names the key
        } catch (const InputError& error) {
            throw InputError(fmt::format("{}: {}", one.option->get_name(), error.what()));
        }
    }
    return run;
}

} // namespace gaugegl::cli
