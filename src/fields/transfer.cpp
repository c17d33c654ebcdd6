#include "gaugegl/fields/transfer.h"

#include "gaugegl/base/error.h"
#include "host/matrix.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr std::size_t bandBytes = std::size_t{2} << 20;

/// The index of real number k of a texel in planes that lie one after the other.
std::size_t planeIndex(std::size_t texels, std::size_t texel, std::size_t k)
{
    return 4 * (k / 4 * texels + texel) + k % 4;
}

/// Reads the elements of one parity: matrixAt(site) takes the one of a site, and done(site) is called when it is there.
template<class MatrixAt, class Done>
void unpackTexels(const PlaneTexture& in, const std::pair<const Lattice&, Group>& of, int parity,
                  const MatrixAt& matrixAt, const Done& done)
{
    const auto& [lattice, group] = of;
    const std::size_t texels = in.shape().texels(), numbers = 4 * std::size_t(in.shape().planes);
    const std::vector<double> values = in.download();
    std::array<double, host::mostStoredReals> reals{};
    for (std::size_t texel = 0; texel < texels; ++texel) {
        for (std::size_t k = 0; k < numbers; ++k)
            reals[k] = values[planeIndex(texels, texel, k)];
        const std::int64_t site = siteOfTexel(lattice, parity, texel);
        host::unpackLink(matrixAt(site), group, reals.data());
        done(site);
    }
}

void checkSame(const GaugeField& device, const HostGaugeField& host)
{
    if (device.group() != host.group || device.lattice().local() != host.lattice)
        throw InputError(fmt::format("a {} field on {} does not fit one of {} on {}", name(host.group),
                                     host.lattice.name(), name(device.group()), device.lattice().name()));
}

} // namespace

LinkUpload::LinkUpload(GaugeField& out) : out_(&out), shape_(halfFieldShape(out.lattice(), linkPlanes(out.group())))
{
    beginBand(0);
}

void LinkUpload::beginBand(int row)
{
    const std::size_t reals = std::size_t(shape_.width) * std::size_t(shape_.planes) * 4;
    const int fitting = int(std::max<std::size_t>(bandBytes / (bands_.size() * reals * sizeof(double)), 1));
    row_ = row;
    rows_ = std::min(fitting, shape_.height - row);
    for (auto& band : bands_)
        band.resize(std::size_t(rows_) * reals);
}

void LinkUpload::add(std::int64_t site, std::span<const std::complex<double>> links)
{
    const Lattice local = out_->lattice().local();
    const std::int64_t here = out_->lattice().localSite(site);
    if (here < 0) return;
    const Coordinates x = local.coordinates(here);
    const auto [column, row] = texelOf(out_->lattice(), x);
    if (row == row_ + rows_) beginBand(row);
    assert(row >= row_ && row < row_ + rows_);
    const std::size_t size = links.size() / 4, texels = std::size_t(shape_.width) * std::size_t(rows_);
    const auto texel = std::size_t(shape_.width) * std::size_t(row - row_) + std::size_t(column);
    std::array<double, host::mostStoredReals> reals{};
    for (std::size_t mu = 0; mu < 4; ++mu) {
        host::packLink(reals.data(), out_->group(), links.subspan(mu * size, size));
        std::vector<double>& band = bands_[2 * mu + std::size_t(Lattice::parity(x))];
        for (std::size_t k = 0; k < 4 * std::size_t(shape_.planes); ++k)
            band[planeIndex(texels, texel, k)] = reals[k];
    }
    const bool endsRow = x[0] + 1 == local.extent(0) && x[1] + 1 == local.extent(1);
    if (endsRow && row + 1 == row_ + rows_) sendBand();
}

void LinkUpload::sendBand()
{
    for (std::size_t i = 0; i < bands_.size(); ++i)
        out_->links(int(i / 2), int(i % 2)).uploadRows(row_, rows_, bands_[i]);
}

void uploadLinks(PlaneTexture& out, const HostGaugeField& in, int mu, int parity)
{
    const std::size_t texels = out.shape().texels(), numbers = 4 * std::size_t(out.shape().planes);
    std::vector<double> values(texels * numbers);
    std::array<double, host::mostStoredReals> reals{};
    for (std::size_t texel = 0; texel < texels; ++texel) {
        host::packLink(reals.data(), in.group, in.link(mu, siteOfTexel(in.lattice, parity, texel)));
        for (std::size_t k = 0; k < numbers; ++k)
            values[planeIndex(texels, texel, k)] = reals[k];
    }
    out.upload(values);
}

void downloadLinks(HostGaugeField& out, const PlaneTexture& in, int mu, int parity)
{
    unpackTexels(
        in, {out.lattice, out.group}, parity, [&](std::int64_t site) { return out.link(mu, site); },
        [](std::int64_t) {});
}

void forEachLink(const GaugeField& in, const LinkSink& use)
{
    const std::size_t numbers = std::size_t(colours(in.group()) * colours(in.group()));
    std::vector<std::complex<double>> link(numbers);
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            unpackTexels(
                in.links(mu, parity), {in.lattice(), in.group()}, parity, [&](std::int64_t) { return std::span(link); },
                [&](std::int64_t site) { use(mu, site, link); });
}

TransformationVector downloadTransformation(const Lattice& lattice, Group group, const PlaneTexture& even,
                                            const PlaneTexture& odd)
{
    const std::size_t size = std::size_t(colours(group) * colours(group));
    TransformationVector g(std::size_t(lattice.local().volume()) * size);
    for (int parity = 0; parity < 2; ++parity)
        unpackTexels(
            parity == 0 ? even : odd, {lattice, group}, parity,
            [&](std::int64_t site) { return std::span(g).subspan(std::size_t(site) * size, size); },
            [](std::int64_t) {});
    return g;
}

void upload(GaugeField& out, const HostGaugeField& in)
{
    checkSame(out, in);
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            uploadLinks(out.links(mu, parity), in, mu, parity);
}

HostGaugeField download(const GaugeField& in)
{
    HostGaugeField out = hostGaugeField(in.lattice().local(), in.group());
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            downloadLinks(out, in.links(mu, parity), mu, parity);
    return out;
}

std::vector<std::array<double, 4>> downloadDensity(const Lattice& lattice, const PlaneTexture& even,
                                                   const PlaneTexture& odd)
{
    std::vector<std::array<double, 4>> density(std::size_t(lattice.local().volume()));
    for (int parity = 0; parity < 2; ++parity) {
        const std::vector<double> values = (parity == 0 ? even : odd).download();
        for (std::size_t texel = 0; texel < values.size() / 4; ++texel)
            std::copy_n(values.begin() + std::ptrdiff_t(4 * texel), 4,
                        density[std::size_t(siteOfTexel(lattice, parity, texel))].begin());
    }
    return density;
}

} // namespace gaugegl
