// The links as fermion operators read them, in one of several storage formats; `gaugegl bench` compares them.
#pragma once

#include "gaugegl/fields/gauge_field.h"

namespace gaugegl {

/// The real numbers stored per SU(3) link, from which the matrix is reconstructed.  SU(2) always stores the quaternion.
enum class Reconstruct {
    R12, ///< rows 0 and 1, as in the gauge field: no copy is made
    R18, ///< all rows: no reconstruction
    R8   ///< four elements and two angles (lattice/links.glsl): fewest bytes, most arithmetic
};

/// How a kernel finds the texels of neighbouring sites (lattice/transport.glsl).
enum class Neighbours {
    Computed, ///< by shifts and masks
    Table,    ///< from an index texture
    InLinks   ///< from the two spare numbers of an 18-real link, as in Egri et al. (Comput. Phys. Commun. 177 (2007)
              ///< 631)
};

/// How a hopping term stores its links and neighbours.
struct HopStorage {
    Reconstruct reconstruct = Reconstruct::R12;   ///< numbers of a link
    FieldFormat links = FieldFormat::Real;        ///< Real, Half or Fixed
    Neighbours neighbours = Neighbours::Computed; ///< how they are found
    /// Equal choices.
    bool operator==(const HopStorage&) const = default;
};

/// Whether hops read the links of the gauge field itself, so that no copies are stored.
bool readsGaugeField(const HopStorage& storage, Group group);
/// The default: 12 reals; in double precision on cards with few registers 18, which can be read row by row.
HopStorage defaultHopStorage(Group group, Precision precision, Registers registers = Registers::Many);
/// "12", "18-half-table", ..
std::string name(const HopStorage& storage);
/// Whether there are kernels for this storage, group and precision.  SU(2) has only R12 (its quaternion); R8 and
/// InLinks need the format Real; 16 bits need single precision in textures.
bool exists(const HopStorage& storage, Group group, Precision precision, Storage fields);
/// The number of planes of a link.
int hopLinkPlanes(Group group, Reconstruct reconstruct);
/// The defines of lattice/links.glsl and lattice/transport.glsl.
gl::Defines hopDefines(const HopStorage& storage, Group group);
/// The kernel that converts links.
KernelSpec hopLinksSpec(const Lattice& lattice, Group group, const HopStorage& storage);

/// The links of a gauge field in the chosen storage.
class HopLinks {
public:
    /// The field must outlive the object, which uses its textures directly if they have the right format.  Throws
    /// InputError if the storage does not exist there, and DeviceError if an index of a texel does not fit into a
    /// number (more than 4096 texels in either direction).
    HopLinks(const GaugeField& u, const HopStorage& storage);

    /// Converts the links again; call it when the gauge field has changed.
    void update();
    /// The gauge field that the links come from.
    const GaugeField& gauge() const { return *u_; }
    /// The chosen storage.
    const HopStorage& storage() const { return storage_; }
    /// Binds links and neighbours to a kernel that runs on this parity.
    void bind(Kernel& kernel, int parity) const;

private:
    std::vector<const PlaneTexture*> links(int parity) const;

    const GaugeField* u_;
    HopStorage storage_;
    std::vector<PlaneTexture> copies_; ///< [2 mu + parity]; empty: the textures of the gauge field are used
    std::vector<PlaneTexture> tables_; ///< [parity]; empty unless neighbours come from tables
};

} // namespace gaugegl
