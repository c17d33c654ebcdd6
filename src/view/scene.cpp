#include "scene.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::view {
namespace {

constexpr int tableSize = 256;

HostTexture tableOf(const gl::Context& context, ColourMap map)
{
    return HostTexture(context, tableSize, 1, std::span<const float>(colourTable(map, tableSize)));
}

/// The directions that are unpacked: to the right, up, and from layer to layer (none: -1).
std::array<int, 3> axes(const Settings& settings)
{
    if (settings.mode == ViewMode::Volume) return {0, 1, 2};
    return {settings.plane[0], settings.plane[1], -1};
}

std::array<float, 4> four(const glm::vec3& v, float last = 0) { return {v.x, v.y, v.z, last}; }

} // namespace

float smallestRange(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Charge:
        return 1e-5F;
    case Quantity::FieldStrength:
        return 1e-4F;
    case Quantity::Polyakov:
        return 0.05F;
    case Quantity::Monopoles:
    case Quantity::Vortices:
        return 1;
    default:
        return 1e-3F;
    }
}

ColourMap mapOf(Quantity quantity)
{
    if (isPhase(quantity)) return ColourMap::Cyclic;
    return isSigned(quantity) ? ColourMap::Diverging : ColourMap::Sequential;
}

Scene::Scene(const DrawContext& drawing)
    : context_(drawing.context), none_(*context_), unpack_(drawing, "view/unpack.glsl"),
      extremaProgram_(drawing, "view/extrema.glsl"), rays_(drawing, "view/rays.glsl"),
      slice_(drawing, "view/slice.glsl"),
      present_(drawing, "view/present.glsl"), colours_{tableOf(*context_, ColourMap::Sequential),
                                                       tableOf(*context_, ColourMap::Diverging),
                                                       tableOf(*context_, ColourMap::Cyclic)},
      one_(*context_, DrawTarget::Kind::Numbers, {1, 1, 1})
{}

void Scene::show(const Take& take, const Lattice& lattice, const Settings& settings, bool fresh)
{
    if (!take.density) return;
    const std::string wanted = fmt::format("{} {} {} {}", fmt::join(axes(settings), ","),
                                           fmt::join(settings.position, ","), settings.timeMean, lattice.name());
    if (!fresh && wanted == shown_) return;
    shown_ = wanted;
    if (take.quantity != quantity_) range_ = 0;
    quantity_ = take.quantity;
    ++unpacked_;
    unpack(take, lattice, settings);
    findExtrema();
    // The range follows the data at once upwards and slowly downwards, so that colours do not flicker.
    const float needed = std::max(smallestRange(quantity_), extrema_.longest);
    range_ = range_ > needed ? std::max(needed, 0.9F * range_) : needed;
}

void Scene::unpack(const Take& take, const Lattice& lattice, const Settings& settings)
{
    const gl::Functions& gl = context_->gl();
    const std::array<int, 3> axis = axes(settings);
    const bool timeless = isPhase(take.quantity); // its density has one slice alone
    auto extent = [&](int mu) { return mu < 0 || (mu == 3 && timeless) ? 1 : lattice.extent(mu); };
    const std::array<int, 3> size = {extent(axis[0]), extent(axis[1]), extent(axis[2])};
    if (!values_ || values_->size() != size) values_.emplace(*context_, DrawTarget::Kind::Volume, size);

    std::array<int, 4> fixed = settings.position;
    for (std::size_t mu = 0; mu < 4; ++mu)
        fixed[mu] = std::min(fixed[mu], lattice.extent(int(mu)) - 1);
    const bool mean = settings.timeMean && !timeless && axis[0] != 3 && axis[1] != 3;
    if (mean || timeless) fixed[3] = 0;

    unpack_.use()
        .set("uEven", 0)
        .set("uOdd", 1)
        .set("uExtents", lattice.extents())
        .set("uAxisRight", axis[0])
        .set("uAxisUp", axis[1])
        .set("uTimes", mean ? lattice.extent(3) : 1)
        .set("uWeights", std::span(&take.weights[0][0], 8));
    for (int parity = 0; parity < 2; ++parity) {
        gl.ActiveTexture(GL_TEXTURE0 + GLenum(parity));
        gl.BindTexture(GL_TEXTURE_2D_ARRAY, take.density->of(parity).id());
    }
    for (int layer = 0; layer < size[2]; ++layer) {
        if (axis[2] >= 0) fixed[std::size_t(axis[2])] = layer;
        values_->bind(layer);
        unpack_.set("uFixed", fixed).fill(none_);
    }
}

void Scene::findExtrema()
{
    const std::array<int, 3>& size = values_->size();
    const std::array<int, 3> rows = {size[1], size[2], 1};
    if (!rows_ || rows_->size() != rows) rows_.emplace(*context_, DrawTarget::Kind::Numbers, rows);
    values_->read(0, false);
    rows_->read(1, false);
    extremaProgram_.use()
        .set("uValues", 0)
        .set("uRows", 1)
        .set("uStage", 0)
        .set("uSize", std::array<int, 4>{size[0], size[1], size[2], 0});
    context_->gl().ActiveTexture(GL_TEXTURE1); // no texture is read while it is drawn to
    context_->gl().BindTexture(GL_TEXTURE_2D_ARRAY, 0);
    rows_->bind();
    extremaProgram_.fill(none_);
    rows_->read(1, false);
    one_.bind();
    extremaProgram_.set("uStage", 1).fill(none_);
    const std::vector<float> found = one_.numbers();
    extrema_ = {found[0], found[1], found[2], found[3] / float(size[0] * size[1] * size[2])};
}

