#include "device/whole_bits.h"

#include "gaugegl/base/error.h"
#include "gaugegl/device/device.h"

#include <algorithm>

namespace gaugegl {

WholeBits::WholeBits(const PlaneTexture& field) : ranks_(&field.device().ranks()), own_(field.downloadBits())
{
    bytes_ = own_.size();
    if (!field.shape().ghosts.shared()) return;
    rows_.emplace(*ranks_, field.shape());
    rowBytes_ = field.rowBytes() / layersOfBits(field);
    bytes_ = rows_->count() * field.rowBytes();
    const std::size_t block = std::size_t(rows_->of(ranks_->rank()).rows) * rowBytes_;
    if (ranks_->rank() == 0 || block == 0) return;
    for (std::size_t first = 0; first < own_.size(); first += block) {
        const Outgoing out[] = {{0, 0, std::span(own_).subspan(first, block)}};
        ranks_->begin(out, {})->wait();
    }
}

std::span<const std::byte> WholeBits::next()
{
    if (!rows_) return own_;
    const std::size_t row = done_ / rowBytes_ % rows_->count(), layer = done_ / rowBytes_ / rows_->count();
    const auto lengthZ = std::size_t(rows_->lengthZ());
    const auto [rank, there] = rows_->owner(int(row % lengthZ), int(row / lengthZ));
    const RowsOfRank& part = rows_->of(rank);
    const std::size_t block = std::size_t(part.rows) * rowBytes_;
    done_ += block;
    if (rank == 0) {
        const std::size_t rowsOfLayer = std::size_t(part.rows) * std::size_t(part.slices);
        return std::span(own_).subspan((layer * rowsOfLayer + there) * rowBytes_, block);
    }
    received_.resize(block);
    const Incoming in[] = {{rank, 0, received_}};
    ranks_->begin({}, in)->wait();
    return received_;
}

std::size_t wholeBytes(const PlaneTexture& field)
{
    if (!field.shape().ghosts.shared()) return field.bytes();
    return RowsOfRanks(field.device().ranks(), field.shape()).count() * field.rowBytes();
}

void uploadWholeBits(PlaneTexture& field, const ReadBits& read)
{
    if (!field.shape().ghosts.shared()) {
        std::vector<std::byte> all(field.bytes());
        read(0, all);
        return field.uploadBits(all);
    }
    const Communicator& ranks = field.device().ranks();
    const RowsOfRanks rows(ranks, field.shape());
    const RowsOfRank& part = rows.of(ranks.rank());
    const std::size_t layers = layersOfBits(field), bytes = field.rowBytes() / layers;
    const auto ofSlice = std::size_t(part.rows), slices = std::size_t(part.slices);
    std::vector<std::byte> own(layers * slices * ofSlice * bytes);
    for (std::size_t layer = 0; layer < layers; ++layer)
        for (std::size_t slice = 0; slice < slices; ++slice)
            read((layer * rows.count() + rows.row(ranks.rank(), slice * ofSlice)) * bytes,
                 std::span(own).subspan((layer * slices + slice) * ofSlice * bytes, ofSlice * bytes));
    field.uploadBits(own);
}

void uploadWholeBits(PlaneTexture& field, std::span<const std::byte> whole)
{
    if (whole.size() != wholeBytes(field)) throw InputError("the bits of a field have another size");
    uploadWholeBits(field, [&](std::size_t offset, std::span<std::byte> out) {
        std::ranges::copy(whole.subspan(offset, out.size()), out.begin());
    });
}

} // namespace gaugegl
