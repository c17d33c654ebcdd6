// Colour vectors of SU(2); a plane of a fermion field holds (re, im) of both components.
struct ColourVector {
    REAL2 re, im;
};

ColourVector zeroColour() { return ColourVector(REAL2(0.0), REAL2(0.0)); }

// u v: u is ((q0 + i q3, q2 + i q1), (-q2 + i q1, q0 - i q3)).
ColourVector mul(Matrix u, ColourVector v)
{
    REAL4 q = u.q;
    return ColourVector(REAL2(q.x * v.re.x - q.w * v.im.x + q.z * v.re.y - q.y * v.im.y,
                              q.x * v.re.y + q.w * v.im.y - q.z * v.re.x - q.y * v.im.x),
                        REAL2(q.x * v.im.x + q.w * v.re.x + q.z * v.im.y + q.y * v.re.y,
                              q.x * v.im.y - q.w * v.re.y - q.z * v.im.x + q.y * v.re.x));
}
// u^dagger v.
ColourVector mulAdj(Matrix u, ColourVector v) { return mul(adj(u), v); }

#define PLANES_OF_PAIR 2
// Two colour vectors, that begin with this plane.
#define UNPACK_PAIR(a, b, planes, first)                                                                               \
    a = ColourVector(planes[first].xz, planes[first].yw);                                                              \
    b = ColourVector(planes[(first) + 1].xz, planes[(first) + 1].yw)
#define PACK_PAIR(planes, first, a, b)                                                                                 \
    planes[first] = REAL4(a.re.x, a.im.x, a.re.y, a.im.y);                                                             \
    planes[(first) + 1] = REAL4(b.re.x, b.im.x, b.re.y, b.im.y)
