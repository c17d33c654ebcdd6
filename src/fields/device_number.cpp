#include "gaugegl/fields/device_number.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr TextureShape texelShape{1, 1, 2};

template<class N>
N computed(int operation, const N& a, const N& b)
{
    return {a.pool->compute(operation, std::is_same_v<N, DeviceComplex>, a, b)};
}

template<class N>
N times(double c, N a)
{
    a.factor *= c;
    return a;
}

} // namespace

void DeviceNumber::bind(Kernel& kernel, int number) const
{
    const std::string n = std::to_string(number);
    kernel.read("uNumber" + n, *texel).set("uIndex" + n, index).set("uFactor" + n, factor);
}

std::shared_ptr<PlaneTexture> NumberPool::take()
{
    std::unique_ptr<PlaneTexture> texel;
    if (spare_.empty())
        texel = std::make_unique<PlaneTexture>(*device_, texelShape);
    else {
        texel = std::move(spare_.back());
        spare_.pop_back();
    }
    return {texel.release(), [pool = shared_from_this()](PlaneTexture* done) { pool->spare_.emplace_back(done); }};
}

DeviceNumber NumberPool::sum(const PlaneTexture& terms)
{
    const std::shared_ptr<PlaneTexture> texel = take();
    reduction_.sum(terms, *texel);
    return {shared_from_this(), texel};
}

DeviceNumber NumberPool::number(const std::complex<double>& a)
{
    const std::shared_ptr<PlaneTexture> texel = take();
    texel->upload(std::array<double, 8>{a.real(), a.imag()});
    return {shared_from_this(), texel};
}

DeviceNumber NumberPool::compute(int operation, bool complex, const DeviceNumber& a, const DeviceNumber& b)
{
    const std::shared_ptr<PlaneTexture> texel = take();
    Kernel kernel(*device_, numberSpec(operation, complex));
    a.bind(kernel, 0);
    b.bind(kernel, 1);
    kernel.run(*texel);
    return {shared_from_this(), texel};
}

KernelSpec numberSpec(int operation, bool complex)
{
    constexpr const char* names[] = {"sum", "product", "quotient", "squared-modulus"};
    return {.kernel = "number",
            .label = fmt::format("number-{}{}", names[operation], complex ? "-complex" : ""),
            .defines = {{"OPERATION", std::to_string(operation)}, {"COMPLEX", complex ? "1" : "0"}},
            .resultPlanes = 2,
            .cost = {complex ? 8.0 : 1.0, 6, 6}}; // of the texel
}

DeviceReal operator+(const DeviceReal& a, const DeviceReal& b) { return computed(0, a, b); }
DeviceReal operator-(const DeviceReal& a, const DeviceReal& b) { return computed(0, a, -b); }
DeviceReal operator*(const DeviceReal& a, const DeviceReal& b) { return computed(1, a, b); }
DeviceReal operator/(const DeviceReal& a, const DeviceReal& b) { return computed(2, a, b); }
DeviceReal operator-(DeviceReal a) { return times(-1, std::move(a)); }
DeviceReal operator*(double c, DeviceReal a) { return times(c, std::move(a)); }
DeviceComplex operator+(const DeviceComplex& a, const DeviceComplex& b) { return computed(0, a, b); }
DeviceComplex operator-(const DeviceComplex& a, const DeviceComplex& b) { return computed(0, a, -b); }
DeviceComplex operator*(const DeviceComplex& a, const DeviceComplex& b) { return computed(1, a, b); }
DeviceComplex operator/(const DeviceComplex& a, const DeviceComplex& b) { return computed(2, a, b); }
DeviceComplex operator-(DeviceComplex a) { return times(-1, std::move(a)); }
DeviceComplex operator*(double c, DeviceComplex a) { return times(c, std::move(a)); }
DeviceReal squaredModulus(const DeviceComplex& a) { return {a.pool->compute(3, true, a, a)}; }
DeviceReal realPart(const DeviceComplex& a) { return {static_cast<const DeviceNumber&>(a)}; }

double numberIn(const DeviceNumber& a, const std::vector<double>& texel)
{
    const auto i = std::size_t(a.index);
    return a.factor * (texel[i] + texel[4 + i]);
}

namespace {

/// The contents of its texel, on all ranks those of the first.
std::vector<double> contents(const DeviceNumber& a)
{
    std::vector<double> texel = a.texel->download();
    a.texel->device().agree(texel);
    return texel;
}

} // namespace

double value(const DeviceReal& a) { return numberIn(a, contents(a)); }

std::complex<double> value(const DeviceComplex& a)
{
    const std::vector<double> texel = contents(a);
    DeviceNumber imaginary = a;
    imaginary.index = 1;
    return {numberIn(a, texel), numberIn(imaginary, texel)};
}

} // namespace gaugegl
