/* Why this file exists: what all schedules have in common: arrays, the order in each group, the mesh order, and the
 * check that a schedule is valid. */
#include "xpbd/schedule.h"

#include <stdlib.h>

#include "base/edge.h"
#include "base/memory.h"
#include "schedule/build.h"

xpbd_status xpbd_members_check(const xpbd_members *m) {
  XPBD_REQUIRE(m->constraint_count >= 0 && m->particle_count >= 0, XPBD_ERR_INVALID_ARGUMENT,
               "%d constraints on %d particles; neither may be negative", m->constraint_count, m->particle_count);
  XPBD_REQUIRE(m->arity >= 1 && m->arity <= 4, XPBD_ERR_INVALID_ARGUMENT, "%d particles per constraint, must be 1 to 4",
               m->arity);
  const int32_t *particle = m->particles;
  for (int32_t c = 0; c < m->constraint_count; c++, particle += m->arity)
    for (int k = 0; k < m->arity; k++) {
      XPBD_REQUIRE(particle[k] >= 0 && particle[k] < m->particle_count, XPBD_ERR_INVALID_ARGUMENT,
                   "constraint %d names particle %d, but there are only particles 0 to %d", c, particle[k],
                   m->particle_count - 1);
      for (int j = 0; j < k; j++)
        XPBD_REQUIRE(particle[j] != particle[k], XPBD_ERR_INVALID_ARGUMENT, "constraint %d names particle %d twice", c,
                     particle[k]);
    }
  return XPBD_OK;
}

static xpbd_status reserve(int32_t constraint_count, int32_t group_count, xpbd_schedule *out) {
  const size_t order_bytes = ((size_t)constraint_count + 1) * sizeof *out->order; /* never of size 0 */
  const size_t start_bytes = ((size_t)group_count + 1) * sizeof *out->group_start;
  xpbd_schedule schedule = {.constraint_count = constraint_count, .group_count = group_count, .overflow = -1};
  schedule.order = xpbd_memory((int64_t)constraint_count + 1, sizeof *schedule.order);
  schedule.group_start = calloc((size_t)group_count + 1, sizeof *schedule.group_start);
  if (!schedule.order || !schedule.group_start) {
    xpbd_schedule_destroy(&schedule);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "schedule: out of memory (%zu bytes)", order_bytes + start_bytes);
  }
  *out = schedule;
  return XPBD_OK;
}

xpbd_status xpbd_schedule_begin(const xpbd_members *members, int32_t max_groups, xpbd_schedule *out) {
  *out = (xpbd_schedule){.overflow = -1};
  XPBD_TRY(xpbd_members_check(members));
  XPBD_REQUIRE(max_groups >= 1 && max_groups <= XPBD_MAX_GROUPS, XPBD_ERR_INVALID_ARGUMENT,
               "max_groups is %d, must be 1 to %d", max_groups, XPBD_MAX_GROUPS);
  return XPBD_OK;
}

xpbd_status xpbd_schedule_from_groups(int32_t constraint_count, const uint16_t *group_of, int32_t group_count,
                                      int32_t overflow, xpbd_schedule *out) {
  xpbd_schedule schedule;
  XPBD_TRY(reserve(constraint_count, group_count, &schedule));
  schedule.overflow = overflow;
  int32_t next[XPBD_MAX_GROUPS + 2] = {0};
  for (int32_t c = 0; c < constraint_count; c++) next[group_of[c] + 1]++;
  for (int32_t g = 0; g < group_count; g++) {
    next[g + 1] += next[g];
    schedule.group_start[g + 1] = next[g + 1];
  }
  for (int32_t c = 0; c < constraint_count; c++) schedule.order[next[group_of[c]]++] = c;
  *out = schedule;
  return XPBD_OK;
}

xpbd_status xpbd_schedule_mesh_order(int32_t constraint_count, xpbd_schedule *out) {
  XPBD_NOT_NULL(out);
  *out = (xpbd_schedule){.overflow = -1};
  XPBD_REQUIRE(constraint_count >= 0, XPBD_ERR_INVALID_ARGUMENT, "%d constraints cannot be scheduled",
               constraint_count);
  const int32_t group_count = constraint_count > 0 ? 1 : 0;
  XPBD_TRY(reserve(constraint_count, group_count, out));
  for (int32_t c = 0; c < constraint_count; c++) out->order[c] = c;
  out->group_start[group_count] = constraint_count;
  out->overflow = group_count - 1;
  return XPBD_OK;
}

