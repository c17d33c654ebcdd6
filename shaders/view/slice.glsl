// The slice as a heat map: the values of two directions, filling the picture.
#include "view/colour.glsl"
uniform sampler3D uValues;
uniform vec4 uTarget; // width, height, x and y of the picture in pixels
layout(location = 0) out vec4 oColour;

void main()
{
    vec2 value = textureLod(uValues, vec3((gl_FragCoord.xy - uTarget.zw) / uTarget.xy, 0.5), 0.0).xy;
    vec3 colour = colourOf(value);
    if (uKind == 2) colour *= strength(value);
    oColour = vec4(colour, 1.0);
}
