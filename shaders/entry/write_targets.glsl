// The end of main: writes `result` by WRITE0(K, layer, value), WRITE1, .., for each of the layers FIRST + K, K < COUNT, of all targets.  Target T has
// the result planes PLANE_BEGIN_T .. PLANE_END_T - 1 and the layers LAYER_BEGIN_T .. LAYER_END_T - 1; a normed one has a layer more for its norms.
#for T below TARGETS
#if NORMED_$T
    Norm norm$T = zeroNorm();
#for K below RESULT_PLANES
#if K >= PLANE_BEGIN_$T && K < PLANE_END_$T
    includePlane(norm$T, result[K]);
#endif
#end
    closeNorm(norm$T);
#endif
#for K below COUNT
#if FIRST + K >= LAYER_BEGIN_$T && FIRST + K < LAYER_END_$T
#define LAYER (FIRST + K - LAYER_BEGIN_$T)
#if FIXED_$T
    WRITE$T(K, LAYER, storedSixteen(result[PLANE_BEGIN_$T + LAYER]));
#elif !NORMED_$T
    WRITE$T(K, LAYER, RESULT_TEXEL(result, PLANE_BEGIN_$T * LAYERS_PER_PLANE + LAYER));
#elif FIRST + K + 1 == LAYER_END_$T
    WRITE$T(K, LAYER, normTexel(norm$T));
#else
    WRITE$T(K, LAYER, normedTexel(norm$T, result[PLANE_BEGIN_$T + LAYER]));
#endif
#undef LAYER
#endif
#end
#end
