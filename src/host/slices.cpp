#include "host/slices.h"

#include "dispatch.h"

#include <cassert>

namespace gaugegl::host {
namespace {

/// What is added to M x, and where the norms of the sites go; or null.
template<class T>
struct SliceExtras {
    double a = 0;
    const Field<T>* chi = nullptr;
    double* norms = nullptr;
};

template<class T>
void mixSlices(Field<T>& out, const SliceMixing<T>& m, const Field<T>& x, const SliceExtras<T>& extras)
{
    assert(out.slices() == m.slices() && x.slices() == m.slices() && out.parity() == x.parity() && &out != &x);
    assert(hasSpin(x.kind()));
    const MixCall<T> call = {.out = out.data(),
                             .x = x.data(),
                             .chi = extras.chi ? extras.chi->data() : nullptr,
                             .matrix = m.data(),
                             .diagonal = T(extras.a),
                             .slices = m.slices(),
                             .numbers = 2 * x.components() / m.slices(),
                             .norms = extras.norms};
    const BlockLayout& layout = x.layout();
    const auto kernel = kernelsFor<T>(layout.instructionSet()).mixSlices[std::size_t(layout.lanes() == 16)];
    forPieces(layout.blocks() * layout.lanes() / x.lanes(), 16,
              [&](std::int64_t first, std::int64_t last) { kernel(call, first, last); });
}

} // namespace

template<class T>
SliceMixing<T>::SliceMixing(const SliceMatrix& matrix) : slices_(matrix.slices)
{
    for (const std::vector<double>& part : matrix.parts)
        for (const double number : part)
            numbers_.push_back(T(number));
}

template<class T>
void mixSlices(Field<T>& out, const SliceMixing<T>& m, const Field<T>& x)
{
    mixSlices(out, m, x, {});
}

template<class T>
void mixSlices(Field<T>& out, const SliceMixing<T>& m, const Field<T>& x, double a, const Field<T>& chi)
{
    mixSlices(out, m, x, {.a = a, .chi = &chi});
}

template<class T>
double mixSlicesNorm2(Field<T>& out, const SliceMixing<T>& m, const Field<T>& x, double a, const Field<T>& chi)
{
    std::vector<double> norms(std::size_t(x.layout().lattice().halfVolume()));
    mixSlices(out, m, x, {.a = a, .chi = &chi, .norms = norms.data()});
    return x.layout().sums(x.parity(), {norms.data(), nullptr})[0];
}

#define GAUGEGL_INSTANTIATE(T)                                                                                         \
    template class SliceMixing<T>;                                                                                     \
    template void mixSlices(Field<T>&, const SliceMixing<T>&, const Field<T>&);                                        \
    template void mixSlices(Field<T>&, const SliceMixing<T>&, const Field<T>&, double, const Field<T>&);               \
    template double mixSlicesNorm2(Field<T>&, const SliceMixing<T>&, const Field<T>&, double, const Field<T>&);
GAUGEGL_INSTANTIATE(float)
GAUGEGL_INSTANTIATE(double)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::host
