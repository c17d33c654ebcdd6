// The systems of multi-shift conjugate gradients on the device (solvers/multishift.h): one kernel computes the numbers of all, and one updates
// the solutions and directions of all, which lie side by side in the columns of one texture each.
#pragma once

#include "algebra/shifts.h"
#include "fields/fermion_field.h"

#include <deque>
#include <span>
#include <vector>

namespace gaugegl {

/// How many systems share a texture: at most 31, and as many as fields of that width fit beside each other.
std::size_t shiftsTogether(const FermionSpace& space);

/// The kernel that computes the numbers of so many systems.
KernelSpec shiftsSpec(int systems);

/// The numbers of all systems; see ShiftNumbers.
class DeviceShiftNumbers {
public:
    /// Of systems that differ from that of CG by these distances, with fields of that space.  Observes every interval-th step,
    /// interval - 1 steps later.
    DeviceShiftNumbers(const FermionSpace& space, std::vector<double> distances, int interval);

    /// After a step of CG.
    void step(const StepNumbers<DeviceReal>& cg);
    /// Records the numbers of an iteration, in ascending order.
    void post(int iteration);
    /// The observation that is due at the end of this iteration, if any.
    std::optional<ObservationOfShifts> next(int iteration);
    /// Binds the factors of the updates of the group-th systems that share a texture, `count` of them.
    void bind(Kernel& kernel, std::size_t group, std::size_t count) const;

private:
    struct Group {
        std::vector<double> distances; ///< the last one is 0: CG itself
        std::shared_ptr<PlaneTexture> numbers, next;
        std::shared_ptr<PreparedKernel> kernel;
    };
    struct Posted {
        int iteration;
        std::vector<Readback> groups;
    };

    Device* device_;
    int interval_;
    std::vector<Group> groups_;
    std::deque<Posted> posted_;
};

/// The solutions and directions of all systems; see ShiftFields.
class DeviceShiftFields {
public:
    /// Solutions 0 and directions r; x are the fields that leave() and end() set.
    DeviceShiftFields(const FermionField& r, std::vector<FermionField*> x);

    /// x_i += alpha_i p_i, p_i = r + beta_i p_i for all systems that have not left.
    void update(const FermionField& r, const DeviceShiftNumbers& numbers);
    /// System i is not updated any more; its field x has the solution.
    void leave(std::size_t i);
    /// The fields x of the others have their solutions.
    void end();

private:
    struct Group {
        std::size_t first, count;
        VectorSet left; ///< of the systems of the group, those that have not left
        FermionField x, p;
    };
    static Kernel kernelOn(Group& group, LinearKernel k);
    void take(Group& group, std::size_t i);

    std::vector<FermionField*> x_;
    std::size_t together_; ///< systems of a group
    std::vector<Group> groups_;
};

/// Numbers for fields on a device.
inline DeviceShiftNumbers makeShiftNumbers(const FermionField& like, std::vector<double> distances, int interval)
{
    return {like.space(), std::move(distances), interval};
}
/// Solutions and directions on a device.
inline DeviceShiftFields makeShiftFields(const FermionField& r, std::vector<FermionField*> x)
{
    return {r, std::move(x)};
}

} // namespace gaugegl
