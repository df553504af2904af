# Why this file exists: computes from the settings what permits a time in a row: its checks and their limits, the size
# of its state, and its notes, in the words of FORMAT.md.
use strict;
use warnings;

my $padding = 16;    # a group of constraints starts on a multiple of it

# Springs: two particles and one number at rest.
sub is_spring { my ($point) = @_; return ($point->{axes}{constraint} // '') =~ /^(stretching|hookean|stvk|morse)$/ }
sub is_grid_row { my ($point) = @_; return $point->{benchmark} =~ /^(cloth|projection)$/ && ($point->{axes}{mesh} // '') eq 'auto' && is_spring($point) }
sub has_kernels { my ($point) = @_; return ($point->{axes}{backend} // '') =~ /^(seq|omp)$/ && defined $point->{solver}{instructions} }

# Elongation of springs between a pin and a free particle: how far it falls in the frames (one step each), over the side
# of 10 m.
sub strain_limit {
  my ($frames) = @_;
  return 0.1 + 9.81 / 24**2 * $frames * ($frames + 1) / 2 / 10;
}

# Allowed distance from the plain solver: in double, in float for springs, and for others; more with more than 100
# sweeps in float.
sub distance_limit {
  my ($point) = @_;
  return 1e-9 if $point->{solver}{precision} eq 'f64';
  my ($limit, $times) = (is_spring($point) ? 2e-4 : 1e-2, $point->{solver}{iterations} / 100);
  $times = $times < 1 ? 1 : $times > 50 ? 50 : $times;
  return $limit * $times < 5e-2 ? $limit * $times : 5e-2;
}

sub check_limits {
  my ($point) = @_;
  my ($name, %checks) = ($point->{name}, map { $_->{name} => $_ } @{ $point->{checks} });
  my $limit = sub { my ($check, $want) = @_; same("$name: limit of $check", $checks{$check}{limit}, $want) if $checks{$check} };
  $limit->('error of the gradient', 1e-6);
  $limit->('projections left out', 0.01 * $checks{'projections done'}{value});
  $limit->($_, $point->{state_hash}) for grep { $point->{state_frames} == $point->{warm} + $point->{frames} } 'state agrees with the other points';
  my ($left) = $point->{checked} =~ /(\d+) of \d+ projections left out/;
  same("$name: projections left out", $checks{'projections left out'}{value}, $left // 0) if $checks{'projections left out'};
  return unless has_kernels($point) && $point->{benchmark} =~ /^(cloth|projection|papers)$/;
  $limit->('mechanical energy gained', 1e-3);
  my $strain = strain_limit($point->{warm} + $point->{frames});
  $limit->('distance from double', 0.01);
  my @names = ('error of the gradient', 'state equals the reference', 'frames done', 'projections done', 'projections left out',
    'state is finite', 'something moved', $point->{solver}{precision} eq 'f64' ? () : 'distance from double');
  if (is_grid_row($point)) {
    $limit->('mean strain', $strain);
    $limit->('distance from a plain solver', distance_limit($point));
    push @names, 'mechanical energy gained', 'distance from a plain solver', $strain > 10 ? () : 'mean strain';
  } elsif ($point->{benchmark} eq 'papers' && $point->{axes}{row} =~ /^energy_torus_(linear|stvk)_xpbd$/) {
    $limit->('distance from a plain solver', distance_limit($point));
  }
  my %known = map { $_ => 1 } @names, 'mechanical energy gained', 'mean strain', 'distance from a plain solver', 'state agrees with the other points';
  holds("$name: checked: $_", $checks{$_}) for @names;
  holds("$name: a check of this name: $_", $known{$_}) for sort keys %checks;
  my ($compared) = ($checks{'state equals the reference'} // {})->{why} =~ /after (\d+) frames?, bit for bit/;
  same("$name: frames of the reference", $compared, $point->{checked} =~ /hash=seq\@(\d+) frame/ ? $1 : undef);
}

# Five records of four numbers for each particle and for an immovable one after them: positions and velocities at the
# start, and positions, velocities and previous positions of the state. The torus also has a tip in its middle. Each
# place of a constraint has an offset per particle, the rest shape and the multiplier, and places computed together
# share two bytes.
# For springs the bytes of a place are known. Otherwise they are what a projection moves, minus the records and the
# multiplier's way back, for each number of particles.
sub bytes_of_place {
  my ($point, $real) = @_;
  return 2 * 4 + $real + $real + 2 / $padding if is_spring($point);
  my $moved = $point->{roofline}{bytes_per_projection} // return ();
  return map { $moved - $_ * 2 * 4 * $real - $real + 2 / $padding } 2 .. 8;
}

sub check_memory {
  my ($point) = @_;
  my $torus = $point->{benchmark} eq 'papers' && $point->{axes}{row} =~ /^energy_torus_(linear|stvk)_xpbd$/;
  return unless has_kernels($point) && (is_grid_row($point) || $torus);
  my ($memory, $work, $solver, $real) = (@$point{qw(memory work solver)}, $point->{solver}{precision} eq 'f64' ? 8 : 4);
  my $particles = $work->{particles};
  same("$point->{name}: bytes of a particle", $memory->{per_particle}, 5 * 4 * $real * ($particles + ($torus ? 2 : 1)) / $particles);
  my @blocks = map { $memory->{per_constraint} * $work->{constraints} / $_ / $padding } bytes_of_place($point, $real);
  my $least = int(($work->{constraints} + $padding - 1) / $padding);
  my $most = int(($work->{constraints} + $solver->{groups} * ($padding - 1)) / $padding);
  holds("$point->{name}: places of constraints, as many as its groups need",
    grep { my $whole = int($_ + 0.5); abs($_ - $whole) < 1e-9 && $whole >= $least && $whole <= $most } @blocks);
  my $both = $memory->{per_particle} * $particles + $memory->{per_constraint} * $work->{constraints};
  holds("$point->{name}: memory of the state", $memory->{host} >= $both * (1 - 1e-12) && $memory->{host} <= 2 * $both + 4096);
  same("$point->{name}: memory of a device", $memory->{device}, undef);
}

# A row without a time has no other number either.
sub check_empty {
  my ($point) = @_;
  for my $path (qw(frame_s fps counters phases cpu_s device_s processes hardware published series telemetry state_hash state_frames checked
    memory.host memory.device memory.per_particle memory.per_constraint noise.psi_cpu_during solver.groups solver.threads solver.lanes
    solver.residual solver.batch solver.instructions solver.strategy work.mesh work.frame_time_s work.particles work.constraints),
    map({ "roofline.$_" } qw(bytes_per_projection flops_per_projection real_bytes memory_roof compute_roof memory_share compute_share))) {
    same("$point->{name}: no $path", at($point, $path), undef);
  }
  same("$point->{name}: $_", $point->{$_}, 0) for qw(episodes samples flagged);
  same("$point->{name}: frames of a sample", $point->{frames_per_sample}, 1);
  same("$point->{name}: checks", scalar @{ $point->{checks} }, 0);
}

# Numbers in the notes, and the meaning of a mark.
sub check_notes {
  my ($point, $xb) = @_;
  my ($name, $noise, $tau) = ($point->{name}, $point->{noise}, $point->{frame_s}{tau} // 0);
  my $waited = $noise->{psi_cpu_during} // 0;
  my $resumed = $xb->{resumed} && !@{ $xb->{merged} // [] };
  my @want = (
    $point->{frames_per_sample} > 1 ? "a sample is the mean of $point->{frames_per_sample} frames: one frame is shorter than 1000 clock reads" : (),
    $resumed ? "the run was interrupted after $point->{episodes} of the episodes" : (),
    $waited > 10 ? sprintf('tasks waited for a processor during %.0f %% of the episodes', $waited) : (),
    $noise->{pace_least} && $noise->{pace_least} < 0.8
      ? sprintf('the processor was throttled: its clock fell to %.0f %% of the fastest in this run', 100 * $noise->{pace_least}) : (),
    $tau > 5 ? sprintf('autocorrelation time %.1f episodes: the machine is drifting, the interval is optimistic', $tau) : (),
    defined $point->{frame_s}{lo95} || $point->{processes} ? () : 'no interval: an order-statistic 95 % interval needs six episodes',
    ($point->{ieee_over_flushed} // 0) > 1.05
      ? 'subnormal numbers cost more than 5 % of the time: ieee_over_flushed is the time relative to that with them flushed to 0' : (),
    $point->{samples} < 10 ? 'not in "benchmarks": fewer than ten samples' : ());
  my @have = grep { !/ measured again after a pause/ } @{ $point->{notes} };
  # Each of several processes reports its own.
  @$_ = grep { !/^(tasks waited|the processor was|autocorrelation time|subnormal numbers) / } @$_ for $point->{processes} ? (\@have, \@want) : ();
  said("$name: notes", join('; ', sort @have), join '; ', sort @want) if $point->{benchmark} =~ /^(cloth|projection|papers)$/ && has_kernels($point);
  same("$name: marked", $point->{flagged} ? 1 : 0, $waited > 10 || $tau > 5 || ($noise->{pace_least} || 1) < 0.8 ? 1 : 0) unless $point->{telemetry};
}

1;
