#!/usr/bin/env bash
# Fetches the locked wheels, builds ours, and draws the icons. Usage: prepare.sh VERSION
set -eu
cd "$(dirname "$0")/../.."
python -m pip install -q --require-hashes -r packaging/requirements-installer.lock
python -m pip download -q --require-hashes --only-binary=:all: -r packaging/requirements-archive.lock -d build/wheels
python -m hatchling build -t wheel -d build/wheels
python packaging/draw_icons.py resources/icons/arraywise.svg build/icons 16 32 64 128 256 512 1024
python - <<'PYTHON'
from pathlib import Path
from PIL import Image

icons = Path("build/icons")
large = Image.open(icons / "1024x1024" / "apps" / "arraywise.png")
large.save(icons / "arraywise.ico", sizes=[(each, each) for each in (16, 32, 64, 128, 256)])
large.save(icons / "arraywise.icns")
PYTHON
sed -i.old "s/^version = .*/version = \"$1\"/" packaging/briefcase/pyproject.toml
cp LICENSE packaging/briefcase/LICENSE
