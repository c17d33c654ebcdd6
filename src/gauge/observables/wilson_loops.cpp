#include "gaugegl/gauge/observables/wilson_loops.h"

#include "fields/device_number.h"
#include "gauge/observables/loop_kernels.h"
#include "gauge/observables/multihit.h"
#include "gaugegl/base/error.h"
#include "gaugegl/gauge/observables/lines.h"
#include "host/loops.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <set>

namespace gaugegl {
namespace {

using Separation = std::array<int, 3>;

/// Temporal lines that a pass of the kernel `loop` closes.
constexpr int linesOfPass = 4;
/// Sums that may be under way before the device is asked for them.
constexpr std::size_t mostPending = 64;

int squared(const Separation& r) { return r[0] * r[0] + r[1] * r[1] + r[2] * r[2]; }

/// One of each r and -r.
std::set<Separation> cubicImages(const Separation& r)
{
    std::set<Separation> images;
    Separation axes = {0, 1, 2};
    do {
        for (int signs = 0; signs < 8; ++signs) {
            Separation image{};
            for (std::size_t i = 0; i < 3; ++i)
                image[i] = ((signs >> i) & 1) != 0 ? -r[std::size_t(axes[i])] : r[std::size_t(axes[i])];
            const auto largest = std::ranges::max_element(image, {}, [](int component) { return std::abs(component); });
            if (*largest > 0) images.insert(image);
        }
    } while (std::ranges::next_permutation(axes).found);
    return images;
}

/// A step along a direction, -1 backwards.
struct Step {
    int mu, sign;
    bool operator==(const Step&) const = default;
    bool operator<(const Step& other) const { return mu != other.mu ? mu < other.mu : sign < other.sign; }
};

/// The path to r as the header defines it; lags are compared times n.
std::vector<Step> pathTo(const Separation& r)
{
    const int n = std::abs(r[0]) + std::abs(r[1]) + std::abs(r[2]);
    std::array<int, 3> made{};
    std::vector<Step> path;
    path.reserve(std::size_t(n));
    for (int k = 0; k < n; ++k) {
        const auto lag = [&](std::size_t i) {
            return std::pair(std::abs(r[i]) * (k + 1) - n * made[i], std::abs(r[i]));
        };
        std::size_t next = 0;
        for (std::size_t i = 1; i < 3; ++i)
            if (lag(i) > lag(next)) next = i;
        ++made[next];
        path.push_back({int(next), r[next] > 0 ? 1 : -1});
    }
    return path;
}

/// A path in space, and the number of the separation to whose loops it belongs.
struct SpatialPath {
    std::vector<Step> steps;
    Separation r;
    std::size_t separation;
};

/// The temporal links, or their means.
struct TemporalLinks {
    LineView links;
    LineKind kind;
};

void checkRequest(const WilsonLoopRequest& request, const Lattice& lattice)
{
    const int space = std::min({lattice.extent(0), lattice.extent(1), lattice.extent(2)}) / 2;
    const int time = lattice.extent(3) / 2;
    if (request.rMax < 1 || request.rMax > space)
        throw InputError(fmt::format("Wilson loops of R up to {}: on {} it must be 1 to {}, half the smallest extent",
                                     request.rMax, lattice.name(), space));
    if (request.tMax < 1 || request.tMax > time)
        throw InputError(fmt::format("Wilson loops of T up to {}: on {} it must be 1 to {}, half the extent in time",
                                     request.tMax, lattice.name(), time));
}

} // namespace

std::vector<std::array<int, 3>> loopVectors(const WilsonLoopRequest& request)
{
    std::vector<Separation> result;
    for (int a = 1; a <= request.rMax; ++a)
        for (int b = 0; b <= (request.offAxis ? a : 0); ++b)
            for (int c = 0; c <= b; ++c)
                if (squared({a, b, c}) <= request.rMax * request.rMax) result.push_back({a, b, c});
    std::ranges::stable_sort(result, {}, squared);
    return result;
}

class WilsonLoopMeter::Work {
public:
    Work(Device& device, const Lattice& lattice, Group group)
        : device_(device), lattice_(lattice), group_(group), numbers_(std::make_shared<NumberPool>(device)),
          density_(device, halfFieldShape(lattice, 1))
    {}

