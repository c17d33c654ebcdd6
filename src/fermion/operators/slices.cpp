#include "fermion/operators/slices.h"

#include <cassert>
#include <fmt/format.h>

namespace gaugegl {
namespace {

std::shared_ptr<const PlaneTexture> uploaded(Device& device, const SliceMatrix& matrix)
{
    const auto texture = std::make_shared<PlaneTexture>(device, TextureShape{matrix.slices, matrix.slices, 1});
    std::vector<double> values;
    for (int row = 0; row < matrix.slices; ++row)
        for (int column = 0; column < matrix.slices; ++column)
            values.insert(values.end(), {matrix.at(0, row, column), matrix.at(1, row, column), 0, 0});
    texture->upload(values);
    return texture;
}

/// What is added to M x, and whether the terms of the norm are wanted.
struct Extras {
    double a = 0;
    const FermionField* chi = nullptr;
    bool terms = false;
};

void run(FermionField& out, const SliceMixing& m, const FermionField& x, const Extras& extras)
{
    const FermionSpace& space = x.space();
    const FermionSpace::Description& d = space.description();
    assert(d.slices == d.vectors * m.slices() && out.space().description().slices == d.slices && hasSpin(d.kind));
    Kernel kernel(space.device(), mixSpec(d.lattice, {.group = d.group,
                                                      .format = d.format,
                                                      .slices = m.slices(),
                                                      .diagonal = extras.chi != nullptr,
                                                      .terms = extras.terms,
                                                      .registers = space.device().registers(),
                                                      .precision = space.device().precision(),
                                                      .vectors = d.vectors}));
    kernel.read("uX", x.planes()).read("uMatrix", m.planes());
    if (extras.chi) kernel.read("uChi", extras.chi->planes()).set("uDiagonal", extras.a);
    out.write(kernel, extras.terms);
}

} // namespace

SliceMixing::SliceMixing(Device& device, const SliceMatrix& matrix) : planes_(uploaded(device, matrix)) {}

KernelSpec mixSpec(const Lattice& lattice, const MixKernel& k)
{
    const int planes = fermionPlanes(FermionKind::Wilson, k.group);
    KernelSpec spec{.kernel = "mix_slices",
                    .label = fmt::format("mix-slices-{}-{}", k.slices, planes),
                    .defines = latticeDefines(lattice),
                    .resultPlanes = planes + (k.terms ? 1 : 0),
                    .targets = {{planes, k.format}}};
    if (k.terms) spec.targets.push_back({1, FieldFormat::Real});
    spec.defines["VECTOR_PLANES"] = std::to_string(planes);
    spec.defines["SLICES"] = std::to_string(k.slices);
    spec.defines["NORM"] = k.format == FieldFormat::BlockFloat16 ? "1" : "0";
    spec.defines["DIAGONAL"] = k.diagonal ? "1" : "0";
    spec.defines["TERMS"] = k.terms ? "1" : "0";
    spec.defines["VECTORS"] = std::to_string(k.vectors);
    if (k.vectors > 1) spec.label += fmt::format("-vectors{}", k.vectors);
    if (k.format != FieldFormat::Real) spec.label += "-" + name(k.format);
    if (k.diagonal) spec.label += "-diagonal";
    if (k.terms) spec.label += "-terms";
    if (k.registers == Registers::Few) {
        assert(!k.terms); // which would not fit
        spec.label += "-few";
        if (k.precision == Precision::Double) spec.planesPerPass = 1;
    }
    spec.sixteenBits = k.format != FieldFormat::Real;
    spec.ownSite = {"uX", "uChi", "uMatrix"};

    // A product and a sum of each real number for every slice; the matrix is small and stays in caches.
    const double reals = 4 * planes, field = costPlanes(planes, k.format), chi = k.diagonal ? field : 0;
    const double flops = reals * (2.0 * k.slices + (k.diagonal ? 1 : 0) + (k.terms ? 2 : 0)),
                 written = field + int(k.terms);
    spec.cost = {flops, written, field + chi + written, k.slices * (field + 1) + chi};
    return spec;
}

void mixSlices(FermionField& out, const SliceMixing& m, const FermionField& x) { run(out, m, x, {}); }

void mixSlices(FermionField& out, const SliceMixing& m, const FermionField& x, double a, const FermionField& chi)
{
    run(out, m, x, {.a = a, .chi = &chi});
}

DeviceReal mixSlicesNorm2(FermionField& out, const SliceMixing& m, const FermionField& x, double a,
                          const FermionField& chi)
{
    const bool fits = out.space().device().registers() == Registers::Many;
    run(out, m, x, {.a = a, .chi = &chi, .terms = fits});
    return fits ? DeviceReal{out.space().sumOfTerms()} : norm2(out);
}

} // namespace gaugegl
