#include "gaugegl/core/random_streams.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl {
namespace {

constexpr std::size_t mostKeys = 1000;
constexpr std::string_view others = "rest", strangers = "foreign", nothing = "none";

/// A number that takes the whole text.
template<class Number>
bool read(std::string_view text, Number& number, int base)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    return error == std::errc() && end == text.data() + text.size();
}

} // namespace

std::uint32_t RandomStreams::next(std::uint64_t key) const
{
    const auto found = std::ranges::find(positions_, key, &Position::key);
    return found == positions_.end() ? rest_ : found->next;
}

void RandomStreams::use(std::uint64_t key, std::uint32_t next)
{
    auto found = std::ranges::find(positions_, key, &Position::key);
    if (found == positions_.end()) found = positions_.insert(positions_.end(), {key, rest_});
    found->next = std::max(found->next, next);
    while (positions_.size() > mostKeys) {
        rest_ = std::max(rest_, positions_.front().next);
        positions_.erase(positions_.begin());
    }
}

std::string RandomPast::text() const
{
    std::vector<std::string> words;
    if (foreign) words.push_back(fmt::format("{}:{:016x}", strangers, *foreign));
    if (streams.rest_ > 0) words.push_back(fmt::format("{}:{}", others, streams.rest_));
    for (const auto& [key, next] : streams.positions_)
        words.push_back(fmt::format("{:016x}:{}", key, next));
    return words.empty() ? std::string(nothing) : fmt::format("{}", fmt::join(words, " "));
}

std::optional<RandomPast> RandomPast::parse(std::string_view text)
{
    RandomPast past;
    if (text == nothing) return past;
    if (text.empty()) return std::nullopt;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        const std::size_t colon = word.find(':');
        if (colon == std::string_view::npos) return std::nullopt;
        const std::string_view name = word.substr(0, colon), value = word.substr(colon + 1);
        std::uint64_t key = 0;
        std::uint32_t next = 0;
        if (name == strangers) {
            if (!read(value, key, 16)) return std::nullopt;
            past.foreign = key;
        } else if (!read(value, next, 10)) {
            return std::nullopt;
        } else if (name == others) {
            past.streams.rest_ = std::max(past.streams.rest_, next);
        } else {
            auto& all = past.streams.positions_;
            if (!read(name, key, 16) || all.size() == mostKeys ||
                std::ranges::count(all, key, &RandomStreams::Position::key) > 0)
                return std::nullopt;
            all.push_back({key, next});
        }
    }
    return past;
}

} // namespace gaugegl
