// Maximally Abelian gauge has no heat bath.
#include "lattice/metropolis.glsl"
