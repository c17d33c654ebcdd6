#include "host/bundle.h"

#include "dispatch.h"

#include <cassert>

namespace gaugegl::host {
namespace {

template<class T>
const Kernels<T>& kernelsOf(const Bundle<T>& x)
{
    return kernelsFor<T>(x.all().layout().instructionSet());
}

template<class T>
std::size_t manyLanes(const Bundle<T>& x)
{
    return std::size_t(x.all().layout().lanes() == 16);
}

template<class T>
std::int64_t packsOf(const Bundle<T>& x)
{
    return x.all().layout().blocks() * x.all().layout().lanes() / x.all().lanes();
}

template<class T, class U>
void expectAlike([[maybe_unused]] const Bundle<T>& x, [[maybe_unused]] const Bundle<U>& y)
{
    assert(x.all().layout().lattice() == y.all().layout().lattice() && x.all().kind() == y.all().kind() &&
           x.all().group() == y.all().group() && x.all().parity() == y.all().parity() && x.slices() == y.slices() &&
           x.vectors() == y.vectors() && x.inUse() == y.inUse());
}

/// Packs that a thread takes at a time.
constexpr std::int64_t packsAtATime = 16;

/// f(vector, pack, offset of the numbers of the vector in the bundle) for each vector in use in each pack.
template<class T, class F>
void forVectors(const Bundle<T>& x, const F& f)
{
    const std::int64_t size = std::int64_t(x.numbers()) * x.all().lanes(), vectors = x.vectors();
    forPieces(packsOf(x), packsAtATime, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t pack = first; pack < last; ++pack)
            x.inUse().forEach([&](int v) { f(v, pack, (pack * vectors + v) * size); });
    });
}

/// The sums over the lattice of what f(vector, pack, offset, lists of sums of the sites) gives for each vector in each pack.
template<std::size_t lists, class T, class F>
std::array<Each<double>, 2> summed(const Bundle<T>& x, const F& f)
{
    const auto count = std::size_t(x.all().layout().lattice().halfVolume()) * std::size_t(x.vectors());
    std::array<std::vector<double>, lists> sums;
    for (std::vector<double>& list : sums)
        list.resize(count);
    const std::int64_t lanes = x.all().lanes();
    forVectors(x, [&](int v, std::int64_t pack, std::int64_t at) {
        std::array<double*, lists> to;
        for (std::size_t i = 0; i < lists; ++i)
            to[i] = &sums[i][std::size_t((pack * x.vectors() + v) * lanes)];
        f(v, pack, at, to);
    });
    return x.all().layout().sumsOfVectors(x.all().parity(),
                                          {sums.front().data(), lists > 1 ? sums.back().data() : nullptr},
                                          x.all().lanes(), x.vectors(), x.inUse());
}

template<class T>
std::int64_t sizeInPack(const Bundle<T>& x)
{
    return std::int64_t(x.numbers()) * x.all().lanes();
}

/// Of one vector in a pack.
template<class T>
SitesOfField onePack(const Bundle<T>& x)
{
    return {1, x.numbers()};
}

/// f(vector, offset in y, offset in x, count) for all stretches of numbers that lie together in both bundles, whose packs may
/// be of different size.
template<class To, class From, class F>
void forPairs(const Bundle<To>& y, const Bundle<From>& x, const F& f)
{
    expectAlike(y, x);
    const std::int64_t lanes = std::min(y.all().lanes(), x.all().lanes()), numbers = y.numbers();
    const std::int64_t yPacks = y.all().lanes() / lanes, xPacks = x.all().lanes() / lanes, vectors = y.vectors();
    const std::int64_t sites = y.all().layout().blocks() * y.all().layout().lanes();
    forPieces(sites / lanes, packsAtATime, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t pack = first; pack < last; ++pack)
            y.inUse().forEach([&](int v) {
                for (std::int64_t k = v * numbers; k < (v + 1) * numbers; ++k)
                    f(v, ((pack / yPacks * vectors * numbers + k) * yPacks + pack % yPacks) * lanes,
                      ((pack / xPacks * vectors * numbers + k) * xPacks + pack % xPacks) * lanes, lanes);
            });
    });
}

