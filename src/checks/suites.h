// The suites of this room.
#pragma once

#include "checks/suite.h"

namespace gaugegl {

std::unique_ptr<Suite> standardSuite(const SuiteRequest& request); ///< every kernel
std::unique_ptr<Suite> copySuite(const SuiteRequest& request);     ///< the copy bandwidth of every texel format
std::unique_ptr<Suite> scalingSuite(const SuiteRequest& request);  ///< ranks that share lattices beside ranks alone

} // namespace gaugegl
