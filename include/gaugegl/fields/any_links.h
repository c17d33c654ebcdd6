// The links of a configuration on either backend.
#pragma once

#include "gaugegl/fields/gauge_field.h"

#include <memory>
#include <variant>

namespace gaugegl {
namespace host {

template<class T>
class LinksOf;
/// Links of the host in double precision (host/link_field.h).
using LinkField = LinksOf<double>;

} // namespace host

/// Links on a device, which must outlive the object, or in double precision on the host.
using AnyLinks = std::variant<const GaugeField*, std::shared_ptr<const host::LinkField>>;
/// Links that are changed; they must outlive the object.
using ChangingLinks = std::variant<GaugeField*, host::LinkField*>;

} // namespace gaugegl