/// f(offset in the field, offset in the bundle, size) for each pack of a vector.
template<class T, class F>
void forPacksOf(const Bundle<T>& bundle, int vector, const F& f)
{
    const std::int64_t size = sizeInPack(bundle), vectors = bundle.vectors();
    forPieces(packsOf(bundle), packsAtATime, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t pack = first; pack < last; ++pack)
            f(pack * size, (pack * vectors + vector) * size, size);
    });
}

/// What is added to M x, and where the norms of the sites go; or null.
template<class T>
struct Extras {
    double a = 0;
    const Bundle<T>* chi = nullptr;
};

template<class T>
void mix(Bundle<T>& out, const SliceMixing<T>& m, const Bundle<T>& x, const Extras<T>& extras, double* norms)
{
    expectAlike(out, x);
    assert(x.slices() == m.slices() && &out != &x && hasSpin(x.all().kind()));
    const MixCall<T> call = {.out = out.all().data(),
                             .x = x.all().data(),
                             .chi = extras.chi ? extras.chi->all().data() : nullptr,
                             .matrix = m.data(),
                             .diagonal = T(extras.a),
                             .slices = m.slices(),
                             .numbers = x.numbers() / m.slices(),
                             .norms = norms};
    // A vector in a pack is what a pack of a single field is.
    forVectors(x, [&, kernel = kernelsOf(x).mixSlices[manyLanes(x)]](int v, std::int64_t pack, std::int64_t /*at*/) {
        const std::int64_t one = pack * x.vectors() + v;
        kernel(call, one, one + 1);
    });
}

} // namespace

template<class T>
void putVector(Bundle<T>& bundle, int vector, const Field<T>& field)
{
    assert(field.slices() == bundle.slices() && field.parity() == bundle.all().parity());
    forPacksOf(bundle, vector, [&](std::int64_t from, std::int64_t to, std::int64_t size) {
        std::copy_n(field.data() + from, size, bundle.all().data() + to);
    });
}

template<class T>
void takeVector(Field<T>& field, const Bundle<T>& bundle, int vector)
{
    assert(field.slices() == bundle.slices() && field.parity() == bundle.all().parity());
    forPacksOf(bundle, vector, [&](std::int64_t to, std::int64_t from, std::int64_t size) {
        std::copy_n(bundle.all().data() + from, size, field.data() + to);
    });
}

template<class T>
void copyVectors(Bundle<T>& y, const Bundle<T>& x)
{
    expectAlike(x, y);
    forVectors(y, [&](int /*v*/, std::int64_t /*pack*/, std::int64_t at) {
        std::copy_n(x.all().data() + at, sizeInPack(y), y.all().data() + at);
    });
}

namespace {

/// f(number of y, factor times that of x) for the numbers of the vectors in use.
template<class To, class From, class F>
void forNumbers(Bundle<To>& y, const Bundle<From>& x, const Factors& factors, const F& f)
{
    forPairs(y, x, [&](int v, std::int64_t to, std::int64_t from, std::int64_t count) {
        To* const out = y.all().data() + to;
        const From* const in = x.all().data() + from;
        const double factor = factors[std::size_t(v)];
#pragma omp simd
        for (std::int64_t l = 0; l < count; ++l)
            f(out[l], factor * double(in[l]));
    });
}

} // namespace

void convert(Bundle<float>& out, const Bundle<double>& in, const Factors& factors)
{
    forNumbers(out, in, factors, [](float& y, double x) { y = float(x); });
}

void accumulate(Bundle<double>& out, const Bundle<float>& in, const Factors& factors)
{
    forNumbers(out, in, factors, [](double& y, double x) { y += x; });
}

