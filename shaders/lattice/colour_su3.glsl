// Colour vectors of SU(3); a plane of a fermion field holds (re, im) of two components.
struct ColourVector {
    REAL3 re, im;
};

ColourVector zeroColour() { return ColourVector(REAL3(0.0), REAL3(0.0)); }

// u v; the rows of u are the columns of re and im.
ColourVector mul(Matrix u, ColourVector v) { return ColourVector(v.re * u.re - v.im * u.im, v.im * u.re + v.re * u.im); }
// u^dagger v.
ColourVector mulAdj(Matrix u, ColourVector v) { return ColourVector(u.re * v.re + u.im * v.im, u.re * v.im - u.im * v.re); }

// conj(u) x v.
ColourVector conjugateCross(ColourVector u, ColourVector v)
{
    return ColourVector(u.re.yzx * v.re.zxy + u.im.yzx * v.im.zxy - u.re.zxy * v.re.yzx - u.im.zxy * v.im.yzx,
                        u.re.yzx * v.im.zxy - u.im.yzx * v.re.zxy - u.re.zxy * v.im.yzx + u.im.zxy * v.re.yzx);
}

// Component K of a pair of colour vectors that share three planes.
ColourVector firstColour(REAL4 a, REAL4 b) { return ColourVector(REAL3(a.x, a.z, b.x), REAL3(a.y, a.w, b.y)); }
ColourVector secondColour(REAL4 b, REAL4 c) { return ColourVector(REAL3(b.z, c.x, c.z), REAL3(b.w, c.y, c.w)); }

#define PLANES_OF_PAIR 3
// Two colour vectors, that begin with this plane.
#define UNPACK_PAIR(a, b, planes, first)                                                                               \
    a = firstColour(planes[first], planes[(first) + 1]);                                                               \
    b = secondColour(planes[(first) + 1], planes[(first) + 2])
#define PACK_PAIR(planes, first, a, b)                                                                                 \
    planes[first] = REAL4(a.re.x, a.im.x, a.re.y, a.im.y);                                                             \
    planes[(first) + 1] = REAL4(a.re.z, a.im.z, b.re.x, b.im.x);                                                       \
    planes[(first) + 2] = REAL4(b.re.y, b.im.y, b.re.z, b.im.z)
