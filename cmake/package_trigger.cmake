# Why this file exists: cpack runs it on the finished packages. It writes scripts that call ldconfig into the package of
# a library, where Debian's policy asks for a trigger.
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  if(package MATCHES "/libxpbd[0-9][^/]*$")
    set(root "${CPACK_TEMPORARY_DIRECTORY}/repacked")
    file(REMOVE_RECURSE "${root}")
    execute_process(COMMAND dpkg-deb -R "${package}" "${root}" COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE "${root}/DEBIAN/postinst" "${root}/DEBIAN/postrm")
    file(WRITE "${root}/DEBIAN/triggers" "activate-noawait ldconfig\n")
    execute_process(COMMAND dpkg-deb --root-owner-group -b "${root}" "${package}" COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
