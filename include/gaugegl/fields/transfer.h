// Transfers between the fields of the device and the links of the host.
#pragma once

#include "gaugegl/fields/gauge_field.h"
#include "gaugegl/host/gauge_field.h"

#include <complex>
#include <span>

namespace gaugegl {

/// Copies host links to the device, rounded to its precision.  Throws InputError when group or lattice differ.
void upload(GaugeField& out, const HostGaugeField& in);
/// Copies the links back; the last row of a matrix is reconstructed in double precision.
HostGaugeField download(const GaugeField& in);

/// Takes the links of a whole field site by site, in the order of files, and uploads them in bands of rows of texels.
/// The sites of one (z, t) are one row of each parity.  The host buffers about 2 MiB, or one row if that is more.
class LinkUpload {
public:
    /// The field must outlive the object.  It is a mixture of old and new links until every site was added.
    explicit LinkUpload(GaugeField& out);

    /// The sites of the whole lattice come in the order of their numbers; those of other ranks are passed over.
    /// links[(mu*N + row)*N + column].
    void add(std::int64_t site, std::span<const std::complex<double>> links);

private:
    void beginBand(int row);
    void sendBand();

    GaugeField* out_;
    TextureShape shape_;
    int row_ = 0, rows_ = 0; ///< of the band
    std::array<std::vector<double>, 8> bands_;
};

/// upload() for the links of one direction and parity.
void uploadLinks(PlaneTexture& out, const HostGaugeField& in, int mu, int parity);
/// download() for the links of one direction and parity.
void downloadLinks(HostGaugeField& out, const PlaneTexture& in, int mu, int parity);
/// Takes a link: its direction, its site in Lattice::local(), and the matrix, row by row.
using LinkSink = std::function<void(int mu, std::int64_t site, std::span<const std::complex<double>> link)>;
/// Passes the links of a field to a function, those of one direction and parity after the other, so that the host holds an eighth of them.
void forEachLink(const GaugeField& in, const LinkSink& use);
/// The group elements g(x) of both parities.
TransformationVector downloadTransformation(const Lattice& lattice, Group group, const PlaneTexture& even,
                                            const PlaneTexture& odd);

/// A one-plane density of both parities as values[site][component] in lexicographic order of the sites.
std::vector<std::array<double, 4>> downloadDensity(const Lattice& lattice, const PlaneTexture& even,
                                                   const PlaneTexture& odd);

} // namespace gaugegl
