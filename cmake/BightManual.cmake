# SPDX-License-Identifier: MIT
# The man page and the completions of shells, which the command makes from its own table of verbs.

set(BIGHT_MANUAL ${CMAKE_CURRENT_BINARY_DIR}/share)
if(BIGHT_BUILD_CLI AND (NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR))
  set(page ${BIGHT_MANUAL}/man/man1/bight.1)
  set(bash ${BIGHT_MANUAL}/bash-completion/completions/bight)
  set(zsh ${BIGHT_MANUAL}/zsh/site-functions/_bight)
  set(fish ${BIGHT_MANUAL}/fish/vendor_completions.d/bight.fish)
  foreach(file ${page} ${bash} ${zsh} ${fish})
    get_filename_component(folder ${file} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
  endforeach()
  add_custom_command(OUTPUT ${page} ${bash} ${zsh} ${fish}
    COMMAND bight_cli help --man > ${page}
    COMMAND bight_cli help --completion bash > ${bash}
    COMMAND bight_cli help --completion zsh > ${zsh}
    COMMAND bight_cli help --completion fish > ${fish}
    DEPENDS bight_cli VERBATIM)
  add_custom_target(bight_manual ALL DEPENDS ${page} ${bash} ${zsh} ${fish})
  set(BIGHT_HAS_MANUAL ON)
endif()
