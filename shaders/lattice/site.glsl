// Sites (layout.glsl), and what keeps a compiler from holding what is loaded there.
#include "lattice/layout.glsl"

// The same site, displaced by a zero that is opaque to the compiler: loads from it are not merged with earlier ones, so
// that the values need not stay in registers in between.
uniform int uOpaqueZero;
Site reloadSite(Site x)
{
    x.xh += uOpaqueZero;
    return x;
}

// A statement after NO_HOIST is executed once, in a loop of opaque length, so that the compiler does not hoist its
// loads.
#define NO_HOIST for (int once = uOpaqueZero; once < 1; ++once)
