#include "gaugegl/core/group.h"

#include "gaugegl/base/error.h"

#include <fmt/format.h>

namespace gaugegl {

Group groupOfColours(int colours)
{
    for (const GroupTraits& t : groupTraits)
        if (t.colours == colours) return t.group;
    throw InputError(fmt::format("the gauge group SU({}) is not known; expected {}", colours, groupWords(" or ")));
}

void requireFeature(Group group, Feature feature)
{
    if (has(group, feature)) return;
    constexpr const char* names[] = {"fermion operator", "hybrid Monte Carlo", "gauge fixing",
                                     "Abelian or centre projection", "multihit"};
    std::string others;
    for (const GroupTraits& t : groupTraits)
        if (has(t.group, feature)) others += (others.empty() ? "" : " and ") + std::string(t.title);
    throw InputError(
        fmt::format("there is no {} for {}; there is for {}", names[int(feature)], traits(group).title, others));
}

std::string name(Group group) { return traits(group).name; }

std::string word(Group group) { return traits(group).word; }

Group parseGroup(std::string_view text)
{
    for (const GroupTraits& t : groupTraits)
        if (text == t.word || text == t.name || text == t.title) return t.group;
    throw InputError(fmt::format("gauge group '{}' is not known; expected {}", text, groupWords(" or ")));
}

std::vector<Group> allGroups()
{
    std::vector<Group> groups;
    for (const GroupTraits& t : groupTraits)
        groups.push_back(t.group);
    return groups;
}

std::string groupWords(const char* separator)
{
    std::string words;
    for (const GroupTraits& t : groupTraits)
        words += (words.empty() ? "" : separator) + std::string(t.word);
    return words;
}

std::string name(Precision precision) { return precision == Precision::Single ? "single" : "double"; }

Precision parsePrecision(std::string_view text)
{
    if (text == "single") return Precision::Single;
    if (text == "double") return Precision::Double;
    throw InputError("precision '" + std::string(text) + "' is not known; expected single or double");
}

std::string name(Path path) { return path == Path::Fragment ? "fragment" : "compute"; }

std::string name(Storage storage) { return storage == Storage::Texture ? "texture" : "buffer"; }

Storage parseStorage(std::string_view text)
{
    if (text == "texture") return Storage::Texture;
    if (text == "buffer") return Storage::Buffer;
    throw InputError("storage '" + std::string(text) + "' is not known; expected texture or buffer");
}

std::string name(FieldFormat format)
{
    constexpr const char* names[] = {"real", "half", "fixed", "normed"};
    return names[int(format)];
}

std::string name(Path path, Storage storage) { return storage == Storage::Buffer ? "buffers" : name(path); }

} // namespace gaugegl
