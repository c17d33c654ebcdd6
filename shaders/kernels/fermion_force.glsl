// Updates the momenta of the links U_MU(x) by the force of S = Re y^dagger H x, H the hopping term of Wilson or
// staggered (STAGGERED) quarks:
//   i h' = i h + uForce [ c(x) a a' ^dagger ]_TA summed over the two terms of S with the link,
//     phase (1 - gamma) U x(x+mu) y(x)^dagger   and   - conj(phase) (1 + gamma) x(x) (U y(x+mu))^dagger,
// in t with the weights e^mu and e^-mu of ISOSPIN, staggered with eta instead of the spin matrices and + between the two.
// A projected spinor has two independent components, so that half of
// a sum over four spins is one over two.
//
// SLICES: summed over so many slices of the fields.
// STEPS: the products of a spin component are in loops of opaque length (lattice/site.glsl) and read the link row by
// row (lattice/link_times.glsl).
#include "lattice/link_times.glsl"
#include "lattice/colour_outer_product.glsl"
#include "lattice/site.glsl"
#include "lattice/slices.glsl"
#include "lattice/steps.glsl"
#include "lattice/phases.glsl"
#include "lattice/vector.glsl" // before the branches: a file is included once, in the first of them
#if STAGGERED
#include "lattice/staggered_pair.glsl"
#else
#include "lattice/spinor.glsl"
#endif

uniform FIELD uLink;
uniform FIELD uMomentum;
uniform FIELD uX; // on the parity of x
uniform FIELD uXNext; // on the other one
uniform FIELD uY;
uniform FIELD uYNext;
uniform REAL uForce;

// Component s of the part of a field that goes with (1 + sign gamma_mu); s and sign are literals.
#if STAGGERED
#define COMPONENT(field, texel, s, sign) loadSite(field, texel)
#define BACK_SIGN REAL(1.0)
REAL eta(Site x)
{
    if (MU == 0) return REAL(1.0);
    return REAL(1 - 2 * ((x.odd + (MU > 1 ? x.y : 0) + (MU > 2 ? x.z : 0)) & 1));
}
#else
#define COMPONENT(field, texel, s, sign) projected(loadSpinor(field, texel), s, MU, sign)
#define BACK_SIGN REAL(-1.0)
#endif

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    ivec2 next = texelOf(shifted(x, MU, 1));
    OuterSum sum = zeroOuterSum();
    FOR_EVERY_SLICE
    {
#for S below COMPONENTS
        NO_HOIST_IF_STEPS
        {
            ColourVector a = linkTimes(uLink, texel, COMPONENT(uXNext, IN_SLICE(next), S, REAL(-1.0)));
            addOuter(sum, phased(x, MU, 1, weighted(MU, 1, a)), COMPONENT(uY, IN_SLICE(texel), S, REAL(-1.0)));
        }
        NO_HOIST_IF_STEPS
        {
            ColourVector b = linkTimes(uLink, texel, COMPONENT(uYNext, IN_SLICE(next), S, REAL(1.0)));
            addOuter(sum, scaled(BACK_SIGN, COMPONENT(uX, IN_SLICE(texel), S, REAL(1.0))), phased(x, MU, 1, weighted(MU, -1, b)));
        }
#end
    }
    REAL force = uForce;
#if STAGGERED
    force *= eta(siteAt(texel + ivec2(uOpaqueZero, 0))); // x itself would be in registers until here
#endif
    storeAlgebra(add(loadAlgebra(uMomentum, texel), scaled(force, algebraPart(sum))), result);
}
