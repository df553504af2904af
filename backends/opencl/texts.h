/* Why this file exists: the texts that form programs for a device (texts.cmake). Each ends in a 0. */
#pragma once

extern const unsigned char opencl_text_words[];   ///< words.cl, before all others.
extern const unsigned char opencl_text_shared[];  ///< formula/shared.h: the vocabulary of formulas.
extern const unsigned char opencl_text_all[];     ///< formula/all.h: also the formulas of the list.
extern const unsigned char opencl_text_kernels[]; ///< kernels.cl, after the formulas.
extern const unsigned char opencl_text_conform[]; ///< conform.cl, after the words.
