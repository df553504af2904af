# Why this file exists: builds libxpbd, which users link: the core and every backend that was built, as a shared library
# and as an archive. Both export only the names of the public headers. Programs and tests of the tree link the parts.
set(parts xpbd_core xpbd_backends)
if(XPBD_CUDA)
  list(APPEND parts xpbd_cuda_plan xpbd_cuda)
endif()
set(archives "")
set(links "")
foreach(part IN LISTS parts)
  list(APPEND archives $<TARGET_FILE:${part}>)
  get_target_property(part_links ${part} LINK_LIBRARIES)
  list(APPEND links ${part_links})
endforeach()

# Both are made from one object, in which hidden symbols have become local.
set(whole "${PROJECT_BINARY_DIR}/xpbd.o")
add_custom_command(
  OUTPUT "${whole}"
  COMMAND "${CMAKE_C_COMPILER}" -r -nostdlib -o "${whole}" -Wl,--whole-archive ${archives}
  COMMAND "${CMAKE_OBJCOPY}" --localize-hidden "${whole}"
  DEPENDS ${parts} VERBATIM)
add_library(xpbd SHARED "${whole}")
target_link_libraries(xpbd PRIVATE ${parts} xpbd_flags) # for the libraries that they link
# Before 1.0 a new minor version may change the interface.
set_target_properties(xpbd PROPERTIES LINKER_LANGUAGE C VERSION ${PROJECT_VERSION}
                                      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
add_library(xpbd_static STATIC "${whole}")
set_target_properties(xpbd_static PROPERTIES LINKER_LANGUAGE C OUTPUT_NAME xpbd EXPORT_NAME static)
add_dependencies(xpbd_static xpbd) # xpbd makes the object

# The libraries to link with the archive, by name only: the package may be used where they are in other folders.
set(XPBD_STATIC_NEEDS "")
if("OpenMP::OpenMP_C" IN_LIST links)
  list(APPEND XPBD_STATIC_NEEDS ${OpenMP_C_FLAGS})
endif()
if("OpenCL::OpenCL" IN_LIST links)
  list(APPEND XPBD_STATIC_NEEDS -lOpenCL)
endif()
if("PkgConfig::ASSIMP" IN_LIST links)
  list(APPEND XPBD_STATIC_NEEDS -lassimp)
endif()
if(XPBD_CHOLMOD_LIBRARY IN_LIST links)
  list(APPEND XPBD_STATIC_NEEDS -lcholmod)
endif()
if(XPBD_CUDA) # stdc++: nvcc compiles C++
  list(APPEND XPBD_STATIC_NEEDS -lcudart_static -lstdc++ -lrt -lpthread)
endif()
find_package(Threads REQUIRED) # the name of the threads library, where it is a separate one
foreach(library ${CMAKE_DL_LIBS} ${CMAKE_THREAD_LIBS_INIT} m)
  if(NOT library MATCHES "^-")
    string(PREPEND library -l)
  endif()
  list(APPEND XPBD_STATIC_NEEDS ${library})
endforeach()
target_link_libraries(xpbd_static INTERFACE ${XPBD_STATIC_NEEDS})

foreach(library xpbd xpbd_static)
  target_include_directories(${library} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/lib/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
add_library(xpbd::xpbd ALIAS xpbd)
add_library(xpbd::static ALIAS xpbd_static)
