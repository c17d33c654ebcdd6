// The transformations g(x) of one step of gauge fixing at the sites of a parity; kernels/transform.glsl applies them.  ONLY_SUBGROUP (not -1): just the rotation a of
// that subgroup, which is applied before the next one is computed: two matrices of doubles do not fit 63 registers.
#include "lattice/fixing_site.glsl"

#if ONLY_SUBGROUP < 0
void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES]) { storeLink(reunitarised(transformationAt(siteAt(texel))), result); }
#else
void addLinkTerms(inout REAL4 sum[LOCAL_PLANES], Matrix v)
{
    REAL4 terms[LOCAL_PLANES];
    linkTerms(v, ONLY_SUBGROUP, terms);
#for K below LOCAL_PLANES
    sum[K] += terms[K];
#end
}

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    REAL4 sum[LOCAL_PLANES];
#for K below LOCAL_PLANES
    sum[K] = REAL4(0.0);
#end
#if LINKS_IN_LOOP
    EVERY_LINK(k) addLinkTerms(sum, numberedLink(x, k));
#else
#for MU in 0 1 2 3
#if MU < DIRECTIONS
    NO_HOIST_IF_RELOAD { addLinkTerms(sum, linkAhead(x, MU)); }
    NO_HOIST_IF_RELOAD { addLinkTerms(sum, linkBehind(x, MU)); }
#endif
#end
#endif
    result[0] = rotation(sum, ONLY_SUBGROUP, siteIndex(x));
}
#endif
