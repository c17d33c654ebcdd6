// Sites (layout.glsl), and what keeps a compiler from holding what is loaded there.
#include "lattice/layout.glsl"

// The same site, by a zero that the compiler cannot know: what is loaded there is not merged with an earlier load, so that
// it need not be kept in registers in between.
uniform int uOpaqueZero;
Site reloadSite(Site x)
{
    x.xh += uOpaqueZero;
    return x;
}

// A statement behind NO_HOIST is done once, in a loop whose length the compiler does not know: what it loads is loaded there.
#define NO_HOIST for (int once = uOpaqueZero; once < 1; ++once)
