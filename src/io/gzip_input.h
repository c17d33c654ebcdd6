// Files of gzip (RFC 1952).
#pragma once

#include "io/input_file.h"
#include "io/packed_input.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace gaugegl::io {

/// A position before the last one is reached from the nearest of some hundred states that are kept.
class GzipInput final : public PackedInput {
public:
    /// Whether a file begins as one of gzip.
    static bool probe(InputFile& file);

    /// Unpacks all of it once, for its size and its checksum.  Throws FileError.
    explicit GzipInput(InputFile packed);
    ~GzipInput() override;

    void read(std::span<std::byte> bytes, std::uint64_t offset) override;

private:
    class State;
    /// Goes on at most to the end of `bytes`; returns how many there are, none at the end of the file.
    std::size_t next(std::span<std::byte> bytes);
    void keep();

    InputFile packed_;
    std::vector<std::byte> input_;
    std::unique_ptr<State> state_;
    std::vector<std::unique_ptr<State>> kept_; ///< by rising positions, the first at 0
    std::uint64_t spacing_;
};

} // namespace gaugegl::io
