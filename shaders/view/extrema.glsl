// Smallest and largest first number, largest length of both, and the sum of lengths: along x of an array of values, then
// (uStage 1) of all these.
uniform sampler3D uValues;
uniform sampler2DArray uRows;
uniform int uStage;
uniform ivec4 uSize;
layout(location = 0) out vec4 oExtrema;

vec4 joined(vec4 a, vec4 b) { return vec4(min(a.x, b.x), max(a.y, b.y), max(a.z, b.z), a.w + b.w); }

void main()
{
    vec4 result = vec4(3e38, -3e38, 0.0, 0.0);
    if (uStage == 0) {
        for (int x = 0; x < uSize.x; ++x) {
            vec2 v = texelFetch(uValues, ivec3(x, ivec2(gl_FragCoord.xy)), 0).xy;
            float size = length(v);
            result = joined(result, vec4(v.x, v.x, size, size));
        }
    } else {
        for (int z = 0; z < uSize.z; ++z)
            for (int y = 0; y < uSize.y; ++y)
                result = joined(result, texelFetch(uRows, ivec3(y, z, 0), 0));
    }
    oExtrema = result;
}
