#include <cstdlib>
#include <gtest/gtest.h>

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    setenv("GAUGEGL_CACHE_DIR", "", 1); // the programs that tests start leave the user's cache alone
    return RUN_ALL_TESTS();
}
