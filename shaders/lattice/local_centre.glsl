// Direct maximal centre gauge: the functional of a site is the sum over its links of |tr V / N|^2.  In a subgroup tr a V = c.a + d with
//   c = (V_ii + V_jj, i (V_ij + V_ji), V_ji - V_ij, i (V_ii - V_jj)), d the third number of the diagonal (SU(2): 0; there c is twice the conjugate quaternion),
// so that it is a^T Q a + 2 b.a + const with Q = sum Re(c c^dagger) / N^2, b = sum Re(c d^*) / N^2: the numbers of lattice/sphere.glsl.
#include "lattice/algebra.glsl"
#include "lattice/sphere.glsl"

#define LINKS_IN_LOOP 1 // if one thread sums the contributions of all links, whose code is long

// Q_00 .. Q_33; Q_01, Q_02, Q_03, Q_12; Q_13, Q_23; b.
void addProducts(inout REAL4 terms[LOCAL_PLANES], REAL4 c)
{
    terms[0] += c * c;
    terms[1] += REAL4(c.x * c.yzw, c.y * c.z);
    terms[2].xy += c.yz * c.w;
}

#if NC == 2
void addLink(inout REAL4 terms[LOCAL_PLANES], Matrix v, int subgroup) { addProducts(terms, REAL4(v.q.x, -v.q.yzw)); }

QuadraticForm formOf(REAL4 terms[LOCAL_PLANES])
{
    return QuadraticForm(terms[0], terms[1].xyz, REAL3(terms[1].w, terms[2].xy), REAL4(0.0));
}

// The link times its trace, divided by N.
Matrix timesTrace(Matrix v, out REAL square)
{
    square = v.q.x * v.q.x;
    return scaled(v.q.x, v);
}
#else
void addLink(inout REAL4 terms[LOCAL_PLANES], Matrix v, int subgroup)
{
    int i = SUBGROUP_I(subgroup), j = SUBGROUP_J(subgroup), k = 3 - i - j;
    const REAL third = REAL(1.0) / REAL(3.0);
    REAL4 re = third * REAL4(v.re[i][i] + v.re[j][j], -v.im[i][j] - v.im[j][i], v.re[j][i] - v.re[i][j], v.im[j][j] - v.im[i][i]);
    REAL4 im = third * REAL4(v.im[i][i] + v.im[j][j], v.re[i][j] + v.re[j][i], v.im[j][i] - v.im[i][j], v.re[i][i] - v.re[j][j]);
    addProducts(terms, re);
    addProducts(terms, im);
    terms[3] += third * (v.re[k][k] * re + v.im[k][k] * im);
}

QuadraticForm formOf(REAL4 terms[LOCAL_PLANES])
{
    return QuadraticForm(terms[0], terms[1].xyz, REAL3(terms[1].w, terms[2].xy), terms[3]);
}

// The link times the conjugate of its trace, divided by N.
Matrix timesTrace(Matrix v, out REAL square)
{
    REAL2 t = trace(v) * (REAL(1.0) / REAL(3.0));
    square = dot(t, t);
    return Matrix(t.x * v.re + t.y * v.im, t.x * v.im - t.y * v.re);
}
#endif

void clear(out REAL4 terms[LOCAL_PLANES])
{
#for K below LOCAL_PLANES
    terms[K] = REAL4(0.0);
#end
}

void linkTerms(Matrix v, int subgroup, out REAL4 terms[LOCAL_PLANES])
{
    clear(terms);
    addLink(terms, v, subgroup);
}

// A thread with the whole site reads its links again for every subgroup: the products of all elements of a link do not
// fit its registers.
#define Local int
int localAt(Site x) { return 0; }
void turn(int l, REAL4 a, int subgroup) {}

void localTerms(int l, Site x, Matrix g, int subgroup, out REAL4 terms[LOCAL_PLANES])
{
    clear(terms);
    EVERY_LINK(k) addLink(terms, mul(g, numberedLink(x, k)), subgroup);
}

REAL4 largest(REAL4 terms[LOCAL_PLANES]) { return highestOf(formOf(terms)); }

// The functional of a rotation, but for a constant.
REAL functionalOf(REAL4 terms[LOCAL_PLANES], REAL4 a) { return valueOf(formOf(terms), a); }

// Delta = 2 sum (W - W^dagger)/(2i) without its trace, W = (tr V / N)^* V.
REAL2 qualityOf(Site x)
{
    Matrix w = zeroMatrix();
    REAL sum = REAL(0.0), square;
    EVERY_LINK(k)
    {
        w = add(w, timesTrace(numberedLink(x, k), square));
        sum += square;
    }
    return REAL2(sum / REAL(LINKS), REAL(4.0) * traceSquare(algebraPart(w)) / REAL(NC));
}
