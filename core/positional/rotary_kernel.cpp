#include "core/positional/rotary_kernel.h"

#include "core/positional/rotary_kernel_heads.h"

namespace posenc {

void turn_heads_baseline(const float* x, const float* cosines, const float* sines, float direction,
                         const RotaryHeads& shape, float* out) {
  turn_heads_with<FourCells>(x, cosines, sines, direction, shape, out);
}

#if defined(POSENC_NEWER_PROCESSORS)

void turn_heads(const float* x, const float* cosines, const float* sines, float direction,
                const RotaryHeads& shape, float* out) {
  static const auto chosen = __builtin_cpu_supports("avx2") ? turn_heads_avx2 : turn_heads_baseline;
  chosen(x, cosines, sines, direction, shape, out);
}

#else

void turn_heads(const float* x, const float* cosines, const float* sines, float direction,
                const RotaryHeads& shape, float* out) {
  turn_heads_baseline(x, cosines, sines, direction, shape, out);
}

#endif

}  // namespace posenc
