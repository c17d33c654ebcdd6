// Wilson loops of fields where they are known by hand, and their invariance.
#include "gaugegl/reference/observables.h"
#include "gaugegl/reference/wilson_loops.h"

#include "support/test_field.h"

#include <gtest/gtest.h>

namespace gaugegl::reference {
namespace {
