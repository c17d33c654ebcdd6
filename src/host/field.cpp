#include "host/field.h"

#include "dispatch.h"

#include "gaugegl/base/error.h"

#include <cassert>
#include <fmt/format.h>

namespace gaugegl::host {
namespace {

/// The numbers that a thread takes at a time: a multiple of those of a vector of complex ones in 16 lanes.
constexpr std::int64_t piece = 1 << 14;

template<class T>
const Kernels<T>& kernelsOf(const Field<T>& x)
{
    return kernelsFor<T>(x.layout().instructionSet());
}

template<class T, class U>
void expectAlike([[maybe_unused]] const Field<T>& x, [[maybe_unused]] const Field<U>& y)
{
    assert(x.layout().lattice() == y.layout().lattice() && x.kind() == y.kind() && x.group() == y.group() &&
           x.parity() == y.parity() && x.slices() == y.slices());
}

template<class T>
void expectSize(const Field<T>& field, std::size_t components)
{
    const std::int64_t expected = field.size() / 2;
    if (std::int64_t(components) != expected)
        throw InputError(fmt::format("{} complex numbers are no fermion field of one parity of {}, which has {}",
                                     components, field.layout().lattice().name(), expected));
}

/// f(packs, offset of the first number, place of the first site) for pieces of a field.
template<class T, class F>
void forPacks(const Field<T>& x, const F& f)
{
    const std::int64_t numbers = 2 * x.components(), lanes = x.lanes(), atATime = piece / (numbers * lanes) + 1;
    forPieces(x.layout().blocks() * x.layout().lanes() / lanes, atATime, [&](std::int64_t first, std::int64_t last) {
        f(SitesOfField{last - first, int(numbers)}, first * numbers * lanes, first * lanes);
    });
}

/// The sum over the lattice of what f(packs, offset of the first number, sums) gives for each site.
template<class T, class F>
double summedOverSites(const Field<T>& x, const F& f)
{
    std::vector<double> ofSites(std::size_t(x.layout().lattice().halfVolume()));
    forPacks(x, [&](const SitesOfField& part, std::int64_t first, std::int64_t place) {
        f(part, first, &ofSites[std::size_t(place)]);
    });
    return x.layout().sums(x.parity(), {ofSites.data(), nullptr})[0];
}

/// f(offset of the real part, number of the component in the exchange format) for every complex number.
template<class T, class F>
void forComponents(const Field<T>& field, const F& f)
{
    const std::span<const std::int64_t> sites = field.layout().halfSites(field.parity());
    const std::int64_t lanes = field.lanes(), components = field.components();
    forPieces(std::int64_t(sites.size()) / lanes, 64, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t pack = first; pack < last; ++pack)
            for (std::int64_t c = 0; c < components; ++c)
                for (std::int64_t lane = 0; lane < lanes; ++lane)
                    f((pack * components + c) * 2 * lanes + lane,
                      std::size_t(sites[std::size_t(pack * lanes + lane)] * components + c));
    });
}

/// f(offset in y, offset in x, count) for all stretches of numbers that lie together in both fields, whose packs may be
/// of different size.
template<class To, class From, class F>
void forPairs(const Field<To>& y, const Field<From>& x, const F& f)
{
    expectAlike(y, x);
    const std::int64_t lanes = std::min(y.lanes(), x.lanes()), numbers = 2 * y.components();
    const std::int64_t yPacks = y.lanes() / lanes, xPacks = x.lanes() / lanes;
    forPieces(y.layout().blocks() * y.layout().lanes() / lanes, 64, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t pack = first; pack < last; ++pack)
            for (std::int64_t k = 0; k < numbers; ++k)
                f(((pack / yPacks * numbers + k) * yPacks + pack % yPacks) * lanes,
                  ((pack / xPacks * numbers + k) * xPacks + pack % xPacks) * lanes, lanes);
    });
}

} // namespace

template<class T>
Field<T>::Field(std::shared_ptr<const BlockLayout> layout, FermionKind kind, Group group, int parity, int slices)
    : layout_(std::move(layout)), kind_(kind), group_(group), parity_(parity), slices_(slices),
      values_(std::size_t((layout_->blocks() + layout_->ghosts(parity).blocks) * layout_->lanes() * 2 * components()))
{
    assert((parity == 0 || parity == 1) && slices >= 1);
}

template<class T>
void upload(Field<T>& out, std::span<const std::complex<double>> in)
{
    expectSize(out, in.size());
    T* const data = out.data();
    const int lanes = out.lanes();
    forComponents(out, [&](std::int64_t at, std::size_t component) {
        data[at] = T(in[component].real());
        data[at + lanes] = T(in[component].imag());
    });
}

template<class T>
void download(std::span<std::complex<double>> out, const Field<T>& in)
{
    expectSize(in, out.size());
    const T* const data = in.data();
    const int lanes = in.lanes();
    forComponents(in, [&](std::int64_t at, std::size_t component) { out[component] = {data[at], data[at + lanes]}; });
}

