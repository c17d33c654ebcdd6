// Updates elements i h of the algebra on the links U_mu(x) by what a sum of loops with insertions does to them:
//   S = sum over plaquettes Re tr [X0 P_0 + X1 P_1 + X2 P_2 + X3 P_3],
// P_c the plaquette (mu, nu) that begins at its corner c, x, x+mu, x+mu+nu or x+nu, and turns from mu to nu; X_c antihermitian.  With
//   V = X1 A B C + A X2 B C + A B X3 C + A B C X0,   A B C = U_nu(x+mu) U_mu(x+nu)^dagger U_nu(x)^dagger,
// minus the same of the plaquette at x-nu, whose loop is turned around,
//   i h' = uOld i h + uForce [U_mu(x) V]_TA.
// The plane (mu, nu) is known to the host alone.  CORNERS: 4, the insertions of a clover term, of which a site has one for each plane; 3, those of stout
// smearing, which follow from elements of the algebra L on the links: X0 = L_mu - L_nu, X1 = L_nu, X3 = -L_mu at their corners.
// BY_ROWS: rows of V one after the other (lattice/rows.glsl).
#include "lattice/rows.glsl"
#include "lattice/displaced.glsl"
#include "lattice/insertion.glsl"

uniform FIELD uMuSame, uMuOther, uNuSame, uNuOther; // links, at sites with the parity of x and the other one
uniform FIELD uAlgebra;
uniform ivec4 uAheadMu, uAheadNu, uBackNu; // mu, nu and -nu
uniform REAL uOld, uForce;

// Which of two fields, by the parity of a site beside that of x.
#define SAME(same, other) same
#define OTHER(same, other) other

#if CORNERS == 4
uniform FIELD uInsertSame, uInsertOther;
uniform int uFirstPlane;
uniform REAL uSign; // -1 where the insertions are those of the plane (nu, mu)
#define INSERTION(parity, y) scaled(uSign, loadInsertion(parity(uInsertSame, uInsertOther), texelOf(y), uFirstPlane))
#define X0(parity, y) INSERTION(parity, y)
#define X1(parity, y) INSERTION(parity, y)
#define X2(parity, y) INSERTION(parity, y)
#define X3(parity, y) INSERTION(parity, y)
#else
uniform FIELD uInsertMuSame, uInsertMuOther, uInsertNuSame, uInsertNuOther;
#define L_MU(parity, y) antihermitian(loadAlgebra(parity(uInsertMuSame, uInsertMuOther), texelOf(y)))
#define L_NU(parity, y) antihermitian(loadAlgebra(parity(uInsertNuSame, uInsertNuOther), texelOf(y)))
#define X0(parity, y) add(L_MU(parity, y), scaled(REAL(-1.0), L_NU(parity, y)))
#define X1(parity, y) L_NU(parity, y)
#define X3(parity, y) scaled(REAL(-1.0), L_MU(parity, y))
#endif

#define MU_LINK(parity, y) loadLink(parity(uMuSame, uMuOther), texelOf(y))
#define NU_LINK(parity, y) loadLink(parity(uNuSame, uNuOther), texelOf(y))

#if BY_ROWS
#define ROW_OF(m) rowOf(m, row)
#else
#define ROW_OF(m) (m)
#endif

// Row `row` of V of the plaquette ahead, or all of it.
Line ahead(Site x, int row)
{
    Site front = displaced(x, uAheadMu), side = displaced(x, uAheadNu), corner = displaced(front, uAheadNu);
    Matrix a = NU_LINK(OTHER, front);
    Line path = ROW_OF(a), sum = mul(ROW_OF(X1(OTHER, front)), a);
#if CORNERS == 4
    NO_HOIST sum = add(sum, mul(path, X2(SAME, corner)));
#endif
    NO_HOIST
    {
        Matrix b = adj(MU_LINK(OTHER, side));
        path = mul(path, b);
        sum = mul(sum, b);
    }
    NO_HOIST sum = add(sum, mul(path, X3(OTHER, side)));
    NO_HOIST
    {
        Matrix c = adj(NU_LINK(SAME, x));
        path = mul(path, c);
        sum = mul(sum, c);
    }
    NO_HOIST sum = add(sum, mul(path, X0(SAME, x)));
    return sum;
}

// The same of the plaquette at y = x-nu, from x+mu by y+mu and y to x.
Line behind(Site x, int row)
{
    Site front = displaced(x, uAheadMu), y = displaced(x, uBackNu), corner = displaced(front, uBackNu);
    Matrix a = adj(NU_LINK(SAME, corner));
    Line path = ROW_OF(a);
#if CORNERS == 4
    Line sum = mul(ROW_OF(X2(OTHER, front)), a);
    NO_HOIST sum = add(sum, mul(path, X1(SAME, corner)));
#else
    Line sum = mul(path, X1(SAME, corner));
#endif
    NO_HOIST
    {
        Matrix b = adj(MU_LINK(OTHER, y));
        path = mul(path, b);
        sum = mul(sum, b);
    }
    NO_HOIST sum = add(sum, mul(path, X0(OTHER, y)));
    NO_HOIST
    {
        Matrix c = NU_LINK(OTHER, y);
        path = mul(path, c);
        sum = mul(sum, c);
    }
    NO_HOIST sum = add(sum, mul(path, X3(SAME, x)));
    return sum;
}

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    Site x = siteAt(texel);
#if BY_ROWS
    AlgebraSum sum = zeroAlgebraSum();
#for K below NC
    NO_HOIST
    {
        Line v = ahead(x, K);
        v = add(v, scaled(REAL(-1.0), behind(x, K)));
        addProduct(sum, MU_LINK(SAME, x), v.re, v.im, K);
    }
#end
#else
    Line sum = ahead(x, 0);
    NO_HOIST sum = add(sum, scaled(REAL(-1.0), behind(x, 0)));
    sum = mul(MU_LINK(SAME, x), sum);
#endif
    storeAlgebra(add(scaled(uOld, loadAlgebra(uAlgebra, texel)), scaled(uForce, algebraPart(sum))), result);
}
