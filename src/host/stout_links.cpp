#include "host/stout_links.h"

#include <cassert>

namespace gaugegl::host {

StoutLinks::StoutLinks(const LinkField& u, const StoutSteps& stout, int directions)
    : u_(&u), stout_(stout), directions_(directions)
{
    if (!stout.smears()) return;
    staples_.emplace(u.layout(), u.group(), /*beta=*/1, actions::wilson, directions);
    for (int step = 0; step < stout.steps; ++step) {
        levels_.push_back(u);
        exponents_.push_back(makeLinkAlgebra(u.layout(), u.group()));
    }
    update();
}

void StoutLinks::update()
{
    const Group group = u_->group();
    for (std::size_t step = 0; step < levels_.size(); ++step) {
        const LinkField& from = before(step);
        staples_->sumStaples(from);
        for (int mu = 0; mu < 4; ++mu) {
            if (mu >= directions_) {
                levels_[step][mu] = from[mu];
                continue;
            }
            SiteNumbers& exponent = exponents_[step][std::size_t(mu)];
            setAlgebraPart(group, exponent, here(from[mu]), here(staples_->staples(mu)), -stout_.rho);
            setMoved(group, levels_[step][mu], exponent, from[mu], 1);
        }
    }
}

// -2 tr(dA L) = 2 rho Re tr(L d(U S)): what is inserted in front of each link stands in a plaquette at x for U_mu(x) and U_nu(x+mu),
// and, as the other way round turns the sign, with a minus for U_nu(x) and U_mu(x+nu).
void StoutLinks::pullBack(LinkAlgebra& gradient)
{
    assert(directions_ == 4);
    if (levels_.empty()) return;
    if (!loops_) loops_.emplace(u_->layout(), u_->group());
    const Group group = u_->group();
    std::vector<SiteNumbers> inserted(4, makeMatrices(u_->layout(), group));
    SiteNumbers first = inserted[0], third = inserted[0];
    for (std::size_t step = levels_.size(); step-- > 0;) {
        for (std::size_t mu = 0; mu < 4; ++mu)
            setStoutGradient(group, inserted[mu], gradient[mu], exponents_[step][mu]);
        for (int mu = 0; mu < 4; ++mu)
            for (int nu = mu + 1; nu < 4; ++nu) {
                const SiteNumbers &along = inserted[std::size_t(mu)], &side = inserted[std::size_t(nu)];
                setProduct(group, first, here(along));
                addProduct(group, first, here(side), {}, -1);
                setProduct(group, third, here(along), {}, -1);
                loops_->add(before(step), mu, nu, {&first, &side, &third, nullptr});
            }
        loops_->kick(gradient, before(step), -stout_.rho);
    }
}

HostGaugeField stoutSmeared(HostGaugeField links, const StoutSteps& stout, const SharedLattice& shared, int directions)
{
    if (!stout.smears()) return links;
    const LinkField u(std::make_shared<const BlockLayout>(shared), links.group, links.links);
    links.links = StoutLinks(u, stout, directions).links().links();
    return links;
}

} // namespace gaugegl::host
