#include "host/link_algebra.h"

#include "dispatch.h"
#include "link_kernels.h"

#include <cassert>

namespace gaugegl::host {
namespace {

const LinkKernels::Group& kernelsOf(const SiteNumbers& like, Group group)
{
    return compiledFor<const LinkKernels*>(like.layout()->instructionSet(), {baselineLinks, avx2Links, avx512Links})
        ->groups[std::size_t(group)];
}

/// f(first, last) for pieces of the blocks.
template<class F>
void forBlocks(const SiteNumbers& like, const F& f)
{
    forPieces(like.layout()->blocks(), 16, f);
}

Factor factorOf(const Taken& taken, int parity)
{
    if (!taken.matrices) return {};
    const SiteNumbers& m = *taken.matrices;
    if (taken.step == 0) return {m.data(parity), nullptr, taken.adjoint};
    return {m.withGhosts(1 - parity), m.layout()->neighbours(parity).data() + 2 * taken.mu + (taken.step > 0 ? 0 : 1),
            taken.adjoint};
}

Product productOf(const Taken& a, const Taken& b, double factor, int parity)
{
    return {factorOf(a, parity), factorOf(b, parity), factor};
}

/// One of the kernels that write products, on both parities.
template<class Kernel>
void write(const Kernel& kernel, SiteNumbers& out, const std::array<Taken, 2>& factors, double factor, bool add)
{
    for (const int parity : {0, 1}) {
        assert(std::ranges::none_of(factors, [&](const Taken& t) { return t.matrices == &out && t.step != 0; }));
        const Product product = productOf(factors[0], factors[1], factor, parity);
        double* const to = out.change(parity);
        const ProductCall call{to, add ? to : nullptr, product, out.packs()};
        forBlocks(out, [&](std::int64_t first, std::int64_t last) { kernel(call, first, last); });
    }
}

} // namespace

SiteNumbers makeMatrices(const std::shared_ptr<const BlockLayout>& layout, Group group)
{
    return {layout, elementNumbers(colours(group))};
}
SiteNumbers makeAlgebra(const std::shared_ptr<const BlockLayout>& layout, Group group)
{
    return {layout, algebraNumbers(colours(group))};
}

void setProduct(Group group, SiteNumbers& out, const Taken& a, const Taken& b, double factor)
{
    write(kernelsOf(out, group).multiply, out, {a, b}, factor, false);
}
void addProduct(Group group, SiteNumbers& out, const Taken& a, const Taken& b, double factor)
{
    write(kernelsOf(out, group).multiply, out, {a, b}, factor, true);
}
void addAlgebraPart(Group group, SiteNumbers& h, const Taken& a, const Taken& b, double factor)
{
    write(kernelsOf(h, group).kick, h, {a, b}, factor, true);
}
void setAlgebraPart(Group group, SiteNumbers& h, const Taken& a, const Taken& b, double factor)
{
    write(kernelsOf(h, group).kick, h, {a, b}, factor, false);
}

void setMoved(Group group, SiteNumbers& out, const SiteNumbers& h, const SiteNumbers& u, double factor)
{
    for (const int parity : {0, 1}) {
        const double* const from = u.data(parity);
        const MoveCall call{out.change(parity), h.data(parity), from, factor, out.packs()};
        forBlocks(out, [&, move = kernelsOf(out, group).move](std::int64_t first, std::int64_t last) {
            move(call, first, last);
        });
    }
}

void projectPolar(Group group, SiteNumbers& m)
{
    for (const int parity : {0, 1}) {
        double* const matrices = m.change(parity);
        forBlocks(m, [&, kernel = kernelsOf(m, group).projectPolar](std::int64_t first, std::int64_t last) {
            kernel(matrices, m.packs(), first, last);
        });
    }
}

void setStoutGradient(Group group, SiteNumbers& inserted, SiteNumbers& gradient, const SiteNumbers& exponent)
{
    for (const int parity : {0, 1}) {
        const StoutGradientCall call{exponent.data(parity), gradient.change(parity), inserted.change(parity),
                                     inserted.packs()};
        forBlocks(inserted, [&, kernel = kernelsOf(inserted, group).stoutGradient](
                                std::int64_t first, std::int64_t last) { kernel(call, first, last); });
    }
}

void SiteSums::addRealTrace(Group group, const Taken& a, const Taken& b, double factor, double offset)
{
    for (const int parity : {0, 1}) {
        const SumCall call{sums_.change(parity), productOf(a, b, factor, parity), nullptr, offset, sums_.packs()};
        forBlocks(sums_, [&, kernel = kernelsOf(sums_, group).realTrace](std::int64_t first, std::int64_t last) {
            kernel(call, first, last);
        });
    }
}

void SiteSums::addTraceSquare(Group group, const SiteNumbers& h)
{
    for (const int parity : {0, 1}) {
        const SumCall call{sums_.change(parity), {}, h.data(parity), 0, sums_.packs()};
        forBlocks(sums_, [&, kernel = kernelsOf(sums_, group).traceSquare](std::int64_t first, std::int64_t last) {
            kernel(call, first, last);
        });
    }
}

double SiteSums::value() const
{
    double sum = 0;
    for (const int parity : {0, 1})
        sum += sums_.layout()->sums(parity, {sums_.data(parity), nullptr})[0];
    return sum;
}

} // namespace gaugegl::host
