// Stages of the gradient flow, on a device and on the host.
#pragma once

#include "gauge/actions/staple_kernels.h"
#include "gaugegl/device/reduction.h"
#include "gaugegl/fields/algebra_field.h"
#include "gaugegl/gauge/flow/flow.h"
#include "host/molecular_dynamics.h"

#include <array>
#include <cmath>

namespace gaugegl {

/// A stage of the third-order scheme: the exponent becomes step * force * Z + old * (the exponent of the stage before).
struct FlowStage {
    double force, old;
};
constexpr std::array<FlowStage, 3> flowStages = {{{1.0 / 4, 0}, {8.0 / 9, -17.0 / 9}, {3.0 / 4, -1}}};

/// The second-order step -Z0 + 2 Z1 in the exponents of the first two stages, Z0/4 and 8/9 Z1 - 17/36 Z0.
constexpr double secondOrderOfFirst = 1.0 / 4, secondOrderOfSecond = 9.0 / 4;

/// The exponents of stages: the distance of adaptive steps needs the first two to the end.
constexpr std::size_t exponentsOf(const FlowParameters& parameters) { return parameters.tolerance ? 3 : 2; }

/// A piece of a step: the exponents of a direction and parity in a stage or, as the last one, the links.
struct FlowPiece {
    explicit FlowPiece(int piece)
        : stage(std::size_t(piece / ofStage)), texture(piece % ofStage), movesLinks(texture == ofStage - 1)
    {}
    /// The exponents of this stage, and of the one before, among so many.
    std::size_t exponents(std::size_t count) const { return stage % count; }
    std::size_t before(std::size_t count) const { return (stage + count - 1) % count; } // in the first stage not read

    static constexpr int ofStage = flowPieces / int(flowStages.size());
    std::size_t stage;
    int texture;
    bool movesLinks;
};

template<>
class FlowWork<GaugeField> {
public:
    FlowWork(const GaugeField& u, const FlowParameters& parameters)
        : staples_(u.device(), u.lattice(), u.group(), parameters.action), precision_(u.device().precision()),
          reduction_(u.device())
    {
        exponents_.reserve(exponentsOf(parameters));
        for (std::size_t i = 0; i < exponentsOf(parameters); ++i)
            exponents_.emplace_back(u.device(), u.lattice(), u.group());
        if (!parameters.tolerance) return;
        start_ = u;
        density_.emplace(u.device(), halfFieldShape(u.lattice(), 1));
    }

    Precision precision() const { return precision_; }
    /// Of each stage the exponents of one texture after the other, and last all links.
    void piece(GaugeField& u, double step, int number)
    {
        const FlowPiece piece(number);
        AlgebraField& exponents = exponents_[piece.exponents(exponents_.size())];
        if (piece.movesLinks) return exponentiate(u, exponents, 4);
        const int mu = piece.texture / 2, parity = piece.texture % 2;
        const auto spec = [&](const StapleVariant& variant) { return forceSpec(u.lattice(), variant); };
        staples_.prepared(spec, u, mu, parity)
            .set("uForce", -step * flowStages[piece.stage].force)
            .set("uOld", flowStages[piece.stage].old)
            .read("uAlgebra", exponents_[piece.before(exponents_.size())].of(mu, parity))
            .run(exponents.of(mu, parity));
    }
    void keep(const GaugeField& u) { start_ = u; }
    void restore(GaugeField& u) const { u = *start_; }
    double distance(GaugeField& u);

private:
    StapleKernels staples_;
    Precision precision_;
    std::vector<AlgebraField> exponents_;
    std::optional<GaugeField> start_; // of an adaptive step
    std::optional<PlaneTexture> density_;
    Reduction reduction_;
};

inline double FlowWork<GaugeField>::distance(GaugeField& u)
{
    double sum = 0;
    forEveryLinkTexture(4, [&](int mu, int parity) {
        Kernel(u.device(), exponentialSpec(u.group()))
            .read("uLink", start_->links(mu, parity))
            .read("uAlgebra", exponents_[0].of(mu, parity))
            .read("uAlgebra2", exponents_[1].of(mu, parity))
            .set("uFirst", secondOrderOfFirst)
            .set("uSecond", secondOrderOfSecond)
            .run(u.scratch());
        Kernel(u.device(), flowDistanceSpec(u.group()))
            .read("uFirst", u.links(mu, parity))
            .read("uSecond", u.scratch())
            .run(*density_);
        sum += reduction_.sum(*density_)[0];
    });
    return std::sqrt(sum / (4 * double(u.lattice().volume())));
}

/// Where all exponents of a stage are made at once, as the first of its pieces.
template<>
class FlowWork<host::LinkField> {
public:
    FlowWork(const host::LinkField& u, const FlowParameters& parameters)
        : staples_(u.layout(), u.group(), /*beta=*/1, parameters.action),
          exponents_(exponentsOf(parameters), host::makeLinkAlgebra(u.layout(), u.group()))
    {}

    static constexpr Precision precision() { return Precision::Double; }
    void piece(host::LinkField& u, double step, int number)
    {
        const FlowPiece piece(number);
        host::LinkAlgebra& exponents = exponents_[piece.exponents(exponents_.size())];
        if (piece.movesLinks) return host::moveLinks(u, exponents, 1);
        if (piece.texture > 0) return;
        staples_.sumStaples(u);
        for (int mu = 0; mu < 4; ++mu) {
            host::SiteNumbers& exponent = exponents[std::size_t(mu)];
            setAlgebraPart(u.group(), exponent, host::here(u[mu]), host::here(staples_.staples(mu)),
                           -step * flowStages[piece.stage].force);
            if (piece.stage > 0)
                exponent.add(flowStages[piece.stage].old, exponents_[piece.before(exponents_.size())][std::size_t(mu)]);
        }
    }
    void keep(const host::LinkField& u) { start_ = u; }
    void restore(host::LinkField& u) const { u = *start_; }
    double distance(const host::LinkField& u) const
    {
        host::SiteSums sums(u.layout());
        host::SiteNumbers exponent = exponents_[0][0], other = u[0];
        const int n = colours(u.group());
        for (int mu = 0; mu < 4; ++mu) {
            exponent = exponents_[0][std::size_t(mu)];
            exponent.add(secondOrderOfFirst - 1, exponent);
            exponent.add(secondOrderOfSecond, exponents_[1][std::size_t(mu)]);
            setMoved(u.group(), other, exponent, (*start_)[mu], 1);
            addProduct(u.group(), other, host::here(u[mu]), {}, -1);
            sums.addRealTrace(u.group(), host::here(other), host::adjoint(host::here(other)), 1.0 / (n * n), 0);
        }
        return std::sqrt(sums.value() / (4 * double(u.layout()->shared().lattice().volume())));
    }

private:
    host::GaugeForce staples_;
    std::vector<host::LinkAlgebra> exponents_;
    std::optional<host::LinkField> start_; // of an adaptive step
};

} // namespace gaugegl
