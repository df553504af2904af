/* Why this file exists: a device has no complex numbers. Second derivatives need the complex reading of the formulas
 * (second.inl), and have to get the bits of the CPU. So products and quotients are those of the C library of gcc, which
 * clang uses too. tests/device/complex.c compares them. Included by scalar.h.
 *
 * CUDA gets a number with operators. Compilers for OpenCL C that know _Complex call the two functions at the end. */
#ifndef XPBD_FORMULA_COMPLEX_DEVICE_H
#define XPBD_FORMULA_COMPLEX_DEVICE_H

#if defined(__CUDACC__)
#define XPBD_COMPLEX_CALL XPBD_UNUSED static __host__ __device__ __noinline__
#else
#define XPBD_COMPLEX_CALL XPBD_UNUSED static __attribute__((noinline))
#endif

/* C99, annex G: an infinite factor becomes 1 or 0 of its sign, and NaN beside it 0. */
XPBD_INLINE double xpbd_complex_boxed(double a) {
  return copysign(isinf(a) ? 1.0 : 0.0, a);
}
XPBD_INLINE double xpbd_complex_number(double a) {
  return isnan(a) ? copysign(0.0, a) : a;
}

/* (a + ib) (c + id) where both parts are NaN at first. A call, because it is rare and formulas have hundreds of
 * products: inlined, one file of kernels compiles for many minutes. */
XPBD_COMPLEX_CALL void xpbd_complex_rare_product(double a, double b, double c, double d, double out[2]) {
  const double ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  const int first = isinf(a) || isinf(b), second = isinf(c) || isinf(d);
  out[0] = ac - bd, out[1] = ad + bc;
  if (first) {
    a = xpbd_complex_boxed(a), b = xpbd_complex_boxed(b);
    c = xpbd_complex_number(c), d = xpbd_complex_number(d);
  }
  if (second) {
    c = xpbd_complex_boxed(c), d = xpbd_complex_boxed(d);
    a = xpbd_complex_number(a), b = xpbd_complex_number(b);
  }
  if (!first && !second) {
    if (!(isinf(ac) || isinf(bd) || isinf(ad) || isinf(bc))) return;
    a = xpbd_complex_number(a), b = xpbd_complex_number(b);
    c = xpbd_complex_number(c), d = xpbd_complex_number(d);
  }
  out[0] = (double)INFINITY * (a * c - b * d);
  out[1] = (double)INFINITY * (a * d + b * c);
}
XPBD_INLINE void xpbd_complex_product(double a, double b, double c, double d, double *re, double *im) {
  *re = a * c - b * d, *im = a * d + b * c;
  if (isnan(*re) && isnan(*im)) {
    double rare[2];
    xpbd_complex_rare_product(a, b, c, d, rare);
    *re = rare[0], *im = rare[1];
  }
}

/* Whether a factor of 2^52 keeps digits of the quotient. */
XPBD_INLINE int xpbd_complex_is_small(double a, double b, double c, double d) {
  const double smallest = 2.2250738585072014e-308, large = 1.9957920333379456e+292; /* the largest number 2^-53 */
  const double size_a = fabs(a), size_b = fabs(b), size = fmax(fabs(c), fabs(d));
  if (size < 2.220446049250313e-16) return 1;
  return ((size_a < smallest && size_b < large) || (size_b < smallest && size_a < large)) && size < large;
}

/* (a + ib) / (c + id) by Smith's method, scaled as Baudin and Smith 2012, A Robust Complex Division in Scilab. */
XPBD_COMPLEX_CALL void xpbd_complex_quotient(double a, double b, double c, double d, double *re, double *im) {
  const int turned = fabs(c) < fabs(d);
  const double half = 8.9884656743115785e+307; /* of the largest number */
  if (fabs(turned ? d : c) >= half) a = a / 2.0, b = b / 2.0, c = c / 2.0, d = d / 2.0;
  if (xpbd_complex_is_small(a, b, c, d)) {
    const double scale = 4503599627370496.0;
    a = a * scale, b = b * scale, c = c * scale, d = d * scale;
  }
  const double ratio = turned ? c / d : d / c, below = turned ? c * ratio + d : d * ratio + c;
  const int exact = fabs(ratio) > 2.2250738585072014e-308;
  if (turned) {
    *re = exact ? (a * ratio + b) / below : (c * (a / d) + b) / below;
    *im = exact ? (b * ratio - a) / below : (c * (b / d) - a) / below;
  } else {
    *re = exact ? (b * ratio + a) / below : (d * (b / c) + a) / below;
    *im = exact ? (b - a * ratio) / below : (b - d * (a / c)) / below;
  }
  if (!(isnan(*re) && isnan(*im))) return;
  if (c == 0.0 && d == 0.0 && (!isnan(a) || !isnan(b))) {
    *re = copysign((double)INFINITY, c) * a;
    *im = copysign((double)INFINITY, c) * b;
  } else if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {
    a = xpbd_complex_boxed(a), b = xpbd_complex_boxed(b);
    *re = (double)INFINITY * (a * c + b * d);
    *im = (double)INFINITY * (b * c - a * d);
  } else if ((isinf(c) || isinf(d)) && isfinite(a) && isfinite(b)) {
    c = xpbd_complex_boxed(c), d = xpbd_complex_boxed(d);
    *re = 0.0 * (a * c + b * d);
    *im = 0.0 * (b * c - a * d);
  }
}

