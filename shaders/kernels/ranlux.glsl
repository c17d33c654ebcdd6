// The next block of RANLUX (core/ranlux.h), which is its next state too: p = 24 uRounds + REMAINDER steps
//   x_n = x_{n-10} - x_{n-24} - c_{n-1} mod 2^24, c_n = 1 if that was negative, else 0,
// in a ring of the last 24 words.  All numbers are whole and of magnitude 2^24 at most: exact in single precision.
#include "lattice/ranlux_block.glsl"

uniform FIELD uState;
uniform int uRounds;

#define RANLUX_STEP(I)                                                                                                        \
    x[I] = x[(I + 14) % 24] - x[I] - c;                                                                                \
    c = x[I] < 0.0 ? 1.0 : 0.0;                                                                                        \
    x[I] += 16777216.0 * c;

// Word I of the new block.
#define WORD(I) x[((I) + REMAINDER) % 24]

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    float x[24];
#if DOUBLE
#for K below 3
    {
        REAL4 pairs = loadPlane(uState, texel, K), older = floor(pairs * (REAL(1.0) / REAL(16777216.0)));
        vec4 a = vec4(older), b = vec4(pairs - REAL(16777216.0) * older);
#for I below 4
        x[8 * K + 2 * I] = a[I];
        x[8 * K + 2 * I + 1] = b[I];
#end
    }
#end
#else
#for K below 6
    {
        vec4 words = loadPlane(uState, texel, K);
#for I below 4
        x[4 * K + I] = words[I];
#end
    }
#end
#endif
    float c = float(loadPlane(uState, texel, BLOCK_PLANES).x);
    for (int round = 0; round < uRounds; ++round) {
#for I below 24
        RANLUX_STEP(I)
#end
    }
#for I below REMAINDER
    RANLUX_STEP(I)
#end
#if DOUBLE
#for K below 3
    result[K] = REAL(16777216.0) * REAL4(WORD(8 * K), WORD(8 * K + 2), WORD(8 * K + 4), WORD(8 * K + 6)) +
                REAL4(WORD(8 * K + 1), WORD(8 * K + 3), WORD(8 * K + 5), WORD(8 * K + 7));
#end
#else
#for K below 6
    result[K] = vec4(WORD(4 * K), WORD(4 * K + 1), WORD(4 * K + 2), WORD(4 * K + 3));
#end
#endif
    result[BLOCK_PLANES] = REAL4(c, 0.0, 0.0, 0.0);
}
