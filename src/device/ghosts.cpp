#include "device/ghosts.h"

#include "gaugegl/device/device.h"
#include "gaugegl/device/profile.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <cstring>
#include <fmt/format.h>
#include <stdexcept>

namespace gaugegl {
namespace {

/// Slices of a field that hold so many sites in t.
int slicesOf(const GhostRows& ghosts, int width) { return (width + ghosts.sitesOfSlice - 1) / ghosts.sitesOfSlice; }

std::size_t bytesOf(const PlaneTexture& field, const std::vector<RowRange>& ranges)
{
    std::size_t rows = 0;
    for (const RowRange& range : ranges)
        rows += std::size_t(range.count);
    return rows * field.rowBytes();
}

int slicesOf(const TextureShape& shape) { return shape.height / shape.ghosts.sliceRows; }

/// So many rows of every slice, from that one on; counted from its first row, which is no ghost.
std::vector<RowRange> rowsOfSlices(const TextureShape& shape, int first, int count)
{
    std::vector<RowRange> ranges;
    ranges.reserve(std::size_t(slicesOf(shape)));
    for (int slice = 0; slice < slicesOf(shape); ++slice)
        ranges.push_back({shape.storedRow(slice * shape.ghosts.sliceRows) + first, count});
    return ranges;
}

/// The rows of so many slices without their ghosts in z; ghosts in t are before 0 and behind the last slice.
std::vector<RowRange> wholeSlices(const TextureShape& shape, int first, int count)
{
    std::vector<RowRange> ranges;
    for (int slice = first; slice < first + count; ++slice)
        ranges.push_back({shape.storedRow(0) + slice * shape.storedSlice(), shape.ghosts.sliceRows});
    return ranges;
}

/// The rows of such slices, with the ghosts in z before and behind each slice.
std::vector<RowRange> withGhostsInZ(const TextureShape& shape, const std::vector<RowRange>& slices, int width)
{
    if (shape.ghosts.rows == 0) return slices;
    std::vector<RowRange> ranges;
    for (const RowRange& slice : slices)
        for (const RowRange& range :
             {RowRange{slice.first - width, width}, slice, RowRange{slice.first + slice.count, width}})
            ranges.push_back(range);
    return ranges;
}

/// Calls f with the ranges of all ghosts, so many rows and slices of them.
template<class F>
void forGhosts(const TextureShape& shape, int rows, int slices, const F& f)
{
    if (rows > 0)
        for (const int first : {-rows, shape.ghosts.sliceRows})
            f(rowsOfSlices(shape, first, rows));
    if (slices > 0)
        for (const int first : {-slices, slicesOf(shape)})
            f(withGhostsInZ(shape, wholeSlices(shape, first, slices), rows));
}

/// Messages to and from the ranks before and behind in a direction, for all fields.
struct Messages {
    std::vector<std::span<const std::byte>> toBefore, toBehind;
    std::vector<std::span<std::byte>> fromBefore, fromBehind;
};

/// Returns the bytes that were sent.
std::size_t exchange(const PlaneTexture& like, std::size_t direction, const Messages& messages)
{
    const GhostRows& ghosts = like.shape().ghosts;
    const int before = ghosts.before[direction], behind = ghosts.behind[direction];
    std::vector<Outgoing> outgoing;
    std::vector<Incoming> incoming;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < messages.toBefore.size(); ++i) {
        const int tag = int(2 * i); // where there are two ranks, both neighbours are one
        outgoing.push_back({before, tag, messages.toBefore[i]});
        outgoing.push_back({behind, tag + 1, messages.toBehind[i]});
        incoming.push_back({behind, tag, messages.fromBehind[i]});
        incoming.push_back({before, tag + 1, messages.fromBefore[i]});
        bytes += messages.toBefore[i].size() + messages.toBehind[i].size();
    }
    like.device().ranks().begin(outgoing, incoming)->wait();
    return bytes;
}

} // namespace

bool lacksGhosts(const PlaneTexture& field, int width)
{
    return field.shape().ghosts.any() && field.validGhosts() < width;
}