    std::vector<WilsonLoop> measure(const GaugeField& temporal, const GaugeField& spatial,
                                    const WilsonLoopRequest& request, const std::function<bool()>& goesOn)
    {
        checkRequest(request, lattice_);
        const std::vector<Separation> of = loopVectors(request);
        times_ = request.tMax;
        spatialField_ = &spatial;
        goesOn_ = goesOn;
        pending_.clear(); // of loops that an error ended
        sums_.assign(of.size() * std::size_t(times_), 0.0);

        const TemporalLinks plain{linksOf(temporal, 3), LineKind::Links};
        if (request.multihit) {
            const MultihitLinks means(temporal, request.beta);
            if (!addLoops(paths(of, [](int r2) { return r2 == 1; }), plain)) return {};
            if (!addLoops(paths(of, [](int r2) { return r2 > 1; }),
                          {{&means.links(0), &means.links(1)}, LineKind::General}))
                return {};
        } else if (!addLoops(paths(of, [](int) { return true; }), plain)) {
            return {};
        }

        std::vector<WilsonLoop> result;
        result.reserve(sums_.size());
        for (std::size_t i = 0; i < of.size(); ++i)
            for (int t = 1; t <= times_; ++t)
                result.push_back({of[i], t,
                                  sums_[i * std::size_t(times_) + std::size_t(t - 1)] /
                                      (double(lattice_.volume()) * double(cubicImages(of[i]).size()))});
        return result;
    }

private:
    /// A sum over a density, and where its four numbers belong.
    struct Pending {
        DeviceNumber number;
        std::size_t first;
        int count;
    };

    /// The paths to the images of separations whose square is wanted, so that those that begin alike stand together.
    template<class Wanted>
    std::vector<SpatialPath> paths(const std::vector<Separation>& of, const Wanted& wanted) const
    {
        std::vector<SpatialPath> result;
        for (std::size_t i = 0; i < of.size(); ++i) {
            if (!wanted(squared(of[i]))) continue;
            for (const Separation& image : cubicImages(of[i]))
                result.push_back({pathTo(image), image, i});
        }
        std::sort(result.begin(), result.end(),
                  [](const SpatialPath& a, const SpatialPath& b) { return a.steps < b.steps; });
        return result;
    }

    /// False where it was stopped.
    bool addLoops(const std::vector<SpatialPath>& paths, const TemporalLinks& temporal)
    {
        for (int first = 1; first <= times_; first += linesOfPass) {
            const int count = std::min(linesOfPass, times_ - first + 1);
            for (int t = first; t < first + count; ++t)
                extendInTime(temporal, t);
            for (std::size_t i = 0; i < paths.size(); ++i) {
                if (goesOn_ && !goesOn_()) {
                    pending_.clear();
                    return false;
                }
                const std::size_t known = i == 0 ? 0 : commonSteps(paths[i - 1], paths[i]);
                extendInSpace(paths[i], known);
                for (int parity = 0; parity < 2; ++parity)
                    addDensity(paths[i], temporal.kind, {first, count, parity});
            }
        }
        collect();
        return true;
    }

    static std::size_t commonSteps(const SpatialPath& a, const SpatialPath& b)
    {
        return std::size_t(std::ranges::mismatch(a.steps, b.steps).in1 - a.steps.begin());
    }

    /// The temporal line of length t, from that of t - 1.
    void extendInTime(const TemporalLinks& temporal, int t)
    {
        const auto slot = std::size_t(t - 1) % linesOfPass;
        if (t == 1) {
            temporalViews_[slot] = temporal.links;
            return;
        }
        const int planes = temporal.kind == LineKind::General ? fullMatrixPlanes(group_) : linkPlanes(group_);
        std::unique_ptr<LineField>& line = temporal_[slot];
        if (!line || line->even.shape().planes != planes) line = std::make_unique<LineField>(device_, lattice_, planes);
        extend(*line, temporalViews_[std::size_t(t - 2) % linesOfPass], temporal.links, *spatialField_,
               {.mu = 3, .from = {0, 0, 0, t - 1}, .kind = temporal.kind});
        temporalViews_[slot] = line->view();
    }

    /// The products along a path, of which the first `known` steps are still there.
    void extendInSpace(const SpatialPath& path, std::size_t known)
    {
        Coordinates end{};
        LineView line;
        for (std::size_t i = 0; i < path.steps.size(); ++i) {
            const Step step = path.steps[i];
            if (i == 0)
                line = linksOf(*spatialField_, step.mu); // the first step is forwards
            else {
                if (i - 1 >= spatial_.size())
                    spatial_.push_back(std::make_unique<LineField>(device_, lattice_, linkPlanes(group_)));
                if (i >= known)
                    extend(*spatial_[i - 1], line, linksOf(*spatialField_, step.mu), *spatialField_,
                           {.mu = step.mu, .sign = step.sign, .from = end});
                line = spatial_[i - 1]->view();
            }
            end[std::size_t(step.mu)] += step.sign;
        }
        transporter_ = line;
    }

