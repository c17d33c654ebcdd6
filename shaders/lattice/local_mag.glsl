// Maximally Abelian gauge: the functional of a site is the sum over its links of 1/2 tr(sigma_3 V sigma_3 V^dagger) in SU(2), of (1/3) sum_i |V_ii|^2 in SU(3).
// In a subgroup it is m.n + const with a^dagger sigma_3 a = m.sigma and the sum n over the links, of
//   n.sigma = V sigma_3 V^dagger in SU(2), and in SU(3), without the factor 1/3,
//   n1 - i n2 = V_ii V_ji^* - V_ij V_jj^*, n3 = (|V_ii|^2 + |V_jj|^2 - |V_ij|^2 - |V_ji|^2)/2:
// largest for the shortest rotation a that makes m parallel to n, a ~ |n| + n3 - i n2 sigma_1 + i n1 sigma_2.
//
// Of the links of SU(3) it is enough to know, for each column i, the Hermitian matrix M^i = sum over V of (column i of V)(column i of V)^dagger, which becomes g M^i g^dagger:
//   n1 - i n2 = (M^i - M^j)_ij, n3 = (M^i_ii - M^i_jj + M^j_jj - M^j_ii)/2.
// The sum of the three is LINKS times 1, so that two of them are kept.
#include "lattice/algebra.glsl"

#define LINKS_IN_LOOP 0

#if NC == 2
#define Local REAL3
REAL3 alignmentOf(Matrix v)
{
    REAL4 q = v.q;
    return REAL3(REAL(2.0) * (q.y * q.w - q.x * q.z), REAL(2.0) * (q.x * q.y + q.z * q.w), q.x * q.x + q.w * q.w - q.y * q.y - q.z * q.z);
}

REAL3 localAt(Site x)
{
    REAL3 n = REAL3(0.0);
    EVERY_LINK(k) n += alignmentOf(numberedLink(x, k));
    return n;
}

void localTerms(REAL3 n, Site x, Matrix g, int subgroup, out REAL4 terms[LOCAL_PLANES]) { terms[0] = REAL4(n, 0.0); }
void turn(REAL3 n, REAL4 a, int subgroup) {} // the only subgroup has been done
void linkTerms(Matrix v, int subgroup, out REAL4 terms[LOCAL_PLANES]) { terms[0] = REAL4(alignmentOf(v), 0.0); }

#define WEIGHT REAL(1.0)

// Delta = 4 sum (W - W^dagger)/(2i) without its trace, W_ij = V_ij V_jj^*: its element (0, 1) is of the size 2 |n1 - i n2|.
REAL2 qualityOf(Site x)
{
    REAL3 n = localAt(x);
    return REAL2(n.z / REAL(LINKS), REAL(4.0) * dot(n.xy, n.xy));
}
#else
// Elements (0,1), (0,2), (1,2) of a Hermitian matrix, and its diagonal.
struct Hermitian {
    REAL3 diagonal, re, im;
};

struct Local {
    Hermitian m[2];
};

// Adds c c^dagger.
void addDyad(inout Hermitian m, REAL3 re, REAL3 im)
{
    m.diagonal += re * re + im * im;
    m.re += re.xxy * re.yzz + im.xxy * im.yzz;
    m.im += im.xxy * re.yzz - re.xxy * im.yzz;
}

void addLink(inout Local l, Matrix v)
{
#for I in 0 1
    addDyad(l.m[I], REAL3(v.re[0][I], v.re[1][I], v.re[2][I]), REAL3(v.im[0][I], v.im[1][I], v.im[2][I]));
#end
}

Local localAt(Site x)
{
    Local l;
#for I in 0 1
    l.m[I] = Hermitian(REAL3(0.0), REAL3(0.0), REAL3(0.0));
#end
    EVERY_LINK(k) addLink(l, numberedLink(x, k));
    return l;
}

// n of a subgroup, whose number is that of (i, j) among (0,1), (0,2), (1,2): M^0 - M^1, M^0 - M^2 or M^1 - M^2, up to a multiple of 1.
REAL3 alignmentOf(Local l, int subgroup)
{
    int i = SUBGROUP_I(subgroup), j = SUBGROUP_J(subgroup);
    REAL first = subgroup == 1 ? REAL(2.0) : REAL(1.0), second = subgroup == 0 ? REAL(-1.0) : subgroup == 1 ? REAL(1.0) : REAL(2.0);
    REAL re = first * l.m[0].re[subgroup] + second * l.m[1].re[subgroup], im = first * l.m[0].im[subgroup] + second * l.m[1].im[subgroup];
    REAL up = first * l.m[0].diagonal[i] + second * l.m[1].diagonal[i], down = first * l.m[0].diagonal[j] + second * l.m[1].diagonal[j];
    return REAL3(re, -im, REAL(0.5) * (up - down));
}

void localTerms(Local l, Site x, Matrix g, int subgroup, out REAL4 terms[LOCAL_PLANES]) { terms[0] = REAL4(alignmentOf(l, subgroup), 0.0); }

