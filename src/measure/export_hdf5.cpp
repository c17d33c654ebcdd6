// Records as HDF5, by the C interface of its library where that is installed.
#include "measure/export.h"

#include "base/output_file.h"
#include "gaugegl/base/error.h"

#ifdef GAUGEGL_HDF5
#include <hdf5.h>
#endif

namespace gaugegl::measure {

#ifdef GAUGEGL_HDF5

namespace {

struct Hdf5Failure {};

/// A handle that is closed.
class Handle {
public:
    /// Throws for a call that failed.
    Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close)
    {
        if (id < 0) throw Hdf5Failure();
    }
    ~Handle() { close_(id_); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    operator hid_t() const { return id_; } // NOLINT(google-explicit-constructor): the interface takes handles

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

void require(herr_t result)
{
    if (result < 0) throw Hdf5Failure();
}

/// Texts of UTF-8 with any length.
class TextType : public Handle {
public:
    TextType() : Handle(H5Tcopy(H5T_C_S1), H5Tclose)
    {
        require(H5Tset_size(*this, H5T_VARIABLE));
        require(H5Tset_cset(*this, H5T_CSET_UTF8));
    }
};

void setAttribute(hid_t of, const std::string& name, const std::string& text)
{
    const TextType type;
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle attribute(H5Acreate2(of, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    const char* first = text.c_str();
    require(H5Awrite(attribute, type, &first));
}

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
    require(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr)); // it would print
    // In memory, so that the file appears whole or not at all.
    constexpr std::size_t growth = 1 << 20;
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    require(H5Pset_fapl_core(access, growth, /*backing_store=*/0));
    const Handle file(H5Fcreate("records", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose);
    for (const auto& [key, value] : set.facts.items())
        setAttribute(file, key,
                     value.is_string() ? value.get<std::string>()
                                       : value.dump(-1, ' ', false, Json::error_handler_t::replace));
    for (const Records& records : set.measurements)
        addRecords(file, records);
    require(H5Fflush(file, H5F_SCOPE_GLOBAL));
    const ssize_t size = H5Fget_file_image(file, nullptr, 0);
    if (size <= 0) throw Hdf5Failure();
    std::vector<std::byte> image(std::size_t(size), std::byte(0));
    if (H5Fget_file_image(file, image.data(), image.size()) != size) throw Hdf5Failure();
    return image;
}

} // namespace

void writeHdf5(const RecordSet& set, const FilePlace& place)
try {
    const std::vector<std::byte> image = imageOf(set);
    OutputFile output(place);
    output.write(image);
    output.commit();
} catch (const Hdf5Failure&) {
    throw FileError(place.path(), "HDF5 cannot make a file of these records");
}

#else

void writeHdf5(const RecordSet& /*set*/, const FilePlace& /*place*/)
{
    throw InputError("this program was built without HDF5 (Debian's package libhdf5-dev); choose csv, npz or json");
}

#endif

} // namespace gaugegl::measure
