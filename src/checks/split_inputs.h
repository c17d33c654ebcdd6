// The inputs of kernels on a lattice that ranks share: the same numbers on the whole lattice and on the part of a rank.
#pragma once

#include "fermion/operators/hop_links.h"
#include "gaugegl/fields/gauge_field.h"

#include <compare>
#include <map>

namespace gaugegl {

/// A rank's two devices, of one context.
struct SplitDevices {
    Device& whole;  ///< as one rank alone would have it
    Device& shared; ///< as one of the ranks
};

/// Something on the whole lattice and on the rank's part of it.
template<class Of>
struct Split {
    std::unique_ptr<Of> whole, part;

    /// One of the two.
    Of& of(bool isPart) const { return isPart ? *part : *whole; }
};

/// Fields of pseudo-random numbers for whatever a kernel reads.  They are made on the host of every rank alike, as functions of the
/// place in the whole lattice; links are elements of the group.
class SplitInputs {
public:
    /// For a lattice as devices.shared.shared() gives it; collective.
    SplitInputs(const SplitDevices& devices, const Lattice& lattice, Group group);

    /// Gives a kernel everything that its program uses, on the rank's part or on the whole lattice; collective.
    void bind(Kernel& kernel, const KernelSpec& spec, int parity, bool isPart);

    /// Textures for its results, full of numbers that no kernel writes and that differ in the two.
    std::vector<Split<PlaneTexture>> results(const KernelSpec& spec) const;

    /// The links.
    const GaugeField& links(bool isPart) const { return links_.of(isPart); }
    /// A field of numbers between -1 and 1 of one plane, in pairs or not; collective.
    const PlaneTexture& numbers(bool inPairs, bool isPart);

private:
    enum class Content {
        Numbers,     ///< between -1 and 1
        HalfWords,   ///< whole numbers of 16 bits
        RanluxWords, ///< whole numbers of 24 bits, or 48 in double precision, and in the plane behind the block 0 or 1
    };
    struct Kind {
        Content content = Content::Numbers;
        bool inPairs = false;
        int slices = 1;      ///< of a fifth dimension
        bool matrix = false; ///< in these slices, alike on all ranks
        FieldFormat format = FieldFormat::Real;
        int planes = 0, number = 0;
        auto operator<=>(const Kind&) const = default; // NOLINT(modernize-use-nullptr): in what the compiler writes
    };
    /// A uniform of the program that holds fields.
    struct Reads {
        std::string name;
        int count = 1;
    };

    TextureShape shape(const Kind& kind, bool isPart) const;
    const Split<PlaneTexture>& field(const Kind& kind);
    void fill(PlaneTexture& texture, const Kind& kind) const;
    void fillSixteen(PlaneTexture& texture, const Kind& kind) const;
    const HopLinks& hopLinks(const KernelSpec& spec, bool isPart);
    void bindField(Kernel& kernel, const KernelSpec& spec, const Reads& uniform, int parity, bool isPart);
    void bindValue(Kernel& kernel, const KernelSpec& spec, const gl::ActiveUniform& uniform, int parity,
                   bool isPart) const;
    int integer(const std::string& name, const KernelSpec& spec, int parity) const;

    SplitDevices devices_;
    Lattice lattice_;
    int mu_; ///< a direction that is divided
    Split<GaugeField> links_;
    std::map<Kind, Split<PlaneTexture>> fields_;
    std::map<std::string, Split<HopLinks>> hopLinks_;
    Split<PlaneTexture> number_; ///< one of the device, which every rank has
};

/// What a kernel reads and is set, as the program for the whole lattice says.
std::map<std::string, gl::ActiveUniform> activeUniforms(Device& whole, const KernelSpec& spec);

} // namespace gaugegl
