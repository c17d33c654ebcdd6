// Gauge fixing of a site x: the transformation g(x) that maximises the local functional while its neighbours are fixed.
//
// Seen from x the links are V = U_mu(x), those ahead, and V = U_mu(x-mu)^dagger, those behind, and all become g V.  g is made of rotations a of the SU(2)
// subgroups in turn.  LINKS of them count: 8, or in Coulomb gauge the 6 of space.  The gauge is that of lattice/local_$GAUGE.glsl, which offers
//   LINKS_IN_LOOP                  1 if a thread that needs the numbers of all links of a site should go through them in a loop,
//   Local                          the data that a thread with the whole site keeps of its links,
//   localAt(x)                     made from linkAhead(x, mu) and linkBehind(x, mu),
//   localTerms(l, x, g, s, terms)  the LOCAL_PLANES numbers that determine the functional of a rotation in subgroup s after g; they are sums over the links,
//   turn(l, a, s)                  the links have been rotated by a,
//   linkTerms(v, s, terms)         what one link V contributes to these numbers, for threads that have one link each,
//   largest(terms)                 the rotation a, of norm 1, at the maximum of the functional; 1 where it is not defined,
//   qualityOf(x)                   (functional, theta) of the site;
// lattice/annealing_$GAUGE.glsl has
//   annealed(terms, s, site)          a rotation at the temperature 1/uBeta, by the random numbers of the site.
// Subgroups and directions are literals.
#include "lattice/gauge_field.glsl"

#define DIRECTIONS (LINKS / 2)

// RELOAD: links are read where they are used, and read again to be transformed, to save registers (site.glsl).
#if RELOAD
#define NO_HOIST_IF_RELOAD NO_HOIST
#define HERE(x) reloadSite(x)
#else
#define NO_HOIST_IF_RELOAD
#define HERE(x) (x)
#endif

#define linkAhead(x, mu) link(uSame[mu], x)
#define linkBehind(x, mu) adj(link(uOther[mu], shifted(x, mu, -1)))

// One of the links of a site by a number known only at run time, so that a loop over the links has a single body.
Matrix numberedLink(Site x, int number)
{
#for MU in 0 1 2 3
#if MU < DIRECTIONS
    if (number == MU) return linkAhead(x, MU);
    if (number == DIRECTIONS + MU) return linkBehind(x, MU);
#endif
#end
    return unitMatrix();
}
#define EVERY_LINK(number) for (int number = uOpaqueZero; number < LINKS; ++number)

// Below this norm a direction is not defined.
#if DOUBLE
#define SMALLEST_NORM 1e-12lf
#else
#define SMALLEST_NORM 1e-12
#endif

#include "lattice/local_$GAUGE.glsl"
