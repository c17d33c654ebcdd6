// What the tests of fermions on the device share.
#pragma once

#include "gaugegl/core/fermion_source.h"
#include "gaugegl/dirac/half_fields.h"
#include "gaugegl/reference/dirac.h"
