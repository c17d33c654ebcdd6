// Runs the kernel once per texel of the targets and writes their layers FIRST .. FIRST+COUNT-1. IN_PLACE: writes from
// layer uFirstLayer on, to a texture that the kernel may also read; no thread reads what another one writes.
// OWN_TARGETS: each of the THREADS threads of a texel has its own target, of OWN_LAYERS layers. SCATTERS:
// targetTexel(texel, target) of the kernel chooses the texel of each target; no two threads write the same texel.
#include "entry/image.glsl"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = THREADS) in;
uniform int uFirstRow, uEndRow; // the rows of this piece of the pass
#ifdef STRIDED_ROWS // counted without ghosts, of which each slice has some before and after its rows
uniform int uSliceRows, uGhostRows, uGhostSlices;
uniform int uPieceZ, uPieceRows; // of each slice so many rows from that one on
int storedRow(int row)
{
    int slice = row / uPieceRows;
    return row - slice * uPieceRows + uPieceZ + uGhostRows + (uSliceRows + 2 * uGhostRows) * (slice + uGhostSlices);
}
#else
#define storedRow(row) (row)
#endif
#if IN_PLACE
uniform int uFirstLayer;
#define RESULT_LAYER(layer) (uFirstLayer + (layer))
#else
#define RESULT_LAYER(layer) (layer)
#endif
#if SCATTERS
#define TEXEL_IN(target) targetTexel(texel, target)
#else
#define TEXEL_IN(target) texel
#endif
#for T below TARGETS
#define WRITE$T(k, layer, value) STORE$T(TEXEL_IN(T), RESULT_LAYER(layer), value)
#end

#if OWN_TARGETS
void main()
{
    ivec2 place = ivec2(gl_GlobalInvocationID.xy) + ivec2(0, uFirstRow);
    ivec2 end = ivec2(resultSize().x, uEndRow), inside = min(place, end - 1), texel = ivec2(inside.x, storedRow(inside.y));
    REAL4 result[RESULT_PLANES / TARGETS];
    kernel(texel, result); // all take part in its barriers
    if (place != inside) return;
#for T below TARGETS
    if (int(gl_LocalInvocationID.z) == T) {
#for K below OWN_LAYERS
        STORE$T(TEXEL_IN(T), K, RESULT_TEXEL(result, K));
#end
    }
#end
}
#else
void main()
{
    ivec2 place = ivec2(gl_GlobalInvocationID.xy) + ivec2(0, uFirstRow);
    ivec2 end = ivec2(resultSize().x, uEndRow), inside = min(place, end - 1), texel = ivec2(inside.x, storedRow(inside.y));
    REAL4 result[RESULT_PLANES];
#if THREADS > 1
    kernel(texel, result); // all take part in its barriers
    if (gl_LocalInvocationID.z > 0u) return;
#endif
    if (place != inside) return;
#if THREADS == 1
    kernel(texel, result);
#endif
#include "entry/write_targets.glsl"
}
#endif
