# Why this file exists: `cmake --install` installs the library for others: the library itself, headers, a CMake package
# (find_package(xpbd)) and pkg-config files. The folders that build the programs install them.
include(CMakePackageConfigHelpers)

set(xpbd_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/xpbd")
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development) # of the rest of this file
install(TARGETS xpbd xpbd_static EXPORT xpbdTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT xpbdTargets NAMESPACE xpbd:: DESTINATION ${xpbd_cmake_dir})
install(DIRECTORY "${PROJECT_SOURCE_DIR}/lib/include/xpbd" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES "${PROJECT_BINARY_DIR}/include/xpbd/version.h" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/xpbd)
# The headers that a formula from a file is compiled with (xpbd/formula_file.h). They are found relative to the
# programs.
foreach(headers "formula/*.h" "foreign/file_unit.h" "foreign/file_first.h" "layout/fine.inl" "layout/records.h" "solver/kernel*.h" "solver/unit.h"
        "solver/*.inl" "collide/obstacle.h" "collide/project.inl" "step/*")
  get_filename_component(folder "${headers}" DIRECTORY)
  file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/lib/${headers}")
  install(FILES ${files} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/xpbd/private/${folder}")
endforeach()
# The same for a GPU, where the cuda backend is built. Elsewhere `cmake --install build --component device` installs
# them.
set(unless_built "")
if(NOT XPBD_CUDA)
  set(unless_built EXCLUDE_FROM_ALL)
endif()
foreach(header device.cuh instances.cuh kernels.cuh launch.cuh names.cuh near.cuh plan.h resident.cuh tile.cuh unit.h)
  install(FILES "${PROJECT_SOURCE_DIR}/backends/cuda/${header}" COMPONENT device ${unless_built}
          DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/xpbd/private/cuda")
endforeach()
foreach(page LICENSE README.md CHANGELOG.md SECURITY.md CITATION.cff)
  install(FILES "${PROJECT_SOURCE_DIR}/${page}" DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
endforeach()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" "${PROJECT_SOURCE_DIR}/examples" DESTINATION ${CMAKE_INSTALL_DOCDIR}
        COMPONENT documentation PATTERN build EXCLUDE)

configure_package_config_file(cmake/xpbdConfig.cmake.in "${PROJECT_BINARY_DIR}/package/xpbdConfig.cmake"
                              INSTALL_DESTINATION ${xpbd_cmake_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/xpbdConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/package/xpbdConfig.cmake" "${PROJECT_BINARY_DIR}/package/xpbdConfigVersion.cmake"
        DESTINATION ${xpbd_cmake_dir})

foreach(path LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${path}}")
    set(XPBD_PC_${path} "${CMAKE_INSTALL_${path}}")
  else()
    set(XPBD_PC_${path} "\${prefix}/${CMAKE_INSTALL_${path}}")
  endif()
endforeach()
# The prefix is known only at installation (cmake --install --prefix), so the files derive it from their own location.
file(RELATIVE_PATH XPBD_PC_UP "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
# xpbd is the shared library, xpbd-static the archive.
list(JOIN XPBD_STATIC_NEEDS " " needs)
foreach(package xpbd xpbd-static)
  set(XPBD_PC_LIBS "-L\${libdir} -lxpbd")
  if(package STREQUAL "xpbd-static")
    set(XPBD_PC_LIBS "\${libdir}/libxpbd.a ${needs}")
  endif()
  configure_file(cmake/xpbd.pc.in "${PROJECT_BINARY_DIR}/package/${package}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/package/${package}.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME programs) # of other folders
