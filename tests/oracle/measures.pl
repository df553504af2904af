# Why this file exists: computes the columns of `xpbd-sim --measure` again, for a body with springs of `stretching` on
# its edges, or a lattice, from the positions and velocities in its files.
# usage: perl measures.pl MEASURES.tsv FOLDER FRAMES_PER_SECOND
use strict;
use warnings;
use File::Basename 'dirname';
use File::Spec;
require File::Spec->rel2abs(dirname($0)) . "/$_.pl" for qw(agree read vtk);

my ($table, $folder, $rate) = @ARGV;
my %settings = map { /^([^:]+): (.*)/ ? ($1 => $2) : () } split /\n/, contents("$folder/run.txt");
my ($alpha, $k) = $settings{'constraints 0'} =~ /^stretching;.* compliance (\S+); damping \S+; k (\S+)$/ or die "no springs\n";
my @gravity = split /,/, $settings{gravity};
my $lattice = $settings{method} =~ /^verlet/;

sub minus { return map { $_[0][$_] - $_[1][$_] } 0 .. 2 }
sub dot { return $_[0][0] * $_[1][0] + $_[0][1] * $_[1][1] + $_[0][2] * $_[1][2] }
sub cross { my ($u, $v) = @_; return map { $u->[ $_ - 2 ] * $v->[ $_ - 1 ] - $u->[ $_ - 1 ] * $v->[ $_ - 2 ] } 0 .. 2 }
sub norm { return sqrt dot($_[0], $_[0]) }
sub distance { return norm([minus(@_)]) }
sub area { return norm([cross([minus($_[1], $_[0])], [minus($_[2], $_[0])])]) / 2 }
sub volume { return dot([minus($_[1], $_[0])], [cross([minus($_[2], $_[0])], [minus($_[3], $_[0])])]) / 6 }
sub sum { my $sum = 0; $sum += $_ for @_; return $sum }
sub mean { return sum(@_) / @_ }
sub least { my ($least) = sort { $a <=> $b } @_; return $least }
sub most { my ($most) = sort { $b <=> $a } @_; return $most }
sub middle { my @points = @_; return [map { my $axis = $_; mean(map { $_->[$axis] } @points) } 0 .. 2] }

