# SPDX-License-Identifier: MIT
# Compiler flags that every target of ours gets.
# -ffp-contract=off: a fused multiply-add rounds once where two roundings were written, and then gcc,
# clang and WebAssembly no longer agree to the last bit.

function(bight_flags target)
  target_compile_options(${target} PRIVATE
    -ffp-contract=off
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion
    -Wstrict-prototypes -Wmissing-prototypes -Wvla)
  if(BIGHT_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(BIGHT_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-sanitize-recover=all
      -fno-omit-frame-pointer)
    target_compile_definitions(${target} PRIVATE BIGHT_SANITIZED)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  endif()
  if(BIGHT_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()
