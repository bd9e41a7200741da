"""Groups of commands: those about memories, models, captures, MCP servers and profiles, with their help.

`serve`, `serve users` and `serve devices` are declared beside their commands.
"""

import typer

from alicia_desktop.cli import capture, mcp, memory_search, memory_transfer, model, model_downloads, profile
from alicia_desktop.cli.options import HelpGroup, add_command

memory = typer.Typer(
    cls=HelpGroup,
    help="Search, import and export the memories of the server on this computer, whether it runs or not.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
add_command(
    memory,
    "search",
    memory_search.search,
    "Search memories, best match first",
    ("alicia-desktop memory search clara birthday", "By words and by meaning"),
    ("alicia-desktop memory search Berlin --category work_career -k 3", "At most three, of one category"),
    ("alicia-desktop memory search Berlin --explain", "How each one was scored"),
)
add_command(memory, "list", memory_search.list_all, "List all memories, newest first")
add_command(
    memory,
    "import",
    memory_transfer.import_file,
    "Import memories from JSON lines",
    ("alicia-desktop memory import memories.jsonl", "One memory a line"),
)
add_command(
    memory,
    "export",
    memory_transfer.export,
    "Export all memories as JSON lines",
    ("alicia-desktop memory export memories.jsonl", "Archived ones too"),
    ("alicia-desktop memory export -", "To standard output"),
)
add_command(memory, "stats", memory_search.stats, "Count messages and memories")
add_command(
    memory,
    "why",
    memory_search.why,
    "Explain an answer",
    ("alicia-desktop memory why am_1", "The id stands in `talk --json`, `journal --json` and the inspector"),
)

models = typer.Typer(
    cls=HelpGroup,
    help="List, test, choose and download the language model that answers: the built-in one or another.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
add_command(
    models,
    "list",
    model.list_models,
    "List the models that can answer",
    ("alicia-desktop model list", "The built-in one, and those of servers on this computer"),
    ("alicia-desktop model list --endpoint openai --ask-key", "Those of OpenAI; asks for the key"),
)
add_command(
    models,
    "test",
    model.try_out,
    "Measure a model",
    ("alicia-desktop model test", "The one in use"),
    ("alicia-desktop model test qwen3:4b --endpoint ollama", "One of Ollama, before you use it"),
)
add_command(
    models,
    "use",
    model.use,
    "Choose the model that answers",
    ("alicia-desktop model use qwen3:4b", "Found on this computer by its name"),
    ("alicia-desktop model use gpt-5-mini --endpoint openai --ask-key", "Asks for the key, for the keyring"),
    ("alicia-desktop model use built-in", "The small one that comes with Alicia"),
)
add_command(
    models,
    "download",
    model_downloads.download,
    "Download a model from Hugging Face",
    ("alicia-desktop model download", "Suggestions, and downloads that are paused"),
    ("alicia-desktop model download ggml-org/Qwen3-1.7B-GGUF", "Its files, their sizes, and which fit here"),
    ("alicia-desktop model download ggml-org/Qwen3-1.7B-GGUF Q4_K_M", "Download one; Ctrl-C pauses it"),
)
add_command(models, "delete", model_downloads.delete, "Delete a downloaded model")

captures = typer.Typer(
    cls=HelpGroup,
    help="Save conversations with all that the inspector shows, open such files, compare them, and check them in CI.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
add_command(
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
add_command(
    captures,
    "open",
    capture.open_,
    "Print what a capture holds",
    ("alicia-desktop capture open talk.alicia-capture", "Each turn in a few lines"),
    ("alicia-desktop capture open --window talk.alicia-capture", "All that the inspector shows, and replay"),
    ("alicia-desktop capture open talk.alicia-capture --json", "Each turn as a JSON object"),
)
add_command(
    captures,
    "diff",
    capture.diff,
    "Compare two captures turn by turn",
    ("alicia-desktop capture diff yesterday.alicia-capture today.alicia-capture", "What differs between two runs"),
)
add_command(
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
    ("alicia-desktop capture check talk.alicia-capture --forbid-stanza 'is:malformed OR gap>2s'", "Any filter"),
)

mcp_servers = typer.Typer(
    cls=HelpGroup,
    help="Add, list, test and remove MCP servers: programs and web addresses whose tools Alicia may use after asking.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
add_command(
    mcp_servers,
    "add",
    mcp.add,
    "Add an MCP server",
    ("alicia-desktop mcp add files -- npx -y @modelcontextprotocol/server-filesystem ~/Notes", "A program"),
    ("alicia-desktop mcp add tickets --url https://example.org/mcp --header Authorization", "An address; asks for it"),
    ("alicia-desktop mcp add maps --env MAPS_KEY -- uvx maps-server < key.txt", "The key from a file"),
)
add_command(mcp_servers, "list", mcp.list_servers, "List MCP servers")
add_command(mcp_servers, "test", mcp.try_out, "Start MCP servers and list their tools")
add_command(mcp_servers, "remove", mcp.remove, "Remove an MCP server")

profiles = typer.Typer(
    cls=HelpGroup,
    help="List, add and remove profiles: other people or other servers, each with data and settings of its own.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
add_command(profiles, "list", profile.list_all, "List profiles")
add_command(
    profiles,
    "add",
    profile.add,
    "Add a profile",
    ("alicia-desktop profile add Anna", "Then open it with `alicia-desktop --profile Anna`"),
)
add_command(
    profiles,
    "remove",
    profile.remove,
    "Remove a profile and all its data",
    ("alicia-desktop profile remove Anna", "Asks first"),
)
