/* Why this file exists: the first lines of a unit of a formula file. They refuse a compiler that would compute something
 * else than the text says. lib/foreign/file_words.c shows the text behind "xpbd: ". */
#if defined(__cplusplus)
#error xpbd: the compiler is one for C++: let CC name a C compiler, such as cc
#elif defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error xpbd: the compiler has the option -ffast-math, which changes results and hides NaN: leave it out of CC
#endif
