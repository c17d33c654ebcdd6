// The clover of a plane (mu, nu): C(x) = w [sum of four leaves], which are the loops of m steps in mu and n in nu that begin and end at x, all with the
// same orientation.  A is the line of m links in mu, B that of n links in nu; x + i A + j B is the site i m steps in mu and j n in nu from x:
//   A(x) B(x+A) A(x+B)^dagger B(x)^dagger                        + B(x) A(x-A+B)^dagger B(x-A)^dagger A(x-A)
//   + A(x-A)^dagger B(x-A-B)^dagger A(x-A-B) B(x-B)              + B(x-B)^dagger A(x-B) B(x+A-B) A(x)^dagger.
// With w = 1/(4 m n) its part in the algebra is i a^2 F_munu.  ADD: the contents of uBefore are added.
#include "lattice/displaced.glsl"
#include "lattice/full_matrix_rows.glsl"

uniform FIELD uA[4];  // at sites with the parity of x + i A + j B: element i + 2 j, i and j mod 2
uniform FIELD uB[4];
uniform ivec4 uAheadA; // the vectors A, -A, B, -B
uniform ivec4 uBackA;
uniform ivec4 uAheadB;
uniform ivec4 uBackB;
uniform REAL uWeight;
#if ADD
uniform FIELD uBefore;
#endif

// Lines are loaded, and their sites computed, only when a leaf is added; whole matrices only when they are multiplied.
#if BY_ROWS
#define FACTOR
#else
#define FACTOR NO_HOIST
#endif
#define ADD_LEAF(first, second, third, fourth)                                                                         \
    NO_HOIST {                                                                                                             \
        Line leaf = mul(first, second);                                                                                \
        FACTOR leaf = mul(leaf, third);                                                                                \
        FACTOR sum = add(sum, mul(leaf, fourth));                                                                      \
    }

// The sites x + A, x - A, ...
#define AHEAD_A displaced(x, uAheadA)
#define AHEAD_B displaced(x, uAheadB)
#define BACK_A displaced(x, uBackA)
#define BACK_B displaced(x, uBackB)
#define BACK_A_AHEAD_B displaced(BACK_A, uAheadB)
#define AHEAD_A_BACK_B displaced(AHEAD_A, uBackB)
#define BACK_A_BACK_B displaced(BACK_A, uBackB)

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
    Line sum = zeroLine();
    ADD_LEAF(linkRow(uA[0], x, STORED_ROW), link(uB[1], AHEAD_A), adj(link(uA[2], AHEAD_B)), adj(link(uB[0], x)))
    ADD_LEAF(linkRow(uB[0], x, STORED_ROW), adj(link(uA[3], BACK_A_AHEAD_B)), adj(link(uB[1], BACK_A)), link(uA[1], BACK_A))
    ADD_LEAF(adjLinkRow(uA[1], BACK_A, STORED_ROW), adj(link(uB[3], BACK_A_BACK_B)), link(uA[3], BACK_A_BACK_B), link(uB[2], BACK_B))
    ADD_LEAF(adjLinkRow(uB[2], BACK_B, STORED_ROW), link(uA[2], BACK_B), link(uB[3], AHEAD_A_BACK_B), adj(link(uA[0], x)))
    sum = scaled(uWeight, sum);
#if ADD
    sum = add(sum, fullMatrixLine(uBefore, texel, STORED_ROW));
#endif
    storeLine(sum, result);
}
