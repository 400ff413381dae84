# Sourced by the examples' run scripts, with $root, $dist and $classes set: builds Quarry where that is needed, and finds
# a JDK, whose java is $java then. QUARRY_BUILT=1 says that all is built already.

# Whether there is nothing built, or a source file is younger than the last build: this script's, or one by hand, which
# makes the start-up cache last of all.
stale() {
  [ -x "$dist/bin/quarryd" ] && [ -f "$classes/dev/quarry/examples/Quickstart.class" ] || return 0
  for stamp in "$root/examples/target/.built" "$dist/lib/quarryd.aot"; do
    [ -f "$stamp" ] || continue
    newer=$(find "$root/pom.xml" "$root/schema" "$root/codegen" "$root/runtime" "$root/examples" -name target -prune -o \
      -type f ! -path '*/src/test/*' -newer "$stamp" -print)
    [ -n "$newer" ] || return 1
  done
  return 0
}

if [ -n "${QUARRY_BUILT:-}" ]; then
  touch "$root/examples/target/.built"
elif stale; then
  echo "Building Quarry (mvn -q -DskipTests package); this takes some minutes the first time ..."
  mkdir -p "$root/examples/target"
  touch "$root/examples/target/.building"
  mvn -q -f "$root/pom.xml" -DskipTests package
  mv "$root/examples/target/.building" "$root/examples/target/.built"
fi

. "$dist/lib/find-jdk.sh"
if ! find_jdk 25; then
  echo "$(basename "$(dirname "$0")"): needs a JDK 25 or later; none found in JAVA_HOME, the PATH or /usr/lib/jvm" >&2
  exit 1
fi

# Runs a main class of the examples in the background and gives its exit status; what is left of it goes with this
# script, as does the folder $work.
run_class() {
  work=$(mktemp -d "${TMPDIR:-/tmp}/quarry-example.XXXXXX")
  child=
  trap cleanup EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  main=$1
  shift
  "$java" -XX:+UseSerialGC -XX:-UsePerfData --enable-native-access=ALL-UNNAMED \
    -cp "$classes:$dist/lib/*" "dev.quarry.examples.$main" "$dist/bin/quarryd" "$work" "$@" &
  child=$!
  status=0
  wait "$child" || status=$?
  child=
  exit "$status"
}

cleanup() {
  [ -z "$child" ] || kill "$child" 2>/dev/null || :
  [ -z "$child" ] || wait "$child" 2>/dev/null || :
  rm -rf "$work"
}
