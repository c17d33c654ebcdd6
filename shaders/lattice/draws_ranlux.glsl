// Random numbers from RANLUX: BLOCKS blocks, which the kernel ranlux has written.  A plane of them makes one draw; in a heat bath
// the subgroups follow each other, and each has its direction first, then its trials.
#include "lattice/ranlux_block.glsl"
#include "lattice/site.glsl"

uniform FIELD uNumbers[BLOCKS];
uniform int uDraws; // of a subgroup of a heat bath

#define DrawSite ivec2
#define Draws ivec2
DrawSite drawSite(Site x) { return texelOf(x); }
Draws startDraws(DrawSite texel, int subgroup) { return texel; }

// A plane of the numbers; arrays of samplers take literals only.
REAL4 numberPlane(ivec2 texel, int plane)
{
#for BLOCK below BLOCKS
    if (plane < BLOCK_PLANES * (BLOCK + 1)) return loadPlane(uNumbers[BLOCK], texel, plane - BLOCK_PLANES * BLOCK);
#end
    return REAL4(0.0);
}

REAL4 draw(Draws texel, int k) { return ranluxUniforms(numberPlane(texel, k)); }

REAL4 trialDraw(inout Draws texel, int subgroup, int trial)
{
    return draw(texel, subgroup * uDraws + 1 + trial);
}
REAL4 directionDraw(Draws texel, int subgroup) { return draw(texel, subgroup * uDraws); }
