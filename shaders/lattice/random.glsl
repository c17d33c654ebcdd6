// Philox 4x32-10 (Salmon, Moraes, Dror, Shaw, SC 2011) as a function of (seed, stream, sweep, site, draw).
#include "lattice/real.glsl"

uniform uvec2 uSeed;
uniform uint uSweep;

#if __VERSION__ >= 400
// (high, low) word of the 64-bit product.
uvec2 product(uint a, uint b)
{
    uint high, low;
    umulExtended(a, b, high, low);
    return uvec2(high, low);
}
#else
// The same from 16-bit halves: before GLSL 4.00 there is no wide multiplication.
uvec2 product(uint a, uint b)
{
    uint a0 = a & 0xffffu, a1 = a >> 16, b0 = b & 0xffffu, b1 = b >> 16;
    uint middle = a1 * b0 + ((a0 * b0) >> 16);
    uint other = a0 * b1 + (middle & 0xffffu);
    return uvec2(a1 * b1 + (middle >> 16) + (other >> 16), a * b);
}
#endif

uvec4 philox(uvec4 c, uvec2 k)
{
#for ROUND below 10
    {
        uvec2 p = product(0xD2511F53u, c.x), q = product(0xCD9E8D57u, c.z);
        c = uvec4(q.x ^ c.y ^ k.x, q.y, p.x ^ c.w ^ k.y, p.y);
        k += uvec2(0x9E3779B9u, 0xBB67AE85u);
    }
#end
    return c;
}

// Four uniform numbers in (0, 1): 23 bits and a half step, so that 1 cannot be reached; in double precision 29 bits of a
// second block follow.
REAL4 uniforms(uint site, uint draw, uint stream)
{
    uvec4 high = philox(uvec4(site, draw, uSweep, stream), uSeed) >> 9;
#if DOUBLE
    uvec4 low = philox(uvec4(site, draw + 65536u, uSweep, stream), uSeed) >> 3;
    const REAL highStep = REAL(1.0) / REAL(8388608.0), lowStep = highStep / REAL(536870912.0);
    return REAL4(high) * highStep + (REAL4(low) + REAL(0.5)) * lowStep;
#else
    return (REAL4(high) + 0.5) * (1.0 / 8388608.0);
#endif
}