template<class T>
Bundle<T> zeroLike(const Bundle<T>& x)
{
    const Field<T>& all = x.all();
    return {all.sharedLayout(), all.kind(), all.group(), all.parity(), x.slices(), x.vectors(), x.sharedUse()};
}

template<class T>
void setZero(Bundle<T>& y)
{
    forVectors(y, [&](int /*v*/, std::int64_t /*pack*/, std::int64_t at) {
        std::fill_n(y.all().data() + at, sizeInPack(y), T(0));
    });
}

template<class T>
void axpy(const Each<double>& a, const Bundle<T>& x, Bundle<T>& y)
{
    expectAlike(x, y);
    forVectors(y, [&, axpy = kernelsOf(y).axpy](int v, std::int64_t /*pack*/, std::int64_t at) {
        axpy(T(a[v]), x.all().data() + at, y.all().data() + at, sizeInPack(y));
    });
}

template<class T>
void axpy(const Each<std::complex<double>>& a, const Bundle<T>& x, Bundle<T>& y)
{
    expectAlike(x, y);
    const auto axpy = kernelsOf(y).complexAxpy[manyLanes(y)];
    forVectors(y, [&](int v, std::int64_t /*pack*/, std::int64_t at) {
        axpy(T(a[v].real()), T(a[v].imag()), x.all().data() + at, y.all().data() + at, sizeInPack(y));
    });
}

template<class T>
void axpy(const Each<std::complex<double>>& a, const Field<T>& x, Bundle<T>& y)
{
    assert(x.slices() == y.slices() && x.parity() == y.all().parity());
    const auto axpy = kernelsOf(y).complexAxpy[manyLanes(y)];
    forVectors(y, [&](int v, std::int64_t pack, std::int64_t at) {
        axpy(T(a[v].real()), T(a[v].imag()), x.data() + pack * sizeInPack(y), y.all().data() + at, sizeInPack(y));
    });
}

template<class T>
void xpay(const Bundle<T>& x, const Each<double>& a, Bundle<T>& y)
{
    expectAlike(x, y);
    forVectors(y, [&, xpay = kernelsOf(y).xpay](int v, std::int64_t /*pack*/, std::int64_t at) {
        xpay(x.all().data() + at, T(a[v]), y.all().data() + at, sizeInPack(y));
    });
}

template<class T>
Each<double> axpyNorm2(const Each<double>& a, const Bundle<T>& x, Bundle<T>& y)
{
    expectAlike(x, y);
    const auto axpyNorm2 = kernelsOf(y).axpyNorm2[manyLanes(y)];
    return summed<1>(y, [&](int v, std::int64_t /*pack*/, std::int64_t at, const auto& sums) {
        axpyNorm2(T(a[v]), x.all().data() + at, y.all().data() + at, onePack(y), sums[0]);
    })[0];
}

template<class T>
void updateSolutionAndDirection(Bundle<T>& y, Bundle<T>& p, const Bundle<T>& r, const Each<double>& alpha,
                                const Each<double>& beta)
{
    expectAlike(y, p);
    expectAlike(p, r);
    forVectors(y, [&, update = kernelsOf(y).update](int v, std::int64_t /*pack*/, std::int64_t at) {
        update(y.all().data() + at, p.all().data() + at, r.all().data() + at, {T(alpha[v]), T(beta[v])}, sizeInPack(y));
    });
}

template<class T>
Each<double> norm2(const Bundle<T>& x)
{
    const auto norm2 = kernelsOf(x).norm2[manyLanes(x)];
    return summed<1>(x, [&](int /*v*/, std::int64_t /*pack*/, std::int64_t at, const auto& sums) {
        norm2(x.all().data() + at, onePack(x), sums[0]);
    })[0];
}

namespace {

Each<std::complex<double>> complexOf(const std::array<Each<double>, 2>& parts)
{
    return forEachVector([](double re, double im) { return std::complex<double>(re, im); }, parts[0], parts[1]);
}

} // namespace

