// An operator seen by what only applies it.
#pragma once

#include "algebra/concepts.h"

#include <concepts>

namespace gaugegl {

/// An operator of which only the fields are known: what only applies it is compiled once for each kind of field, not for each
/// operator.  A call through a pointer costs nothing beside a field.
template<VectorField V>
class OperatorView {
public:
    using Field = V; ///< what the operator acts on

    /// The operator must outlive the object.
    template<LinearOperator A>
    requires(!std::same_as<A, OperatorView> && std::same_as<typename A::Field, V>)
        OperatorView(const A& a) // NOLINT(google-explicit-constructor): an argument that is an operator
        : a_(&a), apply_([](const void* of, V& out, const V& in) { static_cast<const A*>(of)->apply(out, in); })
    {}

    /// out = A in; out is not in.
    void apply(V& out, const V& in) const { apply_(a_, out, in); }

private:
    const void* a_;
    void (*apply_)(const void*, V&, const V&);
};

/// Of the fields of the operator.
template<LinearOperator A>
OperatorView(const A&) -> OperatorView<typename A::Field>;

} // namespace gaugegl
