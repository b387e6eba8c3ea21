"""Reports of `verify` as JUnit XML, which build servers show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from cli.output import clean

if TYPE_CHECKING:
    from replay.report import Report


def junit(reports: Sequence[Report], findings: Mapping[str, Sequence[str]], properties: Mapping[str, str]) -> bytes:
    """Spell reports as one suite: a case a recording, without times, so that the same input gives the same bytes.

    findings: what is wrong with a recording in lines, by its path; those that are not named passed. properties: what
    was verified with what. A recording that could not be read or decided here is an error, one that differs a failure.
    """
    unread = [report for report in reports if report.path in findings and report.verdict in ("damaged", "unavailable")]
    counts = {"tests": len(reports), "failures": len(findings) - len(unread), "errors": len(unread), "skipped": 0}
    suites = ET.Element("testsuites")
    suite = ET.SubElement(suites, "testsuite", {"name": "refold verify", **{key: f"{n}" for key, n in counts.items()}})
    named = ET.SubElement(suite, "properties")
    for name, value in properties.items():
        ET.SubElement(named, "property", {"name": name, "value": clean(value)})
    for report in reports:
        case = ET.SubElement(
            suite, "testcase", {"classname": f"refold.{report.game or 'unread'}", "name": clean(report.path)}
        )
        if report.path in findings:
            lines = [clean(line) for line in findings[report.path]]
            tag = "error" if report in unread else "failure"
            ET.SubElement(case, tag, {"type": report.verdict, "message": lines[0] if lines else ""}).text = "\n".join(
                lines
            )
        ET.SubElement(case, "system-out").text = f"{report.verdict}: {report.entries} entries, {report.events} events"
    ET.indent(suites)
    text: bytes = ET.tostring(suites, encoding="utf-8", xml_declaration=True)
    return text + b"\n"
