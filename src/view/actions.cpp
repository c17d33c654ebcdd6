#include "actions.h"

#include "base/home.h"
#include "base/text_file.h"
#include "base/trimmed.h"

#include "gaugegl/base/error.h"
#include "png.h"

#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace gaugegl::view {
namespace {

/// How many words follow a verb.
const std::map<std::string, std::size_t>& verbs()
{
    static const std::map<std::string, std::size_t> known = {
        {"set", 2},        {"preset", 1},     {"restart", 0},      {"heat", 0},  {"quench", 1},
        {"freeze", 0},     {"sweeps", 1},     {"frames", 1},       {"key", 1},   {"click", 2},
        {"drag", 4},       {"scroll", 3},     {"resize", 2},       {"stop", 0},  {"quit", 0},
        {"screenshot", 1}, {"save-links", 1}, {"save-session", 1}, {"record", 1}};
    return known;
}

/// The first word, which is taken away.
std::string takeWord(std::string_view& text)
{
    const auto end = std::min(text.find_first_of(" \t"), text.size());
    std::string word(text.substr(0, end));
    text = trimmed(text.substr(end));
    return word;
}

InputError errorAt(const std::string& place, const std::string& message)
{
    return InputError(place.empty() ? message : place + ": " + message);
}

} // namespace

std::string Action::text() const { return words.empty() ? verb : fmt::format("{} {}", verb, fmt::join(words, " ")); }

Action parseAction(std::string_view line, const std::string& place)
{
    std::string_view rest = trimmed(line);
    Action action{.verb = takeWord(rest), .words = {}, .place = place};
    const auto known = verbs().find(action.verb);
    if (known == verbs().end()) {
        std::vector<std::string> names;
        for (const auto& [name, count] : verbs())
            names.push_back(name);
        throw errorAt(place, fmt::format("there is no action '{}'; there are {}", action.verb, fmt::join(names, ", ")));
    }
    const bool isFile = action.verb == "screenshot" || action.verb == "save-links" || action.verb == "save-session" ||
                        action.verb == "record";
    // The last word may be a file name with blanks.
    while (!rest.empty() && action.words.size() + 1 < known->second)
        action.words.push_back(takeWord(rest));
    if (!rest.empty()) action.words.push_back(isFile ? withHome(std::string(rest)) : std::string(rest));
    if (action.words.size() != known->second || (known->second == 0 && !rest.empty()))
        throw errorAt(place,
                      fmt::format("'{}' takes {} words, not {}", action.verb, known->second, action.words.size()));
    try {
        if (action.verb == "screenshot") requirePngName(action.words[0]);
    } catch (const InputError& error) {
        throw errorAt(place, error.what());
    }
    return action;
}

std::vector<Action> parseScript(std::string_view text, const std::string& fileName)
{
    std::vector<Action> actions;
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view content = trimmed(text.substr(0, std::min(text.find('#'), end)));
        if (!content.empty()) actions.push_back(parseAction(content, fmt::format("{}:{}", fileName, line)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return actions;
}

std::vector<Action> loadScript(const std::string& file)
{
    constexpr std::uint64_t longest = 1 << 20;
    return parseScript(requiredTextOfFile(file, longest), file);
}

int numberOf(const Action& action, std::size_t word, int least, int most)
{
    const std::string& text = action.words.at(word);
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < least || number > most)
        throw errorAt(action.place,
                      fmt::format("{}: '{}' is not a whole number from {} to {}", action.verb, text, least, most));
    return number;
}

} // namespace gaugegl::view
