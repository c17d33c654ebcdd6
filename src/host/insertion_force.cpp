#include "host/insertion_force.h"

namespace gaugegl::host {

InsertionForce::InsertionForce(const std::shared_ptr<const BlockLayout>& layout, Group group)
    : group_(group), sums_{makeMatrices(layout, group), makeMatrices(layout, group), makeMatrices(layout, group),
                           makeMatrices(layout, group)},
      left_(sums_[0]), right_(sums_[0]), with_(sums_[0]), back_(sums_[0]), inside_(sums_[0]), scratch_(sums_[0]),
      moved_(sums_[0]), far_(sums_[0])
{}

// With L = U V, R = W Y, U = U_mu(x), V = U_nu(x+mu), W = U_nu(x), Y = U_mu(x+nu) and the insertions h0 .. h3 of the corners
//   f = Re tr [A R^dagger + L B^dagger],  A = h0 L + U h1 V + L h3,  B = -W h2 Y
// the derivatives are, with Q = R^dagger h0 + h3 R^dagger + B^dagger,
//   of U  V Q + h1 V R^dagger,           of V  Q U + R^dagger U h1,
//   of W  Y A^dagger - h2 Y L^dagger,    of Y  A^dagger W - L^dagger W h2.
void InsertionForce::add(const LinkField& u, int mu, int nu, const Corners& corners)
{
    const auto& [h0, h1, h2, h3] = corners;
    const SiteNumbers &along = u[mu], &side = u[nu];
    setProduct(group_, left_, here(along), ahead(side, mu));
    setProduct(group_, right_, here(side), ahead(along, nu));
    with_.setZero();   // A
    inside_.setZero(); // Q
    if (h0) {
        addProduct(group_, with_, here(*h0), here(left_));
        addProduct(group_, inside_, adjoint(here(right_)), here(*h0));
    }
    if (h1) {
        setProduct(group_, scratch_, ahead(*h1, mu), ahead(side, mu));
        addProduct(group_, with_, here(along), here(scratch_));
    }
    if (h3) {
        setProduct(group_, moved_, ahead(*h3, nu)); // at x + mu: h3(x + mu + nu)
        setProduct(group_, far_, ahead(moved_, mu));
        addProduct(group_, with_, here(left_), here(far_));
        addProduct(group_, inside_, here(far_), adjoint(here(right_)));
    }
    if (h2) { // W h2; B^dagger = Y^dagger h2 W^dagger = - Y^dagger (W h2)^dagger
        setProduct(group_, back_, here(side), ahead(*h2, nu));
        addProduct(group_, inside_, adjoint(ahead(along, nu)), adjoint(here(back_)), -1);
    }
    SiteNumbers &ofAlong = sums_[std::size_t(mu)], &ofSide = sums_[std::size_t(nu)];
    addProduct(group_, ofAlong, ahead(side, mu), here(inside_));
    if (h1) addProduct(group_, ofAlong, here(scratch_), adjoint(here(right_)));
    setProduct(group_, moved_, here(inside_), here(along));
    if (h1) {
        setProduct(group_, far_, here(along), ahead(*h1, mu));
        addProduct(group_, moved_, adjoint(here(right_)), here(far_));
    }
    addProduct(group_, ofSide, behind(moved_, mu));
    addProduct(group_, ofSide, ahead(along, nu), adjoint(here(with_)));
    if (h2) {
        setProduct(group_, far_, ahead(*h2, nu), ahead(along, nu));
        addProduct(group_, ofSide, here(far_), adjoint(here(left_)), -1);
    }
    setProduct(group_, moved_, adjoint(here(with_)), here(side));
    if (h2) addProduct(group_, moved_, adjoint(here(left_)), here(back_), -1);
    addProduct(group_, ofAlong, behind(moved_, nu));
}

void InsertionForce::kick(LinkAlgebra& p, const LinkField& u, double factor)
{
    for (int mu = 0; mu < 4; ++mu) {
        SiteNumbers& sum = sums_[std::size_t(mu)];
        addAlgebraPart(group_, p[std::size_t(mu)], here(u[mu]), here(sum), factor);
        sum.setZero();
    }
}

} // namespace gaugegl::host
