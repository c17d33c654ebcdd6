#include "keys.h"

#include <cctype>
#include <utility>

namespace gaugegl::view {

namespace {

constexpr std::array<std::pair<std::string_view, int>, 17> names = {{{"space", key::space},
                                                                     {"escape", key::escape},
                                                                     {"enter", key::enter},
                                                                     {"tab", key::tab},
                                                                     {"right", key::right},
                                                                     {"left", key::left},
                                                                     {"down", key::down},
                                                                     {"up", key::up},
                                                                     {"page-up", key::pageUp},
                                                                     {"page-down", key::pageDown},
                                                                     {"home", key::home},
                                                                     {"end", key::end},
                                                                     {"f1", key::f1},
                                                                     {"f2", key::f2},
                                                                     {"f3", key::f3},
                                                                     {"+", key::equal},
                                                                     {"-", key::minus}}};

} // namespace

std::vector<std::string_view> keyNames()
{
    std::vector<std::string_view> all;
    all.reserve(names.size());
    for (const auto& [name, number] : names)
        all.push_back(name);
    return all;
}

int keyNumber(std::string_view name)
{
    for (const auto& [known, number] : names)
        if (name == known) return number;
    if (name.size() == 1 && std::isalnum(static_cast<unsigned char>(name[0])) != 0)
        return std::toupper(static_cast<unsigned char>(name[0]));
    return 0;
}

} // namespace gaugegl::view
