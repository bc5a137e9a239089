# Finds the keys that a person allowed, wherever Backbone put them. Read with: . ./backbone-keys.sh
# Start this program with "--inject file" or "--inject env": a shell cannot read the JSON of "--inject fd".

# key NAME: prints the value of a key; 1 when this run was not given it.
key() {
  case $1 in
    '' | [0-9]* | *[!A-Za-z0-9_]*) return 1 ;;
  esac
  if [ -n "${CREDENTIALS_DIRECTORY:-}" ] && [ -f "$CREDENTIALS_DIRECTORY/$1" ]; then
    cat "$CREDENTIALS_DIRECTORY/$1"
    return
  fi
  # The name is one of a variable, as was looked at above.
  eval "[ -n \"\${$1:-}\" ]" || return 1
  eval "printf %s \"\$$1\""
}

how_to_give() {
  if [ -n "${BACKBONE_SECRETS_FD:-}" ]; then
    printf '%s cannot be read from a descriptor here. Run this with: --inject file\n' "$1"
  else
    printf '%s is missing. Keep it with: backbone key add %s\n' "$1" "$1"
  fi
}