// M becomes a M a^dagger: with (alpha, beta) = (a0 + i a3, a2 + i a1) the first row of a, z = M_ij, and k the third row,
//   M_ij' = alpha^2 z - beta^2 z^* + alpha beta (M_jj - M_ii), M_ik' = alpha M_ik + beta M_jk, M_jk' = -beta^* M_ik + alpha^* M_jk.
void turnHermitian(inout Hermitian m, REAL2 alpha, REAL2 beta, int subgroup)
{
    int i = SUBGROUP_I(subgroup), j = SUBGROUP_J(subgroup);
    REAL2 z = REAL2(m.re[subgroup], m.im[subgroup]), ik, jk;
    if (subgroup == 0) {
        ik = REAL2(m.re[1], m.im[1]);
        jk = REAL2(m.re[2], m.im[2]);
    } else if (subgroup == 1) {
        ik = REAL2(m.re[0], m.im[0]);
        jk = REAL2(m.re[2], -m.im[2]);
    } else {
        ik = REAL2(m.re[0], -m.im[0]);
        jk = REAL2(m.re[1], -m.im[1]);
    }
    REAL ii = m.diagonal[i], jj = m.diagonal[j];
    REAL2 mixed = complexMul(alpha, beta), across = complexMul(z, REAL2(beta.x, -beta.y));
    REAL raised = dot(alpha, alpha) * ii + dot(beta, beta) * jj + REAL(2.0) * (alpha.x * across.x - alpha.y * across.y);
    REAL2 turned = complexMul(complexMul(alpha, alpha), z) - complexMul(complexMul(beta, beta), REAL2(z.x, -z.y)) + (jj - ii) * mixed;
    REAL2 first = complexMul(alpha, ik) + complexMul(beta, jk);
    REAL2 second = complexMul(REAL2(alpha.x, -alpha.y), jk) - complexMul(REAL2(beta.x, -beta.y), ik);
    m.diagonal[i] = raised;
    m.diagonal[j] = ii + jj - raised;
    m.re[subgroup] = turned.x;
    m.im[subgroup] = turned.y;
    if (subgroup == 0) {
        m.re.yz = REAL2(first.x, second.x);
        m.im.yz = REAL2(first.y, second.y);
    } else if (subgroup == 1) {
        m.re.xz = REAL2(first.x, second.x);
        m.im.xz = REAL2(first.y, -second.y);
    } else {
        m.re.xy = REAL2(first.x, second.x);
        m.im.xy = REAL2(-first.y, -second.y);
    }
}

void turn(inout Local l, REAL4 a, int subgroup)
{
#for I in 0 1
    turnHermitian(l.m[I], a.xw, a.zy, subgroup);
#end
}

void linkTerms(Matrix v, int subgroup, out REAL4 terms[LOCAL_PLANES])
{
    int i = SUBGROUP_I(subgroup), j = SUBGROUP_J(subgroup);
    REAL2 ii = REAL2(v.re[i][i], v.im[i][i]), ij = REAL2(v.re[i][j], v.im[i][j]);
    REAL2 ji = REAL2(v.re[j][i], v.im[j][i]), jj = REAL2(v.re[j][j], v.im[j][j]);
    REAL2 c = complexMul(ii, REAL2(ji.x, -ji.y)) - complexMul(ij, REAL2(jj.x, -jj.y));
    terms[0] = REAL4(c.x, -c.y, REAL(0.5) * (dot(ii, ii) + dot(jj, jj) - dot(ij, ij) - dot(ji, ji)), 0.0);
}

#define WEIGHT (REAL(1.0) / REAL(3.0))

// Delta = 2 sum (W - W^dagger)/(2i), W_ij = V_ij V_jj^*: its element (i, j) has the size |n1 - i n2|.
REAL2 qualityOf(Site x)
{
    Local l = localAt(x);
    REAL theta = REAL(0.0);
#for S in 0 1 2
    {
        REAL2 n = alignmentOf(l, S).xy;
        theta += REAL(2.0) * dot(n, n);
    }
#end
    REAL diagonal = l.m[0].diagonal.x + l.m[1].diagonal.y + REAL(LINKS) - l.m[0].diagonal.z - l.m[1].diagonal.z;
    return REAL2(diagonal / REAL(LINKS * 3), theta / REAL(3.0));
}
#endif

// Where n is opposite to the axis every rotation by half a turn does: i sigma_1.
REAL4 largest(REAL4 terms[LOCAL_PLANES])
{
    REAL3 n = terms[0].xyz;
    REAL size = sqrt(dot(n, n));
    if (size < SMALLEST_NORM) return REAL4(1.0, 0.0, 0.0, 0.0);
    REAL side2 = dot(n.xy, n.xy), raised = n.z > REAL(0.0) ? size + n.z : side2 / (size - n.z);
    REAL length2 = raised * raised + side2;
    if (length2 < SMALLEST_NORM * SMALLEST_NORM) return REAL4(0.0, 1.0, 0.0, 0.0);
    return REAL4(raised, -n.y, n.x, 0.0) * inversesqrt(length2);
}

// The functional of a rotation, but for a constant.
REAL functionalOf(REAL4 terms[LOCAL_PLANES], REAL4 a)
{
    REAL3 m = REAL3(REAL(2.0) * (a.x * a.z + a.y * a.w), REAL(2.0) * (a.z * a.w - a.x * a.y), a.x * a.x + a.w * a.w - a.y * a.y - a.z * a.z);
    return WEIGHT * dot(m, terms[0].xyz);
}
