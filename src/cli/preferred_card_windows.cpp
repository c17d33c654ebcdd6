// On laptops with two graphics devices the drivers of NVIDIA and AMD look for these names among what a program exports, and give it the
// card instead of the processor's graphics.

extern "C" {
__declspec(dllexport) unsigned long NvOptimusEnablement = 1;
__declspec(dllexport) int AmdPowerXpressRequestHighPerformance = 1;
}
