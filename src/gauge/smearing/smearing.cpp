#include "gaugegl/gauge/smearing/smearing.h"

#include "gauge/actions/staple_kernels.h"
#include "gauge/smearing/stout_links.h"
#include "gaugegl/base/error.h"
#include "gaugegl/core/stout.h"
#include "host/stout_links.h"

#include <charconv>
#include <fmt/format.h>

namespace gaugegl {
namespace {

void checkSteps(int steps)
{
    if (steps < 0) throw InputError(fmt::format("{} smearing steps; the number must not be negative", steps));
}

void checkWeight(double alpha)
{
    if (!(alpha >= 0 && alpha <= 1)) throw InputError(fmt::format("alpha {} is not between 0 and 1", alpha));
}

KernelSpec apeOf(const Lattice& lattice, const StapleVariant& variant) { return apeSpec(lattice, variant); }

/// The textures that a step writes beside the old field: those of the directions below `directions`.
std::vector<PlaneTexture> linkTextures(const GaugeField& u, int count)
{
    std::vector<PlaneTexture> textures;
    textures.reserve(std::size_t(count));
    for (int i = 0; i < count; ++i)
        textures.emplace_back(u.device(), halfFieldShape(u.lattice(), linkPlanes(u.group())));
    return textures;
}

/// Two textures of each of the links (mu, nu), mu != nu, that HYP smearing decorates.
class DecoratedLinks {
public:
    explicit DecoratedLinks(const GaugeField& u) : textures_(linkTextures(u, 2 * 12)) {}
    PlaneTexture& of(int mu, int nu, int parity)
    {
        return textures_[std::size_t(2 * (3 * mu + (nu < mu ? nu : nu - 1)) + parity)];
    }

private:
    std::vector<PlaneTexture> textures_;
};

/// One step of HYP smearing: level by level, all links of a level from those of the one before.
class HypStep {
public:
    HypStep(GaugeField& u, const HypSmearing& smearing)
        : u_(u), smearing_(smearing), staples_(u.device(), u.lattice(), u.group()), inner_(u), middle_(u)
    {}

    void run()
    {
        forEachPair([&](int mu, int eta, int parity) { innermost(mu, eta, parity); });
        forEachPair([&](int mu, int nu, int parity) { middle(mu, nu, parity); });
        // The innermost links are not needed any more: their textures take the new field.
        for (int mu = 0; mu < 4; ++mu)
            for (int parity = 0; parity < 2; ++parity)
                outermost(mu, parity);
        for (int mu = 0; mu < 4; ++mu)
            for (int parity = 0; parity < 2; ++parity)
                std::swap(u_.links(mu, parity), newLinks(mu, parity));
    }

private:
    template<class Visit>
    static void forEachPair(const Visit& visit)
    {
        for (int mu = 0; mu < 4; ++mu)
            for (int nu = 0; nu < 4; ++nu)
                for (int parity = 0; nu != mu && parity < 2; ++parity)
                    visit(mu, nu, parity);
    }

    PlaneTexture& newLinks(int mu, int parity) { return inner_.of(mu, mu == 0 ? 1 : 0, parity); }

    /// V(mu; eta): staples in the plane (mu, eta) alone, of the field itself.
    void innermost(int mu, int eta, int parity)
    {
        FatStaples fat;
        add(fat, eta, u_.links(eta, parity), u_.links(eta, 1 - parity), u_.links(mu, 1 - parity));
        write(inner_.of(mu, eta, parity), fat, smearing_.alpha[2], mu, parity);
    }

    /// V(mu; nu), not decorated in direction nu: in the plane (mu, rho) with links that are decorated in neither of nu,
    /// rho and mu, but in the one direction left.
    void middle(int mu, int nu, int parity)
    {
        FatStaples fat;
        for (int rho = 0; rho < 4; ++rho) {
            if (rho == mu || rho == nu) continue;
            const int left = 6 - mu - nu - rho;
            add(fat, rho, inner_.of(rho, left, parity), inner_.of(rho, left, 1 - parity),
                inner_.of(mu, left, 1 - parity));
        }
        write(middle_.of(mu, nu, parity), fat, smearing_.alpha[1], mu, parity);
    }

    void outermost(int mu, int parity)
    {
        FatStaples fat;
        for (int nu = 0; nu < 4; ++nu)
            if (nu != mu)
                add(fat, nu, middle_.of(nu, mu, parity), middle_.of(nu, mu, 1 - parity),
                    middle_.of(mu, nu, 1 - parity));
        write(newLinks(mu, parity), fat, smearing_.alpha[0], mu, parity);
    }

    static void add(FatStaples& fat, int nu, const PlaneTexture& same, const PlaneTexture& other,
                    const PlaneTexture& top)
    {
        fat.nu.push_back(nu);
        fat.sidesSame.push_back(&same);
        fat.sidesOther.push_back(&other);
        fat.tops.push_back(&top);
    }

