#include "host/site_numbers.h"

namespace gaugegl::host {

template<class T>
void NumbersOfSites<T>::add(T factor, const NumbersOfSites& x)
{
    for (const int parity : {0, 1}) {
        T* const y = change(parity);
        const T* const from = x.data(parity);
        const std::int64_t count = ofParity();
#pragma omp parallel for simd schedule(static) if (count > 1 << 15)
        for (std::int64_t k = 0; k < count; ++k)
            y[k] += factor * from[k];
    }
}
template void NumbersOfSites<float>::add(float factor, const NumbersOfSites& x);
template void NumbersOfSites<double>::add(double factor, const NumbersOfSites& x);

} // namespace gaugegl::host
