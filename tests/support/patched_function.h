// Replaces an OpenGL function of a context for the time of a test.
#pragma once

#include "gaugegl/gl/context.h"

namespace gaugegl::testing_support {

/// The replacement is a plain function; entry is a member of gl::Functions: &gl::Functions::GetError.
template<class Entry>
class PatchedFunction {
public:
    PatchedFunction(gl::Context& context, Entry gl::Functions::*entry, typename Entry::Pointer replacement)
        : entry_(const_cast<gl::Functions&>(context.gl()).*entry), old_(entry_) // the context itself is not const
    {
        entry_.load(reinterpret_cast<void*>(replacement));
    }
    ~PatchedFunction() { entry_ = old_; }
    PatchedFunction(const PatchedFunction&) = delete;
    PatchedFunction& operator=(const PatchedFunction&) = delete;

private:
    Entry& entry_;
    Entry old_;
};

} // namespace gaugegl::testing_support
