// Which random numbers a configuration rests on: of each key, how far.  CONVENTIONS.md, "Seeds and keys".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl {

/// The streams of random numbers that made a configuration.  A stream is a key; its position is the number of the next sweep (or
/// trajectory) whose numbers are new.
class RandomStreams {
public:
    /// The first sweep of a key whose numbers did not make the configuration; 0 for a key that it does not know.
    std::uint32_t next(std::uint64_t key) const;
    /// The numbers of the key before that sweep are used; a position never goes back.
    void use(std::uint64_t key, std::uint32_t next);

    /// The same positions.
    bool operator==(const RandomStreams&) const = default;

private:
    friend struct RandomPast; // which has texts

    struct Position {
        std::uint64_t key = 0;
        std::uint32_t next = 0;
        bool operator==(const Position&) const = default;
    };

    std::vector<Position> positions_;
    std::uint32_t rest_ = 0; ///< of keys that are not listed: of more than 1000 the first ones are not
};

/// What a chain that starts from links must know of the numbers that made them.
struct RandomPast {
    RandomStreams streams; ///< that are used
    std::optional<std::uint64_t>
        foreign; ///< where others came before, of which nothing is known: a number of the links then

    /// "KEY:NEXT" of each stream in the order of their first use, the key with 16 hexadecimal digits, after "foreign:NUMBER" and "rest:NEXT"
    /// where there are such, with blanks between; "none" without any.  At most 32 KiB.
    std::string text() const;
    /// The opposite; nothing for another text.
    static std::optional<RandomPast> parse(std::string_view text);

    /// Equal parts.
    bool operator==(const RandomPast&) const = default;
};

} // namespace gaugegl
