#pragma once
#include <string>
#include <vector>
namespace gaugegl::gl {
struct EmbeddedShader { std::string name, text; };
const std::vector<EmbeddedShader>& embeddedShaders();
}
