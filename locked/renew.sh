# Write the newest versions of PACKAGES that install together into FILE: sh locked/renew.sh PYTHON FILE PACKAGES
set -e
python=$1 file=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv "$folder/venv"
pip() { "$folder/venv/bin/python" -m pip --disable-pip-version-check "$@"; }
# The first three build the packages that have no wheel.
pip install --quiet --upgrade setuptools setuptools-scm wheel "$@"
{
  echo "# The exact versions that the commands of the Makefile install. Written by 'make lock'."
  pip freeze --all --exclude pip --exclude karat
} >"$folder/locked.txt"
cp "$folder/locked.txt" "$file"
