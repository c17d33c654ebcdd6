// Momenta, links that move and the gauge action on the host, CONVENTIONS.md, "Molecular dynamics"; reference/hmc.h is the reference.
// All is collective where ranks share the lattice.
#pragma once

#include "gaugegl/core/gauge_action.h"
#include "gaugegl/core/random.h"
#include "host/link_field.h"

#include <functional>
#include <optional>

namespace gaugegl::host {

/// Draws for the links of a direction on the sites of a parity.
using DrawsOfLinks = std::function<Draws(int mu, int parity)>;

/// Gaussian momenta, density exp(-sum tr h^2), drawn for each direction on the even sites, then on the odd ones.
void setGaussian(LinkAlgebra& p, Group group, const DrawsOfLinks& draws);
/// sum over links of tr h^2.
double kineticEnergy(const LinkAlgebra& p, Group group);
/// U -> exp(time P) U, every link, projected on the group.
void moveLinks(LinkField& u, const LinkAlgebra& p, double time);
/// The root of the mean squared difference of the real numbers of the links, on this rank.
double distance(const LinkField& u, const LinkField& v);

/// The action of loops in planes, beta times the sum of coefficient (1 - (1/N) Re tr U_loop), and its force.
class GaugeForce {
public:
    /// Loops lie in the planes of the first so many directions.  Throws InputError for a loop that is no rectangle of links.
    GaugeForce(const std::shared_ptr<const BlockLayout>& layout, Group group, double beta,
               const GaugeAction& action = {}, int directions = 4);

    /// The action of the links.
    double energy(const LinkField& u);
    /// p -= time F.
    void kick(LinkAlgebra& p, const LinkField& u, double time);
    /// The staple sums weighted with the coefficients, of the links in direction mu as of the last kick() or sumStaples().
    const SiteNumbers& staples(int mu) const { return staples_[std::size_t(mu)]; }
    /// Computes them.
    void sumStaples(const LinkField& u);

private:
    /// A side of a rectangle, one link or two.
    struct Side {
        int mu;
        int length;
    };
    /// A rectangle with its weight.
    struct Loop {
        Side first, second;
        double coefficient;
    };
    void setSides(const LinkField& u);
    const SiteNumbers& sideOf(const LinkField& u, const Side& side) const;
    const SiteNumbers& atFarEnd(const SiteNumbers& m, const Side& along, SiteNumbers& scratch) const;
    void setCorners(const LinkField& u, const Loop& loop);
    void addStaples(const LinkField& u, const Side& side, const SiteNumbers& staples, double coefficient);

    Group group_;
    double beta_;
    std::vector<Loop> loops_;
    std::array<SiteNumbers, 4> staples_;
    std::array<std::optional<SiteNumbers>, 4> doubled_; ///< U_mu(x) U_mu(x+mu), of the last links
    SiteNumbers left_, right_, far_[2], sum_, moved_[2];
};

} // namespace gaugegl::host
