#include "fermion/operators/hop_links.h"

#include "gaugegl/base/error.h"
#include "gaugegl/core/fermion.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr int numberedTexels = 4096; // a number x + 4096 y is exact in single precision

/// Row by row: where x+mu is for mu = 0 .. 3, then where x-mu is.
std::vector<double> neighbourTable(const Lattice& lattice, int parity)
{
    const TextureShape shape = halfFieldShape(lattice, 2);
    std::vector<double> values(shape.texels() * 8);
    const Lattice local = lattice.local();
    for (std::int64_t half = 0; half < local.halfVolume(); ++half) {
        const Coordinates x = local.coordinates(siteOfHalf(local, parity, half));
        for (int mu = 0; mu < 4; ++mu)
            for (int side = 0; side < 2; ++side) {
                const auto [column, row] = storedTexelOf(lattice, x, mu, side == 0 ? 1 : -1);
                values[(std::size_t(side) * shape.texels() + std::size_t(half)) * 4 + std::size_t(mu)] =
                    column + numberedTexels * row;
            }
    }
    return values;
}

} // namespace

bool readsGaugeField(const HopStorage& storage, Group group)
{
    return storage.links == FieldFormat::Real && (traits(group).quaternions || storage.reconstruct == Reconstruct::R12);
}

HopStorage defaultHopStorage(Group group, Precision precision, Registers registers)
{
    const bool rows = !traits(group).quaternions && precision == Precision::Double && registers == Registers::Few;
    return {.reconstruct = rows ? Reconstruct::R18 : Reconstruct::R12};
}

std::string name(const HopStorage& storage)
{
    constexpr const char* reals[] = {"12", "18", "8"};
    constexpr const char* neighbours[] = {"", "-table", "-inlinks"};
    return reals[int(storage.reconstruct)] + (storage.links == FieldFormat::Real ? "" : "-" + name(storage.links)) +
           neighbours[int(storage.neighbours)];
}

bool exists(const HopStorage& storage, Group group, Precision precision, Storage fields)
{
    if (traits(group).quaternions && storage.reconstruct != Reconstruct::R12) return false;
    if (storage.neighbours == Neighbours::InLinks && storage.reconstruct != Reconstruct::R18) return false;
    if (storage.links == FieldFormat::Real) return true;
    return storage.links != FieldFormat::BlockFloat16 && storage.reconstruct != Reconstruct::R8 &&
           storage.neighbours != Neighbours::InLinks && precision == Precision::Single && fields == Storage::Texture;
}

int hopLinkPlanes(Group group, Reconstruct reconstruct)
{
    if (traits(group).quaternions) return linkPlanes(group);
    return reconstruct == Reconstruct::R12 ? 3 : reconstruct == Reconstruct::R18 ? 5 : 2;
}

gl::Defines hopDefines(const HopStorage& storage, Group group)
{
    constexpr const char* reals[] = {"12", "18", "8"};
    return {{"LINK_REALS", traits(group).quaternions ? "4" : reals[int(storage.reconstruct)]},
            {"LINK_FIXED", storage.links == FieldFormat::Fixed ? "1" : "0"},
            {"NEIGHBOURS", std::to_string(int(storage.neighbours))},
            {"STEPS", "0"},
            {"BY_ROWS", "0"}};
}

KernelSpec hopLinksSpec(const Lattice& lattice, Group group, const HopStorage& storage)
{
    KernelSpec spec{.kernel = "hop_links",
                    .label = fmt::format("hop-links-su{}-{}", colours(group), name(storage)),
                    .defines = latticeDefines(lattice),
                    .resultPlanes = hopLinkPlanes(group, storage.reconstruct)};
    spec.targets = {{spec.resultPlanes, storage.links}};
    spec.defines.merge(hopDefines(storage, group));
    spec.defines.merge(groupDefines(group));
    spec.ownSite = {"uLink"};
    spec.sixteenBits = storage.links != FieldFormat::Real;
    // A link of the gauge field becomes one of the target.
    const double planes = linkPlanes(group) + costPlanes(spec.resultPlanes, storage.links);
    spec.cost = {storage.reconstruct == Reconstruct::R8 ? 16.0 : 0.0, planes, planes};
    return spec;
}

HopLinks::HopLinks(const GaugeField& u, const HopStorage& storage) : u_(&u), storage_(storage)
{
    Device& device = u.device();
    if (!exists(storage, u.group(), device.precision(), device.storage()))
        throw InputError(fmt::format("links cannot be stored as {} for {} in {} precision in {}s", name(storage),
                                     name(u.group()), name(device.precision()), name(device.storage())));
    const TextureShape shape = halfFieldShape(u.lattice(), hopLinkPlanes(u.group(), storage.reconstruct));
    if (storage.neighbours != Neighbours::Computed && (shape.width > numberedTexels || shape.height > numberedTexels))
        throw DeviceError(fmt::format(
            "{}: neighbours of a field of {} x {} texels cannot be read from a table; {} in each direction can",
            u.lattice().name(), shape.width, shape.height, numberedTexels));
    if (storage.neighbours == Neighbours::Table)
        for (int parity = 0; parity < 2; ++parity)
            tables_.emplace_back(device, halfFieldShape(u.lattice(), 2)).upload(neighbourTable(u.lattice(), parity));
    if (readsGaugeField(storage, u.group())) return;
    copies_.reserve(8);
    for (int i = 0; i < 8; ++i)
        copies_.emplace_back(device, shape, storage.links);
    update();
}

void HopLinks::update()
{
    if (copies_.empty()) return;
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            Kernel(u_->device(), hopLinksSpec(u_->lattice(), u_->group(), storage_))
                .read("uLink", u_->links(mu, parity))
                .set("uParity", parity)
                .set("uMu", mu)
                .run(copies_[std::size_t(2 * mu + parity)]);
}

std::vector<const PlaneTexture*> HopLinks::links(int parity) const
{
    if (copies_.empty()) return u_->links(parity);
    std::vector<const PlaneTexture*> links;
    links.reserve(4);
    for (int mu = 0; mu < 4; ++mu)
        links.push_back(&copies_[std::size_t(2 * mu + parity)]);
    return links;
}

void HopLinks::bind(Kernel& kernel, int parity) const
{
    kernel.read("uSame", links(parity)).read("uOther", links(1 - parity)).set("uParity", parity);
    if (!tables_.empty()) kernel.read("uTable", tables_[std::size_t(parity)]);
}

} // namespace gaugegl