    void write(PlaneTexture& out, const FatStaples& fat, double alpha, int mu, int parity)
    {
        const auto spec = [&](const StapleVariant& variant) { return apeOf(u_.lattice(), variant); };
        staples_.prepared(spec, u_, mu, parity, fat)
            .set("uKeep", 1 - alpha)
            .set("uStaples", alpha / (2 * double(fat.nu.size())))
            .run(out);
    }

    GaugeField& u_;
    HypSmearing smearing_;
    StapleKernels staples_;
    DecoratedLinks inner_, middle_;
};

} // namespace

ApeSmearing ApeSmearing::parse(std::string_view text)
{
    ApeSmearing smearing;
    const char* const end = text.data() + text.size();
    const auto [afterAlpha, alphaError] = std::from_chars(text.data(), end, smearing.alpha);
    const bool colon = alphaError == std::errc() && afterAlpha != end && *afterAlpha == ':';
    const auto [afterSteps, stepsError] = std::from_chars(colon ? afterAlpha + 1 : end, end, smearing.steps);
    if (!colon || stepsError != std::errc() || afterSteps != end)
        throw InputError(fmt::format("APE smearing \"{}\" is not ALPHA:STEPS, as 0.5:25", text));
    checkWeight(smearing.alpha);
    checkSteps(smearing.steps);
    return smearing;
}

Warnings warningsOf(const ApeSmearing& smearing)
{
    const int directions = smearing.spatial ? 3 : 4;
    const double largest = (directions - 1) / double(directions);
    if (smearing.steps == 0 || smearing.alpha <= largest) return {};
    return {fmt::format("APE smearing with alpha = {} makes the shortest waves grow with each of its {} step{}: up to "
                        "{} it smooths all "
                        "of them",
                        smearing.alpha, smearing.steps, smearing.steps == 1 ? "" : "s",
                        smearing.spatial ? "2/3 in space" : "3/4")};
}

Warnings warningsOf(const StoutSmearing& smearing)
{
    return warningsOf(StoutSteps{smearing.rho, smearing.steps}, smearing.spatial ? 3 : 4);
}

void smear(GaugeField& u, const ApeSmearing& smearing)
{
    checkWeight(smearing.alpha);
    checkSteps(smearing.steps);
    if (smearing.steps == 0) return;
    const int directions = smearing.spatial ? 3 : 4;
    std::vector<PlaneTexture> next = linkTextures(u, 2 * directions);
    StapleKernels staples(u.device(), u.lattice(), u.group(), {}, smearing.spatial);
    const auto spec = [&](const StapleVariant& variant) { return apeOf(u.lattice(), variant); };
    for (int step = 0; step < smearing.steps; ++step) {
        for (std::size_t i = 0; i < next.size(); ++i)
            staples.prepared(spec, u, int(i) / 2, int(i) % 2)
                .set("uKeep", 1 - smearing.alpha)
                .set("uStaples", smearing.alpha / (2 * (directions - 1)))
                .run(next[i]);
        for (std::size_t i = 0; i < next.size(); ++i)
            std::swap(u.links(int(i) / 2, int(i) % 2), next[i]);
    }
}

void smear(GaugeField& u, const StoutSmearing& smearing)
{
    validate(StoutSteps{smearing.rho, smearing.steps});
    const int directions = smearing.spatial ? 3 : 4;
    AlgebraField exponents(u.device(), u.lattice(), u.group());
    StapleKernels staples(u.device(), u.lattice(), u.group(), {}, smearing.spatial);
    for (int step = 0; step < smearing.steps; ++step) {
        stoutExponents(exponents, u, staples, smearing.rho, directions);
        exponentiate(u, exponents, directions);
    }
}

void smear(host::LinkField& u, const ApeSmearing& smearing)
{
    checkWeight(smearing.alpha);
    checkSteps(smearing.steps);
    if (smearing.steps == 0) return;
    const int directions = smearing.spatial ? 3 : 4;
    host::GaugeForce staples(u.layout(), u.group(), /*beta=*/1, actions::wilson, directions);
    host::SiteNumbers next = u[0];
    for (int step = 0; step < smearing.steps; ++step) {
        staples.sumStaples(u);
        for (int mu = 0; mu < directions; ++mu) {
            setProduct(u.group(), next, host::adjoint(host::here(staples.staples(mu))), {},
                       smearing.alpha / (2 * (directions - 1)));
            next.add(1 - smearing.alpha, u[mu]);
            projectPolar(u.group(), next);
            std::swap(u[mu], next);
        }
    }
}

void smear(host::LinkField& u, const StoutSmearing& smearing)
{
    const StoutSteps steps{smearing.rho, smearing.steps};
    validate(steps);
    if (steps.smears()) u = host::LinkField(host::StoutLinks(u, steps, smearing.spatial ? 3 : 4).links());
}

void smear(GaugeField& u, const HypSmearing& smearing)
{
    for (const double alpha : smearing.alpha)
        checkWeight(alpha);
    checkSteps(smearing.steps);
    if (smearing.steps == 0) return;
    HypStep step(u, smearing);
    for (int i = 0; i < smearing.steps; ++i)
        step.run();
}

} // namespace gaugegl
