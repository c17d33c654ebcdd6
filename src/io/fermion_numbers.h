// The numbers of fermion fields in files, whatever the format around them.
#pragma once

#include "gaugegl/core/fermion.h"
#include "io/input_file.h"
#include "io/link_stream.h"

#include <complex>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace gaugegl::io {

/// A field and where its numbers lie in a file: sites x fastest and t slowest, at each complex numbers without gaps.
struct FermionNumbers {
    FermionKind kind = FermionKind::Wilson; ///< four spins, or none
    Group group = Group::SU3;               ///< of the colours
    Lattice lattice{{2, 2, 2, 2}};          ///< extents
    std::uint64_t offset = 0;               ///< of the first site
    int bits = 64;                          ///< of a real number, 32 or 64
    bool bigEndian = true;                  ///< the order of bytes
    int perSite = 0;                        ///< complex numbers of a site in the file; 0: those of the field
    std::vector<int> chosen = {}; ///< of each component of the field its number at a site; none: all in their order

    /// Complex numbers of a site of the field.
    int components() const { return fermionComponents(kind, group); }
    /// Of a site in the file.
    std::size_t bytesPerSite() const
    {
        return std::size_t(perSite > 0 ? perSite : components()) * 2 * std::size_t(bits) / 8;
    }
    /// Of all sites in the file.
    std::uint64_t bytes() const { return std::uint64_t(lattice.volume()) * bytesPerSite(); }
};

/// "spin 1, colour 2 of site (0,0,3,1)": the place of a number of a field.
std::string placeOf(const FermionNumbers& of, std::size_t number);

/// Reads the field.  Every site's bytes, with what is not chosen, go to `bytes`, for checksums.  The caller has checked that the file is
/// long enough.  Throws FileError for a number that is not finite, naming the byte and the place.
FermionVector readFermionNumbers(InputFile& file, const FermionNumbers& numbers, const SiteBytes& bytes);

/// Writes the field from its rows (z, t), which `next` gives in turn; 32 bits round.  The bytes of every site go to `bytes`.  Throws
/// InputError, with the path, for a number that is not finite, also after rounding.
void writeFermionNumbers(OutputFile& out, const std::string& path, const FermionNumbers& numbers,
                         const std::function<std::span<const std::complex<double>>()>& next, const SiteBytes& bytes);

} // namespace gaugegl::io
