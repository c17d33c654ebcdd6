// The checks that run programs which somebody needs.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gaugegl {

class Device;

/// Which checks of a plan are made, so that each of some programs is checked and little else.  They are counted first, when a dry run
/// of each finds its programs; choose() ends that; then the same checks follow in the same order.
class CheckSelection {
public:
    /// Labels of the programs by their keys (ProgramPrecompiler::needed), on the lattice of the checks.
    explicit CheckSelection(std::map<std::string, std::string> needed) : needed_(std::move(needed)) {}

    /// The next body, which makes this number of checks, when it is counted.
    void consider(int number, const Device& device, const std::function<void()>& body);
    /// Takes the bodies that run none but programs which are needed, and of the others those that run a needed program which none before
    /// does.  Returns the number of their checks.
    int choose();
    /// Whether the next body is taken, when the checks are made.
    bool next() { return bodies_.at(at_++).taken; }

    /// The labels of the needed programs that no check runs.
    std::vector<std::string> left() const;

private:
    struct Body {
        int number;
        std::set<std::string> programs; ///< by their keys
        bool taken = false;
    };
    std::map<std::string, std::string> needed_;
    std::vector<Body> bodies_;
    std::size_t at_ = 0;
};

} // namespace gaugegl
