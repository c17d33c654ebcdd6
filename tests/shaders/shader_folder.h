// Kernels of the tests: a copy of shaders/ with more files, which the program reads while an object of this class
// lives.
#pragma once

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace gaugegl::testing_support {

/// Sets GAUGEGL_SHADER_DIR.  Devices that are used meanwhile should not be shared: they keep programs by name.
class ShaderFolder {
public:
    ShaderFolder()
    {
        static std::atomic<int> count = 0;
        path_ = std::filesystem::temp_directory_path() /
                ("gaugegl_shaders_" + std::to_string(getpid()) + "_" + std::to_string(count++));
        std::filesystem::copy(std::filesystem::path(GAUGEGL_SOURCE_DIR) / "shaders", path_,
                              std::filesystem::copy_options::recursive);
        setenv("GAUGEGL_SHADER_DIR", path_.c_str(), 1);
    }
    ~ShaderFolder()
    {
        unsetenv("GAUGEGL_SHADER_DIR");
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    /// Writes a file, "kernels/test.glsl", or replaces it.
    void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }

    ShaderFolder(const ShaderFolder&) = delete;
    ShaderFolder& operator=(const ShaderFolder&) = delete;

private:
    std::filesystem::path path_;
};

} // namespace gaugegl::testing_support
