#include "gaugegl/fields/transfer.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr std::size_t bandBytes = std::size_t{2} << 20;

constexpr std::size_t mostReals = 24; // of a stored link

/// The reals of a stored link: the quaternion, or all rows but the last.  The elements of the link lie row by row.
void pack(std::span<const std::complex<double>> u, double* reals)
{
    if (u.size() == 4) {
        reals[0] = 0.5 * (u[0].real() + u[3].real());
        reals[1] = 0.5 * (u[1].imag() + u[2].imag());
        reals[2] = 0.5 * (u[1].real() - u[2].real());
        reals[3] = 0.5 * (u[0].imag() - u[3].imag());
        return;
    }
    const std::size_t stored = u.size() == 9 ? 6 : 12;
    for (std::size_t i = 0; i < stored; ++i) {
        reals[2 * i] = u[i].real();
        reals[2 * i + 1] = u[i].imag();
    }
}

void unpack(reference::Matrix<2>& u, const double* q)
{
    u(0, 0) = {q[0], q[3]};
    u(0, 1) = {q[2], q[1]};
    u(1, 0) = {-q[2], q[1]};
    u(1, 1) = {q[0], -q[3]};
}

void unpack(reference::Matrix<3>& u, const double* reals)
{
    for (int i = 0; i < 6; ++i)
        u(i / 3, i % 3) = {reals[2 * i], reals[2 * i + 1]};
    for (int c = 0; c < 3; ++c) {
        const int a = (c + 1) % 3, b = (c + 2) % 3;
        u(2, c) = std::conj(u(0, a) * u(1, b) - u(0, b) * u(1, a));
    }
}

template<int N>
void unpack(reference::Matrix<N>& u, const double* reals)
{
    for (int i = 0; i < N * (N - 1); ++i)
        u(i / N, i % N) = {reals[2 * i], reals[2 * i + 1]};
    for (int c = 0; c < N; ++c)
        u(N - 1, c) = std::conj(lastCofactor(u, c));
}

void checkSame(const GaugeField& device, const HostGaugeField& host)
{
    if (device.group() != groupOf(host) || !(device.lattice() == latticeOf(host)))
        throw InputError(fmt::format("a {} field on {} does not fit one of {} on {}", name(groupOf(host)),
                                     latticeOf(host).name(), name(device.group()), device.lattice().name()));
}

} // namespace

HostGaugeField hostGaugeField(const Lattice& lattice, Group group)
{
    return withColours(group, [&](auto n) -> HostGaugeField { return reference::GaugeField<n>(lattice); });
}

Group groupOf(const HostGaugeField& u) { return groupTraits[u.index()].group; }

const Lattice& latticeOf(const HostGaugeField& u)
{
    return std::visit([](const auto& field) -> const Lattice& { return field.lattice(); }, u);
}

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
    const Coordinates x = out_->lattice().coordinates(site);
    const auto [column, row] = texelOf(out_->lattice(), x);
    if (row == row_ + rows_) beginBand(row);
    assert(row >= row_ && row < row_ + rows_);
    const std::size_t size = links.size() / 4, texels = std::size_t(shape_.width) * std::size_t(rows_);
    const auto texel = std::size_t(shape_.width) * std::size_t(row - row_) + std::size_t(column);
    double reals[mostReals] = {};
    for (std::size_t mu = 0; mu < 4; ++mu) {
        pack(links.subspan(mu * size, size), reals);
        std::vector<double>& band = bands_[2 * mu + std::size_t(Lattice::parity(x))];
        for (std::size_t k = 0; k < 4 * std::size_t(shape_.planes); ++k)
            band[4 * (k / 4 * texels + texel) + k % 4] = reals[k];
    }
    const bool endsRow = x[0] + 1 == out_->lattice().extent(0) && x[1] + 1 == out_->lattice().extent(1);
    if (endsRow && row + 1 == row_ + rows_) sendBand();
}

void LinkUpload::sendBand()
{
    for (std::size_t i = 0; i < bands_.size(); ++i)
        out_->links(int(i / 2), int(i % 2)).uploadRows(row_, rows_, bands_[i]);
}

void uploadLinks(PlaneTexture& out, const HostGaugeField& in, int mu, int parity)
{
    const std::size_t texels = out.shape().texels(), planes = std::size_t(out.shape().planes);
    std::vector<double> values(texels * planes * 4);
    std::visit(
        [&](const auto& u) {
            double reals[mostReals] = {};
            for (std::size_t texel = 0; texel < texels; ++texel) {
                pack(u(mu, siteOfTexel(u.lattice(), parity, texel)).e, reals);
                for (std::size_t k = 0; k < 4 * planes; ++k)
                    values[4 * (k / 4 * texels + texel) + k % 4] = reals[k];
            }
        },
        in);
    out.upload(values);
}

void downloadLinks(HostGaugeField& out, const PlaneTexture& in, int mu, int parity)
{
    const std::size_t texels = in.shape().texels(), planes = std::size_t(in.shape().planes);
    const std::vector<double> values = in.download();
    std::visit(
        [&](auto& u) {
            double reals[mostReals] = {};
            for (std::size_t texel = 0; texel < texels; ++texel) {
                for (std::size_t k = 0; k < 4 * planes; ++k)
                    reals[k] = values[4 * (k / 4 * texels + texel) + k % 4];
                unpack(u(mu, siteOfTexel(u.lattice(), parity, texel)), reals);
            }
        },
        out);
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
    HostGaugeField out = hostGaugeField(in.lattice(), in.group());
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            downloadLinks(out, in.links(mu, parity), mu, parity);
    return out;
}

std::vector<std::array<double, 4>> downloadDensity(const Lattice& lattice, const PlaneTexture& even,
                                                   const PlaneTexture& odd)
{
    std::vector<std::array<double, 4>> density(std::size_t(lattice.volume()));
    for (int parity = 0; parity < 2; ++parity) {
        const std::vector<double> values = (parity == 0 ? even : odd).download();
        for (std::size_t texel = 0; texel < values.size() / 4; ++texel)
            std::copy_n(values.begin() + std::ptrdiff_t(4 * texel), 4,
                        density[std::size_t(siteOfTexel(lattice, parity, texel))].begin());
    }
    return density;
}

} // namespace gaugegl
