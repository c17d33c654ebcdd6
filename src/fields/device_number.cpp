#include "fields/device_number.h"

#include <cassert>
#include <fmt/format.h>

namespace gaugegl {
namespace {

template<class N>
N computed(int operation, const N& a, const N& b)
{
    return {a.pool->compute(operation, std::is_same_v<N, DeviceComplex>, a, b)};
}

template<class N>
N times(double c, N a)
{
    for (double& factor : a.factors)
        factor *= c;
    return a;
}

} // namespace

void DeviceNumber::bind(Kernel& kernel, int number) const
{
    const std::string n = std::to_string(number);
    kernel.read("uNumber" + n, *texel).set("uIndex" + n, index);
    kernel.read("uDivisor" + n, divisor ? *divisor : *texel).set("uDivisorIndex" + n, divisor ? divisorIndex : -1);
    if (factors.size() > 1)
        kernel.set("uFactor" + n, factors);
    else
        kernel.set("uFactor" + n, factors.front());
}

std::shared_ptr<PlaneTexture> NumberPool::take()
{
    std::unique_ptr<PlaneTexture> texel;
    if (spare_.empty())
        texel = std::make_unique<PlaneTexture>(*device_, TextureShape{vectors_, 1, 2});
    else {
        texel = std::move(spare_.back());
        spare_.pop_back();
    }
    return {texel.release(), [pool = shared_from_this()](PlaneTexture* done) { pool->spare_.emplace_back(done); }};
}

DeviceNumber NumberPool::sum(const PlaneTexture& terms)
{
    const std::shared_ptr<PlaneTexture> texel = take();
    reduction_.sum(terms, *texel, vectors_);
    return {shared_from_this(), texel, 0, Factors(std::size_t(vectors_), 1)};
}

DeviceNumber NumberPool::number(const std::complex<double>& a)
{
    const std::shared_ptr<PlaneTexture> texel = take();
    std::vector<double> numbers(std::size_t(vectors_) * 8);
    for (std::size_t v = 0; v < std::size_t(vectors_); ++v) {
        numbers[4 * v] = a.real();
        numbers[4 * v + 1] = a.imag();
    }
    texel->upload(numbers);
    return {shared_from_this(), texel, 0, Factors(std::size_t(vectors_), 1)};
}

DeviceNumber NumberPool::compute(int operation, bool complex, const DeviceNumber& a, const DeviceNumber& b)
{
    const std::shared_ptr<PlaneTexture> texel = take();
    Kernel kernel(*device_,
                  kernels_.of({operation, complex}, [&] { return numberSpec(operation, complex, vectors_); }));
    a.bind(kernel, 0);
    b.bind(kernel, 1);
    kernel.run(*texel);
    return {shared_from_this(), texel, 0, Factors(std::size_t(vectors_), 1)};
}

KernelSpec numberSpec(int operation, bool complex, int vectors)
{
    constexpr const char* names[] = {"sum", "product", "quotient", "squared-modulus"};
    return {.kernel = "number",
            .label = fmt::format("number-{}{}{}", names[operation], complex ? "-complex" : "",
                                 vectors > 1 ? fmt::format("-vectors{}", vectors) : ""),
            .defines = {{"OPERATION", std::to_string(operation)},
                        {"COMPLEX", complex ? "1" : "0"},
                        {"VECTORS", std::to_string(vectors)}},
            .resultPlanes = 2,
            .cost = {complex ? 8.0 : 1.0, complex ? 6.0 : 10.0, 6}}; // of the texel; a real number may have a divisor
}

DeviceReal operator+(const DeviceReal& a, const DeviceReal& b) { return computed(0, a, b); }
DeviceReal operator-(const DeviceReal& a, const DeviceReal& b) { return computed(0, a, -b); }
DeviceReal operator*(const DeviceReal& a, const DeviceReal& b) { return computed(1, a, b); }
DeviceReal operator/(const DeviceReal& a, const DeviceReal& b)
{
    DeviceReal quotient = evaluated(a);
    const DeviceReal divisor = evaluated(b);
    quotient.divisor = divisor.texel;
    quotient.divisorIndex = divisor.index;
    for (std::size_t v = 0; v < quotient.factors.size(); ++v)
        quotient.factors[v] /= divisor.factors[v];
    return quotient;
}
DeviceReal evaluated(const DeviceReal& a)
{
    if (!a.divisor) return a;
    DeviceReal number = a, divisor = a;
    number.divisor = divisor.divisor = nullptr;
    divisor.texel = a.divisor;
    divisor.index = a.divisorIndex;
    divisor.factors.assign(a.factors.size(), 1);
    return computed(2, number, divisor);
}
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

DeviceReal operator*(const Factors& c, DeviceReal a)
{
    for (std::size_t v = 0; v < a.factors.size(); ++v)
        a.factors[v] *= c[v];
    return a;
}

double numberIn(const DeviceNumber& a, const std::vector<double>& texels, int vector)
{
    assert(!a.divisor);
    const auto v = std::size_t(vector), i = 4 * v + std::size_t(a.index), low = 4 * a.factors.size();
    return a.factors[v] * (texels[i] + texels[low + i]);
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

double value(const DeviceReal& a) { return values(a).front(); }

Factors values(const DeviceReal& a)
{
    const DeviceReal number = evaluated(a);
    const std::vector<double> texels = contents(number);
    Factors all;
    for (int v = 0; v < int(number.factors.size()); ++v)
        all.push_back(numberIn(number, texels, v));
    return all;
}

std::complex<double> value(const DeviceComplex& a)
{
    const std::vector<double> texel = contents(a);
    DeviceNumber imaginary = a;
    imaginary.index = 1;
    return {numberIn(a, texel), numberIn(imaginary, texel)};
}

} // namespace gaugegl
