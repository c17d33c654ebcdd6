// Zolotarev's rational approximation of the sign: of all odd rational functions of its order the one with the least largest
// deviation on [lower, upper], and [-upper, -lower] (Zolotarev 1877; van den Eshof et al., Comput. Phys. Commun. 146 (2002) 203;
// Chiu, Phys. Rev. Lett. 90 (2003) 071601).  With y = x / lower, k' = sqrt(1 - (lower / upper)^2) and the complete integral K' of k',
//   R(x) = d y prod_{even l < n} (y^2 + c_l) / prod_{odd l < n} (y^2 + c_l),  c_l = sn^2(l K'/n; k') / cn^2(l K'/n; k'),
// d such that the deviations from 1 at the n + 1 points y = 1 / dn(j K'/n; k'), where they are largest, have alternating signs.
#pragma once

#include <vector>

namespace gaugegl {

/// The bounds of |x|, 0 < lower < upper.
struct SignInterval {
    double lower = 0; ///< of the smallest
    double upper = 0; ///< of the largest
};

/// R in two forms:
///   R(x) = x (constant + sum_l residues[l] / (x^2 + shifts[l])),
///   R(x) = (1 - P) / (1 + P), P = prod_s (1 - weights[s] x) / (1 + weights[s] x).
struct ZolotarevSign {
    SignInterval interval;        ///< where it approximates the sign
    double constant = 0;          ///< 0 for even orders
    std::vector<double> residues; ///< positive
    std::vector<double> shifts;   ///< positive, rising
    std::vector<double> weights;  ///< positive, falling; as many as the order
    double error = 0;             ///< the largest |R(x) - sign x| on the interval, without rounding

    /// R(x) from the partial fractions.
    double operator()(double x) const;
};

/// R of this order n >= 1.  Throws InputError where the order or the interval is no such thing.
ZolotarevSign zolotarevSign(int order, const SignInterval& interval);

/// R of the lowest order whose error is at most `error`.  Throws InputError where it is not above 0 or the order would pass 128.
ZolotarevSign zolotarevSignWithin(double error, const SignInterval& interval);

} // namespace gaugegl
