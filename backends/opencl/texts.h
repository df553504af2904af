/* Why this file exists: the texts from which programs for a device are put together (texts.cmake). Each ends in a 0. */
#ifndef XPBD_OPENCL_TEXTS_H
#define XPBD_OPENCL_TEXTS_H

extern const unsigned char opencl_text_words[];   ///< words.cl, before all others.
extern const unsigned char opencl_text_shared[];  ///< formula/shared.h: what formulas are written with.
extern const unsigned char opencl_text_all[];     ///< formula/all.h: that, and the formulas of the list.
extern const unsigned char opencl_text_kernels[]; ///< kernels.cl, after the formulas.
extern const unsigned char opencl_text_conform[]; ///< conform.cl, after the words.

#endif
