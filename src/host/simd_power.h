// Powers of SU(2) elements in each lane, with elementary functions to rounding.  Private to the source that includes
// it.
//
// a = (cos phi, n sin phi), 0 <= phi <= pi, has a^omega = (cos omega phi, n sin omega phi).  phi/8 is the arc tangent
// of t after three steps tan(x/2) = tan x / (1 + sqrt(1 + tan^2 x)), the first of them |sin| / (1 + |cos|); t < 0.199.
// The sine and cosine come from omega phi/8 < pi/4 by three doublings, which keep the relative accuracy of the sine.
#pragma once

#include "simd_element.h"

namespace gaugegl::host {
namespace {

template<class T, int n>
class Power {
public:
    using V = Vector<T, n>;

    /// a^omega, or its expansion.
    GAUGEGL_INLINE static void raise(Quaternion<V>& a, LocalStep step, T omega)
    {
        if (step == LocalStep::Reflection) {
            scale(a, T(2) * a.q[0]);
            a.q[0] -= T(1);
        } else if (step == LocalStep::Exact) {
            exact(a, omega);
        } else if (step != LocalStep::Maximum) {
            expanded(a, step == LocalStep::Second ? omega * (omega - 1) / 2 : T(0), omega);
        }
    }

private:
    static constexpr bool single = sizeof(T) == sizeof(float);
    static constexpr int arcTerms = single ? 6 : 12, circleTerms = single ? 6 : 10;

    GAUGEGL_INLINE static void scale(Quaternion<V>& a, const V& factor)
    {
        for (V& component : a.q)
            component *= factor;
    }

    /// 1 + omega (a - 1) + c (a - 1)^2, normalised; (a - 1)^2 = (2 a0 - 2) a for |a| = 1.
    GAUGEGL_INLINE static void expanded(Quaternion<V>& a, T c, T omega)
    {
        scale(a, omega + c * (T(2) * a.q[0] - T(2)));
        a.q[0] += T(1) - omega;
        V norm2 = a.q[0] * a.q[0];
        for (int k = 1; k < 4; ++k)
            norm2 += a.q[k] * a.q[k];
        scale(a, T(1) / squareRoot<T, n>(norm2));
    }

    GAUGEGL_INLINE static void exact(Quaternion<V>& a, T omega)
    {
        const V c = a.q[0], s2 = a.q[1] * a.q[1] + a.q[2] * a.q[2] + a.q[3] * a.q[3], s = squareRoot<T, n>(s2);
        V t = s / (T(1) + (c < 0 ? -c : c));
        t /= T(1) + squareRoot<T, n>(T(1) + t * t);
        t /= T(1) + squareRoot<T, n>(T(1) + t * t);
        const V arc = arcTangent(t), x = omega * (c < 0 ? T(0.39269908169872415481) - arc : arc);
        V sine = x * circular<2>(x * x), cosine = circular<1>(x * x);
        for (int k = 0; k < 3; ++k) {
            const V doubled = T(2) * sine * cosine;
            cosine = T(1) - T(2) * sine * sine;
            sine = doubled;
        }
        const V none = {};
        const V ratio = s > T(1e-18) ? sine / s : none + omega;
        a.q[0] = cosine;
        for (int k = 1; k < 4; ++k)
            a.q[k] *= ratio;
    }

    /// By the power series, sum (-1)^k t^(2k+1) / (2k+1).
    GAUGEGL_INLINE static V arcTangent(const V& t)
    {
        const V x = t * t;
        V sum = {};
        unrolled<arcTerms>([&](auto index) GAUGEGL_LAMBDA {
            constexpr int k = arcTerms - 1 - decltype(index)::value;
            constexpr T coefficient = T(1) / T(2 * k + 1);
            sum = coefficient - x * sum;
        });
        return t * sum;
    }
    /// Of x = y^2: sin(y)/y for first = 2, cos(y) for first = 1.
    template<int first>
    GAUGEGL_INLINE static V circular(const V& x)
    {
        V sum = {};
        unrolled<circleTerms>([&](auto index) GAUGEGL_LAMBDA {
            constexpr int k = circleTerms - 1 - decltype(index)::value;
            constexpr T coefficient = T(1) / T((2 * k + first) * (2 * k + first + 1));
            sum = T(1) - coefficient * x * sum;
        });
        return sum;
    }
};

} // namespace
} // namespace gaugegl::host
