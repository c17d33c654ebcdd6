// The hopping term of staggered fermions with its fused operations (algebra/hopping.h):
//   out(x) = a chi(x) + c H psi(x),   H psi(x) = sum_mu eta_mu(x) [ U_mu(x) psi(x+mu) - U_mu(x-mu)^dagger psi(x-mu) ],
//   eta_0 = 1, eta_1 = (-1)^x, eta_2 = (-1)^(x+y), eta_3 = (-1)^(x+y+z).
// A texel holds two sites with its xh, y, z: t = 2k, the first, and t = 2k+1, the second, whose x differs by one.  DIAGONAL, UPDATE_RESIDUAL and TERMS as in
// kernels/wilson.glsl; there is no DAGGER: H(mu)^dagger = -H(-mu), which c and uIsospin take.  SLICES: of fields with so many vectors, each by itself.
#include "lattice/scalar.glsl"
#include "lattice/slices.glsl"
#include "lattice/staggered_pair.glsl"
#include "lattice/threads.glsl"
#include "lattice/transport.glsl"

REAL signOf(int parity) { return REAL(1 - 2 * (parity & 1)); }

// r += eta U_mu(x) v and r -= eta U_mu(x-mu)^dagger v; mu is a literal.
#define ADD_AHEAD(r, eta, x, mu, v)                                                                                     \
    HOLD_LINK(u, uSame[mu], texelOf(x))                                                                                \
    r = addTo(r, eta, phased(x, mu, 1, weighted(mu, 1, TIMES_LINK(u, uSame[mu], texelOf(x), v))))
#define ADD_BEHIND(r, eta, x, mu, v)                                                                                    \
    ivec2 y = NEIGHBOUR(x, mu, -1);                                                                                    \
    HOLD_LINK(u, uOther[mu], y)                                                                                        \
    r = addTo(r, -(eta), phased(x, mu, -1, weighted(mu, -1, TIMES_ADJ_LINK(u, uOther[mu], y, v))))

// The pair of the same xh, y, z, t: kept, or loaded where it is needed.
#if STEPS
#define HERE loadPair(uPsi, texel)
#else
#define HERE here
#endif

#if VECTORS > 1
Pair chosen(bool first, Pair a, Pair b)
{
    if (first) return a;
    return b;
}
#define CHOSEN(vector, updated, before) chosen(IN_USE(vector), updated, before)
#else
#define CHOSEN(vector, updated, before) updated
#endif

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    ivec2 slice = sliceOrigin(texel), site = firstOfPair(texel - slice);
    Site x0 = siteAt(site), x1 = siteAt(aheadInTime(site, 1));

    // x: of the neighbours of a site one is in the pair of the same xh, the other in the next or the one before.
    Pair r = Pair(zeroColour(), zeroColour());
#if !STEPS
    Pair here = loadPair(uPsi, texel);
#endif
    FOR_THREAD(0)
#for T in 0 1
    NO_HOIST_IF_STEPS
    {
        ivec2 far = x$T.odd == 1 ? NEIGHBOUR(x$T, 0, 1) : NEIGHBOUR(x$T, 0, -1);
        ADD_AHEAD(r.site$T, REAL(1.0), x$T, 0, choose(x$T.odd == 1, loadPair(uPsi, slice + pairOf(far)).site$T, HERE.site$T));
    }
    NO_HOIST_IF_STEPS
    {
        ivec2 far = x$T.odd == 1 ? NEIGHBOUR(x$T, 0, 1) : NEIGHBOUR(x$T, 0, -1);
        ADD_BEHIND(r.site$T, REAL(1.0), x$T, 0, choose(x$T.odd == 1, HERE.site$T, loadPair(uPsi, slice + pairOf(far)).site$T));
    }
#end
    END_FOR_THREAD
    // t: from the second site of the pair before to the first of the next.
    REAL eta0 = signOf(x0.odd + x0.y + x0.z), eta1 = signOf(x1.odd + x1.y + x1.z);
    FOR_THREAD(3)
    NO_HOIST_IF_STEPS { ADD_AHEAD(r.site0, eta0, x0, 3, HERE.site1); }
    NO_HOIST_IF_STEPS { ADD_BEHIND(r.site0, eta0, x0, 3, loadPair(uPsi, slice + pairOf(NEIGHBOUR(x0, 3, -1))).site1); }
    NO_HOIST_IF_STEPS { ADD_AHEAD(r.site1, eta1, x1, 3, loadPair(uPsi, slice + pairOf(NEIGHBOUR(x1, 3, 1))).site0); }
    NO_HOIST_IF_STEPS { ADD_BEHIND(r.site1, eta1, x1, 3, HERE.site0); }
    END_FOR_THREAD
#for MU in 1 2
    FOR_THREAD(MU)
#for T in 0 1
    eta$T = signOf(x$T.odd + (MU == 2 ? x$T.y : 0));
    NO_HOIST_IF_STEPS { ADD_AHEAD(r.site$T, eta$T, x$T, MU, loadPair(uPsi, slice + pairOf(NEIGHBOUR(x0, MU, 1))).site$T); }
    NO_HOIST_IF_STEPS { ADD_BEHIND(r.site$T, eta$T, x$T, MU, loadPair(uPsi, slice + pairOf(NEIGHBOUR(x0, MU, -1))).site$T); }
#end
    END_FOR_THREAD
#end
#if THREADS > 1
    REAL4 planes[SUM_PLANES];
    PACK_PAIR(planes, 0, r.site0, r.site1);
#if TERMS
    planes[VECTOR_PLANES] = REAL4(0.0);
#endif
    sumOfThreads(planes);
    UNPACK_PAIR(r.site0, r.site1, planes, 0);
#endif
    r = Pair(scaled(uFactors[2], r.site0), scaled(uFactors[2], r.site1));
#if DIAGONAL
    NO_HOIST_IF_STEPS
    {
        Pair chi = loadPair(uChi, texel);
        r = Pair(addTo(r.site0, uFactors[0], chi.site0), addTo(r.site1, uFactors[0], chi.site1));
    }
#endif
#if UPDATE_RESIDUAL
    NO_HOIST_IF_STEPS
    {
        Pair residual = loadPair(uResidual, texel);
        REAL alpha = number0(VECTOR_OF(texel));
        Pair updated = Pair(addTo(residual.site0, -alpha, r.site0), addTo(residual.site1, -alpha, r.site1));
        r = CHOSEN(VECTOR_OF(texel), updated, residual);
    }
#endif
    PACK_PAIR(result, 0, r.site0, r.site1);
#if TERMS
    // Each pair of the other parity is the pair "here" of one texel.
    NO_HOIST_IF_STEPS
    {
        Pair psi = HERE;
        result[VECTOR_PLANES] = REAL4(norm2(r.site0) + norm2(r.site1), norm2(psi.site0) + norm2(psi.site1), 0.0, 0.0);
    }
#endif
}
