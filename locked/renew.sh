# Write the newest versions of PACKAGES that install together on Python 3.11 into FILE: sh locked/renew.sh PYTHON FILE PACKAGES
# uv resolves for 3.11.0, whatever the version here: some packages ask for a later 3.11, which Debian 12 has not.
set -e
python=$1 file=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip --disable-pip-version-check --quiet install uv
# The first three build the packages that have no wheel.
printf '%s\n' setuptools setuptools-scm wheel "$@" >"$folder/packages.in"
"$folder/venv/bin/uv" pip compile --quiet --python-version 3.11.0 --no-header --no-annotate --no-emit-package karat \
  --output-file "$folder/locked.txt" "$folder/packages.in"
{
  echo "# The exact versions that the commands of the Makefile install. Written by 'make lock'."
  cat "$folder/locked.txt"
} >"$file"
