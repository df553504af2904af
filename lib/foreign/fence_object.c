/* Why this file exists: reads a compiled formula before the loader does. The loader runs constructors and resolvers, so
 * an object that has any is not opened. Every offset is checked against the size of the file. */
#include "foreign/fence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

#ifdef __linux__
#include <elf.h>

enum { LARGEST_OBJECT = 64 << 20 };

/* An object in memory. */
typedef struct object {
  const char *path;
  unsigned char *bytes;
  size_t size;
  Elf64_Ehdr head;
  Elf64_Shdr *sections; /* [head.e_shnum] Owned. */
} object;

/* Whether `count` records of `each` bytes lie inside the object. */
static bool inside(const object *o, uint64_t offset, uint64_t count, uint64_t each) {
  return offset <= o->size && (each == 0 || count <= (o->size - offset) / each);
}

static xpbd_status broken(const object *o) {
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s: its object is not a proper ELF file: is CC a C compiler for this machine?",
                   o->path);
}

/* ---- code that would run on opening ---- */

static xpbd_status check_segments(const object *o) {
  if (o->head.e_phentsize != sizeof(Elf64_Phdr) || !inside(o, o->head.e_phoff, o->head.e_phnum, sizeof(Elf64_Phdr)))
    return broken(o);
  for (int k = 0; k < o->head.e_phnum; k++) {
    Elf64_Phdr segment;
    memcpy(&segment, o->bytes + o->head.e_phoff + (size_t)k * sizeof segment, sizeof segment);
    const bool code = (segment.p_flags & PF_X) != 0;
    XPBD_REQUIRE(!(segment.p_type == PT_GNU_STACK && code), XPBD_ERR_BAD_FILE,
                 "%s: its object wants to run code on the stack: define no function inside a function", o->path);
    XPBD_REQUIRE(!(segment.p_type == PT_LOAD && code && (segment.p_flags & PF_W)), XPBD_ERR_BAD_FILE,
                 "%s: its object has code that can be changed while it runs, which a formula does not need", o->path);
    XPBD_REQUIRE(segment.p_type != PT_INTERP, XPBD_ERR_BAD_FILE, "%s: its object is a program, not a formula", o->path);
  }
  return XPBD_OK;
}

static xpbd_status check_dynamic(const object *o, const Elf64_Shdr *s) {
  static const int64_t runs[] = {DT_INIT,          DT_FINI,      DT_INIT_ARRAY, DT_FINI_ARRAY,
                                 DT_PREINIT_ARRAY, DT_AUXILIARY, DT_FILTER,     DT_AUDIT};
  for (uint64_t at = 0; at + sizeof(Elf64_Dyn) <= s->sh_size; at += sizeof(Elf64_Dyn)) {
    Elf64_Dyn d;
    memcpy(&d, o->bytes + s->sh_offset + at, sizeof d);
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++)
      XPBD_REQUIRE(d.d_tag != runs[k], XPBD_ERR_BAD_FILE,
                   "%s: its object has code that runs when it is opened or closed; a formula must have none", o->path);
  }
  return XPBD_OK;
}

/* ---- functions from elsewhere ---- */

static bool may_need(const char *name) {
  static const char *const of_compilers[] = {"__stack_chk_fail", "__stack_chk_guard", "__memcpy_chk",
                                             "__memmove_chk",    "__memset_chk",      "abort"};
  for (size_t k = 0; k < sizeof of_compilers / sizeof *of_compilers; k++)
    if (strcmp(name, of_compilers[k]) == 0) return true;
  return xpbd_fence_is_pure(name);
}

static xpbd_status check_symbols(const object *o, const Elf64_Shdr *s) {
  if (s->sh_link >= o->head.e_shnum) return broken(o);
  const Elf64_Shdr *names = &o->sections[s->sh_link];
  if (!inside(o, names->sh_offset, names->sh_size, 1) || names->sh_size == 0 ||
      o->bytes[names->sh_offset + names->sh_size - 1] != 0)
    return broken(o);
  for (uint64_t at = sizeof(Elf64_Sym); at + sizeof(Elf64_Sym) <= s->sh_size; at += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    memcpy(&symbol, o->bytes + s->sh_offset + at, sizeof symbol);
    if (symbol.st_name >= names->sh_size) return broken(o);
    const char *name = (const char *)o->bytes + names->sh_offset + symbol.st_name;
    XPBD_REQUIRE(ELF64_ST_TYPE(symbol.st_info) != STT_GNU_IFUNC, XPBD_ERR_BAD_FILE,
                 "%s: its object chooses '%s' by code that runs when it is opened; a formula must not", o->path, name);
    if (symbol.st_shndx != SHN_UNDEF) continue;
    XPBD_REQUIRE(may_need(name), XPBD_ERR_BAD_FILE,
                 "%s: it needs '%s' from outside; a formula may use only its words and mathematical functions, and CC "
                 "may add nothing of its own",
                 o->path, name);
  }
  return XPBD_OK;
}

