// The hopping term of staggered fermions, with what is fused to it (algebra/hopping.h):
//   out(x) = a chi(x) + c H psi(x),   H psi(x) = sum_mu eta_mu(x) [ U_mu(x) psi(x+mu) - U_mu(x-mu)^dagger psi(x-mu) ],
//   eta_0 = 1, eta_1 = (-1)^x, eta_2 = (-1)^(x+y), eta_3 = (-1)^(x+y+z).
// A texel holds two sites with its xh, y, z: t = 2k, the first, and t = 2k+1, the second, whose x differs by one.  DIAGONAL, DESCEND and TERMS as in
// kernels/wilson.glsl; there is no DAGGER: H^dagger = -H, which c takes.
#include "lattice/scalar.glsl"
#include "lattice/transport.glsl"
#include "lattice/vector.glsl"

uniform PLANES uPsi;
#if DIAGONAL
uniform PLANES uChi;
#endif
#if DESCEND
uniform PLANES uResidual;
#endif
uniform REAL uFactors[4]; // a, 0, c, 0

struct Pair {
    ColourVector site0, site1;
};

Pair loadPair(PLANES field, ivec2 texel)
{
    REAL4 planes[VECTOR_PLANES];
    loadVector(planes, field, texel);
    Pair p;
    UNPACK_PAIR(p.site0, p.site1, planes, 0);
    return p;
}

// The texel of the pair that a site belongs to: links have a row for each (z, t), pairs for each (z, k).
ivec2 pairOf(ivec2 site)
{
    int t = quotient(site.y, LZ, SHIFT_LZ);
    return ivec2(site.x, site.y - LZ * (t - (t >> 1)));
}

ColourVector choose(bool first, ColourVector a, ColourVector b)
{
    if (first) return a;
    return b;
}

#if SPREAD_PHASES + COMPLEX_PHASES + SIGN_PHASES > 0
#define PHASED(x, mu, sign, v)                                                                                         \
    (HAS_PHASE(mu) ? withPhase((sign) > 0 ? phaseAhead(x, mu) : phaseBehind(x, mu), v, mu) : (v))
#else
#define PHASED(x, mu, sign, v) (v)
#endif

// U_mu(x) ahead - U_mu(x-mu)^dagger behind.
#define HOP(x, mu, ahead, behind)                                                                                      \
    add(PHASED(x, mu, 1, mul(loadHopLink(uSame[mu], texelOf(x)), ahead)),                                              \
        scaled(REAL(-1.0), PHASED(x, mu, -1, mulAdj(loadHopLink(uOther[mu], NEIGHBOUR(x, mu, -1)), behind))))

REAL signOf(int parity) { return REAL(1 - 2 * (parity & 1)); }

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    int k = quotient(texel.y, LZ, SHIFT_LZ);
    ivec2 site = ivec2(texel.x, texel.y + LZ * k);
    Site x0 = siteAt(site), x1 = siteAt(site + ivec2(0, LZ));

    // x: of the neighbours of a site one is in the pair of the same xh, the other in the next or the one before.
    Pair here = loadPair(uPsi, texel);
    Pair r;
#for T in 0 1
    {
        bool odd = x$T.odd == 1;
        ColourVector near = here.site$T;
        ColourVector far = loadPair(uPsi, pairOf(odd ? NEIGHBOUR(x$T, 0, 1) : NEIGHBOUR(x$T, 0, -1))).site$T;
        r.site$T = HOP(x$T, 0, choose(odd, far, near), choose(odd, near, far));
    }
#end
    // t: from the second site of the pair before to the first of the next.
    Pair before = loadPair(uPsi, pairOf(NEIGHBOUR(x0, 3, -1))), next = loadPair(uPsi, pairOf(NEIGHBOUR(x1, 3, 1)));
    r.site0 = addTo(r.site0, signOf(x0.odd + x0.y + x0.z), HOP(x0, 3, here.site1, before.site1));
    r.site1 = addTo(r.site1, signOf(x1.odd + x1.y + x1.z), HOP(x1, 3, next.site0, here.site0));
#for MU in 1 2
    {
        Pair ahead = loadPair(uPsi, pairOf(NEIGHBOUR(x0, MU, 1))), behind = loadPair(uPsi, pairOf(NEIGHBOUR(x0, MU, -1)));
#for T in 0 1
        r.site$T = addTo(r.site$T, signOf(x$T.odd + (MU == 2 ? x$T.y : 0)), HOP(x$T, MU, ahead.site$T, behind.site$T));
#end
    }
#end
    r = Pair(scaled(uFactors[2], r.site0), scaled(uFactors[2], r.site1));
#if DIAGONAL
    Pair chi = loadPair(uChi, texel);
    r = Pair(addTo(r.site0, uFactors[0], chi.site0), addTo(r.site1, uFactors[0], chi.site1));
#endif
#if DESCEND
    Pair residual = loadPair(uResidual, texel);
    REAL alpha = number0();
    r = Pair(addTo(residual.site0, -alpha, r.site0), addTo(residual.site1, -alpha, r.site1));
#endif
    PACK_PAIR(result, 0, r.site0, r.site1);
#if TERMS
    // Each pair of the other parity is the pair "here" of one texel.
    result[VECTOR_PLANES] = REAL4(norm2(r.site0) + norm2(r.site1), norm2(here.site0) + norm2(here.site1), 0.0, 0.0);
#endif
}
