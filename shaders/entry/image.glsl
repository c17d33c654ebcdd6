// What a compute shader writes: images, or with BUFFERS ranges of storage buffers.
#if BUFFERS
#for T below TARGETS
uniform FIELD uResult$T;
layout(std430, binding = RESULT_BINDING_$T) writeonly buffer Result$T {
    REAL4 resultData$T[];
};
#define STORE$T(texel, layer, value) resultData$T[planeIndex(uResult$T, texel, layer)] = value
#end
ivec2 resultSize() { return uResult0.yz; }
#else
#if DOUBLE
#define RESULT_IMAGE uimage2DArray
#else
#define RESULT_IMAGE image2DArray
#endif
#for T below TARGETS
layout(IMAGE_FORMAT_$T) uniform writeonly RESULT_IMAGE uResult$T;
#define STORE$T(texel, layer, value) imageStore(uResult$T, ivec3(texel, layer), value)
#end
ivec2 resultSize() { return imageSize(uResult0).xy; }
#endif
