// Annealing: a rotation drawn at a temperature.
#include "lattice/annealing_$GAUGE.glsl"

REAL4 rotation(REAL4 terms[LOCAL_PLANES], int subgroup, uint site) { return annealed(terms, subgroup, site); }
