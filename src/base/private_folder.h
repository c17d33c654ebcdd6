// Folders for what the program keeps of a user.
#pragma once

#include <filesystem>
#include <system_error>

namespace gaugegl {

/// Makes a folder that only the user can read, with all above it, where it is not there yet.  Does not throw: what is written into
/// it says what is wrong.
inline void makePrivateFolder(const std::filesystem::path& folder)
{
    std::error_code error;
    if (std::filesystem::create_directories(folder, error))
        std::filesystem::permissions(folder, std::filesystem::perms::owner_all, error);
}

} // namespace gaugegl