static xpbd_status check_relocations(const object *o, const Elf64_Shdr *s) {
  static const uint32_t resolvers[] = {R_X86_64_IRELATIVE, R_AARCH64_IRELATIVE, 58 /* R_RISCV_IRELATIVE */};
  const int which = o->head.e_machine == EM_X86_64    ? 0
                    : o->head.e_machine == EM_AARCH64 ? 1
                    : o->head.e_machine == EM_RISCV   ? 2
                                                      : -1;
  for (uint64_t at = 0; which >= 0 && at + sizeof(Elf64_Rela) <= s->sh_size; at += sizeof(Elf64_Rela)) {
    Elf64_Rela one;
    memcpy(&one, o->bytes + s->sh_offset + at, sizeof one);
    XPBD_REQUIRE(ELF64_R_TYPE(one.r_info) != resolvers[which], XPBD_ERR_BAD_FILE,
                 "%s: its object chooses a function by code that runs when it is opened; a formula must not", o->path);
  }
  return XPBD_OK;
}

static xpbd_status check_sections(object *o) {
  const size_t bytes = (size_t)o->head.e_shnum * sizeof *o->sections;
  int tables = 0, dynamics = 0;
  if (o->head.e_shentsize != sizeof *o->sections || !inside(o, o->head.e_shoff, o->head.e_shnum, sizeof *o->sections))
    return broken(o);
  o->sections = malloc(bytes + 1);
  XPBD_REQUIRE(o->sections, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory to read its object (%zu bytes)", o->path, bytes);
  memcpy(o->sections, o->bytes + o->head.e_shoff, bytes);
  for (int k = 0; k < o->head.e_shnum; k++) {
    const Elf64_Shdr *s = &o->sections[k];
    if (s->sh_type == SHT_NOBITS) continue;
    if (!inside(o, s->sh_offset, s->sh_size, 1)) return broken(o);
    tables += s->sh_type == SHT_DYNSYM, dynamics += s->sh_type == SHT_DYNAMIC;
    if (s->sh_type == SHT_DYNAMIC) XPBD_TRY(check_dynamic(o, s));
    if (s->sh_type == SHT_DYNSYM) XPBD_TRY(check_symbols(o, s));
    if (s->sh_type == SHT_RELA) XPBD_TRY(check_relocations(o, s));
  }
  return tables == 1 && dynamics == 1 ? XPBD_OK : broken(o);
}

/* ---- the file ---- */

static xpbd_status check_object(object *o) {
  static const unsigned char wanted[] = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB};
  if (o->size < sizeof o->head || memcmp(o->bytes, wanted, sizeof wanted) != 0) return broken(o);
  memcpy(&o->head, o->bytes, sizeof o->head);
  if (o->head.e_type != ET_DYN) return broken(o);
  XPBD_TRY(check_segments(o));
  return check_sections(o);
}

xpbd_status xpbd_fence_object(const char *path, int descriptor) {
  struct stat about;
  XPBD_REQUIRE(fstat(descriptor, &about) == 0 && about.st_size >= 0, XPBD_ERR_IO, "%s: its object cannot be read",
               path);
  XPBD_REQUIRE(about.st_size <= LARGEST_OBJECT, XPBD_ERR_BAD_FILE, "%s: its object has %lld bytes, more than %d", path,
               (long long)about.st_size, LARGEST_OBJECT);
  object o = {.path = path, .size = (size_t)about.st_size, .bytes = malloc((size_t)about.st_size + 1)};
  XPBD_REQUIRE(o.bytes, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory to read its object (%zu bytes)", path, o.size);
  size_t got = 0;
  for (ssize_t more = 1; got < o.size && more > 0; got += (size_t)(more > 0 ? more : 0))
    more = pread(descriptor, o.bytes + got, o.size - got, (off_t)got);
  const xpbd_status status =
      got == o.size ? check_object(&o) : xpbd_fail(XPBD_ERR_IO, "%s: its object cannot be read", path);
  free(o.sections);
  free(o.bytes);
  return status;
}

#else

xpbd_status xpbd_fence_object(const char *path, int descriptor) {
  (void)path, (void)descriptor; /* another format: the text alone is checked */
  return XPBD_OK;
}

#endif
