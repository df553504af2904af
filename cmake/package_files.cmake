# Why this file exists: cpack runs it between installing and packing. It adds what Debian's policy asks of a package
# beyond what `cmake --install` does: copyright, changelog, compressed manual pages, an archive without debugging texts.
find_program(gzip gzip REQUIRED)
find_program(strip strip REQUIRED)
foreach(part LIBRARY DEVELOPMENT PROGRAMS DOCUMENTATION)
  string(TOLOWER ${part} component)
  set(root "${CPACK_TEMPORARY_DIRECTORY}/${component}/usr")
  set(documents "${root}/share/doc/${CPACK_DEBIAN_${part}_PACKAGE_NAME}")
  configure_file("${CMAKE_CURRENT_LIST_DIR}/../LICENSE" "${documents}/copyright" COPYONLY)
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
  file(WRITE "${documents}/changelog" "xpbd-suite (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}. CHANGELOG.md in xpbd-suite-doc has the changes.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  file(GLOB_RECURSE pages "${root}/share/man/*.1" "${documents}/changelog")
  if(pages)
    execute_process(COMMAND "${gzip}" -9 -n ${pages} COMMAND_ERROR_IS_FATAL ANY)
  endif()
  file(GLOB_RECURSE archives "${root}/*.a")
  foreach(archive IN LISTS archives)
    execute_process(COMMAND "${strip}" --strip-debug --remove-section=.comment --remove-section=.note "${archive}"
                    COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endforeach()
