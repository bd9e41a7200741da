"""The tree of commands, declared with typer: names, short descriptions, examples, and the main page."""

from pathlib import Path
from typing import Annotated, Final

import typer

from alicia_desktop import __version__
from alicia_desktop.cli import (
    backup,
    capture,
    conversations,
    doctor,
    journal,
    mcp,
    memory_search,
    memory_transfer,
    model,
    model_downloads,
    pairing,
    profile,
    serve,
    talk,
)
from alicia_desktop.cli.options import HelpCommand, HelpGroup, documentation, examples, variables
from alicia_desktop.cli.output import print_text
from alicia_desktop.cli.window import DATA_DIR, OPEN, PROFILE, WindowStart, move_data, open_gallery, open_window
from alicia_desktop.paths import find_paths

_OVERVIEW: Final = examples(
    ("alicia-desktop", "Open the window"),
    ('alicia-desktop talk --text "What time is it?"', "Ask a question and print the answer"),
    ("alicia-desktop conversations", "List your conversations with their ids"),
    ("alicia-desktop doctor", "Check that everything works on this computer"),
    ("alicia-desktop --data-dir ~/test talk", "Use another data folder"),
)
app = typer.Typer(
    name="alicia-desktop",
    cls=HelpGroup,
    epilog=f"{_OVERVIEW}\n\n{variables()}\n\n{documentation()}",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # what is echoed of the arguments is no markup, and standard error takes no colours
    context_settings={"max_content_width": 100, "help_option_names": ["-h", "--help"]},
)
memory = typer.Typer(
    cls=HelpGroup,
    help="Search, import and export the memories of the server on this computer, whether it runs or not.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
models = typer.Typer(
    cls=HelpGroup,
    help="List, test, choose and download the language model that answers: the built-in one or another.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
captures = typer.Typer(
    cls=HelpGroup,
    help="Save conversations with all that the inspector shows, open such files, compare them, and check them in CI.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
mcp_servers = typer.Typer(
    cls=HelpGroup,
    help="Add, list, test and remove MCP servers: programs and web addresses whose tools Alicia may use after asking.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

profiles = typer.Typer(
    cls=HelpGroup,
    help="List, add and remove profiles: other people or other servers, each with data and settings of its own.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def _add(parent: typer.Typer, name: str, command: object, short_help: str, *uses: tuple[str, str]) -> None:
    """Add a command under a name; `uses` are the examples of its help page."""
    epilog = examples(*uses) if uses else None
    parent.command(name, cls=HelpCommand, short_help=short_help, epilog=epilog)(command)  # type: ignore[type-var]  # what typer calls


_add(
    app,
    "talk",
    talk.talk,
    "Talk with Alicia in the terminal",
    ('alicia-desktop talk --text "My car is red." --text "What is red?"', "Two turns of one conversation"),
    ("alicia-desktop talk", "Ask line by line; Ctrl-D ends it"),
    ("alicia-desktop talk --wav question.wav --out answer.wav", "Talk by voice, from a file to a file"),
    ('alicia-desktop talk --conversation ac_1 --text "And then?"', "Continue a conversation"),
    ('alicia-desktop talk --json --text "Hello" | jq .name', "What crosses the wire, for scripts"),
)
_add(
    app,
    "conversations",
    conversations.list_all,
    "List conversations with their ids",
    ("alicia-desktop conversations", "Id, last change and title, the latest first"),
    ("alicia-desktop conversations --json", "One JSON object a line"),
    ("alicia-desktop conversations --deleted", "Those that can be restored, with the days left"),
)
_add(
    app,
    "undelete",
    conversations.undelete,
    "Restore a deleted conversation",
    ("alicia-desktop undelete ac_1", "Close the window first"),
)
_add(
    app,
    "export",
    conversations.export,
    "Export a conversation as Markdown or JSON",
    ("alicia-desktop export ac_1 talk.md", "Write it as Markdown"),
    ('alicia-desktop export "My garden" --format json garden.json', "Write all of it, to be imported"),
)
_add(
    app,
    "import",
    conversations.import_,
    "Import a conversation exported as JSON",
    ("alicia-desktop import garden.json", "Close the window first"),
)
app.add_typer(captures, name="capture", short_help="Save, open, compare and check conversations")
app.add_typer(models, name="model", short_help="List, test, choose and download language models")
app.add_typer(mcp_servers, name="mcp", short_help="Add, list, test and remove MCP servers")
app.add_typer(memory, name="memory", short_help="Search, import and export memories")
app.add_typer(serve.commands, name="serve", short_help="Run the local server, manage its users")
app.add_typer(profiles, name="profile", short_help="List, add and remove profiles")
_add(profiles, "list", profile.list_all, "List profiles")
_add(
    profiles,
    "add",
    profile.add,
    "Add a profile",
    ("alicia-desktop profile add Anna", "Then open it with `alicia-desktop --profile Anna`"),
)
_add(
    profiles,
    "remove",
    profile.remove,
    "Remove a profile and all its data",
    ("alicia-desktop profile remove Anna", "Asks first"),
)
_add(
    app,
    "pair",
    pairing.pair,
    "Use a server elsewhere, by a code",
    ("alicia-desktop pair alicia.home:8200", "Then enter the code that `alicia-desktop serve pair` shows there"),
)
_add(
    serve.commands,
    "pair",
    pairing.show_code,
    "Show a code for another computer",
    ("alicia-desktop serve pair", "For another computer of yours"),
    ("alicia-desktop serve pair anna", "For a computer of Anna's"),
)
serve.commands.add_typer(pairing.devices, name="devices", short_help="Manage the paired computers")
_add(
    app,
    "journal",
    journal.journal,
    "Print every message that crossed the wire",
    ("alicia-desktop journal | less", "All of it, oldest first"),
    ("alicia-desktop journal ac_1 --json", "One conversation, one JSON object a line"),
)
_add(
    app,
    "decode",
    journal.decode,
    "Decode protocol messages given as hex",
    ("alicia-desktop decode packets.txt", "One line of hex is one message"),
    ("xclip -o | alicia-desktop decode", "What the inspector copied as hex"),
)
_add(
    app,
    "doctor",
    doctor.doctor,
    "Check what Alicia needs on this computer",
    ("alicia-desktop doctor", "Each part, and what to do about it"),
    ("alicia-desktop doctor --salvage", "Save what can be read of a damaged database"),
)
_add(
    app,
    "backup",
    backup.backup,
    "Back up conversations, memories and settings",
    ("alicia-desktop backup alicia.zip", "Alicia may be running"),
    ("alicia-desktop backup alicia.zip --replace", "Overwrite the last one"),
)
_add(
    app,
    "restore",
    backup.restore,
    "Restore a backup",
    ("alicia-desktop restore alicia.zip", "Close Alicia first; your present data is moved aside"),
)
_add(
    captures,
    "save",
    capture.save,
    "Save a conversation as a capture",
    ("alicia-desktop capture save ac_1 talk.alicia-capture", "All that the inspector shows of it"),
    ("alicia-desktop capture save ac_1 turn.alicia-capture --filter turn:3", "The stanzas of one turn, nothing else"),
    ("alicia-desktop capture save ac_1 talk.jsonl --format jsonl", "For other programs"),
    ("alicia-desktop capture save ac_1 traces.jsonl --format otlp", "For OpenTelemetry: a turn is a trace"),
    (
        "alicia-desktop capture save ac_1 talk.alicia-capture --redact memories --redact Emma --preview",
        "What is replaced",
    ),
)
_add(
    captures,
    "open",
    capture.open_,
    "Print what a capture holds",
    ("alicia-desktop capture open talk.alicia-capture", "Each turn in a few lines"),
    ("alicia-desktop capture open --window talk.alicia-capture", "All that the inspector shows, and replay"),
    ("alicia-desktop capture open talk.alicia-capture --json", "Each turn as a JSON object"),
)
_add(
    captures,
    "diff",
    capture.diff,
    "Compare two captures turn by turn",
    ("alicia-desktop capture diff yesterday.alicia-capture today.alicia-capture", "What differs between two runs"),
)
_add(
    captures,
    "check",
    capture.check,
    "Check what a capture has to hold",
    (
        "alicia-desktop capture check talk.alicia-capture --expect-tool calculator --forbid-error",
        "A tool, and no error",
    ),
    ("alicia-desktop capture check talk.alicia-capture --max-first-word 800ms --junit talk.xml", "Times, for CI"),
    ("alicia-desktop capture check talk.alicia-capture --expect-memory recital", "A memory that was used"),
)
_add(
    memory,
    "search",
    memory_search.search,
    "Search memories, best match first",
    ("alicia-desktop memory search clara birthday", "By words and by meaning"),
    ("alicia-desktop memory search Berlin --category work_career -k 3", "At most three, of one category"),
    ("alicia-desktop memory search Berlin --explain", "How each one was scored"),
)
_add(memory, "list", memory_search.list_all, "List all memories, newest first")
_add(
    memory,
    "import",
    memory_transfer.import_file,
    "Import memories from JSON lines",
    ("alicia-desktop memory import memories.jsonl", "One memory a line"),
)
_add(
    memory,
    "export",
    memory_transfer.export,
    "Export all memories as JSON lines",
    ("alicia-desktop memory export memories.jsonl", "Archived ones too"),
    ("alicia-desktop memory export -", "To standard output"),
)
_add(memory, "stats", memory_search.stats, "Count messages and memories")
_add(
    memory,
    "why",
    memory_search.why,
    "Explain an answer",
    ("alicia-desktop memory why am_1", "The id stands in `talk --json`, `journal --json` and the inspector"),
)

_add(
    mcp_servers,
    "add",
    mcp.add,
    "Add an MCP server",
    ("alicia-desktop mcp add files -- npx -y @modelcontextprotocol/server-filesystem ~/Notes", "A program"),
    ("alicia-desktop mcp add tickets --url https://example.org/mcp --header Authorization", "An address; asks for it"),
    ("alicia-desktop mcp add maps --env MAPS_KEY -- uvx maps-server < key.txt", "The key from a file"),
)
_add(mcp_servers, "list", mcp.list_servers, "List MCP servers")
_add(mcp_servers, "test", mcp.try_out, "Start MCP servers and list their tools")
_add(mcp_servers, "remove", mcp.remove, "Remove an MCP server")
_add(
    models,
    "list",
    model.list_models,
    "List the models that can answer",
    ("alicia-desktop model list", "The built-in one, and those of servers on this computer"),
    ("alicia-desktop model list --endpoint openai --ask-key", "Those of OpenAI; asks for the key"),
)
_add(
    models,
    "test",
    model.try_out,
    "Measure a model",
    ("alicia-desktop model test", "The one in use"),
    ("alicia-desktop model test qwen3:4b --endpoint ollama", "One of Ollama, before you use it"),
)
_add(
    models,
    "use",
    model.use,
    "Choose the model that answers",
    ("alicia-desktop model use qwen3:4b", "Found on this computer by its name"),
    ("alicia-desktop model use gpt-5-mini --endpoint openai --ask-key", "Asks for the key, for the keyring"),
    ("alicia-desktop model use built-in", "The small one that comes with Alicia"),
)
_add(
    models,
    "download",
    model_downloads.download,
    "Download a model from Hugging Face",
    ("alicia-desktop model download", "Suggestions, and downloads that are paused"),
    ("alicia-desktop model download ggml-org/Qwen3-1.7B-GGUF", "Its files, their sizes, and which fit here"),
    ("alicia-desktop model download ggml-org/Qwen3-1.7B-GGUF Q4_K_M", "Download one; Ctrl-C pauses it"),
)
_add(models, "delete", model_downloads.delete, "Delete a downloaded model")


def print_version(value: bool) -> None:  # noqa: FBT001 - the signature of typer's callbacks
    """Print the program's version and end, where it is asked for."""
    if value:
        print_text(f"alicia-desktop {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def window(
    context: typer.Context,
    data_dir: Annotated[
        Path | None,
        typer.Option(DATA_DIR, metavar="FOLDER", help="Data folder; may also stand after the command."),
    ] = None,
    profile_name: Annotated[
        str | None,
        typer.Option(PROFILE, metavar="NAME", help="Profile: another person or another server; see `profile`."),
    ] = None,
    *,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print the log on standard error.")] = False,
    version: Annotated[  # noqa: ARG001 - its callback ends the program
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Talk with Alicia, typed or spoken, and see why she answered as she did.

    Without a command, the window opens.
    """
    move_data(data_dir, profile_name)
    if context.invoked_subcommand is None:
        raise typer.Exit(open_window(WindowStart(verbose=verbose)))
    paths = find_paths()
    if paths.erasing.exists():
        from alicia_desktop.compose.erasure import erase  # noqa: PLC0415 - for nearly no start
        from alicia_desktop.credentials import Credentials  # noqa: PLC0415 - as above

        erase(paths, Credentials(folder=paths.folder))
    if paths.restoring.exists():
        from alicia_desktop.compose.backup import finish_restore  # noqa: PLC0415 - for nearly no start

        finish_restore(paths)


def open_(
    target: Annotated[
        str,
        typer.Argument(metavar="[TARGET]", help="A capture, a conversation file, or a link that begins with alicia:"),
    ] = "",
    *,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print the log on standard error.")] = False,
) -> None:
    """Open a link or a file in the window, in the one that is open if there is one.

    A link opens a conversation, or shows a question in the message field; it never sends one.
    """
    raise typer.Exit(open_window(WindowStart(verbose=verbose, target=target)))


_add(
    app,
    OPEN,
    open_,
    "Open a link, a capture or a conversation file in the window",
    ("alicia-desktop open talk.alicia-capture", "A capture, in a window of its own"),
    ("alicia-desktop open garden.json", "Import a conversation and show it"),
    ("alicia-desktop open alicia:conversation/ac_1", "Show a conversation"),
    ("alicia-desktop open 'alicia:new?question=What%20time%20is%20it'", "A question in the message field"),
)


@app.command(hidden=True)
def gallery() -> None:
    """Show every component of the window in every state."""
    raise typer.Exit(open_gallery())
