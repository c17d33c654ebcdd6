// The interface: the colour of the triangle times that of its texture, the letters.
uniform sampler2DArray uLetters;
in vec2 texturePlace;
in vec4 colour;
layout(location = 0) out vec4 oColour;

void main() { oColour = colour * texture(uLetters, vec3(texturePlace, 0.0)); }
