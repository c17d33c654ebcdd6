#include "device/ghosts.h"

#include "gaugegl/device/device.h"

#include <fmt/format.h>
#include <stdexcept>

namespace gaugegl {
namespace {

/// Slices of a field that hold so many sites in t.
int slicesOf(const GhostRows& ghosts, int width) { return (width + ghosts.sitesOfSlice - 1) / ghosts.sitesOfSlice; }

/// What one field exchanges in one direction: what goes to the rank before and behind, and where what they send goes.
struct Bands {
    std::vector<RowRange> toBefore, toBehind, fromBefore, fromBehind;
};

/// Rows before and after those of every slice.
Bands bandsInZ(const TextureShape& shape, int width)
{
    const GhostRows& g = shape.ghosts;
    Bands bands;
    for (int slice = 0; slice < shape.height / g.sliceRows; ++slice) {
        const int first = shape.storedRow(slice * g.sliceRows), end = first + g.sliceRows;
        bands.toBefore.push_back({first, width});
        bands.toBehind.push_back({end - width, width});
        bands.fromBefore.push_back({first - width, width});
        bands.fromBehind.push_back({end, width});
    }
    return bands;
}

/// Whole slices with their ghosts.
Bands bandsInT(const TextureShape& shape, int width)
{
    const GhostRows& g = shape.ghosts;
    const int rows = shape.storedSlice(), slices = slicesOf(g, width), count = rows * slices;
    const int first = rows * g.slices, end = first + rows * (shape.height / g.sliceRows);
    return {{{first, count}}, {{end - count, count}}, {{first - count, count}}, {{end, count}}};
}

std::size_t bytesOf(const PlaneTexture& field, const std::vector<RowRange>& ranges)
{
    std::size_t rows = 0;
    for (const RowRange& range : ranges)
        rows += std::size_t(range.count);
    return rows * field.rowBytes();
}

void exchange(const std::vector<const PlaneTexture*>& fields, std::size_t direction, int width)
{
    struct Buffers {
        Bands bands;
        std::vector<std::byte> toBefore, toBehind, fromBefore, fromBehind;
    };
    std::vector<Buffers> buffers;
    for (const PlaneTexture* field : fields) {
        const TextureShape& shape = field->shape();
        Buffers& one = buffers.emplace_back();
        one.bands = direction == 0 ? bandsInZ(shape, width) : bandsInT(shape, width);
        const std::size_t bytes = bytesOf(*field, one.bands.toBefore);
        for (auto* data : {&one.toBefore, &one.toBehind, &one.fromBefore, &one.fromBehind})
            data->resize(bytes);
        field->readStoredRows(one.bands.toBefore, one.toBefore.data());
        field->readStoredRows(one.bands.toBehind, one.toBehind.data());
    }
    const GhostRows& ghosts = fields[0]->shape().ghosts;
    const int before = ghosts.before[direction], behind = ghosts.behind[direction];
    std::vector<Outgoing> outgoing;
    std::vector<Incoming> incoming;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const int tag = int(2 * i); // where there are two ranks, both neighbours are one
        outgoing.push_back({before, tag, buffers[i].toBefore});
        outgoing.push_back({behind, tag + 1, buffers[i].toBehind});
        incoming.push_back({behind, tag, buffers[i].fromBehind});
        incoming.push_back({before, tag + 1, buffers[i].fromBefore});
    }
    fields[0]->device().ranks().begin(outgoing, incoming)->wait();
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        fields[i]->writeStoredRows(buffers[i].bands.fromBefore, buffers[i].fromBefore.data());
        fields[i]->writeStoredRows(buffers[i].bands.fromBehind, buffers[i].fromBehind.data());
    }
}

} // namespace

bool lacksGhosts(const PlaneTexture& field, int width)
{
    return field.shape().ghosts.any() && field.validGhosts() < width;
}

void fillGhosts(const std::vector<const PlaneTexture*>& fields, int width)
{
    if (fields.empty()) return;
    for (const PlaneTexture* field : fields) {
        const GhostRows& ghosts = field->shape().ghosts;
        if ((ghosts.rows > 0 && ghosts.rows < width) || (ghosts.slices > 0 && ghosts.slices < slicesOf(ghosts, width)))
            throw std::logic_error(fmt::format("{} slices of ghosts are read, the field has {} in z and {} in t", width,
                                               ghosts.rows, ghosts.slices * ghosts.sitesOfSlice));
    }
    if (fields[0]->shape().ghosts.rows > 0) exchange(fields, 0, width);
    if (fields[0]->shape().ghosts.slices > 0) exchange(fields, 1, width);
    for (const PlaneTexture* field : fields)
        field->setValidGhosts(width);
}

} // namespace gaugegl
