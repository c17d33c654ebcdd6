#include "fields/device_shifts.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {

std::size_t shiftsTogether(const FermionSpace& space)
{
    constexpr int most = 31; // bits of a VectorSet
    const Device& device = space.device();
    if (device.storage() == Storage::Buffer) return most;
    return std::size_t(std::clamp(device.context().capabilities().maxTextureSize / space.shape().width, 1, most));
}

KernelSpec shiftsSpec(int systems)
{
    return {
        .kernel = "shifts",
        .label = fmt::format("shifts-{}", systems),
        .defines = {{"SHIFTS", std::to_string(systems)}},
        .resultPlanes = 3,
        .cost = {17, 8 + 4 + 3 + 1, 4 + 3 + 1}}; // of a texel: alpha and beta, (p, A p) and |r|^2, and the step before
}

DeviceShiftNumbers::DeviceShiftNumbers(const FermionSpace& space, std::vector<double> distances, int interval)
    : device_(&space.device()), interval_(interval)
{
    const std::size_t together = shiftsTogether(space);
    std::size_t first = 0;
    do { // one group if there is no further system
        const std::size_t count = std::min(together, distances.size() - first);
        const auto begin = distances.begin() + std::ptrdiff_t(first);
        Group group{.distances = {begin, begin + std::ptrdiff_t(count)}, .numbers = {}, .next = {}, .kernel = {}};
        group.distances.push_back(0);
        const int systems = int(group.distances.size());
        const TextureShape shape{systems, 1, /*planes=*/3};
        group.numbers = std::make_shared<PlaneTexture>(*device_, shape);
        group.next = std::make_shared<PlaneTexture>(*device_, shape);
        std::vector<double> start(shape.texels() * 12);
        for (std::size_t i = 0; i < std::size_t(systems); ++i)
            start[8 * std::size_t(systems) + 4 * i] = start[8 * std::size_t(systems) + 4 * i + 1] = 1;
        group.numbers->upload(start);
        group.kernel = std::make_shared<PreparedKernel>(shiftsSpec(systems));
        groups_.push_back(std::move(group));
        first += count;
    } while (first < distances.size());
}

void DeviceShiftNumbers::step(const StepNumbers<DeviceReal>& cg)
{
    const DeviceReal curvature = evaluated(cg.curvature), after = evaluated(cg.after);
    const DeviceReal alpha = cg.before / curvature, beta = after / cg.before;
    for (Group& group : groups_) {
        Kernel kernel(*device_, group.kernel);
        alpha.bind(kernel, 0);
        beta.bind(kernel, 1);
        kernel.read("uShifts", *group.numbers)
            .set("uDistances", group.distances)
            .set("uFactorCurvature", curvature.factors.front())
            .set("uFactorAfter", after.factors.front())
            .run(*group.next);
        std::swap(group.numbers, group.next);
    }
}

void DeviceShiftNumbers::post(int iteration)
{
    if (iteration % interval_ != 0) return;
    Posted posted{iteration, {}};
    for (const Group& group : groups_)
        posted.groups.emplace_back(*group.numbers);
    posted_.push_back(std::move(posted));
}

std::optional<ObservationOfShifts> DeviceShiftNumbers::next(int iteration)
{
    if (posted_.empty() || posted_.front().iteration + interval_ - 1 > iteration) return std::nullopt;
    const Posted posted = std::move(posted_.front());
    posted_.pop_front();
    ObservationOfShifts seen{.iteration = posted.iteration};
    for (const Readback& group : posted.groups) {
        const std::vector<double> numbers = group.values();
        const std::size_t systems = numbers.size() / 12;
        for (std::size_t i = 0; i + 1 < systems; ++i)
            seen.residual2.push_back(numbers[4 * i + 2]);
        seen.ofStep = numbers[4 * (systems - 1) + 2];
        seen.curvature = numbers[4 * (systems - 1) + 3];
    }
    seen.residual2.push_back(seen.ofStep);
    device_->agree(seen.residual2);
    seen.ofStep = seen.residual2.back();
    seen.residual2.pop_back();
    device_->agree(std::span(&seen.curvature, 1));
    return seen;
}

void DeviceShiftNumbers::bind(Kernel& kernel, std::size_t group, std::size_t count) const
{
    DeviceReal number{};
    number.texel = groups_[group].numbers;
    number.factors.assign(count, 1);
    for (const int index : {0, 1}) {
        number.index = index;
        number.bind(kernel, index);
    }
}

Kernel DeviceShiftFields::kernelOn(Group& group, LinearKernel k)
{
    FermionSpace& space = group.x.space();
    k.oneX = true;
    k.vectors = int(group.count);
    Kernel kernel(space.device(), space.linear(k));
    kernel.set("uXColumn", 0);
    if (k.vectors > 1)
        kernel.set("uVectorWidth", space.shape().width / k.vectors).set("uInUse", int(group.left.bits()));
    return kernel;
}

DeviceShiftFields::DeviceShiftFields(const FermionField& r, std::vector<FermionField*> x)
    : x_(std::move(x)), together_(shiftsTogether(r.space()))
{
    const FermionSpace& one = r.space();
    for (std::size_t first = 0; first < x_.size(); first += together_) {
        const std::size_t count = std::min(together_, x_.size() - first);
        FermionSpace::Description d = one.description();
        d.slices *= int(count);
        d.vectors = int(count);
        const auto space = FermionSpace::create(one.device(), d);
        Group group{first, count, VectorSet::first(int(count)), FermionField(space), FermionField(space)};
        setZero(group.x);
        Kernel copy = kernelOn(group, {.operation = LinearOperation::Scale, .constant = true});
        copy.read("uX", r.planes());
        if (count > 1)
            copy.read("uY", group.x.planes()).set("uConstant", std::vector<double>(count, 1));
        else
            copy.set("uConstant", 1.0);
        group.p.write(copy);
        groups_.push_back(std::move(group));
    }
}

void DeviceShiftFields::update(const FermionField& r, const DeviceShiftNumbers& numbers)
{
    for (Group& group : groups_) {
        if (group.left.empty()) continue;
        Kernel kernel = kernelOn(group, {.operation = LinearOperation::Update});
        numbers.bind(kernel, group.first / together_, group.count);
        kernel.read("uX", r.planes()).read("uY", group.x.planes()).read("uP", group.p.planes());
        const int last = std::bit_width(group.left.bits()); // those behind it have left
        kernel.onColumns(group.x.space().shape().width / int(group.count) * last);
        FermionField::writeBoth(kernel, group.x, group.p);
    }
}

void DeviceShiftFields::take(Group& group, std::size_t i)
{
    FermionField& x = *x_[i];
    const int width = x.space().shape().width;
    Kernel copy(x.space().device(),
                x.space().linear({.operation = LinearOperation::Scale, .constant = true, .oneX = true}));
    copy.read("uX", group.x.planes()).set("uConstant", 1.0).set("uXColumn", width * int(i - group.first));
    x.write(copy);
}

void DeviceShiftFields::leave(std::size_t i)
{
    Group& group = groups_[i / together_];
    take(group, i);
    group.left.remove(int(i - group.first));
}

void DeviceShiftFields::end()
{
    for (Group& group : groups_)
        group.left.forEach([&](int system) { take(group, group.first + std::size_t(system)); });
}

} // namespace gaugegl
