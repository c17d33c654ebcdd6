#include "device/ghosts.h"

#include "gaugegl/device/device.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <cstring>
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

RowsOfRanks::RowsOfRanks(const Communicator& ranks, const TextureShape& shape)
{
    const GhostRows& g = shape.ghosts;
    RowsOfRank here{g.origin[0], g.sliceRows, g.origin[1] / g.sitesOfSlice,
                    g.sliceRows > 0 ? shape.height / g.sliceRows : 0};
    if (!g.counts) here = {};
    for (const std::vector<std::byte>& one : ranks.gather(std::as_bytes(std::span(&here, 1)))) {
        RowsOfRank part;
        std::memcpy(&part, one.data(), sizeof part);
        lengthZ_ = std::max(lengthZ_, part.firstZ + part.rows);
        slices_ = std::max(slices_, part.firstSlice + part.slices);
        parts_.push_back(part);
    }
}

std::size_t RowsOfRanks::row(int rank, std::size_t own) const
{
    const RowsOfRank& part = of(rank);
    const auto rows = std::size_t(part.rows);
    return own % rows + std::size_t(part.firstZ) + std::size_t(lengthZ_) * (own / rows + std::size_t(part.firstSlice));
}

std::pair<int, std::size_t> RowsOfRanks::owner(int z, int slice) const
{
    for (std::size_t rank = 0; rank < parts_.size(); ++rank) {
        const auto& [firstZ, rows, firstSlice, slices] = parts_[rank];
        if (z >= firstZ && z < firstZ + rows && slice >= firstSlice && slice < firstSlice + slices)
            return {int(rank), std::size_t(z - firstZ + rows * (slice - firstSlice))};
    }
    throw std::logic_error(fmt::format("no rank has row {} of slice {}", z, slice));
}

namespace {

/// PlaneTexture::downloadBits() is alike for textures and buffers.
std::size_t layersOfBits(const PlaneTexture& field)
{
    const bool layered = field.format() == FieldFormat::Real && field.device().precision() == Precision::Double;
    return std::size_t(layered ? 2 * field.shape().planes : field.layers());
}

} // namespace

std::vector<std::byte> wholeBits(const PlaneTexture& field)
{
    std::vector<std::byte> own = field.downloadBits();
    if (!field.shape().ghosts.shared()) return own;
    const Communicator& ranks = field.device().ranks();
    const RowsOfRanks rows(ranks, field.shape());
    if (ranks.rank() > 0) {
        const Outgoing out[] = {{0, 0, own}};
        ranks.begin(out, {})->wait();
        return {};
    }
    const std::size_t layers = layersOfBits(field);
    const std::size_t bytes = field.rowBytes() / layers; // of a row of a layer
    std::vector<std::byte> whole(rows.count() * field.rowBytes());
    for (int rank = 0; rank < ranks.size(); ++rank) {
        const std::size_t mine = std::size_t(rows.of(rank).rows) * std::size_t(rows.of(rank).slices);
        if (rank > 0) {
            own.resize(mine * field.rowBytes());
            const Incoming in[] = {{rank, 0, own}};
            ranks.begin({}, in)->wait();
        }
        for (std::size_t layer = 0; layer < layers; ++layer)
            for (std::size_t row = 0; row < mine; ++row)
                std::memcpy(whole.data() + (layer * rows.count() + rows.row(rank, row)) * bytes,
                            own.data() + (layer * mine + row) * bytes, bytes);
    }
    return whole;
}

void copyMoved(PlaneTexture& out, const PlaneTexture& in, int rows, int slices)
{
    const Communicator& ranks = in.device().ranks();
    const RowsOfRanks all(ranks, in.shape());
    const std::size_t layers = layersOfBits(in), bytes = in.rowBytes() / layers,
                      height = std::size_t(in.shape().height);
    const std::vector<std::byte> own = in.downloadBits();
    const auto wrapped = [](int x, int extent) { return (x % extent + extent) % extent; };
    // Both ends go through the rows of the receiver in its order.
    const auto forEachRow = [&](int receiver, const auto& visit) {
        const RowsOfRank& part = all.of(receiver);
        for (std::size_t row = 0; row < std::size_t(part.rows) * std::size_t(part.slices); ++row) {
            const int z = int(row) % part.rows + part.firstZ, slice = int(row) / part.rows + part.firstSlice;
            const auto [sender, there] =
                all.owner(wrapped(z + rows, all.lengthZ()), wrapped(slice + slices, all.slices()));
            visit(sender, there, row);
        }
    };
    std::vector<std::vector<std::byte>> toSend(std::size_t(ranks.size())), received(std::size_t(ranks.size()));
    for (int receiver = 0; receiver < ranks.size(); ++receiver)
        forEachRow(receiver, [&](int sender, std::size_t there, std::size_t) {
            if (sender != ranks.rank()) return;
            auto& message = toSend[std::size_t(receiver)];
            for (std::size_t layer = 0; layer < layers; ++layer) {
                const auto at = own.begin() + std::ptrdiff_t((layer * height + there) * bytes);
                message.insert(message.end(), at, at + std::ptrdiff_t(bytes));
            }
        });
    forEachRow(ranks.rank(), [&](int sender, std::size_t, std::size_t) {
        auto& message = received[std::size_t(sender)];
        message.resize(message.size() + layers * bytes);
    });
    std::vector<Outgoing> outgoing;
    std::vector<Incoming> incoming;
    for (int rank = 0; rank < ranks.size(); ++rank) {
        if (!toSend[std::size_t(rank)].empty()) outgoing.push_back({rank, 0, toSend[std::size_t(rank)]});
        if (!received[std::size_t(rank)].empty()) incoming.push_back({rank, 0, received[std::size_t(rank)]});
    }
    ranks.begin(outgoing, incoming)->wait();
    std::vector<std::byte> moved(own.size());
    std::vector<std::size_t> read(std::size_t(ranks.size()));
    forEachRow(ranks.rank(), [&](int sender, std::size_t, std::size_t row) {
        std::size_t& at = read[std::size_t(sender)];
        for (std::size_t layer = 0; layer < layers; ++layer, at += bytes)
            std::memcpy(moved.data() + (layer * height + row) * bytes, received[std::size_t(sender)].data() + at,
                        bytes);
    });
    out.uploadBits(moved);
}

std::size_t wholeBytes(const PlaneTexture& field)
{
    if (!field.shape().ghosts.shared()) return field.bytes();
    return RowsOfRanks(field.device().ranks(), field.shape()).count() * field.rowBytes();
}

void uploadWholeBits(PlaneTexture& field, std::span<const std::byte> whole)
{
    if (!field.shape().ghosts.shared()) {
        if (whole.size() != field.bytes()) throw InputError("the bits of a field have another size");
        return field.uploadBits(whole);
    }
    const Communicator& ranks = field.device().ranks();
    const RowsOfRanks rows(ranks, field.shape());
    if (whole.size() != rows.count() * field.rowBytes()) throw InputError("the bits of a field have another size");
    const std::size_t layers = layersOfBits(field), mine = std::size_t(field.shape().height);
    const std::size_t bytes = field.rowBytes() / layers;
    std::vector<std::byte> own(mine * field.rowBytes());
    for (std::size_t layer = 0; layer < layers; ++layer)
        for (std::size_t row = 0; row < mine; ++row)
            std::memcpy(own.data() + (layer * mine + row) * bytes,
                        whole.data() + (layer * rows.count() + rows.row(ranks.rank(), row)) * bytes, bytes);
    field.uploadBits(own);
}

} // namespace gaugegl
