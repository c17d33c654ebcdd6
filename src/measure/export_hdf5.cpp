// Records as HDF5, by the C interface of its library where that is installed.
#include "measure/export.h"

#include "base/hdf5_handle.h"
#include "base/output_file.h"
#include "gaugegl/base/error.h"

namespace gaugegl::measure {

#ifdef GAUGEGL_HDF5

namespace {

using hdf5::Handle;
using hdf5::require;
using hdf5::setAttribute;
using hdf5::TextType;

Handle spaceOf(const std::vector<std::size_t>& shape)
{
    const std::vector<hsize_t> extents(shape.begin(), shape.end());
    return {H5Screate_simple(int(extents.size()), extents.data(), nullptr), H5Sclose};
}

/// A dataset; `fileType` is what the file has, `type` what `values` has.
void addDataset(hid_t group, const std::string& name, const std::vector<std::size_t>& shape, hid_t fileType, hid_t type,
                const void* values, const std::string& unit, const std::string& axes)
{
    const Handle space = spaceOf(shape);
    const Handle dataset(H5Dcreate2(group, name.c_str(), fileType, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                         H5Dclose);
    require(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
    setAttribute(dataset, "unit", unit);
    setAttribute(dataset, "axes", axes);
}

void addAxis(hid_t group, const Axis& axis)
{
    if (axis.labels.empty()) {
        addDataset(group, axis.name, {axis.size()}, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, axis.points.data(), axis.unit,
                   axis.name);
        return;
    }
    std::vector<const char*> texts;
    for (const std::string& one : axis.labels)
        texts.push_back(one.c_str());
    const TextType type;
    addDataset(group, axis.name, {axis.size()}, type, type, texts.data(), axis.unit, axis.name);
}

void addRecords(hid_t file, const Records& records)
{
    const Layout& layout = records.layout;
    const Handle group(H5Gcreate2(file, layout.measurement.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    std::vector<std::int64_t> sweeps;
    for (const Record& one : records.all)
        sweeps.push_back(one.sweep);
    addDataset(group, "sweep", {records.size()}, H5T_STD_I64LE, H5T_NATIVE_INT64, sweeps.data(), "", "sweep");
    for (const Axis& axis : layout.axes)
        addAxis(group, axis);
    for (std::size_t k = 0; k < layout.arrays.size(); ++k) {
        const ArrayFacts& array = layout.arrays[k];
        std::vector<double> values;
        for (const Record& one : records.all)
            values.insert(values.end(), one.arrays[k].begin(), one.arrays[k].end());
        std::vector<std::size_t> shape = layout.shape(array);
        shape.insert(shape.begin(), records.size());
        std::string axes = "sweep";
        for (const std::string& axis : array.axes)
            axes += "," + axis;
        addDataset(group, array.name, shape, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.data(), array.unit, axes);
    }
}

/// The whole file.
std::vector<std::byte> imageOf(const RecordSet& set)
{
    const hdf5::InMemory access;
    const Handle file(H5Fcreate("records", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose);
    for (const auto& [key, value] : set.facts.items())
        setAttribute(file, key,
                     value.is_string() ? value.get<std::string>()
                                       : value.dump(-1, ' ', false, Json::error_handler_t::replace));
    for (const Records& records : set.measurements)
        addRecords(file, records);
    return hdf5::imageOf(file);
}

} // namespace

void writeHdf5(const RecordSet& set, const FilePlace& place)
try {
    const std::vector<std::byte> image = imageOf(set);
    OutputFile output(place);
    output.write(image);
    output.commit();
} catch (const hdf5::Failure&) {
    throw FileError(place.path(), "HDF5 cannot make a file of these records");
}

#else

void writeHdf5(const RecordSet& /*set*/, const FilePlace& /*place*/)
{
    throw InputError("this program was built without HDF5 (Debian's package libhdf5-dev); choose csv, npz or json");
}

#endif

} // namespace gaugegl::measure
