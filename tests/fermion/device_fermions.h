// What the tests of fermions on the device share.
#pragma once

#include "core/fermion_source.h"
#include "fermion/operators/half_fields.h"
#include "reference/dirac.h"
