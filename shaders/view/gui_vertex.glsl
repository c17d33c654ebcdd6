// Triangles of the interface, in pixels from the upper left corner.
layout(location = 0) in vec2 aPlace;
layout(location = 1) in vec2 aTexture;
layout(location = 2) in vec4 aColour;
uniform vec4 uFrame; // x, y of the upper left corner, width, height
out vec2 texturePlace;
out vec4 colour;

void main()
{
    texturePlace = aTexture;
    colour = aColour;
    vec2 part = (aPlace - uFrame.xy) / uFrame.zw;
    gl_Position = vec4(2.0 * part.x - 1.0, 1.0 - 2.0 * part.y, 0.0, 1.0);
}
