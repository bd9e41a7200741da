"""`model` lists the language models that can answer, tries one out, and has Alicia use it.

A key comes from standard input or is asked for without being shown; it never stands on the command line, where others
on the computer could read it.
"""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from alicia_desktop.base.errors import WorldError
from alicia_desktop.cli import output
from alicia_desktop.cli.model_lookup import (
    BUILT_IN,
    ModelSetup,
    choose_model,
    file_path,
    is_file,
    list_endpoints,
    read_setup,
    run_with_access,
    stored_files,
)
from alicia_desktop.cli.options import AllowUnencrypted

if TYPE_CHECKING:
    from alicia_desktop.compose.model_choice import ModelChoice
    from alicia_desktop.server.endpoints.model_access import ModelAccess
    from alicia_desktop.server.endpoints.model_list import FoundEndpoint
    from alicia_desktop.server.endpoints.model_trial import TrialResult

SMALL_MODEL: Final = "SmolLM2-135M-Instruct"
MAY_READ: Final = (
    "May {name} also read memories out of what you say? Each message then goes to {url} once more. Without that, "
    "Alicia reads them herself."
)

Model = Annotated[
    str,
    typer.Argument(metavar="MODEL", help=f"Name of a model, path of a GGUF file, or {BUILT_IN}.", show_default=False),
]
Endpoint = Annotated[
    str,
    typer.Option(
        metavar="WHERE",
        help="ollama, lmstudio, llamacpp, vllm, openai, openrouter, or an address.",
        show_default=False,
    ),
]
AskKey = Annotated[
    bool, typer.Option("--ask-key", help="Ask for the key of the endpoint, or read it from standard input.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]


def list_models(
    endpoint: Endpoint = "",
    *,
    ask_key: AskKey = False,
    allow_unencrypted: AllowUnencrypted = False,
    as_json: AsJson = False,
) -> None:
    """List the language models that can answer: the built-in one, and those of servers on this computer.

    With --endpoint, list those of that endpoint. The one in use has a star.
    """
    setup = read_setup(ask_key=ask_key, allow_unencrypted=allow_unencrypted)
    found, problem = run_with_access(setup, lambda access: list_endpoints(access, setup, endpoint))
    local = setup.settings.local
    if not endpoint:
        _print_model(BUILT_IN, "", SMALL_MODEL, in_use=not (local.model_url or local.model_file), as_json=as_json)
    for file in () if endpoint else stored_files(setup):
        in_use = file == local.model_file and not local.model_url
        _print_model("file", file, Path(file).stem, in_use=in_use, as_json=as_json)
    for one in found:
        for model in one.models:
            in_use = (one.base_url, model.name) == (local.model_url, local.model_name)
            _print_model(one.title, one.base_url, model.name, in_use=in_use, as_json=as_json)
    if problem:
        raise output.stop(problem)
    if endpoint and not found[0].models:
        output.print_error(f"{found[0].base_url} answers, but does not list its models.")


def try_out(
    model: Model = "",
    endpoint: Endpoint = "",
    *,
    ask_key: AskKey = False,
    allow_unencrypted: AllowUnencrypted = False,
    as_json: AsJson = False,
) -> None:
    """Ask a model something small: how soon and how fast it answers, whether it takes tools, how much it reads.

    Without MODEL, the one in use.
    """
    setup = read_setup(ask_key=ask_key, allow_unencrypted=allow_unencrypted)
    local = setup.settings.local
    if not (model or endpoint or local.model_url):
        model = local.model_file or BUILT_IN
    if model == BUILT_IN:
        raise output.stop("The built-in model is checked by alicia-desktop doctor. Name another model to test it.")
    if is_file(model, endpoint):
        _try_file(setup, file_path(model, setup), as_json=as_json)
        return
    found, result = run_with_access(setup, lambda access: _try(access, setup, model, endpoint))
    if as_json:
        output.print_json({"endpoint": found.title, **asdict(result)})
        return
    output.print_line(f"{result.model} ({found.title}, {result.base_url})")
    _print_rows(_figures(result))


def use(
    model: Model = "",
    endpoint: Endpoint = "",
    *,
    ask_key: AskKey = False,
    key_in_file: Annotated[
        bool, typer.Option("--key-in-file", help="Store the key in a file only you can read if there is no keyring.")
    ] = False,
    read_memories: Annotated[
        bool | None,
        typer.Option(
            "--read-memories/--no-read-memories",
            help="Whether a model elsewhere also gets each message once more, to read memories out of it.",
            show_default=False,
        ),
    ] = None,
    allow_unencrypted: AllowUnencrypted = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Have Alicia answer with a model from now on, also while she runs.

    Without --endpoint, the model is looked for at the endpoint in use, then on this computer.
    """
    from alicia_desktop.compose.model_choice import hand_over  # noqa: PLC0415 - brings the server

    if model == BUILT_IN and (endpoint or ask_key):
        raise output.stop("The built-in model has no endpoint and no key. Leave out --endpoint and --ask-key.")
    setup = read_setup(ask_key=ask_key, allow_unencrypted=allow_unencrypted, creates=True)
    choice, title = _find_choice(setup, model, endpoint, read_memories=read_memories)
    _store(setup, choice, key_in_file=key_in_file)
    running = asyncio.run(hand_over(setup.paths, choice))
    _print_choice(choice, title, running=running, as_json=as_json)
    for variable, chosen in (
        ("ALICIA_MODEL_URL", True),
        ("ALICIA_MODEL_FILE", True),
        ("ALICIA_MODEL_KEY", setup.given_key is not None),
    ):
        if chosen and setup.credentials.environment.get(variable):
            output.print_error(f"{variable} is set and goes before this choice. Unset it.")


def _find_choice(
    setup: ModelSetup, model: str, endpoint: str, *, read_memories: bool | None
) -> "tuple[ModelChoice, str]":
    """Return a model that can answer, and the title of where it is."""
    from alicia_desktop.compose import model_choice  # noqa: PLC0415 - brings the server

    if model == BUILT_IN:
        return model_choice.BUILT_IN, BUILT_IN
    if is_file(model, endpoint):
        described = run_with_access(setup, lambda access: access.load_file(file_path(model, setup)))
        return model_choice.ModelChoice(file=str(described.header.path)), "file"
    found, name = run_with_access(setup, lambda access: choose_model(access, setup, model, endpoint))
    key = setup.key(found.base_url)
    memories = _may_read_memories(found.base_url, name) if read_memories is None else read_memories
    return model_choice.ModelChoice(url=found.base_url, name=name, key=key, memories=memories), found.title


def _store(setup: ModelSetup, choice: "ModelChoice", *, key_in_file: bool) -> None:
    from alicia_desktop.compose.model_choice import store_model  # noqa: PLC0415 - brings the server

    try:
        store_model(
            setup.paths, setup.settings, setup.credentials, choice, file_agreed=key_in_file, agreed=setup.agreed
        )
    except WorldError as error:
        hint = " For such a file, add --key-in-file." if error.code == "no_keyring" else ""
        raise replace(error, sentence=f"{error.sentence}{hint}") from error


def _print_choice(choice: "ModelChoice", title: str, *, running: bool, as_json: bool) -> None:
    if as_json:
        told = {"endpoint": title, "url": choice.url, "model": choice.name, "file": choice.file, "running": running}
        output.print_json(told)
    else:
        name = f"{choice.name} ({title}, {choice.url})" if choice.url else choice.file or "the built-in model"
        output.print_text(f"Alicia answers with {name}{' from now on' if running else ' when she starts'}.")


def _may_read_memories(url: str, name: str) -> bool:
    """Ask whether a model elsewhere may get each message once more; a script that does not say so agrees to nothing."""
    from alicia_desktop.server.endpoints.endpoint_address import is_loopback  # noqa: PLC0415 - brings the server

    return not is_loopback(url) and sys.stdin.isatty() and typer.confirm(MAY_READ.format(name=name, url=url))


def _try_file(setup: ModelSetup, path: Path, *, as_json: bool) -> None:
    described = run_with_access(setup, lambda access: access.describe_file(path))
    header, plan = described.header, described.plan
    if not as_json:
        output.print_line(f"{path.stem} ({path})")
        free = f", {plan.free_bytes / 1e9:.1f} GB free" if plan.free_bytes else ""
        _print_rows(
            [
                ("architecture", f"{header.architecture}, {header.parameters / 1e6:,.0f} million parameters"),
                ("memory", f"{plan.needed_bytes / 1e9:.1f} GB needed{free}"),
                ("threads", str(plan.threads)),
                ("template", "its own" if header.has_chat_template else "none in the file, a usual one is used"),
            ]
        )
    result = run_with_access(setup, lambda access: access.try_file(described))
    if as_json:
        told = {"architecture": header.architecture, "parameters": header.parameters, "memory": plan.needed_bytes}
        output.print_json({"endpoint": "file", "file": str(path), **told, **asdict(result)})
    else:
        _print_rows(_figures(result))


async def _try(
    access: "ModelAccess", setup: ModelSetup, model: str, endpoint: str
) -> "tuple[FoundEndpoint, TrialResult]":
    found, name = await choose_model(access, setup, model, endpoint)
    return found, await access.try_model(found, name, key=setup.key(found.base_url))


def _print_model(title: str, url: str, name: str, *, in_use: bool, as_json: bool) -> None:
    if as_json:
        output.print_json({"endpoint": title, "url": url, "model": name, "in_use": in_use})
    else:
        output.print_line(f"{'*' if in_use else ' '} {title:11} {name:40} {url}".rstrip())


def _print_rows(rows: Sequence[tuple[str, str]]) -> None:
    for name, value in rows:
        output.print_line(f"  {name:14}{value}")


def _figures(result: "TrialResult") -> list[tuple[str, str]]:
    speed, context = result.tokens_per_second, result.context_tokens
    return [
        ("first token", f"{result.first_token_ms:,} ms"),
        ("speed", "too short to measure" if speed is None else f"{speed:,} tokens a second"),
        ("tools", "yes" if result.tools else "no"),
        ("thinks first", "yes" if result.thinks else "no"),
        ("context", "not stated" if context is None else f"{context:,} tokens"),
    ]
