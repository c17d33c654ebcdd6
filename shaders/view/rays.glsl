// The volume: each pixel follows its ray through the box and either gathers the light of a cloud, C = integral of colour
// times density times exp(-optical depth), or keeps the largest value.
#include "view/colour.glsl"
uniform sampler3D uValues;
uniform vec4 uView[4];     // eye, right, up, forward
uniform vec4 uBox;         // extents in sites; w: the longest
uniform vec4 uTarget;      // width, height, x and y of the picture in pixels
uniform float uStep;       // along the ray, in sites
uniform float uThreshold;  // part of the range below which nothing is seen
uniform float uOpacity;
uniform int uMaximum;
layout(location = 0) out vec4 oColour;

const vec3 background = vec3(0.035, 0.038, 0.048);

vec2 valueAt(vec3 place) { return textureLod(uValues, place / uBox.xyz, 0.0).xy; }

void main()
{
    vec2 screen = 2.0 * (gl_FragCoord.xy - uTarget.zw) / uTarget.xy - 1.0;
    vec3 eye = uView[0].xyz;
    vec3 ray = normalize(uView[3].xyz + screen.x * uView[1].xyz + screen.y * uView[2].xyz);
    vec3 safe = mix(ray, vec3(1e-6), lessThan(abs(ray), vec3(1e-6)));
    vec3 a = -eye / safe, b = (uBox.xyz - eye) / safe;
    vec3 low = min(a, b), high = max(a, b);
    float begin = max(max(low.x, low.y), max(low.z, 0.0)), end = min(high.x, min(high.y, high.z));

    vec3 light = vec3(0.0);
    float clear = 1.0;
    vec2 largest = vec2(0.0);
    int steps = end > begin ? int(ceil((end - begin) / uStep)) : 0;
    float size = steps > 0 ? (end - begin) / float(steps) : 0.0;
    float thickness = 22.0 * uOpacity * size / uBox.w;
    for (int i = 0; i < steps; ++i) {
        vec2 value = valueAt(eye + (begin + (float(i) + 0.5) * size) * ray);
        float s = strength(value);
        if (uMaximum == 1) {
            if (s > strength(largest)) largest = value;
            continue;
        }
        s = (s - uThreshold) / (1.0 - uThreshold);
        if (s <= 0.0) continue;
        float part = clear * (1.0 - exp(-thickness * s * s));
        light += part * colourOf(value);
        clear -= part;
        if (clear < 0.01) break;
    }
    if (uMaximum == 1) {
        float s = strength(largest);
        float shown = smoothstep(uThreshold, uThreshold + 0.02, s);
        if (uKind == 2) shown *= s;
        oColour = vec4(mix(background, colourOf(largest), steps > 0 ? shown : 0.0), 1.0);
        return;
    }
    oColour = vec4(light + clear * background, 1.0);
}
