"""Draws the icon at the sizes that desktops ask for: `draw_icons.py FILE.svg FOLDER SIZE ...`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

app = QGuiApplication([])
source, folder, *sizes = sys.argv[1:]
for size in map(int, sizes):
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(source).render(painter)
    painter.end()
    target = Path(folder, f"{size}x{size}", "apps", "arraywise.png")
    target.parent.mkdir(parents=True, exist_ok=True)
    image.save(str(target))
