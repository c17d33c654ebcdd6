// A block of RANLUX in planes: 24 words below 2^24, the oldest first, which a float holds exactly; then a plane with the carry.
// In double precision two words are a number, 2^24 a + b, the older one first.
#include "lattice/real.glsl"

#if DOUBLE
#define BLOCK_PLANES 3
#else
#define BLOCK_PLANES 6
#endif

// The uniform numbers in (0, 1) of a plane: of 23 bits, so that 1 cannot be reached, or of 48.
REAL4 ranluxUniforms(REAL4 plane)
{
#if DOUBLE
    return (plane + REAL(0.5)) * (REAL(1.0) / REAL(281474976710656.0));
#else
    return (floor(0.5 * plane) + 0.5) * (1.0 / 8388608.0);
#endif
}
