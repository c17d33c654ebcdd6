#include "run/field_memory.h"

#include "fermion/operators/hop_links.h"
#include "fields/fermion_field.h"
#include "fields/lattice_fit.h"
#include "gaugegl/fields/algebra_field.h"
#include "gaugegl/gauge/kernels.h"
#include "report/columns.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr int texturesOfLinks = 8; // four directions, two parities

/// Bytes of so many textures; 0 where there are none in 16 bits.
struct FieldBytes {
    std::uint64_t single = 0, inDouble = 0, sixteenBits = 0;
    std::string field = {};

    report::Json stored16() const { return sixteenBits > 0 ? report::Json(sixteenBits) : report::Json(nullptr); }
};

/// Planes of four numbers, in 16 bits so many layers.
FieldBytes bytesOf(const TextureShape& shape, int textures, int layers16 = 0)
{
    const std::uint64_t texels = shape.texels() * std::uint64_t(textures), planes = std::uint64_t(shape.planes);
    return {16 * texels * planes, 32 * texels * planes, 8 * texels * std::uint64_t(layers16)};
}

std::string mebibytes(std::uint64_t bytes) { return bytes > 0 ? fmt::format("{:.3f}", double(bytes) / (1 << 20)) : ""; }

class FieldTable {
public:
    FieldTable(const Lattice& lattice, Group group) : lattice_(lattice), group_(group) {}

    std::vector<FieldBytes> rows()
    {
        const bool matrices = !traits(group_).quaternions, quarks = has(group_, Feature::Fermions);
        const std::string rows = storedRows(group_) == 2 ? "0 and 1" : fmt::format("0 to {}", storedRows(group_) - 1);
        links(matrices ? fmt::format("links, rows {} ({} reals)", rows, 4 * linkPlanes(group_))
                       : "links, quaternions (4 reals)",
              linkPlanes(group_));
        if (matrices && quarks) {
            links("links of 18 reals, for hops", hopLinkPlanes(group_, Reconstruct::R18));
            add("links of 8 reals, for hops", bytesOf(half(hopLinkPlanes(group_, Reconstruct::R8)), texturesOfLinks));
        }
        add("momenta, or a force", bytesOf(half(algebraPlanes(group_)), texturesOfLinks));
        add("staples of one direction and parity", bytesOf(half(staplePlanes(group_)), 1));
        if (quarks) {
            for (const FermionKindTraits& one : fermionKinds)
                fermions(fmt::format("{} on one parity", one.field), one.kind);
        }
        FieldBytes ranlux = bytesOf(half(7), 2); // 24 words and the carry; in double precision two words a number
        ranlux.inDouble = bytesOf(half(4), 2).inDouble;
        add("state of RANLUX", ranlux);
        const auto all = [&](Precision p) { return simulationBytes(lattice_.extents(), group_, p); };
        add("all that heat bath and measurements need", {all(Precision::Single), all(Precision::Double), 0});
        return rows_;
    }

private:
    TextureShape half(int planes) const { return halfFieldShape(lattice_, planes); }

    void links(const std::string& name, int planes) { add(name, bytesOf(half(planes), texturesOfLinks, planes)); }

    void fermions(const std::string& name, FermionKind kind)
    {
        const TextureShape shape = fermionShape(lattice_, group_, kind);
        add(name, bytesOf(shape, 1, shape.planes + 1)); // with the layer of norms
    }

    void add(const std::string& name, FieldBytes bytes)
    {
        bytes.field = name;
        rows_.push_back(std::move(bytes));
    }

    Lattice lattice_;
    Group group_;
    std::vector<FieldBytes> rows_;
};

} // namespace

FieldMemory fieldMemory(const Lattice& lattice, Group group)
{
    report::Columns<FieldBytes> columns;
    columns.add("MiB", "field", &FieldBytes::field)
        .add("single", "single_bytes", &FieldBytes::single, [](const auto& row) { return mebibytes(row.single); })
        .add("double", "double_bytes", &FieldBytes::inDouble, [](const auto& row) { return mebibytes(row.inDouble); })
        .add("16 bits", "sixteen_bit_bytes", &FieldBytes::stored16,
             [](const auto& row) { return mebibytes(row.sixteenBits); });
    const std::vector<FieldBytes> rows = FieldTable(lattice, group).rows();
    return {{{"lattice", lattice.extents()}, {"group", name(group)}, {"fields", columns.list(rows)}},
            fmt::format("Fields of {} on {}\n\n{}", name(group), lattice.name(), columns.table(rows))};
}

} // namespace gaugegl
