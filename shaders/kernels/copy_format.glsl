// The elements of a texture of any format (TEXEL: vec4 or uvec4) or of a buffer (BUFFER; TEXEL: float, vec2, vec4, double or a structure of
// STRUCT) as they are: measures the copy bandwidth of each.
#if BUFFER
#ifdef STRUCT
struct Element { STRUCT; };
#endif
layout(std430, binding = 0) readonly buffer Source { TEXEL source[]; };
TEXEL copied(ivec2 texel, int width) { return source[texel.x + width * texel.y]; }
#else
uniform PLANES uSource;
TEXEL copied(ivec2 texel, int width) { return texelFetch(uSource, ivec3(texel, 0), 0); }
#endif
