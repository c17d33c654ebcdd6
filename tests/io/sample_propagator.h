// Propagators for the tests of their files.
#pragma once

#include "gaugegl/io/propagator_file.h"
#include "io/sample_field.h"

#include <span>

namespace gaugegl::io::test {

/// A propagator and its sources, component by component from the last.
inline FermionFile sampleContent(FermionKind kind, Group group, const Lattice& lattice)
{
    FermionFile content{.kind = kind, .group = group, .lattice = lattice, .info = "a < b", .records = {}};
    const int components = fermionComponents(kind, group);
    for (int k = components - 1; k >= 0; --k)
        for (const FermionRole role : {FermionRole::Source, FermionRole::Solution}) {
            FermionVector field(std::size_t(lattice.volume()) * std::size_t(components));
            for (std::size_t i = 0; i < field.size(); ++i)
                field[i] = {float(sample(2 * i + std::size_t(k))), float(sample(2 * i + 77 + std::size_t(k)))};
            content.records.push_back({role, "text", std::move(field), k});
        }
    return content;
}

/// Writes that.
inline void writeSample(const std::string& path, const FermionFile& content, const PropagatorWriteOptions& options)
{
    const FermionRecord* current = nullptr;
    std::size_t done = 0;
    writePropagator(path, content, options, [&](const FermionRecord& record) {
        if (current != &record) done = 0;
        current = &record;
        const std::size_t row =
            record.field.size() / std::size_t(content.lattice.extent(2)) / std::size_t(content.lattice.extent(3));
        return std::span(record.field).subspan(row * done++, row);
    });
}

} // namespace gaugegl::io::test
