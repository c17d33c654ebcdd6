// Fast Fourier transforms of fields, by kissfft.
#pragma once

#include <complex>
#include <cstdint>
#include <kissfft/kissfft.hh>
#include <utility>
#include <vector>

namespace gaugegl::analysis {

/// The transform of a field whose first coordinate is the fastest, sum_x e^{-ik.x} f(x), in place, one direction after the other.
class FourierTransform {
public:
    /// With `inverse` the sum has e^{ik.x}; neither is divided by the volume.
    explicit FourierTransform(std::vector<int> extents, bool inverse = false) : extents_(std::move(extents))
    {
        for (const int extent : extents_)
            lines_.emplace_back(std::size_t(extent), inverse);
    }

    /// Of a field with as many numbers as the product of the extents.
    void operator()(std::vector<std::complex<double>>& field) const
    {
        std::int64_t stride = 1;
        for (std::size_t mu = 0; mu < extents_.size(); ++mu) {
            const std::int64_t extent = extents_[mu];
            std::vector<std::complex<double>> line(static_cast<std::size_t>(extent)), result(line.size());
            for (std::int64_t site = 0; site < std::int64_t(field.size()); ++site) {
                if (site / stride % extent != 0) continue;
                for (std::int64_t i = 0; i < extent; ++i)
                    line[std::size_t(i)] = field[std::size_t(site + i * stride)];
                lines_[mu].transform(line.data(), result.data());
                for (std::int64_t i = 0; i < extent; ++i)
                    field[std::size_t(site + i * stride)] = result[std::size_t(i)];
            }
            stride *= extent;
        }
    }

private:
    std::vector<int> extents_;
    std::vector<kissfft<double>> lines_;
};

} // namespace gaugegl::analysis
