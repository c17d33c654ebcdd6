// The gauge group, chosen at run time, and the precision and shader path of a computation.
#pragma once

#include "gaugegl/core/choice.h"

#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace gaugegl {

/// The gauge groups, in the order of groupTraits.
enum class Group { SU2, SU3, SU4 };

/// Couplings beta = 2N/g^2 of the Wilson action by which examples, checks and scales of figures are chosen.
struct TypicalCouplings {
    double strong;           ///< deep in strong coupling
    double crossover;        ///< where fluctuations are large
    double scaling;          ///< where a lattice is usually simulated
    double symanzik;         ///< the crossover of the tree-level Symanzik action
    double transition;       ///< deconfinement with four sites in time
    double strongCouplingTo; ///< the strong-coupling expansion of the plaquette holds up to here
    double weakCouplingFrom; ///< the weak-coupling expansion of the plaquette holds from here on
    double least;            ///< of a slider
    double most;             ///< of a slider
};

/// What exists for some groups only.  Updates, loops, smearing and flow exist for all.
enum class Feature { Fermions, MolecularDynamics, GaugeFixing, CentreProjection, MeanLinks };

/// Some of them.
class FeatureSet {
public: /// These.
    constexpr FeatureSet(std::initializer_list<Feature> features)
    {
        for (const Feature feature : features)
            bits_ |= bit(feature);
    }
    constexpr bool has(Feature feature) const { return (bits_ & bit(feature)) != 0; } ///< Whether one is there.

private:
    static constexpr unsigned bit(Feature feature) { return 1U << unsigned(feature); }
    unsigned bits_ = 0;
};
inline constexpr FeatureSet allFeatures = {Feature::Fermions, Feature::MolecularDynamics, Feature::GaugeFixing,
                                           Feature::CentreProjection, Feature::MeanLinks}; ///< Every one.
inline constexpr FeatureSet noFeatures = {};                                               ///< None.

/// What the code has to know of a group.  shaders/lattice/su$NC.glsl and algebra_su$NC.glsl are the rest.
struct GroupTraits {
    Group group;           ///< which one
    int colours;           ///< N of SU(N)
    const char* word;      ///< "su3": in options, run files and labels of kernels
    const char* name;      ///< "SU3": in JSON
    const char* title;     ///< "SU(3)": in text
    bool quaternions;      ///< links are quaternions, and so are their sums; else matrices by rows
    int linkPlanes;        ///< texels of four numbers that a link takes: a quaternion; rows 0 and 1 of SU(3)
    int matrixPlanes;      ///< texels of a matrix that is no group element: a quaternion; two for each row
    int algebraPlanes;     ///< texels of an element of the Lie algebra: three numbers; eight
    int subgroups;         ///< SU(2) subgroups that an update goes through, N (N - 1) / 2
    FeatureSet features;   ///< those that exist
    TypicalCouplings beta; ///< examples of beta
};

/// One line for each group.
inline constexpr GroupTraits groupTraits[] = {
    {Group::SU2,
     2,
     "su2",
     "SU2",
     "SU(2)",
     true,
     1,
     1,
     1,
     1,
     allFeatures,
     {0.6, 2.3, 2.4, 1.8, 2.3, 1.4, 2.8, 0.1, 4.0}},
    {Group::SU3,
     3,
     "su3",
     "SU3",
     "SU(3)",
     false,
     3,
     6,
     2,
     3,
     allFeatures,
     {1.2, 5.7, 6.0, 4.5, 5.69, 3.5, 6.5, 0.5, 9.0}},
    {Group::SU4,
     4,
     "su4",
     "SU4",
     "SU(4)",
     false,
     6,
     8,
     4,
     6,
     noFeatures,
     {2.0, 10.2, 10.8, 8.0, 10.49, 7.0, 14.0, 1.0, 16.0}},
};

/// Of a group.
constexpr const GroupTraits& traits(Group group) { return groupTraits[int(group)]; }

/// The group with that N.  Throws InputError where there is none.
Group groupOfColours(int colours);

/// Calls f with std::integral_constant<int, N>: what is compiled for each number of colours.
template<std::size_t k = 0, class F>
decltype(auto) withColours(Group group, F&& f)
{
    constexpr std::integral_constant<int, groupTraits[k].colours> n;
    if constexpr (k + 1 < std::size(groupTraits))
        if (traits(group).colours != n) return withColours<k + 1>(group, std::forward<F>(f));
    return f(n);
}

/// Rows of a stored link: all but the last one, which follows from the others.
constexpr int storedRows(Group group) { return traits(group).colours - 1; }

/// N of SU(N).
constexpr int colours(Group group) { return traits(group).colours; }

/// Whether it exists for a group.
constexpr bool has(Group group, Feature feature) { return traits(group).features.has(feature); }
/// Throws InputError that names the groups which have it.
void requireFeature(Group group, Feature feature);

/// "SU2" or "SU3": the name used in JSON.
std::string name(Group group);

/// "su2" or "su3": in options, run files and labels.
std::string word(Group group);

/// Accepts "su2", "SU2", "SU(2)" and likewise for the others.  Throws InputError.
Group parseGroup(std::string_view text);

/// All groups.
std::vector<Group> allGroups();

/// "su2, su3": the words of all groups.
std::string groupWords(const char* separator = ", ");

/// Of the numbers of fields and kernels.
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
