#include "host/molecular_dynamics.h"

#include "dispatch.h"

#include "gaugegl/base/error.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl::host {

void setGaussian(LinkAlgebra& p, Group group, const DrawsOfLinks& draws)
{
    const BlockLayout& layout = *p[0].layout();
    const Lattice& whole = layout.shared().lattice();
    for (int mu = 0; mu < 4; ++mu)
        for (const int parity : {0, 1}) {
            SiteNumbers& direction = p[std::size_t(mu)];
            const Draws numbers = draws(mu, parity);
            const std::span<const std::int64_t> sites = layout.halfSites(parity);
            double* const to = direction.change(parity);
            forPieces(std::int64_t(sites.size()), 64, [&](std::int64_t first, std::int64_t last) {
                for (std::int64_t place = first; place < last; ++place) {
                    const auto site =
                        std::uint32_t(whole.wholeSite(siteOfHalf(layout.lattice(), parity, sites[std::size_t(place)])));
                    const auto put = [&](int number, double x) { to[direction.at(place, number)] = x; };
                    const std::array<double, 4> a = gaussians(numbers(site, 0));
                    if (traits(group).quaternions) { // T_a = sigma_a / 2
                        for (int k = 0; k < 3; ++k)
                            put(k, a[std::size_t(k)] / 2);
                        continue;
                    }
                    const std::array<double, 4> b = gaussians(numbers(site, 1)); // T_a = lambda_a / 2
                    const double eighth = b[3] / std::sqrt(12.0);
                    const std::array<double, 8> h = {a[2] / 2 + eighth, -a[2] / 2 + eighth, a[0] / 2, -a[1] / 2,
                                                     a[3] / 2,          -b[0] / 2,          b[1] / 2, -b[2] / 2};
                    for (int k = 0; k < 8; ++k)
                        put(k, h[std::size_t(k)]);
                }
            });
        }
}

double kineticEnergy(const LinkAlgebra& p, Group group)
{
    SiteSums sums(p[0].layout());
    for (const SiteNumbers& direction : p)
        sums.addTraceSquare(group, direction);
    return sums.value();
}

void moveLinks(LinkField& u, const LinkAlgebra& p, double time)
{
    for (int mu = 0; mu < 4; ++mu)
        setMoved(u.group(), u[mu], p[std::size_t(mu)], u[mu], time);
}

double distance(const LinkField& u, const LinkField& v)
{
    double sum = 0;
    const auto count = std::size_t(u.layout()->lattice().halfVolume() * u[0].perSite());
    for (int mu = 0; mu < 4; ++mu)
        for (const int parity : {0, 1})
            for (std::size_t k = 0; k < count; ++k) {
                const double difference = u[mu].data(parity)[k] - v[mu].data(parity)[k];
                sum += difference * difference;
            }
    return std::sqrt(sum / (8.0 * double(count)));
}

GaugeForce::GaugeForce(const std::shared_ptr<const BlockLayout>& layout, Group group, double beta,
                       const GaugeAction& action, int directions)
    : group_(group), beta_(beta), staples_{makeMatrices(layout, group), makeMatrices(layout, group),
                                           makeMatrices(layout, group), makeMatrices(layout, group)},
      left_(makeMatrices(layout, group)), right_(left_), far_{left_, left_}, sum_(left_), moved_{left_, left_}
{
    action.forEachLoop([&](const LoopTraits& shape, double coefficient) {
        // A rectangle goes along its first side, its second one, and back.
        const auto steps = [&](int direction) {
            return int(std::count(shape.path.begin(), shape.path.begin() + shape.steps, direction));
        };
        const int a = steps(1), b = steps(2);
        if (2 * (a + b) != shape.steps || a != steps(-1) || b != steps(-2) || b != 1 || a < 1 || a > 2)
            throw InputError(fmt::format("the CPU has no force of the loop '{}'; rectangles of 1x1 and 2x1 links are "
                                         "expected",
                                         shape.name));
        for (int mu = 0; mu < directions; ++mu)
            for (int nu = a == 1 ? mu + 1 : 0; nu < directions; ++nu)
                if (nu != mu) loops_.push_back({{mu, a}, {nu, b}, coefficient});
    });
}

