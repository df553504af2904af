/* Why this file exists: the arrays of the CPU state that only some scenes and methods need. Included by cpu_body.h, once per
 * XPBD_SCALAR. */

/* The arrays of a set whose constraints are one. */
static xpbd_status build_sum(xpbd_cpu *cpu, xpbd_cpu_set *half) {
  XPBD_NAME(sum_set) *sum = &half->XPBD_SUM;
  const int arity = xpbd_formula_at(half->constraints->formula)->arity;
  int complete = (sum->value = reals(cpu, half->padded)) != NULL;
  complete &= (sum->gradient = xpbd_cpu_allocate(cpu, cpu->n, sizeof(PARTICLE))) != NULL;
  for (int k = 0; k < arity; k++)
    complete &= (sum->slot[k] = xpbd_cpu_allocate(cpu, half->padded, sizeof(PARTICLE))) != NULL;
  sum->first = half->first;
  sum->of = half->of;
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for the sum over %d elements", (int)half->padded);
  return XPBD_OK;
}

/* The arrays of contact between particles. */
static xpbd_status build_contact(xpbd_cpu *cpu) {
  XPBD_NAME(contact) *c = &cpu->XPBD_CONTACT;
  const double radius = xpbd_scene_contact_radius(cpu->scene), *radii = xpbd_scene_radii(cpu->scene);
  if (radii) {
    REAL *own = reals(cpu, cpu->n);
    XPBD_REQUIRE(own, XPBD_ERR_OUT_OF_MEMORY, "no memory for the radii of %d particles", (int)cpu->n);
    for (int32_t i = 0; i < cpu->n; i++) own[i] = (REAL)radii[i];
    c->radius = own;
  }
  if (!(radius > 0.0)) return XPBD_OK;
  c->diameter = (REAL)(2.0 * radius);
  c->reach = (REAL)(3.0 * radius); /* what comes near within the step */
  c->inverse_cell = (REAL)(1.0 / (3.0 * radius));
  c->friction = (REAL)xpbd_scene_friction(cpu->scene);
  c->restitution = (REAL)xpbd_scene_restitution(cpu->scene);
  c->mask = cpu->contact.mask;
  c->first = cpu->contact.first;
  c->joined = cpu->contact.joined;
  const int64_t n = cpu->n, buckets = (int64_t)c->mask + 2;
  c->start = xpbd_cpu_allocate(cpu, buckets, sizeof *c->start);
  c->items = xpbd_cpu_allocate(cpu, n, sizeof *c->items);
  c->candidates = xpbd_cpu_allocate(cpu, n * XPBD_CANDIDATES, sizeof *c->candidates);
  c->candidate_count = xpbd_cpu_allocate(cpu, n, sizeof *c->candidate_count);
  c->touching = xpbd_cpu_allocate(cpu, n, sizeof *c->touching);
  c->moved = xpbd_cpu_allocate(cpu, n, sizeof *c->moved);
  c->carry = xpbd_cpu_allocate(cpu, xpbd_chunks((int32_t)c->mask + 1), sizeof *c->carry);
  if (c->restitution > R(0.0)) c->touched = xpbd_cpu_allocate(cpu, n, sizeof *c->touched);
  XPBD_REQUIRE((c->touched || !(c->restitution > R(0.0))) && c->carry && c->start && c->items && c->candidates &&
                   c->candidate_count && c->touching && c->moved,
               XPBD_ERR_OUT_OF_MEMORY, "no memory for the contacts of %d particles", (int)cpu->n);
  return XPBD_OK;
}

/* What bounces, off an obstacle or off another particle. */
static xpbd_status build_bounce(xpbd_cpu *cpu) {
  const int32_t obstacles = xpbd_scene_obstacle_count(cpu->scene);
  int off = 0;
  for (int32_t k = 0; k < obstacles; k++) off |= xpbd_obstacle_restitution(xpbd_scene_obstacle(cpu->scene, k)) > 0.0;
  if (!off && !cpu->XPBD_CONTACT.touched) return XPBD_OK;
  cpu->before = xpbd_cpu_allocate(cpu, xpbd_cpu_records(cpu), sizeof(PARTICLE));
  if (off) cpu->bounced = xpbd_cpu_allocate(cpu, (int64_t)obstacles * cpu->n, sizeof(PARTICLE));
  XPBD_REQUIRE(cpu->before && (cpu->bounced || !off), XPBD_ERR_OUT_OF_MEMORY,
               "no memory for the restitution of %d particles", (int)cpu->n);
  return XPBD_OK;
}

/* The copies of particles, where all constraints of a sweep start from the same positions. */
static xpbd_status build_split(xpbd_cpu *cpu) {
  XPBD_NAME(split) *split = &cpu->XPBD_SPLIT;
  if (!xpbd_cpu_at_once(cpu)) return XPBD_OK;
  int damped = 0;
  for (int32_t s = 0; s < cpu->set_count; s++) damped |= cpu->sets[s].XPBD_HALF.gamma > R(0.0);
  split->of = cpu->split.of, split->place = cpu->split.place;
  split->first = cpu->split.first, split->copies = cpu->split.copies;
  split->count = cpu->split.count;
  split->masses = cpu->def->method == XPBD_METHOD_JACOBI;
  split->share = split->masses ? R(1.0) : (REAL)cpu->def->omega;
  split->x = xpbd_cpu_allocate(cpu, split->count, sizeof(PARTICLE));
  if (damped) split->start = xpbd_cpu_allocate(cpu, split->count, sizeof(PARTICLE));
  XPBD_REQUIRE(split->x && (split->start || !damped), XPBD_ERR_OUT_OF_MEMORY, "no memory for %d copies of particles",
               (int)split->count);
  return XPBD_OK;
}
