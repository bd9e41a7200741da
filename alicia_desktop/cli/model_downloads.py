"""`model download` and `model delete`: language models of a Hugging Face hub, in the data folder."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from alicia_desktop.base.errors import WorldError
from alicia_desktop.cli import output
from alicia_desktop.view.models import TransferRate, bytes_text, fits_text, progress_text

if TYPE_CHECKING:
    from alicia_desktop.paths import Paths
    from alicia_desktop.server.downloads.hub_models import HubModel
    from alicia_desktop.server.downloads.model_downloads import ModelDownloads, Progress

INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as shells have it."""
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]


def download(
    repository: Annotated[
        str,
        typer.Argument(metavar="REPOSITORY", help="OWNER/NAME, or its address at huggingface.co.", show_default=False),
    ] = "",
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="One of its files, or a part of the name, such as Q4_K_M.", show_default=False
        ),
    ] = "",
    *,
    as_json: AsJson = False,
) -> None:
    """Download a model from Hugging Face into the data folder, or resume that.

    Without FILE, list the files of the repository. Without REPOSITORY, list suggestions and what was begun. Ctrl-C
    pauses; the same command resumes. Each file is checked before it is used. A Whisper model for CTranslate2, which
    recognises speech, is one model of several files: model.bin.
    """
    paths, downloads = _downloads()
    if not repository:
        _list_suggestions(downloads, as_json=as_json)
        return
    models = asyncio.run(downloads.models(repository))
    if not file:
        _list_files(models, downloads, as_json=as_json)
        return
    model = _pick(models, file)
    paths.create()
    path = _fetch(downloads, model)
    if as_json:
        output.print_json({"file": str(path), "bytes": model.size, "licence": model.licence})
    else:
        output.print_line(_how_to_use(model, path))


def delete(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Name or path of the file.", show_default=False)],
) -> None:
    """Delete a downloaded model, or what has come of one; a speech model by its repository."""
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - only with a command that needs it

    paths, downloads = _downloads()
    stored = downloads.folder.find(file)
    if stored is None:
        names = ", ".join(one.title for one in downloads.folder.stored())
        raise output.stop(f"{file} was not downloaded here. {f'There are {names}.' if names else 'Nothing was.'}")
    local = load_settings(paths.settings).local
    if local.model_file == str(stored.path) and not local.model_url:
        raise output.stop(f"Alicia answers with {stored.path.name}. Choose another model first (model use).")
    if stored.model.is_speech and local.speech_model in {str(stored.usable), stored.model.repository}:
        raise output.stop(f"Alicia listens with {stored.title}. Choose another model in Settings, Local server, first.")
    freed = downloads.folder.delete(stored.model)
    output.print_line(f"{stored.title} is deleted: {bytes_text(freed)} are free again.")


def _downloads() -> "tuple[Paths, ModelDownloads]":
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - only with a command that needs it
    from alicia_desktop.server.downloads.model_downloads import ModelDownloads  # noqa: PLC0415 - as above

    paths = find_paths()
    return paths, ModelDownloads(paths.models, log_folder=paths.logs)


def _how_to_use(model: "HubModel", path: Path) -> str:
    if model.is_speech:
        return (
            f"{path.parent} is here and checked. Use it: ALICIA_SPEECH_MODEL={model.repository}, or that name in "
            "Settings, Local server, Speech recognition model."
        )
    return f"{path} is here and checked. Use it: alicia-desktop model use {path.name}"


def _list_suggestions(downloads: "ModelDownloads", *, as_json: bool) -> None:
    from alicia_desktop.server.downloads.hub_models import SUGGESTED  # noqa: PLC0415 - only with a command that needs it

    for one in SUGGESTED:
        if as_json:
            output.print_json({"repository": one.repository, "title": one.title, "licence": one.licence})
        else:
            output.print_line(f"{one.repository:44} {one.title}, {one.licence}")
    for begun in (one for one in downloads.folder.stored() if not one.is_whole):
        if as_json:
            told = {"repository": begun.model.repository, "file": begun.model.name}
            output.print_json({**told, "bytes": begun.bytes, "of": begun.model.size})
        else:
            how_far = progress_text(done=begun.bytes, total=begun.model.size)
            output.print_line(f"{begun.model.repository:44} {begun.model.name}, paused at {how_far}")


def _list_files(models: "Sequence[HubModel]", downloads: "ModelDownloads", *, as_json: bool) -> None:
    from alicia_desktop.server.engines.model_fit import may_fit  # noqa: PLC0415 - only with a command that needs it

    licence = models[0].licence
    if not as_json:
        told = f"Licence: {licence}, as {downloads.endpoint} tells." if licence else "It states no licence."
        output.print_line(f"{models[0].repository}. {told}")
    for model in models:
        fits = may_fit(model.size)
        is_here = downloads.folder.look_at(model).is_whole
        if as_json:
            row = {"file": model.name, "bytes": model.size, "fits": fits, "licence": licence, "here": is_here}
            output.print_json(row)
        else:
            state = "is here" if is_here else fits_text(fits=fits)
            output.print_line(f"  {model.name:52} {bytes_text(model.size):>8}  {state}")


def _pick(models: "Sequence[HubModel]", wanted: str) -> "HubModel":
    """Return the model of a name or of a part of it.

    Raises:
        WorldError: there is none, or more than one.
    """
    exact = [model for model in models if wanted in {model.name, model.name.rsplit("/", 1)[-1]}]
    alike = exact or [model for model in models if wanted.lower() in model.name.lower()]
    if len(alike) == 1:
        return alike[0]
    names = ", ".join(model.name for model in alike or models)
    which = f"{wanted} is in several names: {names}." if alike else f"There is no {wanted}. There are {names}."
    raise WorldError(sentence=which, code="model_unknown")


def _fetch(downloads: "ModelDownloads", model: "HubModel") -> Path:
    """Download, with a line of progress on a terminal."""
    rate = TransferRate()
    try:
        with output.overprinting() as show:

            def on_progress(progress: "Progress") -> None:
                rate.add(time.monotonic(), progress.bytes)
                words = progress_text(done=progress.bytes, total=model.size, rate=rate.bytes_per_second)
                show(words if progress.phase == "download" else "Checking…")

            return asyncio.run(downloads.download(model, on_progress))
    except KeyboardInterrupt:
        raise output.stop("Paused. The same command resumes it.", INTERRUPTED) from None