/// Makes the sides of two links where a loop has such.
void GaugeForce::setSides(const LinkField& u)
{
    if (std::ranges::all_of(loops_, [](const Loop& loop) { return loop.first.length == 1; })) return;
    for (int mu = 0; mu < 4; ++mu) {
        auto& doubled = doubled_[std::size_t(mu)];
        if (!doubled) doubled.emplace(makeMatrices(u.layout(), group_));
        setProduct(group_, *doubled, here(u[mu]), ahead(u[mu], mu));
    }
}

/// The product of the links of a side that begins at x.
const SiteNumbers& GaugeForce::sideOf(const LinkField& u, const Side& side) const
{
    return side.length == 1 ? u[side.mu] : *doubled_[std::size_t(side.mu)];
}

/// What has at x + mu the m of the other end of a side along mu that begins at x.
const SiteNumbers& GaugeForce::atFarEnd(const SiteNumbers& m, const Side& along, SiteNumbers& scratch) const
{
    if (along.length == 1) return m;
    setProduct(group_, scratch, ahead(m, along.mu));
    return scratch;
}

/// The products from one corner to the opposite one: along the first side and then the second, and the other way.
void GaugeForce::setCorners(const LinkField& u, const Loop& loop)
{
    const SiteNumbers &a = sideOf(u, loop.first), &b = u[loop.second.mu];
    const SiteNumbers& bFar = atFarEnd(b, loop.first, far_[0]);
    setProduct(group_, left_, here(a), ahead(bFar, loop.first.mu));
    setProduct(group_, right_, here(b), ahead(a, loop.second.mu));
}

double GaugeForce::energy(const LinkField& u)
{
    SiteSums sums(u.layout());
    setSides(u);
    for (const Loop& loop : loops_) {
        setCorners(u, loop);
        sums.addRealTrace(group_, here(left_), adjoint(here(right_)), -loop.coefficient / colours(group_),
                          loop.coefficient);
    }
    return beta_ * sums.value();
}

/// Of a side of two links V is the staple of their product: U(x+mu) V of the first, V U(x) of the second.
void GaugeForce::addStaples(const LinkField& u, const Side& side, const SiteNumbers& staples, double coefficient)
{
    SiteNumbers& sum = staples_[std::size_t(side.mu)];
    if (side.length == 1) {
        addProduct(group_, sum, here(staples), {}, coefficient);
        return;
    }
    addProduct(group_, sum, ahead(u[side.mu], side.mu), here(staples), coefficient);
    setProduct(group_, moved_[0], here(staples), here(u[side.mu]));
    addProduct(group_, sum, behind(moved_[0], side.mu), {}, coefficient);
}

// With W = L R^dagger, L = A(x) B(x+a), R = B(x) A(x+b):
//   of A  B(x+a) R^dagger, and of the A behind, x+b,  L^dagger B(x);
//   of B  A(x+b) L^dagger, and of the B in front, x+a, R^dagger A(x).
void GaugeForce::sumStaples(const LinkField& u)
{
    for (SiteNumbers& sum : staples_)
        sum.setZero();
    setSides(u);
    for (const Loop& loop : loops_) {
        setCorners(u, loop);
        const int mu = loop.first.mu, nu = loop.second.mu;
        const SiteNumbers &a = sideOf(u, loop.first), &b = u[nu], &bFar = loop.first.length == 1 ? b : far_[0];
        setProduct(group_, sum_, ahead(bFar, mu), adjoint(here(right_)));
        setProduct(group_, moved_[1], adjoint(here(left_)), here(b));
        addProduct(group_, sum_, behind(moved_[1], nu));
        addStaples(u, loop.first, sum_, loop.coefficient);
        setProduct(group_, sum_, ahead(a, nu), adjoint(here(left_)));
        setProduct(group_, moved_[1], adjoint(here(right_)), here(a));
        if (loop.first.length == 2) {
            setProduct(group_, far_[1], behind(moved_[1], mu));
            addProduct(group_, sum_, behind(far_[1], mu));
        } else {
            addProduct(group_, sum_, behind(moved_[1], mu));
        }
        addStaples(u, loop.second, sum_, loop.coefficient);
    }
}

void GaugeForce::kick(LinkAlgebra& p, const LinkField& u, double time)
{
    sumStaples(u);
    for (int mu = 0; mu < 4; ++mu)
        addAlgebraPart(group_, p[std::size_t(mu)], here(u[mu]), here(staples(mu)),
                       -time * beta_ / (2 * colours(group_)));
}

} // namespace gaugegl::host
