#include "reference/random_element.h"

#include "reference/every_group.h"
#include "reference/subgroup.h"

namespace gaugegl::reference {

template<int N>
Matrix<N> randomElement(const SiteDraws& draws)
{
    if constexpr (N == 2) {
        return reunitarised(toMatrix(gaussians(draws(0))));
    } else {
        Matrix<N> m;
        for (std::uint32_t block = 0; block < N * (N - 1) / 2; ++block) { // rows 0 to N - 2
            const std::array<double, 4> g = gaussians(draws(block));
            m.e[2 * block] = {g[0], g[1]};
            m.e[2 * block + 1] = {g[2], g[3]};
        }
        return reunitarised(m);
    }
}

#define GAUGEGL_INSTANTIATE(N) template Matrix<N> randomElement<N>(const SiteDraws&);
GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
