// Staggered fields: a texel holds two sites with its xh, y, z: t = 2k, the first, and t = 2k+1, the second.
#include "lattice/colour.glsl"
#include "lattice/site.glsl"
#include "lattice/vector.glsl"

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
ivec2 pairOf(ivec2 site) { return pairOfTexel(site); }

ColourVector choose(bool first, ColourVector a, ColourVector b)
{
    if (first) return a;
    return b;
}

// The vector of one site, given by the texel that its links have.
ColourVector loadSite(PLANES field, ivec2 site)
{
    Pair p = loadPair(field, pairOf(site));
    return choose(isFirstOfPair(site), p.site0, p.site1);
}
