// A picture drawn at another resolution, stretched over the viewport.
uniform sampler2DArray uPicture;
uniform vec4 uViewport; // x, y, width, height in pixels
layout(location = 0) out vec4 oColour;

void main() { oColour = textureLod(uPicture, vec3((gl_FragCoord.xy - uViewport.xy) / uViewport.zw, 0.0), 0.0); }
