#include "io/hdf5_links.h"

#ifdef GAUGEGL_HDF5

#include "io/packed_input.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <memory>
#include <utility>

namespace gaugegl::io {

namespace {

using hdf5::Handle;
using hdf5::require;

constexpr std::size_t axesOfSites = 4;

/// The precision and byte order of complex numbers; nothing for other types.
std::optional<LinkCodec> codecOf(hid_t type)
{
    if (H5Tget_class(type) != H5T_COMPOUND || H5Tget_nmembers(type) != 2) return {};
    const Handle r(H5Tget_member_type(type, 0), H5Tclose), i(H5Tget_member_type(type, 1), H5Tclose);
    for (const int bits : {32, 64})
        for (const bool big : {false, true}) {
            const hid_t real =
                bits == 32 ? (big ? H5T_IEEE_F32BE : H5T_IEEE_F32LE) : (big ? H5T_IEEE_F64BE : H5T_IEEE_F64LE);
            if (H5Tequal(r, real) > 0 && H5Tequal(i, real) > 0 && H5Tget_size(type) == std::size_t(bits) / 4 &&
                H5Tget_member_offset(type, 0) == 0)
                return LinkCodec{.group = Group::SU3, .rows = 3, .bits = bits, .bigEndian = big};
        }
    return {};
}

/// A dataset of matrices: its axes before theirs, and how they are stored.
struct MatrixDataset {
    std::string name;
    std::vector<hsize_t> axes; ///< four, or five
    LinkCodec codec;
    bool timeFirst = true;
};

/// The axes of a dataset, behind which are those of an array that each of its elements is.
std::vector<hsize_t> axesOf(hid_t dataset, hid_t type)
{
    constexpr int most = 16; // of links there are fewer
    const Handle space(H5Dget_space(dataset), H5Sclose);
    const int ofSpace = H5Sget_simple_extent_ndims(space),
              ofType = H5Tget_class(type) == H5T_ARRAY ? H5Tget_array_ndims(type) : 0;
    if (ofSpace < 1 || ofSpace > most || ofType < 0 || ofType > most) return {};
    std::vector<hsize_t> axes(std::size_t(ofSpace + ofType));
    require(H5Sget_simple_extent_dims(space, axes.data(), nullptr));
    if (ofType > 0) require(H5Tget_array_dims2(type, &axes[std::size_t(ofSpace)]));
    return axes;
}

std::optional<MatrixDataset> matrixDataset(const std::string& name, hid_t dataset)
{
    const Handle type(H5Dget_type(dataset), H5Tclose);
    std::vector<hsize_t> axes = axesOf(dataset, type);
    if (axes.size() != axesOfSites + 2 && axes.size() != axesOfSites + 3) return {};
    std::optional<LinkCodec> codec = codecOf(type);
    if (H5Tget_class(type) == H5T_ARRAY) codec = codecOf(Handle(H5Tget_super(type), H5Tclose));
    const auto groups = allGroups();
    const auto group = std::ranges::find_if(groups, [&](Group one) { return hsize_t(colours(one)) == axes.back(); });
    if (!codec || group == groups.end() || axes[axes.size() - 2] != axes.back()) return {};
    codec->group = *group;
    codec->rows = colours(*group);
    axes.resize(axes.size() - 2);
    if (axes.size() > axesOfSites && axes[axesOfSites] != 4) return {};
    return MatrixDataset{name, std::move(axes), *codec, H5Aexists(dataset, ".sha256") <= 0};
}

/// Keeps the name of a link of the file; ends the visit where there are too many.
herr_t keepName(hid_t /*group*/, const char* name, const H5L_info_t* link, void* names)
{
    constexpr std::size_t most = 10000;
    auto& all = *static_cast<std::vector<std::string>*>(names);
    if (link->type == H5L_TYPE_HARD) all.emplace_back(name); // others lead to other files
    return all.size() < most ? 0 : 1;
}

/// All of a file, by their names.
std::vector<MatrixDataset> matrixDatasets(const InputFile& file, hid_t opened)
{
    std::vector<std::string> names;
    const herr_t ended = H5Lvisit(opened, H5_INDEX_NAME, H5_ITER_INC, keepName, &names);
    require(ended);
    if (ended > 0)
        file.fail(fmt::format("has {} groups and datasets or more, too many to look for links in: `h5copy` takes those "
                              "of a configuration out",
                              names.size()));
    std::vector<MatrixDataset> found;
    for (const std::string& name : names) {
        const Handle object(H5Oopen(opened, name.c_str(), H5P_DEFAULT), H5Oclose);
        if (H5Iget_type(object) != H5I_DATASET) continue;
        if (auto one = matrixDataset(name, object)) found.push_back(std::move(*one));
    }
    return found;
}

/// The direction that the last letter of a name says, and the name with that of the first direction; nothing for others.
std::optional<std::pair<std::size_t, std::string>> directionOf(std::string name)
{
    for (const std::string_view letters : {"0123", "xyzt", "XYZT"})
        if (const std::size_t mu = letters.find(name.back()); mu != letters.npos) {
            name.back() = letters.front();
            return std::pair(mu, name);
        }
    return {};
}

Hdf5Links linksOfDataset(const InputFile& file, const MatrixDataset& one)
{
    constexpr hsize_t most = 1 << 30; // more than a lattice has
    std::array<int, 4> extents{};
    for (std::size_t mu = 0; mu < 4; ++mu)
        extents[mu] = int(std::min(one.axes[one.timeFirst ? 3 - mu : mu], most));
    return {{one.name}, latticeOfFile(file, 0, extents), one.codec, one.timeFirst};
}

/// Four datasets whose names differ in the letter of the direction alone.
std::vector<std::array<const MatrixDataset*, 4>> dividedFields(const std::vector<MatrixDataset>& all)
{
    std::map<std::string, std::array<const MatrixDataset*, 4>> byName;
    for (const MatrixDataset& one : all) {
        if (one.axes.size() > axesOfSites) continue;
        if (const auto direction = directionOf(one.name)) byName[direction->second].at(direction->first) = &one;
    }
    std::vector<std::array<const MatrixDataset*, 4>> fields;
    for (const auto& [name, four] : byName) {
        const MatrixDataset* first = four[0];
        const auto fits = [first](const MatrixDataset* one) {
            return one != nullptr && one->axes == first->axes && one->codec == first->codec &&
                   one->timeFirst == first->timeFirst;
        };
        if (first != nullptr && std::ranges::all_of(four, fits)) fields.push_back(four);
    }
    return fields;
}

/// A dataset, or where its bytes lie in the file.
struct StoredDataset {
    std::uint64_t offset = 0;
    std::shared_ptr<Handle> dataset; ///< none where they lie together
};

StoredDataset storedDataset(const InputFile& file, hid_t opened, const std::string& name, std::uint64_t bytes)
{
    StoredDataset stored;
    auto dataset = std::make_shared<Handle>(H5Dopen2(opened, name.c_str(), H5P_DEFAULT), H5Dclose);
    const Handle properties(H5Dget_create_plist(*dataset), H5Pclose);
    const H5D_layout_t layout = H5Pget_layout(properties);
    const auto cutOff = [&] { file.fail(fmt::format("the dataset '{}' is cut off: it needs {} bytes", name, bytes)); };
    if (H5Pget_external_count(properties) > 0 || layout == H5D_VIRTUAL)
        file.fail(fmt::format("the dataset '{}' lies in other files", name));
    if (layout == H5D_CONTIGUOUS) {
        const haddr_t offset = H5Dget_offset(*dataset);
        if (offset == HADDR_UNDEF || offset > file.size() || bytes > file.size() - offset) cutOff();
        stored.offset = offset;
        return stored;
    }
    constexpr std::uint64_t strongest = 1100; // compression of zlib
    if (bytes > strongest * std::max<std::uint64_t>(H5Dget_storage_size(*dataset), 1)) cutOff();
    stored.dataset = std::move(dataset);
    return stored;
}

/// Datasets of one size after each other; of what is divided or compressed it keeps a slice of the slowest axis.
class DatasetsInput final : public PackedInput {
public:
    DatasetsInput(const std::string& path, std::vector<StoredDataset> datasets, std::uint64_t bytesOfOne,
                  std::uint64_t slices)
        : file_(path), datasets_(std::move(datasets)), bytesOfOne_(bytesOfOne), bytesOfSlice_(bytesOfOne / slices)
    {
        size_ = datasets_.size() * bytesOfOne_;
    }

