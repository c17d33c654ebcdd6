#include "actions.h"

#include "base/home.h"
#include "base/text_file.h"
#include "base/trimmed.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace gaugegl::view {
namespace {

constexpr auto verbs = std::to_array<Verb>({{"set", 2},
                                            {"toggle", 1},
                                            {"preset", 1, true},
                                            {"restart", 0, true},
                                            {"heat", 0, true},
                                            {"quench", 1, true},
                                            {"freeze", 0, true},
                                            {"stop-measuring", 0},
                                            {"sweeps", 1},
                                            {"frames", 1},
                                            {"orbit", 2},
                                            {"pan", 2},
                                            {"zoom", 1},
                                            {"home", 0},
                                            {"step", 1},
                                            {"key", 1},
                                            {"click", 2},
                                            {"drag", 4},
                                            {"scroll", 3},
                                            {"resize", 2},
                                            {"screenshot", 1, true, ".png"},
                                            {"save-links", 1, true, ".ildg"},
                                            {"save-session", 1, true, ""},
                                            {"record", 1, true, ""},
                                            {"stop", 0, true},
                                            {"help", 0},
                                            {"quit", 0}});

const Verb* verbNamed(std::string_view name)
{
    const auto found = std::ranges::find(verbs, name, [](const Verb& one) -> std::string_view { return one.name; });
    return found == verbs.end() ? nullptr : &*found;
}

/// The first word, which is taken away.
std::string takeWord(std::string_view& text)
{
    const auto end = std::min(text.find_first_of(" \t"), text.size());
    std::string word(text.substr(0, end));
    text = trimmed(text.substr(end));
    return word;
}

template<class Of>
std::optional<Of> numberIn(const std::string& text)
{
    Of number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

InputError errorAt(const std::string& place, const std::string& message)
{
    return InputError(place.empty() ? message : place + ": " + message);
}

} // namespace

void requirePngName(const std::string& path)
{
    std::string end = std::filesystem::path(path).extension().string();
    for (char& c : end)
        c = char(std::tolower(static_cast<unsigned char>(c)));
    if (end != ".png")
        throw InputError(fmt::format("'{}': pictures are written as PNG, so that their names end in .png", path));
}

std::string Action::text() const { return words.empty() ? verb : fmt::format("{} {}", verb, fmt::join(words, " ")); }

Action parseAction(std::string_view line, const std::string& place)
{
    std::string_view rest = trimmed(line);
    Action action{.verb = takeWord(rest), .words = {}, .place = place};
    const Verb* known = verbNamed(action.verb);
    if (known == nullptr) {
        std::vector<std::string> names;
        names.reserve(verbs.size());
        for (const Verb& one : verbs)
            names.emplace_back(one.name);
        throw errorAt(place, fmt::format("there is no action '{}'; there are {}", action.verb, fmt::join(names, ", ")));
    }
    // The last word may be a file name with blanks.
    while (!rest.empty() && action.words.size() + 1 < known->words)
        action.words.push_back(takeWord(rest));
    if (!rest.empty())
        action.words.push_back(known->ending != nullptr ? withHome(std::string(rest)) : std::string(rest));
    if (action.verb == "set" && action.words.size() == 1) action.words.emplace_back(); // an empty value
    if (action.words.size() != known->words)
        throw errorAt(place,
                      fmt::format("'{}' takes {} words, not {}", action.verb, known->words, action.words.size()));
    try {
        if (action.verb == "screenshot") requirePngName(action.words[0]);
    } catch (const InputError& error) {
        throw errorAt(place, error.what());
    }
    return action;
}

Action shortAction(std::string_view line)
{
    const Verb* known = verbNamed(line);
    if (known != nullptr && known->ending != nullptr) return {std::string(line), {}, ""};
    return parseAction(line, "");
}

const Verb& verbOf(const Action& action) { return *verbNamed(action.verb); }

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
    const std::optional<int> number = numberIn<int>(action.words.at(word));
    if (!number || *number < least || *number > most)
        throw errorAt(action.place, fmt::format("{}: '{}' is not a whole number from {} to {}", action.verb,
                                                action.words[word], least, most));
    return *number;
}

float realOf(const Action& action, std::size_t word)
{
    const std::optional<float> number = numberIn<float>(action.words.at(word));
    if (!number || !std::isfinite(*number))
        throw errorAt(action.place, fmt::format("{}: '{}' is not a number", action.verb, action.words[word]));
    return *number;
}

} // namespace gaugegl::view
