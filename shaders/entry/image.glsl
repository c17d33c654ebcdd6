// The image that a compute shader writes.
#if DOUBLE
layout(rgba32ui) uniform writeonly uimage2DArray uResult;
#else
layout(rgba32f) uniform writeonly image2DArray uResult;
#endif
