// The rotary kernel for machines with AVX2, chosen at run time. This file is compiled with -mavx2;
// it must not call inline functions that others might share.

#if defined(__AVX2__)

#include "core/positional/rotary_kernel.h"
#include "core/positional/rotary_kernel_heads.h"

namespace posenc {

void turn_heads_avx2(const float* x, const float* cosines, const float* sines, float direction,
                     const RotaryHeads& shape, float* out) {
  turn_heads_with<EightCells>(x, cosines, sines, direction, shape, out);
}

}  // namespace posenc

#endif
