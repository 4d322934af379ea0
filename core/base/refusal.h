#pragma once

#include "core/base/error.h"

namespace posenc {

/// An error whose message reads "<name> is <value>; it must be <need>".
Error refusal(ErrorCode code, const char* name, double value, const char* need);

}  // namespace posenc
