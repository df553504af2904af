/* Why this file exists: computes the deflection of a plate by the method of Ritz. w = (1 - s^2)^2 (1 - t^2)^2 times
 * even polynomials of s and t, the coordinates along the sides from -1 to 1. */
#include "plate_ritz.h"

#include <math.h>
#include <string.h>

enum { DEGREE = 12, NODES = 14, MOST = (DEGREE / 2 + 1) * (DEGREE / 2 + 1) + 40 };

void plate_isotropic(double b, double out[3][3]) {
  const double q[3][3] = {{b, b, 0}, {b, b, 0}, {0, 0, 0}};
  memcpy(out, q, sizeof q);
}

void plate_of_squares(double b, double out[3][3]) {
  const double q[3][3] = {{b, 0, b}, {0, b, b}, {b, b, 6 * b}};
  memcpy(out, q, sizeof q);
}

/// Gauss and Legendre's nodes and weights on -1 to 1.
static void gauss(double *x, double *weight) {
  for (int i = 0; i < NODES; i++) {
    double at = cos(acos(-1.0) * (i + 0.75) / (NODES + 0.5)), slope = 1;
    for (int step = 0; step < 50; step++) {
      double before = 1, now = at;
      for (int k = 2; k <= NODES; k++) {
        const double next = ((2 * k - 1) * at * now - (k - 1) * before) / k;
        before = now, now = next;
      }
      slope = NODES * (at * now - before) / (at * at - 1);
      at -= now / slope;
    }
    x[i] = at, weight[i] = 2 / ((1 - at * at) * slope * slope);
  }
}

/// (1 - s^2)^2 s^k and its first two derivatives.
static void factor(double s, int k, double out[3]) {
  static const double bell[3] = {1, -2, 1}; /* of s^k, s^(k+2), s^(k+4) */
  out[0] = out[1] = out[2] = 0;
  for (int i = 0; i < 3; i++) {
    const int n = k + 2 * i;
    out[0] += bell[i] * pow(s, n);
    if (n > 0) out[1] += bell[i] * n * pow(s, n - 1);
    if (n > 1) out[2] += bell[i] * n * (n - 1) * pow(s, n - 2);
  }
}

/// Solves the symmetric positive definite a x = b in place of b.
static void solve(int n, double a[MOST][MOST], double *b) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      const double ratio = a[i][k] / a[k][k];
      for (int j = k; j < n; j++) a[i][j] -= ratio * a[k][j];
      b[i] -= ratio * b[k];
    }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
}

double plate_sag(const plate_clamped *plate) {
  double node[NODES], weight[NODES], a[MOST][MOST] = {{0}}, b[MOST] = {0};
  int power[MOST][2], count = 0;
  for (int i = 0; i <= DEGREE; i++)
    for (int j = 0; i + j <= DEGREE; j++)
      if ((i + j) % 2 == 0) power[count][0] = i, power[count++][1] = j;
  gauss(node, weight);
  const double half = 0.5 * plate->side, c = cos(plate->angle), s = sin(plate->angle);
  /* x = half (s + c t), z = half s t: derivatives along x and z are (1, 0) and (-c, 1) / s of those along the sides */
  const double along = 1 / half, across = 1 / (half * s);
  for (int u = 0; u < NODES; u++)
    for (int v = 0; v < NODES; v++) {
      const double area = weight[u] * weight[v] * half * half * s;
      double k[MOST][3];
      for (int i = 0; i < count; i++) {
        double p[3], q[3];
        factor(node[u], power[i][0], p), factor(node[v], power[i][1], q);
        const double ss = p[2] * q[0], st = p[1] * q[1], tt = p[0] * q[2];
        k[i][0] = along * along * ss;
        k[i][1] = across * across * (tt - 2 * c * st + c * c * ss);
        k[i][2] = along * across * (st - c * ss);
        b[i] += area * plate->load * p[0] * q[0];
      }
      for (int i = 0; i < count; i++)
        for (int m = 0; m < 3; m++) {
          double moment = 0;
          for (int n = 0; n < 3; n++) moment += plate->stiffness[m][n] * k[i][n];
          for (int j = 0; j < count; j++) a[i][j] += area * moment * k[j][m];
        }
    }
  solve(count, a, b);
  return b[0]; /* all others vanish in the middle */
}