/* Checks the shape of a schedule before anything is indexed with it. */
static xpbd_status check_shape(const xpbd_schedule *s, int32_t constraint_count) {
  XPBD_REQUIRE(s->constraint_count == constraint_count && s->group_count >= 0, XPBD_ERR_INVALID_ARGUMENT,
               "the schedule has %d constraints in %d groups", s->constraint_count, s->group_count);
  XPBD_REQUIRE(s->group_start && (s->order || constraint_count == 0), XPBD_ERR_INVALID_ARGUMENT,
               "the arrays of the schedule are NULL");
  XPBD_REQUIRE(s->group_start[0] == 0 && s->group_start[s->group_count] == constraint_count, XPBD_ERR_INVALID_ARGUMENT,
               "the groups cover positions %d to %d, must be 0 to %d", s->group_start[0],
               s->group_start[s->group_count], constraint_count);
  for (int32_t g = 0; g < s->group_count; g++)
    XPBD_REQUIRE(s->group_start[g] <= s->group_start[g + 1] && s->group_start[g + 1] <= constraint_count,
                 XPBD_ERR_INVALID_ARGUMENT, "group %d begins at position %d and ends at %d", g, s->group_start[g],
                 s->group_start[g + 1]);
  XPBD_REQUIRE(s->overflow == -1 || (s->overflow >= 0 && s->overflow == s->group_count - 1), XPBD_ERR_INVALID_ARGUMENT,
               "the overflow group is %d; it must be the last of %d groups, or -1", s->overflow, s->group_count);
  return XPBD_OK;
}

/* Each constraint once, ascending in each group. There are as many positions as constraints, so no repetition means
 * complete. */
static xpbd_status check_order(const xpbd_schedule *s, unsigned char *seen) {
  for (int32_t g = 0; g < s->group_count; g++)
    for (int32_t place = s->group_start[g]; place < s->group_start[g + 1]; place++) {
      const int32_t c = s->order[place];
      XPBD_REQUIRE(c >= 0 && c < s->constraint_count, XPBD_ERR_INVALID_ARGUMENT,
                   "position %d of the schedule holds constraint %d, but there are only constraints 0 to %d", place, c,
                   s->constraint_count - 1);
      const unsigned char bit = (unsigned char)(1u << (c & 7));
      XPBD_REQUIRE(!(seen[c >> 3] & bit), XPBD_ERR_INVALID_ARGUMENT, "constraint %d is in the schedule twice", c);
      seen[c >> 3] |= bit;
      XPBD_REQUIRE(place == s->group_start[g] || s->order[place - 1] < c, XPBD_ERR_INVALID_ARGUMENT,
                   "group %d: constraint %d comes after %d, must be ascending", g, c, s->order[place - 1]);
    }
  return XPBD_OK;
}

/* `writer` holds the position that wrote each particle last, plus one, so nothing is cleared between groups. */
static xpbd_status check_independence(const xpbd_schedule *s, const xpbd_members *m, int32_t *writer) {
  for (int32_t g = 0; g < s->group_count; g++) {
    if (g == s->overflow) continue;
    for (int32_t place = s->group_start[g]; place < s->group_start[g + 1]; place++) {
      const int32_t *particle = m->particles + (size_t)s->order[place] * (size_t)m->arity;
      for (int k = 0; k < m->arity; k++) {
        if (!xpbd_members_writes(m, particle[k])) continue;
        const int32_t previous = writer[particle[k]];
        XPBD_REQUIRE(previous <= s->group_start[g], XPBD_ERR_INVALID_ARGUMENT,
                     "group %d: constraints %d and %d both write particle %d", g, s->order[previous - 1],
                     s->order[place], particle[k]);
        writer[particle[k]] = place + 1;
      }
    }
  }
  return XPBD_OK;
}

xpbd_status xpbd_schedule_check(const xpbd_schedule *schedule, int32_t arity, const int32_t *particles,
                                int32_t particle_count, const double *inverse_masses) {
  XPBD_NOT_NULL(schedule);
  if (schedule->constraint_count > 0) XPBD_NOT_NULL(particles);
  const xpbd_members members = {schedule->constraint_count, arity, particles, particle_count, inverse_masses};
  XPBD_TRY(xpbd_members_check(&members));
  XPBD_TRY(check_shape(schedule, members.constraint_count));
  unsigned char *seen = calloc((size_t)members.constraint_count / 8 + 1, 1);
  int32_t *writer = calloc((size_t)particle_count + 1, sizeof *writer);
  xpbd_status status = XPBD_OK;
  if (!seen || !writer)
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory to check a schedule of %d constraints",
                       (int)members.constraint_count);
  if (status == XPBD_OK) status = check_order(schedule, seen);
  if (status == XPBD_OK) status = check_independence(schedule, &members, writer);
  free(seen);
  free(writer);
  return status;
}

void xpbd_schedule_destroy(xpbd_schedule *schedule) {
  if (!schedule) return;
  free(schedule->order);
  free(schedule->group_start);
  *schedule = (xpbd_schedule){0};
}