    void read(std::span<std::byte> bytes, std::uint64_t offset) override
    {
        while (!bytes.empty()) {
            const StoredDataset& of = datasets_[std::size_t(offset / bytesOfOne_)];
            const std::uint64_t at = offset % bytesOfOne_,
                                end = of.dataset ? (at / bytesOfSlice_ + 1) * bytesOfSlice_ : bytesOfOne_;
            const auto part = bytes.first(std::size_t(std::min<std::uint64_t>(bytes.size(), end - at)));
            if (of.dataset) {
                keepSlice(of, at / bytesOfSlice_);
                std::ranges::copy(std::span(slice_).subspan(std::size_t(at % bytesOfSlice_), part.size()),
                                  part.begin());
            } else {
                file_.read(part, of.offset + at);
            }
            bytes = bytes.subspan(part.size());
            offset += part.size();
        }
    }

private:
    void keepSlice(const StoredDataset& of, std::uint64_t number)
    {
        const std::pair wanted(&of, number);
        if (kept_ == wanted) return;
        slice_.resize(std::size_t(bytesOfSlice_));
        kept_ = {};
        try {
            const Handle space(H5Dget_space(*of.dataset), H5Sclose), type(H5Dget_type(*of.dataset), H5Tclose);
            std::vector<hsize_t> first(std::size_t(H5Sget_simple_extent_ndims(space)), 0), count = first;
            require(H5Sget_simple_extent_dims(space, count.data(), nullptr));
            first[0] = number;
            count[0] = 1;
            require(H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr));
            const Handle memory(H5Screate_simple(int(count.size()), count.data(), nullptr), H5Sclose);
            require(H5Dread(*of.dataset, type, memory, space, H5P_DEFAULT, slice_.data()));
        } catch (const hdf5::Failure&) {
            file_.fail("a dataset cannot be read: it is damaged, or HDF5 lacks the filter that compressed it");
        }
        kept_ = wanted;
    }

