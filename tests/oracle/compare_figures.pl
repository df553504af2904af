# Why this file exists: checks the data of every figure of a comparison, and the numbers in its captions; see
# compare.pl.
use strict;
use warnings;

# The name of a row without an axis, which names the lines of a figure along that axis.
sub without {
  my ($name, $axis) = @_;
  return join ', ', grep { !/^\Q$axis\E / } split /, /, $name;
}

sub check_ratios {
  my ($out, $all, $names) = @_;
  my @rows = map { [split /\t/] } grep { /^\d/ } split /\n/, contents("$out/figures/cloth_ratio.tsv");
  my @pairs = grep { my $name = $_; grep { $all->[0]{rows}{$name} && $all->[$_]{rows}{$name} } 1 .. $#$all } @$names;
  my %code = (FASTER => 1, SLOWER => 2, SAME => 3, UNSURE => 4);
  for my $place (1 .. @pairs) {
    for my $s (1 .. $#$all) {
      my $row = $all->[$s]{rows}{ $pairs[ $place - 1 ] };
      next if !$row || $row->{ratio} eq 'NaN';
      my $cells = shift @rows // [];
      my $shift = @$all > 2 ? 0.6 * ($s - @$all / 2) / $#$all : 0;
      my ($low, $high) = @$row{qw(from to)};
      my @want = ($place + $shift, $s, $row->{ratio}, $low, $high, $code{ $row->{verdict} });
      near("cloth_ratio: $pairs[$place - 1]: cell $_", $cells->[$_], $want[$_]) for 0 .. $#want;
      said('cloth_ratio: row', $cells->[6], $pairs[ $place - 1 ]);
      same('cloth_ratio: place', $cells->[7], $place);
    }
  }
  same('rows of cloth_ratio that nothing stands behind', scalar @rows, 0);
}

# Lines of a figure by label, with points in ascending order of x. `points`: label => [x, y, low, high] ...
sub check_lines {
  my ($file, %points) = @_;
  my $count = 0;
  my %have;
  for my $row (figure_rows($file)) { push @{ $have{ $row->[4] } }, $row }
  my ($name) = $file =~ m{([^/]*)\.tsv};
  same("lines of $name", scalar keys %have, scalar keys %points);
  for my $label (sort keys %points) {
    my @want = sort { $a->[0] <=> $b->[0] } @{ $points{$label} };
    same("$name: points of $label", scalar @{ $have{$label} // [] }, scalar @want);
    for my $k (0 .. $#want) {
      my @cells = @{ $want[$k] };
      @cells[2, 3] = ($cells[1]) x 2 if $cells[2] eq 'NaN';
      near("$name: $label: point $k, cell $_", $have{$label}[$k][$_], $cells[$_]) for 0 .. 3;
    }
  }
}

# Ratios along an axis. Returns the caption's words on where they pass 1.
sub check_along {
  my ($out, $all, $axis, $captions) = @_;
  my (%points, @labels);
  for my $side (@$all[1 .. $#$all]) {
    for my $name (@{ $side->{pairs} }) {
      my $row = $side->{rows}{$name};
      my $label = "$side->{letter}: " . without($name, $axis);
      push @labels, $label unless $points{$label};
      push @{ $points{$label} }, [$row->{axes}{$axis}, @$row{qw(ratio from to)}];
    }
  }
  check_lines("$out/figures/cloth_${axis}_ratios.tsv", %points);
  my $words = '';
  for my $label (@labels) {
    my $before;
    for my $at (sort { $a->[0] <=> $b->[0] } @{ $points{$label} }) {
      my ($x, $y, $low, $high) = @$at;
      next if $low eq 'NaN' || ($low <= 1 && $high >= 1);
      if ($before && ($before->[1] < 1) != ($y < 1)) {
        $words .= sprintf ' %s: %s from about %.3g on (between %g and %g).', $label, $y > 1 ? 'faster' : 'slower',
          crossing($before->[0], $before->[1], $x, $y, 1), $before->[0], $x;
      }
      $before = $at;
    }
  }
  my ($caption) = grep { /relative to .* against $axis\./ } @$captions;
  my ($said) = ($caption // '') =~ /clear\.((?: \w: [^()]*\([^()]*\)\.)+| No line clearly crosses 1\.)/;
  said("caption against $axis", $said, $words || ' No line clearly crosses 1.');
}

# The remaining error over time, and work over what moves: a point for each row of each side.
sub check_clouds {
  my ($out, $all, $captions) = @_;
  my (%error, %work);
  for my $side (@$all) {
    for my $name (keys %{ $side->{rows} }) {
      my $row = $side->{rows}{$name};
      my $error = $row->{point}{error};
      push @{ $error{ "$side->{letter}: " . without($name, 'iterations') } }, [1e3 * $row->{time}, ($error) x 3] if defined $error && $error > 0;
      my $projections = projections($row->{axes});
      push @{ $work{"$side->{letter} $side->{label}"} }, [$row->{point}{memory}{host} / $row->{point}{work}{constraints},
        map { $_ eq 'NaN' ? 'NaN' : $projections / $_ } @$row{qw(time high low)}];
    }
  }
  check_lines("$out/figures/cloth_error.tsv", %error) if keys %error && keys %error <= 10;
  for my $label (keys %work) { # points with one x have no order
    $work{$label} = [sort { $a->[0] <=> $b->[0] } @{ $work{$label} }];
  }
  check_cloud("$out/figures/cloth_roofline.tsv", \%work) if -e "$out/figures/cloth_roofline.tsv";
}

sub check_cloud {
  my ($file, $work) = @_;
  my %have;
  push @{ $have{ $_->[4] } }, $_ for figure_rows($file);
  for my $label (sort keys %$work) {
    my $order = sub { sort { $a->[0] <=> $b->[0] || $a->[1] <=> $b->[1] } @_ };
    my @want = $order->(@{ $work->{$label} });
    my @rows = $order->(@{ $have{$label} // [] });
    same("points of $label", scalar @rows, scalar @want);
    for my $k (0 .. $#want) {
      my @cells = @{ $want[$k] };
      @cells[2, 3] = ($cells[1]) x 2 if $cells[2] eq 'NaN';
      near("work of $label: point $k, cell $_", $rows[$k][$_], $cells[$_]) for 0 .. 3;
    }
  }
}

# Frames per second, and the spread of frame times, with a line for each side.
sub check_joined {
  my ($out, $all, $rule) = @_;
  my @sizes = sorted(keys %{ { map { map { $_->{axes}{size} => 1 } values %{ $_->{rows} } } @$all } });
  for my $figure (['fps_size', 'size', iterations => 20], ['fps_iterations', 'iterations', size => $sizes[0]],
    ['spread', 'size', iterations => 20]) {
    my ($kind, $axis, $held, $value) = @$figure;
    my @rows = figure_rows("$out/figures/cloth_$kind.tsv");
    my @points = map { my $side = $_; map { [$side, $_] } grep { $_->{axes}{$held} == $value } values %{ $side->{rows} } } @$all;
    same("rows of cloth_$kind", scalar @rows, scalar @points);
    for my $cells (@rows) {
      my ($constraint, $label) = @$cells[-2, -1];
      my ($point) = grep { my ($side, $row) = @$_; $row->{axes}{$axis} == $cells->[0] && $label =~ /\Q$side->{label}\E$/
        && ("$rule->{by}$rule->{take}" eq 'constraint' || $row->{axes}{constraint} eq $constraint) } @points;
      same("cloth_$kind: a point behind $cells->[0], $constraint, $label", $point ? 1 : 0, 1);
      next unless $point;
      my $row = $point->[1];
      my @want = ($cells->[0]);
      if ($kind eq 'spread') {
        my $median = median(@{ $row->{samples} });
        my ($own) = @{ $row->{cell}{logs} };
        push @want, undef, map { quantile($_, @{ $row->{samples} }) / exp $own } 0.05, 0.05, 0.95, 0.99, 1;
        push @want, scalar @{ $row->{samples} };
      } else {
        my $none = $row->{low} eq 'NaN';
        push @want, 1 / $row->{time}, $none ? ('NaN') x 2 : (1 / $row->{high}, 1 / $row->{low}), $none ? 0 : 1,
          map({ $_ eq 'NaN' ? 'NaN' : 1e3 * $_ } @$row{qw(time low high)}), $row->{axes}{size}**2;
      }
      near("cloth_$kind: $label: cell $_", $cells->[$_], $want[$_]) for grep { defined $want[$_] } 0 .. $#want;
    }
  }
}

# Numbers in the text below the figures that all comparisons share.
sub check_shared_captions {
  my ($all, $captions, $rule) = @_;
  my ($band) = map { /margin of (\S+) %/ } @$captions;
  same('the margin below the ratios', $band, 100 * $rule->{margin});
  my @slice = map { grep { $_->{axes}{iterations} == 20 } values %{ $_->{rows} } } @$all;
  my ($longest) = map { /longest frame of all took (\S+) times/ } @$captions;
  my ($most) = reverse sorted(map { (reverse sorted(@{ $_->{samples} }))[0] / exp $_->{cell}{logs}[0] } @slice);
  said('the longest frame', $longest, sprintf '%.3g', $most);
  # A side with several files is drawn by its first process, with bars over all of them.
  my @counts = map { map { scalar @{ $_->{cell}{logs} } } values %{ $_->{rows} } } @$all;
  my $several = (grep { $_ > 1 } @counts) == @counts;
  die "sides of one process beside sides of several: what their bars are is not worked out\n" if !$several && grep { $_ > 1 } @counts;
  my ($bars) = map { / (Bars are [^.]*)\./ } grep { /Frames per second/ } @$captions;
  said('what bars are', $bars, $several ? "Bars are 95 % intervals of the median, by Student's t over the processes of each point"
    : 'Bars are 95 % intervals of the median over episodes, widened by the variation between processes');
  my ($drawn) = map { /, over (all timed samples[^.]*)\./ } @$captions;
  said('whose samples are drawn', $drawn, 'all timed samples' . ($several ? ' of one process of each side, the first that has the point' : ''));
  my ($from, $size, $to, $end) = map { /goes from (\S+) FPS at (\d+×\d+) to (\S+) FPS at (\d+×\d+)\./ } @$captions;
  ($from, $size, $to, $end) = map { $_ // 'nothing' } $from, $size, $to, $end;
  my ($large) = reverse sorted(map { $_->{axes}{size} } @slice);
  my $fastest;
  for my $side (@$all) {
    for my $row (grep { $_->{axes}{size} == $large && $_->{axes}{iterations} == 20 } values %{ $side->{rows} }) {
      $fastest = [$side, $row] if !$fastest || $row->{time} < $fastest->[1]{time};
    }
  }
  my ($start) = sort { $a->{axes}{size} <=> $b->{axes}{size} }
    grep { $_->{axes}{iterations} == 20 && $_->{axes}{constraint} eq $fastest->[1]{axes}{constraint} } values %{ $fastest->[0]{rows} };
  said('the fastest line', "$from at $size, $to at $end", sprintf '%s at %d×%d, %s at %d×%d', shown_fps(1 / $start->{time}),
    ($start->{axes}{size}) x 2, shown_fps(1 / $fastest->[1]{time}), ($large) x 2);
}

sub check_figures {
  my ($out, $page, $all, $names, $rule) = @_;
  my @captions = map { plain($_) } $page =~ m{<figcaption>(.*?)</figcaption>}gs;
  check_ratios($out, $all, $names);
  for my $axis (qw(size iterations)) {
    my %labels = map { my $s = $_; map { $s->{letter} . without($_, $axis) => 1 } @{ $s->{pairs} } } @$all[1 .. $#$all];
    check_along($out, $all, $axis, \@captions) if keys %labels <= 10;
  }
  check_clouds($out, $all, \@captions);
  check_joined($out, $all, $rule);
  check_shared_captions($all, \@captions, $rule);
  check_carried($out, $page, scalar @captions);
}

1;
