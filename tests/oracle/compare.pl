# Why this file exists: computes every number that `xpbd-report compare` writes about runs (terminal, page, tables, data
# of figures) again from the samples of their journals.
# usage: perl compare.pl [--changes] OUT CONSOLE RULE SIDE...; OUT: folder with the page; RULE: turns, paired or by=AXIS, take=AXIS
# if its chosen value is a word of the label, and margin=PART, separated by commas; SIDE: LABEL:RUN,RUN,... with a
# folder (results.json, samples.jsonl) for each process. With --changes it tries those on the standard input (agree.pl).
use strict;
use warnings;
use File::Basename 'dirname';
use File::Spec;
require File::Spec->rel2abs(dirname($0)) . "/$_.pl" for qw(agree read statistics points pairs compare_figures);

my $trying = $ARGV[0] eq "--changes" && shift @ARGV;
my ($out, $console, $words, @sides) = @ARGV;
my %rule = (margin => 0.02, by => '', take => '', map { /(.*)=(.*)/ ? ($1 => $2) : ($_ => 1) } split /,/, $words);
$rule{paired} = 1 if $rule{by};

# Rows of a side, by name; @names has their order in the plan.
my (@names, %seen);
sub side_of {
  my ($argument, $letter) = @_;
  my ($label, @runs) = $argument =~ /^([^:]*):/ ? ($1, split /,/, $') : die "$argument: no label\n";
  my %side = (letter => $letter, label => $label, json => json(contents("$runs[0]/results.json")));
  my @raw = map { journal("$_/samples.jsonl") } @runs;
  my %flagged = map { map { $_->{flagged} ? ($_->{name} => 1) : () } @{ json(contents("$_/results.json"))->{xb}{points} } } @runs;
  for my $point (@{ $side{json}{xb}{points} }) {
    my $axes = $point->{axes};
    next if $rule{by} && $axes->{ $rule{by} } ne $label;
    next if $rule{take} && !grep { $_ eq $axes->{ $rule{take} } } split /, /, $label;
    my @parts = map { $_ eq $rule{by} || $_ eq $rule{take} ? () : $_ eq 'constraint' ? $axes->{$_} : "$_ $axes->{$_}" } qw(size iterations constraint);
    my $name = join ', ', @parts;
    push @names, $name unless $seen{$name}++;
    my @processes = map { $_->{ $point->{name} } } @raw;
    $side{rows}{$name} = { cell => cell_of(map { interval(@{ $_->{medians} }) } @processes), point => $point,
      flagged => $flagged{ $point->{name} }, samples => $processes[0]{samples}, axes => $axes };
  }
  return \%side;
}
my @all = map { side_of($sides[$_], chr(ord('A') + $_)) } 0 .. $#sides;
my $first = $all[0];

# 1.23 or 12.3 in the terminal, with a unit.
sub shown_duration {
  my ($time) = @_;
  my @units = qw(s ms us ns);
  shift @units, $time *= 1e3 while @units > 1 && $time < 0.9995;
  return sprintf '%.3g %s', $time, $units[0];
}
# Tables have one unit: milliseconds, or nanoseconds if a time is below a microsecond.
sub per_second { return (grep { ($_->{time} // 1) < 1e-6 } map { values %{ $_->{rows} } } @all) ? 1e9 : 1e3 }
# The same of a row, with its mark.
sub marked { return shown_duration($_[0]{time}) . ($_[0]{flagged} ? ' ≈' : '') }
sub shown { return digits($_[0], 4) }
# The ends of an interval of a value. NaN: the words for "no interval".
sub shown_interval {
  my ($value, $low, $high, $none) = @_;
  return $none if $low eq 'NaN';
  return $high <= 1000 * $value ? shown($low) . ' to ' . shown($high) : 'wider than a factor of 1000';
}

# Time of a row of a side with its interval.
for my $side (@all) {
  for my $row (values %{ $side->{rows} }) {
    my $own = estimate($row->{cell}, \%rule);
    @$row{qw(time low high)} = around($own->{mean}, 0, $own);
    $row->{between} = @{ $row->{cell}{logs} } > 1 ? deviation(@{ $row->{cell}{logs} }) : 'NaN';
    ($row->{ratio}, $row->{from}, $row->{to}) = ('NaN') x 3;
  }
}
for my $side (@all[1 .. $#all]) {
  for my $name (grep { $first->{rows}{$_} && $side->{rows}{$_} } @names) {
    my $row = $side->{rows}{$name};
    push @{ $side->{pairs} }, $name;
    @$row{qw(ratio from to)} = ratio_of($first->{rows}{$name}{cell}, $row->{cell}, \%rule);
    @$row{qw(verdict by_size)} = verdict_of(@$row{qw(from to)}, $rule{margin});
    $row->{assumed} = $row->{cell}{assumed} || $first->{rows}{$name}{cell}{assumed};
    $row->{words} = $row->{verdict} . ($row->{by_size} ? ' by size' : '');
    $side->{count}{ $row->{verdict} }++;
  }
}

# Errors stand beside ratios if those of some pair differ.
my $errors = grep { my $side = $_; grep { apart($side, $_, 1) } @{ $side->{pairs} // [] } } @all[1 .. $#all];
sub apart {
  my ($side, $name, $factor) = @_;
  my ($a, $b) = sort { $a <=> $b } grep { defined } map { $_->{rows}{$name}{point}{error} } $first, $side;
  return defined $b && $b > $factor * $a;
}
sub shown_error { my ($row) = @_; return defined $row->{point}{error} ? shown_percent($row->{point}{error}) . ' %' : '-' }
sub with_error { my ($row, $text) = @_; return $errors ? "$text, error " . shown_error($row) : $text }

sub answer_on_errors {
  my ($side) = @_;
  my @far = grep { apart($side, $_, 1.1) } @{ $side->{pairs} };
  my $larger = grep { $side->{rows}{$_}{verdict} eq ($side->{rows}{$_}{point}{error} > $first->{rows}{$_}{point}{error} ? 'FASTER' : 'SLOWER') } @far;
  return '' unless $errors && @far;
  return ' In ' . @far . (@far == 1 ? ' pair' : ' pairs') . " the errors differ by more than 10 %; in $larger of them the faster row has the larger error.";
}

# The answer in one sentence.
sub answer {
  my ($side) = @_;
  my $pairs = @{ $side->{pairs} };
  my $assumed = grep { $side->{rows}{$_}{assumed} } @{ $side->{pairs} };
  my @mean = ratio_of((map { my $s = $_; mean_cell(map { $s->{rows}{$_}{cell} } @{ $side->{pairs} }) } $first, $side), \%rule);
  my ($verdict) = verdict_of(@mean[1, 2], $rule{margin});
  my ($faster, $slower) = map { $side->{count}{$_} // 0 } qw(FASTER SLOWER);
  my %words = (FASTER => 'is faster than', SLOWER => 'is slower than', SAME => 'is as fast as', UNSURE => 'cannot be told from');
  my $rows = $faster == 1 ? 'row' : 'rows';
  my $is = $faster && $slower ? "is faster in $faster $rows and slower in $slower than"
    : $faster + $slower && $verdict eq 'UNSURE' ? sprintf('is %s in %d of %d rows than', ($faster ? 'faster' : 'slower'), $faster + $slower, $pairs)
    : $words{$verdict};
  my $counts = join ', ', map { $side->{count}{$_} ? "$side->{count}{$_} $_" : () } qw(FASTER SLOWER SAME UNSURE);
  return "$side->{letter} ($side->{label}) $is A ($first->{label}): " . shown($mean[0]) . ' times the frame rate'
    . ' (95 % interval ' . shown_interval(@mean[0 .. 2]) . ')' . ($pairs > 1 ? ", the geometric mean of $pairs pairs" : '')
    . ($assumed ? " ($assumed with an assumed deviation)" : '') . "; $counts." . answer_on_errors($side);
}

# A side with one process is always named. Otherwise the advice, if half of the pairs are unsure.
sub advice {
  my ($unsure, $pairs) = (sum(map { $_->{count}{UNSURE} // 0 } @all[1 .. $#all]), sum(map { scalar @{ $_->{pairs} } } @all[1 .. $#all]));
  my @single = map { my ($row) = values %{ $_->{rows} }; @{ $row->{cell}{logs} } < 2 ? $_->{letter} : () } @all;
  my $who = $rule{by} ? 'The run is one process' : @single == @all ? 'Each run is one process'
    : @single == 1 ? "$single[0] is one process" : 'Each of ' . join(', ', @single) . ' is one process';
  return "$who, which does not show how processes differ: xpbd-bench --processes 5 narrows the intervals, xpbd-bench ab alternates two settings." if @single;
  my $processes = @{ $first->{rows}{ $names[0] }{cell}{logs} };
  return 2 * $unsure < $pairs ? '' : "More processes than $processes narrow the intervals.";
}

# Rows that one of the two sides lacks, with the reason.
sub lonely {
  my ($side) = @_;
  return map { !$first->{rows}{$_} && $side->{rows}{$_} ? [$_, 'A has no such row']
    : $first->{rows}{$_} && !$side->{rows}{$_} ? [$_, "$side->{letter} has no such row"] : () } @names;
}

# Rows that the first side and some other one have.
sub pairs_of_any {
  return grep { my $name = $_; grep { $first->{rows}{$name} && $_->{rows}{$name} } @all[1 .. $#all] } @names;
}

# A side among several: ratio and verdict.
sub beside {
  my ($row, $mark, $flag) = @_;
  return '-' if !$row || $row->{ratio} eq 'NaN';
  return with_error($row, shown($row->{ratio}) . " $row->{words}" . ($row->{assumed} ? $mark : '') . ($row->{flagged} ? $flag : ''));
}

sub check_terminal {
  my $text = contents($console);
  my @lines = split /\n/, $text;
  said("answer on $_->{letter}", shift @lines, answer($_)) for @all[1 .. $#all];
  said('advice', shift @lines, advice());
  my ($block) = $text =~ /\n  row +A +\w?[^\n]*speed of B \/ A[^\n]*\n((?:  \S[^\n]*\n)*)/;
  my @rows = split /\n/, $block // '';
  my @pairs = pairs_of_any();
  same('rows in the terminal', scalar @rows, scalar @pairs);
  for my $name (@pairs) {
    my @cells = map { $_->{rows}{$name} } @all;
    (my $line = shift @rows // '') =~ s/^  | +$//g;
    my @want = ($name, $cells[0] ? marked($cells[0]) : '-');
    if (@all == 2) {
      my $b = $cells[1];
      push @want, marked($b), shown($b->{ratio}), shown_interval(@$b{qw(ratio from to)}) . ($b->{assumed} ? ' ~' : ''), $b->{words};
      push @want, join ' and ', map { shown_error($_) } @cells if $errors;
    } else {
      $want[1] = with_error($cells[0], $want[1]) if $cells[0];
      push @want, map { beside($_, ' ~', ' ≈') } @cells[1 .. $#cells];
    }
    said("row $name", join('|', split / {2,}/, $line), join '|', @want);
  }
  said('left out', join('; ', $text =~ /^  (size .*: \w has no such row)$/gm), join '; ', map { map { "$_->[0]: $_->[1]" } lonely($_) } @all[1 .. $#all]);
  my ($margin) = $text =~ /beyond (\S+) %/;
  same('the margin', $margin, 100 * $rule{margin});
}

# The columns of axes: one for both sides, or one for each if the sides differ.
sub axis_columns {
  my ($a, $b) = @_;
  my %apart = map { my $axis = $_; my %values = map { $_->{axes}{$axis} // '' => 1 } map { values %{ $_->{rows} } } @all;
    $axis => scalar(keys %values) > 1 && !grep { $_ eq $axis } grep { "$rule{by},$rule{take}" !~ /\b$_\b/ } qw(size iterations constraint) }
    keys %{ ($a // $b)->{axes} };
  return map { my $axis = $_; $apart{$axis} ? (["base_$axis", $a ? $a->{axes}{$axis} : ''], ["side_$axis", $b ? $b->{axes}{$axis} : ''])
    : [$axis, ($a // $b)->{axes}{$axis}] } sort keys %apart;
}

sub check_tsv {
  my @rows = table("$out/compare.tsv");
  for my $side (@all[1 .. $#all]) {
    for my $name (@names) {
      my ($a, $b) = map { $_->{rows}{$name} } $first, $side;
      next unless $a || $b;
      my $row = shift @rows // {};
      said("compare.tsv: $_->[0]", $row->{ $_->[0] }, $_->[1])
        for ['benchmark', 'cloth'], ['row', $name], axis_columns($a, $b), ['side', $side->{letter}], ['label', $side->{label}],
        ['verdict', $a && $b ? $b->{verdict} : '-'],
        ['judged_by', !$a || !$b ? '-' : $b->{by_size} ? 'size' : $b->{assumed} ? 'assumed interval' : 'interval'],
        ['why_not', $a && $b ? '-' : $a ? "$side->{letter} has no such row" : 'A has no such row'];
      for (['base', $a], ['side', $b]) {
        my ($column, $own) = @$_;
        near("compare.tsv: $name: ${column}_$_->[0]", $row->{"${column}_$_->[0]"}, $own->{ $_->[1] })
          for ['s', 'time'], ['lo95_s', 'low'], ['hi95_s', 'high'], ['between', 'between'];
        same("compare.tsv: $name: ${column}_flagged", $row->{"${column}_flagged"}, $own && $own->{flagged} ? 1 : 0);
        said("compare.tsv: $name: ${column}_phases", $row->{"${column}_phases"}, ($own && $own->{point}{phases}) // '-');
        near("compare.tsv: $name: ${column}_error", $row->{"${column}_error"}, $own->{point}{error} // 'NaN');
        same("compare.tsv: $name: ${column}_processes", $row->{"${column}_processes"}, $own ? scalar @{ $own->{cell}{logs} } : 0);
      }
      near("compare.tsv: $name: ratio$_->[0]", $row->{"ratio$_->[0]"}, $a && $b ? $b->{ $_->[1] } : 'NaN')
        for ['', 'ratio'], ['_lo95', 'from'], ['_hi95', 'to'];
    }
  }
  same('rows of compare.tsv that nothing stands behind', scalar @rows, 0);
}

# Markdown and LaTeX: the same cells between other separators.
sub check_texts {
  for (['md', qr/^\| (size.*) \|$/m, qr/ \| /, ' ~', ' ≈'], ['tex', qr/^(size.*) \\\\$/m, qr/ & /, '$^{*}$', '$^{\dagger}$']) {
    my ($kind, $line, $between, $mark, $flag) = @$_;
    my @lines = contents("$out/compare.$kind") =~ /$line/g;
    for my $name (pairs_of_any()) {
      my @cells = map { $_->{rows}{$name} } @all;
      my $time = sub { shown(per_second() * $_[0]{time}) . ($_[0]{flagged} ? $flag : '') };
      my @want = ($name, $time->($cells[0]));
      if (@all == 2) {
        my $b = $cells[1];
        push @want, $time->($b), shown($b->{ratio}), shown_interval(@$b{qw(ratio from to)}) . ($b->{assumed} ? $mark : ''), $b->{words};
        push @want, map { shown_error($_) } @cells if $errors;
      } else {
        $want[1] = with_error($cells[0], $want[1]);
        push @want, map { beside($_, $mark, $flag) } @cells[1 .. $#cells];
      }
      said("compare.$kind: $name", join('|', split $between, shift(@lines) // '') =~ s/\\%/%/gr, join '|', @want);
    }
    same("lines of compare.$kind that nothing stands behind", scalar @lines, 0);
    my $text = contents("$out/compare.$kind") =~ s/\\//gr;
    same("answer in compare.$kind", index($text, answer($_)) >= 0, 1) for @all[1 .. $#all];
  }
}

# A time in a cell of the page.
sub time_cell {
  my ($row) = @_;
  my $processes = @{ $row->{cell}{logs} };
  return shown(per_second() * $row->{time}) . ($row->{flagged} ? ' ≈' : '')
    . ($row->{low} eq 'NaN' ? '' : '|' . shown_interval(map { per_second() * $_ } @$row{qw(time low high)}))
    . ($processes > 1 ? sprintf('|%d processes, ±%s %%', $processes, shown_percent($row->{between})) : '')
    . ($errors ? '|error ' . shown_error($row) : '')
    . (defined $row->{point}{phases} ? '|' . shown_parts($row->{point}{phases}) : '');
}

sub check_page {
  my $page = contents("$out/index.html") =~ s/&plusmn;/±/gr;
  my @answers = map { plain($_) } $page =~ m{<p class=answer>(.*?)</p>}g;
  said("answer on the page", shift @answers, answer($_)) for @all[1 .. $#all];
  my ($advice) = $page =~ m{</p><p>([^<]*)</p>};
  said('advice on the page', plain($advice // '') =~ s/\s+$//r, advice());
  my ($table) = $page =~ m{<table class=pairs>(.*?)</table>}s;
  my @rows = ($table // '') =~ m{<tr><td class=row>(.*?)</tr>}g;
  my @pairs = pairs_of_any();
  same('rows on the page', scalar @rows, scalar @pairs);
  for my $name (@pairs) {
    my @own = map { $_->{rows}{$name} } @all;
    my @cells = map { plain(s/<br>/|/gr) } split m{</td><td[^>]*>}, shift @rows // '';
    my @ratios = map { !$_ || $_->{ratio} eq 'NaN' ? ('-', '')
      : (shown($_->{ratio}) . '|' . shown_interval(@$_{qw(ratio from to)}) . ($_->{assumed} ? ' ~' : ''), $_->{words}) } @own[1 .. $#own];
    said("page: $name", join('; ', @cells), join '; ', $name, @ratios, map { $_ ? time_cell($_) : '-' } @own);
  }
  my ($left) = $page =~ m{<section id=left>(.*?)</section>}s;
  my @left = map { join ': ', map { plain($_) } m{<td[^>]*>(.*?)</td>}g } $left =~ m{<tr>(<td.*?)</tr>}g;
  said('left out on the page', join('; ', @left), join '; ', map { map { "$_->[0]: $_->[1]" } lonely($_) } @all[1 .. $#all]);
  my ($judged) = $page =~ m{<section id=judged>(.*?)</section>}s;
  same("limits on the page: $_", index($judged, $_) >= 0, 1)
    for 'more than ' . sprintf('%g', 100 * $rule{margin}) . ' % from 1', 'a standard deviation of 10 %';
  check_environment($page) unless $rule{by};
  return $page;
}

# Fields of the machine that differ: their values in the results of each, and all of these.
sub check_environment {
  my ($page) = @_;
  my ($section) = $page =~ m{<section id=environment>(.*?)</section>}s;
  my %rows;
  for my $row ($section =~ m{<tr>(<th scope=row>.*?)</tr>}g) {
    my ($name, @cells) = map { plain($_) } $row =~ m{<t[hd][^>]*>(.*?)</t[hd]>}g;
    $rows{$name} = \@cells;
  }
  my %names;
  for my $group (map { my $env = $_->{json}{xb}{env}; map { my $g = $_; ref $env->{$g} ? map { "$g.$_" } keys %{ $env->{$g} } : () } keys %$env } @all) {
    $names{$group} = 1;
  }
  for my $name (sort keys %names) {
    my ($group, $key) = split /\./, $name, 2;
    next if $key =~ /\./;
    my @texts = map { field_text($_->{json}{xb}{env}{$group}{$key}) } @all;
    next if !grep { $_ ne $texts[0] } @texts;
    said("environment: $name", join('; ', @{ $rows{$name} // ['nothing'] }), join '; ', @texts);
  }
}

sub field_text {
  my ($field) = @_;
  return 'not recorded' unless defined $field;
  return 'by the rule' unless ref $field;
  my ($value, $unit) = @$field{qw(value unit)};
  return $field->{state} // 'by the rule' unless defined $value;
  return $value unless $value =~ /^-?[0-9.]+(e[+-]?\d+)?$/ && ($unit || $value !~ /[^0-9.e+-]/);
  return sprintf '%.6g', $value unless $unit;
  return sprintf '%.3g ns', 1e9 * $value if $unit eq 's' && $value < 1e-3;
  return sprintf '%.3g GB/s', 1e-9 * $value if $unit eq 'bytes/s';
  return sprintf '%.3g G operations/s', 1e-9 * $value if $unit eq '1/s' && $value >= 1e6;
  if ($unit eq 'bytes') {
    my $k = 0;
    $value /= 1024, $k++ while $value >= 1024 && $k < 4;
    return sprintf '%.4g %s', $value, (qw(bytes KiB MiB GiB TiB))[$k];
  }
  return sprintf($value >= 1e4 ? '%.0f' : '%.4g', $value) . " $unit";
}

sub check_all {
  check_terminal();
  check_tsv();
  check_texts();
  check_figures($out, check_page(), \@all, \@names, \%rule);
}
try_changes(\&check_all) if $trying;
check_all();
finish(300);
