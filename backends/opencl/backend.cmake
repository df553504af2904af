# Why this file exists: adds the opencl backend to the library of the backends. Its programs are texts, which
# texts.cmake puts into the library. They are regenerated if any file they may include changes.
set(backend_built 0)
if(NOT XPBD_OPENCL)
  return()
endif()
find_package(OpenCL QUIET)
if(NOT OpenCL_FOUND)
  message(STATUS "OpenCL's headers or loader not found (Debian: ocl-icd-opencl-dev): the opencl backend is left out")
  return()
endif()
set(backend_built 1)
file(GLOB_RECURSE opencl_read CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/lib/*.h" "${PROJECT_SOURCE_DIR}/lib/*.inl" "${PROJECT_SOURCE_DIR}/backends/opencl/*")
set(opencl_texts "${PROJECT_BINARY_DIR}/opencl/texts.c")
add_custom_command(
  OUTPUT "${opencl_texts}"
  COMMAND "${CMAKE_COMMAND}" "-DROOT=${PROJECT_SOURCE_DIR}" "-DOUT=${opencl_texts}"
          -P "${CMAKE_CURRENT_SOURCE_DIR}/opencl/texts.cmake"
  DEPENDS ${opencl_read} VERBATIM)
set(opencl_sources "${opencl_texts}")
foreach(part opencl device failure memory busy cache program conform complex resident host_f32 host_f64)
  list(APPEND opencl_sources opencl/${part}.c)
endforeach()
target_sources(xpbd_backends PRIVATE ${opencl_sources})
set_source_files_properties(${opencl_sources} PROPERTIES INCLUDE_DIRECTORIES "${CMAKE_CURRENT_SOURCE_DIR}/opencl")
target_link_libraries(xpbd_backends PRIVATE OpenCL::OpenCL)
