// The gauge group, chosen at run time, and the precision and shader path of a computation.
#pragma once

#include "gaugegl/core/choice.h"

#include <string>
#include <string_view>

namespace gaugegl {

/// SU(2) or SU(3).
enum class Group { SU2, SU3 };

/// N of SU(N).
constexpr int colours(Group group) { return group == Group::SU2 ? 2 : 3; }

/// "SU2" or "SU3": the name used in JSON.
std::string name(Group group);

/// Accepts "su2", "SU2", "SU(2)" and the same spellings of SU(3).  Throws InputError.
Group parseGroup(std::string_view text);

/// The precision of fields and kernels.
enum class Precision { Single, Double };
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<Precision> = std::to_array<NamedChoice<Precision>>({{Precision::Single, "single"},
                                                                                      {Precision::Double, "double"}});

/// "single" or "double".
std::string name(Precision precision);

/// Throws InputError unless text is "single" or "double".
Precision parsePrecision(std::string_view text);

/// Which kind of shader runs the kernels.
enum class Path { Fragment, Compute };

/// "fragment" or "compute".
std::string name(Path path);

/// Where fields are stored: in textures, or (compute shaders only) in shader storage buffers.
enum class Storage { Texture, Buffer };
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<Storage> = std::to_array<NamedChoice<Storage>>({{Storage::Texture, "texture"},
                                                                                  {Storage::Buffer, "buffer"}});

/// "texture" or "buffer".
std::string name(Storage storage);

/// Throws InputError unless text is "texture" or "buffer".
Storage parseStorage(std::string_view text);

/// The number format of a field on a device.
enum class FieldFormat {
    Real,        ///< the device's precision
    Half,        ///< 16-bit floats (RGBA16F)
    Fixed,       ///< 16-bit integers / 32767, for numbers between -1 and 1 (RGBA16_SNORM)
    BlockFloat16 ///< 16-bit integers between -1 and 1 (RGBA16_SNORM) and a norm per texel in an extra layer
};

/// "real", "half", "fixed" or "normed".
std::string name(FieldFormat format);

/// "fragment", "compute", or "buffers" for compute shaders with fields in buffers.
std::string name(Path path, Storage storage);

} // namespace gaugegl
