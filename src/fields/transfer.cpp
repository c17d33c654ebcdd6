#include "gaugegl/fields/transfer.h"

#include "gaugegl/core/error.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

/// The reals of a stored link: the quaternion, or rows 0 and 1.
void pack(const reference::Matrix<2>& u, double* reals)
{
    reals[0] = 0.5 * (u(0, 0).real() + u(1, 1).real());
    reals[1] = 0.5 * (u(0, 1).imag() + u(1, 0).imag());
    reals[2] = 0.5 * (u(0, 1).real() - u(1, 0).real());
    reals[3] = 0.5 * (u(0, 0).imag() - u(1, 1).imag());
}

void pack(const reference::Matrix<3>& u, double* reals)
{
    for (int i = 0; i < 6; ++i) {
        reals[2 * i] = u(i / 3, i % 3).real();
        reals[2 * i + 1] = u(i / 3, i % 3).imag();
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

void checkSame(const GaugeField& device, const HostGaugeField& host)
{
    if (device.group() != groupOf(host) || !(device.lattice() == latticeOf(host)))
        throw InputError(fmt::format("a {} field on {} does not fit one of {} on {}", name(groupOf(host)),
                                     latticeOf(host).name(), name(device.group()), device.lattice().name()));
}

} // namespace

HostGaugeField hostGaugeField(const Lattice& lattice, Group group)
{
    if (group == Group::SU2) return reference::GaugeField<2>(lattice);
    return reference::GaugeField<3>(lattice);
}

Group groupOf(const HostGaugeField& u) { return u.index() == 0 ? Group::SU2 : Group::SU3; }

const Lattice& latticeOf(const HostGaugeField& u)
{
    return std::visit([](const auto& field) -> const Lattice& { return field.lattice(); }, u);
}

std::int64_t siteOfTexel(const Lattice& lattice, int parity, std::size_t texel)
{
    const int halfX = lattice.extent(0) / 2, width = halfX * lattice.extent(1);
    const int i = static_cast<int>(texel % std::size_t(width)), j = static_cast<int>(texel / std::size_t(width));
    const int y = i / halfX, z = j % lattice.extent(2), t = j / lattice.extent(2);
    return lattice.index({2 * (i % halfX) + ((y + z + t + parity) & 1), y, z, t});
}

void uploadLinks(PlaneTexture& out, const HostGaugeField& in, int mu, int parity)
{
    const std::size_t texels = out.shape().texels(), planes = std::size_t(out.shape().planes);
    std::vector<double> values(texels * planes * 4);
    std::visit(
        [&](const auto& u) {
            double reals[12] = {};
            for (std::size_t texel = 0; texel < texels; ++texel) {
                pack(u(mu, siteOfTexel(u.lattice(), parity, texel)), reals);
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
            double reals[12] = {};
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
