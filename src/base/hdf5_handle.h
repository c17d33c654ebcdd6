// What the sources that use the C interface of HDF5 share; GAUGEGL_HDF5 is defined for them where its library is installed.
#pragma once

#ifdef GAUGEGL_HDF5

#include <hdf5.h>
#include <string>
#include <vector>

namespace gaugegl::hdf5 {

/// A call failed.
struct Failure {};

/// A handle that is closed.
class Handle {
public:
    /// Throws Failure for a call that failed.
    Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close)
    {
        if (id < 0) throw Failure();
    }
    ~Handle() { close_(id_); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    operator hid_t() const { return id_; } // NOLINT(google-explicit-constructor): the interface takes handles

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

/// Throws Failure for a call that failed.
inline void require(herr_t result)
{
    if (result < 0) throw Failure();
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

/// Gives a group, a dataset or a file a text.
inline void setAttribute(hid_t of, const std::string& name, const std::string& text)
{
    const TextType type;
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle attribute(H5Acreate2(of, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    const char* first = text.c_str();
    require(H5Awrite(attribute, type, &first));
}

/// The bytes of a file in memory.
inline std::vector<std::byte> imageOf(hid_t file)
{
    require(H5Fflush(file, H5F_SCOPE_GLOBAL));
    const ssize_t size = H5Fget_file_image(file, nullptr, 0);
    if (size <= 0) throw Failure();
    std::vector<std::byte> image(std::size_t(size), std::byte(0));
    if (H5Fget_file_image(file, image.data(), image.size()) != size) throw Failure();
    return image;
}

/// The properties of a file that is made in memory, so that it appears whole or not at all.
class InMemory : public Handle {
public:
    InMemory() : Handle(H5Pcreate(H5P_FILE_ACCESS), H5Pclose)
    {
        constexpr std::size_t growth = 1 << 20;
        require(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr)); // it would print
        require(H5Pset_fapl_core(*this, growth, /*backing_store=*/0));
    }
};

} // namespace gaugegl::hdf5

#endif
