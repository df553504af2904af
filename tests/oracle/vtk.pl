# Why this file exists: reads the frames of xpbd-sim, so that measures.pl gets positions and velocities from the files
# alone.
use strict;
use warnings;

# Numbers in the binary files of VTK: the most significant byte comes first.
my %packed = (double => ['d>', 8], float => ['f>', 4], int => ['l>', 4]);

# The parts of an unstructured grid: points, cells, their types, and fields by name; vectors have three numbers.
sub vtk {
  my ($path) = @_;
  my $text = contents($path);
  my %out;
  my $take = sub {
    my ($count, $kind) = @_;
    my ($letter, $size) = @{ $packed{$kind} };
    my @numbers = unpack "($letter)$count", substr $text, pos $text, $count * $size;
    pos($text) += $count * $size;
    return @numbers;
  };
  my $threes = sub { my @all = @_; return [map { [@all[ 3 * $_ .. 3 * $_ + 2 ]] } 0 .. @all / 3 - 1] };
  my ($points) = (0);
  pos($text) = 0;
  until ($text =~ /\G\s*\z/gc) {
    if ($text =~ /\G\s*POINTS (\d+) (\w+)\n/gc) {
      $points = $1;
      $out{points} = $threes->($take->(3 * $points, $2));
    } elsif ($text =~ /\G\s*CELLS \d+ (\d+)\n/gc) {
      my @all = $take->($1, 'int');
      while (@all) { my $count = shift @all; push @{ $out{cells} }, [splice @all, 0, $count] }
    } elsif ($text =~ /\G\s*CELL_TYPES (\d+)\n/gc) {
      $out{types} = [$take->($1, 'int')];
    } elsif ($text =~ /\G\s*(?:POINT|CELL)_DATA (\d+)\n/gc) {
      $points = $1;
    } elsif ($text =~ /\G\s*VECTORS (\w+) (\w+)\n/gc) {
      $out{$1} = $threes->($take->(3 * $points, $2));
    } elsif ($text =~ /\G\s*SCALARS (\w+) (\w+)(?: 1)?\nLOOKUP_TABLE default\n/gc) {
      $out{$1} = [$take->($points, $2)];
    } elsif ($text !~ /\G[^\n]*\n/gc) {
      die "$path: not understood at byte ", pos $text, "\n";
    }
  }
  return \%out;
}

# The body of a frame: cells of type 5 are triangles, of 10 tetrahedra.
sub body_of {
  my ($path) = @_;
  my $grid = vtk($path);
  my ($cells, $types) = map { $_ // [] } @$grid{qw(cells types)};
  my $of = sub { my ($type) = @_; return [map { $cells->[$_] } grep { $types->[$_] == $type } 0 .. $#$cells] };
  my @tets = @{ $of->(10) };
  # A body of tetrahedra has its surface only in the OBJ file.
  my $triangles = @tets ? [obj_faces($path =~ s/vtk$/obj/r)] : $of->(5);
  return { points => $grid->{points}, velocities => $grid->{velocity}, pinned => $grid->{pinned}, triangles => $triangles, tets => \@tets };
}

sub obj_points { my ($path) = @_; return map { /^v (.*)/ ? [split ' ', $1] : () } split /\n/, contents($path) }
sub obj_faces { my ($path) = @_; return map { /^f (.*)/ ? [map { m{^(\d+)} ? $1 - 1 : () } split ' ', $1] : () } split /\n/, contents($path) }

1;
