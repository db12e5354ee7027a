# What the scripts of ops/ need on a machine, and how it gets there. To be sourced, where $root is the project's
# directory.
# shellcheck shell=bash disable=SC2154

# require WHAT COMMAND... -- PACKAGE...: makes sure that the commands are there. On Debian and its kin, as root or with
# sudo, the packages are installed; elsewhere this says what to install, and ends the script.
require() {
  local what=$1 missing=() commands=() packages=()
  shift
  while [[ $1 != -- ]]; do
    commands+=("$1")
    shift
  done
  shift
  packages=("$@")
  for command in "${commands[@]}"; do
    command -v "$command" >/dev/null || missing+=("$command")
  done
  ((${#missing[@]} == 0)) || install_packages "$what" "${missing[*]}" "${packages[@]}"
}

# require_java: a JDK of 17 or newer, and Maven.
require_java() {
  if ! is_jdk_17; then
    install_packages "Java 17" "a JDK of 17 or newer" openjdk-17-jdk-headless
    hash -r
    # Another, older Java may still come first.
    if ! is_jdk_17; then
      JAVA_HOME=$(dirname "$(dirname "$(find /usr/lib/jvm -path '*17*/bin/javac' | head -n 1)")")
      export JAVA_HOME PATH="$JAVA_HOME/bin:$PATH"
    fi
  fi
  require Maven mvn -- maven
}

is_jdk_17() {
  local version
  version=$(javac -version 2>&1) && [[ $version =~ ^javac\ ([0-9]+) ]] && ((BASH_REMATCH[1] >= 17))
}

# install_packages WHAT LACKING PACKAGE...
install_packages() {
  local what=$1 lacking=$2
  shift 2
  local as_root=()
  ((EUID == 0)) || as_root=(sudo)
  if ! command -v apt-get >/dev/null || { ((EUID != 0)) && ! command -v sudo >/dev/null; }; then
    echo "$what is needed, but this machine has no $lacking." >&2
    echo "Please install it and start again (on Debian: apt-get install $*)." >&2
    exit 2
  fi
  echo "installing $what: $*" >&2
  # Quiet, but with its last words if it fails.
  local log
  log=$(mktemp)
  if ! {
    "${as_root[@]}" apt-get update &&
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
  } >"$log" 2>&1 </dev/null; then
    tail -n 15 "$log" >&2
    echo "could not install $*; see above. Please install $what and start again." >&2
    exit 2
  fi
  rm -f "$log"
}

# build MODULES: packages them and what they need, without tests. Maven's colours are taken out, which it cannot be told
# to leave out altogether.
build() {
  mvn -q -B -Dstyle.color=never -f "$root/pom.xml" -pl "$1" -am package \
    -Dmaven.test.skip=true -Dspotless.check.skip=true 2>&1 |
    sed -u -e 's/\x1b\[[0-9;]*m//g' -e '/^$/d'
}
