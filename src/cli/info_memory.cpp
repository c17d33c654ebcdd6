#include "info_memory.h"

#include "fermion/operators/hop_links.h"
#include "fields/fermion_field.h"
#include "fields/lattice_fit.h"
#include "gaugegl/fields/algebra_field.h"
#include "gaugegl/gauge/kernels.h"

#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

constexpr int linkTextures = 8; // four directions, two parities

/// Bytes of so many textures; 0 where there are none in 16 bits.
struct FieldBytes {
    std::uint64_t single = 0, inDouble = 0, sixteenBits = 0;
};

/// Planes of four numbers, in 16 bits so many layers.
FieldBytes bytesOf(const TextureShape& shape, int textures, int layers16 = 0)
{
    const std::uint64_t texels = shape.texels() * std::uint64_t(textures), planes = std::uint64_t(shape.planes);
    return {16 * texels * planes, 32 * texels * planes, 8 * texels * std::uint64_t(layers16)};
}

class FieldTable {
public:
    FieldTable(const Lattice& lattice, Group group) : lattice_(lattice), group_(group) {}

    Json rows()
    {
        const bool matrices = !traits(group_).quaternions, quarks = has(group_, Feature::Fermions);
        const std::string rows = storedRows(group_) == 2 ? "0 and 1" : fmt::format("0 to {}", storedRows(group_) - 1);
        links(matrices ? fmt::format("links, rows {} ({} reals)", rows, 4 * linkPlanes(group_))
                       : "links, quaternions (4 reals)",
              linkPlanes(group_));
        if (matrices && quarks) {
            links("links of 18 reals, for hops", hopLinkPlanes(group_, Reconstruct::R18));
            add("links of 8 reals, for hops", bytesOf(half(hopLinkPlanes(group_, Reconstruct::R8)), linkTextures));
        }
        add("momenta, or a force", bytesOf(half(algebraPlanes(group_)), linkTextures));
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

    void links(const std::string& name, int planes) { add(name, bytesOf(half(planes), linkTextures, planes)); }

    void fermions(const std::string& name, FermionKind kind)
    {
        const TextureShape shape = fermionShape(lattice_, group_, kind);
        add(name, bytesOf(shape, 1, shape.planes + 1)); // with the layer of norms
    }

    void add(const std::string& name, const FieldBytes& bytes)
    {
        rows_.push_back({{"field", name},
                         {"single_bytes", bytes.single},
                         {"double_bytes", bytes.inDouble},
                         {"sixteen_bit_bytes", bytes.sixteenBits > 0 ? Json(bytes.sixteenBits) : Json(nullptr)}});
    }

    Lattice lattice_;
    Group group_;
    Json rows_ = Json::array();
};

} // namespace

Json fieldMemory(const Lattice& lattice, Group group)
{
    return {{"lattice", lattice.extents()}, {"group", name(group)}, {"fields", FieldTable(lattice, group).rows()}};
}

std::string fieldMemoryTable(const Json& memory)
{
    Table table({"MiB", "single", "double", "16 bits"});
    for (const Json& row : memory.at("fields")) {
        std::vector<std::string> cells = {row.at("field")};
        for (const char* key : {"single_bytes", "double_bytes", "sixteen_bit_bytes"})
            cells.push_back(row.at(key).is_null() ? "" : fmt::format("{:.3f}", row.at(key).get<double>() / (1 << 20)));
        table.add(cells);
    }
    return table.text();
}

} // namespace gaugegl::cli
