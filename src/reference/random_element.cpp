#include "reference/random_element.h"

#include "reference/subgroup.h"

namespace gaugegl::reference {

template<int N>
Matrix<N> randomElement(const SiteDraws& draws)
{
    static_assert(N == 2 || N == 3);
    if constexpr (N == 2) {
        return reunitarised(toMatrix(gaussians(draws(0))));
    } else {
        Matrix<3> m;
        for (std::uint32_t block = 0; block < 3; ++block) {
            const std::array<double, 4> g = gaussians(draws(block));
            m.e[2 * block] = {g[0], g[1]};
            m.e[2 * block + 1] = {g[2], g[3]};
        }
        return reunitarised(m);
    }
}

template Matrix<2> randomElement<2>(const SiteDraws&);
template Matrix<3> randomElement<3>(const SiteDraws&);

} // namespace gaugegl::reference
