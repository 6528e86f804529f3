# SPDX-License-Identifier: MIT
# cmake --install: headers, the libraries, the command, find_package(bight), pkg-config, the manual and the book of knots.
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/bight)
set(documents ${CMAKE_INSTALL_DATADIR}/doc/bight)

install(DIRECTORY include/bight DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# each flavour by itself: only who links the static library needs what it was built with
foreach(flavour ${BIGHT_FLAVOURS})
  install(TARGETS bight_${flavour} EXPORT bight-${flavour}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(EXPORT bight-${flavour} NAMESPACE bight:: DESTINATION ${package})
endforeach()
if(BIGHT_BUILD_CLI)
  install(TARGETS bight_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(BIGHT_HAS_MANUAL)
  foreach(folder man bash-completion zsh fish)
    install(DIRECTORY ${BIGHT_MANUAL}/${folder} DESTINATION ${CMAKE_INSTALL_DATADIR})
  endforeach()
endif()

install(DIRECTORY ${BIGHT_KNOTS}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bight/knots)
install(FILES data/knots16.bin DESTINATION ${CMAKE_INSTALL_DATADIR}/bight)
install(DIRECTORY ${BIGHT_TEMPLATES}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bight/templates)
install(DIRECTORY ${BIGHT_WRAPS}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bight/wraps)
install(FILES docs/scene.schema.json docs/template.schema.json docs/wrap.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/bight)
install(FILES LICENSE README.md CHANGELOG.md SECURITY.md DESTINATION ${documents})
install(DIRECTORY docs/ DESTINATION ${documents} FILES_MATCHING PATTERN "*.md" PATTERN images EXCLUDE)
install(DIRECTORY examples DESTINATION ${documents} FILES_MATCHING PATTERN "*.json" PATTERN reports EXCLUDE)

configure_package_config_file(cmake/bight-config.cmake.in bight-config.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(bight-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/bight-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/bight-config-version.cmake DESTINATION ${package})

# the prefix is found from where the file stands, so that an installed tree can be moved
file(RELATIVE_PATH BIGHT_PC_UP /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
string(REGEX REPLACE "/$" "" BIGHT_PC_UP "${BIGHT_PC_UP}")
set(BIGHT_PC_REQUIRES "")
set(BIGHT_PC_PRIVATE "-lm")
if(PNG_FOUND)
  list(APPEND BIGHT_PC_REQUIRES libpng)
endif()
list(JOIN BIGHT_PC_REQUIRES ", " BIGHT_PC_REQUIRES)
if(embree_FOUND) # has no file of its own for pkg-config
  string(APPEND BIGHT_PC_PRIVATE " -lembree${BIGHT_EMBREE_FOUND}")
endif()
if(OpenMP_C_FOUND)
  string(APPEND BIGHT_PC_PRIVATE " ${OpenMP_C_FLAGS}")
endif()
configure_file(cmake/bight.pc.in bight.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/bight.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
