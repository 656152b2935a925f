# What .ci/run and .ci/full share.

# have COMMAND PACKAGE...: installs the Debian packages if the command is missing.
have() {
  command -v "$1" >/dev/null && return
  echo "installing ${*:2} for $1"
  local root=()
  [ "$(id -u)" = 0 ] || root=(sudo)
  "${root[@]}" apt-get update -q
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${@:2}"
}

# have_azurite: puts Azurite on the path, this version of it, from a folder that outlives the build.
have_azurite() {
  local version=3.35.0
  local folder=${XDG_CACHE_HOME:-$HOME/.cache}/oxicloud/azurite-$version
  if [ ! -x "$folder/node_modules/.bin/azurite-blob" ]; then
    echo "installing Azurite $version into $folder"
    npm install --no-audit --no-fund --prefix "$folder" "azurite@$version" || exit 1
  fi
  PATH=$folder/node_modules/.bin:$PATH
  export PATH
}

# java_home NUMBER: prints the home of that JDK, or nothing.
java_home() {
  local home
  for home in ${JAVA_HOME:+"$JAVA_HOME"} /usr/lib/jvm/*; do
    if [ -x "$home/bin/javac" ] && "$home/bin/java" -version 2>&1 | head -1 | grep -q "\"$1[.\"]"; then
      echo "$home"
      return
    fi
  done
}

# use_java_17: the build runs on it, whatever else is there.
use_java_17() {
  if [ -z "$(java_home 17)" ]; then
    have no-java-17 openjdk-17-jdk-headless
  fi
  JAVA_HOME=$(java_home 17)
  [ -n "$JAVA_HOME" ] || { echo "no JDK 17 found below /usr/lib/jvm" >&2; exit 1; }
  export JAVA_HOME
}

# summary: what ran, from the reports.
summary() {
  echo
  echo "What ran:"
  local report
  for report in $(find . -path '*/target/*-reports/TEST-*.xml' | sort); do
    sed -n '/<testsuite /{s/.* name="\([^"]*\)".*/\1/p;q}' "$report"
  done | sort | uniq -c | awk '{ print "  " $2 }'
  find . -path '*/target/*-reports/TEST-*.xml' -exec cat {} + | awk '
    /<testsuite / {
      if (match($0, / tests="[0-9]+"/)) tests += substr($0, RSTART + 8, RLENGTH - 9)
      if (match($0, / errors="[0-9]+"/)) failed += substr($0, RSTART + 9, RLENGTH - 10)
      if (match($0, / failures="[0-9]+"/)) failed += substr($0, RSTART + 11, RLENGTH - 12)
      if (match($0, / skipped="[0-9]+"/)) skipped += substr($0, RSTART + 10, RLENGTH - 11)
    }
    END { printf "  %d tests, %d failed, %d skipped\n", tests, failed, skipped }'
}
