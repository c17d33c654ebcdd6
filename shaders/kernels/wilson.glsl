// The hopping term of Wilson and twisted-mass fermions with its fused operations (algebra/hopping.h):
//   out(x) = (a + i b gamma_5) chi(x) + (c + i d gamma_5) H psi(x),
//   H psi(x) = sum_mu [ (1 - gamma_mu) U_mu(x) psi(x+mu) + (1 + gamma_mu) U_mu(x-mu)^dagger psi(x-mu) ].
// DAGGER: every gamma_mu changes its sign.  ISOSPIN: lattice/phases.glsl.  DIAGONAL: there is a chi; TWIST: b or d is not zero.
// UPDATE_RESIDUAL: instead of that sum s, out = r - alpha s.  BLOCKS: the blocks of a clover term multiply chi (1), the hop (2) or the sum (3), of the last two their inverses, with TURNED
// C (B - i uTurn gamma_5).  TERMS: one more plane, (|out|^2, |psi(x+3)|^2, 0, 0): x -> x+3 visits every site of the other parity once.
// SLICES: of fields with so many slices, each by itself, which VECTORS right-hand sides share.
#include "lattice/scalar.glsl"
#include "lattice/slices.glsl"
#include "lattice/spinor.glsl"
#include "lattice/threads.glsl"
#include "lattice/transport.glsl"

#if BLOCKS
#include "lattice/hermitian_blocks.glsl"
#endif
#if BLOCKS == 1 || TURNED
uniform FIELD uBlocks;
#endif
#if BLOCKS > 1
uniform FIELD uInverses;
#if TURNED
uniform REAL uTurn;
#endif
// R^-1 p.
Spinor solved(Spinor p, ivec2 texel)
{
#if TURNED
    p = add(blocksTimes(uBlocks, texel, p), twisted(REAL2(0.0, -uTurn), p));
#endif
    return blocksTimes(uInverses, texel, p);
}
#endif

#if DAGGER
#define FORWARD REAL(1.0)
#define BACKWARD REAL(-1.0)
#else
#define FORWARD REAL(-1.0)
#define BACKWARD REAL(1.0)
#endif

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    ivec2 slice = sliceOrigin(texel), here = texel - slice;
    Site x = siteAt(here);
    Spinor r = zeroSpinor();
#if TERMS
    REAL ahead = REAL(0.0);
#endif
#for MU in 0 1 2 3
    FOR_THREAD(MU)
#for G below SPIN_GROUPS
    NO_HOIST_IF_STEPS
    {
        Spinor psi = loadSpinor(uPsi, slice + NEIGHBOUR(x, MU, 1));
#if TERMS && MU == 3 && G == 0
        ahead = norm2(psi);
#endif
#for S from G below SPIN_END_$G
        ColourVector h$S = projected(psi, S, MU, FORWARD);
#end
        HOLD_LINK(u, uSame[MU], here)
#for S from G below SPIN_END_$G
        addReconstructed(r, phased(x, MU, 1, weighted(MU, 1, TIMES_LINK(u, uSame[MU], here, h$S))), S, MU, FORWARD);
#end
    }
    NO_HOIST_IF_STEPS
    {
        ivec2 y = NEIGHBOUR(x, MU, -1);
        Spinor psi = loadSpinor(uPsi, slice + y);
#for S from G below SPIN_END_$G
        ColourVector h$S = projected(psi, S, MU, BACKWARD);
#end
        HOLD_LINK(u, uOther[MU], y)
#for S from G below SPIN_END_$G
        addReconstructed(r, phased(x, MU, -1, weighted(MU, -1, TIMES_ADJ_LINK(u, uOther[MU], y, h$S))), S, MU, BACKWARD);
#end
    }
#end
    END_FOR_THREAD
#end
#if THREADS > 1
    REAL4 planes[SUM_PLANES];
    PACK_PAIR(planes, 0, r.s0, r.s1);
    PACK_PAIR(planes, PLANES_OF_PAIR, r.s2, r.s3);
#if TERMS
    planes[VECTOR_PLANES] = REAL4(ahead, 0.0, 0.0, 0.0);
#endif
    sumOfThreads(planes);
    UNPACK_PAIR(r.s0, r.s1, planes, 0);
    UNPACK_PAIR(r.s2, r.s3, planes, PLANES_OF_PAIR);
#if TERMS
    ahead = planes[VECTOR_PLANES].x;
#endif
#endif
#if TWIST
    r = twisted(REAL2(uFactors[2], uFactors[3]), r);
#else
    r = scaled(uFactors[2], r);
#endif
#if BLOCKS == 2
    r = solved(r, here);
#endif
#if DIAGONAL
    NO_HOIST_IF_STEPS
    {
        Spinor chi = loadSpinor(uChi, texel);
#if BLOCKS == 1
        r = add(r, scaled(uFactors[0], blocksTimes(uBlocks, here, chi)));
#if TWIST
        r = add(r, twisted(REAL2(0.0, uFactors[1]), chi));
#endif
#elif TWIST
        r = add(r, twisted(REAL2(uFactors[0], uFactors[1]), chi));
#else
        r = add(r, scaled(uFactors[0], chi));
#endif
    }
#endif
#if BLOCKS == 3
    r = solved(r, here);
#endif
#if UPDATE_RESIDUAL
    NO_HOIST_IF_STEPS
#if VECTORS > 1
    {
        Spinor residual = loadSpinor(uResidual, texel);
        if (IN_USE(VECTOR_OF(texel)))
            r = add(residual, scaled(-number0(VECTOR_OF(texel)), r));
        else
            r = residual;
    }
#else
    r = add(loadSpinor(uResidual, texel), scaled(-number0(0), r));
#endif
#endif
    PACK_PAIR(result, 0, r.s0, r.s1);
    PACK_PAIR(result, PLANES_OF_PAIR, r.s2, r.s3);
#if TERMS
    result[VECTOR_PLANES] = REAL4(norm2(r), ahead, 0.0, 0.0);
#endif
}