GhostFill::GhostFill(std::vector<GhostSource> fields, int width) : fields_(std::move(fields)), width_(width)
{
    if (fields_.empty()) return;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const TextureShape& shape = fields_[i].field->shape();
        const GhostRows& ghosts = shape.ghosts;
        const int slices = slicesOf(ghosts, width);
        if ((ghosts.rows > 0 && ghosts.rows < width) || (ghosts.slices > 0 && ghosts.slices < slices))
            throw std::logic_error(fmt::format("{} slices of ghosts are read, the field has {} in z and {} in t", width,
                                               ghosts.rows, ghosts.slices * ghosts.sitesOfSlice));
        if (fields_[i].half() && width > 1)
            throw std::logic_error(fmt::format("halves of fields have 1 slice of ghosts, not {}", width));
        Edges& edges = edges_.emplace_back();
        if (ghosts.rows > 0) {
            edges.firstZ = rowsOfSlices(shape, 0, width);
            edges.lastZ = rowsOfSlices(shape, ghosts.sliceRows - width, width);
        }
        if (ghosts.slices > 0) {
            edges.firstT = wholeSlices(shape, 0, slices);
            edges.lastT = wholeSlices(shape, slicesOf(shape) - slices, slices);
        }
        bytes += 2 * bytesOf(sourceZ(i), edges.firstZ) + 2 * bytesOf(sourceT(i), edges.firstT);
    }
    Device& device = fields_[0].field->device();
    const gl::Functions& gl = device.gl();
    const ProfiledWork reading(device, DeviceWork::Readback, DeviceState::Busy, int(fields_.size()));
    const BlockingCall waiting;
    gl.BindBuffer(GL_PIXEL_PACK_BUFFER, device.edgeBuffer().id());
    gl.BufferData(GL_PIXEL_PACK_BUFFER, GLsizeiptr(bytes), nullptr, GL_STREAM_READ);
    std::size_t at = 0;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        for (const auto* ranges : {&edges_[i].firstZ, &edges_[i].lastZ})
            if (!ranges->empty()) at = sourceZ(i).copyStoredRows(*ranges, at);
        for (const auto* ranges : {&edges_[i].firstT, &edges_[i].lastT})
            if (!ranges->empty()) at = sourceT(i).copyStoredRows(*ranges, at);
    }
    gl.BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    read_.emplace(device.context());
}

/// What was read, in that order.
std::vector<std::byte> GhostFill::readEdges()
{
    Device& device = fields_[0].field->device();
    const gl::Functions& gl = device.gl();
    const ProfiledWork reading(device, DeviceWork::Readback, DeviceState::Busy, /*calls=*/0);
    const BlockingCall waiting;
    read_->wait();
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < fields_.size(); ++i)
        bytes += 2 * bytesOf(sourceZ(i), edges_[i].firstZ) + 2 * bytesOf(sourceT(i), edges_[i].firstT);
    gl.BindBuffer(GL_PIXEL_PACK_BUFFER, device.edgeBuffer().id());
    const auto* data =
        static_cast<const std::byte*>(gl.MapBufferRange(GL_PIXEL_PACK_BUFFER, 0, GLsizeiptr(bytes), GL_MAP_READ_BIT));
    std::vector<std::byte> edges;
    if (data) edges.assign(data, data + bytes);
    gl.UnmapBuffer(GL_PIXEL_PACK_BUFFER);
    gl.BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    device.checkResults();
    if (!data) throw DeviceError("the driver does not map the buffer of the edges that ranks exchange");
    return edges;
}

void GhostFill::finish()
{
    if (fields_.empty()) return;
    const Device& device = fields_[0].field->device();
    const std::vector<std::byte> edges = readEdges();
    std::size_t bytes = 0;
    std::optional<gl::Fence> meanwhile;
    if (device.profile()) meanwhile.emplace(device.context());
    {
        const ProfiledWork exchanging(device, DeviceWork::Exchange, DeviceState::Busy);
        bytes += exchangeZ(edges);
        bytes += exchangeT(edges);
    }
    if (Profile* profile = device.profile()) profile->exchanged(bytes, !meanwhile->passed());
    for (std::size_t i = 0; i < fields_.size(); ++i)
        write(i);
}

const PlaneTexture& GhostFill::sourceZ(std::size_t field) const
{
    const GhostSource& of = fields_[field];
    return of.z ? *of.z : *of.field;
}

const PlaneTexture& GhostFill::sourceT(std::size_t field) const
{
    const GhostSource& of = fields_[field];
    return of.t ? *of.t : *of.field;
}

