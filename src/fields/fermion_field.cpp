#include "fields/fermion_field.h"

#include "device/ghosts.h"

#include <cassert>
#include <fmt/format.h>
#include <stdexcept>

namespace gaugegl {
namespace {

/// y = y + a x or x + a y, with or without the terms of |y|^2.
template<class Number>
void combine(LinearOperation operation, const Number& a, const FermionField& x, FermionField& y, bool terms)
{
    constexpr bool complex = std::is_same_v<Number, DeviceComplex>;
    Kernel kernel(x.space().device(), x.space().linear({.operation = operation, .complex = complex, .terms = terms}));
    a.bind(kernel, 0);
    kernel.read("uX", x.planes()).read("uY", y.planes());
    y.write(kernel, terms);
}

/// y = y + a x or x + a y with a number of the host.
void combineConstant(LinearOperation operation, double a, const FermionField& x, FermionField& y)
{
    Kernel kernel(x.space().device(), x.space().linear({.operation = operation, .constant = true}));
    kernel.read("uX", x.planes()).read("uY", y.planes()).set("uConstant", a);
    y.write(kernel);
}

/// (Re (x, y), Im (x, y), |x|^2, |y|^2).
DeviceNumber products(const FermionField& x, const FermionField& y)
{
    FermionSpace& space = x.space();
    Kernel(space.device(), space.linear({.operation = LinearOperation::Products}))
        .read("uX", x.planes())
        .read("uY", y.planes())
        .run(space.terms());
    return space.sumOfTerms();
}

void scaleInto(FermionField& out, const FermionField& in, double factor)
{
    const FieldFormat from = in.space().description().format, to = out.space().description().format;
    Kernel kernel(out.space().device(),
                  out.space().kernel({.operation = LinearOperation::Scale, .constant = true, .x = from, .y = to}));
    kernel.read("uX", in.planes()).set("uConstant", factor);
    out.write(kernel);
}

std::size_t texelNumber(std::int64_t half, int slice5, const FermionSpace::Description& d, int& component)
{
    component = 0;
    if (traits(d.kind).sitesPerTexel == 1) {
        const std::int64_t width = halfFieldShape(d.lattice, 1).width;
        return std::size_t((half / width * d.slices + slice5) * width + half % width);
    }
    const std::int64_t width = halfFieldShape(d.lattice, 1).width, row = half / width;
    const std::int64_t rows = d.lattice.share().extents[2], z = row % rows, t = row / rows;
    component = int(t % 2) * colours(d.group);
    return std::size_t(((z + rows * (t / 2)) * d.slices + slice5) * width + half % width);
}

/// Where complex component c of a site is among the numbers of a texture.
template<class Visit>
void forEveryNumber(const FermionSpace& space, const Visit& visit)
{
    const FermionSpace::Description& d = space.description();
    const int components = fermionComponents(d.kind, d.group);
    const std::size_t texels = space.shape().texels();
    std::size_t i = 0;
    for (std::int64_t half = 0; half < d.lattice.local().halfVolume(); ++half)
        for (int slice = 0; slice < d.slices; ++slice) {
            int first = 0;
            const std::size_t texel = texelNumber(half, slice, d, first);
            for (int c = first; c < first + components; ++c)
                visit(i++, (std::size_t(c / 2) * texels + texel) * 4 + std::size_t(c % 2) * 2);
        }
}

} // namespace

TextureShape fermionShape(const Lattice& lattice, Group group, FermionKind kind, int slices)
{
    const int planes = fermionPlanes(kind, group);
    TextureShape shape =
        traits(kind).sitesPerTexel == 2 ? pairFieldShape(lattice, planes) : halfFieldShape(lattice, planes);
    shape.width *= slices;
    return shape;
}

FermionSpace::FermionSpace(Device& device, const Description& description)
    : device_(&device), description_(description), numbers_(std::make_shared<NumberPool>(device, description.vectors))
{
    requireFeature(description.group, Feature::Fermions);
}

std::shared_ptr<FermionSpace> FermionSpace::create(Device& device, const Description& description)
{
    if (description.vectors < 1 || description.slices % description.vectors != 0)
        throw std::logic_error(
            fmt::format("{} vectors cannot share {} slices", description.vectors, description.slices));
    return std::shared_ptr<FermionSpace>(new FermionSpace(device, description));
}

std::unique_ptr<PlaneTexture> FermionSpace::take()
{
    if (spare_.empty()) {
        auto texture = std::make_unique<PlaneTexture>(*device_, shape(), description_.format);
        if (texture->shape().ghosts.any()) clearGhosts(*texture);
        return texture;
    }
    std::unique_ptr<PlaneTexture> texture = std::move(spare_.back());
    spare_.pop_back();
    return texture;
}

void FermionSpace::giveBack(std::unique_ptr<PlaneTexture> texture) { spare_.push_back(std::move(texture)); }

PlaneTexture& FermionSpace::terms()
{
    if (!terms_) terms_ = std::make_unique<PlaneTexture>(*device_, shape().withPlanes(1));
    return *terms_;
}

const std::shared_ptr<PreparedKernel>& FermionSpace::linear(LinearKernel kernel)
{
    kernel.x = kernel.y = description_.format;
    kernel.registers = device_->registers();
    kernel.precision = device_->precision();
    return this->kernel(kernel);
}

const std::shared_ptr<PreparedKernel>& FermionSpace::kernel(const LinearKernel& kernel)
{
    return kernels_.of(kernel, [&] { return linearSpec(shape().planes, kernel); });
}

FermionField::FermionField(const FermionField& other) : FermionField(other.space_) { scaleInto(*this, other, 1); }

FermionField& FermionField::operator=(const FermionField& other)
{
    if (this != &other) {
        FermionField copy(other);
        *this = std::move(copy);
    }
    return *this;
}

FermionField& FermionField::operator=(FermionField&& other) noexcept
{
    std::swap(space_, other.space_);
    std::swap(planes_, other.planes_);
    return *this;
}

FermionField::~FermionField()
{
    if (planes_) space_->giveBack(std::move(planes_));
}

void FermionField::write(Kernel& kernel, bool terms)
{
    std::unique_ptr<PlaneTexture> next = space_->take();
    if (terms)
        kernel.run({next.get(), &space_->terms()});
    else
        kernel.run(*next);
    std::swap(planes_, next);
    space_->giveBack(std::move(next));
}

void FermionField::writeBoth(Kernel& kernel, FermionField& first, FermionField& second)
{
    std::unique_ptr<PlaneTexture> a = first.space_->take(), b = second.space_->take();
    kernel.run({a.get(), b.get()});
    std::swap(first.planes_, a);
    std::swap(second.planes_, b);
    first.space_->giveBack(std::move(a));
    second.space_->giveBack(std::move(b));
}

namespace {

/// Of a texel.  A number of the device, hi and lo, is loaded with two planes; a real one may have a divisor.
CostModel linearCost(int planes, const LinearKernel& k)
{
    const double ofNumber = k.complex ? 8 : 2, reals = 4 * planes, terms = k.terms ? 1 : 0;
    const double kept = k.vectors > 1 ? costPlanes(planes, k.y) : 0; // of vectors that are not in use
    const double x = costPlanes(planes, k.x), y = costPlanes(planes, k.y);
    const double numbers = k.constant ? 0 : k.complex ? 2 : 4;
    const double again = k.oneX ? x - x / k.vectors : 0; // that other vectors read, too
    const auto cost = [again](double flops, double read, double numberPlanes, double written) {
        return CostModel{flops, written, read + written - again, read + numberPlanes};
    };
    switch (k.operation) {
    case LinearOperation::Axpy:
    case LinearOperation::Xpay:
        return cost(reals * (ofNumber + 2 * terms), x + y, numbers, y + terms);
    case LinearOperation::Update:
        return cost(reals * 4, x + 2 * y, 8, 2 * y);
    case LinearOperation::Products:
        return cost(reals * 8, 2 * x, 0, 1);
    case LinearOperation::Scale:
        return cost(reals, x + kept, numbers, y + terms);
    case LinearOperation::Zero:
        break;
    }
    return cost(0, kept, numbers, y + terms);
}

} // namespace

KernelSpec linearSpec(int planes, const LinearKernel& kernel)
{
    constexpr const char* names[] = {"axpy", "xpay", "update", "products", "scale", "zero"};
    const auto normed = [](FieldFormat format) { return format == FieldFormat::BlockFloat16 ? "1" : "0"; };
    KernelSpec spec{.kernel = "linear",
                    .label = fmt::format("linear-{}-{}", names[int(kernel.operation)], planes),
                    .defines = {{"OPERATION", std::to_string(int(kernel.operation))},
                                {"COMPLEX", kernel.complex ? "1" : "0"},
                                {"CONSTANT", kernel.constant ? "1" : "0"},
                                {"NORM", normed(kernel.x)},
                                {"NORM_Y", normed(kernel.y)},
                                {"VECTOR_PLANES", std::to_string(planes)},
                                {"VECTORS", std::to_string(kernel.vectors)},
                                {"ONE_X", kernel.oneX ? "1" : "0"}}};
    if (kernel.vectors > 1) spec.label += fmt::format("-vectors{}", kernel.vectors);
    if (kernel.oneX) spec.label += "-one";
    if (kernel.complex) spec.label += "-complex";
    if (kernel.constant) spec.label += "-constant";
    if (kernel.terms) spec.label += "-terms";
    if (kernel.x != FieldFormat::Real || kernel.y != FieldFormat::Real)
        spec.label += fmt::format("-{}-{}", name(kernel.x), name(kernel.y));
    const bool products = kernel.operation == LinearOperation::Products;
    if (!products) spec.targets.push_back({planes, kernel.y});
    if (kernel.operation == LinearOperation::Update) spec.targets.push_back({planes, kernel.y});
    if (products || kernel.terms) spec.targets.push_back({1, FieldFormat::Real});
    const bool few = kernel.registers == Registers::Few;
    spec.defines["STEPS"] = few ? "1" : "0";
    if (few) {
        spec.label += "-few";
        // So many fit.
        if (kernel.operation == LinearOperation::Update || kernel.terms) spec.planesPerPass = planes;
        if (kernel.precision == Precision::Double) spec.planesPerPass = 1;
    }
    spec.defines["TERMS"] = products || kernel.terms ? "1" : "0";
    spec.resultPlanes = 0;
    for (const Target& target : spec.targets)
        spec.resultPlanes += target.planes;
    spec.sixteenBits = kernel.x != FieldFormat::Real || kernel.y != FieldFormat::Real;
    spec.cost = linearCost(planes, kernel);
    return spec;
}

FermionField zeroLike(const FermionField& field)
{
    FermionField zero(field.sharedSpace());
    setZero(zero);
    return zero;
}

void setZero(FermionField& field)
{
    Kernel kernel(field.space().device(), field.space().linear({.operation = LinearOperation::Zero, .constant = true}));
    field.write(kernel);
}

DeviceReal norm2(const FermionField& x)
{
    DeviceReal result{products(x, x)};
    result.index = 2;
    return result;
}

DeviceComplex dot(const FermionField& x, const FermionField& y) { return {products(x, y)}; }

void axpy(const DeviceReal& a, const FermionField& x, FermionField& y)
{
    combine(LinearOperation::Axpy, a, x, y, false);
}
void axpy(const DeviceComplex& a, const FermionField& x, FermionField& y)
{
    combine(LinearOperation::Axpy, a, x, y, false);
}
void xpay(const FermionField& x, const DeviceReal& a, FermionField& y)
{
    combine(LinearOperation::Xpay, a, x, y, false);
}
void xpay(const FermionField& x, const DeviceComplex& a, FermionField& y)
{
    combine(LinearOperation::Xpay, a, x, y, false);
}
void axpy(const std::complex<double>& a, const FermionField& x, FermionField& y)
{
    combine(LinearOperation::Axpy, y.space().number(a), x, y, false);
}
void axpy(double a, const FermionField& x, FermionField& y) { combineConstant(LinearOperation::Axpy, a, x, y); }

void xpay(const FermionField& x, double a, FermionField& y) { combineConstant(LinearOperation::Xpay, a, x, y); }

DeviceReal axpyNorm2(const DeviceReal& a, const FermionField& x, FermionField& y)
{
    combine(LinearOperation::Axpy, a, x, y, true);
    return {y.space().sumOfTerms()};
}
DeviceReal axpyNorm2(const DeviceComplex& a, const FermionField& x, FermionField& y)
{
    combine(LinearOperation::Axpy, a, x, y, true);
    return {y.space().sumOfTerms()};
}

void updateSolutionAndDirection(FermionField& x, FermionField& p, const FermionField& r, const DeviceReal& alpha,
                                const DeviceReal& beta)
{
    Kernel kernel(x.space().device(), x.space().linear({.operation = LinearOperation::Update}));
    alpha.bind(kernel, 0);
    beta.bind(kernel, 1);
    kernel.read("uX", r.planes()).read("uY", x.planes()).read("uP", p.planes());
    FermionField::writeBoth(kernel, x, p);
}

void convert(FermionField& out, const FermionField& in, double factor) { scaleInto(out, in, factor); }

void addConverted(FermionField& out, const FermionField& in, double factor)
{
    const FieldFormat from = in.space().description().format, to = out.space().description().format;
    Kernel kernel(out.space().device(),
                  out.space().kernel({.operation = LinearOperation::Axpy, .constant = true, .x = from, .y = to}));
    kernel.read("uX", in.planes()).read("uY", out.planes()).set("uConstant", factor);
    out.write(kernel);
}

namespace {

/// A space as this one with numbers that the host can exchange.
std::shared_ptr<FermionSpace> realSpace(const FermionSpace& space)
{
    FermionSpace::Description d = space.description();
    d.format = FieldFormat::Real;
    return FermionSpace::create(space.device(), d);
}

} // namespace

void upload(FermionField& out, std::span<const std::complex<double>> half)
{
    FermionSpace& space = out.space();
    std::vector<double> values(space.shape().texels() * std::size_t(space.shape().planes) * 4);
    forEveryNumber(space, [&](std::size_t i, std::size_t at) {
        values[at] = half[i].real();
        values[at + 1] = half[i].imag();
    });
    const bool direct = space.description().format == FieldFormat::Real;
    const auto target = direct ? out.sharedSpace() : realSpace(space);
    std::unique_ptr<PlaneTexture> texture = target->take();
    texture->upload(values);
    FermionField field(target, std::move(texture));
    if (direct)
        out = std::move(field);
    else
        convert(out, field);
}

void download(std::span<std::complex<double>> half, const FermionField& in)
{
    FermionSpace& space = in.space();
    std::optional<FermionField> converted;
    if (space.description().format != FieldFormat::Real) {
        converted.emplace(realSpace(space));
        convert(*converted, in);
    }
    const std::vector<double> values = (converted ? *converted : in).planes().download();
    forEveryNumber(space, [&](std::size_t i, std::size_t at) { half[i] = {values[at], values[at + 1]}; });
}

void DevicePoll::post(int iteration, const DeviceReal& residual2, const DeviceReal& curvature)
{
    if (iteration % interval_ != 0) return;
    const DeviceReal first = evaluated(residual2), second = evaluated(curvature);
    posted_.push_back({iteration, first, second, Readback(*first.texel), Readback(*second.texel)});
}

std::optional<Observation> DevicePoll::next(int iteration)
{
    if (posted_.empty() || posted_.front().iteration + interval_ - 1 > iteration) return std::nullopt;
    const Posted seen = std::move(posted_.front());
    posted_.pop_front();
    std::array<double, 2> numbers = {numberIn(seen.residual2, seen.residual2Texel.values()),
                                     numberIn(seen.curvature, seen.curvatureTexel.values())};
    seen.residual2.texel->device().agree(numbers);
    return Observation{seen.iteration, numbers[0], numbers[1]};
}

} // namespace gaugegl