template<class T>
Each<std::complex<double>> dot(const Bundle<T>& x, const Bundle<T>& y)
{
    expectAlike(x, y);
    const auto dot = kernelsOf(y).dot[manyLanes(y)];
    return complexOf(summed<2>(y, [&](int /*v*/, std::int64_t /*pack*/, std::int64_t at, const auto& sums) {
        dot(x.all().data() + at, y.all().data() + at, onePack(y), sums[0], sums[1]);
    }));
}

template<class T>
Each<std::complex<double>> dot(const Field<T>& x, const Bundle<T>& y)
{
    assert(x.slices() == y.slices() && x.parity() == y.all().parity());
    const auto dot = kernelsOf(y).dot[manyLanes(y)];
    return complexOf(summed<2>(y, [&](int /*v*/, std::int64_t pack, std::int64_t at, const auto& sums) {
        dot(x.data() + pack * sizeInPack(y), y.all().data() + at, onePack(y), sums[0], sums[1]);
    }));
}

template<class T>
void mixSlices(Bundle<T>& out, const SliceMixing<T>& m, const Bundle<T>& x)
{
    mix(out, m, x, {}, nullptr);
}

template<class T>
void mixSlices(Bundle<T>& out, const SliceMixing<T>& m, const Bundle<T>& x, double a, const Bundle<T>& chi)
{
    mix(out, m, x, {.a = a, .chi = &chi}, nullptr);
}

template<class T>
Each<double> mixSlicesNorm2(Bundle<T>& out, const SliceMixing<T>& m, const Bundle<T>& x, double a, const Bundle<T>& chi)
{
    const BlockLayout& layout = x.all().layout();
    std::vector<double> norms(std::size_t(layout.lattice().halfVolume()) * std::size_t(x.vectors()));
    mix(out, m, x, {.a = a, .chi = &chi}, norms.data());
    return layout.sumsOfVectors(x.all().parity(), {norms.data(), nullptr}, x.all().lanes(), x.vectors(), x.inUse())[0];
}

#define GAUGEGL_INSTANTIATE(T)                                                                                         \
    template void putVector(Bundle<T>&, int, const Field<T>&);                                                         \
    template void takeVector(Field<T>&, const Bundle<T>&, int);                                                        \
    template void copyVectors(Bundle<T>&, const Bundle<T>&);                                                           \
    template Bundle<T> zeroLike(const Bundle<T>&);                                                                     \
    template void setZero(Bundle<T>&);                                                                                 \
    template void axpy(const Each<double>&, const Bundle<T>&, Bundle<T>&);                                             \
    template void axpy(const Each<std::complex<double>>&, const Bundle<T>&, Bundle<T>&);                               \
    template void axpy(const Each<std::complex<double>>&, const Field<T>&, Bundle<T>&);                                \
    template void xpay(const Bundle<T>&, const Each<double>&, Bundle<T>&);                                             \
    template Each<double> axpyNorm2(const Each<double>&, const Bundle<T>&, Bundle<T>&);                                \
    template void updateSolutionAndDirection(Bundle<T>&, Bundle<T>&, const Bundle<T>&, const Each<double>&,            \
                                             const Each<double>&);                                                     \
    template Each<double> norm2(const Bundle<T>&);                                                                     \
    template Each<std::complex<double>> dot(const Bundle<T>&, const Bundle<T>&);                                       \
    template Each<std::complex<double>> dot(const Field<T>&, const Bundle<T>&);                                        \
    template void mixSlices(Bundle<T>&, const SliceMixing<T>&, const Bundle<T>&);                                      \
    template void mixSlices(Bundle<T>&, const SliceMixing<T>&, const Bundle<T>&, double, const Bundle<T>&);            \
    template Each<double> mixSlicesNorm2(Bundle<T>&, const SliceMixing<T>&, const Bundle<T>&, double, const Bundle<T>&);
GAUGEGL_INSTANTIATE(float)
GAUGEGL_INSTANTIATE(double)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::host
