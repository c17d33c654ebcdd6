// The colour of a value: uKind 0: a positive number, 1: a number of either sign, 2: a complex number, its phase as hue.
uniform sampler2DArray uColours;
uniform int uKind;
uniform float uRange;

// 0 to 1: how far from 0.
float strength(vec2 value) { return clamp((uKind == 2 ? length(value) : abs(value.x)) / uRange, 0.0, 1.0); }

vec3 mapped(float x) { return textureLod(uColours, vec3((0.5 + 255.0 * clamp(x, 0.0, 1.0)) / 256.0, 0.5, 0.0), 0.0).rgb; }

vec3 colourOf(vec2 value)
{
    if (uKind == 1) return mapped(0.5 + 0.5 * value.x / uRange);
    if (uKind == 0) return mapped(value.x / uRange);
    if (value == vec2(0.0)) return mapped(0.5);
    return mapped(0.5 + atan(value.y, value.x) / 6.283185307179586);
}
