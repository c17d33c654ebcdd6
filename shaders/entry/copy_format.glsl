// Writes what `copied` returns: to a target of the fragment path, to an image of format FORMAT, or to a buffer; of PLANAR arrays in a buffer
// each.
#if FRAGMENT
out TEXEL oTexel;

void main() { oTexel = copied(ivec2(gl_FragCoord.xy), 0); }
#else
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y) in;
uniform int uWidth, uHeight;
#if BUFFER
layout(std430, binding = 1) writeonly buffer Target { TEXEL target[]; };
#else
layout(FORMAT) uniform writeonly IMAGE uTarget;
#endif

void main()
{
    ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
    if (texel.x >= uWidth || texel.y >= uHeight) return;
#ifdef PLANAR
    for (int plane = 0; plane < PLANAR; ++plane)
        target[texel.x + uWidth * (texel.y + uHeight * plane)] = copied(texel + ivec2(0, uHeight * plane), uWidth);
#elif BUFFER
    target[texel.x + uWidth * texel.y] = copied(texel, uWidth);
#else
    imageStore(uTarget, ivec3(texel, 0), copied(texel, uWidth));
#endif
}
#endif
