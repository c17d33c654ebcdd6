// Links in HDF5 files, in the layouts of the programs that are known, and their bytes.  Matrices of N x N complex numbers, compounds of
// two reals, row by row, are the last two axes of a dataset, or its elements are arrays of this shape:
//   one dataset    axes t, z, y, x, direction (x, y, z, t): ours, and QDP++'s (Chroma; lib/qdp_hdf5.cc, write of an array of LatticeColorMatrix)
//   four datasets  in a group, one for each direction, with axes t, z, y, x: named 0 to 3 by QDP++ (writeFUEL), X, Y, Z and T by PyQUDA
//                  (pyquda_comm/hdf5.py, with attributes sum29 and sum31); with axes x, y, z, t where they have the attribute .sha256:
//                  those of qlua (sources/hdf5_io.c), which have any names
#pragma once

#include "base/hdf5_handle.h"
#include "io/link_stream.h"

#ifdef GAUGEGL_HDF5

namespace gaugegl::io {

/// The name of the dataset that is written.
constexpr const char* ownDataset = "links";

/// Datasets with the links of a configuration.
struct Hdf5Links {
    std::vector<std::string> datasets; ///< one of all directions, or four, of x, y, z and t
    Lattice lattice{{2, 2, 2, 2}};     ///< extents
    LinkCodec codec;                   ///< of their numbers
    bool timeFirst = true;             ///< axes are t, z, y, x, else x, y, z, t

    /// Whether each direction has a dataset of its own.
    bool divided() const { return datasets.size() > 1; }
    /// Where each link lies among those of all datasets.
    LinkOrder order() const;
};

/// Those of a file: its dataset "links" or, without one, the only ones in a layout that is known.  Throws FileError, which names what there
/// is, and hdf5::Failure.
Hdf5Links findHdf5Links(const InputFile& file, hid_t opened);

/// Bytes in a file.
struct PlacedBytes {
    InputFile file;
    std::uint64_t offset;
};
/// All links, dataset after dataset, whatever the way in which these are stored.  Throws FileError for what is cut off, and hdf5::Failure.
PlacedBytes bytesOfHdf5(const InputFile& file, hid_t opened, const Hdf5Links& links);

} // namespace gaugegl::io

#endif
