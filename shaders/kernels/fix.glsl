// One step of gauge fixing at the sites of a parity: their links U_mu(x) become g(x) U_mu(x), projected on the group, and U_mu(x-mu) become U_mu(x-mu) g(x)^dagger.  Every link
// has one end at a site of this parity, so that a pass writes each once; half of LINKS are targets of the sites' own parity, then as many of the other.
// One thread works on a site, or (THREADS = LINKS) one on each link: their contributions to the functional meet in shared memory.  Compute path.
#include "lattice/fixing_site.glsl"

// Links in the backward direction belong to the neighbour.
ivec2 targetTexel(ivec2 texel, int target)
{
#for MU in 0 1 2 3
    if (target == DIRECTIONS + MU) return texelOf(shifted(siteAt(texel), MU, -1));
#end
    return texel;
}

#if THREADS > 1
shared REAL4 sharedTerms[LINKS * LOCAL_PLANES * GROUP_X * GROUP_Y];

// The sum of what the threads of a site have, in their order.
void sumTerms(inout REAL4 terms[LOCAL_PLANES])
{
    int texel = int(gl_LocalInvocationID.x) + GROUP_X * int(gl_LocalInvocationID.y), thread = int(gl_LocalInvocationID.z);
    barrier(); // the sums before have been read
#for K below LOCAL_PLANES
    sharedTerms[(thread * LOCAL_PLANES + K) * GROUP_X * GROUP_Y + texel] = terms[K];
#end
    barrier();
#for K below LOCAL_PLANES
    terms[K] = sharedTerms[K * GROUP_X * GROUP_Y + texel];
    for (int other = 1; other < LINKS; ++other) terms[K] += sharedTerms[(other * LOCAL_PLANES + K) * GROUP_X * GROUP_Y + texel];
#end
}

void kernel(ivec2 texel, out REAL4 result[LINK_PLANES])
{
    Site x = siteAt(texel);
    uint site = siteIndex(x);
    int thread = int(gl_LocalInvocationID.z);
    Matrix v = unitMatrix();
#for MU in 0 1 2 3
#if MU < DIRECTIONS
    if (thread == MU) v = linkAhead(x, MU);
    if (thread == DIRECTIONS + MU) v = linkBehind(x, MU);
#endif
#end
#for SUBGROUP below END_SUBGROUP
    {
        REAL4 terms[LOCAL_PLANES];
        linkTerms(v, SUBGROUP, terms);
        sumTerms(terms);
        v = rotatedRows(rotation(terms, SUBGROUP, site), v, SUBGROUP);
    }
#end
    if (thread < DIRECTIONS) v = reunitarised(v);
    else v = adj(v);
    storeLink(v, result);
}
#else
void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    Matrix g = transformationAt(x);
    REAL4 planes[LINK_PLANES];
#for MU in 0 1 2 3
#if MU < DIRECTIONS
    NO_HOIST_IF_RELOAD
    {
        storeLink(reunitarised(mul(g, link(uSame[MU], HERE(x)))), planes);
#for K below STORED_PLANES
        result[MU * LINK_PLANES + K] = planes[K];
#end
    }
    NO_HOIST_IF_RELOAD
    {
        storeLink(mul(link(uOther[MU], shifted(HERE(x), MU, -1)), adj(g)), planes);
#for K below STORED_PLANES
        result[(DIRECTIONS + MU) * LINK_PLANES + K] = planes[K];
#end
    }
#endif
#end
}
#endif
