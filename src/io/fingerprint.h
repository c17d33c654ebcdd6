// A number of the links of a configuration that does not depend on how a file holds them.
#pragma once

#include "core/mixing.h"
#include "gaugegl/core/group.h"
#include "gaugegl/host/gauge_field.h"

#include <bit>
#include <complex>
#include <span>

namespace gaugegl::io {

/// The sum over sites of a hash of the site's number and of all rows but the last of its links, rounded to single precision: that of a
/// file in another format, precision or number of rows is the same, that of another configuration is not.
class Fingerprint {
public:
    /// Of the other parts of a lattice, to be received.
    Fingerprint() = default;
    explicit Fingerprint(Group group) : n_(colours(group)) {}

    /// The links of a site as SiteSink gets them.
    void add(std::int64_t site, std::span<const std::complex<double>> links)
    {
        std::uint64_t hash = mixed(0, std::uint64_t(site));
        const auto n = std::size_t(n_);
        for (std::size_t i = 0; i < links.size(); ++i) {
            if (i / n % n == n - 1) continue;
            const auto word = [](double x) {
                return std::uint64_t(std::bit_cast<std::uint32_t>(float(x) + 0.0F));
            }; // -0 is 0
            hash = mixed(hash, word(links[i].real()) << 32 | word(links[i].imag()));
        }
        sum_ += hash;
    }
    /// Those of another part of the lattice.
    void add(const Fingerprint& other) { sum_ += other.sum_; }

    std::uint64_t value() const { return sum_; }

private:
    int n_ = 3;
    std::uint64_t sum_ = 0;
};

/// Of a whole field on the host.
inline std::uint64_t fingerprintOf(const HostGaugeField& links)
{
    Fingerprint all(links.group);
    for (std::int64_t site = 0; site < links.lattice.volume(); ++site)
        all.add(site, links.linksOf(site));
    return all.value();
}

} // namespace gaugegl::io