# Within 1e-9 of the largest term, because sums have another order and lengths are nearly equal.
sub like { my ($what, $have, $want, $size) = @_; same($what, $have =~ /nan/i ? undef : $have, $want, 1e-9 * ($size // 1)) }

# The enclosed volumes: tetrahedra or, for a closed surface, each triangle with the mean of all vertices as the tip
# (there is one piece).
sub volumes {
  my ($body, $points) = @_;
  return map { volume(@$points[@$_]) } @{ $body->{tets} } if @{ $body->{tets} };
  my $tip = middle(@$points);
  return map { volume($tip, @$points[@$_]) } @{ $body->{triangles} };
}

# No edge of a closed surface has only one triangle.
sub closed {
  my %sides;
  for my $face (@_) { $sides{ join ' ', sort @$face[ $_, ($_ + 1) % 3 ] }++ for 0 .. 2 }
  return @_ && !grep { $_ != 2 } values %sides;
}

# ratio, mean error, least and most of sizes over those at rest
sub ratios {
  my ($name, $rest, $now) = @_;
  my @each = map { $now->[$_] / $rest->[$_] } 0 .. $#$rest;
  return ("${name}_ratio" => sum(@$now) / sum(@$rest), "${name}_mean_error" => mean(map { abs($_ - 1) } @each),
    "${name}_least" => least(@each), "${name}_most" => most(@each));
}

my $start = body_of("$folder/frame_0000.vtk");
my ($springs) = vtk("$folder/constraints.vtk");
my @edges = @{ $springs->{cells} };
my @rest = map { distance(@{ $springs->{points} }[@$_]) } @edges;
my @free = grep { !$start->{pinned}[$_] } 0 .. $#{ $start->{points} };
my $mass = $settings{'free mass'} / @free;
my @areas = map { area(@{ $start->{points} }[@$_]) } @{ $start->{triangles} };
my $encloses = @{ $start->{tets} } || closed(@{ $start->{triangles} });
my @volumes = $encloses ? volumes($start, $start->{points}) : ();

# Not from the files: the rest lengths of a lattice, and its contacts.
my %seen = map { $_ => 1 } 'frame', $lattice ? qw(elastic_J contacts sweeps overlap_m deepest_overlap_m unconverged_steps) : ();
# Energies and momenta of a lattice belong to half a time step later: the effect of gravity in it.
my ($soon, $falls) = (0, 0);
if ($lattice) {
  my $step = $settings{'frame time'} / $settings{substeps};
  $soon = $mass * @free * norm(\@gravity) * $step;
  $falls = $soon * most(map { norm($_) } @{ $start->{velocities} });
}

for my $row (table($table)) {
  my $name = "frame $row->{frame}";
  my $body = body_of(sprintf '%s/frame_%04d.vtk', $folder, $row->{frame});
  my ($points, $velocities) = @$body{qw(points velocities)};
  my @other = obj_points(sprintf '%s/frame_%04d.obj', $folder, $row->{frame});
  same("$name: vertices", scalar @other, scalar @$points);
  for my $v (0 .. $#$points) { like("$name: vertex $v", $other[$v][$_], $points->[$v][$_], 1e3) for 0 .. 2 }
  my ($centre, $speed) = map { middle(@$_[@free]) } $points, $velocities;
  my %want = (time_s => $row->{frame} / $rate, kinetic_J => $mass / 2 * sum(map { dot($_, $_) } @$velocities[@free]),
    total_J => $row->{kinetic_J} + $row->{gravitational_J} + $row->{elastic_J});
  # For a lattice it is not counted from the start.
  $want{gravitational_J} = -$mass * @free * dot(\@gravity, $lattice ? $centre : [minus($centre, middle(@{ $start->{points} }[@free]))]);
  for my $axis (0 .. 2) {
    my $letter = (qw(x y z))[$axis];
    $want{"momentum_$letter"} = $mass * @free * $speed->[$axis];
    $want{"centre_${letter}_m"} = $centre->[$axis];
  }
  if ($lattice) {
    my $from = middle(@{ $start->{points} }[@free]);
    $want{distance_m} = sqrt(($centre->[0] - $from->[0])**2 + ($centre->[2] - $from->[2])**2);
    # The ground carries it, and it always slides.
    $want{normal_impulse_Ns} = $mass * @free * norm(\@gravity) * $row->{time_s} + $row->{momentum_y};
    $want{friction_impulse_Ns} = $settings{friction} * $row->{normal_impulse_Ns};
  } else {
    my @length = map { distance(@$points[@$_]) } @edges;
    my @strain = map { abs($length[$_] / $rest[$_] - 1) } 0 .. $#edges;
    my @off = map { $k * abs($length[$_] - $rest[$_]) } 0 .. $#edges;    # |C| of stretching
    my @area = map { area(@$points[@$_]) } @{ $body->{triangles} };
    my @volume = $encloses ? volumes($body, $points) : ();
    %want = (%want, elastic_J => sum(map { $_**2 } @off) / (2 * $alpha), residual_mean => mean(@off), residual_max => most(@off),
      C_stretching_1 => mean(@off), strain_mean => mean(@strain), strain_max => most(@strain), lowest_m => least(map { $_->[1] } @$points),
      area_m2 => sum(@area), ratios('area', \@areas, \@area), volume_m3 => undef,
      $encloses ? (volume_m3 => sum(@volume), ratios('volume', \@volumes, \@volume)) : ());
  }
  for my $column (sort keys %want) {
    $seen{$column} = 1;
    my $later = !$lattice ? 0 : $column =~ /^(kinetic|gravitational)_J$/ ? $falls : $column =~ /^(momentum_.|normal_impulse_Ns)$/ ? $soon : 0;
    like("$name: $column", $row->{$column}, $want{$column}, ($column =~ /_J$/ ? 1e3 : 1) + 1e9 * $later);
  }
}
my ($head) = split /\n/, contents($table);
for my $column (split /\t/, $head) { said("column $column", $seen{$column} ? 'compared' : 'not compared', 'compared') }
finish(100);
