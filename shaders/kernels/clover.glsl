// The clover of a plane (mu, nu): C(x) = w [sum of four leaves], which are the loops of m steps in mu and n in nu that begin and end at x, all with the
// same orientation.  A is the line of m links in mu, B that of n links in nu; x + i A + j B is the site i m steps in mu and j n in nu from x:
//   A(x) B(x+A) A(x+B)^dagger B(x)^dagger                        + B(x) A(x-A+B)^dagger B(x-A)^dagger A(x-A)
//   + A(x-A)^dagger B(x-A-B)^dagger A(x-A-B) B(x-B)              + B(x-B)^dagger A(x-B) B(x+A-B) A(x)^dagger.
// With w = 1/(4 m n) its part in the algebra is i a^2 F_munu.  ADD: what uBefore holds is added.
#include "lattice/displaced.glsl"
#include "lattice/general_rows.glsl"

uniform PLANES uA[4];  // at sites with the parity of x + i A + j B: element i + 2 j, i and j mod 2
uniform PLANES uB[4];
uniform ivec4 uAheadA; // the vectors A, -A, B, -B
uniform ivec4 uBackA;
uniform ivec4 uAheadB;
uniform ivec4 uBackB;
uniform REAL uWeight;
#if ADD
uniform PLANES uBefore;
#endif

// Each leaf is loaded when it is added.
#define ADD_LEAF(first, second, third, fourth) ONCE sum = add(sum, mul(mul(mul(first, second), third), fourth));

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    Site aheadA = displaced(x, uAheadA), backA = displaced(x, uBackA);
    Site aheadB = displaced(x, uAheadB), backB = displaced(x, uBackB);
    Site beside = displaced(backA, uAheadB), below = displaced(aheadA, uBackB), across = displaced(backA, uBackB);
    Line sum = zeroLine();
    ADD_LEAF(linkRow(uA[0], x, STORED_ROW), link(uB[1], aheadA), adj(link(uA[2], aheadB)), adj(link(uB[0], x)))
    ADD_LEAF(linkRow(uB[0], x, STORED_ROW), adj(link(uA[3], beside)), adj(link(uB[1], backA)), link(uA[1], backA))
    ADD_LEAF(adjLinkRow(uA[1], backA, STORED_ROW), adj(link(uB[3], across)), link(uA[3], across), link(uB[2], backB))
    ADD_LEAF(adjLinkRow(uB[2], backB, STORED_ROW), link(uA[2], backB), link(uB[3], below), adj(link(uA[0], x)))
    sum = scaled(uWeight, sum);
#if ADD
    sum = add(sum, generalLine(uBefore, texel, STORED_ROW));
#endif
    storeLine(sum, result);
}
