// The inverses of the blocks of a clover term (lattice/block_layout.glsl) by the elimination of Gauss and Jordan in place, without pivots as the blocks are
// close to 1:  C = B^-1, or (SQUARED) C = (B^2 + t^2)^-1, t^2 = uTwist2.  One more plane holds log |det| of both blocks in its first number.
#include "lattice/math.glsl"
#include "lattice/packed_block.glsl"

uniform FIELD uBlocks;
#if SQUARED
uniform REAL uTwist2;
#endif

#if SQUARED
// b^2 + t^2.
Block squared(Block b)
{
    Block s = productOfCommuting(b, b);
#for I below BLOCK
    s.diagonal[I] += uTwist2;
#end
    return s;
}
#endif

void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    REAL logarithm = REAL(0.0);
#for HALF in 0 1
    {
        Block b = loadBlock(uBlocks, texel, HALF * BLOCK_PLANES);
#if SQUARED
        b = squared(b);
#endif
        REAL determinant = REAL(1.0);
        // Step K makes of the block what is left of -C when row and column K are exchanged with the right-hand side.
#for K below BLOCK
        {
            REAL2 column[BLOCK];
            REAL inverse = REAL(1.0) / b.diagonal[K];
            determinant *= b.diagonal[K];
#for I below BLOCK except K
            column[I] = elementOf(b, I, K);
#end
#for I below BLOCK except K
            b.diagonal[I] -= inverse * dot(column[I], column[I]);
#for J below I except K
            b.off[AT(I, J)] -= inverse * timesConjugate(column[I], column[J]);
#end
#end
#for I below BLOCK
#if I > K
            b.off[AT(I, K)] = inverse * column[I];
#elif I < K
            b.off[AT(K, I)] = inverse * conjugateOf(column[I]);
#endif
#end
            b.diagonal[K] = -inverse;
        }
#end
        logarithm += logOf(abs(determinant));
        REAL numbers[BLOCK * BLOCK];
#for I below BLOCK
        numbers[I] = -b.diagonal[I];
#for J below I
        numbers[OFF_DIAGONAL(I, J)] = -b.off[AT(I, J)].x;
        numbers[OFF_DIAGONAL(I, J) + 1] = -b.off[AT(I, J)].y;
#end
#end
#for K below BLOCK_PLANES
        result[HALF * BLOCK_PLANES + K] = REAL4(numbers[4 * K], numbers[4 * K + 1], numbers[4 * K + 2], numbers[4 * K + 3]);
#end
    }
#end
    result[2 * BLOCK_PLANES] = REAL4(logarithm, 0.0, 0.0, 0.0);
}
