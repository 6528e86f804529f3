# cmake --install: headers, both libraries, the command, find_package(bight) and pkg-config.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/bight DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS bight_static bight_shared EXPORT bight-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(BIGHT_BUILD_CLI)
  install(TARGETS bight_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY ${BIGHT_KNOTS}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bight/knots)
install(EXPORT bight-targets NAMESPACE bight:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/bight)

configure_package_config_file(cmake/bight-config.cmake.in bight-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/bight)
write_basic_package_version_file(bight-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/bight-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/bight-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/bight)

# the prefix is found from where the file stands, so that an installed tree can be moved
file(RELATIVE_PATH BIGHT_PC_UP /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
string(REGEX REPLACE "/$" "" BIGHT_PC_UP "${BIGHT_PC_UP}")
set(BIGHT_PC_PRIVATE "-lm")
if(JANSSON_FOUND)
  string(APPEND BIGHT_PC_PRIVATE " -ljansson")
endif()
if(PNG_FOUND)
  string(APPEND BIGHT_PC_PRIVATE " -lpng")
endif()
if(embree_FOUND)
  string(APPEND BIGHT_PC_PRIVATE " -lembree3")
endif()
if(OpenMP_C_FOUND)
  string(APPEND BIGHT_PC_PRIVATE " ${OpenMP_C_FLAGS}")
endif()
configure_file(cmake/bight.pc.in bight.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/bight.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
