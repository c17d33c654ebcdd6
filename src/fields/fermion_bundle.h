// Bundles of fermion fields on the device (algebra/bundle.h): the vectors lie side by side in the columns of one texture, and
// their numbers in the texels of one row, so that one read-back brings those of all.
#pragma once

#include "fields/fermion_field.h"

#include <vector>

namespace gaugegl {

/// Several vectors: a field whose slices are [vector][slice].  Bundles that are copies of each other, or made by the same
/// hopping term, share the state of which vectors are in use; functions leave the others as they are.
class FermionBundle {
public:
    /// Contents are undefined; the space is that of several vectors.
    FermionBundle(std::shared_ptr<FermionSpace> space, std::shared_ptr<VectorSet> inUse)
        : all_(std::move(space)), inUse_(std::move(inUse))
    {}

    /// How many vectors it has.
    int vectors() const { return all_.space().description().vectors; }
    /// Which ones are in use.
    VectorSet inUse() const { return *inUse_; }
    /// These are in use now, in all bundles that share the state.
    void use(const VectorSet& set) const { *inUse_ = set; }
    /// The state.
    const std::shared_ptr<VectorSet>& sharedUse() const { return inUse_; }
    /// All vectors as the slices of one field.
    FermionField& all() { return all_; }
    /// All vectors as the slices of one field.
    const FermionField& all() const { return all_; }

private:
    FermionField all_;
    std::shared_ptr<VectorSet> inUse_;
};

/// Sets all vectors, in use or not, to numbers of each in the order of HalfVector (core/fermion.h).
void upload(FermionBundle& out, const std::vector<std::vector<std::complex<double>>>& vectors);
/// The numbers of each vector; waits for the device.
std::vector<std::vector<std::complex<double>>> downloadVectors(const FermionBundle& in);
/// Sets all vectors to these fields.
void putVectors(FermionBundle& bundle, const std::vector<const FermionField*>& fields);
/// The vectors as fields like `like`.
std::vector<FermionField> takeVectors(const FermionBundle& bundle, const FermionField& like);
/// y = x.
void copyVectors(FermionBundle& y, const FermionBundle& x);

/// A zero bundle that shares the state of x.
FermionBundle zeroLike(const FermionBundle& x);
/// y = 0.
void setZero(FermionBundle& y);
/// |x|^2.
inline DeviceReal norm2(const FermionBundle& x) { return norm2(x.all()); }
/// (x, y) = sum conj(x) y.
inline DeviceComplex dot(const FermionBundle& x, const FermionBundle& y) { return dot(x.all(), y.all()); }
/// y += a x.
void axpy(const DeviceReal& a, const FermionBundle& x, FermionBundle& y);
/// y += a x.
void axpy(const DeviceComplex& a, const FermionBundle& x, FermionBundle& y);
/// y += a x with a number of the host.
void axpy(double a, const FermionBundle& x, FermionBundle& y);
/// y = x + a y.
void xpay(const FermionBundle& x, const DeviceReal& a, FermionBundle& y);
/// y = x + a y with a number of the host.
void xpay(const FermionBundle& x, double a, FermionBundle& y);
/// y += a x; returns |y|^2 from the same pass.
DeviceReal axpyNorm2(const DeviceReal& a, const FermionBundle& x, FermionBundle& y);
/// x += alpha p, then p = r + beta p, in one pass.
void updateSolutionAndDirection(FermionBundle& x, FermionBundle& p, const FermionBundle& r, const DeviceReal& alpha,
                                const DeviceReal& beta);

/// Polls bundles without waiting for the device; see DevicePoll.
class DevicePollOfEach {
public:
    /// Observes every interval-th iteration, interval - 1 iterations later.
    explicit DevicePollOfEach(int interval) : interval_(interval) {}
    /// Takes over the copies in flight.
    DevicePollOfEach(DevicePollOfEach&&) = default;
    /// Drops its own copies in flight and takes over those of the other.
    DevicePollOfEach& operator=(DevicePollOfEach&&) = default;
    ~DevicePollOfEach() = default;

    /// Records the numbers of an iteration, in ascending order.
    void post(int iteration, const DeviceReal& residual2, const DeviceReal& curvature);
    /// The observation that is due at the end of this iteration, if any.
    std::optional<ObservationOfEach> next(int iteration);

private:
    struct Posted {
        int iteration;
        DeviceReal residual2, curvature;
        Readback residual2Texels, curvatureTexels;
    };

    int interval_;
    std::deque<Posted> posted_;
};
/// The poll for bundles on a device.
inline DevicePollOfEach makePoll(const FermionBundle& /*like*/, int interval) { return DevicePollOfEach(interval); }

} // namespace gaugegl
