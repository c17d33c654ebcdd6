// A file of gzip as the bytes that it stands for, at any position, with memory that does not grow with the file.
#pragma once

#include "io/input_file.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace gaugegl::io {

/// Reads forwards fast.  A position before the last one is reached from the nearest of some hundred states that are kept.
class GzipInput {
public:
    /// Whether a file begins as one of gzip.
    static bool probe(InputFile& file);

    /// Unpacks all of it once, for its size and its checksum.  Throws FileError.
    explicit GzipInput(InputFile packed);
    ~GzipInput();
    GzipInput(const GzipInput&) = delete;
    GzipInput& operator=(const GzipInput&) = delete;

    /// Of what it stands for.
    std::uint64_t size() const { return size_; }
    /// Fills `bytes`, which lie inside, from `offset` on.
    void read(std::span<std::byte> bytes, std::uint64_t offset);

private:
    class State;
    /// Goes on at most to the end of `bytes`; returns how many there are, none at the end of the file.
    std::size_t next(std::span<std::byte> bytes);
    void keep();

    InputFile packed_;
    std::vector<std::byte> input_;
    std::unique_ptr<State> state_;
    std::vector<std::unique_ptr<State>> kept_; ///< by rising positions, the first at 0
    std::uint64_t spacing_, size_ = 0;
};

} // namespace gaugegl::io
