"""Readers of result files; each knows one tool and none knows another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.importers.dstat import DstatImporter
from arraywise.importers.fio import FioImporter
from arraywise.importers.hammerdb import HammerdbImporter
from arraywise.importers.io_calibrate import IoCalibrateImporter
from arraywise.importers.io_profile import IoProfileImporter
from arraywise.importers.iometer import IometerImporter
from arraywise.importers.lshw import LshwImporter
from arraywise.importers.orion import OrionImporter
from arraywise.importers.pgbench import PgbenchImporter
from arraywise.importers.published import PublishedImporter
from arraywise.importers.slob import SlobImporter
from arraywise.importers.swingbench import SwingbenchImporter
from arraywise.importers.sysbench import SysbenchImporter
from arraywise.importers.sysstat import SysstatImporter
from arraywise.importers.vdbench import VdbenchImporter

if TYPE_CHECKING:
    from arraywise.importers.importer import Importer

ALL_IMPORTERS: tuple[Importer, ...] = (
    PublishedImporter(),
    DstatImporter(),
    SwingbenchImporter(),
    OrionImporter(),
    FioImporter(),
    IometerImporter(),
    IoProfileImporter(),
    VdbenchImporter(),
    SlobImporter(),
    PgbenchImporter(),
    SysbenchImporter(),
    SysstatImporter(),
    HammerdbImporter(),
    IoCalibrateImporter(),
    LshwImporter(),
)
"""Asked in this order; the first that recognises a file reads it. A new importer is a line here.

Formats with an unmistakable head come first, and those that come by the thousand; a database
transcript, which may quote any other tool, comes last.
"""
