# Why this file exists: an archive that a stranger sent may be broken or hostile. Each such archive is refused with one
# line, and leaves nothing. A good one is filed once, and nothing is overwritten.
. "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || {
  echo "skipped: no python3 to make archives that tar would not make"
  exit 77
}

sh "$here/fixture.sh" good >run.json
sh "$here/fixture.sh" all-invalid >invalid.json
sh "$here/fixture.sh" schema >schema.json
sed 's/2000-01-01T00:00:00Z/2000-01-01T09:00:00Z/' run.json >later.json
# Archives of all kinds. Each hostile one is a good one with a single difference.
python3 - <<'END'
import gzip, io, os, tarfile
good = open("run.json", "rb").read()
def entry(name, data=b"x", kind=tarfile.REGTYPE, link=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    info.size = len(data) if kind == tarfile.REGTYPE else 0
    return info, data
def pack(file, *entries, form=tarfile.USTAR_FORMAT, packed=True):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as tar:
        for info, data in entries: tar.addfile(info, io.BytesIO(data) if info.size else None)
    data = out.getvalue()
    open(file, "wb").write(gzip.compress(data) if packed else data)
    return data
base = entry("run/results.json", good)
plain = pack("good.tar.gz", entry("run", kind=tarfile.DIRTYPE), base, entry("run/index.html", b"<script>evil</script>"),
     entry("run/samples.jsonl", b"{}\n"), entry("run/figures/a.png"))
pack("gnu.tar.gz", entry("run/results.json", open("later.json", "rb").read()), form=tarfile.GNU_FORMAT)
pack("invalid.tar.gz", entry("run/results.json", open("invalid.json", "rb").read()))
pack("schema.tar.gz", entry("run/results.json", open("schema.json", "rb").read()))
pack("notjson.tar.gz", entry("run/results.json", b"{\n"))
pack("noday.tar.gz", entry("run/results.json", good.replace(b'"started": "2000-01-01', b'"started": "../../01')))
pack("nothing.tar.gz", entry("run/results.tsv"))
pack("empty.tar.gz")
pack("absolute.tar.gz", base, entry(os.getcwd() + "/evil"))
pack("parent.tar.gz", base, entry("run/../../evil"))
pack("hidden.tar.gz", base, entry("run/.bashrc"))
pack("dash.tar.gz", base, entry("run/-rf"))
pack("odd.tar.gz", base, entry("run/a b;c\n"))
pack("slashes.tar.gz", base, entry("run//evil"))
pack("alone.tar.gz", base, entry("evil"))
pack("link.tar.gz", base, entry("run/evil", kind=tarfile.SYMTYPE, link="/etc/passwd"))
pack("hard.tar.gz", base, entry("run/evil", kind=tarfile.LNKTYPE, link="run/results.json"))
pack("device.tar.gz", base, entry("run/evil", kind=tarfile.CHRTYPE))
pack("block.tar.gz", base, entry("run/evil", kind=tarfile.BLKTYPE))
pack("pipe.tar.gz", base, entry("run/evil", kind=tarfile.FIFOTYPE))
pack("other.tar.gz", base, entry("run/evil", kind=b"7"))
pack("twice.tar.gz", base, base)
pack("two.tar.gz", base, entry("walk/evil"))
pack("long.tar.gz", base, entry("run/" + "a" * 300), form=tarfile.GNU_FORMAT)
pack("pax.tar.gz", base, entry("run/" + "a" * 300), form=tarfile.PAX_FORMAT)
pack("many.tar.gz", base, *[entry("run/%d" % k) for k in range(256)])
pack("plain.tar", base, packed=False)
open("cut.tar.gz", "wb").write(gzip.compress(plain)[:-2000])
open("short.tar.gz", "wb").write(gzip.compress(plain[:1024]))
open("torn.tar.gz", "wb").write(gzip.compress(plain[:2048 - 512 + 700]))
open("text.tar.gz", "wb").write(gzip.compress(b"no tar\n" * 200))
flipped = bytearray(gzip.compress(plain)); flipped[-6] ^= 1
open("flipped.tar.gz", "wb").write(flipped)
wrong = bytearray(plain); wrong[512] ^= 1
open("checksum.tar.gz", "wb").write(gzip.compress(bytes(wrong)))
for name, text in ("negative", b"\xff" * 12), ("huge", b"77777777777\0"), ("letters", b"0000000zzzz\0"):
    wrong = bytearray(plain); wrong[512 + 124:512 + 136] = text
    wrong[512 + 148:512 + 156] = b" " * 8
    wrong[512 + 148:512 + 156] = b"%06o\0 " % sum(wrong[512:1024])
    open(name + ".tar.gz", "wb").write(gzip.compress(bytes(wrong)))
with gzip.open("bomb.tar.gz", "wb", 1) as out:
    for k in range(65): out.write(bytes(1 << 20))
END

# nothing_left: neither a folder of the archive nor a file beside it appeared.
nothing_left() { [ -z "$(ls -A machines 2>/dev/null)" ] && [ ! -e evil ]; }
refused() { # NAME TEXT: the archive is refused with one line that has the text, and nothing is left
  check "$1" fails 1 "$2" accept "$1.tar.gz" --claimed --into machines
  check "$1 leaves nothing" nothing_left
}
for name in absolute parent hidden dash odd slashes; do refused $name "is no plain name below the folder of the run"; done
for name in link hard; do refused $name "run/evil is a link"; done
for name in device block; do refused $name "run/evil is a device"; done
for name in long pax; do refused $name "has a name of more than 100 letters"; done
for name in short torn; do refused $name "ends too early"; done
for name in negative huge letters; do refused $name "has no size that can be"; done
for name in text checksum; do refused $name "is no tar archive of the format ustar"; done
for name in cut flipped; do refused $name "is no whole archive: gzip: "; done
for name in empty nothing; do refused $name "has no results.json"; done
refused pipe "run/evil is a pipe"
refused other "run/evil is of a kind that no run needs"
refused alone "evil is in no folder"
refused twice "has run/results.json twice"
refused two "has files of two runs, in run and walk"
refused many "has more than 256 files"
refused bomb "unpacks to more than 64 MiB"
refused invalid "no row of this run has valid numbers"
refused schema "schema.tar.gz: results.json: has the schema 'xb/2'"
refused notjson "notjson.tar.gz: results.json:"
refused noday "started is '../../01T00:00:00Z', and that is no date"
check "an archive that gzip did not pack" fails 1 "is no whole archive: gzip: " accept plain.tar --claimed --into machines
check "no archive" fails 1 "no such file" accept none.tar.gz --claimed --into machines
check "a folder" fails 1 "no such file" accept . --claimed --into machines
check "no name" fails 1 "which archive?" accept
check "no target" fails 1 "into which archive?" accept good.tar.gz
: >file
check "a target that is none" fails 1 "file" accept good.tar.gz --claimed --into file
for name in ../up Upper -x a/b ''; do check "the name '$name'" fails 1 "a name has small letters" accept good.tar.gz --claimed --into machines "--name=$name"; done
check "nothing is left of all" nothing_left

run accept good.tar.gz --claimed --into machines
check "a good one is filed" [ "$code" -eq 0 ]
filed=machines/made-up-4-cores-20000101
check "under the name of its machine" [ "$(tail -n 1 out)" = $filed ]
check "its results stay as they are" cmp -s run.json $filed/results.json
check "its samples, too" [ -s $filed/samples.jsonl ]
check "the table is made again" [ "$(wc -l <$filed/results.tsv)" -gt 100 ]
check "and nothing else is taken" [ "$(ls -A $filed | tr '\n' ' ')" = "results.json results.tsv samples.jsonl " ]
control "a filed run is nothing" nothing_left
check "the same one again" fails 1 "is filed already, in $filed" accept good.tar.gz --claimed --into machines --name another
check "another one of this day" fails 1 "$filed: this name is taken by another run; choose one with --name" accept gnu.tar.gz --claimed --into machines
check "the first stays" cmp -s run.json $filed/results.json
run accept gnu.tar.gz --claimed --into machines --name another
check "under another name it is filed" [ "$code$(tail -n 1 out)" = 0machines/another ]
check "without what it does not have" [ "$(ls -A machines/another | tr '\n' ' ')" = "results.json results.tsv " ]
check "nothing is half filed" [ "$(ls -A machines | wc -l)" -eq 2 ]

# Names of machines.
named() { # NAME SED-EDIT: a run edited so is filed under this name
  rm -rf named pack && mkdir -p pack/run && sed "$2" run.json >pack/run/results.json
  tar -C pack --format=ustar -czf named.tar.gz run
  run accept named.tar.gz --claimed --into named
  [ "$code" -eq 0 ] && [ "$(tail -n 1 out)" = "named/$1" ]
}
model() { printf 's|"model": {"state": "known", "value": "[^"]*"|"model": {"state": "known", "value": "%s"|' "$1"; }
check "a Xeon" named intel-xeon-platinum-8480c-4-cores-20000101 "$(model 'Intel(R) Xeon(R) Platinum 8480C CPU @ 2.00GHz')"
check "an EPYC" named amd-epyc-9r45-4-cores-20000101 "$(model 'AMD EPYC 9R45 96-Core Processor')"
check "markup" named script-alert-1-script-4-cores-20000101 "$(model '<script>alert 1</script>../..')"
check "an unknown one" named unknown-4-cores-20000101 's/"model": {"state": "known"/"model": {"state": "unknown"/'
gpu='s|"devices": {|"name": {"state": "known", "value": "NVIDIA H100 80GB HBM3", "unit": null, "source": "x"}, &|'
check "a GPU" named nvidia-h100-4-cores-20000101 "$gpu; s/\"backend\": \"omp\"/\"backend\": \"cuda\"/"
check "a GPU that computed nothing" named made-up-4-cores-20000101 "$gpu"
control "another name" named nvidia-h100-4-cores-20000101 "$gpu"

# An archive whose name looks like an option, and options that are wrong: the archive is not even looked at.
run accept good.tar.gz --into -x --seconds 0.1
control "it is taken for an option" has err "unknown option"
check "a target with a dash is audited" has out "rows audited"
rm -rf ./-x
for seconds in soon 0 nan -1 1e9; do check "$seconds s" fails 1 "--seconds" accept none.tar.gz --into machines "--seconds=$seconds"; done
check "a bad name" fails 1 "--name Up: " accept none.tar.gz --into machines --name Up
check "neither leaves a folder" [ ! -e ./-x ]

# Killed while it audits: nothing stays. What a killed one could not clear goes a day later.
cp "$report" here-report && printf '#!/bin/sh\necho >started\nexec sleep 30\n' >xpbd-bench && chmod +x xpbd-bench
for signal in TERM INT HUP; do
  rm -rf started killed
  # A shell starts what runs behind it with SIGINT ignored, so python starts it.
  python3 - $signal <<'END' >out 2>err
import os, signal, subprocess, sys, time
p = subprocess.Popen(["./here-report", "accept", "good.tar.gz", "--into", "killed"], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
for k in range(500):
    if os.path.exists("started") and os.path.getsize("started"): break
    time.sleep(0.01)
there = [name for name in os.listdir("killed") if name.startswith(".arriving-")]
p.send_signal(getattr(signal, "SIG" + sys.argv[1]))
print(len(there), -p.wait() == getattr(signal, "SIG" + sys.argv[1]))
END
  check "SIG$signal ends it while it audits" [ "$(cat out)" = "1 True" ]
  check "and nothing stays" sh -c '[ -d killed ] && [ -z "$(ls -A killed)" ]'
done
mkdir killed/.arriving-abcdef killed/.arriving-bcdefg
echo x >killed/.arriving-abcdef/results.json
touch -d '2 days ago' killed/.arriving-abcdef
run accept good.tar.gz --claimed --into killed
check "what an old one left is removed" [ ! -e killed/.arriving-abcdef ]
check "and named" has out "killed/.arriving-abcdef: was left by a process that was killed"
control "one that may still run is removed" [ ! -e killed/.arriving-bcdefg ]
finish
