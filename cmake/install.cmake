# Why this file exists: what `cmake --install` lays down so that others can use the libraries: archives, headers, a CMake
# package (find_package(xpbd)) and pkg-config files. The programs are installed by the folders that build them.
include(CMakePackageConfigHelpers)

set(xpbd_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/xpbd")
set(xpbd_cuda_targets xpbd_cuda_plan)
if(XPBD_CUDA)
  list(APPEND xpbd_cuda_targets xpbd_cuda)
endif()
install(TARGETS xpbd xpbd_core xpbd_backends ${xpbd_cuda_targets} EXPORT xpbdTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT xpbdTargets NAMESPACE xpbd:: DESTINATION ${xpbd_cmake_dir})
install(DIRECTORY "${PROJECT_SOURCE_DIR}/lib/include/xpbd" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES "${PROJECT_BINARY_DIR}/include/xpbd/version.h" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/xpbd)
# What a formula from a file is compiled with (xpbd/formula_file.h): found from where the programs are.
foreach(headers "formula/*.h" "foreign/file_unit.h" "layout/records.h" "solver/kernel*.h" "solver/unit.h"
        "solver/*.inl" "collide/obstacle.h" "collide/project.inl" "step/*")
  get_filename_component(folder "${headers}" DIRECTORY)
  file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/lib/${headers}")
  install(FILES ${files} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/xpbd/private/${folder}")
endforeach()
# And for a GPU.
foreach(header device.cuh instances.cuh kernels.cuh launch.cuh names.cuh near.cuh plan.h unit.h)
  install(FILES "${PROJECT_SOURCE_DIR}/backends/cuda/${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/xpbd/private/cuda")
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION ${CMAKE_INSTALL_DOCDIR})

get_target_property(xpbd_backend_libraries xpbd_backends LINK_LIBRARIES)
get_target_property(xpbd_core_libraries xpbd_core LINK_LIBRARIES)
set(XPBD_NEEDS_OPENMP OFF)
set(XPBD_NEEDS_ASSIMP OFF)
if("OpenMP::OpenMP_C" IN_LIST xpbd_backend_libraries)
  set(XPBD_NEEDS_OPENMP ON)
endif()
if("PkgConfig::ASSIMP" IN_LIST xpbd_core_libraries)
  set(XPBD_NEEDS_ASSIMP ON)
endif()

configure_package_config_file(cmake/xpbdConfig.cmake.in "${PROJECT_BINARY_DIR}/package/xpbdConfig.cmake"
                              INSTALL_DESTINATION ${xpbd_cmake_dir} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/xpbdConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/package/xpbdConfig.cmake" "${PROJECT_BINARY_DIR}/package/xpbdConfigVersion.cmake"
        DESTINATION ${xpbd_cmake_dir})

# The libraries are static, so a user links what they need as well: it stands in Libs, not in Libs.private.
set(XPBD_PC_OPENMP "")
if(XPBD_NEEDS_OPENMP)
  set(XPBD_PC_OPENMP "${OpenMP_C_FLAGS}")
endif()
set(XPBD_PC_CUDA "")
if(XPBD_CUDA)
  set(XPBD_PC_CUDA "-lxpbd_cuda -lxpbd_cuda_plan -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -lstdc++ -ldl -lrt -lpthread")
endif()
# By its path, where that is no folder of the linker's: as CMake links it.
set(XPBD_PC_CHOLMOD "")
if(XPBD_CHOLMOD_LIBRARY IN_LIST xpbd_core_libraries)
  set(XPBD_PC_CHOLMOD "${XPBD_CHOLMOD_LIBRARY}")
endif()
set(XPBD_PC_ASSIMP "")
if(XPBD_NEEDS_ASSIMP)
  set(XPBD_PC_ASSIMP "Requires: assimp")
endif()
set(XPBD_PC_DL "")
if(CMAKE_DL_LIBS)
  set(XPBD_PC_DL "-l${CMAKE_DL_LIBS}")
endif()
foreach(path LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${path}}")
    set(XPBD_PC_${path} "${CMAKE_INSTALL_${path}}")
  else()
    set(XPBD_PC_${path} "\${prefix}/${CMAKE_INSTALL_${path}}")
  endif()
endforeach()
# The prefix is known only now that it is installed (cmake --install --prefix), so the files find it from where they are.
file(RELATIVE_PATH XPBD_PC_UP "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file(cmake/xpbd.pc.in "${PROJECT_BINARY_DIR}/package/xpbd.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/package/xpbd.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
