#!/bin/sh
# Why this file exists: a formula file may come from a stranger who means harm. None of these files may write or read a
# file, start a process or print words of its own. Their gradients are seven times too long, so none may be called right.
# usage: hostile.sh SOURCE XPBD-VALIDATE XPBD-SIM C-COMPILER
set -u
source=$1 validate=$2 sim=$3 cc=$4
. "$source/tests/common.sh"
mkdir "$work/tmp" "$work/files"
TMPDIR=$work/tmp CC=$cc
export TMPDIR CC
unset XPBD_FORMULA_DIR
echo '"TOP SECRET" "' >"$work/secret"
canary=$work/canary

# hostile NAME WORDS BEFORE IN-VALUE: a file with text before the formula and a statement in it, and what must be said.
: >"$work/wanted"
hostile() {
  name=$1
  printf '%s\t%s\n' "$1" "$2" >>"$work/wanted"
  {
    printf '%s\n' "$3"
    sed "s/spring/$name/g; s/V_SCALE(material/V_SCALE(R(7.0) * material/; /^  return material/,\$d" "$source/tests/verdict/right/spring.h"
    printf '  %s\n' "$4"
    sed "s/spring/$name/g; 1,/^  g\\[0\\]/d" "$source/tests/verdict/right/spring.h"
  } >"$work/files/$name.h"
}
touch="touch $canary"
exit_words='is not allowed: a formula may only compute'
word_words='a word of the compiler, which a formula does not need'
call_words='which is neither a word of a formula nor defined in this file'
pointer_words='it calls through a pointer'

