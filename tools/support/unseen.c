/* Why this file exists: recognises characters that are not seen, in UTF-8. */
#include "unseen.h"

#include <ctype.h>

bool unseen_turns(const char *text) {
  const unsigned char *byte = (const unsigned char *)text;
  if (byte[0] == 0xd8) return byte[1] == 0x9c;
  if (byte[0] != 0xe2) return false;
  if (byte[1] == 0x80) return byte[2] == 0x8e || byte[2] == 0x8f || (byte[2] >= 0xaa && byte[2] <= 0xae);
  return byte[1] == 0x81 && byte[2] >= 0xa6 && byte[2] <= 0xa9;
}

size_t unseen_bytes(const char *text) {
  const unsigned char *byte = (const unsigned char *)text;
  if (byte[0] == '\0') return 0;
  if (iscntrl(byte[0])) return 1;
  if (unseen_turns(text)) return byte[0] == 0xd8 ? 2 : 3;
  return byte[0] == 0xc2 && byte[1] >= 0x80 && byte[1] < 0xa0 ? 2
                                                              : 0; /* UTF-8 has 32 control characters of two bytes */
}
