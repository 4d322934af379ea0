#include "tests/fuzz/targets.h"

#include <cstring>

#if defined(__SANITIZE_ADDRESS__)
#define POSENC_FILLS_MEMORY
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POSENC_FILLS_MEMORY
#endif
#endif
#ifdef POSENC_FILLS_MEMORY
// Of the sanitizer's allocator_interface.h, which GCC does not install.
extern "C" int __sanitizer_install_malloc_and_free_hooks(
    void (*allocated)(const volatile void* memory, std::size_t size),
    void (*freed)(const volatile void* memory));
#endif

namespace posenc::fuzz {
namespace {

constexpr Target kTargets[] = {
    {"shape", fuzz_shape},
    {"number_text", fuzz_number_text},
    {"difference", fuzz_difference},
    {"turns", fuzz_turns},
    {"sinusoidal", fuzz_sinusoidal},
    {"sinusoidal_geometry", fuzz_sinusoidal_geometry},
    {"learned", fuzz_learned},
    {"alibi", fuzz_alibi},
    {"t5", fuzz_t5},
    {"shaw", fuzz_shaw},
    {"transformer_xl", fuzz_transformer_xl},
    {"rotary", fuzz_rotary},
    {"positional_encoding", fuzz_positional_encoding},
    {"learned_positions", fuzz_learned_positions},
    {"attention", fuzz_attention},
    {"claims", fuzz_claims},
    {"grading", fuzz_grading},
    {"training", fuzz_training},
};

#ifdef POSENC_FILLS_MEMORY
int fresh = -1;  // what fresh memory holds; -1: what the sanitizer puts there

void fill_fresh_memory(const volatile void* memory, std::size_t size) {
  // Larger blocks come straight from the system; calloc counts on their zeros.
  constexpr std::size_t kLargest = 1 << 16;
  if (fresh >= 0 && size <= kLargest) std::memset(const_cast<void*>(memory), fresh, size);
}

void ignore_freed_memory(const volatile void* /*memory*/) {}

void fill_fresh_memory_with(int byte) {
  static const bool installed [[maybe_unused]] =
      __sanitizer_install_malloc_and_free_hooks(fill_fresh_memory, ignore_freed_memory) != 0;
  fresh = byte;
}
#else
void fill_fresh_memory_with(int /*byte*/) {}
#endif

std::uint64_t digest_of_run(const Target& target, std::span<const std::uint8_t> bytes, int fill) {
  fill_fresh_memory_with(fill);
  Input input(bytes);
  Observer observer;
  target.run(input, observer);
  fill_fresh_memory_with(-1);
  return observer.digest();
}

}  // namespace

std::span<const Target> targets() { return kTargets; }

const Target* find_target(std::string_view name) {
  for (const Target& target : kTargets) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

void run_twice(const Target& target, std::span<const std::uint8_t> bytes) {
  // Read as float32 or float64, both are far from any right value.
  const std::uint64_t first = digest_of_run(target, bytes, 0x55);
  const std::uint64_t second = digest_of_run(target, bytes, 0xAA);
  promise(first == second, "the same call gives the same bits");
}

}  // namespace posenc::fuzz
