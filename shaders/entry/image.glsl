// What a compute shader writes: an image, or with BUFFERS a range of a storage buffer.
#if BUFFERS
uniform PLANES uResult;
layout(std430, binding = CHUNKS) writeonly buffer Result {
    REAL4 resultData[];
};
ivec2 resultSize() { return uResult.yz; }
#define STORE(texel, layer, value) resultData[planeIndex(uResult, texel, layer)] = value
#else
#if DOUBLE
layout(rgba32ui) uniform writeonly uimage2DArray uResult;
#else
layout(rgba32f) uniform writeonly image2DArray uResult;
#endif
ivec2 resultSize() { return imageSize(uResult).xy; }
#define STORE(texel, layer, value) imageStore(uResult, ivec3(texel, layer), value)
#endif
