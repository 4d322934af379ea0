#pragma once

#include <string>

namespace posenc {

/// Why a caller's value was refused. Pages branch on the code; people read the message.
enum class ErrorCode {
  kOutOfRange,     ///< a number is outside the limits of its header
  kNotFinite,      ///< a number is NaN or infinite
  kShapeMismatch,  ///< two shapes that must agree do not
  kOutOfMemory,    ///< the result does not fit the memory that is left
  kUnknownName,    ///< an id names nothing that exists
};

/// The message names the value and what is needed: "width is 0; it must be 1..65536".
struct Error {
  ErrorCode code;
  std::string message;
};

}  // namespace posenc
