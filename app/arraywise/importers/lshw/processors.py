"""What lscpu says of a host's processors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.importers.lshw.hardware import Host

if TYPE_CHECKING:
    from collections.abc import Mapping

_FIELDS = {
    "CPU(s)": "processors",
    "Model name": "processor_model",
    "Socket(s)": "processor_packages",
    "Core(s) per socket": "cores_per_package",
    "Thread(s) per core": "threads_per_core",
    "NUMA node(s)": "numa_nodes",
    "CPU max MHz": "processor_max_mhz",
    "Architecture": "machine",
}
_TRANSLATED = {
    "Architektur": "Architecture",
    "C\u0153ur(s) par socket": "Core(s) per socket",
    "Hypervisor-Anbieter": "Hypervisor vendor",
    "Kern(e) pro Sockel": "Core(s) per socket",
    "Kern(e) pro Socket": "Core(s) per socket",
    "Modellname": "Model name",
    "NUMA-Knoten": "NUMA node(s)",
    "Nom de mod\u00e8le": "Model name",
    "N\u0153ud(s) NUMA": "NUMA node(s)",
    "Processeur(s)": "CPU(s)",
    "Sockel": "Socket(s)",
    "Thread(s) par c\u0153ur": "Thread(s) per core",
    "Thread(s) pro Kern": "Thread(s) per core",
    "Virtualisierungstyp": "Virtualization type",
}
"""German and French names of fields; the values are the same."""


def describe_processors(fields: Mapping[str, str]) -> Host:
    """Turn the fields of lscpu into what is known of a host."""
    host = Host()
    fields = {_TRANSLATED.get(name, name): value for name, value in fields.items()}
    for label, attribute in _FIELDS.items():
        if (
            attribute not in {"processors", "processor_packages"}
            or fields.get(label, "").isdecimal()
        ):
            host.tell(attribute, fields.get(label, ""))
    host.tell("virtualisation", fields.get("Hypervisor vendor", ""))
    host.tell("virtualisation_type", fields.get("Virtualization type", ""))
    return host
