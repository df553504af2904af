# Why this file exists: checks what a report says about the benchmarks scenes, preservation, accuracy and papers
# (answers, tables, data of figures, captions), and the tables that xpbd-bench prints for the last two. Times come from
# the journal. Courses over time are taken from the results, and everything derived from them is computed.
use strict;
use warnings;

sub series { my ($n, $name) = @_; return @{ $n->{point}{series}{$name} // [] } }
sub largest { return (reverse sorted(@_))[0] }
sub smallest { return (sorted(@_))[0] }
sub each_once { my %seen; return grep { !$seen{$_}++ } @_ }
sub cells { my ($row, $of) = @_; return map { plain($_) } $row =~ m{<t[hd][^>]*>(.*?)</t[hd]>}g }

# Lines of curves: blocks of rows with one name, each after a row without numbers. Those of the second panel follow
# those of the first. `wanted`: [name, [x, y, low, high], ...] ...
sub check_curves {
  my ($folder, $name, @wanted) = @_;
  my @blocks = grep { /\S/ } split /^# x\ty.*\n/m, contents("$folder/figures/$name.tsv");
  same("lines of $name", scalar @blocks, scalar @wanted);
  for my $line (@wanted) {
    my ($label, @points) = @$line;
    my ($empty, @rows) = map { [split /\t/] } grep { /\S/ } split /\n/, shift @blocks // "\t\t\t\t\n";
    said("$name: name", $_->[4], $label) for $empty, @rows;
    same("$name: $label: no number", $empty->[$_], 'NaN') for 0 .. 3;
    same("$name: points of $label", scalar @rows, scalar @points);
    for my $k (0 .. $#points) {
      my @want = @{ $points[$k] };
      @want[2, 3] = ($want[0]) x 2 if !defined $want[2] || $want[2] eq 'NaN';
      same("$name: $label: point $k, cell $_", $rows[$k][$_], $want[$_]) for 0 .. 3;
    }
  }
}

sub in_ms { my ($n) = @_; return map { $_ eq 'NaN' ? 'NaN' : 1e3 * $_ } @$n{qw(low high)} }

# -------------------------------------------------------------------------------------------------------------- scenes

# The lines of a scene: the fastest backend for each method and size.
sub lines_of_scene {
  my (%line, @order);
  for my $n (@_) {
    my $label = "$n->{axes}{method}, size $n->{axes}{size}";
    push @order, $label unless $line{$label};
    $line{$label} = $n if !$line{$label} || $n->{fps} > $line{$label}{fps};
  }
  return map { [$_, $line{$_}] } @order;
}

sub check_scene {
  my ($folder, $scene, $captions, @points) = @_;
  my @lines = lines_of_scene(@points);
  my $end = smallest(map { (series($_->[1], 'time_s'))[-1] } @lines);
  my (@costs, @residuals, @energies);
  for my $line (@lines) {
    my ($label, $n) = @$line;
    my @time = series($n, 'time_s');
    my @residual = series($n, 'residual_mean');
    my @energy = series($n, 'mechanical_J');
    push @costs, [$label, [1e3 * $n->{median}, mean(map { $residual[$_] } grep { $time[$_] <= $end * (1 + 1e-9) } 1 .. $#time), in_ms($n)]];
    push @residuals, [$label, map { $residual[$_] > 0 ? [$time[$_], $residual[$_]] : () } 0 .. $#time];
    push @energies, [$label, map { [$time[$_], $energy[$_]] } 0 .. $#time];
  }
  check_curves($folder, "scenes_${scene}_cost", @costs);
  check_curves($folder, "scenes_${scene}_course", @residuals, @energies);
  my ($first) = map { /and the first (\S+ simulated seconds?),/ } grep { /^Figure \d+\. \Q$scene\E: remaining constraint error/ } @$captions;
  my $seconds = sprintf '%.3g', $end;
  said("caption of $scene", $first, "$seconds simulated second" . ($seconds eq '1' ? '' : 's'));
  my $whole = largest(map { (series($_, 'time_s'))[-1] } @points);
  my @travels;
  for my $method (each_once(map { $_->{axes}{method} } @points)) {
    my @own = grep { $_->{axes}{method} eq $method && (series($_, 'time_s'))[-1] >= $whole * (1 - 1e-9) } @points;
    my @sizes = sorted(each_once(map { $_->{axes}{size} } @own));
    next if @sizes < 2;
    push @travels, [$method, map { my $size = $_; [$size, (series((grep { $_->{axes}{size} == $size } @own)[0], 'travel_m'))[-1]] } @sizes];
  }
  check_curves($folder, "scenes_${scene}_travel", @travels);
}

# The words on equal iterations. They are equal work for rows that differ only in the method and project as many
# constraints, if the method only projects.
sub check_work {
  my ($all, $page) = @_;
  my ($said) = map { plain($_) } $page =~ m{(Equal iterations are .*?quality\.)};
  my %method = map { $_->{axes}{method} // '' => 1 } grep { $_->{raw} } @$all;
  my ($global) = grep { $_ } join ' and ', grep { $method{$_} } qw(fms pd);
  my (@rows, @differ, %named);
  for my $n (grep { $_->{raw} } @$all) {
    my $like = sub { join '|', $_[0]{point}{benchmark}, @{ $_[0]{point}{solver} }{qw(substeps iterations)}, map { "$_=$_[0]{axes}{$_}" } grep { $_ ne 'method' } sort keys %{ $_[0]{axes} } };
    my ($other) = grep { $like->($_) eq $like->($n) && $_->{work} != $n->{work} } @rows;
    push @rows, $n;
    next if !$other || $named{ $n->{axes}{method} }++;
    push @differ, sprintf '%s projects %d where %s projects %d', $n->{axes}{method}, $n->{work}, $other->{axes}{method}, $other->{work};
    my ($name) = ($said // '') =~ /\Q$differ[-1]\E \((.*?)\)/;
    names_row('equal work', $name, $n->{point});
  }
  my $want = 'Equal iterations are equal work' . (@differ ? ' only if a frame has equally many projections. Here ' . join(', ', @differ) : '');
  $want .= (@differ ? '. ' : ' among methods that only project. ') . "$global also solve" . ($global =~ / / ? '' : 's') . ' one system of equations for all particles in every iteration' if $global;
  $said =~ s/( projects \d+) \([^()]*\)/$1/g if defined $said;
  said('equal work', $said, $want . (@differ || $global ? '. Equal work is not equal quality.' : ', not equal quality.'));
}

sub check_scenes {
  my ($all, $folder, $page, $answer, $captions, $xb) = @_;
  my @timed = points_with($all, 'scenes');
  my $method = $timed[0]{axes}{method};
  my ($slow, $fast) = (sort { $a->{fps} <=> $b->{fps} } grep { $_->{axes}{method} eq $method } @timed)[ 0, -1 ];
  my $processors = $xb->{env}{cpu}{logical}{value};
  said('the answer of scenes', $answer, sprintf '%s (%d processor%s) runs %s at %s, the slowest scene, and %s at %s, the fastest, by %s.',
    $xb->{env}{cpu}{model}{value}, $processors, ($processors > 1 ? 's' : ''), $slow->{axes}{scene}, with_interval($slow), $fast->{axes}{scene}, with_interval($fast), $method);
  my %kinds = map { ("$_->{axes}{backend} $_->{axes}{scene}" => 1) } grep { $_->{axes}{method} eq $method } @timed;
  check_dots($folder, 'scenes_scene_fps', scalar keys %kinds, sub {
    my ($backend, $scene) = @_;
    return (points_with($all, 'scenes', method => $method, backend => $backend, scene => $scene))[0];
  }, sub { return @{ $_[0] }{qw(fps fps_low fps_high)} });
  my ($grid) = $page =~ m{<table class=grid>(.*?)</table>}s;
  my ($head, @rows) = $grid =~ m{<tr>(.*?)</tr>}g;
  my @ways = map { [split /<br>/] } grep { /<br>/ } $head =~ m{<th>(.*?)</th>}g;
  same('cells of the grid', scalar(@ways) * @rows, scalar @$all);
  for my $row (@rows) {
    my ($scene, $size, @shown) = cells($row);
    for my $way (@ways) {
      my ($n) = grep { my $axes = $_->{axes}; $axes->{scene} eq $scene && $axes->{size} eq $size && $axes->{method} eq $way->[0] && $axes->{backend} eq $way->[1] } @$all;
      said("grid: $scene, $size, @$way", shift @shown, $n->{raw} ? shown_fps($n->{fps}) : $n->{point}{status});
    }
  }
  for my $scene (each_once(map { $_->{axes}{scene} } @timed)) {
    check_scene($folder, $scene, $captions, points_with($all, 'scenes', scene => $scene));
  }
}

# -------------------------------------------------------------------------------------------------------- preservation

sub subject { my ($n) = @_; return $n->{point}{series}{volume_ratio} ? 'volume' : 'area' }
sub kept { my ($n, $what) = @_; return series($n, subject($n) . "_$what") }

# A ratio with enough decimals to tell it from 1.
sub shown_kept {
  my ($value) = @_;
  my $off = abs($value - 1);
  return sprintf '%.*f', ($off >= 0.1 ? 3 : $off >= 1e-3 ? 4 : $off >= 1e-6 ? 6 : 0), $value;
}

sub named { my ($n) = @_; return "$n->{axes}{constraint}, iterations $n->{axes}{iterations}" }

sub check_kept {
  my ($folder, $scene, $page, $captions, @points) = @_;
  my $what = subject($points[0]);
  my ($body) = $page =~ m{<h3>\Q$scene\E</h3><p>The $what in total .*?<tbody>(.*?)</tbody>}s;
  my @rows = ($body // '') =~ m{<tr[^>]*>(.*?)</tr>}g;
  same("rows of $scene", scalar @rows, scalar @points);
  my %lines;
  for my $n (@points) {
    my ($total, $error, $least, $most) = map { [kept($n, $_)] } qw(ratio mean_error min max);
    said("$scene: " . named($n), join('|', cells(shift @rows // '')), join '|', @{ $n->{axes} }{qw(constraint iterations)},
      (map { shown_kept($_) } $total->[-1], smallest(@$total), largest(@$total)), (map { shown_percent($_) } $error->[-1], largest(@$error)),
      shown_kept(smallest(@$least)), shown_kept(largest(@$most)), shown_percent(largest(series($n, 'sag'))), 'ok');
    my @time = series($n, 'time_s');
    $lines{ named($n) } = [map { [$time[$_], $total->[$_], $error->[$_], $least->[$_], $most->[$_]] } 0 .. $#time];
  }
  my @files = glob "$folder/figures/preservation_${scene}_*_preserved.tsv";
  my %seen;
  for my $row (map { figure_rows($_) } @files) {
    my $want = $lines{ $row->[5] }[ $seen{ $row->[5] }++ ];
    same("preserved: $scene: $row->[5]: cell $_", $row->[$_], $want->[$_]) for 0 .. 4;
  }
  same("preserved: $scene: moments of $_", $seen{$_}, scalar @{ $lines{$_} }) for keys %lines;
  my @order = sort { largest(kept($a, 'mean_error')) <=> largest(kept($b, 'mean_error')) } @points;
  my ($said) = map { /(Elements keep .*? %\)\.)/ } grep { /^Figure \d+\. \Q$scene\E: $what kept/ } @$captions;
  said("caption of $scene", $said, sprintf 'Elements keep their %s best with %s (at most %s %% off on average) and worst with %s (up to %s %%).',
    $what, map { (named($_), shown_percent(largest(kept($_, 'mean_error')))) } @order[ 0, -1 ]);
  my %marks = map { $_->{axes}{constraint} => 1 } @points;
  check_dots($folder, "preservation_${scene}_kept", scalar keys %marks, sub {
    my ($way, $name) = @_;
    my $constraint = $way =~ /^with (.*)/ ? "$name+$1" : $name;
    return (grep { $_->{axes}{constraint} eq $constraint } @points)[0];
  }, sub { return (100 * largest(kept($_[0], 'mean_error')), 'NaN', 'NaN') });
  return @order[ 0, -1 ];
}

sub check_preservation {
  my ($all, $folder, $page, $answer, $captions, $console) = @_;
  my @scenes = each_once(map { $_->{axes}{scene} } points_with($all, 'preservation'));
  for my $scene (@scenes) {
    my @points = points_with($all, 'preservation', scene => $scene);
    my ($best, $worst) = check_kept($folder, $scene, $page, $captions, @points);
    my $what = subject($best);
    said('the answer of preservation', $answer, sprintf 'In %s elements are off their %s by at most %s %% on average with %s, and by up to %s %% with %s.',
      $scene, $what, map { (shown_percent(largest(kept($_, 'mean_error'))), $_->{axes}{constraint}) } $best, $worst) if $scene eq $scenes[0];
    my ($table) = $console =~ /^\Q$scene\E of size \d+: $what after \S+ s.*\nconstraint.*\n((?:\S+ +-?[\d.]+.*\n)+)/m;
    my @lines = split /\n/, $table // '';
    same("lines of $scene on the console", scalar @lines, scalar @points);
    for my $n (@points) {
      my @values = map { (kept($n, $_))[-1] } qw(ratio mean_error min max);
      said("console: $scene: " . named($n), join(' ', split ' ', shift @lines // ''),
        join ' ', $n->{axes}{constraint}, map { sprintf '%.4f', $_ } @values, (series($n, 'sag'))[-1]);
    }
  }
}

# ------------------------------------------------------------------------------------------------------------ accuracy

# Distance of a point's course from the one with the shortest steps of the same body; NaN for that one.
sub course_error {
  my ($n, @body) = @_;
  my ($finest) = sort { $b->{axes}{substeps} <=> $a->{axes}{substeps} || $b->{axes}{iterations} <=> $a->{axes}{iterations} } @body;
  return 'NaN' if $finest == $n;
  my @own = series($n, 'drop_m');
  my @right = series($finest, 'drop_m');
  return sqrt(sum(map { ($own[$_] - $right[$_])**2 } 0 .. $#own) / sum(map { $_**2 } @right));
}

# What is simulated: a constraint and, in a scene with an angle, that angle.
sub body { my ($n) = @_; return join ' ', map { $n->{axes}{$_} // 'none' } qw(scene constraint angle) }

sub check_accuracy {
  my ($all, $folder, $answer, $captions, $console) = @_;
  my @points = points_with($all, 'accuracy');
  my ($many_methods, $many_angles) = map { my $axis = $_; each_once(map { $_->{axes}{$axis} // '' } @points) > 1 } qw(method angle);
  for my $n (@points) {
    $n->{error} = course_error($n, grep { body($_) eq body($n) } @points);
  }
  my ($head, @lines) = split /\n/, ($console =~ /error of the path of the centre.*\n((?:\S.*\n)+)/)[0] // '';
  for my $n (@points) {
    my $error = $n->{error} eq 'NaN' ? 'reference' : sprintf '%.3g%%', 100 * $n->{error};
    said("console: $n->{point}{name}", join(' ', split ' ', shift @lines // ''), join ' ', $n->{axes}{constraint},
      ($many_angles ? "angle=$n->{axes}{angle}" : ()), $n->{axes}{size} || '-', @{ $n->{axes} }{qw(method precision substeps iterations)}, sprintf('%.4f', 1e3 * $n->{median}), $error);
  }
  my (%by_work, %by_time, @order);
  for my $n (grep { $_->{error} ne 'NaN' && ($_->{axes}{substeps} == 1 || $_->{axes}{iterations} == 1) } @points) {
    my $label = join ', ', $n->{axes}{constraint}, ($many_methods ? $n->{axes}{method} : ()), ($many_angles ? "angle $n->{axes}{angle}" : ()),
      $n->{axes}{substeps} > 1 ? 'steps' : 'iterations';
    push @order, $label;
    push @{ $by_work{$label} }, [$n->{axes}{substeps} * $n->{axes}{iterations}, 100 * $n->{error}];
    push @{ $by_time{$label} }, [1e3 * $n->{median}, 100 * $n->{error}, in_ms($n)];
  }
  @order = each_once(@order);
  check_curves($folder, "accuracy_$points[0]{axes}{scene}_accuracy", (map { [$_, @{ $by_work{$_} }] } @order), map { [$_, @{ $by_time{$_} }] } @order);
  my ($steps) = map { /\((\d+ steps? a frame)\)/ } @$captions;
  my $finest = largest(map { $_->{axes}{substeps} } @points);
  said('steps of what is measured by', $steps, "$finest step" . ($finest == 1 ? '' : 's') . ' a frame');
  my @compared = grep { $_->{error} ne 'NaN' } @points;
  my @body = grep { body($_) eq body($compared[0]) } @compared;
  my ($best) = sort { $a->{error} <=> $b->{error} } @body;
  my ($cheapest) = sort { $a->{median} <=> $b->{median} } grep { $_->{error} <= 0.05 } @body;
  my $n = $cheapest // $best;
  my ($many, $sweeps) = @{ $n->{axes} }{qw(substeps iterations)};
  said('the answer of accuracy', $answer =~ s/&nbsp;/ /gr, ($cheapest ? 'The cheapest way to come' : 'Nothing measured came')
      . " within 5 % of the motion of $n->{axes}{constraint}" . ($many_angles ? " (angle $n->{axes}{angle})" : '') . ($cheapest ? ' was ' : '. The nearest was ') . sprintf('%s, %d step%s a frame with %d iteration%s each: off by %s %% at %s.', $n->{axes}{method},
      $many, ($many > 1 ? 's' : ''), $sweeps, ($sweeps > 1 ? 's' : ''), shown_percent($n->{error}), with_interval($n)));
}

# A report of one of these benchmarks.
sub check_kinds {
  my ($all, $folder, $run, $xb) = @_;
  my $page = contents("$folder/index.html");
  my ($answer) = map { plain($_) } $page =~ m{<p class=answer>(.*?)</p>};
  my @captions = map { plain($_) } $page =~ m{<figcaption>(.*?)</figcaption>}gs;
  my $console = contents("$run/console");
  check_trust($all, $page);
  check_results($all, $page);
  check_published_answer($all, $answer, $page) if points_with($all, 'papers');
  check_published($all, $folder) if points_with($all, 'papers');
  check_work($all, $page);
  check_scenes($all, $folder, $page, $answer, \@captions, $xb) if points_with($all, 'scenes');
  check_preservation($all, $folder, $page, $answer, \@captions, $console) if points_with($all, 'preservation');
  check_accuracy($all, $folder, $answer, \@captions, $console) if points_with($all, 'accuracy');
  check_carried($folder, $page, scalar @captions);
}

1;
