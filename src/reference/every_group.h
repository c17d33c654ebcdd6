// The numbers of colours for which the reference is compiled.
#pragma once

/// F(N) for every SU(N).
#define GAUGEGL_FOR_EVERY_N(F) F(2) F(3) F(4)
