#include "core/base/refusal.h"

#include <utility>

#include "core/base/number_text.h"

namespace posenc {

Error refusal(ErrorCode code, const char* name, double value, const char* need) {
  std::string message = name;
  message += " is ";
  message += number_text(value);
  message += "; it must be ";
  message += need;
  return {code, std::move(message)};
}

}  // namespace posenc
