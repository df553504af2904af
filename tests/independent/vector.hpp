// Why this file exists: vectors of plain numbers, and numbers that carry their derivatives (forward mode), so that the
// independent program needs no gradient by hand where speed does not matter.
#pragma once
#include <array>
#include <cmath>

namespace independent {

template <class T> struct Vec { T x{}, y{}, z{}; };
template <class T> Vec<T> operator+(const Vec<T> &a, const Vec<T> &b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T> Vec<T> operator-(const Vec<T> &a, const Vec<T> &b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class S, class T> Vec<T> operator*(const S &s, const Vec<T> &a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class T> T dot(const Vec<T> &a, const Vec<T> &b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T> Vec<T> cross(const Vec<T> &a, const Vec<T> &b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
using V = Vec<double>;
inline double norm(const V &a) {
  return std::sqrt(dot(a, a));
}

// A number with its derivatives by N variables.
template <int N> struct Dual {
  double v = 0;
  std::array<double, N> d{};
  Dual() = default;
  Dual(double value) : v(value) {}
};
template <int N> Dual<N> operator+(const Dual<N> &a, const Dual<N> &b) {
  Dual<N> r(a.v + b.v);
  for (int k = 0; k < N; k++) r.d[k] = a.d[k] + b.d[k];
  return r;
}
template <int N> Dual<N> operator-(const Dual<N> &a, const Dual<N> &b) {
  Dual<N> r(a.v - b.v);
  for (int k = 0; k < N; k++) r.d[k] = a.d[k] - b.d[k];
  return r;
}
template <int N> Dual<N> operator*(const Dual<N> &a, const Dual<N> &b) {
  Dual<N> r(a.v * b.v);
  for (int k = 0; k < N; k++) r.d[k] = a.d[k] * b.v + a.v * b.d[k];
  return r;
}
template <int N> Dual<N> operator*(double s, const Dual<N> &a) {
  Dual<N> r(s * a.v);
  for (int k = 0; k < N; k++) r.d[k] = s * a.d[k];
  return r;
}
template <int N> Dual<N> operator+(const Dual<N> &a, double b) {
  Dual<N> r = a;
  r.v += b;
  return r;
}
template <int N> Dual<N> operator-(const Dual<N> &a, double b) {
  return a + (-b);
}
template <int N> Dual<N> chain(const Dual<N> &a, double value, double slope) {
  Dual<N> r(value);
  for (int k = 0; k < N; k++) r.d[k] = slope * a.d[k];
  return r;
}
template <int N> Dual<N> sqrt(const Dual<N> &a) {
  const double root = std::sqrt(a.v);
  return chain(a, root, root > 0 ? 0.5 / root : 0.0);
}
template <int N> Dual<N> log(const Dual<N> &a) {
  return chain(a, std::log(a.v), 1 / a.v);
}
template <int N> Dual<N> exp(const Dual<N> &a) {
  return chain(a, std::exp(a.v), std::exp(a.v));
}
template <int N> Dual<N> atan2(const Dual<N> &y, const Dual<N> &x) {
  const double s = x.v * x.v + y.v * y.v;
  Dual<N> r(std::atan2(y.v, x.v));
  for (int k = 0; k < N; k++) r.d[k] = (x.v * y.d[k] - y.v * x.d[k]) / s;
  return r;
}
template <int N> double plain(const Dual<N> &a) {
  return a.v;
}
inline double plain(double a) {
  return a;
}

} // namespace independent
