// Bundles of fermion fields on the host (algebra/bundle.h): the vectors lie side by side on each site, those of a fifth
// dimension with all their slices, and the kernels are those of single fields.  So the numbers of a vector are bit for bit
// those of a single field.
#pragma once

#include "host/field.h"
#include "host/slices.h"

namespace gaugegl::host {

/// Several vectors: a field whose slices are [vector][slice].  Bundles that are copies of each other, or made by the same
/// hopping term, share the state of which vectors are in use; functions leave the others as they are.
template<class T>
class Bundle {
public:
    /// As many vectors of fields with so many slices, 0 everywhere.
    Bundle(std::shared_ptr<const BlockLayout> layout, FermionKind kind, Group group, int parity, int slices,
           int vectors, std::shared_ptr<VectorSet> inUse)
        : all_(std::move(layout), kind, group, parity, vectors * slices), vectors_(vectors), inUse_(std::move(inUse))
    {}

    /// How many vectors it has.
    int vectors() const { return vectors_; }
    /// Which ones are in use.
    VectorSet inUse() const { return *inUse_; }
    /// These are in use now, in all bundles that share the state.
    void use(const VectorSet& set) const { *inUse_ = set; }
    /// The state.
    const std::shared_ptr<VectorSet>& sharedUse() const { return inUse_; }
    /// All vectors as the slices of one field.
    Field<T>& all() { return all_; }
    /// All vectors as the slices of one field.
    const Field<T>& all() const { return all_; }
    /// Slices of a vector.
    int slices() const { return all_.slices() / vectors_; }
    /// Real numbers of a site of a vector.
    int numbers() const { return 2 * all_.components() / vectors_; }

private:
    Field<T> all_;
    int vectors_;
    std::shared_ptr<VectorSet> inUse_;
};

/// Puts a field in the place of a vector, in use or not.
template<class T>
void putVector(Bundle<T>& bundle, int vector, const Field<T>& field);
/// What is in the place of a vector.
template<class T>
void takeVector(Field<T>& field, const Bundle<T>& bundle, int vector);
/// Sets all vectors to these fields.
template<class T>
void putVectors(Bundle<T>& bundle, const std::vector<const Field<T>*>& fields)
{
    for (std::size_t v = 0; v < fields.size(); ++v)
        putVector(bundle, int(v), *fields[v]);
}
/// The vectors as fields like `like`.
template<class T>
std::vector<Field<T>> takeVectors(const Bundle<T>& bundle, const Field<T>& like)
{
    std::vector<Field<T>> fields(std::size_t(bundle.vectors()), like);
    for (std::size_t v = 0; v < fields.size(); ++v)
        takeVector(fields[v], bundle, int(v));
    return fields;
}
/// y = x.
template<class T>
void copyVectors(Bundle<T>& y, const Bundle<T>& x);

/// out = factor in, rounded to the precision of out.
void convert(Bundle<float>& out, const Bundle<double>& in, const Factors& factors);
/// y += factor x, in double precision.
void accumulate(Bundle<double>& y, const Bundle<float>& x, const Factors& factors);

/// A zero bundle that shares the state of x.
template<class T>
Bundle<T> zeroLike(const Bundle<T>& x);
/// y = 0.
template<class T>
void setZero(Bundle<T>& y);
/// y += a x.  Here and below a bundle may be given twice.
template<class T>
void axpy(const Each<double>& a, const Bundle<T>& x, Bundle<T>& y);
/// y += a x.
template<class T>
void axpy(const Each<std::complex<double>>& a, const Bundle<T>& x, Bundle<T>& y);
/// y += a x, with the same x for all vectors.
template<class T>
void axpy(const Each<std::complex<double>>& a, const Field<T>& x, Bundle<T>& y);
/// y += a x, with the same number for all vectors.
template<class T>
void axpy(double a, const Bundle<T>& x, Bundle<T>& y)
{
    axpy(Each<double>(y.vectors(), a), x, y);
}
/// y = x + a y.
template<class T>
void xpay(const Bundle<T>& x, const Each<double>& a, Bundle<T>& y);
/// y = x + a y, with the same number for all vectors.
template<class T>
void xpay(const Bundle<T>& x, double a, Bundle<T>& y)
{
    xpay(x, Each<double>(y.vectors(), a), y);
}
/// y += a x; |y|^2.
template<class T>
Each<double> axpyNorm2(const Each<double>& a, const Bundle<T>& x, Bundle<T>& y);
/// y += alpha p; p = r + beta p.
template<class T>
void updateSolutionAndDirection(Bundle<T>& y, Bundle<T>& p, const Bundle<T>& r, const Each<double>& alpha,
                                const Each<double>& beta);
/// sum |x|^2.
template<class T>
Each<double> norm2(const Bundle<T>& x);
/// sum conj(x) y.
template<class T>
Each<std::complex<double>> dot(const Bundle<T>& x, const Bundle<T>& y);
/// sum conj(x) y, with the same x for all vectors.
template<class T>
Each<std::complex<double>> dot(const Field<T>& x, const Bundle<T>& y);

/// out = M x of each vector; out is not x, here and below.
template<class T>
void mixSlices(Bundle<T>& out, const SliceMixing<T>& m, const Bundle<T>& x);
/// out = a chi + M x.
template<class T>
void mixSlices(Bundle<T>& out, const SliceMixing<T>& m, const Bundle<T>& x, double a, const Bundle<T>& chi);
/// out = a chi + M x; |out|^2.
template<class T>
Each<double> mixSlicesNorm2(Bundle<T>& out, const SliceMixing<T>& m, const Bundle<T>& x, double a,
                            const Bundle<T>& chi);

/// The poll for bundles of the host, where numbers are available at once.
template<class T>
HostPollOfEach makePoll(const Bundle<T>& /*like*/, int /*interval*/)
{
    return {};
}

} // namespace gaugegl::host
