// Numbers that stay on the device, such as the dot products of fields, so that a solver never waits for them.  A number
// is a texel of two planes, hi + lo; those of a bundle (algebra/bundle.h) are one texel for each vector.
#pragma once

#include "algebra/bundle.h"
#include "gaugegl/core/group.h"
#include "gaugegl/device/readback.h"
#include "gaugegl/device/reduction.h"

#include <complex>
#include <deque>

namespace gaugegl {

class NumberPool;

/// One of the numbers of a texel, times a factor on the host, or such a number of each vector.  A handle: copies share the texels, which are
/// never written again.  A real one may be a quotient, which the kernels that use it compute (lattice/scalar.glsl).
struct DeviceNumber {
    std::shared_ptr<NumberPool> pool;                 ///< the pool for results of its arithmetic
    std::shared_ptr<const PlaneTexture> texel;        ///< two planes: (hi, lo)
    int index = 0;                                    ///< 0 to 3; a complex number takes 0 and 1
    Factors factors = {1};                            ///< of the number: of each vector
    std::shared_ptr<const PlaneTexture> divisor = {}; ///< as texel; null: none
    int divisorIndex = 0;                             ///< of the number in it

    /// Binds it to a kernel as operand 0 or 1.
    void bind(Kernel& kernel, int number) const;
};
/// A real number of the device.
struct DeviceReal : DeviceNumber {};
/// A complex number of the device.
struct DeviceComplex : DeviceNumber {};

/// Allocates the texels and recycles them.
class NumberPool : public std::enable_shared_from_this<NumberPool> {
public:
    /// The device must outlive the pool and all its numbers.
    explicit NumberPool(Device& device, int vectors = 1) : device_(&device), vectors_(vectors), reduction_(device) {}

    /// The device that holds the numbers.
    Device& device() const { return *device_; }
    /// The four sums over a texture of one plane.
    DeviceNumber sum(const PlaneTexture& terms);
    /// Computes with a and b by number.glsl.  Operation 0 is the sum, 1 the product, 2 the quotient, 3 |a|^2 of complex
    /// numbers.
    DeviceNumber compute(int operation, bool complex, const DeviceNumber& a, const DeviceNumber& b);
    /// A complex number of the host on the device, the same for all vectors.
    DeviceNumber number(const std::complex<double>& a);
    /// A texel with undefined contents, which returns to the pool when its last owner releases it.
    std::shared_ptr<PlaneTexture> take();

private:
    Device* device_;
    int vectors_;
    Reduction reduction_;
    std::vector<std::unique_ptr<PlaneTexture>> spare_;
    PreparedKernels<std::pair<int, bool>> kernels_;
};

/// The kernel of an operation, 0 to 3 as in NumberPool::compute, for so many vectors.
KernelSpec numberSpec(int operation, bool complex, int vectors = 1);

/// a + b, computed on the device.
DeviceReal operator+(const DeviceReal& a, const DeviceReal& b);
/// a - b, computed on the device.
DeviceReal operator-(const DeviceReal& a, const DeviceReal& b);
/// a b, computed on the device.
DeviceReal operator*(const DeviceReal& a, const DeviceReal& b);
/// a / b, computed on the device by the kernels that use it.
DeviceReal operator/(const DeviceReal& a, const DeviceReal& b);
/// -a; changes only the factor on the host.
DeviceReal operator-(DeviceReal a);
/// c a; changes only the factor on the host.
DeviceReal operator*(double c, DeviceReal a);
/// a + b, computed on the device.
DeviceComplex operator+(const DeviceComplex& a, const DeviceComplex& b);
/// a - b, computed on the device.
DeviceComplex operator-(const DeviceComplex& a, const DeviceComplex& b);
/// a b, computed on the device.
DeviceComplex operator*(const DeviceComplex& a, const DeviceComplex& b);
/// a / b, computed on the device.
DeviceComplex operator/(const DeviceComplex& a, const DeviceComplex& b);
/// -a; changes only the factor on the host.
DeviceComplex operator-(DeviceComplex a);
/// c a; changes only the factor on the host.
DeviceComplex operator*(double c, DeviceComplex a);
/// |a|^2, computed on the device.
DeviceReal squaredModulus(const DeviceComplex& a);
/// The same number in a texel of its own if it is a quotient.
DeviceReal evaluated(const DeviceReal& a);
/// Re a, in the same texel.
DeviceReal realPart(const DeviceComplex& a);

/// The number on the host; waits for the device.
double value(const DeviceReal& a);
/// The number on the host; waits for the device.
std::complex<double> value(const DeviceComplex& a);

/// The numbers of all vectors on the host; waits for the device.
Factors values(const DeviceReal& a);
/// c a, with a factor for each vector.
DeviceReal operator*(const Factors& c, DeviceReal a);
/// a = b; of vectors that are not in use sums are those of fields that did not change.
inline void renewNumbers(DeviceReal& a, const DeviceReal& b, const VectorSet& /*which*/) { a = b; }

/// The value of a number of a vector that is no quotient, from the contents of its texels.
double numberIn(const DeviceNumber& a, const std::vector<double>& texels, int vector = 0);

} // namespace gaugegl
