// The gauge field on the device: eight link textures, one for each direction and parity.
#pragma once

#include "gaugegl/device/kernel.h"

#include <array>

namespace gaugegl {

/// Planes of one link: SU(2) stores the quaternion, SU(3) rows 0 and 1.
constexpr int linkPlanes(Group group) { return traits(group).linkPlanes; }

/// A gauge field with value semantics: a copy is a copy on the device.  The device must outlive the field.
class GaugeField {
public:
    /// The cold start, every link 1.  Throws DeviceError if the lattice does not fit the device; the message suggests
    /// one that does (lattice_fit.h).
    GaugeField(Device& device, const Lattice& lattice, Group group);
    /// Copies on the device.
    GaugeField(const GaugeField& other);
    /// Copies on the device, into the existing textures if the other field has the same lattice and group.
    GaugeField& operator=(const GaugeField& other);
    /// Takes over the textures.
    GaugeField(GaugeField&&) noexcept = default;
    /// Takes over the textures.
    GaugeField& operator=(GaugeField&&) noexcept = default;
    ~GaugeField() = default;

    /// The device that holds the links.
    Device& device() const { return *device_; }
    /// Extents.
    const Lattice& lattice() const { return lattice_; }
    /// SU(2) or SU(3).
    Group group() const { return group_; }

    /// The links U_mu of the sites of one parity.
    const PlaneTexture& links(int mu, int parity) const { return *links_[index(mu, parity)]; }
    /// The links U_mu of the sites of one parity.
    PlaneTexture& links(int mu, int parity) { return *links_[index(mu, parity)]; }
    /// The four textures of one parity, as kernels read them.
    std::vector<const PlaneTexture*> links(int parity) const;

    /// A texture of the shape of links(mu, parity) with undefined contents: an update writes it, then calls replace.
    PlaneTexture& scratch() { return *scratch_; }
    /// Makes the scratch texture the links (mu, parity); the old links become the scratch.
    void replace(int mu, int parity) { std::swap(links_[index(mu, parity)], scratch_); }

    /// Exchanges the links (mu, parity) with another texture of their shape, for updates that write many links at once.
    void exchange(int mu, int parity, std::unique_ptr<PlaneTexture>& other)
    {
        std::swap(links_[index(mu, parity)], other);
    }

    /// A texture with this many planes on one parity, with undefined contents, for intermediate results of an update.
    /// Made on first use and kept.
    PlaneTexture& workspace(int planes);

private:
    static std::size_t index(int mu, int parity) { return static_cast<std::size_t>(2 * mu + parity); }
    void copyLinks(const GaugeField& other);

    Device* device_;
    Lattice lattice_;
    Group group_;
    std::array<std::unique_ptr<PlaneTexture>, 8> links_;
    std::unique_ptr<PlaneTexture> scratch_, workspace_;
};

/// Binds the links of all directions to a kernel: those at the sites of one parity as "uSame", the others as "uOther".
/// Also sets "uParity".
void readLinks(Kernel& kernel, const GaugeField& u, int parity);

/// The kernel that copies textures with this many planes.
KernelSpec copySpec(int planes);

} // namespace gaugegl
