// Fields of one parity on the host, with which `gaugegl verify` and the tests compare the device.
#pragma once

#include "algebra/hopping.h"
#include "fields/fermion_field.h"

namespace gaugegl {

/// Gaussian numbers on one parity: that part of gaussianSource().
HalfVector randomHalf(const Lattice& lattice, FermionKind kind, Group group, int parity, std::uint64_t seed);

/// sum |a|^2.
double norm2(const HalfVector& a);
/// |a - b|_2 / |b|_2; NaN if a number is NaN.
double deviation(const HalfVector& a, const HalfVector& b);

/// A field of the device, copied to the host.
HalfVector downloaded(const FermionField& field);
/// The inverse of downloaded(): a field of the space with these numbers.
FermionField uploaded(const std::shared_ptr<FermionSpace>& space, const HalfVector& half);

/// (a + i b gamma_5) chi + (c + i d gamma_5) h.
HalfVector combined(const HopCoefficients& f, const HalfVector& chi, const HalfVector& h,
                    const FermionSpace::Description& field);

} // namespace gaugegl
