# Why this file exists: checks numbers in the titles, captions and heads of a plain report next to its figures and
# tables, and the figure of the gradients, against the samples and the checks.
use strict;
use warnings;

# Numbers in the text below every figure of a kind.
my %always = ('frames per second against' => ['Bars are 95 % intervals of the median'], 'speed relative to the sequential' => ['Below the line at 1', 'where a line crosses 1, ', 'Bars: 95 % intervals'],
  'frame times relative to' => ['Box: 5th to 95th percentile, dash: 99th percentile'], 'time of one projection' => ['Lines through the marks: 95 % intervals'],
  'share of the peak' => ['keep a row below 1.'], 'error of the gradients' => ['One rounding is 2.2e-16. A row above 1e-6 shows no'],
  'our frame rate over' => ['Right of the line at 1 we', 'Lines through the marks: 95 % intervals']);

# The kind of a figure by its title. undef for a figure known only to other code: its data on the page equal its file,
# but its author must test its caption.
sub known_figure { my ($title) = @_; return (grep { $title =~ /: $_/ } keys %always)[0] }

# "from 1363 FPS at 2 to 272 FPS at 20": the fastest line at the right end of an axis, and where it begins.
sub ends_of_line {
  my ($all, $axis, $held, @values) = @_;
  my $end = faster_of(points_with($all, 'cloth', %$held, $axis => $values[-1]));
  my ($start) = points_with($all, 'cloth', %$held, $axis => $values[0], map { $_ => $end->{axes}{$_} } qw(constraint backend));
  my $threads = $end->{point}{solver}{threads} > 1 ? ", $end->{point}{solver}{threads} threads" : '';
  my $at = sub { return $axis eq 'size' ? square($_[0]) : $_[0] };
  return sprintf '%s on %s%s, goes from %s FPS at %s to %s FPS at %s', @{ $end->{axes} }{qw(constraint backend)}, $threads,
    shown_fps($start->{fps}), $at->($values[0]), shown_fps($end->{fps}), $at->($values[-1]);
}

# The largest gradient error of each formula in the checks of rows; never below one rounding.
sub check_gradients {
  my ($all, $folder, $caption) = @_;
  my %error;
  for my $n (points_with($all, 'projection')) {
    my ($check) = grep { $_->{name} eq 'error of the gradient' } @{ $n->{point}{checks} };
    my $own = \$error{ $n->{axes}{constraint} };
    $$own = $check->{value} if !defined $$own || $check->{value} > $$own;
  }
  check_dots($folder, 'projection_gradient', scalar keys %error, sub { my ($way, $name) = @_; return defined $error{$name} ? { value => $error{$name} } : undef },
    sub { return ($_[0]{value}, 'NaN', 'NaN') });
  my ($count) = $caption =~ /Shown are the (\d+ largest of \d+)\./;
  said('caption of gradients', $count, keys(%error) . ' largest of ' . keys %error);
}

sub check_more_captions {
  my ($all, $xb, $sizes, $folder, $page) = @_;
  my %captions = map { m{^<b>Figure \d+\. (.*?)\.</b>(.*)}s ? (plain($1) => plain($2)) : () } $page =~ m{<figcaption>(.*?)</figcaption>}gs;
  while ($page =~ m{<details><summary>(\d+) more figures?</summary>(.*?)</details>}gs) {
    my ($said, $folded) = ($1, $2);
    same('folded figures', $said, scalar(() = $folded =~ /<figure /g));
  }
  my $of = sub { my ($title) = @_; return $captions{$title} // '' };
  my @iterations = sorted(keys %{ { map { $_->{axes}{iterations} => 1 } points_with($all, 'cloth') } });
  my ($first, $last) = map { square($_) } @$sizes[ 0, -1 ];
  my %lines = ('cloth: frames per second against mesh size, 20 iterations per frame' => ends_of_line($all, 'size', { iterations => 20 }, @$sizes),
    "cloth: frames per second against iterations, $first vertices" => ends_of_line($all, 'iterations', { size => $sizes->[0] }, @iterations));
  for my $title (sort keys %lines) {
    said("caption: $title", ($of->($title) =~ /right end, (.*?)\. Bars/)[0], $lines{$title});
    my ($levels) = $of->($title) =~ /Dotted horizontal lines: (.*?) FPS\./;
    holds("levels: $title", ($levels // 30) =~ /^(30|60|120|30, 60|60, 120|30, 60, 120)$/);
  }
  my ($range) = $of->('cloth: speed relative to the sequential backend, 20 iterations per frame') =~ /constraint and kernels, from (.*?)\. Below/;
  said('caption of speedups: sizes', $range, "$first to $last");
  holds('a title of the spread', exists $captions{'cloth: frame times relative to their median, 20 iterations per frame'}) if -e "$folder/figures/cloth_spread.tsv";
  my @shares = sorted(map { $_->{memory_share} } grep { $_->{memory_share} ne 'NaN' } points_with($all, 'projection'));
  my ($moved) = $of->('projection: share of the peak, formulas on edges') =~ /reads and writes are (.*? times what memory streams in that time. Above \d), caches/;
  said('caption of the roofline', $moved // 'nothing', @shares ? sprintf '%.2g to %.2g times what memory streams in that time. Above 1', @shares[ 0, -1 ] : 'nothing');
  check_gradients($all, $folder, $of->('projection: error of the gradients'));
  for my $title (sort keys %captions) {
    my $kind = known_figure($title) // next;
    said("caption of $title: words", (index($captions{$title}, $_) >= 0 ? $_ : 'nothing'), $_) for @{ $always{$kind} };
  }
  holds('60 FPS and 95 % of the small table', $page =~ /<th title="the largest size measured whose whole 95 % interval is above 60 FPS">60 FPS up to</);
  holds('how sure an interval is', $page =~ /An interval holds the true median with 95 % confidence/);
  my ($head) = $page =~ m{<table class=summary>\n<thead><tr>(.*?)</tr>};
  my @titles = map { plain($_) } ($head // '') =~ m{<th[^>]*>(.*?)</th>}g;
  said('heads of the small table', join('|', @titles[ 1, 3 ]), 'FPS at ' . square($sizes->[1]) . "|at $last");
  my ($most) = reverse sorted(map { $_->{point}{solver}{threads} } points_with($all, 'cloth', iterations => 20, backend => 'omp'));
  said('head of the gain', $titles[5] =~ s/up to //r, $most > 1 ? "omp, $most threads, against seq" : 'omp, 1 thread, against seq');
  my @about = map { plain($_) } $page =~ m{<p class=source>(Benchmark .*?)</p>}g;
  said('what the benchmarks are', join("\n", @about), join "\n", map { "Benchmark $_->{name}: $_->{about}." } @{ $xb->{plan}{benchmarks} });
}

1;
