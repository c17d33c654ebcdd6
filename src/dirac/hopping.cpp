#include "gaugegl/dirac/hopping.h"

#include <cassert>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

static_assert(HoppingTerm<DeviceHopping>);

/// What transport.glsl does with the phase of a direction.
enum class PhaseKind { None, Sign, Complex, Spread };

PhaseKind phaseKind(const BoundaryPhases& boundary, int mu)
{
    const double theta = boundary.theta[std::size_t(mu)];
    if (theta == 0) return PhaseKind::None;
    if (boundary.spread) return PhaseKind::Spread;
    return std::abs(theta) == 1 ? PhaseKind::Sign : PhaseKind::Complex;
}

std::string phaseMask(const BoundaryPhases& boundary, PhaseKind kind)
{
    int mask = 0;
    for (int mu = 0; mu < 4; ++mu)
        if (phaseKind(boundary, mu) == kind) mask |= 1 << mu;
    return std::to_string(mask);
}

std::string labelOf(const HopKernel& k)
{
    std::string label = fmt::format("{}-su{}-{}", k.kind == FermionKind::Wilson ? "wilson" : "staggered",
                                    colours(k.group), name(k.storage));
    if (k.format != FieldFormat::Real) label += "-" + name(k.format) + "-fields";
    for (int mu = 0; mu < 4; ++mu) {
        constexpr const char* phases[] = {"", "sign", "complex", "spread"};
        const PhaseKind kind = phaseKind(k.boundary, mu);
        if (kind != PhaseKind::None) label += fmt::format("-{}{}", phases[int(kind)], mu);
    }
    const std::pair<bool, const char*> options[] = {{k.dagger, "-dagger"},
                                                    {k.diagonal, "-diagonal"},
                                                    {k.twist, "-twist"},
                                                    {k.descend, "-descend"},
                                                    {k.terms, "-terms"}};
    for (const auto& [chosen, text] : options)
        if (chosen) label += text;
    return label;
}

} // namespace

KernelSpec hopSpec(const Lattice& lattice, const HopKernel& k)
{
    const int planes = fermionPlanes(k.kind, k.group);
    KernelSpec spec{.kernel = k.kind == FermionKind::Wilson ? "wilson" : "staggered",
                    .label = labelOf(k),
                    .defines = latticeDefines(lattice),
                    .resultPlanes = planes + (k.terms ? 1 : 0)};
    spec.targets = {{planes, k.format}};
    if (k.terms) spec.targets.push_back({1, FieldFormat::Real});
    spec.defines.merge(hopDefines(k.storage, k.group));
    const auto set = [&](const char* name, const std::string& value) { spec.defines[name] = value; };
    set("NC", std::to_string(colours(k.group)));
    set("VECTOR_PLANES", std::to_string(planes));
    set("NORM", k.format == FieldFormat::Normed ? "1" : "0");
    set("SIGN_PHASES", phaseMask(k.boundary, PhaseKind::Sign));
    set("COMPLEX_PHASES", phaseMask(k.boundary, PhaseKind::Complex));
    set("SPREAD_PHASES", phaseMask(k.boundary, PhaseKind::Spread));
    set("DIAGONAL", k.diagonal ? "1" : "0");
    set("DESCEND", k.descend ? "1" : "0");
    set("TERMS", k.terms ? "1" : "0");
    if (k.kind == FermionKind::Wilson) {
        set("DAGGER", k.dagger ? "1" : "0");
        set("TWIST", k.twist ? "1" : "0");
    }
    return spec;
}

DeviceHopping::DeviceHopping(FermionKind kind, const HopLinks& links, const BoundaryPhases& boundary,
                             FieldFormat format)
    : kind_(kind), links_(&links), boundary_(boundary),
      space_(
          FermionSpace::create(links.gauge().device(), {links.gauge().lattice(), links.gauge().group(), kind, format}))
{
    for (int mu = 0; mu < 4; ++mu) {
        const Lattice& lattice = links.gauge().lattice();
        const std::complex<double> phase = boundary.ofStep(lattice, mu, lattice.extent(mu) - 1);
        phases_.push_back(phase.real());
        phases_.push_back(phase.imag());
    }
}

DeviceHopping::Field DeviceHopping::makeField(int /*parity*/) const { return FermionField(space_); }

DeviceReal DeviceHopping::hopNorm2(Field& out, const Field& psi, const Hop& hop) const
{
    run(out, psi, hop, {.terms = true});
    return {space_->sumOfTerms()};
}

DeviceReal DeviceHopping::hopNorm2(Field& out, const Field& psi, const Hop& hop, const Field& chi) const
{
    run(out, psi, hop, {.chi = &chi, .terms = true});
    return {space_->sumOfTerms()};
}

std::pair<DeviceReal, DeviceReal> DeviceHopping::hopNorms(Field& out, const Field& psi, const Hop& hop) const
{
    const DeviceReal ofOut = hopNorm2(out, psi, hop);
    DeviceReal ofPsi = ofOut;
    ofPsi.index = 1;
    return {ofOut, ofPsi};
}

DeviceReal DeviceHopping::hopDescend(Field& out, const DeviceReal& alpha, const Field& psi, const Hop& hop) const
{
    run(out, psi, hop, {.alpha = &alpha, .terms = true});
    return {space_->sumOfTerms()};
}

DeviceReal DeviceHopping::hopDescend(Field& out, const DeviceReal& alpha, const Field& psi, const Hop& hop,
                                     const Field& chi) const
{
    run(out, psi, hop, {.chi = &chi, .alpha = &alpha, .terms = true});
    return {space_->sumOfTerms()};
}

void DeviceHopping::run(Field& out, const Field& psi, const Hop& hop, const Extras& extras) const
{
    const HopCoefficients& f = hop.factors;
    const bool staggered = kind_ == FermionKind::Staggered, dagger = hop.sign == Sign::Minus;
    assert(!staggered || (f.diagonalTwist == 0 && f.hopTwist == 0));
    const Lattice& lattice = links_->gauge().lattice();
    Kernel kernel(space_->device(), hopSpec(lattice, {.kind = kind_,
                                                      .group = links_->gauge().group(),
                                                      .format = space_->description().format,
                                                      .storage = links_->storage(),
                                                      .boundary = boundary_,
                                                      .dagger = dagger && !staggered,
                                                      .diagonal = extras.chi != nullptr,
                                                      .twist = f.diagonalTwist != 0 || f.hopTwist != 0,
                                                      .descend = extras.alpha != nullptr,
                                                      .terms = extras.terms}));
    links_->bind(kernel, hop.parity);
    const double sign = staggered && dagger ? -1 : 1;
    kernel.read("uPsi", psi.planes())
        .set("uFactors", std::vector{f.diagonal, f.diagonalTwist, sign * f.hop, f.hopTwist});
    kernel.set("uPhases", phases_);
    if (extras.chi) kernel.read("uChi", extras.chi->planes());
    if (extras.alpha) {
        extras.alpha->bind(kernel, 0);
        kernel.read("uResidual", out.planes());
    }
    out.write(kernel, extras.terms);
}

} // namespace gaugegl
