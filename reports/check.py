"""What `check` found: in the terminal, for a pull request, for CI."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html import escape

from rich.console import Console
from rich.table import Table
from rich.text import Text

from analysis.check import Answer, Line, Report
from analysis.lines import Cell
from analysis.words import count

_STYLE = {"PASS": "bold blue", "FAIL": "bold dark_orange", "INCONCLUSIVE": "bold"}
_SIGN = {"PASS": "✅", "FAIL": "❌", "INCONCLUSIVE": "❔"}
_TOLD = 3  # names that a line tells of; the rest is in the JSON
_MOST_ROWS = 5  # lines in the block for a pull request; failures come first


def render(report: Report, console: Console) -> None:
    """Print the verdict of every line with its evidence, and one closing sentence."""
    for answer in report.answers:
        title = f"{answer.name} · {answer.plan.game.title} · {count(answer.games)} games"
        console.print(Text(_clean(title), style="bold"), highlight=False)
        table = Table(box=None, header_style="dim", padding=(0, 1))
        for heading in ("", "Line", "Evidence"):
            table.add_column(heading, overflow="fold")
        table.add_column("Games", justify="right", no_wrap=True)
        for line in answer.lines:
            verdict = Text(line.verdict, style=_STYLE[line.verdict])
            told = (Text(_clean(line.text)), Text(_clean(evidence(line, answer))))
            table.add_row(verdict, *told, count(line.games))
        console.print(table, highlight=False)
        console.print()
    console.print(Text(_clean(closing(report)), style="bold"), highlight=False)


def evidence(line: Line, answer: Answer) -> str:
    """Return what was seen: the telling names with their intervals."""
    if line.identical and line.verdict == "PASS":
        return f"the {count(line.games)} recorded games came out again, bit for bit"
    told = _telling(line)
    text = "; ".join(_seen(cell, answer, len(line.cells) > 1) for cell in told)
    rest = sum(cell.verdict == line.verdict for cell in line.cells) - len(told)
    if rest > 0:
        text += f"; {rest} more {'hold' if line.verdict == 'PASS' else 'like it'}"
    if line.verdict == "INCONCLUSIVE":
        text += "; undecided within the budget"
    return text


def closing(report: Report) -> str:
    """Return the one sentence that ends the report."""
    kinds = {kind: 0 for kind in _STYLE}
    for line in report.lines:
        kinds[line.verdict] += 1
    total = len(report.lines)
    fixed = sum(answer.fixed for answer in report.answers)
    spent = f"{count(report.games)} games"
    if fixed > report.games:
        spent += f" (a fixed number with the same errors: {count(fixed)})"
    noun = "line" if total == 1 else "lines"
    if report.verdict == "PASS":
        return f"The contract holds: {total} {noun} passed with {spent}."
    parts = []
    if kinds["FAIL"]:
        parts.append(f"{kinds['FAIL']} of {total} {noun} failed")
    if kinds["INCONCLUSIVE"]:
        undecided = kinds["INCONCLUSIVE"]
        parts.append(f"{undecided} of {total} {noun} {'is' if undecided == 1 else 'are'} undecided")
    broken = "The contract is broken" if kinds["FAIL"] else "The contract is not decided"
    hint = "" if kinds["FAIL"] else "; raise most_games or widen the margins"
    return f"{broken}: {' and '.join(parts)} after {spent}{hint}."


def markdown(report: Report) -> str:
    """Return a block of at most ten lines to paste into a pull request."""
    order = ("FAIL", "INCONCLUSIVE", "PASS")
    rows = [(line, answer) for answer in report.answers for line in answer.lines]
    rows.sort(key=lambda row: order.index(row[0].verdict))
    under = f", variant {', '.join(report.variants)}" if report.variants else ""
    lines = [
        f"**balance check: {report.verdict}** ({_cell(f'{report.path}{under}')})",
        "",
        "| | line | evidence | games |",
        "| --- | --- | --- | ---: |",
    ]
    for line, answer in rows[:_MOST_ROWS]:
        what = _cell(f"{answer.name}: {line.text}")
        seen = _cell(evidence(line, answer))
        sign = f"{_SIGN[line.verdict]} {line.verdict}"
        lines.append(f"| {sign} | {what} | {seen} | {count(line.games)} |")
    left = len(rows) - _MOST_ROWS
    more = f" {left} more line{'s' if left > 1 else ''} not shown." if left > 0 else ""
    errors = f"false alarms {100 * report.false_alarms:g} % over the file, "
    errors += f"power {100 * report.power:g} %"
    return "\n".join([*lines, f"\n{_cell(closing(report))}{more} ({errors})"]) + "\n"


def junit(report: Report) -> bytes:
    """Return the report as JUnit's XML: a suite for each request, a case for each line."""
    root = ET.Element("testsuites", name="balance check")
    for answer in report.answers:
        verdicts = [line.verdict for line in answer.lines]
        suite = ET.SubElement(
            root,
            "testsuite",
            name=_clean(answer.name),
            tests=str(len(verdicts)),
            failures=str(verdicts.count("FAIL")),
            errors=str(verdicts.count("INCONCLUSIVE")),
        )
        for line in answer.lines:
            case = ET.SubElement(
                suite, "testcase", classname=_clean(answer.name), name=_clean(line.text)
            )
            told = _clean(evidence(line, answer))
            if line.verdict == "PASS":
                ET.SubElement(case, "system-out").text = told
            else:
                # Undecided is an error, not a skip: it ends in a code that stops the build, too.
                kind = "failure" if line.verdict == "FAIL" else "error"
                ET.SubElement(case, kind, type=line.verdict, message=told).text = told
    ET.indent(root)
    document: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return document + b"\n"


def github_lines(report: Report) -> Iterator[str]:
    """Return a line for each failed or undecided expectation, as GitHub's runner reads them."""
    for answer in report.answers:
        for line in answer.lines:
            if line.verdict == "PASS":
                continue
            level = "error" if line.verdict == "FAIL" else "warning"
            where = f"file={_property(str(report.path))}"
            if line.place is not None:
                where += f",line={line.place}"
            title = _property(f"{line.verdict}: {answer.name}")
            message = _escaped(f"{line.text}: {evidence(line, answer)}")
            yield f"::{level} {where},title={title}::{message}"


def _telling(line: Line) -> list[Cell]:
    """Return the names to tell of: all that fail, as far as there is room, else the worst."""
    if line.verdict == "PASS":
        return [line.telling]
    mine = [cell for cell in line.cells if cell.verdict == line.verdict]
    first = line.telling
    return [first, *(cell for cell in mine if cell is not first)][:_TOLD]


def _seen(cell: Cell, answer: Answer, named: bool) -> str:
    value, low, high = cell.estimate
    name = f"{cell.name} " if named else ""
    if cell.name.endswith(" length"):
        return f"{name}{value:.0f} ({low:.0f} – {high:.0f}) {answer.plan.game.length_unit}"
    band = ""
    if cell.recorded:
        band = f", allowed {cell.low:.1f} – {cell.high:.1f}"
    return f"{name}{value:.1f} % ({low:.1f} – {high:.1f}){band}"


def _clean(text: str) -> str:
    """Return a text without control characters: names come from files and must not steer."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _cell(text: str) -> str:
    """Return a text that stays one cell of a Markdown table and brings no markup along."""
    return re.sub(r"([\\|`*_\[\]])", r"\\\1", escape(_clean(text), quote=False))


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
