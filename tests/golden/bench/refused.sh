# Why this file exists: records the messages of xpbd-bench about wrong calls. One line names the mistake and, if
# possible, what was meant. Also records which benchmarks and points a correct call selects.
bench() { part "\$ xpbd-bench $*" xpbd-bench "$@"; }
wrong() { bench cloth "$@"; }
bench --no-such-option
bench -b clot
bench -b zzzzzz
bench --quiet ab -- cloth
bench -b omp
bench torus_falling
bench -a zzzzzz=3
wrong -a sise=21
wrong -a backend=sec
wrong --backend omp
wrong --size=41 --constraint morse
wrong --constraint --quiet
wrong --constraint
wrong --sise=41
wrong -- --backend omp
values "xpbd-bench cloth -a " row=3 size =3 'size=6 8' 'size=[2:130:1]' size=0 size=1e9 iterations=0 'size=[9:3:x2]' \
  'size=[5:100:x1.0000000000000002]' threads=-1 precision=f16
bench gpu -a batch=0
most="-a iterations=[1:100:1] -a constraint=stretching,stvk -a backend=seq"
points() { xpbd-bench "$@" --benchmark_list_tests | wc -l; }
part "100 x 100 x 2 points:" points cloth -a 'size=[2:101:1]' $most
wrong -a 'size=[2:102:1]' $most --benchmark_list_tests
wrong -a 'size=[2:129:1]' -a 'iterations=[1:128:1]' -a 'constraint=*'
wrong --exclude '('
wrong --benchmark_filter='('
wrong --benchmark_filter=no-such-point
wrong --json one --tsv ./one
wrong --json - --tsv -
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >used.obj
wrong -a mesh=used.obj --tsv ./used.obj
values "xpbd-bench cloth --rel-err=" nan x % 0 1 100% 0.0100000000000000000000000000000000000000000000000000000000000000xyz 0.01%%
values "xpbd-bench cloth --budget=" -3s x 0s 1e8 h 1.00000000000000000000000000000000000000000000000000000000000000xyz
values "xpbd-bench cloth --total-budget=" 5d '' 1e7.1m 10000001
values "xpbd-bench cloth --shard=" 000000000000000000000001/2 0/2 3/2 2 2/ 1/0 1/10001 0/4 5/4 x/4 1/ /4 -1/4 1.5/4
values "xpbd-bench cloth --benchmark_context=" a x a=1,=2 a=1,b=2,a=3 =b a=b,c a=b,a=c num_cpus=3
values "xpbd-bench cloth --" order=shuffel order=bloks validate=xyz list=bogus progress=lines benchmark_format=xml \
  benchmark_out_format=jsn benchmark_color=bluish benchmark_time_unit=hour process-out=-2 process-out=1000001 force
for option in journal resume; do wrong --processes 2 --$option x; done
wrong --min-episodes 20 --max-episodes 15
wrong --min-episodes 300 --max-episodes 200
wrong --peer mine=cat
wrong --papers .
wrong -a mesh=shpere
wrong -a mesh=none.obj
wrong -a "mesh=$(printf '%0119d' 0).obj"
bench scenes -a constraint=morsee
bench scenes -a constraint=sbd:k=x
bench scenes -a method=xpbd,k=2
bench scenes -a scene=cloth_stretched -a stretch=wide
# The system's message about a file is passed on unchanged, whatever its name is.
small="-a size=5 -a constraint=stvk -a backend=seq --quiet"
for option in json tsv journal benchmark_out; do
  wrong $small --$option "none%d/100%s%n"
  wrong $small --$option ""
done
bench --resume "none%d/100%s%n"

# Which benchmarks take part: by default the standard ones; with a filter all with a matching name; otherwise the named
# ones, in that order.
taking() { xpbd-bench "$@" --benchmark_list_tests | cut -d / -f 1 | uniq; }
part "no benchmark:" taking
for filter in '' -gpu '^gpu/' '^(gpu|cloth)/'; do part "benchmarks of '$filter':" taking "--benchmark_filter=$filter"; done
part "gpu:" taking gpu
part "gpu, cloth:" taking gpu cloth
for order in "cloth projection" "projection cloth"; do bench $order --benchmark_list_tests -a size=6 -a backend=seq -a constraint=stretching; done

# Which points: each once. A filter selects some; with a minus before it, the others. The lists for other tools have the
# same.
four="-a size=6,10 -a constraint=stretching -a backend=seq,omp --benchmark_list_tests"
for filter in all omp -omp -size:10; do wrong $four --benchmark_filter=$filter; done
wrong $four --exclude size:10
wrong $four --benchmark_filter=all --exclude seq
wrong $four --benchmark_format=csv
wrong $four --benchmark_format=json
wrong $four --threads 2 --precision f64
wrong -a size=6 -a constraint=stretching -a backend=seq --warm 3 --frames 8 --plan

# Each device is measured by its strategies, at every size. A requested strategy that it lacks is reported.
strategies() { xpbd-bench gpu "$@" --plan | sed -n 's|^  gpu/.*backend:\([a-z]*\)/.*strategy:\([a-z]*\).*|\1 \2|p' | sort -u; }
part "strategies of 1281 x 1281:" strategies -a backend=cuda,opencl -a size=1281
part "asked for:" strategies -a backend=opencl -a strategy=graph
