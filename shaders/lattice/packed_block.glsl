// Hermitian blocks (lattice/block_layout.glsl) as numbers: for what is done with whole blocks, not with a spinor.
#include "lattice/block_layout.glsl"
#include "lattice/group.glsl"

// Element (i, j), j < i, is off[i (i - 1) / 2 + j].
#define AT(i, j) ((i) * ((i) - 1) / 2 + (j))

struct Block {
    REAL diagonal[BLOCK];
    REAL2 off[BLOCK * (BLOCK - 1) / 2];
};

Block loadBlock(PLANES planes, ivec2 texel, int first)
{
    REAL4 p[BLOCK_PLANES];
#for K below BLOCK_PLANES
    p[K] = loadPlane(planes, texel, first + K);
#end
    Block b;
#for I below BLOCK
    b.diagonal[I] = p[I / 4][I % 4];
#for J below I
    b.off[AT(I, J)] = REAL2(p[OFF_DIAGONAL(I, J) / 4][OFF_DIAGONAL(I, J) % 4], p[OFF_DIAGONAL(I, J) / 4][OFF_DIAGONAL(I, J) % 4 + 1]);
#end
#end
    return b;
}

// a b and a conj(b).
REAL2 timesComplex(REAL2 a, REAL2 b) { return REAL2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
REAL2 timesConjugate(REAL2 a, REAL2 b) { return REAL2(a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y); }
REAL2 conjugateOf(REAL2 a) { return REAL2(a.x, -a.y); }

// Element (i, j), i != j, of a block.
REAL2 elementOf(Block b, int i, int j) { return i > j ? b.off[AT(i, j)] : conjugateOf(b.off[AT(j, i)]); }

// a b of blocks that commute, which is Hermitian.
Block productOfCommuting(Block a, Block b)
{
    Block c;
#for I below BLOCK
    {
        REAL sum = a.diagonal[I] * b.diagonal[I];
#for K below BLOCK except I
        sum += dot(elementOf(a, I, K), elementOf(b, I, K));
#end
        c.diagonal[I] = sum;
    }
#for J below I
    {
        REAL2 sum = a.diagonal[I] * b.off[AT(I, J)] + b.diagonal[J] * a.off[AT(I, J)];
#for K below BLOCK except I J
        sum += timesConjugate(elementOf(a, I, K), elementOf(b, J, K));
#end
        c.off[AT(I, J)] = sum;
    }
#end
#end
    return c;
}
