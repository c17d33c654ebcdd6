// Densities in the layout of half fields become a plain array of numbers in two directions a, b, at fixed coordinates in
// the others: value(a, b) = weights . density(x), of one t or as the mean over all.
uniform sampler2DArray uEven, uOdd;
uniform ivec4 uExtents;
uniform ivec4 uFixed;
uniform int uAxisRight, uAxisUp;
uniform int uTimes;      // how many t are averaged, from that of uFixed on
uniform vec4 uWeights[2];
layout(location = 0) out vec4 oValue;

vec4 density(ivec4 x)
{
    ivec3 texel = ivec3((x.x >> 1) + (uExtents.x >> 1) * x.y, x.z + uExtents.z * x.w, 0);
    if (((x.x + x.y + x.z + x.w) & 1) == 0) return texelFetch(uEven, texel, 0);
    return texelFetch(uOdd, texel, 0);
}

void main()
{
    ivec4 x = uFixed;
    x[uAxisRight] = int(gl_FragCoord.x);
    x[uAxisUp] = int(gl_FragCoord.y);
    vec2 sum = vec2(0.0);
    for (int t = 0; t < uTimes; ++t) {
        vec4 d = density(x);
        sum += vec2(dot(uWeights[0], d), dot(uWeights[1], d));
        ++x.w;
    }
    oValue = vec4(sum / float(uTimes), 0.0, 1.0);
}
