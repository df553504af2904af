# Why this file exists: turns the files FILES into a C source OUT that holds them as bytes. String literals would be
# longer than C11 guarantees. The function TYPE_find, which HEADER declares, finds them. Run as
#   cmake -DOUT=... -DHEADER=scripts.h -DTYPE=report_script "-DFILES=a;b" -P embed.cmake
set(arrays "")
set(table "")
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const unsigned char ${name}_bytes[] = {${bytes}};\n")
  string(APPEND table "    {\"${name}\", ${name}_bytes, sizeof ${name}_bytes},\n")
endforeach()
file(WRITE "${OUT}.new" "/* Made by embed.cmake; see ${HEADER}. */
#include \"${HEADER}\"

#include <string.h>

${arrays}
static const ${TYPE} scripts[] = {
${table}};

const ${TYPE} *${TYPE}_find(const char *name) {
  for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++)
    if (strcmp(scripts[i].name, name) == 0) return &scripts[i];
  return NULL;
}
")
file(RENAME "${OUT}.new" "${OUT}")
