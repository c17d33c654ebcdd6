// Numbers and storage.  A plane is a REAL4 per texel.
//
// Textures: a texture array stores a float plane in one RGBA32F layer and a double plane in two RGBA32UI layers, two doubles to
// a texel.  BUFFERS: a field is a range of one of CHUNKS storage buffers, plane after plane, row after row; its name here is
// (offset, width, height, chunk).
//
// PLANES is the type of a field as an argument of functions, FIELD that of a uniform.  IMAGES: textures are read as images,
// which software drivers do four times faster than fetching texels.  Formats of images are no part of the types of arguments (GLSL
// 4.60, 4.10), as Mesa has it; glslang 11 thinks they are.
#if DOUBLE
#define REAL double
#define REAL2 dvec2
#define REAL3 dvec3
#define REAL4 dvec4
#define REAL3x3 dmat3
#define REAL4x4 dmat4
#define TEXEL uvec4
#else
#define REAL float
#define REAL2 vec2
#define REAL3 vec3
#define REAL4 vec4
#define REAL3x3 mat3
#define REAL4x4 mat4
#define TEXEL vec4
#endif

#if BUFFERS
#define PLANES ivec4
#define FIELD PLANES

layout(std430, binding = 0) readonly buffer Chunk {
    REAL4 data[];
} chunks[CHUNKS];

int planeIndex(ivec4 field, ivec2 texel, int plane) { return field.x + (plane * field.z + texel.y) * field.y + texel.x; }

ivec2 sizeOf(PLANES planes) { return planes.yz; }

REAL4 loadPlane(PLANES planes, ivec2 texel, int plane)
{
    int i = planeIndex(planes, texel, plane);
#for K from 1 below CHUNKS
    if (planes.w == K) return chunks[K].data[i];
#end
    return chunks[0].data[i];
}

#define RESULT_TEXEL(result, LAYER) result[LAYER]
#else
#if IMAGES
#if DOUBLE
#define PLANES readonly uimage2DArray
#define FIELD layout(rgba32ui) PLANES
#else
#define PLANES readonly image2DArray
#define FIELD layout(rgba32f) PLANES
#endif

ivec2 sizeOf(PLANES planes) { return imageSize(planes).xy; }

TEXEL loadTexel(PLANES planes, ivec2 texel, int layer) { return imageLoad(planes, ivec3(texel, layer)); }
#else
#if DOUBLE
#define PLANES usampler2DArray
#else
#define PLANES sampler2DArray
#endif
#define FIELD PLANES

ivec2 sizeOf(PLANES planes) { return textureSize(planes, 0).xy; }

TEXEL loadTexel(PLANES planes, ivec2 texel, int layer) { return texelFetch(planes, ivec3(texel, layer), 0); }
#endif

REAL4 loadPlane(PLANES planes, ivec2 texel, int plane)
{
#if DOUBLE
    uvec4 a = loadTexel(planes, texel, 2 * plane), b = loadTexel(planes, texel, 2 * plane + 1);
    return REAL4(packDouble2x32(a.xy), packDouble2x32(a.zw), packDouble2x32(b.xy), packDouble2x32(b.zw));
#else
    return loadTexel(planes, texel, plane);
#endif
}

#if DOUBLE
uvec4 packedPair(REAL a, REAL b) { return uvec4(unpackDouble2x32(a), unpackDouble2x32(b)); }
// Layer LAYER of the result planes; the layer is a literal.
#define RESULT_TEXEL(result, LAYER)                                                                                    \
    ((LAYER) % 2 == 0 ? packedPair(result[(LAYER) / 2].x, result[(LAYER) / 2].y)                                       \
                      : packedPair(result[(LAYER) / 2].z, result[(LAYER) / 2].w))
#else
#define RESULT_TEXEL(result, LAYER) result[LAYER]
#endif
#endif

// A fixed field: 16-bit integers / 32767 in [-1, 1].  A normed field: 16-bit integers / 32767 in [-1, 1], times a norm of the texel that one more layer holds as (m, e / 32767, 0, 0): the norm is m 2^e
// with m a multiple of 1/32767 in (1/2, 1].  BIASED: the driver stores (i + 32768) / 65535 instead.
#if !DOUBLE && !BUFFERS
#if BIASED
vec4 storedSixteen(vec4 v) { return (v * 32767.0 + 32768.0) / 65535.0; }
vec4 loadedSixteen(vec4 v) { return (v * 65535.0 - 32768.0) / 32767.0; }
#else
vec4 storedSixteen(vec4 v) { return v; }
vec4 loadedSixteen(vec4 v) { return v; }
#endif

// NaN and infinity are preserved: if a plane has one, the norm is infinite and the planes are zero.
struct Norm {
    float largest, check, mantissa, inverse;
    int exponent;
};

Norm zeroNorm() { return Norm(0.0, 0.0, 0.0, 0.0, 0); }

void includePlane(inout Norm n, vec4 v)
{
    vec4 a = abs(v);
    n.largest = max(n.largest, max(max(a.x, a.y), max(a.z, a.w)));
    vec4 small = 1e-20 * v; // squares of large numbers overflow
    n.check += dot(small, small);
}

float powerOfTwo(int e) { return intBitsToFloat((e + 127) << 23); }

// To be called when all planes are included.
void closeNorm(inout Norm n)
{
    n.exponent = clamp((floatBitsToInt(n.largest) >> 23) - 126, -125, 125);
    n.mantissa = ceil(n.largest * powerOfTwo(-n.exponent) * 32767.0) / 32767.0;
    n.inverse = n.mantissa > 0.0 ? powerOfTwo(-n.exponent) / n.mantissa : 0.0;
    if (!(n.check < 1e38)) {
        n.exponent = 128; // 2^128 is infinite
        n.mantissa = 1.0;
        n.inverse = 0.0;
    }
}

vec4 normedTexel(Norm n, vec4 v) { return storedSixteen(n.exponent == 128 ? vec4(0.0) : v * n.inverse); }
vec4 normTexel(Norm n) { return storedSixteen(vec4(n.mantissa, float(n.exponent) / 32767.0, 0.0, 0.0)); }

float loadNorm(PLANES planes, ivec2 texel, int layer)
{
    vec4 code = loadedSixteen(loadPlane(planes, texel, layer));
    return code.x * powerOfTwo(int(floor(code.y * 32767.0 + 0.5)));
}
#endif
