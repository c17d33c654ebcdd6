// The random numbers of a heat bath from Philox: trial r of subgroup s is block 256 s + r, the direction block 256 s + 255.
#include "lattice/random.glsl"
#include "lattice/site.glsl"

uniform uint uStream;

#define DrawSite uint
#define Draws uint
DrawSite drawSite(Site x) { return siteIndex(x); }
Draws startDraws(DrawSite site, int subgroup) { return site; }

REAL4 trialDraw(inout Draws site, int subgroup, int trial)
{
    return uniforms(site, uint(256 * subgroup + trial), uStream);
}
REAL4 directionDraw(Draws site, int subgroup) { return uniforms(site, uint(256 * subgroup + 255), uStream); }
