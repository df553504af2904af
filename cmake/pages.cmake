# Why this file exists: manual pages and completion come from the programs themselves (tools/support/cli_pages.c), which
# are run for them at the end of the build.

# xpbd_pages(PROGRAM SUBCOMMAND...): a manual page of the program and of each of its subcommands, and its completion.
function(xpbd_pages program)
  if(CMAKE_CROSSCOMPILING)
    return()
  endif()
  set(folder "${PROJECT_BINARY_DIR}/pages")
  file(MAKE_DIRECTORY "${folder}")
  set(made "")
  foreach(subcommand "" ${ARGN})
    string(JOIN "-" page ${program} ${subcommand})
    add_custom_command(OUTPUT "${folder}/${page}.1" COMMAND ${program} ${subcommand} --help=man > "${folder}/${page}.1"
                       DEPENDS ${program} COMMENT "" VERBATIM)
    install(FILES "${folder}/${page}.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    list(APPEND made "${folder}/${page}.1")
  endforeach()
  foreach(shell bash zsh fish)
    add_custom_command(OUTPUT "${folder}/${program}.${shell}"
                       COMMAND ${program} --help=${shell} > "${folder}/${program}.${shell}"
                       DEPENDS ${program} COMMENT "" VERBATIM)
    list(APPEND made "${folder}/${program}.${shell}")
  endforeach()
  install(FILES "${folder}/${program}.bash" DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
          RENAME ${program})
  install(FILES "${folder}/${program}.zsh" DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _${program})
  install(FILES "${folder}/${program}.fish" DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  add_custom_target(${program}_pages ALL DEPENDS ${made})
endfunction()
