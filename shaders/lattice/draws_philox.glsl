// Random numbers from Philox: draw k of a site is block k; in a heat bath trial r of subgroup s is block 256 s + r, the direction block 256 s + 255.
#include "lattice/random.glsl"
#include "lattice/site.glsl"

uniform uint uStream;

#define DrawSite uint
#define Draws uint
DrawSite drawSite(Site x) { return siteIndex(x); }
Draws startDraws(DrawSite site, int subgroup) { return site; }

REAL4 draw(Draws site, int k) { return uniforms(site, uint(k), uStream); }

REAL4 trialDraw(inout Draws site, int subgroup, int trial)
{
    return draw(site, 256 * subgroup + trial);
}
REAL4 directionDraw(Draws site, int subgroup) { return draw(site, 256 * subgroup + 255); }
