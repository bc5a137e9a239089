#!/bin/sh
# Names the system parts that are missing and, as root on Debian, installs them.
#
#   sh scripts/setup.sh              what the product needs
#   sh scripts/setup.sh --for-tests  what the tests need as well
#
# Ends with 1 when something the product needs is still missing. Parts that only tests need are listed,
# and the tests that need them fail with the package's name.
set -eu

tests=no
case "${1:-}" in
  '') ;;
  --for-tests) tests=yes ;;
  *) echo "usage: setup.sh [--for-tests]" >&2; exit 2 ;;
esac
system=$(uname -s)

missing_product=
missing_tests=
described=

found() {
  case "$1" in
    library:*) ls /usr/lib/*/"${1#library:}" /usr/lib/"${1#library:}" /usr/lib64/"${1#library:}" 2>/dev/null | grep -q . ;;
    font:*) ls -R /usr/share/fonts "$HOME/.local/share/fonts" 2>/dev/null | grep -q "${1#font:}" ;;
    *) for program in $(echo "$1" | tr ',' ' '); do command -v "$program" >/dev/null && return 0; done; return 1 ;;
  esac
}

# need PACKAGE BREW product|tests SIGN WHY
# BREW is Homebrew's name, or - where macOS brings the part or has no use for it.
# SIGN is one of several programs, or library:FILE, or font:FILE.
need() {
  [ "$3" = product ] || [ "$tests" = yes ] || return 0
  name=$1
  if [ "$system" = Darwin ]; then
    [ "$2" != - ] || return 0
    name=$2
  fi
  found "$4" && return 0
  [ "$name" != chromium ] || [ ! -d '/Applications/Google Chrome.app' ] || return 0
  if [ "$3" = product ]; then missing_product="$missing_product $name"; else missing_tests="$missing_tests $name"; fi
  described="$described
  $name: $5"
}

check() {
  missing_product= missing_tests= described=
  need tmux tmux product tmux 'agents run in it, so that they outlive the panel'
  need chromium chromium tests chromium,chromium-browser,google-chrome 'the panel is tested in it'
  need git git tests git 'the project folders of agents under test are repositories'
  need age age tests age 'an agent.lock is opened with it, and made for us'
  need curl curl tests curl 'a template for agents sends alerts with it'
  need python3 python tests python3 'templates for agents are written in it'
  need procps - tests ps 'tests look at processes'
  need util-linux - tests setsid 'tests start processes that leave their terminal'
  need xvfb - tests xvfb-run 'a screen for the desktop window on a machine without one'
  need xauth - tests xauth 'xvfb-run needs it'
  need dbus-daemon - tests dbus-run-session 'a session bus for the keyring'
  need gnome-keyring - tests gnome-keyring-daemon 'a real keyring'
  need libsecret-1-0 - tests library:libsecret-1.so.0 'the way to the keyring'
  need fonts-dejavu-core - tests font:DejaVuSansMono.ttf 'letters in screenshots of the panel'
  need fonts-noto-cjk - tests font:NotoSansCJK-Regular 'Chinese, Japanese and Korean in screenshots of the panel'
  need fonts-noto-color-emoji - tests font:NotoColorEmoji 'emoji in screenshots of the panel'
}

check
missing="$missing_product$missing_tests"
[ -n "$missing" ] || exit 0
echo "Missing on this machine:$described"

if [ "$system" = Darwin ]; then
  echo "Install with:  brew install$missing"
elif ! command -v apt-get >/dev/null; then
  echo "Install the packages of your system that hold these (the names above are Debian's)."
elif [ "$(id -u)" != 0 ]; then
  echo "Install with:  sudo apt-get install --no-install-recommends$missing"
else
  echo "Running as root on Debian, so these are installed now:  apt-get install --no-install-recommends$missing"
  export DEBIAN_FRONTEND=noninteractive
  # Unquoted: one word a package.
  if apt-get -qq update && apt-get -qq install -y --no-install-recommends $missing </dev/null; then
    echo "Installed:$missing"
  else
    echo "apt-get failed; what it said stands above."
  fi
  check
fi

if [ -n "$missing_product" ]; then
  echo "Backbone cannot run without:$missing_product" >&2
  exit 1
fi
if [ -n "$missing_tests" ]; then
  echo "WARNING: the tests that need these will fail:$missing_tests" >&2
fi
