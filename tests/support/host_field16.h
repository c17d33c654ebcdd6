// Fields of the host whose numbers are rounded to 16 bits after every operation, with a norm for each site, and the
// hopping terms on them: what a device does that stores its fields so.
#pragma once

#include "host/hopping.h"

#include <algorithm>
#include <cmath>

namespace gaugegl::testing_support {

/// Single precision inside.
struct HostField16 {
    host::Field<float> f;
};

/// Parts relative to the largest of the site, in 16 bits.
inline void roundTo16(host::Field<float>& f)
{
    const std::int64_t lanes = f.layout().lanes(), reals = 2 * f.components();
    float* const x = f.data();
    for (std::int64_t block = 0; block < f.size(); block += reals * lanes)
        for (std::int64_t lane = 0; lane < lanes; ++lane) {
            float norm = 0;
            for (std::int64_t k = 0; k < reals; ++k)
                norm = std::max(norm, std::abs(x[block + k * lanes + lane]));
            if (!(norm > 0)) continue;
            const float scale = 32767 / norm, back = norm / 32767;
            for (std::int64_t k = 0; k < reals; ++k) {
                float& part = x[block + k * lanes + lane];
                part = float(int(part * scale + std::copysign(0.5F, part))) * back;
            }
        }
}

inline HostField16 zeroLike(const HostField16& x) { return {zeroLike(x.f)}; }
inline void setZero(HostField16& y) { setZero(y.f); }
inline double norm2(const HostField16& x) { return norm2(x.f); }
inline std::complex<double> dot(const HostField16& x, const HostField16& y) { return dot(x.f, y.f); }
template<class S>
void axpy(const S& a, const HostField16& x, HostField16& y)
{
    axpy(a, x.f, y.f);
    roundTo16(y.f);
}
inline void xpay(const HostField16& x, double a, HostField16& y)
{
    xpay(x.f, a, y.f);
    roundTo16(y.f);
}
inline double axpyNorm2(double a, const HostField16& x, HostField16& y)
{
    axpy(a, x, y);
    return norm2(y);
}
inline void updateSolutionAndDirection(HostField16& y, HostField16& p, const HostField16& r, double alpha, double beta)
{
    axpy(alpha, p, y);
    xpay(r, beta, p);
}

/// A hopping term on them; the one given must outlive it.
template<FermionKind kind>
struct HostHopping16 {
    using Field = HostField16;
    const host::Hopping<float, kind>* h;

    Field makeField(int parity) const { return {h->makeField(parity)}; }
    template<class... Chi>
    void hop(Field& out, const Field& psi, const Hop& hop, const Chi&... chi) const
    {
        h->hop(out.f, psi.f, hop, chi.f...);
        roundTo16(out.f);
    }
    template<class... Chi>
    double hopNorm2(Field& out, const Field& psi, const Hop& hop_, const Chi&... chi) const
    {
        hop(out, psi, hop_, chi...);
        return norm2(out);
    }
    std::pair<double, double> hopNorms(Field& out, const Field& psi, const Hop& hop_) const
    {
        hop(out, psi, hop_);
        return {norm2(out), norm2(psi)};
    }
    template<class... Chi>
    double hopAndUpdateResidual(Field& out, double alpha, const Field& psi, const Hop& hop, const Chi&... chi) const
    {
        h->hopAndUpdateResidual(out.f, alpha, psi.f, hop, chi.f...);
        roundTo16(out.f);
        return norm2(out);
    }
};

} // namespace gaugegl::testing_support