    InputFile file_;
    std::vector<StoredDataset> datasets_;
    std::uint64_t bytesOfOne_, bytesOfSlice_;
    std::vector<std::byte> slice_;
    std::pair<const StoredDataset*, std::uint64_t> kept_{}; ///< what it is
};

} // namespace

LinkOrder Hdf5Links::order() const
{
    return [extents = lattice.extents(), volume = lattice.volume(), timeSlowest = timeFirst,
            oneByOne = divided()](const Coordinates& x, int mu) {
        std::int64_t site = 0;
        for (std::size_t axis = 0; axis < 4; ++axis) {
            const std::size_t nu = timeSlowest ? 3 - axis : axis;
            site = site * extents[nu] + x[nu];
        }
        return oneByOne ? mu * volume + site : 4 * site + mu;
    };
}

Hdf5Links findHdf5Links(const InputFile& file, hid_t opened)
{
    const std::vector<MatrixDataset> all = matrixDatasets(file, opened);
    std::vector<Hdf5Links> found;
    for (const MatrixDataset& one : all) {
        if (one.axes.size() == axesOfSites) continue;
        found.push_back(linksOfDataset(file, one));
        if (one.name == ownDataset) return found.back();
    }
    for (const auto& four : dividedFields(all)) {
        found.push_back(linksOfDataset(file, *four[0]));
        for (std::size_t mu = 1; mu < 4; ++mu)
            found.back().datasets.push_back(four.at(mu)->name);
    }
    if (found.size() == 1) return found.front();
    if (found.empty())
        file.fail("is an HDF5 file without links in a layout that is known: a dataset with the axes t, z, y, x, "
                  "direction (4), row, column of complex numbers (r, i), or one without that of directions for each, "
                  "named by 0 to 3 or x, y, z, t at the end; save it as ILDG, or read it with h5py and "
                  "gaugegl.GaugeField.from_numpy");
    std::vector<std::string> names;
    names.reserve(found.size());
    for (const Hdf5Links& one : found)
        names.push_back(one.datasets.front());
    file.fail(fmt::format("has {} configurations, with the datasets {}: `h5copy` takes one out", found.size(),
                          fmt::join(names, ", ")));
}

PlacedBytes bytesOfHdf5(const InputFile& file, hid_t opened, const Hdf5Links& links)
{
    const std::uint64_t bytes = LinkData{links.lattice, links.codec}.bytes() / links.datasets.size();
    std::vector<StoredDataset> stored;
    for (const std::string& name : links.datasets)
        stored.push_back(storedDataset(file, opened, name, bytes));
    if (stored.size() == 1 && !stored.front().dataset) return {InputFile(file.path()), stored.front().offset};
    const int slices = links.lattice.extent(links.timeFirst ? 3 : 0);
    return {InputFile(file.path(),
                      std::make_unique<DatasetsInput>(file.path(), std::move(stored), bytes, std::uint64_t(slices))),
            0};
}

} // namespace gaugegl::io

#endif