    /// The temporal lengths of a pass, and its sites.
    struct Pass {
        int first, count, parity;
    };

    void addDensity(const SpatialPath& path, LineKind kind, const Pass& pass)
    {
        LoopSides sides{.spatial = transporter_,
                        .separation = {path.r[0], path.r[1], path.r[2], 0},
                        .temporal = {},
                        .first = pass.first,
                        .count = pass.count,
                        .temporalKind = kind};
        for (int k = 0; k < pass.count; ++k)
            sides.temporal[std::size_t(k)] = temporalViews_[std::size_t(pass.first + k - 1) % linesOfPass];
        closeLoops(density_, *spatialField_, sides, pass.parity);
        const std::size_t first = path.separation * std::size_t(times_) + std::size_t(pass.first - 1);
        pending_.push_back({numbers_->sum(density_), first, pass.count});
        if (pending_.size() >= mostPending) collect();
    }

    /// Waits for the sums under way.
    void collect()
    {
        for (const Pending& sum : pending_) {
            const std::vector<double> texel = sum.number.texel->download(); // hi and lo of four numbers
            for (int k = 0; k < sum.count; ++k)
                sums_[sum.first + std::size_t(k)] += texel[std::size_t(k)] + texel[std::size_t(k) + 4];
        }
        pending_.clear();
    }

    Device& device_;
    Lattice lattice_;
    Group group_;
    std::shared_ptr<NumberPool> numbers_;
    PlaneTexture density_;
    std::array<std::unique_ptr<LineField>, linesOfPass> temporal_;
    std::array<LineView, linesOfPass> temporalViews_; // of four consecutive t
    std::vector<std::unique_ptr<LineField>> spatial_; // after each step of a path but the first
    LineView transporter_;
    const GaugeField* spatialField_ = nullptr;
    int times_ = 0;
    std::vector<double> sums_;
    std::vector<Pending> pending_;
    std::function<bool()> goesOn_;
};

std::vector<WilsonLoop> wilsonLoops(const host::LinkField& temporal, const host::LinkField& spatial,
                                    const WilsonLoopRequest& request, const std::function<bool()>& goesOn)
{
    checkRequest(request, spatial.layout()->shared().lattice());
    if (request.multihit) throw InputError("the CPU has no multihit: Wilson loops with it need a device");
    std::vector<WilsonLoop> result;
    for (const Separation& r : loopVectors(request)) {
        std::vector<std::vector<std::int8_t>> there;
        for (const Separation& image : cubicImages(r)) {
            std::vector<std::int8_t>& path = there.emplace_back();
            for (const Step step : pathTo(image))
                path.push_back(std::int8_t(step.sign * (step.mu + 1)));
        }
        for (int t = 1; t <= request.tMax; ++t) {
            if (goesOn && !goesOn()) return {};
            std::vector<std::vector<std::int8_t>> loops;
            for (const std::vector<std::int8_t>& path : there) {
                std::vector<std::int8_t>& loop = loops.emplace_back(path);
                loop.insert(loop.end(), std::size_t(t), 4);
                for (std::size_t k = path.size(); k-- > 0;)
                    loop.push_back(std::int8_t(-path[k]));
                loop.insert(loop.end(), std::size_t(t), -4);
            }
            result.push_back({r, t, host::pathMean(temporal, spatial, loops)});
        }
    }
    return result;
}

WilsonLoopMeter::WilsonLoopMeter(Device& device, const Lattice& lattice, Group group)
    : work_(std::make_unique<Work>(device, lattice, group))
{}
WilsonLoopMeter::WilsonLoopMeter(WilsonLoopMeter&&) noexcept = default;
WilsonLoopMeter& WilsonLoopMeter::operator=(WilsonLoopMeter&&) noexcept = default;
WilsonLoopMeter::~WilsonLoopMeter() = default;

std::vector<WilsonLoop> WilsonLoopMeter::measure(const GaugeField& temporal, const GaugeField& spatial,
                                                 const WilsonLoopRequest& request, const std::function<bool()>& goesOn)
{
    return work_->measure(temporal, spatial, request, goesOn);
}

} // namespace gaugegl
