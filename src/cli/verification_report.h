// What `gaugegl verify` says of a check.
#pragma once

#include "report.h"

#include "checks/check.h"

namespace gaugegl::cli {

nlohmann::json toJson(const Check& check);
/// The head of the table, and a line of it.
void printCheckTitles();
void printCheck(const Check& check);

} // namespace gaugegl::cli