#if defined(__CUDACC__)
#define XPBD_COMPLEX static __host__ __device__ __forceinline__
struct xpbd_complex {
  double re, im;
  xpbd_complex() = default;
  __host__ __device__ xpbd_complex(double real) : re(real), im(0.0) {}
  __host__ __device__ xpbd_complex(double real, double imaginary) : re(real), im(imaginary) {}
};
typedef struct xpbd_vec3_c64 {
  xpbd_complex x, y, z;
} xpbd_vec3_c64;
XPBD_COMPLEX double creal(xpbd_complex a) {
  return a.re;
}
XPBD_COMPLEX double cimag(xpbd_complex a) {
  return a.im;
}
/* C treats a real operand as one without an imaginary part, not as one whose imaginary part is 0. */
XPBD_COMPLEX xpbd_complex operator-(xpbd_complex a) {
  return xpbd_complex(-a.re, -a.im);
}
XPBD_COMPLEX xpbd_complex operator+(xpbd_complex a, xpbd_complex b) {
  return xpbd_complex(a.re + b.re, a.im + b.im);
}
XPBD_COMPLEX xpbd_complex operator+(double a, xpbd_complex b) {
  return xpbd_complex(a + b.re, b.im);
}
XPBD_COMPLEX xpbd_complex operator+(xpbd_complex a, double b) {
  return xpbd_complex(a.re + b, a.im);
}
XPBD_COMPLEX xpbd_complex operator-(xpbd_complex a, xpbd_complex b) {
  return xpbd_complex(a.re - b.re, a.im - b.im);
}
XPBD_COMPLEX xpbd_complex operator-(double a, xpbd_complex b) {
  return xpbd_complex(a - b.re, -b.im);
}
XPBD_COMPLEX xpbd_complex operator-(xpbd_complex a, double b) {
  return xpbd_complex(a.re - b, a.im);
}
XPBD_COMPLEX xpbd_complex operator*(xpbd_complex a, xpbd_complex b) {
  xpbd_complex c;
  xpbd_complex_product(a.re, a.im, b.re, b.im, &c.re, &c.im);
  return c;
}
XPBD_COMPLEX xpbd_complex operator*(double a, xpbd_complex b) {
  return xpbd_complex(a * b.re, a * b.im);
}
XPBD_COMPLEX xpbd_complex operator*(xpbd_complex a, double b) {
  return xpbd_complex(a.re * b, a.im * b);
}
XPBD_COMPLEX xpbd_complex operator/(xpbd_complex a, xpbd_complex b) {
  xpbd_complex c;
  xpbd_complex_quotient(a.re, a.im, b.re, b.im, &c.re, &c.im);
  return c;
}
XPBD_COMPLEX xpbd_complex operator/(double a, xpbd_complex b) {
  return xpbd_complex(a) / b;
}
XPBD_COMPLEX xpbd_complex operator/(xpbd_complex a, double b) {
  return xpbd_complex(a.re / b, a.im / b);
}
#undef XPBD_COMPLEX
#elif defined(XPBD_OPENCL_C)
typedef double _Complex xpbd_complex;
typedef struct xpbd_vec3_c64 {
  double _Complex x, y, z;
} xpbd_vec3_c64;
#define creal(a) (__real__(a))
#define cimag(a) (__imag__(a))
#define XPBD_COMPLEX_LIBRARY(name, way)                                                                                \
  double _Complex name(double a, double b, double c, double d);                                                        \
  double _Complex name(double a, double b, double c, double d) {                                                       \
    double _Complex e;                                                                                                 \
    double re, im;                                                                                                     \
    way(a, b, c, d, &re, &im);                                                                                         \
    __real__ e = re, __imag__ e = im;                                                                                  \
    return e;                                                                                                          \
  }
XPBD_COMPLEX_LIBRARY(__muldc3, xpbd_complex_product)
XPBD_COMPLEX_LIBRARY(__divdc3, xpbd_complex_quotient)
#undef XPBD_COMPLEX_LIBRARY
#endif
#endif
