#include "fields/fermion_bundle.h"

#include <algorithm>
#include <cassert>

namespace gaugegl {
namespace {

/// A kernel of the linear algebra with a coefficient for each vector.
Kernel kernelFor(const FermionBundle& y, LinearKernel k)
{
    FermionSpace& space = y.all().space();
    k.vectors = y.vectors();
    Kernel kernel(space.device(), space.linear(k));
    kernel.set("uVectorWidth", space.shape().width / y.vectors()).set("uInUse", int(y.inUse().bits()));
    return kernel;
}

/// y = y + a x or x + a y with numbers of the device.
void combine(LinearOperation operation, const DeviceNumber& a, bool complex, const FermionBundle& x, FermionBundle& y,
             bool terms)
{
    Kernel kernel = kernelFor(y, {.operation = operation, .complex = complex, .terms = terms});
    a.bind(kernel, 0);
    kernel.read("uX", x.all().planes()).read("uY", y.all().planes());
    y.all().write(kernel, terms);
}

/// y = y + a x, x + a y or a x with a number of the host.
void combineConstant(LinearOperation operation, double a, const FermionBundle& x, FermionBundle& y)
{
    Kernel kernel = kernelFor(y, {.operation = operation, .constant = true});
    kernel.read("uX", x.all().planes())
        .read("uY", y.all().planes())
        .set("uConstant", std::vector<double>(std::size_t(y.vectors()), a));
    y.all().write(kernel);
}

/// f(vector, number in the vector, number in the bundle) for every number of a half field.
template<class F>
void forEveryNumber(const FermionBundle& bundle, const F& f)
{
    const FermionSpace::Description& d = bundle.all().space().description();
    const auto vectors = std::size_t(d.vectors), each = std::size_t(d.components()) / vectors;
    const auto sites = std::size_t(d.lattice.local().halfVolume());
    for (std::size_t site = 0; site < sites; ++site)
        for (std::size_t v = 0; v < vectors; ++v)
            for (std::size_t c = 0; c < each; ++c)
                f(v, site * each + c, (site * vectors + v) * each + c);
}

std::size_t numbersOfVector(const FermionBundle& bundle)
{
    const FermionSpace::Description& d = bundle.all().space().description();
    return std::size_t(d.lattice.local().halfVolume()) * std::size_t(d.components() / d.vectors);
}

} // namespace

void upload(FermionBundle& out, const std::vector<std::vector<std::complex<double>>>& vectors)
{
    assert(int(vectors.size()) == out.vectors());
    std::vector<std::complex<double>> all(numbersOfVector(out) * vectors.size());
    forEveryNumber(out, [&](std::size_t v, std::size_t one, std::size_t i) { all[i] = vectors[v][one]; });
    upload(out.all(), all);
}

std::vector<std::vector<std::complex<double>>> downloadVectors(const FermionBundle& in)
{
    const std::size_t each = numbersOfVector(in), count = std::size_t(in.vectors());
    std::vector<std::complex<double>> all(each * count);
    download(all, in.all());
    std::vector<std::vector<std::complex<double>>> vectors(count, std::vector<std::complex<double>>(each));
    forEveryNumber(in, [&](std::size_t v, std::size_t one, std::size_t i) { vectors[v][one] = all[i]; });
    return vectors;
}

void putVectors(FermionBundle& bundle, const std::vector<const FermionField*>& fields)
{
    std::vector<std::vector<std::complex<double>>> vectors(fields.size());
    for (std::size_t v = 0; v < fields.size(); ++v) {
        vectors[v].resize(numbersOfVector(bundle));
        download(vectors[v], *fields[v]);
    }
    upload(bundle, vectors);
}

std::vector<FermionField> takeVectors(const FermionBundle& bundle, const FermionField& like)
{
    std::vector<FermionField> fields;
    for (const auto& one : downloadVectors(bundle))
        upload(fields.emplace_back(like.sharedSpace()), one);
    return fields;
}

void copyVectors(FermionBundle& y, const FermionBundle& x) { combineConstant(LinearOperation::Scale, 1, x, y); }

FermionBundle zeroLike(const FermionBundle& x)
{
    FermionBundle zero(x.all().sharedSpace(), x.sharedUse());
    setZero(zero.all());
    return zero;
}

void setZero(FermionBundle& y)
{
    Kernel kernel = kernelFor(y, {.operation = LinearOperation::Zero, .constant = true});
    kernel.read("uY", y.all().planes());
    y.all().write(kernel);
}

void axpy(const DeviceReal& a, const FermionBundle& x, FermionBundle& y)
{
    combine(LinearOperation::Axpy, a, false, x, y, false);
}
void axpy(const DeviceComplex& a, const FermionBundle& x, FermionBundle& y)
{
    combine(LinearOperation::Axpy, a, true, x, y, false);
}
void axpy(double a, const FermionBundle& x, FermionBundle& y) { combineConstant(LinearOperation::Axpy, a, x, y); }

void xpay(const FermionBundle& x, const DeviceReal& a, FermionBundle& y)
{
    combine(LinearOperation::Xpay, a, false, x, y, false);
}
void xpay(const FermionBundle& x, double a, FermionBundle& y) { combineConstant(LinearOperation::Xpay, a, x, y); }

DeviceReal axpyNorm2(const DeviceReal& a, const FermionBundle& x, FermionBundle& y)
{
    combine(LinearOperation::Axpy, a, false, x, y, true);
    return {y.all().space().sumOfTerms()};
}

void updateSolutionAndDirection(FermionBundle& x, FermionBundle& p, const FermionBundle& r, const DeviceReal& alpha,
                                const DeviceReal& beta)
{
    Kernel kernel = kernelFor(x, {.operation = LinearOperation::Update});
    alpha.bind(kernel, 0);
    beta.bind(kernel, 1);
    kernel.read("uX", r.all().planes()).read("uY", x.all().planes()).read("uP", p.all().planes());
    FermionField::writeBoth(kernel, x.all(), p.all());
}

void DevicePollOfEach::post(int iteration, const DeviceReal& residual2, const DeviceReal& curvature)
{
    if (iteration % interval_ != 0) return;
    const DeviceReal first = evaluated(residual2), second = evaluated(curvature);
    posted_.push_back({iteration, first, second, Readback(*first.texel), Readback(*second.texel)});
}

std::optional<ObservationOfEach> DevicePollOfEach::next(int iteration)
{
    if (posted_.empty() || posted_.front().iteration + interval_ - 1 > iteration) return std::nullopt;
    const Posted seen = std::move(posted_.front());
    posted_.pop_front();
    const int vectors = int(seen.residual2.factors.size());
    ObservationOfEach all{seen.iteration, Each<double>(vectors), Each<double>(vectors)};
    const std::vector<double> residuals = seen.residual2Texels.values(), curvatures = seen.curvatureTexels.values();
    for (int v = 0; v < vectors; ++v) {
        all.residual2[v] = numberIn(seen.residual2, residuals, v);
        all.curvature[v] = numberIn(seen.curvature, curvatures, v);
    }
    return all;
}

} // namespace gaugegl
