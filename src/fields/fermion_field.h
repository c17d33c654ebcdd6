// Fermion fields of one parity on the device, as vectors for the solvers (algebra/concepts.h).
//
// Wilson spinors have a texel for each site, in four (SU(2)) or six planes.  Staggered vectors have a texel for each
// two sites, t = 2k and 2k+1 with its xh, y, z, in two or three planes, so that no number is wasted.  Fields of a fifth dimension, or of several
// right-hand sides, have their slices side by side in the columns.
#pragma once

#include "algebra/concepts.h"
#include "fields/device_number.h"
#include "gaugegl/core/fermion.h"

#include <span>

namespace gaugegl {

/// Planes of a texel: 4 and 6 for spinors, 2 and 3 for two staggered sites.
constexpr int fermionPlanes(FermionKind kind, Group group)
{
    return fermionComponents(kind, group) * traits(kind).sitesPerTexel / 2;
}

/// The texture of a fermion field of one parity with so many slices.
TextureShape fermionShape(const Lattice& lattice, Group group, FermionKind kind, int slices = 1);

/// The operations of kernels/linear.glsl.
enum class LinearOperation { Axpy, Xpay, Update, Products, Scale, Zero };

/// The variants of kernels/linear.glsl.
struct LinearKernel {
    LinearOperation operation = LinearOperation::Axpy; ///< the operation
    bool complex = false;                              ///< the coefficient is complex
    bool constant = false;                             ///< the coefficient is a number of the host
    bool terms = false;                                ///< also writes the terms of |out|^2
    bool oneX = false;                                 ///< x is one vector for all, a part of its field
    FieldFormat x = FieldFormat::Real;                 ///< of the field x
    FieldFormat y = FieldFormat::Real;                 ///< of the others
    Registers registers = Registers::Many;             ///< per thread; few: plane after plane, in more passes
    Precision precision = Precision::Single;           ///< relevant only if registers are few
    int vectors = 1;                                   ///< that the fields hold, with coefficients of their own
    /// Equal programs.
    bool operator==(const LinearKernel&) const = default;
};
/// The common properties of fields, and a pool of their textures.
class FermionSpace : public std::enable_shared_from_this<FermionSpace> {
public:
    /// The properties of the fields of a space.
    struct Description {
        Lattice lattice;                        ///< of both parities
        Group group = Group::SU3;               ///< SU(2) or SU(3)
        FermionKind kind = FermionKind::Wilson; ///< spinors or staggered vectors
        FieldFormat format = FieldFormat::Real; ///< of the numbers
        int slices = 1;                         ///< of a fifth dimension, or of several right-hand sides
        int vectors = 1; ///< right-hand sides with numbers of their own (fermion_bundle.h), which share the slices

        /// Complex numbers of a site, in all slices.
        int components() const { return slices * fermionComponents(kind, group); }
    };
    /// The device must outlive the space, which lives at least as long as its fields.
    static std::shared_ptr<FermionSpace> create(Device& device, const Description& description);

    /// The device that holds the fields.
    Device& device() const { return *device_; }
    /// The properties of the fields.
    const Description& description() const { return description_; }
    /// The shape of the textures.
    TextureShape shape() const
    {
        return fermionShape(description_.lattice, description_.group, description_.kind, description_.slices);
    }
    /// The target of a kernel that writes such a field.
    Target target() const { return {shape().planes, description_.format}; }

    /// A texture for a field, with undefined contents.
    std::unique_ptr<PlaneTexture> take();
    /// Returns a texture to the pool.
    void giveBack(std::unique_ptr<PlaneTexture> texture);
    /// A texture of one plane for the terms of a sum.
    PlaneTexture& terms();
    /// The sums over terms().
    DeviceNumber sumOfTerms() { return numbers_->sum(terms()); }
    /// The kernel of such an operation on its fields, whose format, registers and precision are those of the space.
    const std::shared_ptr<PreparedKernel>& linear(LinearKernel kernel);
    /// A kernel that writes its fields.
    const std::shared_ptr<PreparedKernel>& kernel(const LinearKernel& kernel);
    /// A number of the host on the device.
    DeviceComplex number(const std::complex<double>& a) { return {numbers_->number(a)}; }

private:
    FermionSpace(Device& device, const Description& description);

