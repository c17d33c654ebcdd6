#include "gaugegl/fields/gauge_field.h"

#include "fields/lattice_fit.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

// The stored form of the identity: the quaternion 1, or rows (1,0,0) and (0,1,0).
std::vector<double> identityPlanes(Group group, std::size_t texels)
{
    const std::size_t planes = std::size_t(linkPlanes(group));
    std::vector<double> values(texels * planes * 4, 0.0);
    for (std::size_t i = 0; i < texels; ++i) {
        values[4 * i] = 1.0;
        if (traits(group).quaternions) continue;
        for (std::size_t row = 1; row < std::size_t(storedRows(group)); ++row) {
            const std::size_t number =
                2 * row * std::size_t(colours(group) + 1); // of the real part of a diagonal element
            values[4 * (number / 4 * texels + i) + number % 4] = 1.0;
        }
    }
    return values;
}

} // namespace

GaugeField::GaugeField(Device& device, const Lattice& lattice, Group group)
    : device_(&device), lattice_(lattice), group_(group)
{
    requireFit(device.context().capabilities(), lattice, group, device.precision(), device.storage());
    const TextureShape shape = halfFieldShape(lattice, linkPlanes(group));
    const int slice = lattice.share().extents[2]; // rows of one t, so that the host needs little memory
    const std::vector<double> identity = identityPlanes(group, std::size_t(shape.width) * std::size_t(slice));
    for (auto& links : links_) {
        links = std::make_unique<PlaneTexture>(device, shape);
        for (int t = 0; t < shape.height / slice; ++t)
            links->uploadRows(t * slice, slice, identity);
    }
    scratch_ = std::make_unique<PlaneTexture>(device, shape);
}

GaugeField::GaugeField(const GaugeField& other) : device_(other.device_), lattice_(other.lattice_), group_(other.group_)
{
    const TextureShape shape = halfFieldShape(lattice_, linkPlanes(group_));
    for (auto& links : links_)
        links = std::make_unique<PlaneTexture>(*device_, shape);
    scratch_ = std::make_unique<PlaneTexture>(*device_, shape);
    copyLinks(other);
}

GaugeField& GaugeField::operator=(const GaugeField& other)
{
    if (this == &other) return *this;
    if (links_[0] && device_ == other.device_ && lattice_ == other.lattice_ && group_ == other.group_)
        copyLinks(other);
    else
        *this = GaugeField(other);
    return *this;
}

void GaugeField::copyLinks(const GaugeField& other)
{
    for (std::size_t i = 0; i < links_.size(); ++i)
        Kernel(*device_, copySpec(linkPlanes(group_))).read("uSource", *other.links_[i]).run(*links_[i]);
}

std::vector<const PlaneTexture*> GaugeField::links(int parity) const
{
    std::vector<const PlaneTexture*> result;
    result.reserve(4);
    for (int mu = 0; mu < 4; ++mu)
        result.push_back(&links(mu, parity));
    return result;
}

PlaneTexture& GaugeField::workspace(int planes)
{
    if (!workspace_ || workspace_->shape().planes != planes)
        workspace_ = std::make_unique<PlaneTexture>(*device_, halfFieldShape(lattice_, planes));
    return *workspace_;
}

void readLinks(Kernel& kernel, const GaugeField& u, int parity)
{
    kernel.read("uSame", u.links(parity)).read("uOther", u.links(1 - parity)).set("uParity", parity);
}

KernelSpec copySpec(int planes)
{
    return {.kernel = "copy",
            .label = fmt::format("copy-{}", planes),
            .defines = {},
            .resultPlanes = planes,
            .cost = {0, 2.0 * planes, 2.0 * planes}};
}

} // namespace gaugegl
