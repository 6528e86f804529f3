# SPDX-License-Identifier: MIT
# What the shared library is called and what it shows, both from the headers.
#
# Below 1.0 each minor version may change the binary interface, from then on each major one: that is the soname, and the
# version that each symbol carries. A program then never runs with a library that it was not built for.

if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(BIGHT_ABI ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
else()
  set(BIGHT_ABI ${PROJECT_VERSION_MAJOR})
endif()

# The functions that the headers declare: the last word before the first bracket after BIGHT_API.
function(bight_declared names)
  file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/include/bight/*.h)
  set(found "")
  foreach(header ${headers})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    file(READ ${header} text)
    string(REGEX REPLACE "#[ \t]*define[^\n]*" "" text "${text}")
    string(REGEX MATCHALL "BIGHT_API[^;()]*\\(" declarations "${text}")
    foreach(declaration ${declarations})
      string(REGEX MATCH "([A-Za-z0-9_]+)[ \n]*\\($" name "${declaration}")
      list(APPEND found ${CMAKE_MATCH_1})
    endforeach()
  endforeach()
  list(SORT found)
  list(REMOVE_DUPLICATES found)
  set(${names} ${found} PARENT_SCOPE)
endfunction()

function(bight_symbols target)
  set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${BIGHT_ABI})
  include(CheckLinkerFlag)
  set(script ${CMAKE_CURRENT_BINARY_DIR}/bight.map)
  bight_declared(names)
  list(JOIN names ";\n    " names)
  file(CONFIGURE OUTPUT ${script} CONTENT "BIGHT_${BIGHT_ABI} {\n  global:\n    ${names};\n  local:\n    *;\n};\n" @ONLY)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/empty.map "{};\n")
  check_linker_flag(C "-Wl,--version-script=${CMAKE_CURRENT_BINARY_DIR}/empty.map" BIGHT_HAS_VERSION_SCRIPTS)
  if(BIGHT_HAS_VERSION_SCRIPTS)
    target_link_options(${target} PRIVATE "-Wl,--version-script=${script}")
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${script})
  endif()
endfunction()