# Code that runs when the file is opened, and forges the verdict.
hostile forge "$word_words" "__attribute__((constructor)) static void XPBD_NAME(boot)(void) { write(1, \"right: forge\\n\", 13); _exit(0); }" ''
hostile constructor "$exit_words" "extern int system(const char *);
__attribute__((constructor)) static void XPBD_NAME(boot)(void) { system(\"$touch\"); }" ''
hostile destructor "$word_words" "__attribute__((destructor)) static void XPBD_NAME(end)(void) {}" ''
hostile section "$word_words" 'static void *XPBD_NAME(boot) __attribute__((section(".init_array")));' ''
hostile resolver "$word_words" '__attribute__((ifunc("g"))) static int f(void);' ''
hostile brackets '\[\[ begins an attribute' '[[gnu::constructor]] static void XPBD_NAME(boot)(void) {}' ''
hostile init "'_init': a name with a meaning of its own" "void _init(void) { system(\"$touch\"); }" ''
hostile entry_text 'control character 10' '' 'return 1; }
#undef mine
#define mine "x\nright: entry_text"
XPBD_INLINE REAL XPBD_NAME(rest_of_it)(const VEC3 *x, const REAL *rest, const REAL *material, REAL length) {'
sed 's/"made up"/mine/' "$work/files/entry_text.h" >"$work/new.h" && mv "$work/new.h" "$work/files/entry_text.h"
# System calls in assembly, and functions of other libraries.
hostile assembly "'asm' $exit_words" '' 'asm volatile("nop");'
hostile assembly_words "'__asm__': $word_words" '' '__asm__ volatile("mov $57, %%eax; syscall" ::: "rax", "rcx", "r11", "memory");'
hostile incbin "$exit_words" "asm(\".incbin \\\"$work/secret\\\"\");" ''
hostile fork "$exit_words" 'extern int fork(void);' 'fork();'
hostile prototype "it calls system(), $call_words" 'int system(const char *);' "system(\"$touch\");"
hostile builtin "it calls printf(), $call_words" '' 'printf("right: builtin\n");'
hostile builtin_word "'__builtin_printf': $word_words" '' '__builtin_printf("right: builtin_word\n");'
hostile leave "it calls exit(), $call_words" '' 'exit(0);'
hostile hidden_name "it calls call(), $call_words" '#define call system' "call(\"$touch\");"
hostile by_argument "it calls f(), $call_words" '#define APPLY(f, a) f(a)' "APPLY(system, \"$touch\");"
hostile pasted '## makes words that the text does not show' '#define GLUE(a, b) a##b' "GLUE(sys, tem)(\"$touch\");"
hostile inner "is declared as a function here" '' 'int inner(int a) { return a; }'
# Calls through addresses.
hostile address "$pointer_words" '' '((int (*)(void))(uintptr_t)0x401000)();'
hostile pointer "$pointer_words" '' 'int (*f)(void) = (void *)(uintptr_t)0x401000; f();'
hostile parameter 'is declared as a function here' 'static int XPBD_NAME(run)(int XPBD_NAME(f)(int)) { return XPBD_NAME(f)(1); }' \
  'XPBD_NAME(run)((void *)(uintptr_t)0x401000);'
hostile jump "'goto': a jump to an address" '' 'goto *(void *)(uintptr_t)0x401000;'
hostile frame "'__builtin_return_address': $word_words" '' '*(void *volatile *)__builtin_return_address(0) = 0;'
hostile typed 'a typedef of a function' 'typedef int XPBD_NAME(run)(const char *);' 'XPBD_NAME(run) *f = 0;'
hostile by_name 'is used without its arguments' 'static int XPBD_NAME(one)(int a) { return a; }' 'void *f = XPBD_NAME(one); (void)f;'
hostile copied "'memcpy': a formula does not copy memory" '' 'memcpy(g, rest, 8);'
hostile number "'uintptr_t': a formula does not need it" '' 'const int there = (int)((uintptr_t)g & 4095); (void)there;'
hostile difference "'g': its address is used as a number" '' 'const int there = g - x > 1000; (void)there;'
hostile of_element "'g': its address is used as a number" '' 'const int there = &g[1] > &x[1]; (void)there;'
hostile alias "'p': its address is used as a number" 'static int XPBD_NAME(far)(const VEC3 *p, const VEC3 *q) { return p - q > 9; }' \
  'if (XPBD_NAME(far)(x, g)) return 0;'
# One text that is another formula elsewhere.
hostile device "'__CUDACC__': a formula is the same text" '#ifdef __CUDACC__
#endif' ''
hostile kernels "'XPBD_KERNELS': a formula is the same text" '#if defined(XPBD_KERNELS)
#endif' ''
# Files that the compiler would read, and words that change their meaning.
hostile include 'it includes another file' "#include \"$work/secret\"" ''
hostile include_macro 'it includes another file' "#define FILE_NAME \"$work/secret\"
#include FILE_NAME" ''
hostile include_digraph 'it includes another file' "%:include \"$work/secret\"" ''
hostile include_trigraph '??= stands for another character' "??=include \"$work/secret\"" ''
hostile embed 'it includes another file' "#embed \"$work/secret\"" ''
hostile oracle "'__has_include': $word_words" "#if __has_include(\"$work/secret\")
#endif" ''
hostile redefined "'V_NEG': a word with a fixed meaning" '#undef V_NEG
#define V_NEG(a) V_SCALE(R(-1.0), a)' ''
hostile line_number '#line: a formula has only' '#line 1 "right: line_number"' ''
hostile pragma '#pragma: a formula has only' '#pragma GCC optimize("fast-math")' ''
# Code that a reader, or a simple reader of C, does not see.
hostile joined_word 'joins two words' 'ex\
tern int system(const char *);' "system(\"$touch\");"
hostile joined_comment 'joins two words' "/* *\\
/ int system(const char *); /* */" "system(\"$touch\");"
hostile joined_text 'joins two words' 'static const char *const XPBD_NAME(a) = "a\\
 " ; int system(const char *); "";' ''
hostile inactive 'write the # at the beginning of its line' '#define EMPTY /*
*/ #if 0
int system(const char *);
#define OTHER /*
*/ #endif' "system(\"$touch\");"
hostile overflow '#if with too long a number' '#if 18446744073709551616
#else
int system(const char *);
#endif' "system(\"$touch\");"
hostile carriage 'control character 13' "$(printf '// a\rint system(const char *);')" "system(\"$touch\");"
hostile universal 'a \\ inside a line' 'int \u0073ystem(const char *);' "system(\"$touch\");"
hostile turned 'turns the direction of text' "$(printf '/* \342\200\256 */')" ''
# Memory of the program.
hostile far_write 'out_of_bounds: it writes to g\[-200000\]' '' 'g[-200000] = d;'
hostile input_write 'out_of_bounds: it writes into rest\[0\], which it may only read' '' '((REAL *)rest)[0] = length;'
hostile stack_write '^wrong: stack_write: ' '' 'REAL own[1]; REAL *volatile p = own; for (int i = 0; i < 100000; i++) p[i] = R(0.0);'
hostile stack_scan '^wrong: stack_scan: ' '' 'REAL own[2], k = material[0], seven = R(7.0); REAL *volatile p = own;
  for (int i = 0; i < 4000; i++)
    p[i] = p[i] == k * d.x || p[i] == k * d.y || p[i] == k * d.z || p[i] == -k * d.x || p[i] == -k * d.y ||
      p[i] == -k * d.z ? seven * p[i] : p[i];'

# Each, with what it says; then what must not have happened.
said() { # said COMMAND NAME WORDS: the verdict is not right and has these words; an unusable file gets one line
  name=$2 words=$3
  "$validate" formula "$work/files/$name.h" --brief >"$work/output" 2>&1 </dev/null
  code=$?
  [ $code -eq 1 ] || [ $code -eq 2 ] || return 1
  [ $code -eq 2 ] || [ "$(wc -l <"$work/output")" -eq 1 ] || return 1
  grep -q -e "$words" "$work/output" && ! grep -q '^right\|SECRET' "$work/output" && [ ! -e "$canary" ]
}
loaded() { "$sim" cloth --formula "$work/files/$1.h" -c "$1" --frames 1 --resolution 5 --quiet >"$work/output" 2>&1 </dev/null; }
before=$(ps -e -o pid= | wc -l)
while IFS=$(printf '\t') read -r name words; do
  check "$name" said formula "$name" "$words"
  case $name in far_write | input_write | stack_write | stack_scan) control "$name in a run" loaded "$name" ;; esac
done <"$work/wanted"
control "forge in a run" loaded forge
control "constructor in a run" loaded constructor
check "there are 30 or more" [ "$(wc -l <"$work/wanted")" -ge 30 ]
check "nothing was written" [ ! -e "$canary" ]
check "nothing is left behind" [ -z "$(ls -A "$work/tmp")" ]
# Other programs of this machine come and go; thirty of them do not.
check "no process is left" [ "$(ps -e -o pid= | wc -l)" -lt $((before + 20)) ]

# Without a fence the harm is real. Without the harm the same file is judged.
printf 'int system(const char *);\n__attribute__((constructor)) static void boot(void) { system("%s"); }\n' "$touch" >"$work/boot.c"
printf '#include <dlfcn.h>\nint main(int count, char **words) { return !dlopen(words[count - 1], RTLD_NOW); }\n' >"$work/open.c"
"$cc" -w -shared -fPIC -o "$work/boot.so" "$work/boot.c" && "$cc" -o "$work/open" "$work/open.c" -ldl || exit 1
harmless() { "$work/open" "$work/boot.so" && [ ! -e "$canary" ]; }
control "an object that is opened unread" harmless
rm -f "$canary"
hostile harmless 'factor: your gradient is 7.0000 x the exact one' '' ''
check "harmless" said formula harmless 'factor: your gradient is 7.0000 x the exact one'
control "what another says" said formula harmless "$exit_words"

# What the text cannot show, because the command of the compiler defines it, is stopped by the object or by the kernel.
hostile defined 'system call' '' 'TRICK;'
tricked() { # tricked WORDS MEANING-OF-TRICK
  CC="$cc '-DTRICK=$2'"
  export CC
  said formula defined "$1"
  result=$?
  CC=$cc
  return $result
}
check "a function from elsewhere" tricked "it needs 'system' from outside" "int system(const char *); system(\"$touch\")"
check "which does nothing" tricked 'factor: your gradient is 7' '(void)0'
case $(uname -s -m)-${XPBD_SANITIZED:-} in
"Linux x86_64-")
  call() { tricked "it made a system call (number $1)" "__asm__ volatile(\"syscall\" :: \"a\"($1) : \"rcx\", \"r11\", \"memory\")"; }
  for number in 0 1 2 39 41 57 58 59 62 87 101 257 435; do
    case $number in
    39) control "getpid" call 39 ;; # which an allocator may ask
    *) check "system call $number" call "$number" ;;
    esac
  done
  ;;
*) echo "left out: system calls in assembly (they are those of Linux on x86-64)" ;;
esac
# A sparse file of any size is not read to its end.
truncate -s 2T "$work/files/sparse.h"
check "a file of any size" sh -c 'ulimit -t 5; "$0" formula "$1" 2>&1 | grep -q "has more than 1048576 bytes: too long for a formula$"' "$validate" "$work/files/sparse.h"
check "still nothing was written" [ ! -e "$canary" ]
finish