/// What was received, to the ghosts of a field.
void GhostFill::write(std::size_t i) const
{
    const PlaneTexture& field = *fields_[i].field;
    const TextureShape& shape = field.shape();
    const int slices = slicesOf(shape.ghosts, width_);
    const bool half = fields_[i].half();
    const LayerRange layers = {0, half ? field.layers() / 2 : field.layers()};
    if (half && !field.halfGhosts()) {
        const LayerRange others = {layers.count, layers.count};
        forGhosts(shape, shape.ghosts.rows, shape.ghosts.slices, [&](const std::vector<RowRange>& rows) {
            field.writeStoredRows(rows, std::vector<std::byte>(bytesOf(field, rows)).data(), others);
        });
    }
    field.setHalfGhosts(half);
    if (!receivedZ_[i][0].empty()) {
        field.writeStoredRows(rowsOfSlices(shape, -width_, width_), receivedZ_[i][0].data(), layers);
        field.writeStoredRows(rowsOfSlices(shape, shape.ghosts.sliceRows, width_), receivedZ_[i][1].data(), layers);
    }
    if (!receivedT_[i][0].empty()) {
        const auto ofSlices = [&](int first) {
            const std::vector<RowRange> whole = wholeSlices(shape, first, slices);
            return half ? whole : withGhostsInZ(shape, whole, width_);
        };
        field.writeStoredRows(ofSlices(-slices), receivedT_[i][0].data(), layers);
        field.writeStoredRows(ofSlices(slicesOf(shape)), receivedT_[i][1].data(), layers);
    }
    if (!half) field.setValidGhosts(width_);
}

/// The bytes that were sent.
std::size_t GhostFill::exchangeZ(const std::vector<std::byte>& edges)
{
    receivedZ_.resize(fields_.size());
    Messages messages;
    std::size_t at = 0;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const std::size_t bytes = bytesOf(sourceZ(i), edges_[i].firstZ);
        messages.toBefore.push_back(std::span(edges).subspan(at, bytes));
        messages.toBehind.push_back(std::span(edges).subspan(at + bytes, bytes));
        for (auto& one : receivedZ_[i])
            one.resize(bytes);
        messages.fromBefore.emplace_back(receivedZ_[i][0]);
        messages.fromBehind.emplace_back(receivedZ_[i][1]);
        at += 2 * bytes + 2 * bytesOf(sourceT(i), edges_[i].firstT);
    }
    if (fields_[0].field->shape().ghosts.rows == 0) return 0;
    return exchange(*fields_[0].field, 0, messages);
}

/// Slices with the ghosts in z that they got: they are ghosts of the corners elsewhere.
std::vector<std::byte> GhostFill::sliceMessage(std::size_t field, int firstSlice, const std::byte* own) const
{
    const PlaneTexture& of = sourceT(field);
    const GhostRows& ghosts = of.shape().ghosts;
    const bool corners = ghosts.rows > 0 && !fields_[field].half();
    const std::size_t edge = std::size_t(corners ? width_ : 0) * of.rowBytes(),
                      slice = std::size_t(ghosts.sliceRows) * of.rowBytes();
    std::vector<std::byte> message;
    for (int k = 0; k < slicesOf(ghosts, width_); ++k, own += slice) {
        const auto received = [&](std::size_t side) {
            const std::byte* at = receivedZ_[field][side].data() + std::size_t(firstSlice + k) * edge;
            message.insert(message.end(), at, at + edge);
        };
        if (edge > 0) received(0);
        message.insert(message.end(), own, own + slice);
        if (edge > 0) received(1);
    }
    return message;
}

std::size_t GhostFill::exchangeT(const std::vector<std::byte>& edges)
{
    receivedT_.resize(fields_.size());
    if (fields_[0].field->shape().ghosts.slices == 0) return 0;
    std::vector<std::array<std::vector<std::byte>, 2>> sent(fields_.size());
    Messages messages;
    const std::byte* at = edges.data();
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const TextureShape& shape = fields_[i].field->shape();
        const std::size_t own = bytesOf(sourceT(i), edges_[i].firstT);
        at += 2 * bytesOf(sourceZ(i), edges_[i].firstZ);
        sent[i][0] = sliceMessage(i, 0, at);
        sent[i][1] = sliceMessage(i, slicesOf(shape) - slicesOf(shape.ghosts, width_), at + own);
        at += 2 * own;
        for (auto& one : receivedT_[i])
            one.resize(sent[i][0].size());
        messages.toBefore.emplace_back(sent[i][0]);
        messages.toBehind.emplace_back(sent[i][1]);
        messages.fromBefore.emplace_back(receivedT_[i][0]);
        messages.fromBehind.emplace_back(receivedT_[i][1]);
    }
    return exchange(*fields_[0].field, 1, messages);
}

void clearGhosts(const PlaneTexture& field)
{
    const GhostRows& ghosts = field.shape().ghosts;
    forGhosts(field.shape(), ghosts.rows, ghosts.slices, [&](const std::vector<RowRange>& rows) {
        field.writeStoredRows(rows, std::vector<std::byte>(bytesOf(field, rows)).data());
    });
    field.setHalfGhosts(true);
}

std::size_t layersOfBits(const PlaneTexture& field)
{
    const bool layered = field.format() == FieldFormat::Real && field.device().precision() == Precision::Double;
    return std::size_t(layered ? 2 * field.shape().planes : field.layers());
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

} // namespace gaugegl
