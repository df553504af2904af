/* Why this file exists: in this reading every function but the root notes that it was called (algebraic.c). shared.h
 * includes it after the words that it replaces. */
#undef XPBD_EXP
#undef XPBD_EXPM1
#undef XPBD_LOG
#undef XPBD_ACOS
#undef XPBD_ATAN2
#undef XPBD_SIN
#undef XPBD_COS
#undef XPBD_TANH
#undef XPBD_POW
#define XPBD_EXP(a)      note(a)
#define XPBD_EXPM1(a)    note(a)
#define XPBD_LOG(a)      note(a)
#define XPBD_ACOS(a)     note(a)
#define XPBD_ATAN2(y, x) note((y) + (x))
#define XPBD_SIN(a)      note(a)
#define XPBD_COS(a)      note(a)
#define XPBD_TANH(a)     note(a)
#define XPBD_POW(a, b)   note((a) + (b))
/* headers call it without a word */
#define xpbd_expm1_between_f64(a, low, at_low, high, at_high) note((a) + (low) + (at_low) + (high) + (at_high))
