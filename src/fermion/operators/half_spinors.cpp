#include "fermion/operators/half_spinors.h"

#include "fields/fermion_field.h"

#include <fmt/format.h>

namespace gaugegl {

KernelSpec halfSpinorSpec(Group group, const SpinProjection& projection)
{
    const int planes = fermionPlanes(FermionKind::Wilson, group);
    KernelSpec spec{.kernel = "half_spinor",
                    .label = fmt::format("half-spinor-su{}-{}{}", colours(group),
                                         projection.sign > 0 ? "plus" : "minus", projection.mu),
                    .defines = groupDefines(group),
                    .resultPlanes = planes / 2};
    spec.defines["VECTOR_PLANES"] = std::to_string(planes);
    spec.defines["NORM"] = "0";
    spec.defines["MU"] = std::to_string(projection.mu);
    spec.defines["SIGN"] = projection.sign > 0 ? "1.0" : "-1.0";
    spec.ownSite = {"uPsi"};
    spec.cost = {4.0 * colours(group), 1.5 * planes, 1.5 * planes}; // two components of complex sums
    return spec;
}

HalfSpinors::HalfSpinors(Device& device, const TextureShape& shape, Group group)
    : device_(&device), shape_(shape.withPlanes(shape.planes / 2)), group_(group)
{}

GhostSource HalfSpinors::edgesOf(const PlaneTexture& psi, bool dagger)
{
    GhostSource source{.field = &psi};
    if (shape_.ghosts.rows > 0) source.z = edges(z_, psi, 2, dagger);
    if (shape_.ghosts.slices > 0) source.t = edges(t_, psi, 3, dagger);
    return source;
}

const PlaneTexture* HalfSpinors::edges(std::optional<PlaneTexture>& out, const PlaneTexture& psi, int mu, bool dagger)
{
    if (!out) out.emplace(*device_, shape_);
    // The first slice is what sites of the rank before step forwards to, the last one what those behind step backwards to.
    for (const bool last : {false, true})
        Kernel(*device_, halfSpinorSpec(group_, {.mu = mu, .sign = last != dagger ? 1 : -1}))
            .read("uPsi", psi)
            .onEdge(mu, last)
            .run(*out);
    return &*out;
}

} // namespace gaugegl
