// Arrays of HDF5, by the C interface of its library where that is installed.
#include "measure/named_array.h"

#include "base/hdf5_handle.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::measure {

#ifdef GAUGEGL_HDF5

namespace {

using hdf5::Handle;
using hdf5::require;

/// A dataset of real numbers with two axes and more.
void addArray(hid_t dataset, const std::string& name, std::vector<NamedArray>& arrays)
{
    const Handle space(H5Dget_space(dataset), H5Sclose), type(H5Dget_type(dataset), H5Tclose);
    const int rank = H5Sget_simple_extent_ndims(space);
    if (rank < 2 || H5Tget_class(type) != H5T_FLOAT) return;
    std::vector<hsize_t> extents(std::size_t(rank), 0);
    require(H5Sget_simple_extent_dims(space, extents.data(), nullptr));
    const hssize_t size = H5Sget_simple_extent_npoints(space);
    constexpr hssize_t most = hssize_t(1) << 27; // 1 GiB
    if (size < 0) throw hdf5::Failure();
    if (size == 0) return;
    if (size > most) throw InputError(fmt::format("{} has {} numbers; {} can be read", name, size, most));
    std::vector<double> all(std::size_t(size), 0);
    require(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()));
    NamedArray& array = arrays.emplace_back(NamedArray{name, plainAxes({extents.begin() + 1, extents.end()}), {}});
    for (std::size_t k = 0, step = all.size() / extents[0]; k < extents[0]; ++k)
        array.values.emplace_back(all.begin() + std::ptrdiff_t(k * step), all.begin() + std::ptrdiff_t((k + 1) * step));
}

/// All below a group, whose links may go round in a circle.
void addGroup(hid_t group, const std::string& path, int depth, std::vector<NamedArray>& arrays)
{
    constexpr int deepest = 8;
    if (depth > deepest) return;
    H5G_info_t info{};
    require(H5Gget_info(group, &info));
    for (hsize_t k = 0; k < info.nlinks; ++k) {
        std::string name(256, '\0');
        const ssize_t length =
            H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, k, name.data(), name.size(), H5P_DEFAULT);
        if (length < 0) throw hdf5::Failure();
        name.resize(std::min(std::size_t(length), name.size() - 1));
        const hid_t id = H5Oopen_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, k, H5P_DEFAULT);
        if (id < 0) continue; // a link that leads nowhere
        const Handle object(id, H5Oclose);
        if (H5Iget_type(object) == H5I_GROUP) addGroup(object, path + name + "/", depth + 1, arrays);
        if (H5Iget_type(object) == H5I_DATASET) addArray(object, path + name, arrays);
    }
}

} // namespace

std::vector<NamedArray> hdf5Arrays(const std::string& file)
try {
    require(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr)); // it would print
    const Handle opened(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose),
        root(H5Gopen2(opened, "/", H5P_DEFAULT), H5Gclose);
    std::vector<NamedArray> arrays;
    addGroup(root, "", 0, arrays);
    return arrays;
} catch (const hdf5::Failure&) {
    throw FileError(file, "HDF5 cannot read it");
} catch (const InputError& error) {
    throw FileError(file, error.what());
}

#else

std::vector<NamedArray> hdf5Arrays(const std::string& file)
{
    throw InputError(file + ": this program was built without HDF5 (Debian's package libhdf5-dev)");
}

#endif

} // namespace gaugegl::measure
