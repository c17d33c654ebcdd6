// A zero that is opaque to the compiler, by which it is kept from holding in registers what is loaded early.
uniform int uOpaqueZero;

// A statement after NO_HOIST is executed once, in a loop of opaque length, so that the compiler does not hoist its
// loads.
#define NO_HOIST for (int once = uOpaqueZero; once < 1; ++once)
