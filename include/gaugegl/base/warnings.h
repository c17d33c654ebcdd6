// What a result or a choice is not vouched for.
#pragma once

#include <string>
#include <vector>

namespace gaugegl {

/// Sentences without a full stop, each of which names what it is about.
using Warnings = std::vector<std::string>;

/// Adds those of `more` that are not there yet.
inline void append(Warnings& to, const Warnings& more)
{
    for (const std::string& one : more) {
        bool known = false;
        for (const std::string& other : to)
            known = known || other == one;
        if (!known) to.push_back(one);
    }
}

} // namespace gaugegl