    Device* device_;
    Description description_;
    std::shared_ptr<NumberPool> numbers_;
    std::vector<std::unique_ptr<PlaneTexture>> spare_;
    std::unique_ptr<PlaneTexture> terms_;
    PreparedKernels<LinearKernel> kernels_;
};

/// A fermion field of one parity.  A value: a copy is a copy on the device.
class FermionField {
public:
    /// Contents are undefined.
    explicit FermionField(std::shared_ptr<FermionSpace> space) : space_(std::move(space)), planes_(space_->take()) {}
    /// Takes over a texture of the space.
    FermionField(std::shared_ptr<FermionSpace> space, std::unique_ptr<PlaneTexture> planes)
        : space_(std::move(space)), planes_(std::move(planes))
    {}
    /// Copies on the device.
    FermionField(const FermionField& other);
    /// Copies on the device.
    FermionField& operator=(const FermionField& other);
    /// Takes over the texture of other.
    FermionField(FermionField&&) noexcept = default;
    /// Swaps the textures.
    FermionField& operator=(FermionField&& other) noexcept;
    ~FermionField();

    /// Its space: device, lattice and format.
    FermionSpace& space() const { return *space_; }
    /// Its space, to make further fields.
    const std::shared_ptr<FermionSpace>& sharedSpace() const { return space_; }
    /// Its texture.
    const PlaneTexture& planes() const { return *planes_; }

    /// Runs the kernel into a new texture and makes that the contents; the kernel may therefore read this field.  With
    /// `terms` the kernel has a second target, the terms of a sum.
    void write(Kernel& kernel, bool terms = false);
    /// write() for a kernel that writes two fields.
    static void writeBoth(Kernel& kernel, FermionField& first, FermionField& second);

private:
    std::shared_ptr<FermionSpace> space_;
    std::unique_ptr<PlaneTexture> planes_;
};

/// The kernel for fields with this number of planes.
KernelSpec linearSpec(int planes, const LinearKernel& kernel);

/// A field of the same space with every number 0.
FermionField zeroLike(const FermionField& field);
/// field = 0.
void setZero(FermionField& field);
/// |x|^2.
DeviceReal norm2(const FermionField& x);
/// (x, y) = sum conj(x) y.
DeviceComplex dot(const FermionField& x, const FermionField& y);
/// y += a x.
void axpy(const DeviceReal& a, const FermionField& x, FermionField& y);
/// y += a x.
void axpy(const DeviceComplex& a, const FermionField& x, FermionField& y);
/// y = x + a y.
void xpay(const FermionField& x, const DeviceReal& a, FermionField& y);
/// y = x + a y.
void xpay(const FermionField& x, const DeviceComplex& a, FermionField& y);
/// y += a x with a number of the host.
void axpy(double a, const FermionField& x, FermionField& y);
/// y += a x with a number of the host.
void axpy(const std::complex<double>& a, const FermionField& x, FermionField& y);
/// y = x + a y with a number of the host.
void xpay(const FermionField& x, double a, FermionField& y);
/// y += a x; returns |y|^2 from the same pass.
DeviceReal axpyNorm2(const DeviceReal& a, const FermionField& x, FermionField& y);
/// y += a x; returns |y|^2 from the same pass.
DeviceReal axpyNorm2(const DeviceComplex& a, const FermionField& x, FermionField& y);
/// x += alpha p, then p = r + beta p, in one pass that reads three fields and writes two.
void updateSolutionAndDirection(FermionField& x, FermionField& p, const FermionField& r, const DeviceReal& alpha,
                                const DeviceReal& beta);

/// out = factor in; the formats may differ, the rest must not.
void convert(FermionField& out, const FermionField& in, double factor = 1);
/// out += factor in; the formats may differ, the rest must not.
void addConverted(FermionField& out, const FermionField& in, double factor = 1);

/// Sites in the order of HalfVector (core/fermion.h), those of one site slice after slice, rounded to the format of the field.
void upload(FermionField& out, std::span<const std::complex<double>> half);
/// The inverse of upload(); waits for the device.
void download(std::span<std::complex<double>> half, const FermionField& in);

/// Polls fields on the device without waiting for it; see HostPoll.
class DevicePoll {
public:
    /// Observes every interval-th iteration, interval - 1 iterations later.
    explicit DevicePoll(int interval) : interval_(interval) {}
    /// Takes over the copies in flight.
    DevicePoll(DevicePoll&&) = default;
    /// Drops its own copies in flight and takes over those of the other.
    DevicePoll& operator=(DevicePoll&&) = default;
    ~DevicePoll() = default;

    /// Records the numbers of an iteration, in ascending order.
    void post(int iteration, const DeviceReal& residual2, const DeviceReal& curvature);
    /// The observation that is due at the end of this iteration, if any.
    std::optional<Observation> next(int iteration);

private:
    struct Posted {
        int iteration;
        DeviceReal residual2, curvature;
        Readback residual2Texel, curvatureTexel;
    };

    int interval_;
    std::deque<Posted> posted_;
};
/// The poll for fields on a device.
inline DevicePoll makePoll(const FermionField& /*field*/, int interval) { return DevicePoll(interval); }

} // namespace gaugegl

#include "fields/device_shifts.h" // so that multi-shift solvers find it
