// Sites (layout.glsl), and what keeps a compiler from holding what is loaded there.
#include "lattice/layout.glsl"
#include "lattice/no_hoist.glsl"

// The same site, displaced by a zero that is opaque to the compiler: loads from it are not merged with earlier ones, so
// that the values need not stay in registers in between.
Site reloadSite(Site x)
{
    x.xh += uOpaqueZero;
    return x;
}