ColourScale Scene::scale(const Settings& settings) const
{
    return {mapOf(quantity_), settings.range ? float(*settings.range) : std::max(range_, smallestRange(quantity_))};
}

const std::array<int, 3>& Scene::size() const
{
    static constexpr std::array<int, 3> nothing = {};
    return values_ ? values_->size() : nothing;
}

std::vector<float> Scene::numbers() const { return values_ ? values_->numbers() : std::vector<float>{}; }

void Scene::draw(const DrawTarget& target, const Viewport& part, const Settings& settings, int coarseness)
{
    drew_ = false;
    if (!values_ || part.width <= 0 || part.height <= 0) return;
    if (settings.mode == ViewMode::Slice) return drawSlice(target, part, settings);
    const std::array<int, 3> size = {(part.width + coarseness - 1) / coarseness,
                                     (part.height + coarseness - 1) / coarseness, 1};
    const Camera& c = settings.camera;
    const std::string wanted =
        fmt::format("{} {} {} {} {} {} {} {} {} {} {}", unpacked_, size[0], size[1], scale(settings).range,
                    settings.threshold, settings.opacity, settings.smooth, int(settings.projection), c.yaw, c.pitch,
                    fmt::format("{} {} {}", c.distance, c.pan[0], c.pan[1]));
    if (wanted != drawn_) {
        drawn_ = wanted;
        drew_ = true;
        drawVolume(size, part, settings);
    }
    volume_->read(0, true);
    target.bind(part);
    present_.use()
        .set("uPicture", 0)
        .set("uViewport", std::array<float, 4>{float(part.x), float(part.y), float(part.width), float(part.height)})
        .fill(none_);
}

void Scene::setColours(const DrawProgram& program, const Settings& settings) const
{
    const ColourScale colours = scale(settings);
    values_->read(0, settings.smooth);
    colours_[std::size_t(colours.map)].read(1);
    program.use().set("uValues", 0).set("uColours", 1).set("uKind", int(colours.map)).set("uRange", colours.range);
}

void Scene::drawVolume(const std::array<int, 3>& size, const Viewport& whole, const Settings& settings)
{
    if (!volume_ || volume_->size() != size) volume_.emplace(*context_, DrawTarget::Kind::Picture, size);
    const std::array<int, 3>& sites = values_->size();
    const glm::vec3 box(sites[0], sites[1], sites[2]);
    const float longest = float(std::max({sites[0], sites[1], sites[2]}));
    const Viewpoint view(settings.camera, box, float(whole.width) / float(whole.height));
    std::array<float, 16> places{};
    const std::array<glm::vec3, 4> vectors = {view.eye(), view.right(), view.up(), view.forward()};
    for (std::size_t i = 0; i < 4; ++i)
        for (int k = 0; k < 3; ++k)
            places[4 * i + std::size_t(k)] = vectors[i][k];
    setColours(rays_, settings);
    constexpr float stepsOfSite = 4, mostSteps = 160;
    rays_.set("uView", places)
        .set("uBox", four(box, longest))
        .set("uTarget", std::array<float, 4>{float(size[0]), float(size[1]), 0, 0})
        .set("uStep", std::max(1 / stepsOfSite, longest / mostSteps))
        .set("uThreshold", float(settings.threshold))
        .set("uOpacity", float(settings.opacity))
        .set("uMaximum", settings.projection == Projection::Maximum ? 1 : 0);
    volume_->bind();
    rays_.fill(none_);
}

void Scene::drawSlice(const DrawTarget& out, const Viewport& part, const Settings& settings)
{
    const Viewport inner = sliceViewport(part, values_->size()[0], values_->size()[1]);
    setColours(slice_, settings);
    slice_.set("uTarget",
               std::array<float, 4>{float(inner.width), float(inner.height), float(inner.x), float(inner.y)});
    out.bind(inner);
    slice_.fill(none_);
}

int nextCoarseness(int coarseness, double seconds, bool drew, bool software)
{
    constexpr double softwareShare = 0.035, cardShare = 0.012;
    constexpr int mostCoarse = 8;
    const double wanted = software ? softwareShare : cardShare;
    if (seconds > 1.3 * wanted && coarseness < mostCoarse) return coarseness + 1;
    if (coarseness == 1) return 1;
    const double finer = seconds * std::pow(double(coarseness) / (coarseness - 1), 2);
    return finer < wanted && drew ? coarseness - 1 : coarseness;
}

Viewport sliceViewport(const Viewport& whole, int right, int up)
{
    const float side = std::min(float(whole.width) / float(right), float(whole.height) / float(up));
    const int width = std::max(1, int(side * float(right))), height = std::max(1, int(side * float(up)));
    return {whole.x + (whole.width - width) / 2, whole.y + (whole.height - height) / 2, width, height};
}

} // namespace gaugegl::view
