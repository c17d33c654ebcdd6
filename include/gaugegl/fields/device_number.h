// Numbers that stay on the device: what dot products of fields give, so that a solver never waits for them.  A number
// is a texel of two planes, hi + lo.
#pragma once

#include "gaugegl/core/group.h"
#include "gaugegl/device/readback.h"
#include "gaugegl/device/reduction.h"

#include <complex>
#include <deque>

namespace gaugegl {

class NumberPool;

/// Which of the numbers of a texel, times a factor that the host knows.  Handles: copies share the texel, which nobody
/// writes again.
struct DeviceNumber {
    std::shared_ptr<NumberPool> pool;          ///< where results go
    std::shared_ptr<const PlaneTexture> texel; ///< two planes: (hi, lo)
    int index = 0;                             ///< 0 to 3; a complex number is 0 and 1
    double factor = 1;                         ///< of the number

    /// Makes it number 0 or 1 of a kernel.
    void bind(Kernel& kernel, int number) const;
};
/// A real number of the device.
struct DeviceReal : DeviceNumber {};
/// A complex number of the device.
struct DeviceComplex : DeviceNumber {};

/// Makes the texels and keeps those that are no longer used.
class NumberPool : public std::enable_shared_from_this<NumberPool> {
public:
    /// The device must outlive the pool and all its numbers.
    explicit NumberPool(Device& device) : device_(&device), reduction_(device) {}

    /// Where the numbers lie.
    Device& device() const { return *device_; }
    /// The four sums over a texture of one plane.
    DeviceNumber sum(const PlaneTexture& terms);
    /// What number.glsl computes with a and b: 0 the sum, 1 the product, 2 the quotient, 3 |a|^2 of
    /// complex numbers.
    DeviceNumber compute(int operation, bool complex, const DeviceNumber& a, const DeviceNumber& b);
    /// A texel with undefined contents, which comes back when nobody holds it.
    std::shared_ptr<PlaneTexture> take();

private:
    Device* device_;
    Reduction reduction_;
    std::vector<std::unique_ptr<PlaneTexture>> spare_;
};

/// The kernel of an operation, 0 to 3 as in NumberPool::compute.
KernelSpec numberSpec(int operation, bool complex);

/// Arithmetic on the device.
DeviceReal operator+(const DeviceReal& a, const DeviceReal& b);
/// Arithmetic on the device.
DeviceReal operator-(const DeviceReal& a, const DeviceReal& b);
/// Arithmetic on the device.
DeviceReal operator*(const DeviceReal& a, const DeviceReal& b);
/// Arithmetic on the device.
DeviceReal operator/(const DeviceReal& a, const DeviceReal& b);
/// Costs nothing.
DeviceReal operator-(DeviceReal a);
/// Costs nothing.
DeviceReal operator*(double c, DeviceReal a);
/// Arithmetic on the device.
DeviceComplex operator+(const DeviceComplex& a, const DeviceComplex& b);
/// Arithmetic on the device.
DeviceComplex operator-(const DeviceComplex& a, const DeviceComplex& b);
/// Arithmetic on the device.
DeviceComplex operator*(const DeviceComplex& a, const DeviceComplex& b);
/// Arithmetic on the device.
DeviceComplex operator/(const DeviceComplex& a, const DeviceComplex& b);
/// Costs nothing.
DeviceComplex operator-(DeviceComplex a);
/// Costs nothing.
DeviceComplex operator*(double c, DeviceComplex a);
/// |a|^2; arithmetic on the device.
DeviceReal squaredModulus(const DeviceComplex& a);
/// Re a; costs nothing.
DeviceReal realPart(const DeviceComplex& a);

/// Waits for the number.
double value(const DeviceReal& a);
/// Waits for the number.
std::complex<double> value(const DeviceComplex& a);

/// The number that these contents of its texel make.
double numberIn(const DeviceNumber& a, const std::vector<double>& texel);

} // namespace gaugegl
