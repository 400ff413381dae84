# find_jdk MINIMUM: sets `java` to the java program of the first JDK (or JRE) that is new enough, looking at
# QUARRY_JAVA_HOME, JAVA_HOME, the PATH and the usual folders. Starts no JVM where the `release` file tells the version.
# Returns 1 where there is none. Read by the launchers in ../bin and by examples/quickstart/run; plain POSIX sh.

# Sets `major` to the version of the JDK in folder $1; 0 where that is no JDK.
jdk_major() {
  major=0
  [ -x "$1/bin/java" ] || return 0
  text=
  if [ -r "$1/release" ]; then
    while IFS='=' read -r key value; do
      case $key in JAVA_VERSION) text=${value#\"} ;; esac
    done <"$1/release"
  fi
  if [ -z "$text" ]; then
    text=$("$1/bin/java" -XshowSettings:properties -version 2>&1 |
      sed -n 's/^ *java.specification.version = //p')
  fi
  text=${text%%[!0-9]*}
  major=${text:-0}
}

find_jdk() {
  on_path=$(command -v java) && on_path=$(readlink -f "$on_path") || on_path=/none
  for home in "${QUARRY_JAVA_HOME:-/none}" "${JAVA_HOME:-/none}" "${on_path%/bin/java}" \
    /usr/lib/jvm/* /usr/java/* /opt/* "${HOME:-/none}"/.sdkman/candidates/java/* \
    "${HOME:-/none}"/.jdks/*; do
    jdk_major "$home"
    if [ "$major" -ge "$1" ]; then
      java=$home/bin/java
      return 0
    fi
  done
  return 1
}
