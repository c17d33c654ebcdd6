// The links as fermion operators read them: a choice of storage, measured by `gaugegl bench`.
#pragma once

#include "gaugegl/fields/gauge_field.h"

namespace gaugegl {

/// How a link of SU(3) is stored; SU(2) has its quaternion always.
enum class Reconstruct {
    R12, ///< rows 0 and 1, as the gauge field: no copy is made
    R18, ///< all rows: nothing is rebuilt
    R8   ///< four elements and two angles (lattice/links.glsl): fewest bytes, most arithmetic
};

/// How a kernel finds the texels of neighbours (lattice/transport.glsl).
enum class Neighbours {
    Computed, ///< by shifts and masks
    Table,    ///< from an index texture
    InLinks   ///< from the two spare numbers of an 18-real link, as Egri et al. (Comput. Phys. Commun. 177 (2007) 631)
              ///< have it
};

/// What hops read.
struct HopStorage {
    Reconstruct reconstruct = Reconstruct::R12;   ///< numbers of a link
    FieldFormat links = FieldFormat::Real;        ///< Real, Half or Fixed
    Neighbours neighbours = Neighbours::Computed; ///< where they are
    /// Equal choices.
    bool operator==(const HopStorage&) const = default;
};

/// What is taken unless something else is asked for: 12 reals; on cards with few registers 18 in double precision,
/// which can be read row by row.
HopStorage defaultHopStorage(Group group, Precision precision, Registers registers = Registers::Many);
/// "12", "18-half-table", ..
std::string name(const HopStorage& storage);
/// Whether kernels of this group and precision exist with it: SU(2) has R12 alone (its quaternion), 8 reals and
/// neighbours in links are stored as Real, and 16 bits need single precision in textures.
bool exists(const HopStorage& storage, Group group, Precision precision, Storage fields);
/// Planes of a link.
int hopLinkPlanes(Group group, Reconstruct reconstruct);
/// The defines of lattice/links.glsl and lattice/transport.glsl.
gl::Defines hopDefines(const HopStorage& storage, Group group);
/// The kernel that converts links.
KernelSpec hopLinksSpec(const Lattice& lattice, Group group, const HopStorage& storage);

/// The links of a gauge field in a storage of choice.
class HopLinks {
public:
    /// The field must outlive the object, which refers to it where it is stored as it should be.  Throws InputError
    /// when the storage does not exist there, DeviceError when a number cannot name the texels (extents above 4096
    /// texels in either direction).
    HopLinks(const GaugeField& u, const HopStorage& storage);

    /// To be called when the gauge field has changed.
    void update();
    /// Where the links came from.
    const GaugeField& gauge() const { return *u_; }
    /// As chosen.
    const HopStorage& storage() const { return storage_; }
    /// Names links and neighbours in a kernel that runs on this parity.
    void bind(Kernel& kernel, int parity) const;

private:
    std::vector<const PlaneTexture*> links(int parity) const;

    const GaugeField* u_;
    HopStorage storage_;
    std::vector<PlaneTexture> copies_; ///< 2 mu + parity; none: those of the gauge field serve
    std::vector<PlaneTexture> tables_; ///< of each parity, where there are tables
};

} // namespace gaugegl
