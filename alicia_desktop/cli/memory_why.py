"""`memory why`: everything behind an answer, from what this computer has on disk."""

from typing import TYPE_CHECKING, Annotated

import typer

from alicia_desktop.cli import output

if TYPE_CHECKING:
    from pathlib import Path

    from alicia_desktop.view.answer_report import AnswerReport


def why(
    answer: Annotated[str, typer.Argument(metavar="ANSWER_ID", help="An answer, or the question that it answers.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="JSON instead of text.")] = False,
) -> None:
    """Say why an answer is as it is: question, memories with their scores, what just missed, tools, timings."""
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - not for the other commands
    from alicia_desktop.view.answer_report import report_json, report_sections  # noqa: PLC0415 - brings the database

    paths = find_paths()
    found = _look([paths.client_database, paths.server_database], answer)
    if found is None:
        raise output.stop(f"There is no answer {answer} on this computer.")
    if as_json:
        output.print_json(report_json(found))
        return
    for place, (title, lines) in enumerate(report_sections(found)):
        if place:
            output.print_line("")
        output.print_line(title)
        for line in lines:
            output.print_line(f"  {line}")


def _look(databases: "list[Path]", answer: str) -> "AnswerReport | None":
    """Return what the first database that has the answer knows: the client's, else that of the server here."""
    from alicia_desktop.store.files.readonly_access import reading  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.view.answer_report import read_report  # noqa: PLC0415 - as above

    for path in databases:
        if path.exists():
            with reading(path) as conn:
                if (found := read_report(conn, answer)) is not None:
                    return found
    return None
