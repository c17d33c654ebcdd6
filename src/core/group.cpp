#include "gaugegl/core/group.h"

#include "gaugegl/base/error.h"

namespace gaugegl {

std::string name(Group group) { return group == Group::SU2 ? "SU2" : "SU3"; }

Group parseGroup(std::string_view text)
{
    for (const char* known : {"su2", "SU2", "SU(2)"})
        if (text == known) return Group::SU2;
    for (const char* known : {"su3", "SU3", "SU(3)"})
        if (text == known) return Group::SU3;
    throw InputError("gauge group '" + std::string(text) + "' is not known; expected su2 or su3");
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
