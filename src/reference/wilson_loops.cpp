#include "reference/wilson_loops.h"
#include "reference/every_group.h"

#include <algorithm>
#include <cstdlib>

namespace gaugegl::reference {
namespace {

using Vector = std::array<int, 3>;

Vector magnitudes(const Vector& v)
{
    Vector sorted = {std::abs(v[0]), std::abs(v[1]), std::abs(v[2])};
    std::ranges::sort(sorted, std::greater());
    return sorted;
}

/// Whether the first component of the largest magnitude is positive.
bool pointsForwards(const Vector& v)
{
    return *std::ranges::find_if(v, [&](int c) { return std::abs(c) == magnitudes(v)[0]; }) > 0;
}

std::vector<Vector> images(const Vector& r)
{
    std::vector<Vector> found;
    for (int x = -r[0]; x <= r[0]; ++x)
        for (int y = -r[0]; y <= r[0]; ++y)
            for (int z = -r[0]; z <= r[0]; ++z)
                if (magnitudes({x, y, z}) == r && pointsForwards({x, y, z})) found.push_back({x, y, z});
    return found;
}

/// The products from every site.
template<int N>
std::vector<Matrix<N>> transporters(const GaugeField<N>& u, const std::vector<Step>& path)
{
    const std::int64_t volume = u.lattice().volume();
    std::vector<Matrix<N>> products(static_cast<std::size_t>(volume));
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site)
        products[std::size_t(site)] = pathProduct(u, u.lattice().coordinates(site), std::span<const Step>(path));
    return products;
}

} // namespace

std::vector<Step> spatialPath(const Vector& r)
{
    std::vector<Step> path;
    Vector position{};
    while (position != r) {
        // Farthest behind: |r_i| (k+1)/n - |position_i|, with everything times n.
        const int n = std::abs(r[0]) + std::abs(r[1]) + std::abs(r[2]), k = int(path.size());
        int best = -1, bestLag = 0;
        for (int i = 0; i < 3; ++i) {
            const auto c = std::size_t(i);
            const int lag = std::abs(r[c]) * (k + 1) - n * std::abs(position[c]);
            const bool larger = best >= 0 && std::abs(r[c]) > std::abs(r[std::size_t(best)]);
            if (best < 0 || lag > bestLag || (lag == bestLag && larger)) {
                best = i;
                bestLag = lag;
            }
        }
        const int sign = r[std::size_t(best)] > 0 ? 1 : -1;
        position[std::size_t(best)] += sign;
        path.push_back({best, sign});
    }
    return path;
}

template<int N>
double wilsonLoop(const GaugeField<N>& temporal, const GaugeField<N>& spatial, const Vector& r, int t)
{
    const Lattice& lattice = spatial.lattice();
    const std::vector<Matrix<N>> lines = transporters(temporal, std::vector<Step>(std::size_t(t), Step{3, +1}));
    const std::vector<Vector> vectors = images(r);
    const std::int64_t volume = lattice.volume();
    double sum = 0;
    for (const Vector& v : vectors) {
        const std::vector<Matrix<N>> sides = transporters(spatial, spatialPath(v));
#pragma omp parallel for reduction(+ : sum)
        for (std::int64_t site = 0; site < volume; ++site) {
            const Coordinates x = lattice.coordinates(site);
            Coordinates far = x;
            for (int i = 0; i < 3; ++i)
                far = lattice.shifted(far, i, v[std::size_t(i)]);
            const std::int64_t later = lattice.index(lattice.shifted(x, 3, t));
            sum += trace(sides[std::size_t(site)] * lines[std::size_t(lattice.index(far))] *
                         adj(sides[std::size_t(later)]) * adj(lines[std::size_t(site)]))
                       .real() /
                   N;
        }
    }
    return sum / double(volume) / double(vectors.size());
}

#define GAUGEGL_INSTANTIATE(N)                                                                                         \
    template double wilsonLoop<N>(const GaugeField<N>&, const GaugeField<N>&, const Vector&, int);
GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference
