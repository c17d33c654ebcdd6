// Momenta i h, h = sum_a p_a T_a with Gaussian p_a (CONVENTIONS.md, "Gaussian momenta").
// Each four numbers are in a loop that runs once (lattice/site.glsl): if all eight are drawn together, compilers spill
// doubles on cards with 63 registers.
#include "lattice/algebra.glsl"
#include "lattice/draws_$GENERATOR.glsl"
#include "lattice/gaussians.glsl"
#include "lattice/site.glsl"

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    DrawSite site = drawSite(siteAt(texel));
    REAL4 p;
    NO_HOIST p = gaussians(draw(site, 0)); // p_1 .. p_4
#if NC == 2
    Algebra h = Algebra(REAL(0.5) * p.xyz);
#else
    REAL4 q;
    NO_HOIST q = gaussians(draw(site, 1)); // p_5 .. p_8
    REAL eighth = q.w / sqrt(REAL(12.0));
    Algebra h = Algebra(REAL4(REAL(0.5) * p.z + eighth, REAL(-0.5) * p.z + eighth, REAL(0.5) * p.x, REAL(-0.5) * p.y),
                        REAL(0.5) * REAL4(p.w, -q.x, q.y, -q.z));
#endif
    storeAlgebra(h, result);
}