template<class To, class From>
void convert(Field<To>& out, const Field<From>& in, double factor)
{
    forPairs(out, in, [factor, y = out.data(), x = in.data()](std::int64_t to, std::int64_t from, std::int64_t count) {
#pragma omp simd
        for (std::int64_t l = 0; l < count; ++l)
            y[to + l] = To(factor * double(x[from + l]));
    });
}

void accumulate(Field<double>& out, const Field<float>& in, double factor)
{
    forPairs(out, in, [factor, y = out.data(), x = in.data()](std::int64_t to, std::int64_t from, std::int64_t count) {
#pragma omp simd
        for (std::int64_t l = 0; l < count; ++l)
            y[to + l] += factor * double(x[from + l]);
    });
}

template<class T>
Field<T> zeroLike(const Field<T>& x)
{
    return Field<T>(x.sharedLayout(), x.kind(), x.group(), x.parity(), x.slices());
}

template<class T>
void setZero(Field<T>& y)
{
    forPieces(y.size(), piece,
              [&](std::int64_t first, std::int64_t last) { std::fill(y.data() + first, y.data() + last, T(0)); });
}

template<class T>
void axpy(double a, const Field<T>& x, Field<T>& y)
{
    expectAlike(x, y);
    forPieces(y.size(), piece, [&, axpy = kernelsOf(y).axpy](std::int64_t first, std::int64_t last) {
        axpy(T(a), x.data() + first, y.data() + first, last - first);
    });
}

template<class T>
void axpy(const std::complex<double>& a, const Field<T>& x, Field<T>& y)
{
    expectAlike(x, y);
    const auto axpy = kernelsOf(y).complexAxpy[y.layout().lanes() == 16];
    forPieces(y.size(), piece, [&](std::int64_t first, std::int64_t last) {
        axpy(T(a.real()), T(a.imag()), x.data() + first, y.data() + first, last - first);
    });
}

template<class T>
void xpay(const Field<T>& x, double a, Field<T>& y)
{
    expectAlike(x, y);
    forPieces(y.size(), piece, [&, xpay = kernelsOf(y).xpay](std::int64_t first, std::int64_t last) {
        xpay(x.data() + first, T(a), y.data() + first, last - first);
    });
}

template<class T>
double axpyNorm2(double a, const Field<T>& x, Field<T>& y)
{
    expectAlike(x, y);
    const auto axpyNorm2 = kernelsOf(y).axpyNorm2[y.layout().lanes() == 16];
    return summedOverSites(y, [&](const SitesOfField& sites, std::int64_t first, double* sums) {
        axpyNorm2(T(a), x.data() + first, y.data() + first, sites, sums);
    });
}

template<class T>
void updateSolutionAndDirection(Field<T>& y, Field<T>& p, const Field<T>& r, double alpha, double beta)
{
    expectAlike(y, p);
    expectAlike(p, r);
    forPieces(y.size(), piece, [&, update = kernelsOf(y).update](std::int64_t first, std::int64_t last) {
        update(y.data() + first, p.data() + first, r.data() + first, {T(alpha), T(beta)}, last - first);
    });
}

template<class T>
double norm2(const Field<T>& x)
{
    const auto norm2 = kernelsOf(x).norm2[x.layout().lanes() == 16];
    return summedOverSites(
        x, [&](const SitesOfField& sites, std::int64_t first, double* sums) { norm2(x.data() + first, sites, sums); });
}

template<class T>
std::complex<double> dot(const Field<T>& x, const Field<T>& y)
{
    expectAlike(x, y);
    const auto dot = kernelsOf(y).dot[y.layout().lanes() == 16];
    const auto sites = std::size_t(y.layout().lattice().halfVolume());
    std::vector<double> re(sites), im(sites);
    forPacks(y, [&](const SitesOfField& part, std::int64_t first, std::int64_t place) {
        dot(x.data() + first, y.data() + first, part, &re[std::size_t(place)], &im[std::size_t(place)]);
    });
    const auto [real, imaginary] = y.layout().sums(y.parity(), {re.data(), im.data()});
    return {real, imaginary};
}

#define GAUGEGL_INSTANTIATE(T)                                                                                         \
    template class Field<T>;                                                                                           \
    template void upload(Field<T>&, std::span<const std::complex<double>>);                                            \
    template void download(std::span<std::complex<double>>, const Field<T>&);                                          \
    template void convert(Field<T>&, const Field<float>&, double);                                                     \
    template void convert(Field<T>&, const Field<double>&, double);                                                    \
    template Field<T> zeroLike(const Field<T>&);                                                                       \
    template void setZero(Field<T>&);                                                                                  \
    template void axpy(double, const Field<T>&, Field<T>&);                                                            \
    template void axpy(const std::complex<double>&, const Field<T>&, Field<T>&);                                       \
    template void xpay(const Field<T>&, double, Field<T>&);                                                            \
    template double axpyNorm2(double, const Field<T>&, Field<T>&);                                                     \
    template void updateSolutionAndDirection(Field<T>&, Field<T>&, const Field<T>&, double, double);                   \
    template double norm2(const Field<T>&);                                                                            \
    template std::complex<double> dot(const Field<T>&, const Field<T>&);
GAUGEGL_INSTANTIATE(float)
GAUGEGL_INSTANTIATE(double)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::host
