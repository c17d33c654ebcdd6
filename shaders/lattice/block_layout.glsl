// How Hermitian blocks of the upper two and of the lower two spins of a site are stored, such as those of a clover term.  A block has BLOCK = 2 NC rows, spin * NC +
// colour; its numbers are those of the diagonal, then (re, im) of the elements (1, 0), (2, 0), (2, 1), (3, 0), ..: BLOCK_PLANES = NC^2 planes, the upper spins first.

// Where element (i, j), j < i, begins.
#define OFF_DIAGONAL(i, j) (BLOCK + (i) * ((i) - 1) + 2 * (j))
