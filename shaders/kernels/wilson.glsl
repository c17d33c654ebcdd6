// The hopping term of Wilson and twisted-mass fermions, with what is fused to it (algebra/hopping.h):
//   out(x) = (a + i b gamma_5) chi(x) + (c + i d gamma_5) H psi(x),
//   H psi(x) = sum_mu [ (1 - gamma_mu) U_mu(x) psi(x+mu) + (1 + gamma_mu) U_mu(x-mu)^dagger psi(x-mu) ].
// DAGGER: every gamma_mu changes its sign.  DIAGONAL: there is a chi; TWIST: b or d is not zero.  DESCEND: instead of that sum s,
// out = r - alpha s.  TERMS: one more plane, (|out|^2, |psi(x+3)|^2, 0, 0): x -> x+3 visits every site of the other parity once.
#include "lattice/spinor.glsl"
#include "lattice/transport.glsl"
#include "lattice/scalar.glsl"

uniform PLANES uPsi;
#if DIAGONAL
uniform PLANES uChi;
#endif
#if DESCEND
uniform PLANES uResidual;
#endif
uniform REAL uFactors[4]; // a, b, c, d

#if DAGGER
#define FORWARD REAL(1.0)
#define BACKWARD REAL(-1.0)
#else
#define FORWARD REAL(-1.0)
#define BACKWARD REAL(1.0)
#endif

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    Spinor r = zeroSpinor();
#if TERMS
    REAL ahead = REAL(0.0);
#endif
#for MU in 0 1 2 3
    {
        ivec2 y = NEIGHBOUR(x, MU, 1);
        Spinor psi = loadSpinor(uPsi, y);
#if TERMS && MU == 3
        ahead = norm2(psi);
#endif
        HalfSpinor h = project(psi, MU, FORWARD);
        Matrix u = loadHopLink(uSame[MU], texel);
        h = HalfSpinor(mul(u, h.s0), mul(u, h.s1));
#if HAS_PHASE(MU)
        REAL2 phase = phaseAhead(x, MU);
        h = HalfSpinor(withPhase(phase, h.s0, MU), withPhase(phase, h.s1, MU));
#endif
        addReconstructed(r, h, MU, FORWARD);
    }
    {
        ivec2 y = NEIGHBOUR(x, MU, -1);
        HalfSpinor h = project(loadSpinor(uPsi, y), MU, BACKWARD);
        Matrix u = loadHopLink(uOther[MU], y);
        h = HalfSpinor(mulAdj(u, h.s0), mulAdj(u, h.s1));
#if HAS_PHASE(MU)
        REAL2 phase = phaseBehind(x, MU);
        h = HalfSpinor(withPhase(phase, h.s0, MU), withPhase(phase, h.s1, MU));
#endif
        addReconstructed(r, h, MU, BACKWARD);
    }
#end
#if TWIST
    r = twisted(REAL2(uFactors[2], uFactors[3]), r);
#else
    r = scaled(uFactors[2], r);
#endif
#if DIAGONAL
    Spinor chi = loadSpinor(uChi, texel);
#if TWIST
    r = add(r, twisted(REAL2(uFactors[0], uFactors[1]), chi));
#else
    r = add(r, scaled(uFactors[0], chi));
#endif
#endif
#if DESCEND
    r = add(loadSpinor(uResidual, texel), scaled(-number0(), r));
#endif
    PACK_PAIR(result, 0, r.s0, r.s1);
    PACK_PAIR(result, PLANES_OF_PAIR, r.s2, r.s3);
#if TERMS
    result[VECTOR_PLANES] = REAL4(norm2(r), ahead, 0.0, 0.0);
#endif
}
