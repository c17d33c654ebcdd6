// Real matrices in the fifth dimension on the host (core/domain_wall.h).
#pragma once

#include "core/domain_wall.h"
#include "host/field.h"

namespace gaugegl::host {

/// A matrix in the slices of fields, in their precision.
template<class T>
class SliceMixing {
public:
    /// Copies the matrix.
    explicit SliceMixing(const SliceMatrix& matrix);

    /// Rows and columns.
    int slices() const { return slices_; }
    /// [part][row][column].
    const T* data() const { return numbers_.data(); }

private:
    int slices_;
    std::vector<T> numbers_;
};

/// out = M x; out is not x, here and below.
template<class T>
void mixSlices(Field<T>& out, const SliceMixing<T>& m, const Field<T>& x);
/// out = a chi + M x.
template<class T>
void mixSlices(Field<T>& out, const SliceMixing<T>& m, const Field<T>& x, double a, const Field<T>& chi);
/// out = a chi + M x; |out|^2.
template<class T>
double mixSlicesNorm2(Field<T>& out, const SliceMixing<T>& m, const Field<T>& x, double a, const Field<T>& chi);

} // namespace gaugegl::host
