#include "base/working_folder.h"

#include "base/output_file.h"
#include "io/sample_field.h"

#include <cstdlib>
#include <sys/stat.h>

namespace gaugegl::io::test {
namespace {

namespace fs = std::filesystem;

TEST(WorkingFolder, IsOfThisUserAloneAndGoesWithAllThatIsInIt)
{
    std::string path;
    {
        const WorkingFolder folder, other;
        path = folder.path();
        EXPECT_NE(path, other.path());
        struct stat status = {};
        ASSERT_EQ(::lstat(path.c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 07777, 0700u);
        fs::create_directory(folder.file("inner"));
        save(folder.file("inner/text"), "text");
    }
    EXPECT_FALSE(fs::exists(path));
}

TEST(WorkingFolder, LiesBesideWhatItIsForWhereThatIsAsked)
{
    const TemporaryFolder place;

    const WorkingFolder folder(place.file(""), ".film-");

    EXPECT_EQ(fs::path(folder.path()).parent_path(), fs::path(place.file("")).parent_path());
    EXPECT_TRUE(fs::path(folder.path()).filename().string().starts_with(".film-"));
    EXPECT_EQ(fileError([&] { WorkingFolder none(place.file("missing"), "x"); }),
              place.file("missing") + ": cannot make a folder of temporary files in it: No such file or directory");
}

TEST(WorkingFolderDeathTest, GoesAlsoWhenTheProcessExitsEarly)
{
    const TemporaryFolder place;
    const auto exits = [&] {
        const WorkingFolder folder(place.file(""), "x");
        save(folder.file("text"), "text");
        removeUnfinishedFiles();
        std::_Exit(place.entries() == 0 ? 7 : 8);
    };

    EXPECT_EXIT(exits(), testing::ExitedWithCode(7), "");
}

} // namespace
} // namespace gaugegl::io::test
